"""Finding what can be acted on, with the help of what only DevTools knows; and drawing it.

A page's scripts cannot tell who listens to what, nor look into closed shadow roots. DevTools can,
for a whole document in one command; `marks.js` does the rest in one pass.
"""

import io
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageDraw, ImageFont

from webproctor.observations import Element

if TYPE_CHECKING:
    from webproctor.browser.page import Page

# Listeners of these kinds make an element one that can be acted on.
_TYPES = frozenset(
    (
        *("click", "dblclick", "auxclick", "contextmenu", "mousedown", "mouseup", "pointerdown"),
        *("pointerup", "touchstart", "touchend", "dragstart", "drop"),
        *("keydown", "keypress", "keyup"),
    )
)
# The most of a handler's source that is looked through for selectors, in characters.
_SOURCE = 4000
# The number by which the page knows its window.
_WINDOW = -1


class Marks:
    """The marks of one page: which elements have which number, from observation to observation."""

    def __init__(self, page: "Page") -> None:
        self._page = page
        self._world: int | None = None
        self._known: dict[int, int] = {}

    async def find(self) -> list[Element]:
        """What can be acted on, in document order: in sight, or to be scrolled to.

        Raises:
            SessionLost: If the page does not answer in time, or the browser died.
        """
        told = await self._page.call("elements.list", await self._listeners())
        if told["suspects"] and await self._disclose():
            told = await self._page.call("elements.list", await self._listeners())
        return [Element(**one) for one in told["elements"]]

    async def _listeners(self) -> list[dict[str, Any]]:
        """Every listener that counts: the number of its element, its kind, and its source."""
        await self._enter()
        # Asked of the isolated world's document, Chromium crashes after a few looks: handlers are
        # objects of the page's own world.
        made = {"expression": "document", "objectGroup": "marks"}
        whole = {"expression": "window", "objectGroup": "marks"}
        document, window = await self._page.ask(
            [("Runtime.evaluate", made), ("Runtime.evaluate", whole)]
        )
        below, above = await self._page.ask(
            [
                (
                    "DOMDebugger.getEventListeners",
                    {"objectId": document["result"]["objectId"], "depth": -1, "pierce": True},
                ),
                ("DOMDebugger.getEventListeners", {"objectId": window["result"]["objectId"]}),
            ]
        )
        heard = dict.fromkeys(
            (
                one.get("backendNodeId", 0),
                one["type"],
                one.get("handler", {}).get("description", "")[:_SOURCE],
            )
            for one in (*below["listeners"], *above["listeners"])
            if one["type"] in _TYPES
        )
        nodes = dict.fromkeys(node for node, *_ in heard if node)
        await self._know([node for node in nodes if node not in self._known])
        await self._page.ask([("Runtime.releaseObjectGroup", {"objectGroup": "marks"})])
        return [
            {"node": self._known.get(node, _WINDOW), "type": type, "source": source}
            for node, type, source in heard
        ]

    async def number(self, nodes: Sequence[int], *, after: bool) -> int:
        """Give nodes numbers, one after another, by which actions can name them.

        Args:
            nodes: Backend node ids.
            after: Whether the numbers of the last list stay, and these follow them.

        Returns:
            The number of the first.
        """
        await self._enter()
        first = await self._page.call("elements.begin", after)
        if nodes:
            await self._apply("elements.add", await self._resolved(nodes))
            await self._page.ask([("Runtime.releaseObjectGroup", {"objectGroup": "marks"})])
        return first

    async def _enter(self) -> None:
        """Note in which of the page's worlds nodes are known; a new document knows none."""
        world = await self._page.world()
        if world != self._world:
            self._world, self._known = world, {}

    async def _know(self, nodes: Sequence[int]) -> None:
        """Have the page know nodes by number."""
        if not nodes:
            return
        resolved = await self._resolved(nodes)
        for node in nodes:
            self._known[node] = len(self._known)
        await self._apply("marks.know", resolved)

    async def _resolved(self, nodes: Sequence[int]) -> list[str]:
        command = {"executionContextId": self._world, "objectGroup": "marks"}
        answers = await self._page.ask(
            [("DOM.resolveNode", {"backendNodeId": node, **command}) for node in nodes]
        )
        return [answer["object"]["objectId"] for answer in answers]

    async def _apply(self, function: str, objects: Sequence[str]) -> None:
        await self._page.send(
            "Runtime.callFunctionOn",
            {
                "functionDeclaration": f"function (...given) {{ {function}(...given); }}",
                "executionContextId": self._world,
                "arguments": [{"objectId": one} for one in objects],
            },
        )

    async def _disclose(self) -> bool:
        """Look for closed shadow roots in elements that seem empty; whether any was found."""
        suspects = {"expression": "marks.suspected()", "contextId": self._world}
        array = await self._page.send("Runtime.evaluate", suspects)
        properties = await self._page.send(
            "Runtime.getProperties",
            {"objectId": array["result"]["objectId"], "ownProperties": True},
        )
        objects = [
            one["value"]["objectId"]
            for one in properties["result"]
            if one["name"].isdecimal() and "objectId" in one.get("value", {})
        ]
        if not objects:
            return False
        described = await self._page.ask(
            [("DOM.describeNode", {"objectId": one, "pierce": True}) for one in objects]
        )
        roots = [
            root["backendNodeId"]
            for one in described
            for root in one["node"].get("shadowRoots", ())
            if root.get("shadowRootType") == "closed"
        ]
        if roots:
            await self._apply("marks.disclose", await self._resolved(roots))
        return bool(roots)


# Colours of marks, chosen to be told apart from one another and to bear white figures.
_COLOURS = ("#c2261c", "#1d5fb8", "#1a7a3c", "#8a3ab0", "#a85b00", "#00727d", "#b0256f", "#4d4d4d")


@cache
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(12)


def draw(png: bytes, elements: Sequence[Element], left: float = 0, top: float = 0) -> bytes:
    """The picture of a view with a frame around every element in sight, and its number beside it.

    A number stands outside its element where there is room, so that it hides no content, and not
    on another number.

    Args:
        left, top: How far the page is scrolled, in CSS pixels; boxes are of the page.
    """
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    pen = ImageDraw.Draw(picture)
    width, height = picture.size
    labels: list[tuple[float, ...]] = []
    frames = [_frame(one, left, top) for one in elements if one.view]
    for element in elements:
        if not element.view or element.box is None:
            continue
        colour = _COLOURS[element.index % len(_COLOURS)]
        x, y, right, bottom = _frame(element, left, top)
        frame = max(x - 1, 0), max(y - 1, 0), min(right, width - 1), min(bottom, height - 1)
        if frame[2] <= frame[0] or frame[3] <= frame[1]:
            continue
        pen.rectangle(frame, outline=colour)
        text = str(element.index)
        wide, tall = 7 * len(text) + 4, 13
        spots = [
            (frame[0], frame[1] - tall),
            (frame[2] - wide, frame[1] - tall),
            (frame[0] - wide, frame[1]),
            (frame[2] + 1, frame[1]),
            (frame[0], frame[3] + 1),
            (frame[2] - wide, frame[3] + 1),
            (frame[0], frame[1]),
        ]
        boxes = [
            (at, on, at + wide, on + tall)
            for at, on in spots
            if 0 <= at <= width - wide and 0 <= on <= height - tall
        ] or [(frame[0], frame[1], frame[0] + wide, frame[1] + tall)]
        # Not on another number; then, if it can be, on nobody's element.
        box = min(
            boxes,
            key=lambda box: (
                sum(_meet(box, one) for one in labels),
                sum(_meet(box, one) for one in frames),
            ),
        )
        labels.append(box)
        pen.rectangle(box, fill=colour)
        pen.text((box[0] + 2, box[1] - 1), text, fill="white", font=_font())
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()


def _frame(element: Element, left: float, top: float) -> tuple[float, float, float, float]:
    if element.box is None:
        return (0, 0, 0, 0)
    x, y = element.box.x - left, element.box.y - top
    return x, y, x + element.box.width, y + element.box.height


def _meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
