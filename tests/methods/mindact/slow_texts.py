"""A slow, straightforward writer of the texts of rankers and predictors, to test the fast one.

It follows the same rules step by step on a copy of the page: mark what is kept, remove the rest,
serialise the page as XML, and rewrite the string.
"""

import copy
import html
import re
from collections.abc import Sequence
from typing import Any

from lxml import etree

ID = "backend_node_id"
_WORDS = "words-of-the-element"
_ORDER = (
    *("role", "aria_role", "type", "alt", "aria_description", "aria_label", "label", "title"),
    *("name", "text_value", "value", "placeholder", "input_checked", "input_value"),
    *("option_selected", "class"),
)


def slow_ranker_text(markup: str, candidate: str) -> str:
    """Return the text of the candidate with this id."""
    root = _pruned(markup, [candidate])
    [node] = root.xpath(f'//*[@{ID}="0"]')
    target = _written(node, brackets=False)
    around = ""
    if node.getparent() is not None:
        node.getparent().remove(node)
        around = re.sub(r"\s*\(\s*", "/", _written(root, brackets=False).replace(")", ""))
    ancestors = " ".join(around.split()[-50:])
    return f"ancestors: {ancestors}\ntarget: {' '.join(target.split()[:100])}"


def slow_question(
    markup: str, candidates: Sequence[str], *, brackets: bool
) -> tuple[str, list[str]]:
    """Return the page of a question, and its options."""
    root = _pruned(markup, candidates)
    options = [
        " ".join(_written(node, brackets=brackets).split()[:10])
        for node in root.xpath(f"//*[@{ID}]")
    ]
    return _written(root, brackets=brackets), options


def _pruned(markup: str, candidates: Sequence[str]) -> Any:
    """Return the surroundings of the candidates, whose ids are their numbers."""
    parser = etree.XMLParser(remove_comments=True, remove_pis=True)
    root: Any = etree.fromstring(markup.encode(), parser)
    every = list(root.iter())  # Keeps the elements' Python objects, so that they can be compared.
    chosen = [one for one in every if one.get(ID) in candidates and one.tag != "text"]
    kept = {root}
    for node in chosen:
        above = list(node.iterancestors())
        below = [
            one
            for one in node.iterdescendants()
            if len(list(one.iterancestors())) <= len(above) + 6
        ]
        kept |= {node, *above, *below[:50]}
        if above:
            beside = [one for one in above[0] if one.tag != "text"]
            at = beside.index(node)
            kept |= set(beside[max(0, at - 3) : at + 4])
    for number, node in enumerate(chosen):
        node.set(ID, str(number))
    for node in reversed(every):
        parent = node.getparent()
        if parent is not None and (parent if node.tag == "text" else node) not in kept:
            parent.remove(node)
            continue
        if node not in chosen:
            node.attrib.pop(ID, None)
        has_text = any(child.tag == "text" for child in node)
        hollow = node.tag != "text" and not node.attrib and not has_text and len(node) <= 1
        if parent is not None and hollow:
            for child in node:
                node.addprevious(child)
            parent.remove(node)
    return root


def _written(node: Any, *, brackets: bool) -> str:
    root = copy.deepcopy(node)
    for one in root.iter():
        if one.tag == "text":
            one.text = " ".join(one.text.split()[:20])
            continue
        number = one.get(ID)
        words = _attribute_words(one.attrib)
        one.attrib.clear()
        if number is not None:
            words = f"id={number} {words}"
        if words:
            one.set(_WORDS, words.strip())
    markup = etree.tostring(root, encoding="unicode").replace('"', " ")
    markup = re.sub("</?text>", "", markup.replace(f"{_WORDS}= ", "").replace(" >", ">"))
    if not brackets:
        markup = re.sub(r"</[^>]*>", ")", markup)
        markup = re.sub(r"<([^>]*)/>", r"(\1)", markup)
        markup = re.sub(r"<([^>]*)>", r"(\1", markup)
    return " ".join(html.unescape(markup).split())


def _attribute_words(attributes: Any) -> str:
    values: list[str] = []
    for name in _ORDER:
        value = attributes.get(name, "").lower()
        if value in ("hidden", "none", "presentation", "null", "undefined"):
            continue
        if value.startswith("http"):
            continue
        short = " ".join([word for word in value.split() if len(word) < 15][:5])
        if short not in ("", *values):
            values.append(short)
    return " ".join(" ".join(values).split()[:20])
