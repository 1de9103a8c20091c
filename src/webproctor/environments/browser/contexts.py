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
        self._leaving: set[asyncio.Task[None]] = set()

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
        [made] = await self._devtools.send(
            None, [("Target.createBrowserContext", {"disposeOnDetach": True})]
        )
        id = made["browserContextId"]

        async def close() -> None:
            await self._devtools.send(
                None, [("Target.disposeBrowserContext", {"browserContextId": id})]
            )

        return await self._added(id, viewport, headers, close)

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
        context = await self._added(id, viewport, headers, close)
        await self._devtools.attach(target)
        await context.tab(target)
        return context

    async def _added(
        self,
        id: str,
        viewport: Viewport | None,
        headers: Mapping[str, str],
        close: Callable[[], Awaitable[None]],
    ) -> Context:
        async def forget() -> None:
            self._contexts.pop(id, None)
            try:
                await close()
            finally:
                self._forget_downloads(id)

        self._contexts[id] = context = Context(self._devtools, id, viewport, headers, forget)
        saving = {
            "behavior": "allowAndName",
            "browserContextId": id,
            "downloadPath": str(self._folder),
            "eventsEnabled": True,
        }
        await self._devtools.send(None, [("Browser.setDownloadBehavior", saving)])
        return context

    def _on_attached(self, event: dict[str, Any]) -> None:
        about = event["targetInfo"]
        context = self._contexts.get(about.get("browserContextId", ""))
        if about["type"] == "page" and context is not None:
            # Further sessions of a tab, which the harness has asked for, are reported here too.
            if all(one.target != about["targetId"] for one in context.tabs):
                context.tell("tab", context.add(about["targetId"], event["sessionId"]))
            return
        if about["type"] == "shared_worker" and context is not None and context.tabs:
            context.tabs[0].attach_child(event)
            return
        leaving = asyncio.ensure_future(self._leave(event["sessionId"]))
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    async def _leave(self, session: str) -> None:
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
                path = self._folder / event["guid"]
                name = event["suggestedFilename"]
                one = Download(self._devtools, context.id, event["guid"], name, path)
                self._downloads[event["guid"]] = one
                context.tell("download", one)

    def _on_progress(self, event: dict[str, Any]) -> None:
        if event["state"] != "inProgress" and (one := self._downloads.get(event["guid"])):
            one.end(completed=event["state"] == "completed")

    def _forget_downloads(self, id: str) -> None:
        for guid, one in list(self._downloads.items()):
            if one.context == id:
                one.end(completed=False)
                one.path.unlink(missing_ok=True)
                del self._downloads[guid]
