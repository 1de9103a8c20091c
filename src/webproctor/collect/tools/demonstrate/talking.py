"""The conversation between an annotator's page and its live session.

The page sends requests as JSON. The server sends the state as JSON whenever it changes, and frames
of the website as JPEG: the next one after the page has drawn the last one.
"""

import asyncio
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from webproctor.collect.demonstration.steps import Operation
from webproctor.collect.demonstration.streaming import Coordinate, Frames, frames
from webproctor.collect.refusals import Refused
from webproctor.collect.sockets import Connection, Talk, first
from webproctor.collect.store import Store
from webproctor.collect.tools.demonstrate.files import folder
from webproctor.collect.tools.demonstrate.live import LiveSession
from webproctor.collect.tools.demonstrate.sessions import Sessions
from webproctor.collect.tools.demonstrate.tables import Demonstration
from webproctor.collect.visit import Visit
from webproctor.core.errors import UserError
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.devtools import DevToolsError
from webproctor.environments.browser.session import WebSession

# Names of pages can have any length.
_LONGEST, _MOST_OPTIONS = 200, 1000


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Input(_Request):
    do: Literal["input"]
    event: dict[str, Any]


class _Select(_Request):
    do: Literal["select"]
    x: Coordinate
    y: Coordinate


class _Perform(_Request):
    do: Literal["perform"]
    op: Operation
    value: str = Field(default="", max_length=20_000)
    option: int | None = None
    fake: bool = False


class _Plain(_Request):
    do: Literal["back", "start", "resume", "ignore", "undo", "drawn"]


_REQUEST: TypeAdapter[_Input | _Select | _Perform | _Plain] = TypeAdapter(
    Annotated[_Input | _Select | _Perform | _Plain, Field(discriminator="do")]
)


def opening(store: Store, sessions: Sessions, visit: Visit) -> Talk:
    """Return the conversation about a demonstration of the person.

    Raises:
        Refused: If there is none, or it is not open.
    """
    row = visit.row(Demonstration, visit.number("demonstration"), own=True)
    if row.state != "open":
        raise Refused(409, "Already submitted", "This demonstration cannot be changed.")
    id, url, where = row.id, row.task.url, folder(store, row)

    async def talk(connection: Connection) -> None:
        with sessions.viewed(id, where, url) as session:
            if session.phase == "closed" and not session.steps:
                session.begin(session.resume)
            drawn = asyncio.Event()
            await first(
                _listen(connection, session, drawn),
                _tell(connection, session),
                _show(connection, session, drawn),
            )

    return talk


async def _listen(connection: Connection, session: LiveSession, drawn: asyncio.Event) -> None:
    while True:
        try:
            request = _REQUEST.validate_python(await connection.receive())
        except ValidationError as error:
            raise UserError(f"Not a request: {error.errors()[0]['msg']}.") from error
        match request:
            case _Input(event=event):
                await session.input(event)
            case _Plain(do="drawn"):
                drawn.set()
            case _Select(x=x, y=y):
                session.begin(lambda x=x, y=y: session.select(x, y))
            case _Perform():
                session.begin(
                    lambda one=request: session.perform(one.op, one.value, one.option, one.fake)
                )
            case _Plain(do=do):
                works = {
                    "back": session.back,
                    "start": session.start,
                    "resume": session.resume,
                    "ignore": session.ignore,
                    "undo": session.undo,
                }
                session.begin(works[do])


async def _tell(connection: Connection, session: LiveSession) -> None:
    while True:
        changing = session.changing
        await connection.send(state(session))
        if session.ended:
            return
        await changing.wait()


async def _show(connection: Connection, session: LiveSession, drawn: asyncio.Event) -> None:
    while True:
        changing, web = session.changing, session.web
        if web is not None:
            try:
                async with frames(web) as shown:
                    await first(_send(connection, shown, drawn), _follow(session, web, shown))
            except (DevToolsError, SessionLost):
                if session.web is not web:
                    continue  # It was replaced or closed meanwhile.
            else:
                continue
        await changing.wait()


async def _send(connection: Connection, shown: Frames, drawn: asyncio.Event) -> None:
    while True:
        drawn.clear()
        await connection.send(await shown.next())
        await drawn.wait()


async def _follow(session: LiveSession, web: WebSession, shown: Frames) -> None:
    """Stream the tab in front until the session has another page."""
    while session.web is web:
        changing = session.changing
        await shown.follow()
        await changing.wait()


def state(session: LiveSession) -> dict[str, Any]:
    """Return what the panel shows, as JSON data. Texts of pages are data, never markup."""
    selected = None
    if session.selected is not None:
        target = session.selected.target
        selected = {
            "role": target.role[:_LONGEST],
            "name": target.name[:_LONGEST],
            "operations": target.operations,
            "options": [one[:_LONGEST] for one in target.options[:_MOST_OPTIONS]],
            "box": session.selected.box,
        }
    return {
        "phase": session.phase,
        "notice": session.notice,
        "busy": session.busy,
        "ended": session.ended,
        "steps": [step.repr for step in session.steps],
        "differs": session.differs,
        "selected": selected,
        "url": "" if session.web is None else session.web.page.url[:_LONGEST],
    }
