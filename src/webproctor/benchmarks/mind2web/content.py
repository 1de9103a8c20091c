"""The `content` view of a recorded page: its text and its candidates in document order."""

from collections.abc import Iterator, Sequence

from webproctor.core.content import END, escaped, quoted
from webproctor.core.dom import Dom, Tree
from webproctor.core.observations import Element
from webproctor.core.text_views import kind

_INLINE = frozenset(
    ("a", "abbr", "b", "button", "em", "font", "i", "img", "input", "label", "option", "path")
) | frozenset(("select", "small", "span", "strong", "sub", "sup", "svg", "text", "textarea", "u"))
_MAX_OPTIONS = 30


def content(dom: Dom, elements: Sequence[Element]) -> str:
    """Return a page's text and its numbered candidates, one line for each block.

    Args:
        elements: The page's candidates, in the order of `dom.candidates`.
    """
    tree, lines, previous_block = dom.tree, list[list[str]](), -1
    for node, text in _pieces(tree, dict(zip(dom.candidates, elements, strict=True))):
        block = _block_of(tree, node)
        if block != previous_block or not lines:
            lines.append([])
        previous_block = block
        lines[-1].append(text)
    return "\n".join([*(" ".join(line) for line in lines), END])


def _pieces(tree: Tree, candidates: dict[int, Element]) -> Iterator[tuple[int, str]]:
    """Yield the nodes that appear in the view, each with its text."""
    node = 0
    while node < len(tree):
        element, end = candidates.get(node), tree.ends[node]
        is_leaf = element is not None and not any(
            descendant in candidates for descendant in range(node + 1, end)
        )
        if element is not None:
            yield node, _candidate_text(element, named=is_leaf)
        elif text := " ".join(tree.texts[node].split()):
            yield node, escaped(text)
        node = end if is_leaf else node + 1


def _block_of(tree: Tree, node: int) -> int:
    """Return the nearest node that begins a line: the node itself or an ancestor."""
    while tree.tags[node] in _INLINE and tree.parents[node] >= 0:
        node = tree.parents[node]
    return node


def _candidate_text(element: Element, *, named: bool) -> str:
    parts = [str(element.index), escaped(kind(element))]
    parts += [quoted(element.label)] if named and element.label else []
    parts += [f"value {quoted(element.value)}"] if element.value else []
    if element.options:
        options = ", ".join(map(quoted, element.options[:_MAX_OPTIONS]))
        remaining = len(element.options) - _MAX_OPTIONS
        parts.append(f"options {options}{f' and {remaining} more' if remaining > 0 else ''}")
    return f"[{' '.join(parts)}]"
