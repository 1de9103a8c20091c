"""Convert a DevTools DOM snapshot to Mind2Web's `raw_html`."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lxml import etree

from webproctor.core.dom.tree import BOX, ID, TEXT, MarkupError, Tree, from_lxml, rect

# Attributes that the data set keeps.
SALIENT = frozenset(
    (
        *("alt", "aria_description", "aria_label", "aria_role", "input_checked", "input_value"),
        *("label", "name", "option_selected", "placeholder", "role", "text_value", "title"),
        *("type", "value"),
    )
)
# The attribute that the recording tool sets on elements that an annotator chose.
MARKER = "data_pw_testid_buckeye"
_KEPT = SALIENT | {ID, BOX, "class", MARKER, "id", "is_clickable", "pseudo_type"}
# The recording tool's highlight of the target.
_OVERLAY = "x-pw-highlight-box"
_DROPPED = frozenset(("script", "style", "link", "meta", "blink", "marquee"))
# Elements whose content an HTML parser treats as plain text: renamed while parsing.
_PLAIN_INSIDE = frozenset(
    ("iframe", "textarea", "title", "noscript", "noembed", "noframes", "xmp", "plaintext")
)
_ELEMENTS_INSIDE = "webproctor-"
_NEVER_INVISIBLE = frozenset(("a", "button", "select", "option", "input"))
_CONTROLS = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)])
_ROOT = "webproctor-document"
_PUNCTUATION = re.compile(r"[^\w-]")
_NOT_WORD = re.compile(r"\W")
Snapshot = Mapping[str, Any]


def raw_tree(
    snapshot: Snapshot,
    *,
    ascii_only: bool = True,
    frames: bool = True,
    marked: Mapping[int, str] | None = None,
) -> Tree:
    """Return the page in the data set's form before cleaning.

    Args:
        snapshot: The result of `DOMSnapshot.captureSnapshot` without computed styles.
        ascii_only: Drop every non-ASCII character, as in the published data.
        frames: Include the content of frames, as in the published data. Current HTML parsers treat
            it as plain text.
        marked: Elements, by backend node id, that are marked as an action's target; kept even if
            empty.

    Raises:
        MarkupError: If the snapshot has no page.
    """
    try:
        whole = _elements(snapshot, frames, marked or {})
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise MarkupError(f"not a DOM snapshot: {type(error).__name__} {error}") from error
    root = next((one for one in whole.iter("html") if len(one)), None)
    if root is None:
        raise MarkupError("the snapshot has no html element, or an empty one")
    # The published pages went through an HTML parser, which moves misplaced elements.
    markup = etree.tostring(root, method="html", encoding="unicode")
    parsed = etree.HTML(_plain(markup, ascii_only), etree.HTMLParser(huge_tree=True))
    return _without_nothings(_sanitised(from_lxml(parsed)))


def _elements(snapshot: Snapshot, frames: bool, marked: Mapping[int, str]) -> etree._Element:
    strings: list[str] = [text.translate(_CONTROLS) for text in snapshot["strings"]]
    documents = snapshot["documents"]
    roots: dict[int, etree._Element] = {}
    hosts: list[tuple[etree._Element, int]] = []
    for number, document in enumerate(documents):
        root, inside = _document(document, strings, marked)
        roots[number] = root
        hosts += inside
    for host, number in hosts if frames else ():
        host.extend(list(roots[number]))
    return roots[0]


def _document(
    document: Mapping[str, Any], strings: list[str], marked: Mapping[int, str]
) -> tuple[etree._Element, list[tuple[etree._Element, int]]]:
    """Return the root of one document, and its frame elements with the index of their document."""
    nodes = document["nodes"]
    layout = document["layout"]
    boxes = dict(zip(layout["nodeIndex"], layout["bounds"], strict=True))
    added = {
        "text_value": _texts(nodes["textValue"], strings),
        "input_value": _texts(nodes["inputValue"], strings),
        "input_checked": dict.fromkeys(nodes["inputChecked"]["index"], "true"),
        "option_selected": dict.fromkeys(nodes["optionSelected"]["index"], "true"),
        "pseudo_type": _texts(nodes["pseudoType"], strings),
        "is_clickable": dict.fromkeys(nodes["isClickable"]["index"], "true"),
    }
    made: list[etree._Element] = []
    for place, (parent, name, value, backend, pairs) in enumerate(
        zip(
            nodes["parentIndex"],
            nodes["nodeName"],
            nodes["nodeValue"],
            nodes["backendNodeId"],
            nodes["attributes"],
            strict=True,
        )
    ):
        tag = _tag(strings[name])
        # Scripts are left out here: their text could close the element for an HTML parser.
        held = parent >= 0 and bool(made) and tag not in _DROPPED
        element = etree.SubElement(made[parent], tag) if held else etree.Element(tag)
        bounds = boxes.get(place)
        element.set(ID, str(backend))
        element.set(BOX, ",".join(map(_number, bounds)) if bounds else "-1,-1,-1,-1")
        for key, text in zip(pairs[::2], pairs[1::2], strict=True):
            element.set(_attribute(strings[key]), strings[text] if text >= 0 else "")
        for key, values in added.items():
            if place in values:
                element.set(key, values[place])
        if backend in marked:
            element.set(MARKER, marked[backend])
        if value >= 0:
            element.text = strings[value]
        made.append(element)
    inner = nodes["contentDocumentIndex"]
    hosts = [
        (made[place], number) for place, number in zip(inner["index"], inner["value"], strict=True)
    ]
    return made[0], hosts


def _texts(rare: Mapping[str, Any], strings: list[str]) -> dict[int, str]:
    return {
        place: strings[text] if text >= 0 else ""
        for place, text in zip(rare["index"], rare["value"], strict=True)
    }


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)


def _tag(name: str) -> str:
    name = name.lower()
    if name == "#text":
        return TEXT
    if name == "#document":
        return _ROOT
    for mark, word in (("::", "pseudo-"), ("#", "hash-")):
        if name.startswith(mark):
            name = word + name.removeprefix(mark)
    name = _PUNCTUATION.sub("-", name)
    if name in _PLAIN_INSIDE:
        return _ELEMENTS_INSIDE + name
    return name if name[:1].isalpha() else f"x{name}"


def _attribute(name: str) -> str:
    name = _NOT_WORD.sub("_", name)
    return f"_{name}" if not name or name[0].isdigit() else name


def _plain(markup: str, ascii_only: bool) -> str:
    markup = markup.replace("\xa0", " ").replace("\x96", "-").replace("&nbsp;", " ")
    return markup.encode("ascii", "ignore").decode() if ascii_only else markup


def _sanitised(tree: Tree) -> Tree:
    """Remove scripts, styles and the like, and attributes that the data set does not keep."""
    kept = Tree()
    now: list[int] = []
    skip_until = 0
    for place, tag in enumerate(tree.tags):
        if place < skip_until:
            now.append(-1)
            continue
        if tag in _DROPPED or tree.attributes[place].get("id") == _OVERLAY:
            skip_until = tree.ends[place]
            now.append(-1)
            continue
        attributes = {
            name: value for name, value in tree.attributes[place].items() if name in _KEPT
        }
        parent = tree.parents[place]
        tag = tag.removeprefix(_ELEMENTS_INSIDE)
        now.append(kept.add(tag, attributes, tree.texts[place], now[parent] if parent >= 0 else -1))
    return kept.close()


def _without_nothings(tree: Tree) -> Tree:
    """Remove leaves that are empty or invisible, and elements that become such leaves."""
    count = len(tree)
    kept = [True] * count
    living = [0] * count  # Children that are kept.
    inside = [False] * count  # Whether an ancestor is a control.
    for place in range(1, count):
        parent = tree.parents[place]
        inside[place] = inside[parent] or tree.tags[parent] in _NEVER_INVISIBLE
    for place in range(count - 1, 0, -1):
        if not living[place] and _is_nothing(tree, place, inside[place]):
            kept[place] = False
        else:
            living[tree.parents[place]] += 1
    return _only(tree, kept)


def _is_nothing(tree: Tree, place: int, inside: bool) -> bool:
    attributes, text = tree.attributes[place], tree.texts[place].strip()
    if MARKER in attributes:
        return False
    if not text and not any(attributes.get(name) for name in SALIENT):
        return True
    if tree.tags[place] in _NEVER_INVISIBLE or (text and inside):
        return False
    x, y, width, height = rect(attributes.get(BOX, ""))
    return x < 0 or y < 0 or width <= 1 or height <= 1


def _only(tree: Tree, kept: Sequence[bool]) -> Tree:
    left = Tree()
    now: list[int] = []
    for place, keep in enumerate(kept):
        parent = tree.parents[place]
        now.append(
            left.add(
                tree.tags[place],
                tree.attributes[place],
                tree.texts[place],
                now[parent] if parent >= 0 else -1,
            )
            if keep
            else -1
        )
    return left.close()
