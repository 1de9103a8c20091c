"""Record an episode's pages: Playwright trace, video, and network traffic."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from webproctor.core.actions import Action
from webproctor.environments.browser.devtools import Channel, DevToolsError
from webproctor.environments.browser.video import VideoRecorder, load_av

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

Kind = Literal["trace", "video", "har"]
TRACE, VIDEO, HAR = "trace.zip", "video.webm", "network.har"
RECORDINGS = "recordings"
"""Name of the folder for recordings in a run folder."""
TRANSCRIPT = "transcript.jsonl"
"""Name of the file with the transcript of an agent's program, which is kept with the recordings."""
# Timeouts in seconds for adding a page's state to a trace, and for starting or writing a trace.
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
        video: VideoRecorder | None = None,
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
        """Remove the frames so far, which are not needed. Writing them would take time."""
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
