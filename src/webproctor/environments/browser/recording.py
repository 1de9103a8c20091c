"""Record an episode's pages: Playwright trace, video, and network traffic."""

import asyncio
import base64
import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from PIL import Image

from webproctor.core.actions import Action
from webproctor.core.errors import UserError
from webproctor.environments.browser.devtools import Channel, DevToolsError
from webproctor.files.pictures import decode_picture

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

Kind = Literal["trace", "video", "har"]
TRACE, VIDEO, HAR = "trace.zip", "video.webm", "network.har"
RECORDINGS = "recordings"
"""Name of the folder for recordings in a run folder."""
TRANSCRIPT = "transcript.jsonl"
"""Name of the file with the transcript of an agent's program, which is kept with the recordings."""
# Maximum frame rate of a video, and the JPEG quality of its frames.
_MAX_FRAME_RATE = 12
_QUALITY = 70
# How long the last frame is shown, in seconds.
_LAST_FRAME_SECONDS = 1.0
# Timeouts in seconds for adding a page's state to a recording, and for starting or writing a trace.
_CAPTURE_TIMEOUT = 5
_TRACE_TIMEOUT = 120


@dataclass(frozen=True)
class Recording:
    """What to record of pages.

    Attributes:
        folder: The folder for the files; None if nothing is kept.
        kinds: The kinds of recordings; none without a folder.
    """

    folder: Path | None
    kinds: frozenset[Kind]

    def __post_init__(self) -> None:
        assert self.folder is not None or not self.kinds

    @property
    def needs_playwright(self) -> bool:
        """Whether Playwright records; it must then have created the context."""
        return not self.kinds.isdisjoint(("trace", "har"))

    def context_options(self) -> dict[str, Any]:
        """Return the options of Playwright for creating the browser context."""
        if "har" not in self.kinds:
            return {}
        return {"record_har_path": self._path(HAR), "record_har_content": "embed"}

    def subfolder(self, name: str) -> "Recording":
        """Return the same settings for a subfolder; `name` is converted to a valid folder name."""
        if self.folder is None:
            return self
        plain = "".join(c if c.isalnum() or c in "-_" else "-" for c in name)
        return replace(self, folder=self.folder / plain)

    def files(self) -> dict[str, Path]:
        """Return the existing files in the folder, by kind."""
        names = {"trace": TRACE, "video": VIDEO, "har": HAR, "transcript": TRANSCRIPT}
        paths = {kind: self._path(name) for kind, name in names.items()}
        return {kind: path for kind, path in paths.items() if path.is_file()}

    def _path(self, name: str) -> Path:
        assert self.folder is not None
        return self.folder / name

    @contextlib.asynccontextmanager
    async def start(self, context: "BrowserContext | None") -> AsyncIterator["PageRecorder"]:
        """Record a context while the block runs; add its pages to the recorder.

        Args:
            context: The context, if Playwright has created it.
        """
        if not self.kinds:
            yield PageRecorder()
            return
        assert self.folder is not None
        self.folder.mkdir(parents=True, exist_ok=True)
        traced_context = context if "trace" in self.kinds else None
        if traced_context is not None:
            async with asyncio.timeout(_TRACE_TIMEOUT):
                await traced_context.tracing.start(screenshots=True, snapshots=True)
        video = VideoRecorder() if "video" in self.kinds else None
        try:
            yield PageRecorder(video, traced_context, context)
        finally:
            if traced_context is not None:
                # The browser died, or does not respond.
                with driver_may_fail():
                    async with asyncio.timeout(_TRACE_TIMEOUT):
                        await traced_context.tracing.stop(path=self._path(TRACE))
            if video is not None:
                await video.finish()
                await asyncio.to_thread(video.write, self._path(VIDEO))


_current_recording: ContextVar[Recording | None] = ContextVar("recording", default=None)


def record(recording: Recording) -> None:
    """Record all pages opened from now on by this asyncio task and its child tasks.

    Raises:
        UserError: If a required package is not installed.
    """
    if "video" in recording.kinds:
        load_av()
    _current_recording.set(recording)


def current_recording() -> Recording:
    """Return the current recording settings."""
    return _current_recording.get() or Recording(None, frozenset())


class PageRecorder:
    """Records the pages of one context.

    Args:
        video: The video, if one is recorded.
        traced_context: The context, if a trace is recorded.
        context: The context, if Playwright has created it.
    """

    def __init__(
        self,
        video: "VideoRecorder | None" = None,
        traced_context: "BrowserContext | None" = None,
        context: "BrowserContext | None" = None,
    ) -> None:
        self._video = video
        self._traced_context = traced_context
        self._context = context

    async def add(self, channel: Channel) -> None:
        """Start recording a page.

        Raises:
            DevToolsError: If the page is gone.
        """
        if self._video is not None:
            await self._video.add(channel)

    def drop_video(self) -> None:
        """Forget the video so far, as it is not needed: writing it takes time."""
        if self._video is not None:
            self._video.clear()

    @contextlib.asynccontextmanager
    async def step(self, action: Action) -> AsyncIterator[None]:
        """Record an action as a group of the trace, with the page before and after it.

        Input is not sent through Playwright, so the trace does not contain it. Evaluating an
        expression before and after makes Playwright store the page.
        """
        if self._traced_context is None:
            yield
            return
        call = action.call()
        arguments = ", ".join(
            f"{name}={value!r}" for name, value in call["arguments"].items() if value
        )
        # A page that is closed or does not respond is handled elsewhere.
        with driver_may_fail():
            async with asyncio.timeout(_CAPTURE_TIMEOUT):
                await self._traced_context.tracing.group(f"{call['name']}({arguments})")
        await _snapshot_pages(self._traced_context)
        try:
            yield
        finally:
            await _snapshot_pages(self._traced_context)
            with driver_may_fail():
                async with asyncio.timeout(_CAPTURE_TIMEOUT):
                    await self._traced_context.tracing.group_end()

    async def storage(self) -> Any:
        """Return the cookies and the local storage of the context, as Playwright stores them.

        Only if a trace or the network traffic is recorded.

        Raises:
            DevToolsError: If the browser died.
        """
        from playwright.async_api import Error

        assert self._context is not None
        try:
            return await self._context.storage_state()
        except Error as error:
            raise DevToolsError(error.message) from error


@contextlib.contextmanager
def driver_may_fail() -> Iterator[None]:
    """Ignore errors of Playwright, and timeouts, in the block."""
    from playwright.async_api import Error

    with contextlib.suppress(Error, TimeoutError):
        yield


async def _snapshot_pages(context: "BrowserContext") -> None:
    with driver_may_fail():
        async with asyncio.timeout(_CAPTURE_TIMEOUT):
            await asyncio.gather(*(page.evaluate("'as it is'") for page in context.pages))


class VideoRecorder:
    """A video of the pages of one context, from screenshots taken when they change."""

    def __init__(self) -> None:
        self._frames: list[tuple[float, bytes]] = []
        self._acknowledging: set[asyncio.Task[None]] = set()
        self._last_channel: Channel | None = None

    async def add(self, channel: Channel) -> None:
        """Start recording a page.

        Raises:
            DevToolsError: If the page is gone.
        """

        def on_frame(event: dict[str, Any]) -> None:
            self._add_frame(channel, event["data"])
            task = asyncio.ensure_future(acknowledge(event["sessionId"]))
            self._acknowledging.add(task)
            task.add_done_callback(self._acknowledging.discard)

        async def acknowledge(number: int) -> None:
            with contextlib.suppress(DevToolsError):  # The page was closed meanwhile.
                await channel.send("Page.screencastFrameAck", {"sessionId": number})

        self._last_channel = self._last_channel or channel
        channel.on("Page.screencastFrame", on_frame)
        await channel.send("Page.startScreencast", {"format": "jpeg", "quality": _QUALITY})

    def _add_frame(self, channel: Channel, jpeg: str) -> None:
        """Add a frame of a page; above the frame rate, it replaces the last one."""
        self._last_channel, now = channel, time.monotonic()
        if not self._frames or now - self._frames[-1][0] >= 1 / _MAX_FRAME_RATE:
            self._frames.append((now, base64.b64decode(jpeg)))
        else:
            self._frames[-1] = (self._frames[-1][0], base64.b64decode(jpeg))

    def clear(self) -> None:
        """Remove the frames so far."""
        self._last_channel = None
        self._frames.clear()

    async def finish(self) -> None:
        """Add the page's final state, of which the browser may not have sent a frame yet.

        It is the page of the last frame. A page that is gone or does not respond is left as it is.
        """
        if self._last_channel is None:
            return
        with contextlib.suppress(DevToolsError, TimeoutError):
            async with asyncio.timeout(_CAPTURE_TIMEOUT):
                options = {"format": "jpeg", "quality": _QUALITY}
                answer = await self._last_channel.send("Page.captureScreenshot", options)
                self._add_frame(self._last_channel, answer["data"])

    def write(self, path: Path) -> None:
        """Write the frames as WebM (VP8), each shown until the next one was recorded."""
        av = load_av()
        if not self._frames:
            return
        started_at = self._frames[0][0]
        frames = [*self._frames, (self._frames[-1][0] + _LAST_FRAME_SECONDS, self._frames[-1][1])]
        first_picture = next((picture for _, jpeg in frames if (picture := _picture(jpeg))), None)
        if first_picture is None:
            return
        width, height = (side - side % 2 for side in first_picture.size)
        with av.open(str(path), "w") as out:
            stream = out.add_stream("libvpx", rate=1000)
            stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
            stream.options = {"deadline": "realtime", "cpu-used": "8", "crf": "24", "b": "2M"}
            for timestamp, jpeg in frames:
                if (picture := _picture(jpeg)) is None:
                    continue
                frame = av.VideoFrame.from_image(picture.resize((width, height)))
                frame.pts = round((timestamp - started_at) * 1000)
                out.mux(stream.encode(frame))
            out.mux(stream.encode())


def _picture(jpeg: bytes) -> Image.Image | None:
    """Decode a frame; None if the browser sent a damaged one, which is left out."""
    try:
        return decode_picture(jpeg, "a video frame")
    except UserError:
        return None


def load_av() -> Any:
    """Import PyAV, which writes videos.

    Raises:
        UserError: If it is not installed.
    """
    try:
        import av  # pyright: ignore[reportMissingImports]
    except ModuleNotFoundError as error:
        raise UserError("Videos require PyAV: pip install 'webproctor[video]'.") from error
    return av
