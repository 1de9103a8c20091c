"""The replica: a second page that repeats the inputs of a page in which programs can run scripts.

A program that can run scripts in its page can forge anything in that page, so that page is only a
view. The replica, in a browser that the program cannot access, receives the same trusted inputs,
and only the replica is judged.
"""

import asyncio
import os
import shutil
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.clipboard import uses_clipboard
from webproctor.environments.browser.devtools import DevTools, DevToolsError
from webproctor.environments.browser.document import Document, ScriptError, WorldGone
from webproctor.environments.browser.page import Page
from webproctor.environments.browser.proxy_policy import INPUT, Parameters
from webproctor.environments.browser.session import WebSession

LIBRARY = Path(__file__).with_name("view.js")
# Timeouts in seconds for reading the state of a view, and for the replica to handle an input.
_READ_TIMEOUT, _INPUT_TIMEOUT = 2.0, 5.0
# Inputs that continue others, before which the state of the view is not copied.
_CONTINUATIONS = frozenset(
    {"mouseMoved", "mouseReleased", "keyUp", "touchMove", "touchEnd", "touchCancel"}
)
_UNCHANGED = frozenset(
    {"Emulation.setDeviceMetricsOverride", "Emulation.clearDeviceMetricsOverride", "Page.reload"}
)
# The commands that are repeated. Libraries send others to every page that opens.
_FOLLOWED = INPUT | {
    *("Page.navigate", "Page.navigateToHistoryEntry", "Page.printToPDF", "Page.reload"),
    *("Page.close", "Target.closeTarget", "DOM.setFileInputFiles"),
}


class Replica:
    """Repeats the commands that a program sends to its pages.

    Attributes:
        missed: Number of inputs, navigations and files for pages that the replica does not have
            (tabs opened by a script).
        failed: Commands that failed in the replica, with the reason; the first 100.

    Args:
        session: The replica's session.
        devtools: The connection to the browser with the program's pages.
        target: The target id of the first of these pages, the counterpart of the session's page.
        address: Converts an address of the program's page to the replica's address.
        files: The folder with the files that the program may choose.
        scrolls: Whether to copy the scroll position of the view. Set to False if scrolling is the
            task: the replica then scrolls only by input events.
    """

    def __init__(
        self,
        session: WebSession,
        devtools: DevTools,
        target: str,
        address: Callable[[str], str],
        *,
        files: Path,
        scrolls: bool,
    ) -> None:
        self.missed = 0
        self.failed: list[str] = []
        self._session = session
        self._devtools = devtools
        self._address = address
        self._files = files
        self._scrolls = scrolls
        self._pages = {target: session.page}
        self._views: dict[str, Document] = {}
        self._working: set[asyncio.Future[None]] = set()
        session.page.add_library(LIBRARY)

    @property
    def worlds(self) -> set[str]:
        """Names of the harness's isolated worlds in the program's pages."""
        return {view.world_name for view in self._views.values()}

    async def follow(self, target: str, method: str, parameters: Parameters) -> None:
        """Repeat a command for one of the program's pages, before it is forwarded.

        Args:
            target: The page's target id.
            method: The command's name.
            parameters: The command's parameters. For `DOM.setFileInputFiles`, the element is given
                as `backendNodeId`.
        """
        page = await self._page(target)
        if page is None:
            self.missed += method in _FOLLOWED
            return
        if page is not self._session.page:
            await self._session.bring_to_front(page)
        if method in INPUT:
            await self.wait_until_handled()
            if parameters.get("type") not in _CONTINUATIONS:
                await self._copy(target, page)
            self._run(method, _send_input(page, method, parameters))
        elif method in _UNCHANGED:
            self._run(method, page.channel.send(method, parameters))
        elif method == "Page.navigate":
            destination = {"url": self._address(parameters["url"])}
            self._run(method, page.channel.send(method, destination))
        elif method == "Page.navigateToHistoryEntry":
            # The view's position in its history changes as soon as the command is forwarded.
            offset = await self._history_offset(target, parameters.get("entryId"))
            if offset is not None:
                self._run(method, self._go(page, offset))
        elif method == "Page.printToPDF":
            self._run(method, page.channel.send(method, {"printBackground": True}))
        elif method == "DOM.setFileInputFiles":
            self._run(method, self._choose(target, page, parameters))
        elif method in ("Page.close", "Target.closeTarget") and len(self._session.tabs) > 1:
            self._run(method, page.close())

    async def open(self, url: str) -> Page | None:
        """Open a tab as the counterpart of one that the program opens; None if it fails."""
        tab = await self._session.tabs[0].tab.context.new_tab()
        await self._session.wait_for_tabs()
        page = next((one for one in self._session.tabs if one.tab is tab), None)
        if page is not None and url != "about:blank":
            self._run("open", page.channel.send("Page.navigate", {"url": self._address(url)}))
        return page

    def pair(self, target: str, page: Page) -> None:
        """Make a page of the replica the counterpart of one of the program's pages."""
        self._pages[target] = page

    async def wait_until_handled(self) -> None:
        """Wait until the replica has handled all commands so far, up to a timeout."""
        if self._working:
            await asyncio.wait(self._working, timeout=_INPUT_TIMEOUT)

    async def _page(self, target: str) -> Page | None:
        """Return the counterpart of one of the program's pages."""
        if target in self._pages:
            page = self._pages[target]
            return page if page in self._session.tabs else None
        [answer] = await self._devtools.send(None, [("Target.getTargetInfo", {"targetId": target})])
        url = self._address(answer["targetInfo"]["url"])
        await self._session.wait_for_tabs()
        for page in self._session.tabs:
            if page not in self._pages.values() and page.url == url:
                self._pages[target] = page
                return page
        return None

    async def _view(self, target: str) -> Document:
        if target not in self._views:
            channel = await self._devtools.attach(target)
            self._views[target] = Document(channel, _READ_TIMEOUT, (LIBRARY,))
        return self._views[target]

    async def _copy(self, target: str, page: Page) -> None:
        """Copy scroll positions, focus and selection from the view."""
        try:
            view = await self._view(target)
            state = await view.call("viewState.read")
            async with asyncio.timeout(_READ_TIMEOUT):
                await page.call("viewState.apply", state, self._scrolls)
        except (SessionLost, ScriptError, DevToolsError, WorldGone, TimeoutError) as error:
            # The program's scripts may have made the page unreadable: continue without the state.
            self._note("state of the view", error)

    async def _history_offset(self, target: str, entry: object) -> int | None:
        """Return how many entries forward a history entry of the view is; None if unknown."""
        try:
            view = await self._view(target)
            history = await view.send("Page.getNavigationHistory")
        except (SessionLost, DevToolsError) as error:
            self._note("history of the view", error)
            return None
        ids = [one["id"] for one in history["entries"]]
        return ids.index(entry) - history["currentIndex"] if entry in ids else None

    async def _go(self, page: Page, offset: int) -> None:
        """Go forward in the history of a page by a number of entries; back if it is negative."""
        history = await page.send("Page.getNavigationHistory")
        index = history["currentIndex"] + offset
        if index < 0:
            raise LookupError("the history has no such entry")
        await page.send("Page.navigateToHistoryEntry", {"entryId": history["entries"][index]["id"]})

    async def _choose(self, target: str, page: Page, parameters: Parameters) -> None:
        """Choose copies of the same files for the same element."""
        files = [
            await asyncio.to_thread(copy_file, file, self._files, page.folder)
            for file in parameters["files"]
        ]
        view = await self._view(target)
        path = await _path_of(view, parameters["backendNodeId"])
        node = None
        if path is not None:
            node = await page.node(f"viewState.at({path})")
        await page.choose(files, node)

    def _run(self, method: str, work: Awaitable[Any]) -> None:
        async def run() -> None:
            try:
                await work
            except (DevToolsError, SessionLost, WorldGone, LookupError, OSError) as error:
                self._note(method, error)

        working = asyncio.ensure_future(run())
        self._working.add(working)
        working.add_done_callback(self._working.discard)

    def _note(self, subject: str, error: BaseException) -> None:
        if len(self.failed) < 100:
            self.failed.append(f"{subject}: {type(error).__name__} {error}".rstrip())


async def _send_input(page: Page, method: str, parameters: Parameters) -> None:
    """Send an input to a page; keys copy and paste with the clipboard of its episode."""
    if page.clipboard is None or not _uses_clipboard(parameters):
        await page.channel.send(method, parameters)
        return
    event = {"type": "", **parameters}
    async with page.clipboard.use(page.copied, [event], _INPUT_TIMEOUT):
        async with asyncio.timeout(_INPUT_TIMEOUT):
            await page.channel.send(method, parameters)
            await page.try_evaluate("0")  # The page has reported that it has copied.


def _uses_clipboard(parameters: Parameters) -> bool:
    """Whether an input, with parameters of any type, may copy, cut or paste."""
    modifiers, key = parameters.get("modifiers", 0), parameters.get("key", "")
    if not isinstance(modifiers, int) or not isinstance(key, str):
        return False  # The browser rejects it.
    return bool(parameters.get("commands")) or uses_clipboard({"type": "", **parameters})


def copy_file(file: str, source: Path, target: Path) -> Path:
    """Copy a file from one folder, or from a folder in it, to another.

    The program may have replaced the file by a link since its path was checked. Only links that
    lead to files in the folder are followed.

    Raises:
        OSError: If there is no such file in the folder.
    """
    inside, path = source.resolve(), Path(file).resolve()
    if not path.is_relative_to(inside):
        raise OSError(f"{file} is outside of {source}")
    *folders, name = path.relative_to(inside).parts
    parent = os.open(source, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for folder in folders:
            outer = parent
            parent = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=outer)
            os.close(outer)
        # Without waiting for a writer if it is a named pipe.
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
        with os.fdopen(os.open(name, flags, dir_fd=parent), "rb") as opened:
            if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
                raise OSError(f"{file} is not a file")
            copy = target / Path(file).name
            with copy.open("wb") as copied:
                shutil.copyfileobj(opened, copied)
    finally:
        os.close(parent)
    return copy


async def _path_of(view: Document, node: int) -> list[Any] | None:
    """Return the position of an element in the document of a view, see `view.js`."""
    world = await view.world()
    resolved = await view.send(
        "DOM.resolveNode", {"backendNodeId": node, "executionContextId": world}
    )
    call = {
        "functionDeclaration": "function () { return viewState.path(this); }",
        "objectId": resolved["object"]["objectId"],
        "returnByValue": True,
    }
    return (await view.send("Runtime.callFunctionOn", call))["result"].get("value")
