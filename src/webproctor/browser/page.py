"""One live page: its hands are real input events, its eyes one script call.

Input goes through the DevTools protocol, many events in flight at once, so that a click takes two
milliseconds instead of the thirty of a driver that waits for a frame between events. Scripts of
ours run in an isolated world: they see the page's document, but no script of the page sees or
changes them.
"""

import asyncio
import base64
import contextlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Self

from playwright.async_api import (
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Dialog,
)
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as PlaywrightPage
from playwright.async_api import TimeoutError as PlaywrightTimeout

from webproctor.browser import keyboard, mouse
from webproctor.browser.devtools import Channel, DevTools, DevToolsError
from webproctor.browser.document import LIBRARY, Document, WorldGone
from webproctor.browser.downloads import Downloads
from webproctor.browser.guard import Guard
from webproctor.browser.marks import Marks
from webproctor.browser.navigation import Navigation
from webproctor.browser.recording import Recorder
from webproctor.sessions import SessionLost

# Seconds in which a file dialog opens after the click on its input.
_LATEST_DIALOG = 1.0


class Page(Document):
    """A page in a context of its own.

    Attributes:
        devtools_address: Where others can speak DevTools to its browser.
        folder: The episode's folder for files.
        guard: What the network refused.
        errors: Console errors and uncaught exceptions, in order.
        dialogs: Text of each dialog that the page opened; all are accepted.
        files: Files that the page gave.
        navigation: Where the page is, and whether it is on its way elsewhere.
    """

    def __init__(
        self,
        page: PlaywrightPage,
        devtools: DevTools,
        channel: Channel,
        driver: CDPSession,
        guard: Guard,
        folder: Path,
        patience: float,
    ) -> None:
        super().__init__(channel, patience)
        self.playwright = page
        self.folder = folder
        self.guard = guard
        self.errors: list[str] = []
        self.dialogs: list[str] = []
        self.files = Downloads(folder, self.errors)
        self._devtools = devtools
        self._driver = driver
        self.navigation = Navigation(channel)
        self._chosen_for: int | None = None
        self._chooser = asyncio.Event()
        self.marks = Marks(self)
        self.devtools_address = ""
        # Whether somebody sits before it who answers its dialogs.
        self.attended = False
        self.recorder = Recorder()

    @classmethod
    async def create(
        cls,
        context: BrowserContext,
        devtools: DevTools,
        guard: Guard,
        folder: Path,
        patience: float,
        recorder: Recorder,
    ) -> Self:
        """Open a blank page in a context.

        Args:
            recorder: Records it, and its other tabs.

        Raises:
            SessionLost: If the browser died.
        """
        try:
            page = await cls._attach(await context.new_page(), devtools, guard, folder, patience)
            context.on("console", page._on_console)
            context.on("weberror", lambda error: page.errors.append(f"uncaught: {error.error}"))
            context.on("dialog", page._on_dialog)
            await guard.watch(context, page.channel)
            page.recorder = recorder
            await recorder.add(page.channel)
        except (PlaywrightError, DevToolsError) as error:
            raise SessionLost("browser", f"no page: {error}") from error
        return page

    async def beside(self, tab: PlaywrightPage) -> "Page":
        """Another tab of this page's context; its errors, dialogs and downloads count as one.

        Raises:
            SessionLost: If the browser died, or the tab has been closed again.
        """
        try:
            page = await self._attach(tab, self._devtools, self.guard, self.folder, self._patience)
            page.recorder = self.recorder
            await page.recorder.add(page.channel)
        except (PlaywrightError, DevToolsError) as error:
            raise SessionLost("browser", f"no tab: {error}") from error
        page.errors, page.dialogs, page.files = self.errors, self.dialogs, self.files
        page._libraries = self._libraries
        page.attended = self.attended
        return page

    @classmethod
    async def _attach(
        cls,
        playwright: PlaywrightPage,
        devtools: DevTools,
        guard: Guard,
        folder: Path,
        patience: float,
    ) -> Self:
        driver = await playwright.context.new_cdp_session(playwright)
        target = (await driver.send("Target.getTargetInfo"))["targetInfo"]["targetId"]
        channel = await devtools.attach(target)
        page = cls(playwright, devtools, channel, driver, guard, folder, patience)
        playwright.on("download", lambda download: page.files.take(download))
        return page

    async def expect_navigation(self) -> None:
        """Begin to note when the page or a frame of it goes elsewhere, and file dialogs.

        Raises:
            SessionLost: If the browser died.
        """
        self.channel.on("Page.fileChooserOpened", self._on_chooser)
        with self._losing("Page.enable"):
            await self.navigation.begin()
        if not self.attended:
            await self.send("Page.setInterceptFileChooserDialog", {"enabled": True})

    def _on_chooser(self, event: dict[str, Any]) -> None:
        self._chosen_for = event.get("backendNodeId")
        self._chooser.set()

    @property
    def url(self) -> str:
        """The address of the page, as far as it is known."""
        return self.navigation.url

    async def loaded(self) -> None:
        """Wait until no frame of the page is on its way elsewhere.

        Raises:
            SessionLost: If that takes too long.
        """
        await self.navigation.arrived(self._patience)

    @property
    def downloads(self) -> list[Path]:
        """Files that the page gave, in the folder of this episode."""
        return self.files.files

    async def go(self, where: str, *, url: str = "") -> bool:
        """Go `back`, `forward`, `reload`, or `to` an address; False when there is no such page.

        Raises:
            SessionLost: If the page does not load in time, or the browser died.
        """
        patience: Any = {"wait_until": "load", "timeout": self._patience * 1000}
        if where in ("back", "forward"):
            history = await self.send("Page.getNavigationHistory")
            index = history["currentIndex"] + (1 if where == "forward" else -1)
            # The first entry is the blank page that every context begins with.
            if not 1 <= index < len(history["entries"]):
                return False
        self._world = None
        try:
            match where:
                case "back":
                    await self.playwright.go_back(**patience)
                case "forward":
                    await self.playwright.go_forward(**patience)
                case "reload":
                    await self.playwright.reload(**patience)
                case _:
                    await self.playwright.goto(url, **patience)
        except PlaywrightTimeout as error:
            raise SessionLost("page hangs", f"{where} {url}: no answer in time") from error
        except PlaywrightError as error:
            if "ERR_" in error.message or "Cannot navigate" in error.message:
                return False
            raise SessionLost("browser", f"{where} {url}: {error.message}") from error
        return True

    async def print(self) -> bytes:
        """The page printed to a PDF.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        printed = await self.send("Page.printToPDF", {"printBackground": True})
        return base64.b64decode(printed["data"])

    async def choose(self, files: Sequence[Path], node: int | None = None) -> bool:
        """Choose files for a file input, or for the file dialog that opened last.

        Args:
            node: The input's backend node id.

        Returns:
            False when no file dialog is open and no input is named.
        """
        if node is None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LATEST_DIALOG):
                    await self._chooser.wait()
            node = self._chosen_for
        if node is None:
            return False
        self._chosen_for = None
        self._chooser.clear()
        chosen = {"files": [str(file) for file in files], "backendNodeId": node}
        await self.send("DOM.setFileInputFiles", chosen)
        return True

    # Going somewhere

    async def open(self, url: str, *libraries: Path) -> None:
        """Load a page and wait until it, its scripts and its images have loaded.

        Args:
            libraries: Script files that `call` needs beside the page library.

        Raises:
            SessionLost: If the page does not load in time, or the browser died.
        """
        self._libraries = [LIBRARY, *libraries]
        self._world = None
        try:
            await self.playwright.goto(url, wait_until="load", timeout=self._patience * 1000)
        except PlaywrightTimeout as error:
            raise SessionLost(
                "page hangs", f"{url} did not load in {self._patience:g} s"
            ) from error
        except PlaywrightError as error:
            raise SessionLost("browser", f"{url}: {error.message}") from error
        await self._inside("0")

    async def run(self, script: str) -> Any:
        """Run a script in the page's own world, as its own scripts run; JSON out.

        A script that makes the page go elsewhere has no value.

        Raises:
            ScriptError: If the script throws, or its value is not JSON.
            SessionLost: If the page does not answer in time, or the browser died.
        """
        try:
            value = await self._evaluate(script, world=False)
        except WorldGone:
            value = None
        await self.catch_up()
        return value

    @property
    def chooser_open(self) -> bool:
        """Whether a file dialog waits for its files."""
        return self._chosen_for is not None

    async def catch_up(self) -> None:
        """Wait until all that the page has done so far (requests, errors, dialogs) is noted.

        Such news comes by way of the driver, which our own commands overtake.

        Raises:
            SessionLost: If the browser died.
        """
        try:
            async with asyncio.timeout(self._patience):
                await self._driver.send("Target.getTargetInfo")
        except TimeoutError as error:
            raise SessionLost("page hangs", "the browser did not answer in time") from error
        except PlaywrightError as error:
            raise SessionLost("browser", f"no page: {error.message}") from error

    # Hands

    async def click(self, x: float, y: float) -> None:
        """Click a point of the view, in CSS pixels, with the left button of the mouse."""
        await self.mouse(mouse.move(x, y), mouse.down(x, y), mouse.up(x, y))

    async def mouse(self, *events: dict[str, Any]) -> None:
        """Send mouse events; see `mouse` for making them."""
        await self._send_all("Input.dispatchMouseEvent", events)

    async def keys(self, events: Iterable[dict[str, Any]]) -> None:
        """Send key events; see `keyboard` for making them."""
        await self._send_all("Input.dispatchKeyEvent", events)

    async def press(self, *keys: str, modifiers: int = 0) -> None:
        """Press keys one after another, with modifiers held down."""
        events = (event for key in keys for event in keyboard.press(key, modifiers))
        await self._send_all("Input.dispatchKeyEvent", events)

    async def type(self, text: str) -> None:
        """Type a text into whatever has the focus, one key stroke a character."""
        await self._send_all("Input.dispatchKeyEvent", keyboard.strokes(text))

    async def resize(self, width: int, height: int) -> None:
        """Change the size of the view, in CSS pixels."""
        try:
            async with asyncio.timeout(self._patience):
                await self.playwright.set_viewport_size({"width": width, "height": height})
        except TimeoutError as error:
            raise SessionLost("page hangs", "the view could not be resized in time") from error
        except PlaywrightError as error:
            raise SessionLost("browser", f"resize: {error.message}") from error

    # Eyes

    async def settle(self) -> None:
        """Wait until what was done shows: no change of the document in a whole frame.

        A page at rest is recognised at once; one that never rests is left after a second.
        """
        await self.call("webproctor.settle")

    async def screenshot(
        self, *, whole: bool = False, clip: dict[str, float] | None = None
    ) -> bytes:
        """A PNG of the view, of the whole page, or of a rectangle of the page in CSS pixels.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        # Fast to make rather than small. It takes the browser two frames.
        settings: dict[str, Any] = {"format": "png", "optimizeForSpeed": True}
        if whole:
            size = (await self.send("Page.getLayoutMetrics"))["cssContentSize"]
            clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"]}
        if clip is not None:
            settings |= {"clip": {**clip, "scale": 1}, "captureBeyondViewport": True}
        taken = await self.send("Page.captureScreenshot", settings)
        return base64.b64decode(taken["data"])

    # What the page does of itself

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")

    def _on_dialog(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        if not self.attended:
            self.files.finish(dialog.accept(dialog.default_value))

    async def saved(self) -> None:
        """Wait until every download so far lies in the folder.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        await self.catch_up()
        await self.files.saved(await self.call("webproctor.asked"))
