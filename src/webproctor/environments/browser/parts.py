"""Frames of other origins: parts of a page that the isolated world of the page cannot access.

The document in such a frame is read in an isolated world of its own, by the same scripts. What
depends on two documents is passed from one to the other: where the frame is drawn, whether a click
at a point of the document hits the frame, and what the document contains. The elements of a part
are numbered after all elements before it. Pages without such frames need no further commands.

Frames in other processes, which Chromium is started without, are one element of the page.
"""

import contextlib
from collections.abc import Sequence
from typing import Any

from webproctor.core.observations import Element
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.document import Document
from webproctor.environments.browser.marks import Call

MAX_PARTS = 20
"""Maximum number of frames of other origins of a page that are read."""
# Functions whose results the document around a part inserts into its own.
_INSERTED = {
    "elements.text": "elements.text",
    "elements.pruned": "elements.prunedLines",
    "elements.relevant": "elements.relevantLines",
}
# The browser's messages for a frame that no longer exists, and for an element without a box.
_FRAME_GONE, _NO_BOX = "No frame for given id found", "does not have a layout object"
# The scheme of the page that Chromium shows in a frame whose address it cannot open.
_ERROR_PAGE = "chrome-error:"
# Maximum number of times that a page is read because another document replaces it meanwhile.
_MAX_READINGS = 3


class FrameGone(Exception):
    """The frame of a part, or an element in it, is no longer on the page."""


class Part(Document):
    """The document in a frame of another origin. Its methods also raise `FrameGone`.

    Attributes:
        around: The document around the frame.
        index: The index of the frame in `parts.list()` of that document.
        document_node: The backend node id of the document in the frame.
        first: The number of its first element on the page.

    Args:
        frame: The frame's id.
    """

    _until_loaded = ""  # A frame that never loads would delay the page.

    def __init__(self, around: Document, frame: str) -> None:
        super().__init__(around.channel, around._timeout, around._libraries)
        # A second world of the frame would take processor time in every document.
        self.world_name = around.world_name
        self.around, self.frame = around, frame
        self.index = self.document_node = self.first = 0

    async def _main_frame(self) -> str:
        return self.frame

    async def _enter(self) -> None:
        try:
            await super()._enter()
        except SessionLost as error:
            if _FRAME_GONE in str(error):
                raise FrameGone from error
            raise

    async def put(self) -> None:
        """Tell the document where it is drawn now."""
        if isinstance(self.around, Part):
            await self.around.put()
        place = await self.around.call("parts.placeOf", self.index)
        if place is None:
            raise FrameGone
        await self.call("parts.put", place)

    async def scroll_to(self, expression: str) -> None:
        """Scroll an element into view, also in the documents around this one."""
        element = await self.node(expression)
        if element is not None:
            scrolling = ("DOM.scrollIntoViewIfNeeded", {"backendNodeId": element})
            await self.send_commands([scrolling], ignored_error=_NO_BOX)

    async def outer(self, elements: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Convert points of this document to points of the page; see `parts.outer`."""
        document: Document = self
        while isinstance(document, Part):
            index, document = document.index, document.around
            elements = await document.call("parts.outer", index, elements)
        return elements


async def read(
    page: Document, functions: Sequence[str], *, content: bool = False, brief: bool = False
) -> tuple[list[Element], dict[str, Any]]:
    """Find the elements of a page and its parts, and call library functions; see `Marks.read`.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    left = _MAX_READINGS
    while True:
        left -= 1
        elements, results = await page.marks.read(functions, content=content, brief=brief)
        known = {part.frame: part for part in page.parts}
        page.parts, page.further, page.edited = [], {}, page
        if not page.marks.frames:
            return elements, results
        world = await page.world()
        if await _open_frames(page, page, known):
            elements, results = await page.marks.read(functions, content=content, brief=brief)
            await _open_frames(page, page, known)
        parts: list[Part] = list(page.parts)
        for part in parts:
            elements += await _read_part(page, part, known, len(elements), brief=brief)
        await _fill(page, page, [("content.lines", ()), *_inserted(functions)])
        results = await page.read([*(["content.text"] if content else []), *functions])
        if await page.world() == world or not left:
            break
    page.marks.content = results.pop("content.text", "")
    notes = [one for document in (page, *page.parts) for one in document.marks.truncated]
    page.marks.truncated = tuple(dict.fromkeys(notes))
    return elements, results


def _inserted(functions: Sequence[str]) -> list[str]:
    return [_INSERTED[one] for one in functions if one in _INSERTED]


async def _open_frames(page: Document, document: Document, known: dict[str, Part]) -> bool:
    """Find the parts in the frames that a document has listed.

    Returns:
        Whether the document should list its elements again, because some frames cannot be read.
    """
    page.parts = [one for one in page.parts if one.around is not document]
    closed: list[int] = []
    for index, frame in enumerate(await document.run_in_world(document.marks.described_frames)):
        inner = frame.get("contentDocument")
        full = len(page.parts) == MAX_PARTS
        if full or inner is None or inner["documentURL"].startswith(_ERROR_PAGE):
            closed.append(index)
            continue
        part = known.setdefault(frame["frameId"], Part(document, frame["frameId"]))
        part.around, part.index, part.document_node = document, index, inner["backendNodeId"]
        page.parts.append(part)
    if closed:
        await document.call("parts.close", *closed)
    return bool(closed)


async def _read_part(
    page: Document, part: Part, known: dict[str, Part], first: int, *, brief: bool
) -> list[Element]:
    """Number the elements of a part and of the parts in it; none if its frame is gone."""

    async def candidates() -> dict[str, Any]:
        return await part.run_in_world(lambda: part.marks.candidates(part.document_node))

    try:
        await part.put()
        found = await candidates()
        if found["frames"] and await _open_frames(page, part, known):
            found = await candidates()
            await _open_frames(page, part, known)
        where = [
            "in" if one["points"] else "out" if one["beyond"] else ""
            for one in await part.outer(found["points"])
        ]
        chosen = (await part.read([("elements.choose", (where, brief, first))]))["elements.choose"]
    except (FrameGone, LookupError):
        page.parts = [one for one in page.parts if part not in (one, one.around)]
        return []
    part.first = first
    elements = part.marks.note_list(found | chosen, brief=brief)
    for inner in [one for one in page.parts if one.around is part]:
        elements += await _read_part(page, inner, known, first + len(elements), brief=brief)
    return elements


async def _fill(page: Document, document: Document, functions: Sequence[str | Call]) -> None:
    """Give a document what the parts in it contain."""
    for part in [one for one in page.parts if one.around is document]:
        with contextlib.suppress(FrameGone):
            await _fill(page, part, functions)
            await document.call("parts.fill", part.index, await part.read(functions))


async def content(page: Document) -> str:
    """Return the page's text with the marks of the last list, all options and whole values.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    for part in page.parts:
        with contextlib.suppress(FrameGone):
            await part.put()
    await _fill(page, page, [("content.lines", (True,))])
    return await page.call("content.text", True)


async def show_line(page: Document, line: int) -> bool:
    """Scroll a line of the last content into view, by its index; whether it is still there.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    document = page
    try:
        while page.parts and (origin := await document.call("content.origin", line)):
            index, line = origin
            document = next(
                one for one in page.parts if one.around is document and one.index == index
            )
        shown = await document.call("content.show", line)
        if isinstance(document, Part):
            await document.scroll_to(f"content.element({line})")
    except (FrameGone, StopIteration):
        return False
    return shown


async def details(page: Document) -> list[dict[str, Any]]:
    """Return role, path of the frames and CSS path of every element of the last list.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    found = await page.call("elements.details")
    paths: dict[Document, list[str]] = {page: []}
    for part in sorted(page.parts, key=lambda one: one.first):
        try:
            path = await part.around.call("elements.framePath", part.index)
            own = await part.call("elements.details")
        except FrameGone:
            path, own = "", [{"role": "", "frame": "", "path": ""}] * part.marks.count
        paths[part] = [*paths[part.around], path]
        for one in own:
            found.append(one | {"frame": " > ".join([*paths[part], *filter(None, [one["frame"]])])})
    return found


async def nodes(page: Document) -> dict[int, int]:
    """Return the numbers of the last list's elements by backend node id; see `Marks.nodes`.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    found = await page.marks.nodes()
    for part in page.parts:
        with contextlib.suppress(FrameGone):
            numbers = await part.marks.nodes()
            found |= {node: part.first + number for node, number in numbers.items()}
    return found


async def size(page: Document, count: int) -> int:
    """Return the number of elements of a page with those of its parts.

    Args:
        count: The number without those.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    for part in page.parts:
        with contextlib.suppress(FrameGone):
            count += await part.call("webproctor.size")
    return count


async def number(page: Document, nodes: Sequence[int], *, after: bool) -> int:
    """Assign consecutive numbers to nodes of a page and its parts; see `Marks.number`.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    total = sum(document.marks.count for document in (page, *page.parts)) if after else 0
    first, _ = await page.marks.number(nodes, after=after)
    page.further = {}
    if page.parts:
        page.further = {total + index: (page, first + index) for index in range(len(nodes))}
    for document in (page, *page.parts) if page.parts else ():
        with contextlib.suppress(FrameGone):
            own, indices = await document.marks.number(nodes, after=after)
            page.further |= {total + index: (document, own + index) for index in indices}
    return total if page.parts else first
