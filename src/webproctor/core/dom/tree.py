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
# The element that stands for a comment; its text does not belong to the page's text.
COMMENT = "hash-comment"
Attributes = dict[str, str]
Rect = tuple[float, float, float, float]
# The data set's value for an element without a box.
NO_BOX: Rect = (-1.0, -1.0, -1.0, -1.0)


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
    _indices: dict[str, int] | None = None
    _structure: "Structure | None" = None

    def __len__(self) -> int:
        return len(self.tags)

    def add(self, tag: str, attributes: Attributes, text: str, parent: int) -> int:
        """Append an element and return its index; its subtree must be appended next."""
        index = len(self.tags)
        self.tags.append(tag)
        self.attributes.append(attributes)
        self.texts.append(text)
        self.parents.append(parent)
        self.ends.append(index + 1)
        return index

    def close(self) -> "Tree":
        """Compute `ends` after all elements were appended; return the tree."""
        ends, parents = self.ends, self.parents
        for index in range(len(ends) - 1, 0, -1):
            parent = parents[index]
            if ends[index] > ends[parent]:
                ends[parent] = ends[index]
        return self

    @property
    def indices(self) -> dict[str, int]:
        """Indices of the elements by backend node id."""
        if self._indices is None:
            self._indices = {
                attributes[ID]: index
                for index, attributes in enumerate(self.attributes)
                if ID in attributes
            }
        return self._indices

    @property
    def structure(self) -> "Structure":
        """Children and ranks of all elements; computed once."""
        if self._structure is None:
            self._structure = Structure.of(self)
        return self._structure

    def children(self, index: int) -> Iterator[int]:
        child, end = index + 1, self.ends[index]
        while child < end:
            yield child
            child = self.ends[child]

    def ancestors(self, index: int) -> Iterator[int]:
        """Iterate from the parent up to the root."""
        index = self.parents[index]
        while index >= 0:
            yield index
            index = self.parents[index]

    def descendants(self, index: int, levels: int) -> Iterator[int]:
        """Iterate over descendants up to a depth, in document order."""
        descendant, end = index + 1, self.ends[index]
        bounds: list[int] = []
        while descendant < end:
            while bounds and bounds[-1] <= descendant:
                bounds.pop()
            yield descendant
            if len(bounds) + 1 < levels:
                bounds.append(self.ends[descendant])
                descendant += 1
            else:
                descendant = self.ends[descendant]

    def has_text(self, index: int) -> bool:
        """Return whether an element has a `text` child with text."""
        return any(
            self.tags[child] == TEXT and self.texts[child].strip() for child in self.children(index)
        )

    def words(self, index: int = 0) -> Iterator[tuple[int, str]]:
        """Iterate over the texts in an element, without comments, in document order.

        Yields:
            The index of the element that contains the text, and the text.
        """
        pieces = [
            (descendant, 1, descendant, self.texts[descendant])
            for descendant in range(index, self.ends[index])
            if self.texts[descendant] and self.tags[descendant] != COMMENT
        ]
        # The text after an element precedes the next element, and follows those that end with it.
        pieces += [
            (self.ends[descendant], 0, -descendant, tail)
            for descendant, tail in self.tails.items()
            if index < descendant < self.ends[index]
        ]
        if self.tails:
            pieces.sort()
        for _, in_element, descendant, text in pieces:
            yield (descendant if in_element else self.parents[-descendant]), text

    def box(self, index: int) -> Rect:
        """Return an element's box in pixels of the page: x, y, width, height."""
        return rect(self.attributes[index].get(BOX, ""))


@dataclass(frozen=True, slots=True)
class Structure:
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
    def of(cls, tree: Tree) -> "Structure":
        count = len(tree)
        elements: list[list[int]] = [[] for _ in range(count)]
        texts: list[list[int]] = [[] for _ in range(count)]
        ranks = [0] * count
        for index in range(1, count):
            parent = tree.parents[index]
            if tree.tags[index] == TEXT:
                texts[parent].append(index)
            else:
                ranks[index] = len(elements[parent])
                elements[parent].append(index)
        hollow = [
            not children and (not attributes or (len(attributes) == 1 and ID in attributes))
            for children, attributes in zip(texts, tree.attributes, strict=True)
        ]
        return cls(elements, texts, ranks, hollow)


def rect(value: str) -> Rect:
    """Parse `x,y,width,height`; return `NO_BOX` if it is not a box."""
    try:
        x, y, width, height = map(float, value.split(","))
    except ValueError:
        return NO_BOX
    return (x, y, width, height) if isfinite(x + y + width + height) else NO_BOX


def parse(markup: str) -> Tree:
    """Parse a page's markup. Comments are left out.

    Raises:
        MarkupError: If it is not well-formed XML.
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
    for index, (tag, attributes, text) in enumerate(
        zip(tree.tags, tree.attributes, tree.texts, strict=True)
    ):
        while open_until and open_until[-1][0] <= index:
            _, name = open_until.pop()
            lines.append(f"{'  ' * len(open_until)}</{name}>")
        shown = "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items())
        indent, end = "  " * len(open_until), tree.ends[index]
        if end > index + 1:
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
