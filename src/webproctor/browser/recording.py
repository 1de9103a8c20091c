"""Recordings of an episode's pages: a Playwright trace, a film, the network's traffic."""

import asyncio
import base64
import contextlib
import io
import time
from collections.abc import AsyncIterator
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as PlaywrightPage

from webproctor.actions import Action
from webproctor.browser.devtools import Channel, DevToolsError
from webproctor.errors import UserError

Kind = Literal["trace", "video", "har"]
TRACE, VIDEO, HAR = "trace.zip", "video.webm", "network.har"
# Pictures that a film has of each second at most, and their quality as JPEG.
_RATE = 12
_QUALITY = 70
# How long the last picture stays, in seconds.
_LAST = 1.0
# Seconds that a page may take to be kept in a trace.
_LOOK = 5


@dataclass(frozen=True)
class Recording:
    """What is to be recorded of the pages that are opened now.

    Attributes:
        folder: Where the files go.
        kinds: Which.
    """

    folder: Path
    kinds: frozenset[Kind]

    def context(self) -> dict[str, Any]:
        """What a browser context must be made with."""
        if "har" not in self.kinds:
            return {}
        return {"record_har_path": self.folder / HAR, "record_har_content": "embed"}

    def below(self, name: str) -> "Recording":
        """The same in a folder within this one, whose name is made one that can be a folder's."""
        plain = "".join(c if c.isalnum() or c in "-_" else "-" for c in name)
        return replace(self, folder=self.folder / plain)

    def files(self) -> dict[str, Path]:
        """What there is in the folder, by kind."""
        there = {"trace": TRACE, "video": VIDEO, "har": HAR}
        return {
            kind: self.folder / name
            for kind, name in there.items()
            if (self.folder / name).is_file()
        }

    @contextlib.asynccontextmanager
    async def of(self, context: BrowserContext) -> AsyncIterator["Recorder"]:
        """Record a context while the block runs; its pages are added to what is given."""
        if not self.kinds:
            yield Recorder()
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        if "trace" in self.kinds:
            await context.tracing.start(screenshots=True, snapshots=True)
        film = Film() if "video" in self.kinds else None
        try:
            yield Recorder(film, context if "trace" in self.kinds else None)
        finally:
            if "trace" in self.kinds:
                with contextlib.suppress(PlaywrightError):  # Of a browser that died.
                    await context.tracing.stop(path=self.folder / TRACE)
            if film is not None:
                await asyncio.to_thread(film.write, self.folder / VIDEO)


_wanted: ContextVar[Recording | None] = ContextVar("recording", default=None)


def record(recording: Recording) -> None:
    """Have all pages recorded that are opened from now on, in this task and those it starts.

    Raises:
        UserError: If something is not installed.
    """
    if "video" in recording.kinds:
        load_av()
    _wanted.set(recording)


def wanted() -> Recording:
    """What is to be recorded now."""
    return _wanted.get() or Recording(Path(), frozenset())


class Recorder:
    """Records pages of one context.

    Args:
        film: What has their pictures, if a film is made.
        traced: The context, if it is traced.
    """

    def __init__(self, film: "Film | None" = None, traced: BrowserContext | None = None) -> None:
        self._film = film
        self._traced = traced

    async def add(self, channel: Channel) -> None:
        """Begin with a page.

        Raises:
            DevToolsError: If the page is gone.
        """
        if self._film is not None:
            await self._film.add(channel)

    @contextlib.asynccontextmanager
    async def step(self, page: PlaywrightPage, action: Action) -> AsyncIterator[None]:
        """An action, as a group of a trace, with the page before and after it.

        Our own input does not go through Playwright, which so knows nothing of it; what it is asked
        here makes it keep the page.
        """
        if self._traced is None:
            yield
            return
        told = action.call()
        given = ", ".join(f"{name}={value!r}" for name, value in told["arguments"].items() if value)
        # A page that has gone, or does not answer, is met elsewhere.
        with contextlib.suppress(PlaywrightError):
            await self._traced.tracing.group(f"{told['name']}({given})")
        await _look(page)
        try:
            yield
        finally:
            await _look(page)
            with contextlib.suppress(PlaywrightError):
                await self._traced.tracing.group_end()


async def _look(page: PlaywrightPage) -> None:
    with contextlib.suppress(PlaywrightError, TimeoutError):
        async with asyncio.timeout(_LOOK):
            await page.evaluate("'as it is'")


class Film:
    """Pictures of pages as they change, whichever of them it is."""

    def __init__(self) -> None:
        self._frames: list[tuple[float, bytes]] = []
        self._asked: set[asyncio.Task[None]] = set()

    async def add(self, channel: Channel) -> None:
        """Begin to film a page.

        Raises:
            DevToolsError: If the page is gone.
        """

        def keep(event: dict[str, Any]) -> None:
            now = time.monotonic()
            if not self._frames or now - self._frames[-1][0] >= 1 / _RATE:
                self._frames.append((now, base64.b64decode(event["data"])))
            else:  # The newest of pictures that follow closely is what there is to be seen.
                self._frames[-1] = (self._frames[-1][0], base64.b64decode(event["data"]))
            task = asyncio.ensure_future(seen(event["sessionId"]))
            self._asked.add(task)
            task.add_done_callback(self._asked.discard)

        async def seen(number: int) -> None:
            with contextlib.suppress(DevToolsError):  # The page has gone meanwhile.
                await channel.send("Page.screencastFrameAck", {"sessionId": number})

        channel.on("Page.screencastFrame", keep)
        await channel.send("Page.startScreencast", {"format": "jpeg", "quality": _QUALITY})

    def write(self, path: Path) -> None:
        """Write the pictures as WebM (VP8), each shown as long as it was to be seen."""
        from PIL import Image

        av = load_av()
        if not self._frames:
            return
        began = self._frames[0][0]
        frames = [*self._frames, (self._frames[-1][0] + _LAST, self._frames[-1][1])]
        with Image.open(io.BytesIO(frames[0][1])) as first:
            width, height = (side - side % 2 for side in first.size)
        with av.open(str(path), "w") as out:
            stream = out.add_stream("libvpx", rate=1000)
            stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
            stream.options = {"deadline": "realtime", "cpu-used": "8", "crf": "24", "b": "2M"}
            for at, jpeg in frames:
                with Image.open(io.BytesIO(jpeg)) as picture:
                    shown = picture.convert("RGB").resize((width, height))
                frame = av.VideoFrame.from_image(shown)
                frame.pts = round((at - began) * 1000)
                out.mux(stream.encode(frame))
            out.mux(stream.encode())


def load_av() -> Any:
    """PyAV, which writes films.

    Raises:
        UserError: If it is not installed.
    """
    try:
        import av  # pyright: ignore[reportMissingImports]
    except ModuleNotFoundError as error:
        raise UserError("films need PyAV: pip install 'webproctor[video]'.") from error
    return av
