"""Find the interactive elements of a page.

Scripts can neither list event listeners nor access closed shadow roots. DevTools can, for a whole
document with one command; `marks.js` does the rest in one pass. The documents in frames of other
origins are read in the same way, each in its own world; see `frame_tree`.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from webproctor.core.observations import Box, Element

T = TypeVar("T")
Command = tuple[str, dict[str, Any]]
# The node of a listener (0 for the window), the event type, and the source of its handler.
_FoundListener = tuple[int, str, str]
Call = tuple[str, Sequence[Any]]
"""The name of a library function, and its JSON arguments."""


class _Document(Protocol):
    """What marks need of a page's document; see `document.Document`."""

    @property
    def current_world(self) -> int: ...
    async def run_in_world(self, work: Callable[[], Awaitable[T]]) -> T: ...
    async def call(self, function: str, *arguments: Any) -> Any: ...
    async def read(self, functions: Sequence[str | Call]) -> dict[str, Any]: ...
    async def send_commands(
        self, commands: Sequence[Command], *, ignored_error: str = ""
    ) -> list[dict[str, Any]]: ...
    async def send(
        self, method: str, parameters: dict[str, Any] | None = None
    ) -> dict[str, Any]: ...


# Listeners for these events make an element interactive.
_TYPES = frozenset(
    (
        *("click", "dblclick", "auxclick", "contextmenu", "mousedown", "mouseup", "pointerdown"),
        *("pointerup", "touchstart", "touchend", "dragstart", "drop"),
        *("keydown", "keypress", "keyup"),
    )
)
# Maximum number of characters of a handler's source that are searched for selectors.
_MAX_SOURCE_LENGTH = 4000
# The number of the window in `marks.js`.
_WINDOW = -1
# The browser's message for a node that no longer exists.
_GONE = "No node with given id found"
# Reads the handlers of frameworks in the page's own world.
_PROBE = Path(__file__).with_name("probe.js").read_text(encoding="utf-8")
# The page can change properties such as `globalThis`.
_WINDOW_FUNCTION = "function () { return (function () { return this; })(); }"
_PROBE_FUNCTION = f"function () {{ const result = {_PROBE}\nreturn result; }}"
# Maximum number of characters of the probe's answer, which the page can change.
_MAX_PROBE_LENGTH = 5_000_000
_RELEASE: Command = ("Runtime.releaseObjectGroup", {"objectGroup": "marks"})
# Create the objects whose listeners are requested, in place of earlier ones. They belong to the
# page's own world, as the handlers do: with the document of the isolated world, Chromium crashes
# after a few calls.
_ROOTS: Sequence[Command] = (
    # The listeners that Chromium returned for earlier objects are in their group.
    ("Runtime.releaseObjectGroup", {"objectGroup": "roots"}),
    ("Runtime.evaluate", {"expression": "document", "objectGroup": "roots"}),
    ("Runtime.evaluate", {"expression": "window", "objectGroup": "roots"}),
)


class Marks:
    """The marks (numbered elements) of one page.

    Attributes:
        truncated: Sentences that say what the last list leaves out.
        content: The page's text with the marks of the last list, if it was read with them.
        frames: Number of frames of other origins that the last list does not contain; see
            `frame_tree`.
        count: Number of elements in the last list.
    """

    def __init__(self, page: _Document) -> None:
        self._page = page
        self.frames = self.count = 0
        self._world: int | None = None
        self._numbers: dict[int, int] = {}
        # The objects of the document and the window; whether the last list had listeners.
        self._roots: Sequence[str] = ()
        self._listening = False
        self.truncated: tuple[str, ...] = ()
        self.content = ""

    async def find(self) -> list[Element]:
        """Return the elements that can be acted on now or after scrolling, in document order.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        elements, _ = await self.read(())
        return elements

    async def read(
        self, functions: Sequence[str], *, content: bool = False, brief: bool = False
    ) -> tuple[list[Element], dict[str, Any]]:
        """Find the elements, and call library functions at the same moment.

        Args:
            functions: The functions, which take no arguments and return at once.
            content: Whether to read `content` in the same call.
            brief: Whether to return only numbers, boxes and `view`, which is faster.

        Returns:
            The elements as from `find`, and the JSON results of the functions by their names.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        return await self._page.run_in_world(lambda: self._read(functions, content, brief))

    async def _read(
        self, functions: Sequence[str], content: bool, brief: bool
    ) -> tuple[list[Element], dict[str, Any]]:
        listing = "content.list" if content else "elements.list"

        async def listed(*, again: bool) -> dict[str, Any]:
            arguments = (*await self._handlers(), brief, again)
            return await self._page.read([(listing, arguments), *functions])

        results = await listed(again=False)
        if results[listing]["suspects"] and (await self._disclose() or content):
            results = await listed(again=True)
        result = results.pop(listing)
        self.content = result.get("content", "")
        return self.note_list(result, brief=brief), results

    def note_list(self, result: dict[str, Any], *, brief: bool) -> list[Element]:
        """Return the elements of a list, and note what it leaves out."""
        elements = (
            _outline_elements(result) if brief else [Element(**one) for one in result["elements"]]
        )
        self.frames, self.count = result["frames"], len(elements)
        self.truncated = _left_out(result, len(elements))
        return elements

    async def candidates(self, document: int) -> dict[str, Any]:
        """Return the result of `elements.candidates` for the document in a frame.

        Args:
            document: The backend node id of the document.

        Raises:
            LookupError: If there is no such document.
            SessionLost: If the page does not answer in time, or the browser died.
        """
        name = "elements.candidates"
        handlers = await self._frame_handlers(document)
        result = (await self._page.read([(name, handlers)]))[name]
        if result["suspects"] and await self._disclose():
            result = (await self._page.read([(name, handlers)]))[name]
        return result

    async def described_frames(self) -> list[dict[str, Any]]:
        """Return the nodes of the frames of other origins in the last list, as DevTools do."""
        self._enter()
        objects = (await self._objects("frameTree.list()")).values()
        describing: list[Command] = [("DOM.describeNode", {"objectId": one}) for one in objects]
        *described, _ = await self._page.send_commands([*describing, _RELEASE])
        return [one["node"] for one in described]

    async def _handlers(self) -> tuple[list[dict[str, Any]], str]:
        """Return the relevant listeners (element number, event type and source of each), and what
        the probe found."""
        self._enter()
        if not self._roots:
            self._roots = _root_objects(await self._page.send_commands(_ROOTS))
        (document, window), self._roots = self._roots, ()
        listing: list[Command] = [
            (
                "DOMDebugger.getEventListeners",
                {"objectId": document, "depth": -1, "pierce": True},
            ),
            ("DOMDebugger.getEventListeners", {"objectId": window}),
        ]
        # The probe names elements by their index, so the snapshot must follow at once.
        probing: list[Command] = [
            ("Runtime.evaluate", {"expression": _PROBE, "returnByValue": True}),
            ("Runtime.evaluate", {"expression": "listeners.snapshot()", "contextId": self._world}),
        ]
        probing_too = probing if self._listening else []
        document_listeners, window_listeners, *answers = await self._page.send_commands(
            [*listing, *probing_too, *_ROOTS]
        )
        self._roots = _root_objects(answers[len(probing_too) :])
        found_listeners = _relevant(document_listeners, window_listeners)
        # Handlers that frameworks keep in properties of elements get events only through listeners.
        self._listening = bool(found_listeners)
        if found_listeners and not probing_too:
            answers = await self._page.send_commands(probing)
        return await self._known(found_listeners, answers[0] if found_listeners else {})

    async def _frame_handlers(self, document: int) -> tuple[list[dict[str, Any]], str]:
        """Return the same as `_handlers` for the document in a frame.

        Scripts can be evaluated in the frame's own world only on an object of that world.
        """
        self._enter()
        group = {"objectGroup": "marks"}
        resolving: Command = ("DOM.resolveNode", {"backendNodeId": document, **group})
        [resolved] = await self._page.send_commands([resolving], ignored_error=_GONE)
        if "object" not in resolved:
            raise LookupError(document)
        of_document = {"objectId": resolved["object"]["objectId"]}
        scope = {"functionDeclaration": _WINDOW_FUNCTION, **group}
        window = await self._page.send("Runtime.callFunctionOn", of_document | scope)
        probe = {"functionDeclaration": _PROBE_FUNCTION, "returnByValue": True}
        document_listeners, window_listeners, probed, *_ = await self._page.send_commands(
            [
                ("DOMDebugger.getEventListeners", {**of_document, "depth": -1, "pierce": True}),
                ("DOMDebugger.getEventListeners", {"objectId": window["result"]["objectId"]}),
                ("Runtime.callFunctionOn", of_document | probe),
                (
                    "Runtime.evaluate",
                    {"expression": "listeners.snapshot()", "contextId": self._world},
                ),
                _RELEASE,
            ]
        )
        return await self._known(_relevant(document_listeners, window_listeners), probed)

    async def _known(
        self, found_listeners: Collection[_FoundListener], probed: dict[str, Any]
    ) -> tuple[list[dict[str, Any]], str]:
        """Register the elements of listeners; return the listeners and the probe's result."""
        probe_result = str(probed.get("result", {}).get("value", ""))
        nodes = dict.fromkeys(node for node, *_ in found_listeners if node)
        await self._register([node for node in nodes if node not in self._numbers])
        listeners = [
            {"node": self._numbers.get(node, _WINDOW), "type": type, "source": source}
            for node, type, source in found_listeners
        ]
        return listeners, probe_result[:_MAX_PROBE_LENGTH]

    async def number(self, nodes: Sequence[int], *, after: bool) -> tuple[int, list[int]]:
        """Assign consecutive numbers to nodes, which actions can refer to.

        Args:
            nodes: Backend node ids.
            after: Whether to continue after the numbers of the last list, which stay valid.

        Returns:
            The number of the first node, and the indices of the nodes that are in this document.
        """
        return await self._page.run_in_world(lambda: self._number(nodes, after))

    async def _number(self, nodes: Sequence[int], after: bool) -> tuple[int, list[int]]:
        first = await self._page.call("elements.begin", after)
        self._enter()
        objects = await self._resolved(nodes) if nodes else []
        if objects:
            await self._apply("elements.add", objects)
        return first, [index for index, one in enumerate(objects) if one]

    async def nodes(self) -> dict[int, int]:
        """Return the numbers of the last list's elements by backend node id.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        listed, _ = await self._page.run_in_world(lambda: self._page.send_commands(self._listing()))
        nodes = listed["result"]["deepSerializedValue"]["value"]
        return {one["value"]["backendNodeId"]: number for number, one in enumerate(nodes)}

    def _listing(self) -> list[Command]:
        """Return the commands that describe the last list's elements, without their contents."""
        node_options = {"maxNodeDepth": 0, "includeShadowTree": "none"}
        options = {"serialization": "deep", "maxDepth": 1, "additionalParameters": node_options}
        evaluation = {"expression": "elements.marked()", "contextId": self._page.current_world}
        evaluation |= {"objectGroup": "marks", "serializationOptions": options}
        return [("Runtime.evaluate", evaluation), _RELEASE]

    def _enter(self) -> None:
        """Forget the known nodes if the document was replaced."""
        if self._page.current_world != self._world:
            self._world, self._numbers = self._page.current_world, {}
            self._roots, self._listening = (), False

    async def _register(self, nodes: Sequence[int]) -> None:
        """Register nodes with `marks.js` under consecutive numbers."""
        if not nodes:
            return
        resolved = await self._resolved(nodes)
        for node in nodes:
            self._numbers[node] = len(self._numbers)
        await self._apply("marks.know", resolved)

    async def _resolved(self, nodes: Sequence[int]) -> list[str | None]:
        """Return the DevTools objects of nodes; None for nodes that no longer exist, and for those
        of other origins' frames, which the isolated world cannot access."""
        command = {"executionContextId": self._world, "objectGroup": "marks"}
        answers = await self._page.send_commands(
            [("DOM.resolveNode", {"backendNodeId": node, **command}) for node in nodes],
            ignored_error=_GONE,
        )
        return [answer.get("object", {}).get("objectId") for answer in answers]

    async def _apply(self, function: str, objects: Sequence[str | None]) -> None:
        """Call a function of the isolated world with objects or null, and release them."""
        call = {
            "functionDeclaration": f"function (...given) {{ {function}(...given); }}",
            "executionContextId": self._world,
            "arguments": [{"objectId": one} if one else {"value": None} for one in objects],
        }
        await self._page.send_commands([("Runtime.callFunctionOn", call), _RELEASE])

    async def _objects(self, expression: str) -> dict[int, str]:
        """Return the DevTools objects of the nodes in a list of the isolated world, by index."""
        evaluation = {"expression": expression, "contextId": self._world, "objectGroup": "marks"}
        array = await self._page.send("Runtime.evaluate", evaluation)
        properties = await self._page.send(
            "Runtime.getProperties",
            {"objectId": array["result"]["objectId"], "ownProperties": True},
        )
        return {
            int(one["name"]): one["value"]["objectId"]
            for one in properties["result"]
            if one["name"].isdecimal() and "objectId" in one.get("value", {})
        }

    async def _disclose(self) -> bool:
        """Search elements that seem empty for closed shadow roots; return whether any was found."""
        objects = list((await self._objects("marks.suspected()")).values())
        if not objects:
            return False
        describing: list[Command] = [
            ("DOM.describeNode", {"objectId": one, "pierce": True}) for one in objects
        ]
        *described, _ = await self._page.send_commands([*describing, _RELEASE])
        roots = [
            root["backendNodeId"]
            for one in described
            for root in one["node"].get("shadowRoots", ())
            if root.get("shadowRootType") == "closed"
        ]
        if roots:
            await self._apply("marks.disclose", await self._resolved(roots))
        return bool(roots)


def _relevant(*answers: dict[str, Any]) -> Collection[_FoundListener]:
    """Return the relevant listeners of answers, each once."""
    return dict.fromkeys(
        (
            one.get("backendNodeId", 0),
            one["type"],
            one.get("handler", {}).get("description", "")[:_MAX_SOURCE_LENGTH],
        )
        for answer in answers
        for one in answer["listeners"]
        if one["type"] in _TYPES
    )


def _root_objects(answers: Sequence[dict[str, Any]]) -> Sequence[str]:
    """Return the objects that `_ROOTS` has created."""
    return [one["result"]["objectId"] for one in answers[1:]]


def _outline_elements(result: dict[str, Any]) -> list[Element]:
    # Without validation, which would take as long as the rest for a page of many elements.
    return [
        Element.model_construct(
            index=index,
            tag="",
            view=view,
            box=Box.model_construct(x=x, y=y, width=width, height=height),
        )
        for index, ((x, y, width, height), view) in enumerate(
            zip(result["boxes"], result["inView"], strict=True)
        )
    ]


def _left_out(result: dict[str, Any], marked: int) -> tuple[str, ...]:
    """Return sentences that say what a list leaves out."""
    notes = {
        f"{marked:,} elements have marks; {result['left']:,} more, mostly outside the viewport, "
        "have none": result["left"],
        f"{result['unchecked']:,} marked elements in the viewport may be covered by others": (
            result["unchecked"]
        ),
        "the page has too many elements; the last ones were not examined": result["unread"],
    }
    return tuple(note for note, holds in notes.items() if holds)
