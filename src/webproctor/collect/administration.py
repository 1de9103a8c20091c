"""The administrator's page: links for people, and the progress of the tool."""

from starlette.responses import Response

from webproctor.collect import links
from webproctor.collect.refusals import Refused
from webproctor.collect.store import Link, now
from webproctor.collect.tool import MenuItem, Tool
from webproctor.collect.visit import Page, Visit
from webproctor.core.errors import UserError
from webproctor.environments.numbers import is_number

_ADMINISTRATOR = ("administrator",)
MENU = [MenuItem("/people", "People and progress", _ADMINISTRATOR)]
_ROLES = ("annotator", "verifier", "administrator")


def pages(tool: Tool) -> list[Page]:
    """Return the pages of the administrator."""

    def show(visit: Visit, fault: str = "", new_link: int = 0, status: int = 200) -> Response:
        key = visit.site.store.key
        rows = [
            (person, link, links.state(link), links.url(visit.db, key, link))
            for person, link in links.people(visit.db)
        ]
        return visit.render(
            "people.html",
            status,
            rows=rows,
            roles=_ROLES,
            days=links.DAYS,
            fault_text=fault,
            new_link=new_link,
            tables=tool.progress(visit.db),
        )

    def people(visit: Visit) -> Response:
        link_id = visit.request.query_params.get("made", "")
        return show(visit, new_link=int(link_id) if is_number(link_id) else 0)

    def make(visit: Visit) -> Response:
        role, days = visit.text("role"), visit.text("days")
        if role not in _ROLES:
            raise Refused(400, "This form is not valid", "Choose a role.")
        try:
            if not (days.isascii() and days.isdigit()):
                raise UserError("give the number of days.")
            link = links.make(visit.db, visit.text("name"), role, int(days[:9]))
        except UserError as error:
            return show(visit, str(error), status=422)
        return visit.redirect(f"/people?made={link.id}")

    def withdraw(visit: Visit) -> Response:
        link = visit.row(Link, visit.number("link"))
        link.withdrawn = link.withdrawn or now()
        return visit.redirect("/people")

    return [
        Page("/people", people, _ADMINISTRATOR),
        Page("/people", make, _ADMINISTRATOR, "POST"),
        Page("/links/{link:number}/withdraw", withdraw, _ADMINISTRATOR, "POST"),
    ]
