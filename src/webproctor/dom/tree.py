"""A page as a tree in parallel lists: one pass reads it, any number of questions are cheap.

Text stands in elements of its own, `<text>`, as in Mind2Web's data (catalogue, section 1.3).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from lxml import etree

ID = "backend_node_id"
BOX = "bounding_box_rect"
TEXT = "text"
Attributes = dict[str, str]
Rect = tuple[float, float, float, float]
# How the data set writes that an element has no box.
NOWHERE: Rect = (-1.0, -1.0, -1.0, -1.0)


class MarkupError(Exception):
    """A page's markup is not what it should be; the message says where."""


@dataclass(slots=True)
class Tree:
    """A page; every list has one entry per element, in document order.

    Attributes:
        tags: Lower-case tag names.
        attributes: Names and values.
        texts: Direct text as it is written, "" where it is only space; in the data set's own pages
            only `text` elements have any.
        parents: Index of the parent; -1 for the root, which is element 0.
        ends: One past the last element of the subtree.
    """

    tags: list[str] = field(default_factory=list)
    attributes: list[Attributes] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    _places: dict[str, int] | None = None
    _kin: "Kin | None" = None

    def __len__(self) -> int:
        return len(self.tags)

    def add(self, tag: str, attributes: Attributes, text: str, parent: int) -> int:
        """Append an element; its subtree must follow before anything else. Returns its index."""
        place = len(self.tags)
        self.tags.append(tag)
        self.attributes.append(attributes)
        self.texts.append(text)
        self.parents.append(parent)
        self.ends.append(place + 1)
        return place

    def close(self) -> "Tree":
        """Reckon where subtrees end, when all elements are there."""
        ends, parents = self.ends, self.parents
        for place in range(len(ends) - 1, 0, -1):
            parent = parents[place]
            if ends[place] > ends[parent]:
                ends[parent] = ends[place]
        return self

    @property
    def places(self) -> dict[str, int]:
        """Index of each element by its backend node id."""
        if self._places is None:
            self._places = {
                attributes[ID]: place
                for place, attributes in enumerate(self.attributes)
                if ID in attributes
            }
        return self._places

    @property
    def kin(self) -> "Kin":
        """Children and ranks of all elements, reckoned once."""
        if self._kin is None:
            self._kin = Kin.of(self)
        return self._kin

    def children(self, place: int) -> Iterator[int]:
        child, end = place + 1, self.ends[place]
        while child < end:
            yield child
            child = self.ends[child]

    def ancestors(self, place: int) -> Iterator[int]:
        """From the parent up to the root."""
        place = self.parents[place]
        while place >= 0:
            yield place
            place = self.parents[place]

    def descendants(self, place: int, levels: int) -> Iterator[int]:
        """Descendants at most so many levels down, in document order."""
        inside, end = place + 1, self.ends[place]
        bounds: list[int] = []
        while inside < end:
            while bounds and bounds[-1] <= inside:
                bounds.pop()
            yield inside
            if len(bounds) + 1 < levels:
                bounds.append(self.ends[inside])
                inside += 1
            else:
                inside = self.ends[inside]

    def has_text(self, place: int) -> bool:
        """Whether text stands directly in an element."""
        return bool(self.texts[place]) or any(
            self.tags[child] == TEXT and self.texts[child] for child in self.children(place)
        )

    def box(self, place: int) -> Rect:
        """Where an element is, in pixels of the page: x, y, width, height."""
        return rect(self.attributes[place].get(BOX, ""))


@dataclass(frozen=True, slots=True)
class Kin:
    """Who belongs to whom; every list has one entry per element of the tree.

    Attributes:
        elements: The children that are no text, in document order.
        texts: The children that are text, in document order.
        ranks: The place among its parent's children that are no text; 0 for text.
        hollow: Whether it says nothing itself: no attribute but its id, no text directly in it.
    """

    elements: list[list[int]]
    texts: list[list[int]]
    ranks: list[int]
    hollow: list[bool]

    @classmethod
    def of(cls, tree: Tree) -> "Kin":
        count = len(tree)
        elements: list[list[int]] = [[] for _ in range(count)]
        texts: list[list[int]] = [[] for _ in range(count)]
        ranks = [0] * count
        for place in range(1, count):
            parent = tree.parents[place]
            if tree.tags[place] == TEXT:
                texts[parent].append(place)
            else:
                ranks[place] = len(elements[parent])
                elements[parent].append(place)
        hollow = [
            not (said or inside) and (not given or (len(given) == 1 and ID in given))
            for said, inside, given in zip(tree.texts, texts, tree.attributes, strict=True)
        ]
        return cls(elements, texts, ranks, hollow)


def rect(written: str) -> Rect:
    """Read `x,y,width,height`; what is no box is nowhere."""
    try:
        x, y, width, height = map(float, written.split(","))
    except ValueError:
        return NOWHERE
    return x, y, width, height


def parse(markup: str) -> Tree:
    """Read a page's markup, which must be well-formed XML.

    Raises:
        MarkupError: If it is not.
    """
    parser = etree.XMLParser(huge_tree=True, resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(markup.encode(), parser)
    except etree.XMLSyntaxError as error:
        raise MarkupError(str(error)) from error
    return from_lxml(root)


def from_lxml(root: etree._Element) -> Tree:
    tree = Tree()
    add = tree.add
    parent = -1
    for event, element in etree.iterwalk(root, events=("start", "end")):
        tag = element.tag
        if not isinstance(tag, str):  # A comment or a processing instruction.
            continue
        if event == "end":
            parent = tree.parents[parent]
            continue
        text = element.text
        parent = add(
            tag, dict(element.items()), text if text and not text.isspace() else "", parent
        )
    return tree.close()


def to_xml(tree: Tree) -> str:
    """Write a page, one element a line, indented by two spaces a level."""
    lines: list[str] = []
    open_until: list[tuple[int, str]] = []
    for place, (tag, attributes, text) in enumerate(
        zip(tree.tags, tree.attributes, tree.texts, strict=True)
    ):
        while open_until and open_until[-1][0] <= place:
            _, name = open_until.pop()
            lines.append(f"{'  ' * len(open_until)}</{name}>")
        shown = "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items())
        indent, end = "  " * len(open_until), tree.ends[place]
        if end > place + 1:
            lines.append(f"{indent}<{tag}{shown}>{escape(text)}")
            open_until.append((end, tag))
        elif text:
            lines.append(f"{indent}<{tag}{shown}>{escape(text)}</{tag}>")
        else:
            lines.append(f"{indent}<{tag}{shown}/>")
    while open_until:
        _, name = open_until.pop()
        lines.append(f"{'  ' * len(open_until)}</{name}>")
    return "\n".join(lines)
