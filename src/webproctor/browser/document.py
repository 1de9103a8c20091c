"""The document that a page shows: scripts in it and its elements, by way of DevTools."""

import asyncio
import contextlib
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from webproctor.browser.devtools import Channel, DevToolsError, PageCrashed
from webproctor.sessions import SessionLost

LIBRARY = Path(__file__).with_name("page.js")
_LOADED = """document.readyState === 'complete' ||
    new Promise((resolve) => addEventListener('load', () => resolve(true), { once: true }))"""
# How the browser says that a document was replaced, and that a value cannot be sent.
_WORLD_GONE = ("context with specified id", "uniqueContextId", "target navigated or closed")
_NOT_JSON = ("Object reference chain is too long", "Object couldn't be returned by value")


class ScriptError(Exception):
    """A script threw; the message is the page's."""


class WorldGone(Exception):
    """The document of our isolated world is no longer shown."""


@cache
def _source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


class Document:
    """Whatever document a page shows now; one that replaces it is entered anew.

    Our scripts run in an isolated world, which the page's own scripts neither see nor change.

    Attributes:
        channel: DevTools, spoken to the page.
    """

    def __init__(self, channel: Channel, patience: float) -> None:
        self.channel = channel
        self._patience = patience
        # Our isolated world in the document that is shown; None while there is none.
        self._world: int | None = None
        self._libraries: list[Path] = [LIBRARY]

    async def _enter(self) -> None:
        """Make the isolated world of the present document, with our libraries in it, once it has
        loaded.
        """
        tree = await self.send("Page.getFrameTree")
        frame = tree["frameTree"]["frame"]["id"]
        made = await self.send(
            "Page.createIsolatedWorld", {"frameId": frame, "worldName": "webproctor"}
        )
        self._world = made["executionContextId"]
        await self._evaluate(_LOADED)
        await self._evaluate("\n".join(_source(path) for path in self._libraries))

    async def world(self) -> int:
        """Our isolated world in the document that is shown now.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        await self._inside("0")
        assert self._world is not None
        return self._world

    async def call(self, function: str, *arguments: Any) -> Any:
        """Call a function of our libraries in the isolated world; JSON in, JSON out.

        A page that navigated meanwhile is entered anew.

        Raises:
            ScriptError: If the function throws.
            SessionLost: If the page does not answer in time, or the browser died.
        """
        given = ", ".join(json.dumps(argument) for argument in arguments)
        expression = f"Promise.resolve({function}({given})).then(v => JSON.stringify(v ?? null))"
        return json.loads(await self._inside(expression))

    async def _inside(self, expression: str) -> Any:
        """Evaluate in the isolated world of whatever document is shown."""
        try:
            async with asyncio.timeout(self._patience):
                while True:
                    try:
                        if self._world is None:
                            await self._enter()
                        return await self._evaluate(expression)
                    except WorldGone:
                        self._world = None
        except TimeoutError as error:
            message = f"the page did not come to rest in {self._patience:g} s"
            raise SessionLost("page hangs", message) from error

    async def told(self, question: str) -> Any:
        """What the page's own scripts answer, as JSON; None when they throw or have gone elsewhere.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        try:
            return await self._evaluate(question, world=False)
        except (WorldGone, ScriptError):
            return None

    async def node(self, expression: str) -> int | None:
        """The backend node id of the element that an expression gives in the isolated world; None
        where it gives none, or the document is being replaced."""
        try:
            parameters = {"expression": expression, "contextId": await self.world()}
            found = (await self.send("Runtime.evaluate", parameters))["result"].get("objectId")
            if found is None:
                return None
            described = await self.send("DOM.describeNode", {"objectId": found})
        except WorldGone:
            return None
        return described["node"]["backendNodeId"]

    async def place(self, node: int) -> tuple[float, float, float, float] | None:
        """Left, top, width and height of an element in the view, in CSS pixels; None for one that
        takes no space.

        Args:
            node: Its backend node id.
        """
        try:
            async with asyncio.timeout(self._patience):
                found = await self.channel.send("DOM.getBoxModel", {"backendNodeId": node})
        except (DevToolsError, TimeoutError):
            return None  # If the page is gone, whoever acts on it is told.
        corners = found["model"]["border"]
        across, down = corners[0::2], corners[1::2]
        return min(across), min(down), max(across) - min(across), max(down) - min(down)

    async def ask(self, commands: Sequence[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
        """Speak DevTools to the page: several commands at once, answered in order.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        with self._losing(commands[0][0]):
            async with asyncio.timeout(self._patience):
                return await self.channel.ask(commands)
        raise AssertionError("unreachable")

    async def _evaluate(self, expression: str, *, world: bool = True) -> Any:
        parameters = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        if world:
            parameters["contextId"] = self._world
        answer = await self.send("Runtime.evaluate", parameters)
        if fault := answer.get("exceptionDetails"):
            thrown = fault.get("exception", {})
            raise ScriptError(str(thrown.get("description", thrown.get("value", fault["text"]))))
        return answer["result"].get("value")

    async def send(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        """Speak DevTools to the page.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        with self._losing(method):
            async with asyncio.timeout(self._patience):
                return await self.channel.send(method, parameters)
        raise AssertionError("unreachable")

    async def _send_all(self, method: str, events: Iterable[dict[str, Any]]) -> None:
        # All events leave at once and arrive in order; the page handles them one by one.
        with self._losing(method):
            async with asyncio.timeout(self._patience):
                await self.channel.send_all(method, events)

    @contextlib.contextmanager
    def _losing(self, method: str) -> Iterator[None]:
        """Tell what went wrong with a command in our own words."""
        try:
            yield
        except TimeoutError as error:
            message = f"the page did not answer {method} in {self._patience:g} s"
            raise SessionLost("page hangs", message) from error
        except PageCrashed as error:
            raise SessionLost("page crashed", f"the page crashed at {method}") from error
        except DevToolsError as error:
            if any(sign in str(error) for sign in _WORLD_GONE):
                raise WorldGone from error
            if any(sign in str(error) for sign in _NOT_JSON):
                raise ScriptError("its value cannot be written as JSON") from error
            raise SessionLost("browser", f"{method}: {error}") from error
