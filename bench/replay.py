"""Send DevTools commands to a page over one connection, without a driver, a sandbox and checks."""

import asyncio
import contextlib
import json
import os
import signal
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from commands import Commands
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from webproctor.benchmarks.turkingbench import mirror
from webproctor.environments.browser.guard import host_resolver_flags, mirrored_urls, response
from webproctor.environments.browser.launching import FLAGS, HEADLESS

# Timeout in seconds for loading a page.
_LATEST = 30
_FLAGS = (*FLAGS, *HEADLESS, "--no-sandbox", "--remote-debugging-port=0")


class ReplayFault(Exception):
    """The browser rejected a command, did not load a page, or ended."""


@dataclass(frozen=True)
class Opening:
    """How a page is opened.

    Attributes:
        address: The page's address.
        headers: Sent with every request of the page.
        size: Width and height of the viewport in CSS pixels.
        before: Commands that are sent before the page is opened.
        heard: Called with the parameters of each call of a binding.
    """

    address: str
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    size: tuple[int, int] = (1280, 720)
    before: Sequence[Commands] = ()
    heard: Callable[[dict[str, Any]], None] = lambda _: None


class Connection:
    """A connection to a browser, without timeouts and checks of its pages."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        # Called with the events of a session, by the event's name.
        self.listeners: dict[tuple[str, str], Callable[[dict[str, Any]], None]] = {}
        self._copies: set[asyncio.Task[Any]] = set()

    async def send(self, session: str | None, commands: Commands) -> list[dict[str, Any]]:
        """Send commands without waiting in between, and return their results.

        Raises:
            ReplayFault: If one is rejected, or the browser ended.
        """
        answers: list[asyncio.Future[dict[str, Any]]] = []
        for method, parameters in commands:
            self._number += 1
            answer = asyncio.get_running_loop().create_future()
            self._answers[self._number] = answer
            answers.append(answer)
            message = {"id": self._number, "method": method, "params": parameters}
            to = {} if session is None else {"sessionId": session}
            await self._socket.send(json.dumps(message | to), text=True)
        return [await answer for answer in answers]

    async def read(self) -> None:
        """Receive results and events until the browser ends."""
        with contextlib.suppress(ConnectionClosed):
            async for text in self._socket:
                self._take(json.loads(text))
        for answer in self._answers.values():
            answer.set_exception(ReplayFault("the browser ended"))

    def _take(self, message: dict[str, Any]) -> None:
        if "id" in message:
            answer = self._answers.pop(message["id"])
            if "error" in message:
                answer.set_exception(ReplayFault(message["error"]["message"]))
            else:
                answer.set_result(message["result"])
        elif message["method"] == "Fetch.requestPaused":
            sent = self.send(message["sessionId"], [_copy(message["params"])])
            task = asyncio.create_task(sent)
            self._copies.add(task)
            task.add_done_callback(self._copies.discard)
        elif listener := self.listeners.get((message.get("sessionId", ""), message["method"])):
            listener(message["params"])


@contextlib.asynccontextmanager
async def started(program: Path, hosts: Mapping[str, int]) -> AsyncIterator[Connection]:
    """Start a browser and connect to it.

    Args:
        program: The browser's executable.
        hosts: The hosts that its pages reach, each with the loopback port that serves it.

    Raises:
        ReplayFault: If it does not start.
    """
    with tempfile.TemporaryDirectory(prefix="webproctor-bench-", ignore_cleanup_errors=True) as own:
        flags = (*_FLAGS, f"--user-data-dir={own}", *host_resolver_flags(hosts))
        process = await asyncio.create_subprocess_exec(
            *(program, *flags),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        try:
            assert process.stderr is not None
            address = ""
            while not address:
                if not (line := (await process.stderr.readline()).decode()):
                    raise ReplayFault(f"{program} ended before it listened")
                address = line.partition("DevTools listening on ")[2].strip()
            # Otherwise a browser that writes much would wait.
            writing = asyncio.create_task(process.stderr.read())
            async with connect(address, compression=None, max_size=None, proxy=None) as socket:
                browser = Connection(socket)
                reading = asyncio.create_task(browser.read())
                yield browser
                await browser.send(None, [("Browser.close", {})])
            await asyncio.gather(reading, writing, process.wait())
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@dataclass(frozen=True)
class Page:
    """A page that has loaded.

    Attributes:
        session: Its DevTools session.
        world: The execution context of an isolated world in its document.
    """

    browser: Connection
    session: str
    world: int

    async def send(self, commands: Commands) -> list[dict[str, Any]]:
        """Send commands, those for the recorded isolated world to this page's.

        Raises:
            ReplayFault: If one is rejected, or the browser ended.
        """
        own = {"contextId": self.world}
        ours = [(method, one | own if "contextId" in one else one) for method, one in commands]
        return await self.browser.send(self.session, ours)


@contextlib.asynccontextmanager
async def page(browser: Connection, opening: Opening) -> AsyncIterator[Page]:
    """Open a page in a new context, which ends with the block.

    Raises:
        ReplayFault: If it does not load.
    """
    [context] = await browser.send(None, [("Target.createBrowserContext", {})])
    blank = {"url": "about:blank", **context}
    [target] = await browser.send(None, [("Target.createTarget", blank)])
    to = {"targetId": target["targetId"], "flatten": True}
    [attached] = await browser.send(None, [("Target.attachToTarget", to)])
    session, loaded = attached["sessionId"], asyncio.Event()
    browser.listeners[session, "Page.loadEventFired"] = lambda _: loaded.set()
    browser.listeners[session, "Runtime.bindingCalled"] = opening.heard
    width, height = opening.size
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    begin: Commands = [
        ("Page.enable", {}),
        ("Network.enable", {"maxTotalBufferSize": 0}),
        ("Fetch.enable", {"patterns": mirrored_urls(mirror.hosts())}),
        ("Emulation.setDeviceMetricsOverride", size),
    ]
    if opening.headers:
        begin.append(("Network.setExtraHTTPHeaders", {"headers": dict(opening.headers)}))
    # A navigation that begins before the size is set can crash the page.
    await browser.send(session, begin)
    for commands in opening.before:
        await browser.send(session, commands)
    [shown] = await browser.send(session, [("Page.navigate", {"url": opening.address})])
    try:
        async with asyncio.timeout(_LATEST):
            await loaded.wait()
    except TimeoutError as error:
        raise ReplayFault(f"{opening.address} did not load in {_LATEST} s") from error
    world = {"frameId": shown["frameId"], "worldName": "bench"}
    [made] = await browser.send(session, [("Page.createIsolatedWorld", world)])
    yield Page(browser, session, made["executionContextId"])
    del browser.listeners[session, "Page.loadEventFired"]
    del browser.listeners[session, "Runtime.bindingCalled"]
    await browser.send(None, [("Target.disposeBrowserContext", context)])


@cache
def _mirrored(url: str) -> dict[str, Any] | None:
    copy = mirror.find(url)
    return None if copy is None else response(copy)


def _copy(event: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the command that answers a request to a mirrored host."""
    request, copy = {"requestId": event["requestId"]}, _mirrored(event["request"]["url"])
    if copy is None:
        return "Fetch.failRequest", request | {"errorReason": "BlockedByClient"}
    return "Fetch.fulfillRequest", request | copy
