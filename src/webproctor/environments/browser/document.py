"""Run scripts in the document of a page, and access its elements, through DevTools."""

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from webproctor.core.sanitize import load_json
from webproctor.core.sessions import Rect, SessionLost
from webproctor.environments.browser import capture
from webproctor.environments.browser.devtools import (
    Channel,
    DevToolsError,
    ListenerFailed,
    PageCrashed,
    secret_name,
)
from webproctor.environments.browser.marks import Call, Marks
from webproctor.environments.browser.timeouts import LOADING, PageHangs, lost

LIBRARY = Path(__file__).with_name("page.js")
# Used by all libraries to read the page's nodes.
_DOM_LIBRARY = Path(__file__).with_name("dom.js")
_MARGIN = re.compile(r"^[ \t]*(?://.*\n|\n)?", re.MULTILINE)
# A page that never finishes loading (a missing image, for example) is used some seconds after it
# arrived. One that was complete before, and that a script writes to without closing it, is used
# after one second at most.
_LOADED = """dom.get(document, 'readyState') === 'complete' || new Promise((resolve) => {{
    addEventListener('load', () => resolve(true), {{ once: true }});
    const [navigation] = performance.getEntriesByType('navigation');
    const age = performance.now() - (navigation?.responseStart ?? 0);
    const limit = {limit:g};
    setTimeout(() => resolve(true), navigation?.domComplete ? Math.min(1000, limit) : limit - age);
}})"""
# Number of input events that are sent before waiting for the page.
_EVENTS_AT_ONCE = 1000
# The browser's messages for a replaced document, and for a value that cannot be serialized.
_WORLD_GONE = (
    *("context with specified id", "context was destroyed", "uniqueContextId"),
    "target navigated or closed",
    "Node with given id does not belong to the document",
)
_NOT_JSON = (
    *("Object reference chain is too long", "Object couldn't be returned by value"),
    "CBOR: stack limit exceeded",  # About 300 objects inside each other.
)

T = TypeVar("T")


async def _nothing() -> None:
    pass


class ScriptError(Exception):
    """A script threw an exception; the message is the page's."""


class WorldGone(Exception):
    """The document of the isolated world is no longer shown."""


def _call_expression(function: str, arguments: Sequence[Any]) -> str:
    return f"{function}({', '.join(json.dumps(argument) for argument in arguments)})"


@cache
def _source(path: Path) -> str:
    """Return the text of a script.

    One of this folder, where no text in quotes has several lines, is without indentation and
    whole-line comments: the browser takes 30 µs to receive a kilobyte of a command.
    """
    text = path.read_text(encoding="utf-8")
    return _MARGIN.sub("", text) if path.parent == _DOM_LIBRARY.parent else text


class Document:
    """The document that a page currently shows.

    Scripts of this package run in an isolated world, which the page's own scripts can neither see
    nor change. When the document is replaced, a new isolated world is created.

    Attributes:
        channel: The DevTools channel to the page.
        world_name: The name of the isolated world; pages cannot guess it.
        marks: The numbered elements.
        frames: Its frames of other origins, and those inside; see `frame_tree`.
        further: For elements that were numbered after the list, by number: their document, and
            their index in it.
        edited: The document whose element `controls` refers to.
    """

    def __init__(
        self, channel: Channel, timeout: float, libraries: Sequence[Path] = (LIBRARY,)
    ) -> None:
        self.channel = channel
        self.world_name = secret_name()
        self._timeout = timeout
        # Execution context of the isolated world in the current document; None before it exists.
        self._world: int | None = None
        self._libraries = list(libraries)
        self.marks = Marks(self)
        self.frames: list[Any] = []  # `Frame`, whose module imports this one.
        self.further: dict[int, tuple[Document, int]] = {}
        self.edited: Document = self

    async def _enter(self) -> None:
        """Create the isolated world of the current document, load the libraries into it, and wait
        until the document has loaded."""
        answer = await self.send(
            "Page.createIsolatedWorld",
            {"frameId": await self._main_frame(), "worldName": self.world_name},
        )
        self._world = answer["executionContextId"]
        scripts = [_source(path) for path in (_DOM_LIBRARY, *self._libraries)]
        try:
            await self._evaluate("\n".join([*scripts, self._until_loaded()]))
        except BaseException:
            self._world = None  # The libraries may be incomplete.
            raise

    def _until_loaded(self) -> str:
        """Return the expression that resolves when the document has loaded, or `LOADING` seconds
        after it arrived; half of the timeout if that is shorter, so that scripts can still run."""
        return _LOADED.format(limit=1000 * min(LOADING, self._timeout / 2))

    async def _main_frame(self) -> str:
        """Return the id of the page's main frame."""
        return (await self.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]

    @property
    def scale(self) -> float:
        """Device pixels per CSS pixel."""
        return 1.0

    def add_library(self, library: Path) -> None:
        """Load another script file into the isolated world."""
        self._libraries.append(library)
        self._world = None

    def leave_world(self) -> None:
        """Note that another document is shown.

        Its process may be another one, in which the world's id is that of another world.
        """
        self._world = None
        for frame in self.frames:
            frame.leave_world()

    @property
    def current_world(self) -> int:
        """The isolated world of the document, inside `run_in_world`.

        Raises:
            WorldGone: If another document has replaced it since.
        """
        if self._world is None:
            raise WorldGone
        return self._world

    async def world(self) -> int:
        """Return the execution context of the isolated world in the current document.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        await self._inside("0")
        return self.current_world

    async def enter(self) -> None:
        """Wait until the document has loaded, and load the libraries into its isolated world.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        await self.run_in_world(_nothing)

    async def call(self, function: str, *arguments: Any) -> Any:
        """Call a library function in the isolated world, with JSON arguments and a JSON result.

        If the page navigates meanwhile, the call is repeated in the new document.

        Raises:
            ScriptError: If the function throws.
            SessionLost: If the page does not answer in time, or the browser died.
        """
        call = _call_expression(function, arguments)
        expression = f"Promise.resolve({call}).then(v => JSON.stringify(v ?? null))"
        return load_json(await self._inside(expression))

    async def read(self, functions: Sequence[str | Call]) -> dict[str, Any]:
        """Call library functions at one moment, in order; return their JSON results by their names.

        Args:
            functions: Functions that return at once; those with arguments as `Call`.

        Raises:
            ScriptError: If one of them throws.
            SessionLost: If the page does not answer in time, or the browser died.
        """
        normalized = [(one, ()) if isinstance(one, str) else one for one in functions]
        calls = ", ".join(
            f"{json.dumps(name)}: {_call_expression(name, arguments)}"
            for name, arguments in normalized
        )
        return load_json(await self._inside(f"JSON.stringify({{{calls}}})"))

    async def run_in_world(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something in the isolated world; again if the document is replaced meanwhile.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        try:
            async with asyncio.timeout(self._timeout):
                while True:
                    try:
                        if self._world is None:
                            with self.channel.untapped():  # It has no effects on the page.
                                await self._enter()
                        return await work()
                    except WorldGone:
                        self._world = None
        except TimeoutError as error:
            message = f"the page did not finish loading or running scripts in {self._timeout:g} s"
            raise PageHangs(self.channel, message) from error

    async def _inside(self, expression: str) -> Any:
        """Evaluate an expression in the isolated world of the current document."""
        return await self.run_in_world(lambda: self._evaluate(expression))

    async def evaluate(self, expression: str) -> Any:
        """Evaluate an expression in the page's own world; None if the page navigates.

        Raises:
            ScriptError: If it throws, or its value is not JSON.
            SessionLost: If the page does not answer in time, or the browser died.
        """
        try:
            return await self._evaluate(expression, world=False)
        except WorldGone:
            return None

    async def try_evaluate(self, expression: str) -> Any:
        """Evaluate an expression in the page's own world; None if it throws or the page navigates.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        try:
            return await self.evaluate(expression)
        except ScriptError:
            return None

    async def shows(self, url: str) -> bool:
        """Whether the page shows the document of an address and runs scripts."""
        with contextlib.suppress(SessionLost, WorldGone):
            shown_url = (await self.send("Page.getFrameTree"))["frameTree"]["frame"]["url"]
            return shown_url == url.partition("#")[0] and await self.try_evaluate("1") == 1
        return False

    async def node(self, expression: str) -> int | None:
        """Return the backend node id of the element that an expression evaluates to in the isolated
        world; None if there is no element, or the document is being replaced."""
        try:
            parameters = {"expression": expression, "contextId": await self.world()}
            object_id = (await self.send("Runtime.evaluate", parameters))["result"].get("objectId")
            if object_id is None:
                return None
            description = await self.send("DOM.describeNode", {"objectId": object_id})
        except WorldGone:
            return None
        return description["node"]["backendNodeId"]

    async def rect(self, node: int) -> Rect | None:
        """Return left, top, width and height of an element in the viewport, in CSS pixels; None if
        it has no box.

        Args:
            node: The element's backend node id.
        """
        try:
            async with asyncio.timeout(self._timeout):
                answer = await self.channel.send("DOM.getBoxModel", {"backendNodeId": node})
        except (DevToolsError, TimeoutError):
            return None  # If the page is gone, the next command raises.
        corners = answer["model"]["border"]
        xs, ys = corners[0::2], corners[1::2]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    async def screenshot(
        self, *, full_page: bool = False, clip: dict[str, float] | None = None
    ) -> bytes:
        """Take a PNG of the viewport, of the whole page, or of a rect of the page in CSS pixels.

        Each pixel is a CSS pixel, at any device scale factor.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        return await capture.screenshot(self, full_page, clip)

    async def send_commands(
        self, commands: Sequence[tuple[str, dict[str, Any]]], *, ignored_error: str = ""
    ) -> list[dict[str, Any]]:
        """Send several DevTools commands to the page at once and return the answers in order.

        Args:
            ignored_error: The message of errors that are answered with an empty object, if any.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        with self._convert_errors(commands[0][0]):
            async with asyncio.timeout(self._timeout):
                return await self.channel.send_commands(commands, ignored_error=ignored_error)
        raise AssertionError("unreachable")

    async def _evaluate(self, expression: str, *, world: bool = True) -> Any:
        parameters = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        used_world = self._world
        if world:
            parameters["contextId"] = used_world
        answer = await self.send("Runtime.evaluate", parameters)
        if world and self._world != used_world:
            raise WorldGone
        if details := answer.get("exceptionDetails"):
            exception = details.get("exception", {})
            raise ScriptError(
                str(exception.get("description", exception.get("value", details["text"])))
            )
        return answer["result"].get("value")

    async def send(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a DevTools command to the page.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        with self._convert_errors(method):
            async with asyncio.timeout(self._timeout):
                return await self.channel.send(method, parameters)
        raise AssertionError("unreachable")

    @contextlib.asynccontextmanager
    async def answering(self, description: str) -> AsyncIterator[None]:
        """Limit the time of commands to the page in the block.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        with self._convert_errors(description):
            async with asyncio.timeout(self._timeout):
                yield

    def check(self, description: str) -> None:
        """Raise `SessionLost` if the page has crashed, or a listener to its events has failed."""
        with self._convert_errors(description):
            self.channel.check()

    async def _send_all(self, method: str, events: Iterable[dict[str, Any]]) -> None:
        # Many events are sent at once and arrive in order; the page handles them one by one. A long
        # text takes longer than the timeout, which limits the time of each part.
        events = list(events)
        for start in range(0, len(events), _EVENTS_AT_ONCE):
            with self._convert_errors(method):
                async with asyncio.timeout(self._timeout):
                    await self.channel.send_all(method, events[start : start + _EVENTS_AT_ONCE])

    @contextlib.contextmanager
    def _convert_errors(self, method: str) -> Iterator[None]:
        """Convert the errors of a command to `SessionLost`, `WorldGone` or `ScriptError`."""
        try:
            yield
        except TimeoutError as error:
            message = f"the page did not answer {method} in {self._timeout:g} s"
            raise PageHangs(self.channel, message) from error
        except PageCrashed as error:
            raise SessionLost("page crashed", f"the page crashed at {method}") from error
        except ListenerFailed as error:
            raise SessionLost("environment", str(error)) from error
        except DevToolsError as error:
            if any(sign in str(error) for sign in _WORLD_GONE):
                raise WorldGone from error
            if any(sign in str(error) for sign in _NOT_JSON):
                raise ScriptError("its value cannot be written as JSON") from error
            raise lost(method, error) from error
