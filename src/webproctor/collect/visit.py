"""Pages: a function answers a visit of a person, inside one transaction of the database."""

import hmac
import inspect
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from webproctor.collect import links
from webproctor.collect.bodies import read_body
from webproctor.collect.refusals import Refused, not_found
from webproctor.collect.store import Person, Role, Store, Table, storable

Row = TypeVar("Row", bound=Table)
Handler = Callable[["Visit"], Response | Awaitable[Response]]
FORM_BYTES = 256 * 1024
"""Maximum size of the body of a request, unless the page allows more."""


@dataclass(frozen=True)
class Page:
    """A page, or an address that forms are sent to.

    Attributes:
        path: The path in Starlette's notation, such as `/websites/{website:number}`; `number` is
            that of `webproctor.environments.numbers`.
        answer: The function that answers. A plain function runs in a thread and in a transaction,
            `visit.db`: for `GET` one that reads, for others one that is committed before the answer
            is sent. An `async` function runs in the event loop, without a transaction; it opens its
            own by `visit.site.store`, in a thread.
        roles: The roles that may see it; others get status 403.
        method: `GET`, or `POST`, `PUT` or `DELETE` for what changes something.
        max_bytes: Maximum size of the request's body; larger ones get status 413.
    """

    path: str
    answer: Handler
    roles: Sequence[Role]
    method: Literal["GET", "POST", "PUT", "DELETE"] = "GET"
    max_bytes: int = FORM_BYTES


@dataclass(frozen=True)
class Site:
    """What the answers to all requests need.

    Attributes:
        store: The database and the folder for files.
        cookie: The name of the cookie with the person's token.
        secure: Whether the cookie is only sent over HTTPS.
        render: Renders a template by its name, with the given values.
    """

    store: Store
    cookie: str
    secure: bool
    render: Callable[..., str]


@dataclass
class Visit:
    """A request of a person.

    Attributes:
        site: The application: its store, tools and templates.
        request: The request.
        person: The person, by the link they entered with.
        form: The fields of a form.
        body: The body of a request that is not a form.
    """

    site: Site
    request: Request
    person: Person
    form: FormData = field(default_factory=FormData)
    body: bytes = b""
    _db: Session | None = None

    @classmethod
    def enter(
        cls, session: Session, site: Site, request: Request, token: str, roles: Sequence[Role]
    ) -> "Visit":
        """Return the visit of the person whose token a request has.

        Raises:
            Refused: If the token is not valid, or the person has another role.
        """
        person = links.find(session, site.store.key, token).person
        if person.role not in roles:
            raise Refused(
                403, "Not for your role", f"You are {links.with_article(person.role)} here."
            )
        return cls(site, request, person, _db=session)

    @property
    def db(self) -> Session:
        """The transaction of the request; not in `async` functions."""
        assert self._db is not None, "an async function opens its own transaction"
        return self._db

    def within(self, session: Session) -> "Visit":
        """Return the visit with a transaction that an `async` function has opened."""
        return replace(self, _db=session)

    @property
    def csrf(self) -> str:
        """The token that every form of the person contains as the field `csrf`."""
        return _csrf(self.site.store, self.person)

    def number(self, name: str) -> int:
        """Return a number of the path."""
        return int(self.request.path_params[name])

    def text(self, name: str) -> str:
        """Return a text field of the form without surrounding spaces, "" if it is absent.

        Characters that no database stores are replaced.
        """
        value = self.form.get(name, "")
        if isinstance(value, UploadFile):
            raise Refused(400, "This form is not valid", f"The field {name} is not a file.")
        return storable(value).replace("\r\n", "\n").strip()

    def upload(self, name: str) -> UploadFile:
        """Return a file of the form.

        Raises:
            Refused: If none was chosen.
        """
        value = self.form.get(name)
        if not isinstance(value, UploadFile) or not value.filename:
            raise Refused(400, "No file was chosen", "Go back and choose a file.")
        return value

    def json(self) -> Any:
        """Return the JSON value of the body.

        Raises:
            Refused: If it is not JSON.
        """
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError) as error:
            raise Refused(400, "This request is not valid", "Its body is not JSON.") from error

    def row(self, table: type[Row], id: int, *, own: bool = False, lock: bool = False) -> Row:
        """Return a row by its id.

        Args:
            own: Whether the row must belong to the person, by its column `person_id`.
            lock: Whether other transactions that lock the row wait until this one ends.

        Raises:
            Refused: With status 404, if there is none.
        """
        # An id of a path can be larger than what a column holds.
        row = self.db.get(table, id, with_for_update=lock) if id < 2**31 else None
        if row is None or (own and getattr(row, "person_id", None) != self.person.id):
            raise not_found()
        return row

    def render(self, template: str, status: int = 200, **values: Any) -> Response:
        """Return a page from a template, which also gets the `visit`."""
        return HTMLResponse(self.site.render(template, visit=self, **values), status)

    def redirect(self, path: str) -> Response:
        """Return the answer to an accepted form: the browser opens another page."""
        return RedirectResponse(path, 303)

    def download(self, name: str, content: str | bytes, media_type: str) -> Response:
        """Return a file that the browser saves."""
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type=media_type, headers=headers)


async def answer(page: Page, site: Site, request: Request) -> Response:
    """Return the answer of a page to a request.

    The person is checked before the body is read, and the body is read only up to the page's limit.
    """
    token = request.cookies.get(site.cookie, "")

    def enter(session: Session) -> Visit:
        return Visit.enter(session, site, request, token, page.roles)

    def call(visit: Visit) -> Response:
        response = page.answer(visit)
        assert isinstance(response, Response)
        return response

    def read() -> Response:
        with site.store.reading() as session:
            return call(enter(session))

    def check() -> Person:
        with site.store.reading() as session:
            return enter(session).person

    is_async = inspect.iscoroutinefunction(page.answer)
    if page.method == "GET" and not is_async:
        return await run_in_threadpool(read)
    person = await run_in_threadpool(check)
    if page.method == "GET":
        return await page.answer(Visit(site, request, person))  # type: ignore[misc]
    async with read_body(request, page.max_bytes) as (form, body):
        csrf_token = form.get("csrf") or request.headers.get("x-csrf-token", "")
        _check_csrf(csrf_token, site.store, person)

        def write() -> Response:
            with site.store.writing() as session:
                visit = enter(session)
                visit.form, visit.body = form, body
                return call(visit)

        if is_async:
            return await page.answer(Visit(site, request, person, form, body))  # type: ignore[misc]
        return await run_in_threadpool(write)


def _csrf(store: Store, person: Person) -> str:
    return links.sign(store.key, f"form {person.id}")


def _check_csrf(submitted: Any, store: Store, person: Person) -> None:
    token = submitted if isinstance(submitted, str) else ""
    if not hmac.compare_digest(token.encode(errors="replace"), _csrf(store, person).encode()):
        raise Refused(
            403,
            "This form is out of date",
            "It was opened with another link, or sent by another site. Go back, load the page "
            "again, and send it again.",
        )
