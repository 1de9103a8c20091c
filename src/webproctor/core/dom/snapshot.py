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
    ("iframe", "frame", "textarea", "title", "noscript", "noembed", "noframes", "xmp", "plaintext")
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
        document = _elements(snapshot, frames, marked or {})
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise MarkupError(f"not a DOM snapshot: {type(error).__name__} {error}") from error
    root = next((element for element in document.iter("html") if len(element)), None)
    if root is None:
        raise MarkupError("the snapshot has no html element, or an empty one")
    # The published pages went through an HTML parser, which moves misplaced elements.
    markup = etree.tostring(root, method="html", encoding="unicode")
    parsed = etree.HTML(_plain(markup, ascii_only), etree.HTMLParser(huge_tree=True))
    return _without_empty_leaves(_sanitised(from_lxml(parsed)))


def _elements(snapshot: Snapshot, frames: bool, marked: Mapping[int, str]) -> etree._Element:
    strings: list[str] = [text.translate(_CONTROLS) for text in snapshot["strings"]]
    documents = snapshot["documents"]
    roots: dict[int, etree._Element] = {}
    hosts: list[tuple[etree._Element, int]] = []
    for number, document in enumerate(documents):
        root, frame_hosts = _document(document, strings, marked)
        roots[number] = root
        hosts += frame_hosts
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
    computed = {
        "text_value": _texts(nodes["textValue"], strings),
        "input_value": _texts(nodes["inputValue"], strings),
        "input_checked": dict.fromkeys(nodes["inputChecked"]["index"], "true"),
        "option_selected": dict.fromkeys(nodes["optionSelected"]["index"], "true"),
        "pseudo_type": _texts(nodes["pseudoType"], strings),
        "is_clickable": dict.fromkeys(nodes["isClickable"]["index"], "true"),
    }
    elements: list[etree._Element] = []
    for index, (parent, name, value, backend_id, attribute_pairs) in enumerate(
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
        attached = parent >= 0 and bool(elements) and tag not in _DROPPED
        element = etree.SubElement(elements[parent], tag) if attached else etree.Element(tag)
        bounds = boxes.get(index)
        element.set(ID, str(backend_id))
        element.set(BOX, ",".join(map(_number, bounds)) if bounds else "-1,-1,-1,-1")
        for key, text in zip(attribute_pairs[::2], attribute_pairs[1::2], strict=True):
            element.set(_attribute(strings[key]), strings[text] if text >= 0 else "")
        for key, values in computed.items():
            if index in values:
                element.set(key, values[index])
        if backend_id in marked:
            element.set(MARKER, marked[backend_id])
        if value >= 0:
            element.text = strings[value]
        elements.append(element)
    frames = nodes["contentDocumentIndex"]
    hosts = [
        (elements[index], number)
        for index, number in zip(frames["index"], frames["value"], strict=True)
    ]
    return elements[0], hosts


def _texts(sparse: Mapping[str, Any], strings: list[str]) -> dict[int, str]:
    return {
        index: strings[text] if text >= 0 else ""
        for index, text in zip(sparse["index"], sparse["value"], strict=True)
    }


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)


def _tag(name: str) -> str:
    name = name.lower()
    if name == "#text":
        return TEXT
    if name == "#document":
        return _ROOT
    for prefix, replacement in (("::", "pseudo-"), ("#", "hash-")):
        if name.startswith(prefix):
            name = replacement + name.removeprefix(prefix)
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
    kept: list[bool] = []
    skip_until = 0
    for index, (tag, attributes) in enumerate(zip(tree.tags, tree.attributes, strict=True)):
        if index >= skip_until and (tag in _DROPPED or attributes.get("id") == _OVERLAY):
            skip_until = tree.ends[index]
        kept.append(index >= skip_until)
    result = _keep(tree, kept)
    result.tags = [tag.removeprefix(_ELEMENTS_INSIDE) for tag in result.tags]
    result.attributes = [
        {name: value for name, value in attributes.items() if name in _KEPT}
        for attributes in result.attributes
    ]
    return result


def _without_empty_leaves(tree: Tree) -> Tree:
    """Remove leaves that are empty or invisible, and elements that become such leaves."""
    count = len(tree)
    kept = [True] * count
    child_counts = [0] * count  # Children that are kept.
    in_control = [False] * count  # Whether an ancestor is a control.
    for index in range(1, count):
        parent = tree.parents[index]
        in_control[index] = in_control[parent] or tree.tags[parent] in _NEVER_INVISIBLE
    for index in range(count - 1, 0, -1):
        if not child_counts[index] and _is_empty_leaf(tree, index, in_control[index]):
            kept[index] = False
        else:
            child_counts[tree.parents[index]] += 1
    return _keep(tree, kept)


def _is_empty_leaf(tree: Tree, index: int, in_control: bool) -> bool:
    attributes, text = tree.attributes[index], tree.texts[index].strip()
    if MARKER in attributes:
        return False
    if not text and not any(attributes.get(name) for name in SALIENT):
        return True
    if tree.tags[index] in _NEVER_INVISIBLE or (text and in_control):
        return False
    x, y, width, height = rect(attributes.get(BOX, ""))
    return x < 0 or y < 0 or width <= 1 or height <= 1


def _keep(tree: Tree, kept: Sequence[bool]) -> Tree:
    result = Tree()
    new_indices: list[int] = []
    for index, keep in enumerate(kept):
        parent = tree.parents[index]
        new_indices.append(
            result.add(
                tree.tags[index],
                tree.attributes[index],
                tree.texts[index],
                new_indices[parent] if parent >= 0 else -1,
            )
            if keep
            else -1
        )
    return result.close()
