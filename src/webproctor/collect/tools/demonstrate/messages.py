"""Messages between an annotator's page and its live session.

The page sends requests as JSON. The server sends the state as JSON whenever it changes, and frames
of the website as JPEG: the next one after the page has drawn the last one.
"""

import asyncio
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from webproctor.collect.demonstration.steps import Operation
from webproctor.collect.demonstration.streaming import Coordinate, Frames, frames
from webproctor.collect.refusals import Refused
from webproctor.collect.sockets import Connection, ConnectionHandler, first
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
_MAX_TEXT, _MAX_OPTIONS = 200, 1000


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Input(_Request):
    do: Literal["input"]
    event: dict[str, Any]


class _Select(_Request):
    do: Literal["select"]
    x: Coordinate
    y: Coordinate


class _SelectNext(_Request):
    do: Literal["select next"]
    step: Literal[1, -1]


class _Perform(_Request):
    do: Literal["perform"]
    op: Operation
    value: str = Field(default="", max_length=20_000)
    option: int | None = None
    fake: bool = False


class _Command(_Request):
    do: Literal["back", "start", "resume", "ignore", "undo", "drawn"]


_REQUEST: TypeAdapter[_Input | _Select | _SelectNext | _Perform | _Command] = TypeAdapter(
    Annotated[_Input | _Select | _SelectNext | _Perform | _Command, Field(discriminator="do")]
)


def conversation(store: Store, sessions: Sessions, visit: Visit) -> ConnectionHandler:
    """Return the connection handler of a person's demonstration.

    Raises:
        Refused: If the demonstration does not exist, or is not open.
    """
    row = visit.row(Demonstration, visit.number("demonstration"), own=True)
    if row.state != "open":
        raise Refused(409, "Already submitted", "This demonstration cannot be changed.")
    id, url, path = row.id, row.task.url, folder(store, row)

    async def handle(connection: Connection) -> None:
        with sessions.viewed(id, path, url) as session:
            if session.phase == "closed" and not session.steps:
                session.begin(session.resume)
            drawn = asyncio.Event()
            await first(
                _handle_requests(connection, session, drawn),
                _send_states(connection, session),
                _stream(connection, session, drawn),
            )

    return handle


async def _handle_requests(
    connection: Connection, session: LiveSession, drawn: asyncio.Event
) -> None:
    while True:
        try:
            request = _REQUEST.validate_python(await connection.receive())
        except ValidationError as error:
            raise UserError(f"Not a request: {error.errors()[0]['msg']}.") from error
        match request:
            case _Input(event=event):
                await session.input(event)
            case _Command(do="drawn"):
                drawn.set()
            case _Select(x=x, y=y):
                session.begin(lambda x=x, y=y: session.select(x, y))
            case _SelectNext(step=step):
                session.begin(lambda step=step: session.select_next(step))
            case _Perform():
                session.begin(
                    lambda request=request: session.perform(
                        request.op, request.value, request.option, request.fake
                    )
                )
            case _Command(do=do):
                handlers = {
                    "back": session.back,
                    "start": session.start,
                    "resume": session.resume,
                    "ignore": session.ignore,
                    "undo": session.undo,
                }
                session.begin(handlers[do])


async def _send_states(connection: Connection, session: LiveSession) -> None:
    while True:
        changed = session.changed
        await connection.send(state(session))
        if session.ended:
            return
        await changed.wait()


async def _stream(connection: Connection, session: LiveSession, drawn: asyncio.Event) -> None:
    while True:
        changed, web = session.changed, session.web
        if web is not None:
            try:
                async with frames(web) as stream:
                    await first(
                        _send_frames(connection, stream, drawn), _follow(session, web, stream)
                    )
            except (DevToolsError, SessionLost):
                if session.web is not web:
                    continue  # It was replaced or closed meanwhile.
            else:
                continue
        await changed.wait()


async def _send_frames(connection: Connection, stream: Frames, drawn: asyncio.Event) -> None:
    while True:
        drawn.clear()
        await connection.send(await stream.next())
        await drawn.wait()


async def _follow(session: LiveSession, web: WebSession, stream: Frames) -> None:
    """Stream the tab in front until the session has another page."""
    while session.web is web:
        changed = session.changed
        await stream.follow()
        await changed.wait()


def state(session: LiveSession) -> dict[str, Any]:
    """Return what the panel shows, as JSON data. Texts of pages are data, never markup."""
    selected = None
    if session.selected is not None:
        target = session.selected.target
        selected = {
            "role": target.role[:_MAX_TEXT],
            "name": target.name[:_MAX_TEXT],
            "operations": target.operations,
            "options": [option[:_MAX_TEXT] for option in target.options[:_MAX_OPTIONS]],
            "box": session.selected.box,
        }
    return {
        "phase": session.phase,
        "notice": session.notice,
        "busy": session.busy,
        "ended": session.ended,
        "steps": [step.repr for step in session.steps],
        "differs": session.failed_index,
        "selected": selected,
        "url": "" if session.web is None else session.web.page.url[:_MAX_TEXT],
    }
