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
_GROUPS = {
    "Methods": ("Fault tree analysis", "Design reviews", "Field surveys", "Bayesian estimation"),
    "Tools": ("Finite element solvers", "Survey drones", "Version control", "Laser scanners"),
    "Languages": ("Portuguese", "Swedish", "Arabic", "Korean"),
    "Interests": ("Glider flying", "Choir singing", "Chess problems", "Beekeeping"),
}
_PROJECTS = ("Harbour Light", "Quiet Bridge", "Second Spring", "Paper Moon", "Long Meadow")


@dataclass(frozen=True)
class Resume:
    """The content of the document; `facts` has the values that the form asks for."""

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
    def skills_groups(self) -> list[str]:
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
            **{f"skill-{n}": self.skills[group][0] for n, group in enumerate(self.skills_groups)},
            "project": self.projects[0],
        }


def resume(random: Random) -> Resume:
    """Generate the résumé of a fictional person."""
    first, last, city = random.choice(_FIRST), random.choice(_LAST), random.choice(_CITIES)
    firm, earlier_firm = random.sample(_FIRMS, 2)
    title, earlier = random.sample(_TITLES, 2)
    field, other = random.sample(_FIELDS, 2)
    host = firm.split()[0].lower()
    one, two = random.sample(_PROJECTS, 2)
    return Resume(
        name=f"{first} {last}",
        email=f"{first}.{last}{random.randint(2, 99)}@{host}.example".lower(),
        phone=f"({random.randint(201, 989)}) 555-{random.randint(100, 199):04}",
        city=city,
        degree=f"{random.choice(('Bachelor', 'Master'))} of Science in {field}",
        university=f"University of {random.choice([one for one in _CITIES if one != city])}",
        academy=f"{city} Academy",
        certificate=f"Certificate in {other}",
        employer=firm,
        title=title,
        earlier_title=earlier,
        earlier_employer=earlier_firm,
        skills={group: tuple(random.sample(some, 3)) for group, some in _GROUPS.items()},
        projects=(f"Project {one}", f"Project {two}"),
    )


def pdf(person: Resume) -> bytes:
    """Return the résumé as a PDF of one A4 page with selectable text."""
    # Imported here, as all games are imported to list them.
    from fpdf import FPDF
    from fpdf.enums import XPos, YPos

    sheet = FPDF(format="A4")
    sheet.set_creation_date(datetime(2031, 1, 1, tzinfo=UTC))
    sheet.set_title(f"Resume of {person.name}")
    sheet.set_margin(20)
    sheet.add_page()

    def line(text: str, size: float = 11, style: str = "", above: float = 0) -> None:
        sheet.set_y(sheet.get_y() + above)
        sheet.set_font("Helvetica", style, size)
        sheet.cell(0, size * 0.55, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def heading(text: str) -> None:
        sheet.set_text_color(47, 85, 212)
        line(text, 13, "B", above=5)
        sheet.set_text_color(28, 35, 51)
        sheet.set_y(sheet.get_y() + 1)

    line(person.name, 24, "B")
    line(f"{person.city} | {person.email} | {person.phone}")
    heading("Education")
    line(f"{person.certificate}, {person.academy}, 2024", style="B")
    line("Evening course, 40 hours")
    line(f"{person.degree}, {person.university}, 2016", style="B", above=2)
    line("With distinction")
    heading("Experience")
    line(f"{person.title}, {person.employer}, 2022 to present", style="B")
    line("Leads a team of nine and answers for budgets and safety.")
    line(f"{person.earlier_title}, {person.employer}, 2019 to 2022", style="B", above=2)
    line("Built the group's first test field.")
    line(f"Trainee, {person.earlier_employer}, 2016 to 2019", style="B", above=2)
    line("Rotated through four departments.")
    heading("Skills")
    for group, skills in person.skills.items():
        line(f"{group}: {', '.join(skills)}")
    heading("Projects")
    for number, project in enumerate(person.projects):
        line(project, style="B", above=2 * number)
        line(("Won a regional award.", "Ended ahead of time.")[number])
    return bytes(sheet.output())
