"""A browser window on a screen of its own: its pages, and where its frame has what can be clicked.

The frame is Chromium's own, which no DOM describes. Where its parts are was measured once, for up
to four tabs; a wrong place shows at once, for each is clicked by the mouse and must do its work.
"""

import asyncio
import contextlib
import os
import tempfile
from collections.abc import AsyncIterator, Sequence

from playwright.async_api import BrowserContext, Page, async_playwright

from webproctor.browser import find_browser
from webproctor.desktop import Display

Box = tuple[float, float, float, float]
"""Left, top, width and height in pixels of the screen."""

_BACK: Box = (6, 46, 34, 34)
_FIRST_TAB, _TAB, _TAB_HEIGHT = 38, 238, 40
_CROSS = 18  # Side of the square that closes a tab.
_CROSS_IN_TAB = 209  # From the tab's left edge to that square.
_MOST_TABS = 4
_PATIENCE = 10.0  # Seconds that what must happen may take.
_ANSWER = 1.0  # Seconds in which what may happen has happened.
_FLAGS = (
    "--test-type",
    "--start-maximized",
    "--no-first-run",
    "--password-store=basic",
    "--font-render-hinting=none",
    "--disable-smooth-scrolling",
    "--disable-features=Translate",
)


class Window:
    """One window of an ordinary browser, worked by mouse and keys alone.

    Attributes:
        display: The screen that it fills.
        tabs: Its pages, as its tab strip has them.
        page: The one that is in front.
    """

    def __init__(self, display: Display, context: BrowserContext) -> None:
        self.display = display
        self.tabs: list[Page] = list(context.pages)
        self.page = self.tabs[0]
        self._changed = asyncio.Event()
        for page in self.tabs:
            page.on("domcontentloaded", lambda _: self._changed.set())
        context.on("page", self._opened)

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, port: int) -> AsyncIterator["Window"]:
        """A window for which every host is the server at a loopback port."""
        async with contextlib.AsyncExitStack() as stack:
            display = await stack.enter_async_context(Display.start())
            home = stack.enter_context(tempfile.TemporaryDirectory(prefix="webproctor-"))
            playwright = await stack.enter_async_context(async_playwright())
            context = await playwright.chromium.launch_persistent_context(
                home,
                headless=False,
                executable_path=find_browser(window=True),
                env={**os.environ, "DISPLAY": display.name, "HOME": home},
                no_viewport=True,
                locale="en-US",
                timezone_id="UTC",
                ignore_default_args=["--enable-automation"],
                args=[*_FLAGS, f"--host-resolver-rules=MAP * 127.0.0.1:{port}"],
            )
            stack.push_async_callback(context.close)
            yield cls(display, context)

    def _opened(self, page: Page) -> None:
        """A link that opens a tab puts it beside its own, and in front."""
        self.tabs.insert(self.tabs.index(self.page) + 1, page)
        self.page = page
        if len(self.tabs) > _MOST_TABS:
            raise ValueError(f"more than {_MOST_TABS} tabs: where they are was not measured")
        page.on("domcontentloaded", lambda _: self._changed.set())

    async def settle(self) -> None:
        """Wait until the page in front is there and the screen stands still."""
        await self.page.wait_for_load_state("networkidle")
        await self.display.settle()

    @contextlib.asynccontextmanager
    async def answering(self) -> AsyncIterator[None]:
        """Do something, and wait for the page that it leads to; there may be none."""
        self._changed.clear()
        yield
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_ANSWER):
                await self._changed.wait()

    async def click(self, box: Box) -> None:
        left, top, width, height = box
        self.display.move(left + width / 2, top + height / 2)
        self.display.button("left", down=True)
        self.display.button("left", down=False)

    # What the page has

    async def boxes(self, selector: str) -> list[Box]:
        """The parts in view of all that a selector finds and a click would reach, on the screen.

        Raises:
            LookupError: If there is none.
        """
        found = await self.page.locator(selector).evaluate_all(
            """(elements) => {
              const frame = outerHeight - innerHeight;
              return elements.map((element) => {
                const { left, top, right, bottom } = element.getBoundingClientRect();
                const [x, y] = [Math.max(left, 0), Math.max(top, 0)];
                const width = Math.min(right, innerWidth) - x;
                const height = Math.min(bottom, innerHeight) - y;
                const hit = document.elementFromPoint(x + width / 2, y + height / 2);
                return element.contains(hit) && !element.disabled && [x, y + frame, width, height];
              }).filter(Boolean);
            }"""
        )
        if not found:
            raise LookupError(f"{self.page.url}: nothing in view is {selector}")
        return [(round(x, 1), round(y, 1), round(w, 1), round(h, 1)) for x, y, w, h in found]

    async def name(self, selector: str) -> str:
        """What the first of the elements is, in words."""
        return await self.page.locator(selector).first.evaluate(
            """(element) => {
              const kinds = { A: "link", BUTTON: "button", INPUT: "field" };
              const kind = kinds[element.tagName] ?? "element";
              const inner = element.querySelector("b") ?? element;
              const text = element.ariaLabel ?? inner.innerText;
              return `the ${kind} "${text.trim().replace(/\\s+/g, " ")}"`;
            }"""
        )

    # What the frame has

    def back(self) -> Box:
        return _BACK

    def tab(self, number: int) -> Box:
        """A tab's title, numbered from 1; its cross left out."""
        left = _FIRST_TAB + _TAB * (number - 1)
        return left, 0, _CROSS_IN_TAB - 2, _TAB_HEIGHT

    def cross(self, number: int) -> Box:
        """What closes a tab."""
        left = _FIRST_TAB + _TAB * (number - 1) + _CROSS_IN_TAB
        return left, (_TAB_HEIGHT - _CROSS) / 2, _CROSS, _CROSS

    async def go_back(self) -> None:
        """Click the back button.

        Raises:
            TimeoutError: If the page stayed.
        """
        before = self.page.url
        await self.click(self.back())
        async with asyncio.timeout(_PATIENCE):
            while self.page.url == before:  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def close_tab(self, number: int) -> None:
        """Click a tab's cross.

        Raises:
            playwright.async_api.TimeoutError: If its page stayed.
        """
        page = self.tabs[number - 1]
        async with page.expect_event("close", timeout=1000 * _PATIENCE):
            await self.click(self.cross(number))
        self.tabs.remove(page)
        if self.page is page:
            self.page = await self._in_front(self.tabs)

    async def switch_to(self, number: int) -> None:
        """Click a tab.

        Raises:
            TimeoutError: If another page is in front then.
        """
        await self.click(self.tab(number))
        self.page = await self._in_front([self.tabs[number - 1]])

    async def _in_front(self, candidates: Sequence[Page]) -> Page:
        """The one that is in front, as the window's own title tells."""
        async with asyncio.timeout(_PATIENCE):
            while True:
                title = self.display.title()
                for page in candidates:
                    if title.startswith(await page.title()):
                        return page
                await asyncio.sleep(0.02)
