"""Generate a fictional person's résumé, and its PDF."""

from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

_FIRST = ("Mira", "Tomas", "Ines", "Jonah", "Priya", "Anselm", "Noor", "Lotte", "Kofi", "Selma")
_LAST = ("Vandermeer", "Okonkwo", "Lindqvist", "Marchetti", "Haddad", "Petrov", "Castellan", "Ruiz")
_CITIES = ("Northaven", "Port Ellis", "Westmark", "Lake Orrin", "Brightwater")
_FIELDS = ("Marine Engineering", "Applied Physics", "Urban Planning", "Computational Biology")
_FIRMS = (
    "Tidewater Robotics",
    "Halcyon Rail",
    "Orchard Analytics",
    "Blue Lantern Labs",
    "Fernside",
)
_TITLES = ("Principal Engineer", "Research Lead", "Head of Field Trials", "Systems Architect")
_SKILLS = {
    "Methods": ("Fault tree analysis", "Design reviews", "Field surveys", "Bayesian estimation"),
    "Tools": ("Finite element solvers", "Survey drones", "Version control", "Laser scanners"),
    "Languages": ("Portuguese", "Swedish", "Arabic", "Korean"),
    "Interests": ("Glider flying", "Choir singing", "Chess problems", "Beekeeping"),
}
_PROJECTS = ("Harbour Light", "Quiet Bridge", "Second Spring", "Paper Moon", "Long Meadow")


@dataclass(frozen=True)
class Resume:
    """The content of the document; `facts` has the values that the form asks for.

    Attributes:
        academy: Where the certificate is from; not the university.
        earlier_title: The title before the current one, with the same employer.
        skills: Three skills of each group.
    """

    name: str
    email: str
    phone: str
    city: str
    degree: str
    university: str
    academy: str
    certificate: str
    employer: str
    title: str
    earlier_title: str
    earlier_employer: str
    skills: dict[str, tuple[str, ...]]
    projects: tuple[str, str]

    @property
    def requested_groups(self) -> list[str]:
        """The three groups of skills that the form asks about."""
        return list(self.skills)[:3]

    @property
    def facts(self) -> dict[str, str]:
        """The expected values by the form's field names."""
        return {
            "name": self.name,
            "email": self.email,
            "phone": self.phone,
            "university": self.university,
            "degree": self.degree,
            "employer": self.employer,
            "title": self.title,
            **{
                f"skill-{n}": self.skills[group][0] for n, group in enumerate(self.requested_groups)
            },
            "project": self.projects[0],
        }


def resume(random: Random) -> Resume:
    """Generate the résumé of a fictional person."""
    first, last, city = random.choice(_FIRST), random.choice(_LAST), random.choice(_CITIES)
    employer, earlier_employer = random.sample(_FIRMS, 2)
    title, earlier_title = random.sample(_TITLES, 2)
    degree_field, certificate_field = random.sample(_FIELDS, 2)
    domain = f"{employer.split()[0]}.example"
    project, other_project = random.sample(_PROJECTS, 2)
    return Resume(
        name=f"{first} {last}",
        email=f"{first}.{last}{random.randint(2, 99)}@{domain}".lower(),
        phone=f"({random.randint(201, 989)}) 555-{random.randint(100, 199):04}",
        city=city,
        degree=f"{random.choice(('Bachelor', 'Master'))} of Science in {degree_field}",
        university=f"University of {random.choice([other for other in _CITIES if other != city])}",
        academy=f"{city} Academy",
        certificate=f"Certificate in {certificate_field}",
        employer=employer,
        title=title,
        earlier_title=earlier_title,
        earlier_employer=earlier_employer,
        skills={group: tuple(random.sample(skills, 3)) for group, skills in _SKILLS.items()},
        projects=(f"Project {project}", f"Project {other_project}"),
    )


def pdf(person: Resume) -> bytes:
    """Return the résumé as a PDF of one A4 page with selectable text."""
    # Imported here, as all games are imported to list them.
    from fpdf import FPDF
    from fpdf.enums import XPos, YPos

    document = FPDF(format="A4")
    document.set_creation_date(datetime(2031, 1, 1, tzinfo=UTC))
    document.set_title(f"Resume of {person.name}")
    document.set_margin(20)
    document.add_page()

    def line(text: str, size: float = 11, style: str = "", space_above: float = 0) -> None:
        """Write a line; `size` is in points, `space_above` in millimetres."""
        document.set_y(document.get_y() + space_above)
        document.set_font("Helvetica", style, size)
        document.cell(0, size * 0.55, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def heading(text: str) -> None:
        document.set_text_color(47, 85, 212)
        line(text, 13, "B", space_above=5)
        document.set_text_color(28, 35, 51)
        document.set_y(document.get_y() + 1)

    line(person.name, 24, "B")
    line(f"{person.city} | {person.email} | {person.phone}")
    heading("Education")
    line(f"{person.certificate}, {person.academy}, 2024", style="B")
    line("Evening course, 40 hours")
    line(f"{person.degree}, {person.university}, 2016", style="B", space_above=2)
    line("With distinction")
    heading("Experience")
    line(f"{person.title}, {person.employer}, 2022 to present", style="B")
    line("Leads a team of nine and answers for budgets and safety.")
    line(f"{person.earlier_title}, {person.employer}, 2019 to 2022", style="B", space_above=2)
    line("Built the group's first test field.")
    line(f"Trainee, {person.earlier_employer}, 2016 to 2019", style="B", space_above=2)
    line("Rotated through four departments.")
    heading("Skills")
    for group, skills in person.skills.items():
        line(f"{group}: {', '.join(skills)}")
    heading("Projects")
    for index, project in enumerate(person.projects):
        line(project, style="B", space_above=2 * index)
        line(("Won a regional award.", "Ended ahead of time.")[index])
    return bytes(document.output())
