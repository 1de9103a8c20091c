"""A live session on web pages, with tabs, the `web` action set, and a real or virtual clock."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

from webproctor.core.actions import Action, ActionResult
from webproctor.core.actions import computer as computer_actions
from webproctor.core.actions import web as web_actions
from webproctor.core.actions.web import web
from webproctor.core.evidence import EntryList
from webproctor.core.observations import Observation, View
from webproctor.core.sessions import Rect, Session
from webproctor.environments.browser import effects, witness
from webproctor.environments.browser.clock import Clock, RealClock
from webproctor.environments.browser.dispatch import HANDLERS, ActionFailed
from webproctor.environments.browser.document import ScriptError
from webproctor.environments.browser.hanging import stop_scripts
from webproctor.environments.browser.open_tabs import OpenTabs
from webproctor.environments.browser.page import Page
from webproctor.environments.browser.proxy_interface import ProxyInterface
from webproctor.environments.browser.targets import target
from webproctor.environments.browser.timeouts import (
    LOADING,
    OPENING,
    PageHangs,
    TabClosed,
    answering,
)
from webproctor.environments.browser.views import titled, views
from webproctor.environments.browser.witness import Input

LIBRARIES = tuple(
    Path(__file__).with_name(f"{name}.js")
    for name in (
        *("texts", "rects", "groups", "listeners", "hover", "frame_tree", "merging", "marks"),
        *("replacements", "elements", "controls", "descriptions", "lines", "duplicates", "content"),
    )
)
# Pages with a virtual clock define `advance(ms)` and `idle()`, which return promises. `idle`
# resolves when all requests of the page to its server have been answered.
_ADVANCE = "globalThis.webproctorClock?.advance({ms})"
_IDLE = "globalThis.webproctorClock ? webproctorClock.idle().then(() => true) : false"

# Timeout in seconds after which a page that keeps loading or changing is observed as it is.
_IDLE_TIMEOUT = LOADING
# The same for a document for which the previous wait timed out.
_REPEATED_IDLE_TIMEOUT = 1.0
_TAB_CLOSED = "the tab that was in front has been closed by its page; observe the page again"
_STOPPED = "the page did not answer in time, so its scripts were stopped"
_CLOSED = "the page did not answer in time again, so its tab was closed"

T = TypeVar("T")


class WebSession(Session):
    """A session on web pages in their own browser context.

    Attributes:
        open_tabs: The open tabs.
        clock: The pages' clock.
        inputs: All trusted input events so far, in order.
        visited: Addresses that the agent navigated to.
        scripts: Number of scripts that the agent ran in a page.
        pointer: The mouse position in the viewport.
        held_button: The mouse button that is held down, or `none`.
        hovers: Whether the agent has moved the mouse without a click.
        held_keys: The keys that are held down.
        proxy: The DevTools proxy of a third-party program, if there is one.
        view: The page that the program uses, if it is not the session's page.
        settles: Whether the page in front is watched for changes, because it does not report itself
            when it is idle.
        stops_scripts: Whether the scripts of a page that hangs are stopped, as the agent may have
            caused it. If it hangs again, its tab is closed.
    """

    actions = web
    stops_scripts: ClassVar[bool] = True

    def __init__(self, page: Page, clock: Clock, think: float) -> None:
        self.open_tabs = OpenTabs(page, self._join)
        self.clock = clock
        self.inputs: list[Input] = []
        self.visited = EntryList()
        self.scripts = 0
        self.pointer = (0.0, 0.0)
        self.held_button = "none"
        self.hovers = False
        self.held_keys: set[str] = set()
        self.proxy: ProxyInterface | None = None
        self.view: Page | None = None
        self.settles = True
        self._think_seconds = think
        self._think_time_passed = True
        # The last document that did not report itself: its page and number.
        self._clockless_document: tuple[Page, int] | None = None
        if clock.virtual:
            clock.advance = self._advance  # type: ignore[attr-defined]

    @classmethod
    async def open(
        cls,
        page: Page,
        url: str,
        *,
        clock: Clock | None = None,
        think: float = 0.0,
        before_open: Callable[[Self], None] | None = None,
        libraries: Sequence[Path] = (),
    ) -> Self:
        """Open an address in a new session.

        Args:
            clock: The pages' clock; by default real time.
            think: Seconds that pass on a virtual clock at the beginning of every step.
            before_open: Called with the session before the address is opened.
            libraries: Further scripts for the isolated world of its documents.

        Raises:
            SessionLost: If the page cannot be loaded.
        """
        session = cls(page, clock or RealClock(), think)
        if before_open is not None:
            before_open(session)
        await session._join(page)
        session.open_tabs.listen()
        await page.open(url, *LIBRARIES, *libraries)
        await session.wait_until_idle()
        return session

    @property
    def page(self) -> Page:
        """The tab in front."""
        return self.open_tabs.front

    @property
    def tabs(self) -> list[Page]:
        """The pages of the open tabs, in the order in which the tabs were opened."""
        return self.open_tabs.pages

    # Tabs

    async def _join(self, page: Page) -> None:
        await page.expect_files()
        async with page.answering("Runtime.enable"):
            page.binding = await witness.watch(
                page.channel,
                page.world_name,
                self.clock,
                lambda event: self._on_input(page, event),
                page.binding,
            )
        page.channel.on("Page.windowOpen", self.open_tabs.on_announced)

    def _on_input(self, page: Page, event: Input) -> None:
        if event.kind != "copy":
            self.inputs.append(event)
        elif page.clipboard is not None:
            page.clipboard.note(page.copied)

    async def open_tab(self) -> None:
        """Open an empty tab in front.

        Raises:
            SessionLost: If the browser died, or does not respond.
        """
        async with answering("opening a tab", OPENING):
            await self.page.tab.context.new_tab()
        await self.open_tabs.wait()

    async def bring_to_front(self, page: Page) -> None:
        self.open_tabs.front = page
        await page.send("Page.bringToFront")

    # Time

    async def _advance(self, milliseconds: float) -> None:
        # A document that an input has requested gets this time, not the one that it replaces.
        await self.open_tabs.in_front(lambda page: page.try_evaluate(_ADVANCE.format(ms=0)))
        await self.open_tabs.in_front(lambda page: page.wait_until_loaded(_idle_timeout(page)))
        await self.open_tabs.evaluate(_ADVANCE.format(ms=milliseconds))

    async def wait_until_idle(self) -> None:
        """Wait until the page is idle: requests are answered, pages loaded, and nothing changes.

        Raises:
            SessionLost: If the document does not load, or the page does not answer, in time.
        """
        await self.open_tabs.in_front(self._wait_until_idle)

    async def _wait_until_idle(self, front: Page) -> None:
        await front.catch_up()
        await self.open_tabs.wait()
        page = self.page
        loop, timeout = asyncio.get_running_loop(), _idle_timeout(page)
        deadline = loop.time() + timeout
        await page.wait_until_loaded(timeout)
        # Pages with a virtual clock report when they are idle; others are watched for changes. If
        # the document is replaced in the meantime, wait for the new one too.
        while True:
            document = page.navigation.documents
            idle = await self.reports_idle()
            self.settles = idle is False
            if self.settles:
                await page.settle()
            elif idle is None:
                await page.catch_up()  # The browser's events about the next document.
            was_loading = page.navigation.is_loading
            await page.wait_until_loaded(max(0.0, deadline - loop.time()))
            replaced = idle is None or page.navigation.documents != document
            if not (was_loading or replaced) or loop.time() > deadline:
                return

    async def reports_idle(self) -> bool | None:
        """Wait until the page in front reports that it is idle.

        Returns:
            False if it does not report that, None if another document replaces it meanwhile.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        page = self.page
        document = page, page.navigation.documents
        if document == self._clockless_document:
            return False
        try:
            is_idle = await page.evaluate(_IDLE)
        except ScriptError:
            return False
        if page.navigation.documents != document[1]:
            return None  # The answer can be that of a document whose scripts have not run yet.
        if is_idle is False:
            self._clockless_document = document
        return is_idle

    async def wait_for_tabs(self) -> None:
        """Wait until announced tabs have opened, up to a timeout."""
        await self.open_tabs.wait()

    async def wait_for_inputs(self) -> None:
        """Wait until all input events so far are in `inputs`."""
        await self.open_tabs.evaluate("0")

    # Pages that hang

    async def _answering(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something with the tabs; again after a page that hangs was stopped or closed.

        Raises:
            SessionLost: If a page hangs and its scripts cannot be stopped, or the browser died.
        """
        stopped: list[Page] = []
        while True:
            try:
                return await work()
            except PageHangs as lost:
                stopped.append(await self._stop(lost, stopped))

    async def _stop(self, lost: PageHangs, stopped: Sequence[Page] = ()) -> Page:
        """Stop the scripts of the page that hangs; close its tab if they were stopped before."""
        page = next((one for one in self.tabs if one.channel is lost.channel), None)
        if page is None or not (self.stops_scripts and await stop_scripts(page)):
            raise lost
        page.errors.append(_CLOSED if page in stopped else _STOPPED)
        if page in stopped:
            await page.close()
        return page

    # The interface of sessions

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        self._think_time_passed = False
        return await self.peek(reads)

    async def peek(self, reads: frozenset[View] = frozenset()) -> Observation:
        """Observe without starting a step, so that no thinking time passes."""
        fields = await self._answering(
            lambda: self.open_tabs.in_front(lambda front: views(front, reads))
        )
        self.open_tabs.observed_closed = False
        if "tabs" in reads:
            fields["tabs"] = tuple(await asyncio.gather(*map(titled, self.tabs)))
        return Observation(**fields)

    async def act(self, action: Action) -> ActionResult:
        if self.statement is not None:
            return ActionResult(ok=False, message="the task has ended: no action is possible")
        await self._answering(self._think)
        if self.open_tabs.observed_closed:
            self.open_tabs.observed_closed = False
            return ActionResult(ok=False, message=_TAB_CLOSED, page_changed=True)
        before = effects.before(self.tabs, self.page)
        self.open_tabs.acting = True
        try:
            result = await self._carry_out(action)
            await self._answering(self.wait_until_idle)
            await effects.wait_for_others(before, self.page, _IDLE_TIMEOUT)
        finally:
            self.open_tabs.acting = False
        # Only after a click, the page is asked whether a download is expected.
        is_click = isinstance(action, web_actions.Click | computer_actions.MouseClick)
        settled, elsewhere = self.settles or not is_click, is_click and self.tabs != before.tabs
        await self._answering(
            lambda: self.open_tabs.in_front(
                lambda front: front.wait_for_downloads(settled=settled, elsewhere=elsewhere)
            )
        )
        changed = effects.page_changed(before, self.page)
        notes = effects.notes(before, self.tabs, self.page, action)
        if note := effects.page_note(before, self.page, action, result):
            notes.append(note)
        if notes:
            result = result.model_copy(update={"message": "; ".join([result.message, *notes])})
        return result.model_copy(update={"page_changed": changed or result.page_changed})

    async def _think(self) -> None:
        """Let the thinking time of this step pass on a virtual clock."""
        passed, self._think_time_passed = self._think_time_passed, True
        if not passed and self.clock.virtual and self._think_seconds:
            await self.clock.let_pass(self._think_seconds)

    async def _carry_out(self, action: Action) -> ActionResult:
        page, count = self.page, self.open_tabs.closed_count
        try:
            async with page.recorder.step(action):
                return await HANDLERS[type(action)](self, action)
        except ActionFailed as error:
            return ActionResult(ok=False, message=str(error))
        except PageHangs as lost:
            await self._stop(lost)
            return ActionResult(ok=False, message=_STOPPED, page_changed=True)
        except TabClosed:
            if self.open_tabs.closed_count == count:
                raise
            return ActionResult(ok=True, message="the action ended when its tab was closed")

    async def target(self, action: Action) -> int | None:
        """Return the backend node id of an action's target element, if it has one."""
        return await target(self.page, action)

    async def rect(self, action: Action) -> Rect | None:
        """Return the box of an action's target element in the viewport, in CSS pixels.

        The box is left, top, width, height; None if the action does not refer to an element.
        """
        if getattr(action, "element", None) is None:
            return None
        node = await self.target(action)
        return await self.page.rect(node) if node is not None else None

    @property
    def noted(self) -> dict[str, list[Any]]:
        """Refused requests and page errors, which are recorded but not shown to the agent."""
        return {"refused": self.page.guard.refused, "error": self.page.errors}

    async def evidence(self) -> dict[str, Any]:
        await self.open_tabs.in_front(Page.catch_up)
        evidence: dict[str, Any] = {
            "refused": self.page.guard.refused.as_evidence(),
            "errors": self.page.errors.as_evidence(),
            "dialogs": self.page.dialogs.as_evidence(),
            "visited": self.visited.as_evidence(),
            "scripts": self.scripts,
            "inputs": "verified",
        }
        if self.statement is not None:
            evidence["infeasible"] = self.statement
        if self.proxy is not None:
            evidence["devtools"] = devtools_evidence = self.proxy.evidence()
            evidence["inputs"], evidence["scripts"] = (
                devtools_evidence["inputs"],
                self.proxy.scripts,
            )
        if self.view is not None:
            evidence["refused"] = [*evidence["refused"], *self.view.guard.refused.as_evidence()]
        return evidence


def _idle_timeout(page: Page) -> float:
    return _REPEATED_IDLE_TIMEOUT if page.navigation.load_timed_out else _IDLE_TIMEOUT
