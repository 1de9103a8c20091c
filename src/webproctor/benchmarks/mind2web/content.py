"""The `content` view of a recorded page: its text and its candidates in document order."""

from collections.abc import Iterator, Sequence

from webproctor.core.content import END, escaped, quoted
from webproctor.core.dom import Dom, Tree
from webproctor.core.observations import Element
from webproctor.core.text_views import kind

_INLINE = frozenset(
    ("a", "abbr", "b", "button", "em", "font", "i", "img", "input", "label", "option", "path")
) | frozenset(("select", "small", "span", "strong", "sub", "sup", "svg", "text", "textarea", "u"))
_MOST_OPTIONS = 30


def content(dom: Dom, elements: Sequence[Element]) -> str:
    """Return a page's text and its numbered candidates, one line for each block.

    Args:
        elements: The page's candidates, in the order of `dom.candidates`.
    """
    tree, lines, holder = dom.tree, list[list[str]](), -1
    for place, piece in _pieces(tree, dict(zip(dom.candidates, elements, strict=True))):
        block = _block(tree, place)
        if block != holder or not lines:
            lines.append([])
        holder = block
        lines[-1].append(piece)
    return "\n".join([*(" ".join(line) for line in lines), END])


def _pieces(tree: Tree, marked: dict[int, Element]) -> Iterator[tuple[int, str]]:
    """Yield places with what is written for them: a candidate, or text."""
    place = 0
    while place < len(tree):
        element, end = marked.get(place), tree.ends[place]
        alone = element is not None and not any(one in marked for one in range(place + 1, end))
        if element is not None:
            yield place, _told(element, named=alone)
        elif said := " ".join(tree.texts[place].split()):
            yield place, escaped(said)
        place = end if alone else place + 1


def _block(tree: Tree, place: int) -> int:
    """Return the nearest element around a place that begins a line."""
    while tree.tags[place] in _INLINE and tree.parents[place] >= 0:
        place = tree.parents[place]
    return place


def _told(element: Element, *, named: bool) -> str:
    parts = [str(element.index), escaped(kind(element))]
    parts += [quoted(element.label)] if named and element.label else []
    parts += [f"value {quoted(element.value)}"] if element.value else []
    if element.options:
        shown = ", ".join(map(quoted, element.options[:_MOST_OPTIONS]))
        more = len(element.options) - _MOST_OPTIONS
        parts.append(f"options {shown}{f' and {more} more' if more > 0 else ''}")
    return f"[{' '.join(parts)}]"
