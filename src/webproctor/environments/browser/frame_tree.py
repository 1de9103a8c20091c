"""The tree of a page's frames of other origins, whose documents the page's world cannot access.

The document in a frame of another origin is read in its own isolated world, by the same scripts.
What depends on two documents is passed between them: where the frame is drawn, whether a click at a
point of the document hits the frame, and what the document contains. The elements of a frame
are numbered after all elements before it. Pages without such frames need no further commands.

Out-of-process frames, which Chromium is started without, are one element of the page.
"""

import contextlib
from collections.abc import Sequence
from typing import Any

from webproctor.core.observations import Element
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.document import Document
from webproctor.environments.browser.marks import Call

MAX_FRAMES = 20
"""Maximum number of frames of other origins of a page that are read."""
# Functions whose results the document around a frame inserts into its own.
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
    """A frame, or an element in it, is no longer on the page."""


class Frame(Document):
    """The document in a frame of another origin. Its methods also raise `FrameGone`.

    Attributes:
        parent: The document around the frame.
        frame_id: The browser's id of the frame.
        index: The index of the frame in `frameTree.list()` of its parent.
        document_node: The backend node id of the document in the frame.
        first: The number of its first element on the page.
    """

    def __init__(self, parent: Document, frame_id: str) -> None:
        super().__init__(parent.channel, parent._timeout, parent._libraries)
        # A second world of the frame would take processor time in every document.
        self.world_name = parent.world_name
        self.parent, self.frame_id = parent, frame_id
        self.index = self.document_node = self.first = 0

    def _until_loaded(self) -> str:
        return ""  # A frame that never loads would delay the page.

    async def _main_frame(self) -> str:
        return self.frame_id

    async def _enter(self) -> None:
        try:
            await super()._enter()
        except SessionLost as error:
            if _FRAME_GONE in str(error):
                raise FrameGone from error
            raise

    async def put(self) -> None:
        """Tell the document where it is drawn now."""
        if isinstance(self.parent, Frame):
            await self.parent.put()
        geometry = await self.parent.call("frameTree.geometry", self.index)
        if geometry is None:
            raise FrameGone
        await self.call("frameTree.put", geometry)

    async def scroll_to(self, expression: str) -> None:
        """Scroll an element into view, also in the documents around this one."""
        element = await self.node(expression)
        if element is not None:
            scrolling = ("DOM.scrollIntoViewIfNeeded", {"backendNodeId": element})
            await self.send_commands([scrolling], ignored_error=_NO_BOX)

    async def outer(self, elements: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Convert points of this document to points of the page; see `frameTree.outer`."""
        document: Document = self
        while isinstance(document, Frame):
            index, document = document.index, document.parent
            elements = await document.call("frameTree.outer", index, elements)
        return elements


async def read(
    page: Document, functions: Sequence[str], *, content: bool = False, brief: bool = False
) -> tuple[list[Element], dict[str, Any]]:
    """Find the elements of a page and its frames, and call library functions; see `Marks.read`.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    left = _MAX_READINGS
    while True:
        left -= 1
        elements, results = await page.marks.read(functions, content=content, brief=brief)
        known = {frame.frame_id: frame for frame in page.frames}
        page.frames, page.further, page.edited = [], {}, page
        if not page.marks.frames:
            return elements, results
        world = await page.world()
        if await _open_frames(page, page, known):
            elements, results = await page.marks.read(functions, content=content, brief=brief)
            await _open_frames(page, page, known)
        frames: list[Frame] = list(page.frames)
        for frame in frames:
            elements += await _read_frame(page, frame, known, len(elements), brief=brief)
        await _fill(page, page, [("content.lines", ()), *_inserted(functions)])
        results = await page.read([*(["content.text"] if content else []), *functions])
        if await page.world() == world or not left:
            break
    page.marks.content = results.pop("content.text", "")
    notes = [one for document in (page, *page.frames) for one in document.marks.truncated]
    page.marks.truncated = tuple(dict.fromkeys(notes))
    return elements, results


def _inserted(functions: Sequence[str]) -> list[str]:
    return [_INSERTED[one] for one in functions if one in _INSERTED]


async def _open_frames(page: Document, document: Document, known: dict[str, Frame]) -> bool:
    """Find the frames that a document has listed.

    Returns:
        Whether the document should list its elements again, because some frames cannot be read.
    """
    page.frames = [one for one in page.frames if one.parent is not document]
    closed: list[int] = []
    for index, node in enumerate(await document.run_in_world(document.marks.described_frames)):
        inner = node.get("contentDocument")
        full = len(page.frames) == MAX_FRAMES
        if full or inner is None or inner["documentURL"].startswith(_ERROR_PAGE):
            closed.append(index)
            continue
        frame = known.setdefault(node["frameId"], Frame(document, node["frameId"]))
        frame.parent, frame.index, frame.document_node = document, index, inner["backendNodeId"]
        page.frames.append(frame)
    if closed:
        await document.call("frameTree.close", *closed)
    return bool(closed)


async def _read_frame(
    page: Document, frame: Frame, known: dict[str, Frame], first: int, *, brief: bool
) -> list[Element]:
    """Number the elements of a frame and of the frames in it; none if it is gone."""

    async def candidates() -> dict[str, Any]:
        return await frame.run_in_world(lambda: frame.marks.candidates(frame.document_node))

    try:
        await frame.put()
        found = await candidates()
        if found["frames"] and await _open_frames(page, frame, known):
            found = await candidates()
            await _open_frames(page, frame, known)
        where = [
            "in" if one["points"] else "out" if one["beyond"] else ""
            for one in await frame.outer(found["points"])
        ]
        chosen = (await frame.read([("elements.choose", (where, brief, first))]))["elements.choose"]
    except (FrameGone, LookupError):
        page.frames = [one for one in page.frames if frame not in (one, one.parent)]
        return []
    frame.first = first
    elements = frame.marks.note_list(found | chosen, brief=brief)
    for inner in [one for one in page.frames if one.parent is frame]:
        elements += await _read_frame(page, inner, known, first + len(elements), brief=brief)
    return elements


async def _fill(page: Document, document: Document, functions: Sequence[str | Call]) -> None:
    """Give a document what the frames in it contain."""
    for frame in [one for one in page.frames if one.parent is document]:
        with contextlib.suppress(FrameGone):
            await _fill(page, frame, functions)
            await document.call("frameTree.fill", frame.index, await frame.read(functions))


async def content(page: Document) -> str:
    """Return the page's text with the marks of the last list, all options and whole values.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    for frame in page.frames:
        with contextlib.suppress(FrameGone):
            await frame.put()
    await _fill(page, page, [("content.lines", (True,))])
    return await page.call("content.text", True)


async def show_line(page: Document, line: int) -> bool:
    """Scroll a line of the last content into view, by its index; whether it is still there.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    document = page
    try:
        while page.frames and (origin := await document.call("content.origin", line)):
            index, line = origin
            document = next(
                one for one in page.frames if one.parent is document and one.index == index
            )
        shown = await document.call("content.show", line)
        if isinstance(document, Frame):
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
    for frame in sorted(page.frames, key=lambda one: one.first):
        try:
            path = await frame.parent.call("elements.framePath", frame.index)
            own = await frame.call("elements.details")
        except FrameGone:
            path, own = "", [{"role": "", "frame": "", "path": ""}] * frame.marks.count
        paths[frame] = [*paths[frame.parent], path]
        for one in own:
            own_path = [*paths[frame], *filter(None, [one["frame"]])]
            found.append(one | {"frame": " > ".join(own_path)})
    return found


async def nodes(page: Document) -> dict[int, int]:
    """Return the numbers of the last list's elements by backend node id; see `Marks.nodes`.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    found = await page.marks.nodes()
    for frame in page.frames:
        with contextlib.suppress(FrameGone):
            numbers = await frame.marks.nodes()
            found |= {node: frame.first + number for node, number in numbers.items()}
    return found


async def size(page: Document, count: int) -> int:
    """Return the number of elements of a page with those of its frames.

    Args:
        count: The number without those.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    for frame in page.frames:
        with contextlib.suppress(FrameGone):
            count += await frame.call("webproctor.size")
    return count


async def number(page: Document, nodes: Sequence[int], *, after: bool) -> int:
    """Assign consecutive numbers to nodes of a page and its frames; see `Marks.number`.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    total = sum(document.marks.count for document in (page, *page.frames)) if after else 0
    first, _ = await page.marks.number(nodes, after=after)
    page.further = {}
    if page.frames:
        page.further = {total + index: (page, first + index) for index in range(len(nodes))}
    for document in (page, *page.frames) if page.frames else ():
        with contextlib.suppress(FrameGone):
            own, indices = await document.marks.number(nodes, after=after)
            page.further |= {total + index: (document, own + index) for index in indices}
    return total if page.frames else first
