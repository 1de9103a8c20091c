"""Clean a raw page: Mind2Web's `raw_html` to `cleaned_html`."""

import re
from collections.abc import Collection

from webproctor.core.dom.snapshot import SALIENT
from webproctor.core.dom.tree import ID, TEXT, Attributes, Tree

_NO_ROLES = frozenset(("presentation", "none", "link"))
_SPACE = re.compile(r"\s+")


def cleaned(tree: Tree, candidates: Collection[int]) -> Tree:
    """Return the page reduced to candidates, text, and elements that contain two or more of them.

    Args:
        tree: A raw page.
        candidates: Indices of its candidates; all of them are kept.
    """
    kept = set(candidates)
    attributes = [
        _salient(tag, given) for tag, given in zip(tree.tags, tree.attributes, strict=True)
    ]
    texts = [_SPACE.sub(" ", text).strip() for text in tree.texts]
    # What replaces each element: itself, its only child, or nothing (-1).
    becomes = list(range(len(tree)))
    living: list[list[int]] = [[] for _ in range(len(tree))]
    for place in range(len(tree) - 1, -1, -1):
        children = living[place]
        children.reverse()
        parent = tree.parents[place]
        tag, own = tree.tags[place], attributes[place]
        if parent >= 0 and _is_hollow(tag, place in kept, own, texts[place]):
            has_text = any(tree.tags[child] == TEXT for child in children)
            if not children:
                becomes[place] = -1
            elif len(children) == 1 and not has_text:
                becomes[place] = children[0]
        if parent >= 0 and becomes[place] >= 0:
            living[parent].append(becomes[place])
    return _gather(tree, attributes, texts, living)


def _is_hollow(tag: str, is_candidate: bool, attributes: Attributes, text: str) -> bool:
    if tag == TEXT:
        return not text
    # An element that the HTML parser inserted, such as a body, has no id: it is kept.
    return not is_candidate and attributes.keys() == {ID}


def _salient(tag: str, given: Attributes) -> Attributes:
    found: Attributes = {}
    for name, value in given.items():
        if name == ID:
            found[name] = value
        elif name == "class" and tag == "svg":
            icons = [token for token in value.split() if "icon" in token.lower()]
            if icons:
                found[name] = " ".join(icons)
        elif name in SALIENT:
            value = _SPACE.sub(" ", value).strip()
            says = value and not (
                (name == "role" and value in _NO_ROLES) or (name == "type" and value == "hidden")
            )
            if says:
                found[name] = value
    return found


def _gather(
    tree: Tree, attributes: list[Attributes], texts: list[str], living: list[list[int]]
) -> Tree:
    left = Tree()
    waiting = [(0, -1)]
    while waiting:
        place, parent = waiting.pop()
        now = left.add(tree.tags[place], attributes[place], texts[place], parent)
        waiting.extend((child, now) for child in reversed(living[place]))
    return left.close()
