"""A live session on web pages, with tabs, the `web` action set, and a real or virtual clock."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from webproctor.core.actions import Action, ActionResult
from webproctor.core.actions import computer as computer_actions
from webproctor.core.actions import web as web_actions
from webproctor.core.actions.web import web
from webproctor.core.evidence import EntryList
from webproctor.core.observations import Observation, View
from webproctor.core.sessions import Rect, Session, SessionLost
from webproctor.environments.browser import witness
from webproctor.environments.browser.clock import Clock, RealClock
from webproctor.environments.browser.devtools import DevToolsError
from webproctor.environments.browser.dispatch import HANDLERS, ActionFailed
from webproctor.environments.browser.document import ScriptError
from webproctor.environments.browser.page import Page
from webproctor.environments.browser.proxy_interface import ProxyInterface
from webproctor.environments.browser.tabs import Tab
from webproctor.environments.browser.targets import target
from webproctor.environments.browser.timeouts import OPENING, answering
from webproctor.environments.browser.views import titled, views
from webproctor.environments.browser.witness import Input

LIBRARIES = tuple(
    Path(__file__).with_name(f"{name}.js")
    for name in (
        *("texts", "rects", "groups", "listeners", "hover", "marks", "elements", "controls"),
        *("descriptions", "lines", "content"),
    )
)
# Pages with a virtual clock define `advance(ms)` and `idle()`, which return promises. `idle`
# resolves when all requests of the page to its server have been answered.
_ADVANCE = "globalThis.webproctorClock?.advance({ms})"
_IDLE = "globalThis.webproctorClock ? webproctorClock.idle().then(() => true) : false"

# Timeout in seconds after which a page that keeps loading or changing is observed as it is.
_IDLE_TIMEOUT = 10.0
# The same for a document for which the previous wait timed out.
_REPEATED_IDLE_TIMEOUT = 1.0
# Maximum number of open tabs; further tabs are closed at once.
MAX_TABS = 20
# Maximum number of events of one kind that the result of an action reports.
_MAX_NOTES = 5
# Timeout in seconds for a tab that was announced (it never opens if it is a blocked pop-up).
_TAB_TIMEOUT = 5


class WebSession(Session):
    """A session on web pages in their own browser context.

    Attributes:
        tabs: The open tabs, in the order in which they were opened.
        clock: The pages' clock.
        inputs: All trusted input events so far, in order.
        visited: Addresses that the agent navigated to.
        scripts: Number of scripts that the agent ran in a page.
        pointer: The mouse position in the viewport.
        held_button: The mouse button that is held down, or `none`.
        held_keys: The keys that are held down.
        proxy: The DevTools proxy of a third-party program, if there is one.
        view: The page that the program uses, if it is not the session's page.
        settles: Whether the page in front is watched for changes, because it does not report itself
            when it is idle.
    """

    actions = web

    def __init__(self, page: Page, clock: Clock, think: float) -> None:
        self.tabs = [page]
        self.clock = clock
        self.inputs: list[Input] = []
        self.visited = EntryList()
        self.scripts = 0
        self.pointer = (0.0, 0.0)
        self.held_button = "none"
        self.held_keys: set[str] = set()
        self.proxy: ProxyInterface | None = None
        self.view: Page | None = None
        self.settles = True
        self._think_seconds = think
        self._think_time_passed = True
        self._front = page
        self._opening: set[asyncio.Task[None]] = set()
        # Tabs that were announced but have not opened yet, in order: for each, whether an input
        # event caused it, and its address.
        self._announced: list[tuple[bool, str]] = []
        self._acting = False
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
        before_open: Callable[["WebSession"], None] | None = None,
        libraries: Sequence[Path] = (),
    ) -> "WebSession":
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
        page.listeners.add(page.tab.context, "tab", session._on_tab)
        page.listeners.add(page.tab.context, "closed", session._on_close)
        await page.open(url, *LIBRARIES, *libraries)
        await session.wait_until_idle()
        return session

    @property
    def page(self) -> Page:
        """The tab in front."""
        return self._front

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
        page.channel.on("Page.windowOpen", self._on_announced)

    def _on_input(self, page: Page, event: Input) -> None:
        if event.kind != "copy":
            self.inputs.append(event)
        elif page.clipboard is not None:
            page.clipboard.note(page.copied)

    def _on_announced(self, event: dict[str, Any]) -> None:
        self._announced.append((bool(event.get("userGesture")), event["url"]))

    def _on_tab(self, tab: Tab) -> None:
        # A tab that a page opens without input stays in the background.
        by_input, url = self._announced.pop(0) if self._announced else (True, "")
        full = len(self.tabs) + len(self._opening) >= MAX_TABS
        in_front = by_input and (self._acting or self.tabs[0].agent_handles_dialogs)

        async def join() -> None:
            try:
                await asyncio.shield(tab.ready)
                if full:
                    self.tabs[0].errors.append(f"a new tab was closed: {MAX_TABS} are open")
                    await tab.close()
                    return
                page = await self.tabs[0].for_tab(tab)
                if url.startswith("http"):
                    page.navigation.expect_document()
                await self._join(page)
            except (SessionLost, DevToolsError) as error:
                self.tabs[0].errors.append(f"a new tab was closed: {error}")
                return
            except Exception as error:  # noqa: BLE001 - nothing else handles a task's errors
                self.tabs[0].channel.fail(error)
                return
            if tab.closed.is_set():
                return
            self.tabs.append(page)
            if in_front:
                self._front = page
            else:
                with contextlib.suppress(SessionLost):
                    await self._front.send("Page.bringToFront")

        opening = asyncio.ensure_future(join())
        self._opening.add(opening)
        opening.add_done_callback(self._opening.discard)

    def _on_close(self, tab: Tab) -> None:
        page = next((one for one in self.tabs if one.tab is tab), None)
        if page is not None and len(self.tabs) > 1:
            self.tabs.remove(page)
            if self._front is page:
                self._front = self.tabs[-1]

    async def open_tab(self) -> None:
        """Open an empty tab in front.

        Raises:
            SessionLost: If the browser died, or does not respond.
        """
        async with answering("opening a tab", OPENING):
            await self.page.tab.context.new_tab()
        await self.wait_for_tabs()

    async def bring_to_front(self, page: Page) -> None:
        self._front = page
        await page.send("Page.bringToFront")

    # Time

    async def _advance(self, milliseconds: float) -> None:
        # A document that an input has requested gets this time, not the one that it replaces.
        await self._front.try_evaluate(_ADVANCE.format(ms=0))
        await self._front.wait_until_loaded(_idle_timeout(self._front))
        for page in list(self.tabs):
            await page.try_evaluate(_ADVANCE.format(ms=milliseconds))

    async def wait_until_idle(self) -> None:
        """Wait until the page is idle: requests are answered, pages loaded, and nothing changes.

        Raises:
            SessionLost: If the document does not load, or the page does not answer, in time.
        """
        page = self._front
        await page.catch_up()
        await self.wait_for_tabs()
        page = self._front
        loop, timeout = asyncio.get_running_loop(), _idle_timeout(page)
        deadline = loop.time() + timeout
        await page.wait_until_loaded(timeout)
        # Pages with a virtual clock report when they are idle; others are watched for changes. A
        # document that replaced another one meanwhile is waited for too.
        while True:
            document = page.navigation.documents
            idle = await self.reports_idle()
            self.settles = idle is False
            if self.settles:
                await page.settle()
            elif idle is None:
                await page.catch_up()  # With what the browser says about the next document.
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
        page = self._front
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
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_TAB_TIMEOUT):
                while self._announced or self._opening:
                    if self._opening:
                        await asyncio.wait(self._opening)
                    await self.tabs[0].catch_up()
        self._announced.clear()

    async def wait_for_inputs(self) -> None:
        """Wait until all input events so far are in `inputs`."""
        for page in list(self.tabs):
            await page.try_evaluate("0")

    # The interface of sessions

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        self._think_time_passed = False
        return await self.peek(reads)

    async def peek(self, reads: frozenset[View] = frozenset()) -> Observation:
        """Observe without starting a step, so that no thinking time passes."""
        page = self._front
        fields = await views(page, reads)
        if "tabs" in reads:
            fields["tabs"] = tuple(await asyncio.gather(*map(titled, self.tabs)))
        return Observation(**fields)

    async def act(self, action: Action) -> ActionResult:
        if self.statement is not None:
            return ActionResult(ok=False, message="the task has ended: no action is possible")
        if not self._think_time_passed:
            self._think_time_passed = True
            if self.clock.virtual and self._think_seconds:
                await self.clock.let_pass(self._think_seconds)
        page, url_before, tabs_before = self.page, self.page.url, list(self.tabs)
        dialog_count, download_count = len(page.dialog_notes), len(page.downloads)
        self._acting = True
        try:
            async with page.recorder.step(action):
                result = await HANDLERS[type(action)](self, action)
        except ActionFailed as error:
            result = ActionResult(ok=False, message=str(error))
        try:
            await self.wait_until_idle()
        finally:
            self._acting = False
        # Only after a click, the page is asked whether a download is expected.
        is_click = isinstance(action, web_actions.Click | computer_actions.MouseClick)
        await self.page.wait_for_downloads(
            settled=self.settles or not is_click, elsewhere=is_click and self.tabs != tabs_before
        )
        changed = self.page.url.partition("#")[0] != url_before.partition("#")[0]
        new_tabs = [one for one in self.tabs if one not in tabs_before]
        if type(action) is web_actions.NewTab:
            new_tabs = new_tabs[1:]
        notes = [
            *page.dialog_notes[dialog_count:][:_MAX_NOTES],
            *[f"a new tab opened: {one.url}" for one in new_tabs][:_MAX_NOTES],
            *(
                f"the file {one.name!r} was downloaded"
                for one in page.downloads[download_count:][:_MAX_NOTES]
            ),
        ]
        if len(self.tabs) < len(tabs_before) and type(action) is not web_actions.CloseTab:
            notes.append("the tab was closed")
        if page is self.page and changed and not result.page_changed:
            notes.append(f"the page is now {self.page.url}")
        if page.chooser_open and type(action) is not web_actions.Upload:
            notes.append("a file dialog is open: choose files with upload")
        if notes:
            result = result.model_copy(update={"message": "; ".join([result.message, *notes])})
        return result.model_copy(update={"page_changed": changed or result.page_changed})

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
        await self.page.catch_up()
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
