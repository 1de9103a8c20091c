"""A browser window on a virtual display: its pages, and the positions of its own buttons.

The window frame is Chromium's and not part of any DOM. The positions were measured once, for up to
four tabs; a wrong position is noticed, since each button is clicked and must have its effect.
"""

import asyncio
import contextlib
import os
import tempfile
from collections.abc import AsyncIterator, Sequence

from playwright.async_api import BrowserContext, Page, async_playwright

from webproctor.environments.browser import find_browser
from webproctor.environments.desktop import Display

Box = tuple[float, float, float, float]
"""Left, top, width and height in pixels of the screen."""

_BACK: Box = (6, 46, 34, 34)
_FIRST_TAB, _TAB, _TAB_HEIGHT = 38, 238, 40
_CROSS = 18  # Side of a tab's close button.
_CROSS_IN_TAB = 209  # From the tab's left edge to its close button.
_MOST_TABS = 4
_TIMEOUT = 10.0  # Timeout in seconds for effects that must happen.
_ANSWER = 1.0  # Seconds to wait for effects that may happen.
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
    """One window of a regular browser, controlled only with mouse and keyboard.

    Attributes:
        display: The display that it fills.
        tabs: Its pages, in the order of its tab strip.
        page: The active page.
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
        """Open a window that resolves every host to the server at a loopback port."""
        async with contextlib.AsyncExitStack() as stack:
            display = await stack.enter_async_context(Display.start())
            home = stack.enter_context(tempfile.TemporaryDirectory(prefix="webproctor-"))
            playwright = await stack.enter_async_context(async_playwright())
            context = await playwright.chromium.launch_persistent_context(
                home,
                headless=False,
                executable_path=find_browser(window=True),
                env={**os.environ, **display.screen.environment, "HOME": home},
                no_viewport=True,
                locale="en-US",
                timezone_id="UTC",
                ignore_default_args=["--enable-automation"],
                args=[*_FLAGS, f"--host-resolver-rules=MAP * 127.0.0.1:{port}"],
            )
            stack.push_async_callback(context.close)
            yield cls(display, context)

    def _opened(self, page: Page) -> None:
        """Handle a new tab: it is next to its opener and active."""
        self.tabs.insert(self.tabs.index(self.page) + 1, page)
        self.page = page
        if len(self.tabs) > _MOST_TABS:
            raise ValueError(f"more than {_MOST_TABS} tabs: their positions were not measured")
        page.on("domcontentloaded", lambda _: self._changed.set())

    async def settle(self) -> None:
        """Wait until the active page is loaded and the screen does not change."""
        await self.page.wait_for_load_state("networkidle")
        await self.display.settle()

    @contextlib.asynccontextmanager
    async def answering(self) -> AsyncIterator[None]:
        """Run the block and wait for a navigation, if it causes one."""
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

    # The page

    async def boxes(self, selector: str) -> list[Box]:
        """Return the visible, clickable parts of a selector's elements, in pixels of the screen.

        Raises:
            LookupError: If there are none.
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
            raise LookupError(f"{self.page.url}: no visible element matches {selector}")
        return [(round(x, 1), round(y, 1), round(w, 1), round(h, 1)) for x, y, w, h in found]

    async def name(self, selector: str) -> str:
        """Describe the first of the elements."""
        return await self.page.locator(selector).first.evaluate(
            """(element) => {
              const kinds = { A: "link", BUTTON: "button", INPUT: "field" };
              const kind = kinds[element.tagName] ?? "element";
              const inner = element.querySelector("b") ?? element;
              const text = element.ariaLabel ?? inner.innerText;
              return `the ${kind} "${text.trim().replace(/\\s+/g, " ")}"`;
            }"""
        )

    # The window frame

    def back(self) -> Box:
        return _BACK

    def tab(self, number: int) -> Box:
        """Return the box of a tab, numbered from 1, without its close button."""
        left = _FIRST_TAB + _TAB * (number - 1)
        return left, 0, _CROSS_IN_TAB - 2, _TAB_HEIGHT

    def cross(self, number: int) -> Box:
        """Return the box of a tab's close button."""
        left = _FIRST_TAB + _TAB * (number - 1) + _CROSS_IN_TAB
        return left, (_TAB_HEIGHT - _CROSS) / 2, _CROSS, _CROSS

    async def go_back(self) -> None:
        """Click the back button.

        Raises:
            TimeoutError: If the page does not change.
        """
        before = self.page.url
        await self.click(self.back())
        async with asyncio.timeout(_TIMEOUT):
            while self.page.url == before:  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def close_tab(self, number: int) -> None:
        """Click a tab's close button.

        Raises:
            playwright.async_api.TimeoutError: If its page stays open.
        """
        page = self.tabs[number - 1]
        async with page.expect_event("close", timeout=1000 * _TIMEOUT):
            await self.click(self.cross(number))
        self.tabs.remove(page)
        if self.page is page:
            self.page = await self._in_front(self.tabs)

    async def switch_to(self, number: int) -> None:
        """Click a tab.

        Raises:
            TimeoutError: If another page stays active.
        """
        await self.click(self.tab(number))
        self.page = await self._in_front([self.tabs[number - 1]])

    async def _in_front(self, candidates: Sequence[Page]) -> Page:
        """Return the active page, according to the window's title."""
        async with asyncio.timeout(_TIMEOUT):
            while True:
                title = self.display.title()
                for page in candidates:
                    if title.startswith(await page.title()):
                        return page
                await asyncio.sleep(0.02)
