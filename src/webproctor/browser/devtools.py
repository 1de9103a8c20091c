"""DevTools, spoken straight to the browser over one web socket.

The driver between us and the browser costs each message two processes and three translations. Where
an episode sends hundreds of them (input events, script calls, local copies) they go this way.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterable
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

Listener = Callable[[dict[str, Any]], None]


class DevToolsError(Exception):
    """The browser refused a command, or is gone."""


class PageCrashed(DevToolsError):
    """The process of the page has ended; the browser goes on."""

    def __init__(self) -> None:
        super().__init__("the page crashed")


class DevTools:
    """The connection to one browser, shared by all its pages. Made by `DevTools.connect`."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self._waiting: dict[int, tuple[str | None, asyncio.Future[dict[str, Any]]]] = {}
        self._crashed: set[str] = set()
        self._listeners: dict[tuple[str | None, str], Listener] = {}
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def connect(cls, port: int) -> Self:
        """Connect to the browser whose debugging port this is.

        Raises:
            DevToolsError: If no browser answers there.
        """
        try:
            async with httpx.AsyncClient(trust_env=False) as client:
                answer = await client.get(f"http://127.0.0.1:{port}/json/version")
            address = answer.json()["webSocketDebuggerUrl"]
            socket = await connect(
                address, compression=None, max_size=None, ping_interval=None, proxy=None
            )
        except (httpx.HTTPError, OSError, ValueError, WebSocketException) as error:
            raise DevToolsError(f"no DevTools at port {port}: {error}") from error
        return cls(socket)

    async def close(self) -> None:
        """Close the connection; the browser goes on."""
        self._reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reading
        await self._socket.close()

    async def attach(self, target: str) -> "Channel":
        """A channel to a page.

        Args:
            target: The page's target id.

        Raises:
            DevToolsError: If there is no such page.
        """
        parameters = {"targetId": target, "flatten": True}
        [answer] = await self.send(None, [("Target.attachToTarget", parameters)])
        return Channel(self, answer["sessionId"])

    async def send(
        self, session: str | None, commands: Iterable[tuple[str, dict[str, Any]]]
    ) -> list[dict[str, Any]]:
        """Send commands without waiting in between, then wait for all their answers.

        Raises:
            DevToolsError: If one is refused, or the browser is gone.
        """
        answers = []
        if session in self._crashed:
            raise PageCrashed
        try:
            for method, parameters in commands:
                self._number += 1
                message: dict[str, Any] = {"id": self._number, "method": method}
                message["params"] = parameters
                if session is not None:
                    message["sessionId"] = session
                answer = asyncio.get_running_loop().create_future()
                self._waiting[self._number] = session, answer
                answers.append(answer)
                await self._socket.send(json.dumps(message), text=True)
            return [await answer for answer in answers]
        except ConnectionClosed as error:
            raise DevToolsError("the browser is gone") from error
        finally:
            for answer in answers:
                answer.cancel()

    def listen(self, session: str, event: str, listener: Listener) -> None:
        self._listeners[session, event] = listener

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                message = json.loads(text)
                if "id" in message:
                    self._settle(self._waiting.pop(message["id"])[1], message)
                elif message["method"] == "Inspector.targetCrashed":
                    self._crash(message["sessionId"])
                elif listener := self._listeners.get((message.get("sessionId"), message["method"])):
                    listener(message["params"])
        except ConnectionClosed:
            return  # The browser is gone: whoever waits is told below, later callers by `send`.
        finally:
            waiting, self._waiting = self._waiting, {}
            for _, answer in waiting.values():
                if not answer.done():
                    answer.set_exception(DevToolsError("the browser is gone"))
                    answer.exception()  # Told, even if nobody waits for it any more.

    def _crash(self, session: str) -> None:
        """A page has crashed: it answers nothing any more, and whoever waits is told at once."""
        self._crashed.add(session)
        for owner, answer in self._waiting.values():
            if owner == session and not answer.done():
                answer.set_exception(PageCrashed())
                answer.exception()

    @staticmethod
    def _settle(answer: asyncio.Future[dict[str, Any]], message: dict[str, Any]) -> None:
        if answer.done():
            return
        if "error" in message:
            answer.set_exception(DevToolsError(message["error"]["message"]))
            answer.exception()
        else:
            answer.set_result(message["result"])


class Channel:
    """What is said to one page."""

    def __init__(self, devtools: DevTools, session: str) -> None:
        self._devtools = devtools
        self._session = session

    async def send(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a command and wait for its answer.

        Raises:
            DevToolsError: If it is refused, or the page is gone.
        """
        [answer] = await self._devtools.send(self._session, [(method, parameters or {})])
        return answer

    async def ask(self, commands: Iterable[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
        """Send several commands at once and wait for their answers, in order.

        Raises:
            DevToolsError: If one is refused, or the page is gone.
        """
        return await self._devtools.send(self._session, commands)

    async def send_all(self, method: str, every: Iterable[dict[str, Any]]) -> None:
        """Send one command many times, in order, and wait until all have been carried out.

        Raises:
            DevToolsError: If one is refused, or the page is gone.
        """
        commands = ((method, parameters) for parameters in every)
        await self._devtools.send(self._session, commands)

    def on(self, event: str, listener: Listener) -> None:
        """Have a function called with the parameters of each event of a name."""
        self._devtools.listen(self._session, event, listener)
