"""A live session on web pages: the `web` action set, any number of tabs, either clock."""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.async_api import Page as PlaywrightPage

from webproctor.actions import Action, ActionResult, ActionSet
from webproctor.actions import computer as computer_actions
from webproctor.actions import web as web_actions
from webproctor.actions.web import web
from webproctor.browser import pixels as pixels  # Its hands join those of `hands`.
from webproctor.browser import witness
from webproctor.browser.axtree import axtree
from webproctor.browser.clock import Clock, RealClock
from webproctor.browser.devtools import DevToolsError
from webproctor.browser.hands import HANDS, CannotReach
from webproctor.browser.marks import draw
from webproctor.browser.page import Page
from webproctor.browser.tree import dom
from webproctor.browser.witness import Input
from webproctor.observations import Observation, View
from webproctor.sessions import SessionLost

LIBRARIES = (Path(__file__).with_name("marks.js"), Path(__file__).with_name("elements.js"))
# A page that keeps time offers this: `advance(ms)` and `idle()`, both promises. `idle` resolves
# when nothing that the page asked of its server is still unanswered.
_ADVANCE = "globalThis.webproctorClock?.advance({ms})"
_IDLE = "globalThis.webproctorClock?.idle().then(() => true)"

# Seconds after which a tab that was announced is not waited for any longer (a blocked pop-up).
_LATEST_TAB = 5


class WebSession:
    """Web pages in a browser context of their own.

    Attributes:
        tabs: The open tabs, in the order in which they were opened.
        clock: Time as the pages meet it.
        inputs: Every trusted input event so far, in order.
        visited: Addresses that the agent opened by itself.
        scripts: Scripts that the agent ran in a page.
        pointer: Where the mouse is in the view.
        held: The button of the mouse that is kept down, or `none`.
    """

    actions: ActionSet = web

    def __init__(self, page: Page, clock: Clock, think: float) -> None:
        self.tabs = [page]
        self.clock = clock
        self.inputs: list[Input] = []
        self.visited: list[str] = []
        self.scripts = 0
        self.pointer = (0.0, 0.0)
        self.held = "none"
        self._think = think
        self._thought = True
        self._front = page
        self._opening: set[asyncio.Task[None]] = set()
        self._announced = 0  # Tabs that the browser said it will open and that are not here yet.
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
        heard: Callable[["WebSession"], None] | None = None,
    ) -> "WebSession":
        """Open an address.

        Args:
            clock: Time as the pages meet it; by default the machine's.
            think: Seconds that pass at the beginning of every turn.
            heard: Called with the session before the address is opened.

        Raises:
            SessionLost: If the page cannot be loaded.
        """
        session = cls(page, clock or RealClock(), think)
        if heard is not None:
            heard(session)
        await session._join(page)
        page.playwright.context.on("page", session._on_tab)
        await page.open(url, *LIBRARIES)
        await session.rest()
        return session

    @property
    def page(self) -> Page:
        """The tab in front."""
        return self._front

    # Tabs

    async def _join(self, page: Page) -> None:
        await page.expect_navigation()
        await witness.watch(page.channel, self.clock, self.inputs.append)
        page.channel.on("Page.windowOpen", self._on_announced)

    def _on_announced(self, event: dict[str, Any]) -> None:
        self._announced += 1

    def _on_tab(self, tab: PlaywrightPage) -> None:
        async def join() -> None:
            try:
                page = await self.tabs[0].beside(tab)
                await self._join(page)
            except (SessionLost, DevToolsError) as lost:
                self.tabs[0].errors.append(f"a tab was closed at once: {lost}")
                return
            self.tabs.append(page)
            tab.on("close", lambda _: self._on_close(page))
            self._front = page

        self._announced = max(0, self._announced - 1)
        opening = asyncio.ensure_future(join())
        self._opening.add(opening)
        opening.add_done_callback(self._opening.discard)

    def _on_close(self, page: Page) -> None:
        if page in self.tabs and len(self.tabs) > 1:
            self.tabs.remove(page)
            if self._front is page:
                self._front = self.tabs[-1]

    async def bring_to_front(self, page: Page) -> None:
        self._front = page
        await page.send("Page.bringToFront")

    # Time

    async def _advance(self, milliseconds: float) -> None:
        for page in list(self.tabs):
            await page.told(_ADVANCE.format(ms=milliseconds))

    async def rest(self) -> None:
        """Wait until what was done shows: answers have come, pages have loaded, all is still.

        Raises:
            SessionLost: If the page does not come to rest in time.
        """
        page = self._front
        await page.catch_up()
        await self._opened()
        page = self._front
        await page.loaded()
        # A page that keeps time says itself when it is done; any other is watched.
        while not await page.told(_IDLE):
            await page.settle()
            if not page.navigation.going:
                return
            await page.loaded()
        await page.loaded()

    async def _opened(self) -> None:
        """Wait until tabs that are being opened are here; one that never comes is given up."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LATEST_TAB):
                while self._announced or self._opening:
                    if self._opening:
                        await asyncio.wait(self._opening)
                    await self.tabs[0].catch_up()
        self._announced = 0

    async def heard(self) -> None:
        """Wait until every input so far is in `inputs`."""
        for page in list(self.tabs):
            await page.told("0")

    # The session's own interface

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        self._thought = False
        return await self.peek(reads)

    async def peek(self, reads: frozenset[View] = frozenset()) -> Observation:
        """The same for those who only watch: no turn begins, no time of thinking will pass."""
        page = self._front
        seen: dict[str, Any] = await page.call("webproctor.look")
        if reads & {"elements", "marked_screenshot", "pruned_html", "relevant_html"}:
            seen["elements"] = tuple(await page.marks.find())
        if "html" in reads:
            seen["html"] = await page.call("webproctor.html")
        if "pruned_html" in reads:
            seen["pruned_html"] = await page.call("elements.pruned")
        if "relevant_html" in reads:
            seen["relevant_html"] = await page.call("elements.relevant")
        if "text" in reads:
            seen["text"] = await page.call("elements.text")
        if "axtree" in reads:
            seen["axtree"] = await axtree(page)
        if "dom" in reads:
            seen["dom"] = await dom(page, numbered=True, marked="elements" in seen)
        if reads & {"screenshot", "marked_screenshot"}:
            seen["screenshot"] = png = await page.screenshot()
            if "marked_screenshot" in reads:
                left, top = await page.call("webproctor.scroll")
                seen["marked_screenshot"] = await asyncio.to_thread(
                    draw, png, seen["elements"], left, top
                )
        if "tabs" in reads:
            titles = [await tab.call("webproctor.look") for tab in self.tabs]
            seen["tabs"] = tuple(f"{one['title']} ({one['url']})" for one in titles)
        return Observation(**seen)

    async def act(self, action: Action) -> ActionResult:
        if not self._thought:
            self._thought = True
            if self.clock.virtual and self._think:
                await self.clock.let_pass(self._think)
        page, place, tabs = self.page, self.page.url, list(self.tabs)
        dialogs, files = len(page.dialogs), len(page.downloads)
        try:
            async with page.recorder.step(page.playwright, action):
                result = await HANDS[type(action)](self, action)
        except CannotReach as error:
            result = ActionResult(ok=False, message=str(error))
        await self.rest()
        if isinstance(action, web_actions.Click | computer_actions.MouseClick):
            await self.page.saved()
        changed = self.page.url.partition("#")[0] != place.partition("#")[0]
        notes = [
            *(
                f"a dialog opened, said {text!r} and was accepted"
                for text in page.dialogs[dialogs:]
            ),
            *(f"a new tab opened: {one.url}" for one in self.tabs if one not in tabs),
            *(f"the file {one.name!r} was downloaded" for one in page.downloads[files:]),
        ]
        if len(self.tabs) < len(tabs) and type(action) is not web_actions.CloseTab:
            notes.append("the tab closed")
        if page is self.page and changed and not result.page_changed:
            notes.append(f"the page is now {self.page.url}")
        if page.chooser_open and type(action) is not web_actions.Upload:
            notes.append("a file dialog is open: answer it with upload")
        if notes:
            result = result.model_copy(update={"message": "; ".join([result.message, *notes])})
        return result.model_copy(update={"page_changed": changed or result.page_changed})

    async def target(self, action: Action) -> int | None:
        """The backend node id of the element that an action is aimed at, if it is at one.

        Key strokes are aimed at what has the focus.
        """
        element, x, y = (getattr(action, key, None) for key in ("element", "x", "y"))
        if element is not None:
            return await self.page.node(f"elements.at({element})")
        if x is not None and y is not None:
            # Looks into frames and shadow roots, as a click does.
            there = {"x": round(x), "y": round(y), "ignorePointerEventsNone": True}
            return (await self.page.send("DOM.getNodeForLocation", there)).get("backendNodeId")
        if isinstance(action, web_actions.Type | web_actions.Press):
            return await self.page.node("document.activeElement")
        return None

    async def place(self, action: Action) -> tuple[float, float, float, float] | None:
        """Where in the view the element is that an action names, in CSS pixels."""
        if getattr(action, "element", None) is None:
            return None
        node = await self.target(action)
        return await self.page.place(node) if node is not None else None

    @property
    def noted(self) -> dict[str, list[Any]]:
        """What pages did that the agent is not told."""
        return {"refused": self.page.guard.refused, "error": self.page.errors}

    async def evidence(self) -> dict[str, Any]:
        await self.page.catch_up()
        return {
            "refused": self.page.guard.refused,
            "errors": self.page.errors,
            "dialogs": self.page.dialogs,
            "visited": self.visited,
            "scripts": self.scripts,
        }
