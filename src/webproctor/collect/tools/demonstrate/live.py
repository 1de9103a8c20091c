"""A demonstration in a live page: exploration, steps, undo, and re-execution after a loss."""

import asyncio
import logging
import re
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from webproctor.collect.demonstration import dump, recordings
from webproctor.collect.demonstration.live import Performed, perform, pick
from webproctor.collect.demonstration.masking import Mask
from webproctor.collect.demonstration.replaying import execute
from webproctor.collect.demonstration.steps import Operation, Step, Target
from webproctor.collect.demonstration.streaming import send_input
from webproctor.core.errors import UserError
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Browser, Page
from webproctor.environments.browser.devtools import DETACHED, FAILED, DevToolsError
from webproctor.environments.browser.recording import Recording, record
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.tabs import Tab
from webproctor.environments.isolation import owned_folder

Phase = Literal["closed", "waiting", "opening", "exploring", "recording"]
Slot = Callable[["LiveSession"], AbstractAsyncContextManager[None]]
_LOG = logging.getLogger(__name__)
_LOST = (SessionLost, DevToolsError)
# Timeout in seconds for reading cookies and storage of a page that may hang.
_STORAGE = 30.0
_GO_ON = 'The steps so far are stored: "Go on" executes them again in a new page.'
_EXPLORE = '"Go on" opens the website again.'


@dataclass(frozen=True)
class Selected:
    """The element that the annotator selected.

    Attributes:
        target: The element.
        box: Left, top, width and height in the viewport, in CSS pixels.
    """

    target: Target
    box: tuple[float, float, float, float] | None


class LiveSession:
    """A demonstration, and the browser page in which it is made.

    `begin` runs a request of the annotator; while it runs, the session is busy and ignores others.

    Attributes:
        folder: The demonstration's folder.
        phase: `closed` without a page, `waiting` for a free browser, `opening` a page, `exploring`,
            or `recording` steps.
        web: The page, while exploring or recording.
        steps: The steps so far, with the texts that are masked in the files.
        differs: The index of the step that could not be executed again, if there is one.
        selected: The element for the next step.
        notice: What the annotator should know.
        busy: Whether a request is being handled.
        ended: Whether the demonstration was submitted or given back.
        viewers: Number of open connections of the annotator's browser.
        used: When the annotator last did something, by `time.monotonic`.
        changing: Set, and replaced by another event, when one of these changes.

    Args:
        url: The first page of the website.
        patterns: Texts to mask.
        idle: Seconds without a request after which the page is closed.
        slot: Waits until a browser is free, and takes it while the block runs.

    Raises:
        UserError: If a stored step is damaged.
    """

    def __init__(
        self,
        browser: Browser,
        slot: Slot,
        folder: Path,
        url: str,
        patterns: Sequence[re.Pattern[str]],
        idle: float,
    ) -> None:
        self.folder = folder
        self.phase: Phase = "closed"
        self.web: WebSession | None = None
        self.steps: list[Step] = dump.steps(folder)
        self.differs: int | None = None
        self.selected: Selected | None = None
        self.notice = _GO_ON if self.steps else ""
        self.busy = self.ended = False
        self.viewers = 0
        self.used = time.monotonic()
        self.changing = asyncio.Event()
        self._browser = browser
        self._slot = slot
        self._url = url
        self._patterns = patterns
        self._idle = idle
        self._mask = Mask(patterns)
        self._work: asyncio.Task[None] | None = None
        self._holding: asyncio.Task[None] | None = None
        self._release, self._lost = asyncio.Event(), asyncio.Event()
        # Whether the recordings of the page are stored when it is closed.
        self._kept = True

    def change(self, phase: Phase | None = None, notice: str | None = None) -> None:
        """Set what is given, and tell everyone who waits for `changing`."""
        self.phase = self.phase if phase is None else phase
        self.notice = self.notice if notice is None else notice
        told, self.changing = self.changing, asyncio.Event()
        told.set()

    # Requests of the annotator

    def begin(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run one of the requests below, unless another one is running."""
        self.used = time.monotonic()
        if self.busy or self.ended:
            return
        self.busy = True
        self.change(notice="")
        self._work = asyncio.create_task(self._run(work()))

    async def _run(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except UserError as error:
            self.notice = str(error)
        except _LOST as error:
            self._fail(f"The page was lost: {error}.")
        except asyncio.CancelledError:
            self._fail("")
        except Exception as error:  # noqa: BLE001 - nothing else handles a task's errors
            _LOG.error("a request of an annotator failed", exc_info=error)
            self._fail("The server had an error.")
        finally:
            self.busy = False
            self.change()

    async def input(self, event: Any) -> None:
        """Send an input event to the page: any while exploring, else only those that scroll."""
        self.used = time.monotonic()
        kind = event.get("kind") if isinstance(event, dict) else None
        web = self.web
        if web is None or self.busy or (self.phase == "recording" and kind != "wheel"):
            return
        tabs = len(web.tabs)
        try:
            await send_input(web, event)
            if kind in ("up", "key"):
                await web.opened()
                if len(web.tabs) > tabs:
                    await web.bring_to_front(web.tabs[-1])
                    self.change()
        except UserError as error:  # Keyboards have keys that the page's browser does not know.
            self.change(notice=str(error))
        except _LOST as error:
            self._fail(f"The page was lost: {error}.")
        if kind == "wheel" and self.selected is not None:
            self.selected = replace(self.selected, box=None)
            self.change()

    async def back(self) -> None:
        """Go to the previous page, while exploring."""
        if self.phase == "exploring" and self.web is not None:
            await self.web.page.go("back")

    async def resume(self) -> None:
        """Open the website, and execute the steps so far; without steps, for exploration."""
        if self.phase == "closed":
            await (self._record() if self.steps else self._open("exploring"))

    async def start(self) -> None:
        """End the exploration: open the website in a context without cookies and storage."""
        if self.phase == "exploring":
            await self._record()

    async def select(self, x: float, y: float) -> None:
        """Select the element at a point of the viewport, without a click."""
        if self.phase != "recording" or self.web is None:
            return
        target = await pick(self.web, x, y)
        if target is None:
            self.selected = None
            self.notice = "There is no control at this point. Click on a button, link or field."
            return
        box = None
        if target.box is not None:
            seen = (await self.web.page.send("Page.getLayoutMetrics"))["cssVisualViewport"]
            left, top = target.box.x - seen["pageX"], target.box.y - seen["pageY"]
            box = (left, top, target.box.width, target.box.height)
        self.selected = Selected(target, box)

    async def ignore(self) -> None:
        """Drop the selected element."""
        self.selected = None

    async def perform(self, op: Operation, value: str, option: int | None, fake: bool) -> None:
        """Perform an operation on the selected element, and store it as a step.

        Args:
            value: The text to type.
            option: The index of the option to select.

        Raises:
            UserError: If it is not possible; the message is for the annotator.
        """
        if self.selected is None or self.web is None:
            return
        target = self.selected.target
        if op == "SELECT":
            if option is None or not 0 <= option < len(target.options):
                raise UserError("Choose an option.")
            value = target.options[option]
        learn = self._mask.learn_typed
        performed = await perform(self.web, target, op, value, fake=fake, starting=learn)
        await asyncio.to_thread(self._store, performed)
        self.steps.append(performed.step)
        self.selected = None
        self.notice = f"Step {len(self.steps)} is stored: {performed.result.message}"[:300]

    async def undo(self) -> None:
        """Remove the last step, or all from the one that differs, and execute the others again."""
        if not self.steps:
            return
        kept = len(self.steps) - 1 if self.differs is None else self.differs
        for _ in range(len(self.steps) - kept):
            await asyncio.to_thread(dump.remove_last, self.folder)
            self.steps.pop()
        await self._record()

    # The page

    async def _record(self) -> None:
        """Execute the steps so far in a fresh context, and go on recording."""
        self.selected, self.differs = None, None
        web = await self._open("recording")
        told: list[str] = []
        for number, step in enumerate(self.steps):
            self.change(notice=f"Step {number + 1} of {len(self.steps)} is executed again.")
            done = await execute(web, step)
            told = [f"Step {number + 1}: {one}" for one in done.differences]
            if done.performed is None:
                self.differs, self._kept = number, False
                await self._close()
                self.notice = " ".join([*told, "It could not be executed again."])
                return
            # What it masks decides whether the trace and the video can be stored.
            await asyncio.to_thread(self._mask.performed, done.performed)
        self.notice = " ".join(told)

    async def _open(self, phase: Phase) -> WebSession:
        self._kept = False  # All steps are executed again, and recorded.
        await self._close()
        self._kept = True
        self._mask = Mask(self._patterns)
        self._release, self._lost = asyncio.Event(), asyncio.Event()
        opened: asyncio.Future[WebSession] = asyncio.get_running_loop().create_future()
        self._holding = asyncio.create_task(self._hold(opened, phase == "recording"))
        try:
            self.web = await opened
        except asyncio.CancelledError:
            self._holding.cancel()
            raise
        self.change(phase)
        return self.web

    async def _close(self) -> None:
        """Close the page, and wait until its recordings are stored."""
        self.web, self.selected = None, None
        self.change("closed")
        self._release.set()
        if self._holding is not None:
            await asyncio.wait({self._holding})

    async def _hold(self, opened: asyncio.Future[WebSession], recorded: bool) -> None:
        """Keep a page open until it is released, not used, or lost."""
        try:
            async with self._slot(self):
                self.change("opening")
                with owned_folder() as own:
                    record(recordings.recording(own) if recorded else Recording(None, frozenset()))
                    async with self._browser.page() as page:
                        lost = self._lost
                        self._watch(page, lost)
                        web = await WebSession.open(page, self._url)
                        if recorded:
                            await asyncio.to_thread(recordings.remove, self.folder)
                        opened.set_result(web)
                        kept = False
                        try:
                            await self._released()
                            kept = recorded and not lost.is_set() and self._kept
                        finally:
                            if not kept:
                                page.recorder.drop_video()
                        if kept:
                            async with asyncio.timeout(_STORAGE):
                                await recordings.store_storage(page, own, self._mask)
                    # Closing a context of a browser that runs is not a loss.
                    if recorded and (own / recordings.STORAGE).is_file():
                        await asyncio.to_thread(self._keep, own)
        except asyncio.CancelledError:
            opened.cancel()
            raise
        except Exception as error:  # noqa: BLE001 - nothing else handles a task's errors
            if not opened.done():
                opened.set_exception(error)
            elif not isinstance(error, _LOST):
                _LOG.error("the recordings of a session were not stored", exc_info=error)

    def _watch(self, page: Page, lost: asyncio.Event) -> None:
        """Note when the page crashes or the browser ends, and tell when an address changes."""

        def watch(tab: Tab) -> None:
            for event in ("Page.frameNavigated", "Page.navigatedWithinDocument"):
                tab.channel.on(event, lambda _: self.change())

        for event in (FAILED, DETACHED):
            page.channel.on(event, lambda _: lost.set())
        page.listeners.add(page.tab.context, "tab", watch)
        watch(page.tab)

    async def _released(self) -> None:
        """Wait until the page is released, not used for too long, or lost."""
        waits = [asyncio.create_task(one.wait()) for one in (self._release, self._lost)]
        try:
            while (left := self.used + self._idle - time.monotonic()) > 0 or self.busy:
                await asyncio.wait(waits, timeout=max(left, 1), return_when=asyncio.FIRST_COMPLETED)
                if self._lost.is_set():
                    self.release("The browser has stopped.")
                if self._release.is_set():
                    return
            self.release(f"The page was closed after {self._idle / 60:g} minutes without input.")
        finally:
            for one in waits:
                one.cancel()

    def _fail(self, why: str) -> None:
        """Give up the page and its recordings, as it does not work."""
        self._lost.set()
        self.release(why)

    def release(self, why: str) -> None:
        """Close the page, and tell the annotator why."""
        self._release.set()
        if self.web is not None or self.phase != "closed":
            self.web, self.selected = None, None
            self.change("closed", f"{why[:500]} {_GO_ON if self.steps else _EXPLORE}".strip())

    def leave(self) -> None:
        """Note that a viewer is gone; nobody waits for a browser then."""
        self.viewers -= 1
        if not self.viewers and self.phase == "waiting" and self._work is not None:
            self._work.cancel()

    async def finish(self) -> None:
        """Close the page for good, with its recordings.

        Raises:
            UserError: If there are no steps, or one is being performed.
        """
        if self.busy:
            raise UserError("A step is being performed. Wait until it is stored.")
        if not self.steps:
            raise UserError("There are no steps yet.")
        self.ended = True
        await self._close()

    async def end(self) -> None:
        """Close the page for good, also while it is used; its recordings are lost."""
        self.ended = True
        await self.abort()
        self.web, self.selected = None, None
        self.change("closed")

    async def abort(self) -> None:
        """Close the page at once; its recordings are lost."""
        tasks = [one for one in (self._work, self._holding) if one is not None]
        for one in tasks:
            one.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Files

    def _store(self, performed: Performed) -> None:
        """Store a step, with everything masked in it."""
        dump.store(self.folder, len(self.steps), self._mask.performed(performed))

    def _keep(self, own: Path) -> None:
        recordings.finish(own, self._mask)
        recordings.keep(own, self.folder)
