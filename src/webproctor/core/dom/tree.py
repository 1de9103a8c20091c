"""Pages as trees in parallel lists, which are parsed in one pass and cheap to query.

Text is in `<text>` elements, as in the Mind2Web data.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from xml.sax.saxutils import escape, quoteattr

from lxml import etree

ID = "backend_node_id"
BOX = "bounding_box_rect"
TEXT = "text"
# The element that a comment of a page becomes; its text is no text of the page.
COMMENT = "hash-comment"
Attributes = dict[str, str]
Rect = tuple[float, float, float, float]
# The data set's value for an element without a box.
NOWHERE: Rect = (-1.0, -1.0, -1.0, -1.0)


class MarkupError(Exception):
    """A page's markup is invalid; the message says where."""


@dataclass(slots=True)
class Tree:
    """A page; every list has one entry per element, in document order.

    Attributes:
        tags: Lower-case tag names.
        attributes: Names and values.
        texts: Direct text, unchanged. Text that is only whitespace is "" if the element has
            children. In pages of the data set only `text` elements have other text.
        parents: Index of the parent; -1 for the root, which is element 0.
        ends: Index after the last element of the subtree.
        tails: Text after the end of an element, by the element's index. Pages of the data set have
            none.
    """

    tags: list[str] = field(default_factory=list)
    attributes: list[Attributes] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    tails: dict[int, str] = field(default_factory=dict)
    _places: dict[str, int] | None = None
    _kin: "Kin | None" = None

    def __len__(self) -> int:
        return len(self.tags)

    def add(self, tag: str, attributes: Attributes, text: str, parent: int) -> int:
        """Append an element and return its index; its subtree must be appended next."""
        place = len(self.tags)
        self.tags.append(tag)
        self.attributes.append(attributes)
        self.texts.append(text)
        self.parents.append(parent)
        self.ends.append(place + 1)
        return place

    def close(self) -> "Tree":
        """Compute `ends` after all elements were appended; return the tree."""
        ends, parents = self.ends, self.parents
        for place in range(len(ends) - 1, 0, -1):
            parent = parents[place]
            if ends[place] > ends[parent]:
                ends[parent] = ends[place]
        return self

    @property
    def places(self) -> dict[str, int]:
        """Indices of the elements by backend node id."""
        if self._places is None:
            self._places = {
                attributes[ID]: place
                for place, attributes in enumerate(self.attributes)
                if ID in attributes
            }
        return self._places

    @property
    def kin(self) -> "Kin":
        """Children and ranks of all elements, computed once."""
        if self._kin is None:
            self._kin = Kin.of(self)
        return self._kin

    def children(self, place: int) -> Iterator[int]:
        child, end = place + 1, self.ends[place]
        while child < end:
            yield child
            child = self.ends[child]

    def ancestors(self, place: int) -> Iterator[int]:
        """Iterate from the parent up to the root."""
        place = self.parents[place]
        while place >= 0:
            yield place
            place = self.parents[place]

    def descendants(self, place: int, levels: int) -> Iterator[int]:
        """Iterate over descendants up to a depth, in document order."""
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
        """Return whether an element has text in a `text` element of its own."""
        return any(
            self.tags[child] == TEXT and self.texts[child].strip() for child in self.children(place)
        )

    def words(self, place: int = 0) -> Iterator[tuple[int, str]]:
        """Iterate over the texts in an element, without comments, in document order.

        Yields:
            The index of the element that contains the text, and the text.
        """
        pieces = [
            (inside, 1, inside, self.texts[inside])
            for inside in range(place, self.ends[place])
            if self.texts[inside] and self.tags[inside] != COMMENT
        ]
        # The text after an element precedes the next element, and follows those that end with it.
        pieces += [
            (self.ends[inside], 0, -inside, said)
            for inside, said in self.tails.items()
            if place < inside < self.ends[place]
        ]
        if self.tails:
            pieces.sort()
        for _, own, inside, said in pieces:
            yield (inside if own else self.parents[-inside]), said

    def box(self, place: int) -> Rect:
        """Return an element's box in pixels of the page: x, y, width, height."""
        return rect(self.attributes[place].get(BOX, ""))


@dataclass(frozen=True, slots=True)
class Kin:
    """Children of elements; every list has one entry per element of the tree.

    Attributes:
        elements: The children that are not text, in document order.
        texts: The children that are text, in document order.
        ranks: The index among its parent's children that are not text; 0 for text.
        hollow: Whether it has no content of its own: no attribute except its id, no `text` element.
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
            not inside and (not given or (len(given) == 1 and ID in given))
            for inside, given in zip(texts, tree.attributes, strict=True)
        ]
        return cls(elements, texts, ranks, hollow)


def rect(written: str) -> Rect:
    """Parse `x,y,width,height`; return `NOWHERE` if it is not a box."""
    try:
        x, y, width, height = map(float, written.split(","))
    except ValueError:
        return NOWHERE
    return (x, y, width, height) if isfinite(x + y + width + height) else NOWHERE


def parse(markup: str) -> Tree:
    """Parse a page's markup, which must be well-formed XML. Comments are left out.

    Raises:
        MarkupError: If it is not.
    """
    parser = etree.XMLParser(
        huge_tree=True,
        resolve_entities=False,
        no_network=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(markup.encode(), parser)
    except UnicodeEncodeError as error:
        raise MarkupError(f"character {error.start} is a lone surrogate") from error
    except etree.XMLSyntaxError as error:
        raise MarkupError(str(error)) from error
    return from_lxml(root)


def from_lxml(root: etree._Element) -> Tree:
    tree = Tree()
    add = tree.add
    parent = -1
    for event, element in etree.iterwalk(root, events=("start", "end")):
        tag = element.tag
        if not isinstance(tag, str):  # An entity that is not resolved.
            continue
        if event == "end":
            tail = element.tail
            if tail and not tail.isspace():
                tree.tails[parent] = tail
            parent = tree.parents[parent]
            continue
        text = element.text
        if not text or (text.isspace() and len(element)):
            text = ""
        parent = add(tag, dict(element.items()), text, parent)
    return tree.close()


def to_xml(tree: Tree) -> str:
    """Return a page as XML, one element per line, indented by two spaces per level.

    Text after the end of an element is not written: recorded pages have none.
    """
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
