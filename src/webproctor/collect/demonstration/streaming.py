"""Stream a session's page to its annotator, and the annotator's input to the page."""

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from webproctor.core.errors import UserError
from webproctor.environments.browser import Page, keyboard, mouse
from webproctor.environments.browser.devtools import Channel, DevToolsError
from webproctor.environments.browser.session import WebSession

_QUALITY = 70
Coordinate = Annotated[float, Field(ge=0, le=10_000)]


class _Input(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Mouse(_Input):
    """A mouse event at a point of the viewport, in CSS pixels."""

    kind: Literal["move", "down", "up"]
    x: Coordinate
    y: Coordinate


class Wheel(_Input):
    """A turn of the mouse wheel at a point, in pixels."""

    kind: Literal["wheel"]
    x: Coordinate
    y: Coordinate
    right: Annotated[float, Field(ge=-10_000, le=10_000)] = 0
    down: Annotated[float, Field(ge=-10_000, le=10_000)] = 0


class Key(_Input):
    """A key or a key combination, such as `Enter` or `Control+A`."""

    kind: Literal["key"]
    keys: Annotated[str, Field(min_length=1, max_length=50)]


class Text(_Input):
    """Text that was typed or pasted."""

    kind: Literal["text"]
    text: Annotated[str, Field(max_length=20_000)]


_INPUT: TypeAdapter[Mouse | Wheel | Key | Text] = TypeAdapter(
    Annotated[Mouse | Wheel | Key | Text, Field(discriminator="kind")]
)


async def send_input(session: WebSession, data: Any) -> None:
    """Send an annotator's input to the page, as JSON data of one of the classes above.

    Raises:
        UserError: If it is none of them, or there is no such key.
        SessionLost: If the page does not answer in time, or the browser died.
    """
    try:
        event = _INPUT.validate_python(data)
    except ValidationError as error:
        raise UserError(f"not an input event: {error.errors()[0]['msg']}.") from error
    page = session.page
    match event:
        case Mouse(kind="move"):
            await page.mouse(mouse.move(event.x, event.y, session.held_button))
        case Mouse(kind="down"):
            session.held_button = "left"
            await page.mouse(mouse.down(event.x, event.y))
        case Mouse():
            session.held_button = "none"
            await page.mouse(mouse.up(event.x, event.y))
        case Wheel():
            await page.mouse(mouse.wheel(event.x, event.y, event.right, event.down))
        case Key():
            try:
                pressed, released = keyboard.hold(event.keys)
            except KeyError as error:
                raise UserError(f"there is no key {error.args[0]!r}.") from error
            await page.keys([*pressed, *released])
        case Text():
            await page.insert(event.text)


class Frames:
    """The newest frame of the tab in front, as JPEG.

    Each tab is streamed over a DevTools session of its own, so that a video of it can be recorded
    at the same time.
    """

    def __init__(self, session: WebSession) -> None:
        self._session = session
        self._newest = b""
        self._changed = asyncio.Event()
        self._acknowledgements: set[asyncio.Task[None]] = set()
        self._page: Page | None = None
        self._channel: Channel | None = None

    async def next(self) -> bytes:
        """Wait for a frame that was not returned yet, and return it."""
        await self._changed.wait()
        self._changed.clear()
        return self._newest

    async def follow(self) -> None:
        """Stream the tab in front; called after each operation, as it may have opened one.

        Raises:
            DevToolsError: If the tab is gone.
        """
        page = self._session.page
        if page is self._page:
            return
        await self.stop()
        self._page = page
        self._channel = channel = await page.devtools.attach(page.target, page.channel)
        channel.on("Page.screencastFrame", lambda event: self._on_frame(channel, event))
        await channel.send("Page.startScreencast", {"format": "jpeg", "quality": _QUALITY})

    async def stop(self) -> None:
        """Stop streaming."""
        if self._channel is not None:
            with suppress(DevToolsError):  # The tab was closed.
                await self._channel.send("Page.stopScreencast")
        self._channel = None

    def _on_frame(self, channel: Channel, event: dict[str, Any]) -> None:
        if channel is not self._channel:
            return
        self._newest = base64.b64decode(event["data"])
        self._changed.set()
        # The browser sends the next frame after the answer: a slow annotator gets fewer frames.
        task = asyncio.ensure_future(_acknowledge(channel, event["sessionId"]))
        self._acknowledgements.add(task)
        task.add_done_callback(self._acknowledgements.discard)


@asynccontextmanager
async def frames(session: WebSession) -> AsyncIterator[Frames]:
    """Stream a session while the block runs.

    Raises:
        DevToolsError: If the tab is gone.
    """
    stream = Frames(session)
    await stream.follow()
    try:
        yield stream
    finally:
        await stream.stop()


async def _acknowledge(channel: Channel, session_id: int) -> None:
    with suppress(DevToolsError):  # The tab was closed meanwhile.
        await channel.send("Page.screencastFrameAck", {"sessionId": session_id})
