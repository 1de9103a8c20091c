"""A browser context and its tabs, with their frames in other processes and their workers."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from webproctor.environments.browser import emulation
from webproctor.environments.browser.devtools import DETACHED, Channel, DevTools, DevToolsError
from webproctor.environments.browser.emulation import Command, Viewport
from webproctor.environments.browser.notices import Notices, listen

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

_BLANK = "about:blank"
# A new page, frame or worker waits for `RESUME` before it runs.
ATTACHING: Command = (
    "Target.setAutoAttach",
    {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True},
)
RESUME: Command = ("Runtime.runIfWaitingForDebugger", {})
_WORKERS = ("worker", "shared_worker")
# Bodies of responses are not kept.
_NETWORK: Command = ("Network.enable", {"maxTotalBufferSize": 0})


class Context(Notices):
    """A browser context: pages that share cookies, storage, cache and downloads with no others.

    Attributes:
        id: The browser's id of it.
        viewport: The size of its new tabs; None for the size of their windows.
        headers: Sent with every request.
        tabs: Its open tabs, in the order in which they were opened.
        frames: The ids of the frames of its tabs.
        closing: Whether it is being closed.
        recorded: The same context for Playwright, if Playwright has created it.
    """

    def __init__(
        self,
        devtools: DevTools,
        id: str,
        viewport: Viewport | None,
        headers: Mapping[str, str],
        close: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__()
        self.id = id
        self.viewport = viewport
        self.headers = headers
        self.tabs: list[Tab] = []
        self.frames: set[str] = set()
        self.close = close
        self.closing = False
        self.recorded: BrowserContext | None = None
        self._devtools = devtools
        self._tab_added = asyncio.Event()

    async def new_tab(self) -> "Tab":
        """Open a blank tab.

        Raises:
            DevToolsError: If the browser died.
        """
        options: dict[str, Any] = {"url": _BLANK, "browserContextId": self.id}
        # Full Chromium refuses a size for a tab of a window that exists.
        if self.viewport is not None and not self.tabs:
            options |= {"width": self.viewport.width, "height": self.viewport.height}
        [created] = await self._devtools.send(None, [("Target.createTarget", options)])
        return await self.tab(created["targetId"])

    async def tab(self, target: str) -> "Tab":
        """Return the tab with a target id, once the browser has attached to it.

        Raises:
            DevToolsError: If the tab is gone.
        """
        while True:
            for tab in self.tabs:
                if tab.target == target:
                    await asyncio.shield(tab.ready)
                    return tab
            self._tab_added.clear()
            await self._tab_added.wait()

    def add(self, target: str, session: str) -> "Tab":
        """Add the tab that the browser has attached to."""
        first = self.tabs[0].channel if self.tabs else None
        tab = Tab(self, self._devtools, target, Channel(self._devtools, session, first))
        self.tabs.append(tab)
        self._tab_added.set()
        return tab

    def remove(self, tab: "Tab") -> None:
        """Remove a tab that was closed."""
        if tab in self.tabs:
            self.tabs.remove(tab)
            self.notify("closed", tab)

    async def set_headers(self, headers: Mapping[str, str]) -> None:
        """Send headers with every request from now on.

        Raises:
            DevToolsError: If the browser died.
        """
        if headers != self.headers:
            self.headers = headers
            await asyncio.gather(*(tab.set_headers() for tab in self.tabs))


class Tab:
    """A tab.

    Attributes:
        context: Its context.
        target: The browser's id of it, which is also that of its main frame.
        channel: The DevTools channel to its page.
        viewport: The size of its page; None for the size of its window.
        ready: Done when the page is set up; fails with `DevToolsError`.
        closed: Set when the tab is gone.

    Args:
        channel: A new channel; the page may wait for `RESUME`.
    """

    def __init__(self, context: Context, devtools: DevTools, target: str, channel: Channel) -> None:
        self.context = context
        self.target = target
        self.channel = channel
        self.viewport: Viewport | None = context.viewport
        self.closed = asyncio.Event()
        self._devtools = devtools
        self._children: dict[str, Channel] = {}
        self._setups: set[asyncio.Task[None]] = set()
        context.frames.add(target)
        self._listen()
        self.ready = asyncio.ensure_future(self._set_up())
        self.ready.add_done_callback(_retrieve)

    def _listen(self) -> None:
        self.channel.on(DETACHED, self._on_gone)
        self._listen_to(self.channel)

    def _listen_to(self, channel: Channel) -> None:
        channel.on("Target.attachedToTarget", self.attach_child)
        channel.on("Page.frameAttached", lambda event: self.context.frames.add(event["frameId"]))
        listen(channel, self.context)

    async def _set_up(self) -> None:
        size = [] if self.viewport is None else [emulation.of_size(self.viewport)]
        await _set_up_channel(self.channel, [*self._commands(), *size], emulation.ONCE)

    def _commands(self) -> list[Command]:
        """Return the commands for the page, or for a frame in another process."""
        headers = [emulation.of_headers(self.context.headers)] if self.context.headers else []
        return [
            *(("Page.enable", {}), ("Log.enable", {}), ("Runtime.enable", {}), _NETWORK),
            *(ATTACHING, *headers, *emulation.of_frame()),
        ]

    def renew(self) -> Channel:
        """Return a channel for the next episode, with the same DevTools session."""
        self.channel = self.channel.replace()
        self._listen()
        return self.channel

    async def attach_again(self) -> Channel:
        """Return a channel with a new DevTools session; the former one has ended.

        Raises:
            DevToolsError: If the page is gone.
        """
        await self.channel.detach()
        self._children.clear()
        self.channel = await self._devtools.attach(self.target)
        self._listen()
        await self._set_up()
        return self.channel

    async def resize(self, width: int, height: int) -> None:
        """Change the size of the page, in CSS pixels.

        Raises:
            DevToolsError: If the page is gone.
        """
        scale = self.viewport.scale if self.viewport else 1.0
        self.viewport = Viewport(width, height, scale)
        await self.channel.send_commands([emulation.of_size(self.viewport)])

    async def set_headers(self) -> None:
        """Send the headers of the context with every request.

        Raises:
            DevToolsError: If the page is gone.
        """
        command = emulation.of_headers(self.context.headers)
        channels = [self.channel, *self._children.values()]
        await asyncio.gather(*(one.send_commands([command], persistent=True) for one in channels))

    async def close(self) -> None:
        """Close the tab, and wait until it is gone.

        Raises:
            DevToolsError: If the browser died.
        """
        await self._devtools.send(None, [("Target.closeTarget", {"targetId": self.target})])
        await self.closed.wait()

    def _on_gone(self, _: dict[str, Any]) -> None:
        self.closed.set()
        self.context.remove(self)

    # Frames in other processes, and workers

    def attach_child(self, event: dict[str, Any]) -> None:
        """Set up a frame in another process, or a worker, that the browser has attached to.

        A shared worker of several tabs belongs to the first one.
        """
        target_info = event["targetInfo"]
        channel = Channel(self._devtools, event["sessionId"], self.channel)
        frame, worker = target_info["type"] == "iframe", target_info["type"] in _WORKERS
        commands: list[Command] = []
        one_time: Sequence[Command] = ()
        if frame:
            self.context.frames.add(target_info["targetId"])
            commands, one_time = self._commands(), emulation.ONCE
        elif worker:
            headers = [emulation.of_headers(self.context.headers)] if self.context.headers else []
            commands = [
                *(("Runtime.enable", {}), _NETWORK, ATTACHING),
                *(*headers, *emulation.of_worker()),
            ]
        if frame or worker:
            self._children[event["sessionId"]] = channel
            channel.on(DETACHED, lambda _: self._children.pop(event["sessionId"], None))
            self._listen_to(channel)
        task = asyncio.ensure_future(self._set_up_child(channel, commands, one_time))
        self._setups.add(task)
        task.add_done_callback(self._setups.discard)

    async def _set_up_child(
        self, channel: Channel, commands: list[Command], one_time: Sequence[Command]
    ) -> None:
        try:
            await _set_up_channel(channel, commands, one_time)
        except DevToolsError:
            return  # It has ended.


async def _set_up_channel(
    channel: Channel, commands: Sequence[Command], one_time: Sequence[Command]
) -> None:
    """Send commands to a new page, frame or worker, and let it run.

    Args:
        one_time: Commands that may be in effect already.

    Raises:
        DevToolsError: If it is gone.
    """
    await asyncio.gather(
        channel.send_commands(commands, persistent=True),
        *(_override(channel, one) for one in one_time),
        channel.send_commands([RESUME], persistent=True),
    )


async def _override(channel: Channel, command: Command) -> None:
    try:
        await channel.send_commands([command], persistent=True)
    except DevToolsError as error:
        if not any(part in str(error) for part in emulation.IN_EFFECT):
            raise


def _retrieve(ready: "asyncio.Future[None]") -> None:
    """Retrieve an exception that callers get anyway, so that it is not printed."""
    if not ready.cancelled():
        ready.exception()
