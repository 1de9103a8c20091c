"""A live page in its own browser context: navigation, scripts, dialogs and files.

Scripts of this package run in an isolated world: they can access the page's document, but the
page's scripts can neither see nor change them.
"""

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Self

from webproctor.core.evidence import EntryList
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.console import ConsoleErrors
from webproctor.environments.browser.devtools import DevTools, DevToolsError
from webproctor.environments.browser.dialogs import DialogAnswer
from webproctor.environments.browser.document import LIBRARY
from webproctor.environments.browser.downloads import Download, Downloads
from webproctor.environments.browser.emulation import Viewport
from webproctor.environments.browser.endpoint import Endpoint
from webproctor.environments.browser.file_dialogs import FileDialogs, set_files
from webproctor.environments.browser.guard import Guard
from webproctor.environments.browser.inputs import OUTSIDE, Inputs
from webproctor.environments.browser.listening import Listeners
from webproctor.environments.browser.navigation import Navigation, history_entry
from webproctor.environments.browser.notices import Dialog
from webproctor.environments.browser.recording import PageRecorder
from webproctor.environments.browser.tabs import Tab
from webproctor.environments.browser.timeouts import answering, lost

Destination = Literal["back", "forward", "reload", "to"]


class Page(Inputs):
    """A page in its own browser context.

    Attributes:
        tab: The tab.
        devtools, endpoint, target: The connection to the browser, its address, and the page's
            target id.
        folder: The episode's folder for files.
        initial_files: The contents of the files that the benchmark has put there, by name.
        guard: The network guard, which records refused requests.
        errors: Console errors and uncaught exceptions, in order.
        dialogs: The texts of all dialogs that the page opened.
        dialog_notes: The kind, text and answer of each dialog.
        answers: The answers to the next dialogs; those after them are accepted.
        files: The page's downloads.
        file_dialogs: Its file dialogs.
        navigation: The page's address and loading state.
        listeners: The listeners to the notices of its context.
        binding: The name by which its documents report input events, once they do; see `witness`.
        single_use: Whether the episode did something that cannot be undone, so its context is
            not used again; see `renewal`.
    """

    def __init__(
        self,
        tab: Tab,
        devtools: DevTools,
        guard: Guard,
        folder: Path,
        timeout: float,
    ) -> None:
        super().__init__(tab.channel, timeout)
        self.tab = tab
        self.target = tab.target
        self.folder = folder
        self.initial_files: Mapping[str, bytes] = {}
        self.guard = guard
        self.errors = EntryList()
        self.dialogs, self.dialog_notes = EntryList(), EntryList()
        self.answers: deque[DialogAnswer] = deque()
        self.files = Downloads(folder, self.errors)
        self.devtools = devtools
        self.navigation = Navigation(self.channel)
        self.listeners = Listeners(self.channel)
        self.binding, self.single_use = "", False
        # The clicks on download links that `settle` counted; whether the browser began a download.
        self._download_clicks, self._downloading = 0, False
        self.file_dialogs = FileDialogs()
        self.endpoint = Endpoint(0)
        self.agent_handles_dialogs = False  # Whether the agent handles dialogs itself (desktop).
        self.recorder = PageRecorder()
        self.channel.on("Page.frameNavigated", self._on_navigated)

    @classmethod
    async def create(
        cls,
        tab: Tab,
        devtools: DevTools,
        guard: Guard,
        folder: Path,
        timeout: float,  # noqa: ASYNC109 - a setting of the page
        recorder: PageRecorder,
    ) -> Self:
        """Use a blank tab, the first of its context.

        Args:
            recorder: Records the page and its other tabs.

        Raises:
            DevToolsError: If the browser died.
        """
        page = cls(tab, devtools, guard, folder, timeout)
        await page._listen()
        if tab.viewport is not None:
            await page.channel.send_commands(OUTSIDE, persistent=True)
        page.recorder = recorder
        await recorder.add(page.channel)
        return page

    async def renewed(self, guard: Guard, *, same_session: bool) -> Self:
        """Return the same tab as the page of another episode; this object is not used after that.

        Args:
            same_session: Whether it uses the same DevTools session and isolated worlds.

        Raises:
            DevToolsError: If the page is gone.
        """
        tab = self.tab
        if same_session:
            tab.renew()
        else:
            await tab.attach_again()
        page = type(self)(tab, self.devtools, guard, self.folder, self._timeout)
        page.endpoint, page.agent_handles_dialogs = self.endpoint, self.agent_handles_dialogs
        page.clipboard, page.world_name = self.clipboard, self.world_name
        if same_session:
            page.binding = self.binding
            page.file_dialogs = FileDialogs(reported=self.file_dialogs.reported)
        self.listeners.remove()
        await page._listen()
        return page

    async def _listen(self) -> None:
        """Listen to the events of the tab and of its context."""
        context, errors = self.tab.context, ConsoleErrors(self.errors, self.guard.note_blocked)
        self.listeners.add(context, "line", errors.on_line)
        self.listeners.add(context, "exception", errors.on_exception)
        self.listeners.add(context, "dialog", self._on_dialog)
        self.listeners.add(context, "download", self._on_download)
        await self.guard.watch(context, self.listeners, self.channel)
        await self.navigation.begin()

    async def for_tab(self, tab: Tab) -> "Page":
        """Return the page of another tab of this context; it shares errors, dialogs and downloads.

        Raises:
            SessionLost: If the browser died, or the tab was closed meanwhile.
        """
        page = Page(tab, self.devtools, self.guard, self.folder, self._timeout)
        page.errors, page.dialogs, page.files = self.errors, self.dialogs, self.files
        page.dialog_notes, page.answers = self.dialog_notes, self.answers
        page.modifiers = self.modifiers
        page.clipboard, page.copied = self.clipboard, self.copied
        page._libraries = self._libraries
        page.agent_handles_dialogs = self.agent_handles_dialogs
        page.recorder = self.recorder
        self.single_use = True
        async with answering("attaching to a tab", self._timeout):
            await asyncio.shield(tab.ready)
            await self.guard.watch_tab(page.channel)
            await page.navigation.begin()
            await page.recorder.add(page.channel)
        return page

    async def close(self) -> None:
        """Close this tab.

        Raises:
            SessionLost: If the browser died, or does not respond.
        """
        async with answering("closing a tab", self._timeout):
            await self.tab.close()

    @property
    def viewport(self) -> Viewport | None:
        """The size of the viewport; None for the size of a window."""
        return self.tab.viewport

    @property
    def scale(self) -> float:
        return self.viewport.scale if self.viewport else 1.0

    async def _main_frame(self) -> str:
        return self.navigation.frame

    async def expect_files(self) -> None:
        """Start tracking file dialogs and downloads of the page.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        self.file_dialogs.listen(self.channel)
        self.channel.on("Page.downloadWillBegin", self._on_download_begun)
        if not (self.agent_handles_dialogs or self.file_dialogs.reported):
            await self.send("Page.setInterceptFileChooserDialog", {"enabled": True})
            self.file_dialogs.reported = True

    def _on_download_begun(self, _: dict[str, Any]) -> None:
        self._downloading = True

    @property
    def url(self) -> str:
        """The last known address of the page."""
        return self.navigation.url

    async def wait_until_loaded(self, frames_timeout: float | None = None) -> None:
        """Wait until no frame of the page is loading.

        If a document does not arrive in time, loading is stopped, and `Navigation.unanswered`
        counts it.

        Args:
            frames_timeout: Timeout in seconds for frames and files of a document that has arrived;
                by default the same as for a document.

        Raises:
            SessionLost: If the page or its server does not answer, or the browser died.
        """
        frames = self._timeout if frames_timeout is None else frames_timeout
        if not await self.navigation.wait_until_loaded(self._timeout, frames):
            await self._stop_loading()

    async def _stop_loading(self) -> None:
        self.navigation.unanswered += 1
        await self.guard.check_all_servers(self._timeout)
        await self.send("Page.stopLoading")
        await self.run("0")  # A page that does not run scripts hangs.

    @property
    def downloads(self) -> list[Path]:
        """The page's downloads, in the episode's folder."""
        return self.files.files

    async def go(self, where: Destination, *, url: str = "") -> bool:
        """Go `back` or `forward` in the history, `reload`, or go `to` an address.

        Returns:
            False if there is no such page, if it cannot be reached or does not arrive in time, or
            if a dialog asked whether to leave this one and was dismissed; see `Navigation`.

        Raises:
            SessionLost: If the page or its server does not answer, or the browser died.
        """
        entry = None
        if where in ("back", "forward"):
            history = await self.send("Page.getNavigationHistory")
            entry = history_entry(history, 1 if where == "forward" else -1)
            if entry is None:
                return False
        since = self.navigation.state
        try:
            async with asyncio.timeout(self._timeout):
                if where == "to":
                    return not await self.navigation.open(url)
                if where == "reload":
                    await self.channel.send("Page.reload")
                else:
                    await self.channel.send("Page.navigateToHistoryEntry", {"entryId": entry})
                changed = await self.navigation.wait_until_changed(since)
                return changed and not self.navigation.unreachable
        except TimeoutError:
            self.check(where)
            frame_changed = entry and self.navigation.frame_changes != since.frame_changes
            if self.navigation.documents != since.documents or frame_changed:
                self.navigation.load_timed_out = True  # Some of its files are still loading.
                return True
            await self._stop_loading()
            return False
        except DevToolsError as error:
            self.check(where)
            raise lost(f"{where} {url}", error) from error

    async def choose(self, files: Sequence[Path], node: int | None = None) -> bool:
        """Choose files for a file input, or for the last file dialog.

        Args:
            node: The input's backend node id; None for the last file dialog.

        Returns:
            False if no file dialog is open and no input is given, or the input is gone.
        """
        if node is None:
            node = await self.file_dialogs.wait_until_open()
        if node is None:
            return False
        self.file_dialogs.close()
        self.single_use = True  # Its process may read the files.
        async with self.answering("choosing files"):
            return await set_files(self.channel, node, files)
        raise AssertionError("unreachable")

    async def open(self, url: str, *libraries: Path) -> None:
        """Load a page and wait until its scripts and images have loaded.

        Args:
            libraries: Script files that `call` needs in addition to the page library.

        Raises:
            SessionLost: If the page does not load in time, or the browser died.
        """
        self._libraries = [LIBRARY, *libraries]
        self._world = None
        try:
            async with asyncio.timeout(self._timeout):
                if failure := await self.navigation.open(url):
                    raise SessionLost("browser", f"{url}: {failure}")
        except TimeoutError as error:
            self.check("open")
            # A document that has arrived is used, even if some of its files are still loading.
            if not await self.shows(url):
                raise SessionLost(
                    "page hangs", f"{url} did not load in {self._timeout:g} s"
                ) from error
        except DevToolsError as error:
            self.check("open")
            raise lost(url, error) from error
        await self.enter()

    async def run(self, script: str) -> Any:
        """Run a script in the page's own world and return its value, as JSON data.

        If the script makes the page navigate, the value is None.

        Raises:
            ScriptError: If the script throws, or its value is not JSON.
            SessionLost: If the page does not answer in time, or the browser died.
        """
        value = await self.evaluate(script)
        await self.catch_up()
        return value

    @property
    def chooser_open(self) -> bool:
        """Whether a file dialog is open."""
        return self.file_dialogs.node is not None

    async def catch_up(self) -> None:
        """Wait until all events so far (requests, errors, dialogs) have been received.

        Raises:
            SessionLost: If the browser died, or the page server no longer answers.
        """
        async with self.answering("waiting for events"):
            with self.channel.untapped():
                await self.channel.send_commands([("Target.getTargetInfo", {})], persistent=True)
        await self.guard.check_servers(self._timeout)

    async def resize(self, width: int, height: int) -> None:
        """Change the size of the viewport, in CSS pixels."""
        self.single_use = True
        async with self.answering("resize"):
            await self.tab.resize(width, height)

    async def settle(self) -> None:
        """Wait until the document has not changed for a whole frame.

        Returns at once if nothing changed, and after a second if the page keeps changing.
        """
        self._download_clicks += await self.call("webproctor.settled")

    def _on_navigated(self, event: dict[str, Any]) -> None:
        if "parentId" not in event["frame"]:
            self.leave_world()

    def _on_download(self, download: Download) -> None:
        self.single_use = True
        self.files.save(download)

    def _on_dialog(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        if self.agent_handles_dialogs:
            return
        answer = self.answers.popleft() if self.answers else DialogAnswer()
        self.dialog_notes.append(answer.note(dialog))
        self.files.finish(answer.apply(dialog))

    async def wait_for_downloads(self, *, settled: bool = False, elsewhere: bool = True) -> None:
        """Wait until all downloads so far are in the folder.

        Args:
            settled: Whether `settle` has been called after the last input.
            elsewhere: Whether a download may have begun in another tab.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        expected = self._download_clicks if settled else await self.call("webproctor.asked")
        downloading, self._download_clicks, self._downloading = self._downloading, 0, False
        if expected or downloading or elsewhere or self.files.working:
            await self.catch_up()
            await self.files.wait_until_saved(expected, self._timeout)
