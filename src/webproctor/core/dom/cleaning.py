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
    attributes = [_salient(tag, raw) for tag, raw in zip(tree.tags, tree.attributes, strict=True)]
    texts = [_SPACE.sub(" ", text).strip() for text in tree.texts]
    # What replaces each element: itself, its only child, or nothing (-1).
    replacements = list(range(len(tree)))
    kept_children: list[list[int]] = [[] for _ in range(len(tree))]
    for index in range(len(tree) - 1, -1, -1):
        children = kept_children[index]
        children.reverse()
        parent = tree.parents[index]
        tag, salient = tree.tags[index], attributes[index]
        if parent >= 0 and _is_hollow(tag, index in kept, salient, texts[index]):
            has_text = any(tree.tags[child] == TEXT for child in children)
            if not children:
                replacements[index] = -1
            elif len(children) == 1 and not has_text:
                replacements[index] = children[0]
        if parent >= 0 and replacements[index] >= 0:
            kept_children[parent].append(replacements[index])
    return _gather(tree, attributes, texts, kept_children)


def _is_hollow(tag: str, is_candidate: bool, attributes: Attributes, text: str) -> bool:
    if tag == TEXT:
        return not text
    # An element that the HTML parser inserted, such as a body, has no id: it is kept.
    return not is_candidate and attributes.keys() == {ID}


def _salient(tag: str, attributes: Attributes) -> Attributes:
    salient: Attributes = {}
    for name, value in attributes.items():
        if name == ID:
            salient[name] = value
        elif name == "class" and tag == "svg":
            icons = [token for token in value.split() if "icon" in token.lower()]
            if icons:
                salient[name] = " ".join(icons)
        elif name in SALIENT:
            value = _SPACE.sub(" ", value).strip()
            informative = value and not (
                (name == "role" and value in _NO_ROLES) or (name == "type" and value == "hidden")
            )
            if informative:
                salient[name] = value
    return salient


def _gather(
    tree: Tree, attributes: list[Attributes], texts: list[str], children: list[list[int]]
) -> Tree:
    result = Tree()
    stack = [(0, -1)]
    while stack:
        index, parent = stack.pop()
        new_index = result.add(tree.tags[index], attributes[index], texts[index], parent)
        stack.extend((child, new_index) for child in reversed(children[index]))
    return result.close()
