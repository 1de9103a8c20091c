"""A demonstration in a live page: exploration, steps, undo, and re-execution after a loss."""

import asyncio
import logging
import re
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from webproctor.collect.demonstration import dump, recordings
from webproctor.collect.demonstration.live import Performed, perform
from webproctor.collect.demonstration.masking import Mask
from webproctor.collect.demonstration.replaying import execute
from webproctor.collect.demonstration.steps import Operation, Step
from webproctor.collect.demonstration.streaming import send_input
from webproctor.collect.tools.demonstrate import selecting
from webproctor.collect.tools.demonstrate.selecting import Selected
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
_PAGE_LOST = (SessionLost, DevToolsError)
# Timeout in seconds for reading cookies and storage of a page that may hang.
_STORAGE_TIMEOUT = 30.0
_RESUME = 'The steps so far are stored: "Continue" executes them again in a new page.'
_EXPLORE = '"Continue" opens the website again.'


class LiveSession:
    """A demonstration, and the browser page in which it takes place.

    `begin` runs a request of the annotator; while it runs, the session is busy and ignores others.

    Attributes:
        folder: The demonstration's folder.
        phase: `closed` without a page, `waiting` for a free browser, `opening` a page, `exploring`,
            or `recording` steps.
        web: The page, while exploring or recording.
        steps: The steps so far, with the texts that are masked in the files.
        failed_index: The index of the step that could not be executed again, if there is one.
        selected: The element for the next step.
        notice: What the annotator should know.
        busy: Whether a request is being handled.
        ended: Whether the demonstration was submitted or given back.
        viewers: Number of open connections of the annotator's browser.
        last_used: When the annotator last did something, by `time.monotonic`.
        changed: Set, and replaced by another event, when one of these changes.

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
        self.failed_index: int | None = None
        self.selected: Selected | None = None
        self.notice = _RESUME if self.steps else ""
        self.busy = self.ended = False
        self.viewers = 0
        self.last_used = time.monotonic()
        self.changed = asyncio.Event()
        self._browser = browser
        self._slot = slot
        self._url = url
        self._patterns = patterns
        self._idle = idle
        self._mask = Mask(patterns)
        self._request_task: asyncio.Task[None] | None = None
        self._page_task: asyncio.Task[None] | None = None
        self._release, self._lost = asyncio.Event(), asyncio.Event()
        # Whether the recordings of the page are stored when it is closed.
        self._keep_recordings = True

    def change(self, phase: Phase | None = None, notice: str | None = None) -> None:
        """Set phase and notice if given, and wake everyone who waits for `changed`."""
        self.phase = self.phase if phase is None else phase
        self.notice = self.notice if notice is None else notice
        previous, self.changed = self.changed, asyncio.Event()
        previous.set()

    # Requests of the annotator

    def begin(self, request: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run one of the requests below, unless another one is running."""
        self.last_used = time.monotonic()
        if self.busy or self.ended:
            return
        self.busy = True
        self.change(notice="")
        self._request_task = asyncio.create_task(self._run(request()))

    async def _run(self, request: Coroutine[Any, Any, None]) -> None:
        try:
            await request
        except UserError as error:
            self.notice = str(error)
        except _PAGE_LOST as error:
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
        self.last_used = time.monotonic()
        kind = event.get("kind") if isinstance(event, dict) else None
        web = self.web
        if web is None or self.busy or (self.phase == "recording" and kind != "wheel"):
            return
        tabs = len(web.tabs)
        try:
            await send_input(web, event)
            if kind in ("up", "key"):
                await web.wait_for_tabs()
                if len(web.tabs) > tabs:
                    await web.bring_to_front(web.tabs[-1])
                    self.change()
        except UserError as error:  # Keyboards have keys that the page's browser does not know.
            self.change(notice=str(error))
        except _PAGE_LOST as error:
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
        self.selected = await selecting.at_point(self.web, x, y)
        if self.selected is None:
            self.notice = "There is no control at this point. Click on a button, link or field."

    async def select_next(self, step: int) -> None:
        """Select the next element, or the previous one if `step` is -1, without a click."""
        if self.phase != "recording" or self.web is None:
            return
        self.selected = await selecting.next_to(self.web, self.selected, step)
        if self.selected is None:
            self.notice = "There are no controls on this page."

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
        performed = await perform(self.web, target, op, value, fake=fake, on_start=learn)
        await asyncio.to_thread(self._store_step, performed)
        self.steps.append(performed.step)
        self.selected = None
        self.notice = f"Step {len(self.steps)} is stored: {performed.result.message}"[:300]

    async def undo(self) -> None:
        """Remove the last step, or all from the one that differs, and execute the others again."""
        if not self.steps:
            return
        remaining = len(self.steps) - 1 if self.failed_index is None else self.failed_index
        for _ in range(len(self.steps) - remaining):
            await asyncio.to_thread(dump.remove_last, self.folder)
            self.steps.pop()
        await self._record()

    # The page

    async def _record(self) -> None:
        """Execute the steps so far in a fresh context, and continue recording."""
        self.selected, self.failed_index = None, None
        web = await self._open("recording")
        differences: list[str] = []
        for index, step in enumerate(self.steps):
            self.change(notice=f"Step {index + 1} of {len(self.steps)} is executed again.")
            executed = await execute(web, step)
            differences = [f"Step {index + 1}: {difference}" for difference in executed.differences]
            if executed.performed is None:
                self.failed_index, self._keep_recordings = index, False
                await self._close()
                self.notice = " ".join([*differences, "It could not be executed again."])
                return
            # What it masks decides whether the trace and the video can be stored.
            await asyncio.to_thread(self._mask.performed, executed.performed)
        self.notice = " ".join(differences)

    async def _open(self, phase: Phase) -> WebSession:
        self._keep_recordings = False  # All steps are executed again, and recorded.
        await self._close()
        self._keep_recordings = True
        self._mask = Mask(self._patterns)
        self._release, self._lost = asyncio.Event(), asyncio.Event()
        opened: asyncio.Future[WebSession] = asyncio.get_running_loop().create_future()
        self._page_task = asyncio.create_task(self._hold_open(opened, phase == "recording"))
        try:
            self.web = await opened
        except asyncio.CancelledError:
            self._page_task.cancel()
            raise
        self.change(phase)
        return self.web

    async def _close(self) -> None:
        """Close the page, and wait until its recordings are stored."""
        self.web, self.selected = None, None
        self.change("closed")
        self._release.set()
        if self._page_task is not None:
            await asyncio.wait({self._page_task})

    async def _hold_open(self, opened: asyncio.Future[WebSession], recorded: bool) -> None:
        """Keep a page open until it is released, not used, or lost."""
        try:
            async with self._slot(self):
                self.change("opening")
                with owned_folder() as temp:
                    await self._hold_page(opened, temp, recorded)
                    # Closing a context of a browser that runs is not a loss.
                    if recorded and (temp / recordings.STORAGE).is_file():
                        await asyncio.to_thread(recordings.keep, temp, self.folder, self._mask)
        except asyncio.CancelledError:
            opened.cancel()
            raise
        except Exception as error:  # noqa: BLE001 - nothing else handles a task's errors
            if not opened.done():
                opened.set_exception(error)
            elif not isinstance(error, _PAGE_LOST):
                _LOG.error("the recordings of a session were not stored", exc_info=error)

    async def _hold_page(
        self, opened: asyncio.Future[WebSession], temp: Path, recorded: bool
    ) -> None:
        """Open a page and keep it open; then store its cookies and storage, if it is recorded."""
        record(recordings.recording(temp) if recorded else Recording(None, frozenset()))
        async with self._browser.page() as page:
            lost = self._lost
            self._watch(page, lost)
            web = await WebSession.open(page, self._url)
            if recorded:
                await asyncio.to_thread(recordings.remove, self.folder)
            opened.set_result(web)
            keep = False
            try:
                await self._wait_for_release()
                keep = recorded and not lost.is_set() and self._keep_recordings
            finally:
                if not keep:
                    page.recorder.drop_video()
            if keep:
                async with asyncio.timeout(_STORAGE_TIMEOUT):
                    await recordings.store_storage(page, temp, self._mask)

    def _watch(self, page: Page, lost: asyncio.Event) -> None:
        """Note when the page crashes or the browser ends, and notify when an address changes."""

        def watch(tab: Tab) -> None:
            for event in ("Page.frameNavigated", "Page.navigatedWithinDocument"):
                tab.channel.on(event, lambda _: self.change())

        for event in (FAILED, DETACHED):
            page.channel.on(event, lambda _: lost.set())
        page.listeners.add(page.tab.context, "tab", watch)
        watch(page.tab)

    async def _wait_for_release(self) -> None:
        """Wait until the page is released, not used for too long, or lost."""
        tasks = [asyncio.create_task(event.wait()) for event in (self._release, self._lost)]
        try:
            while (left := self.last_used + self._idle - time.monotonic()) > 0 or self.busy:
                await asyncio.wait(tasks, timeout=max(left, 1), return_when=asyncio.FIRST_COMPLETED)
                if self._lost.is_set():
                    self.release("The browser has stopped.")
                if self._release.is_set():
                    return
            self.release(f"The page was closed after {self._idle / 60:g} minutes without input.")
        finally:
            for task in tasks:
                task.cancel()

    def _fail(self, reason: str) -> None:
        """Close a page that does not work, without its recordings."""
        self._lost.set()
        self.release(reason)

    def release(self, reason: str) -> None:
        """Close the page, and show the annotator the reason."""
        self._release.set()
        if self.web is not None or self.phase != "closed":
            self.web, self.selected = None, None
            self.change("closed", f"{reason[:500]} {_RESUME if self.steps else _EXPLORE}".strip())

    def remove_viewer(self) -> None:
        """Note that a viewer has left; without viewers, stop waiting for a browser."""
        self.viewers -= 1
        if not self.viewers and self.phase == "waiting" and self._request_task is not None:
            self._request_task.cancel()

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
        self.web, self.selected = None, None
        self.change("closed")
        await self.abort()

    async def abort(self) -> None:
        """Close the page at once; its recordings are lost."""
        tasks = [task for task in (self._request_task, self._page_task) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _store_step(self, performed: Performed) -> None:
        """Store a step, with everything masked in it."""
        dump.store(self.folder, len(self.steps), self._mask.performed(performed))
