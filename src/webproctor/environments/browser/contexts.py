"""The browser contexts of a browser: attach to their tabs, and report their downloads."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from webproctor.environments.browser.devtools import DevTools, DevToolsError
from webproctor.environments.browser.downloads import Download
from webproctor.environments.browser.emulation import Viewport
from webproctor.environments.browser.tabs import ATTACHING, RESUME, Context


class Contexts:
    """The contexts of a browser.

    Args:
        devtools: The connection to the browser.
        folder: The folder in which the browser stores downloads.
    """

    def __init__(self, devtools: DevTools, folder: Path) -> None:
        self._devtools = devtools
        self._folder = folder
        self._contexts: dict[str, Context] = {}
        self._downloads: dict[str, Download] = {}
        self._detaching: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Attach to all pages that are opened from now on.

        Raises:
            DevToolsError: If the browser died.
        """
        self._devtools.listen(None, "Target.attachedToTarget", self._on_attached)
        self._devtools.listen(None, "Browser.downloadWillBegin", self._on_download)
        self._devtools.listen(None, "Browser.downloadProgress", self._on_progress)
        await self._devtools.send(None, [ATTACHING])

    async def create(
        self, viewport: Viewport | None = None, headers: Mapping[str, str] = MappingProxyType({})
    ) -> Context:
        """Create a context.

        Raises:
            DevToolsError: If the browser died.
        """
        [answer] = await self._devtools.send(
            None, [("Target.createBrowserContext", {"disposeOnDetach": True})]
        )
        id = answer["browserContextId"]

        async def close() -> None:
            await self._devtools.send(
                None, [("Target.disposeBrowserContext", {"browserContextId": id})]
            )

        return await self._register(id, viewport, headers, close)

    async def adopt(
        self,
        id: str,
        target: str,
        viewport: Viewport | None,
        headers: Mapping[str, str],
        close: Callable[[], Awaitable[None]],
    ) -> Context:
        """Take over a context that Playwright has created, with its tab.

        Args:
            close: Closes the context.

        Raises:
            DevToolsError: If the browser died.
        """
        context = await self._register(id, viewport, headers, close)
        await self._devtools.attach(target)
        await context.tab(target)
        return context

    async def _register(
        self,
        id: str,
        viewport: Viewport | None,
        headers: Mapping[str, str],
        close: Callable[[], Awaitable[None]],
    ) -> Context:
        async def forget() -> None:
            context.closing = True
            self._contexts.pop(id, None)
            try:
                await close()
            finally:
                self._forget_downloads(id)

        context = self._contexts[id] = Context(self._devtools, id, viewport, headers, forget)
        options = {
            "behavior": "allowAndName",
            "browserContextId": id,
            "downloadPath": str(self._folder),
            "eventsEnabled": True,
        }
        await self._devtools.send(None, [("Browser.setDownloadBehavior", options)])
        return context

    def _on_attached(self, event: dict[str, Any]) -> None:
        target_info = event["targetInfo"]
        context = self._contexts.get(target_info.get("browserContextId", ""))
        if target_info["type"] == "page" and context is not None:
            # Additional sessions of a tab that the harness has requested are reported here too.
            if all(one.target != target_info["targetId"] for one in context.tabs):
                context.notify("tab", context.add(target_info["targetId"], event["sessionId"]))
            return
        if target_info["type"] == "shared_worker" and context is not None and context.tabs:
            context.tabs[0].attach_child(event)
            return
        detaching = asyncio.ensure_future(self._detach(event["sessionId"]))
        self._detaching.add(detaching)
        detaching.add_done_callback(self._detaching.discard)

    async def _detach(self, session: str) -> None:
        """Let a target run that belongs to no context, such as a page of another program."""
        try:
            await self._devtools.send(session, [RESUME])
            await self._devtools.detach(session)
        except DevToolsError:
            return  # It is gone.

    # Downloads

    def _on_download(self, event: dict[str, Any]) -> None:
        for context in self._contexts.values():
            if event["frameId"] in context.frames:
                path, name = self._folder / event["guid"], event["suggestedFilename"]
                frame = event["frameId"]
                download = Download(self._devtools, context.id, frame, event["guid"], name, path)
                self._downloads[event["guid"]] = download
                context.notify("download", download)

    def _on_progress(self, event: dict[str, Any]) -> None:
        if event["state"] != "inProgress" and (download := self._downloads.get(event["guid"])):
            download.end(completed=event["state"] == "completed")

    def _forget_downloads(self, id: str) -> None:
        for guid, download in list(self._downloads.items()):
            if download.context == id:
                download.end(completed=False)
                download.path.unlink(missing_ok=True)
                del self._downloads[guid]
