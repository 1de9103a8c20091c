"""A minimal DevTools client, as an external program may use it."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed


class NotDone(Exception):
    """A command returned an error; the message is that of the error."""


class Client:
    """A DevTools client; created by `connected`.

    Attributes:
        events: All events so far.
        session: The session of the page for commands; None for the browser.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.events: list[dict[str, Any]] = []
        self.session: str | None = None
        self._socket = socket
        self._number = 0
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in self._socket:
                message = json.loads(text)
                if message.get("id") in self._waiting:
                    self._waiting.pop(message["id"]).set_result(message)
                else:
                    self.events.append(message)

    async def send(self, method: str, /, **given: Any) -> dict[str, Any]:
        """Send a command to the page and return its result.

        Raises:
            NotDone: If it returns an error.
        """
        return await self.command(method, given, self.session)

    async def browser(self, method: str, /, **given: Any) -> dict[str, Any]:
        """Send a command to the browser."""
        return await self.command(method, given, None)

    async def command(
        self, method: str, given: dict[str, Any], session: str | None
    ) -> dict[str, Any]:
        self._number += 1
        answer = self._waiting[self._number] = asyncio.get_running_loop().create_future()
        message: dict[str, Any] = {"id": self._number, "method": method, "params": given}
        if session is not None:
            message["sessionId"] = session
        await self.send_text(json.dumps(message))
        async with asyncio.timeout(300):
            answered = await answer
        if "error" in answered:
            raise NotDone(answered["error"]["message"])
        return answered["result"]

    async def send_text(self, text: str) -> None:
        """Send a message of any format."""
        await self._socket.send(text)

    async def attach(self, target: str = "") -> str:
        """Attach to a page, by default the first, for further commands; return its target id."""
        if not target:
            found = (await self.browser("Target.getTargets"))["targetInfos"]
            [target] = [one["targetId"] for one in found if one["type"] == "page"][:1]
        attached = await self.browser("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        return target

    async def run(self, script: str) -> Any:
        """Run a script in the page's main world and return its value."""
        given = {"expression": script, "returnByValue": True, "awaitPromise": True}
        found = await self.send("Runtime.evaluate", **given)
        if "exceptionDetails" in found:
            raise NotDone(str(found["exceptionDetails"]))
        return found["result"].get("value")

    async def click(self, x: float, y: float, **more: Any) -> None:
        """Click a point of the viewport."""
        given = {"x": x, "y": y, "button": "left", "clickCount": 1, **more}
        await self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        await self.send("Input.dispatchMouseEvent", type="mousePressed", buttons=1, **given)
        await self.send("Input.dispatchMouseEvent", type="mouseReleased", **given)

    async def press(self, key: str, **more: Any) -> None:
        """Press a key."""
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        given = {"key": key, "code": key, **more}
        if key == "Enter":
            given["windowsVirtualKeyCode"] = 13
        await self.send("Input.dispatchKeyEvent", type="keyDown", **text, **given)
        await self.send("Input.dispatchKeyEvent", type="keyUp", **given)

    async def middle(self, selector: str) -> tuple[float, float]:
        """Return the centre of an element in the viewport, without running scripts."""
        left, top, right, bottom = await self.box(selector)
        return (left + right) / 2, (top + bottom) / 2

    async def box(self, selector: str) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of an element, after scrolling it into view."""
        root = (await self.send("DOM.getDocument"))["root"]["nodeId"]
        node = (await self.send("DOM.querySelector", nodeId=root, selector=selector))["nodeId"]
        await self.send("DOM.scrollIntoViewIfNeeded", nodeId=node)
        corners = (await self.send("DOM.getBoxModel", nodeId=node))["model"]["content"]
        xs, ys = corners[0::2], corners[1::2]
        return min(xs), min(ys), max(xs), max(ys)

    async def html(self) -> str:
        root = (await self.send("DOM.getDocument"))["root"]["nodeId"]
        return (await self.send("DOM.getOuterHTML", nodeId=root))["outerHTML"]

    async def shows(self, text: str) -> None:
        """Wait until an element of the page has exactly this text.

        Raises:
            TimeoutError: If none has it after 300 seconds.
        """
        async with asyncio.timeout(300):
            # Without scripts, there is no event for changed text.
            while f">{text}<" not in await self.html():  # noqa: ASYNC110
                await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def connected(address: str, *, page: bool = True) -> AsyncIterator[Client]:
    """Connect a client to a DevTools address and, by default, attach it to the first page."""
    async with httpx.AsyncClient(trust_env=False) as http:
        version = (await http.get(f"{address}/json/version")).json()
    async with connect(version["webSocketDebuggerUrl"], max_size=None, proxy=None) as socket:
        client = Client(socket)
        try:
            if page:
                await client.attach()
            yield client
        finally:
            client.reading.cancel()
            await asyncio.wait([client.reading])
