"""Role and name of an element, as in Mind2Web's `action_reprs`."""

from webproctor.core.dom.tree import TEXT, Tree

_ROLES = {
    "a": "link",
    "button": "button",
    "select": "combobox",
    "textarea": "textbox",
    "img": "img",
    "option": "option",
    "label": "LabelText",
    "html": "RootWebArea",
}
_INPUT_ROLES = {
    **dict.fromkeys(("button", "submit", "reset", "image"), "button"),
    **dict.fromkeys(("checkbox", "radio"), ""),
    "range": "slider",
    "number": "spinbutton",
    "search": "searchbox",
}
# Attributes that name an element, by precedence.
_NAME_ATTRIBUTES = ("aria_label", "alt", "title", "placeholder", "label")
_FALLBACK_ATTRIBUTES = ("input_value", "text_value", "value", "name")
_CONTROLS = frozenset(("input", "select", "textarea"))
# Types of inputs whose value is a label, not what the user typed.
_CHOICES = frozenset(("radio", "checkbox", "button", "submit", "reset", "image"))


def role(tree: Tree, index: int) -> str:
    """Return an element's accessibility role, or its tag if it has none."""
    tag, attributes = tree.tags[index], tree.attributes[index]
    if stated := attributes.get("role"):
        return stated
    if tag == "input":
        kind = attributes.get("type", "text")
        return _INPUT_ROLES.get(kind, "textbox") or kind
    return _ROLES.get(tag, tag)


def name(tree: Tree, index: int) -> str:
    """Return an element's name: from an attribute, its text, or its value."""
    attributes = tree.attributes[index]
    for key in _NAME_ATTRIBUTES:
        if label := attributes.get(key, "").strip():
            return label
    if tree.tags[index] not in _CONTROLS:
        if label := text(tree, index):
            return label
    elif label := _label(tree, index):
        return label
    return next(
        (label for key in _FALLBACK_ATTRIBUTES if (label := attributes.get(key, "").strip())), ""
    )


def field_name(tree: Tree, index: int) -> str:
    """Return an element's name; for a form control, after the name of its field.

    A radio button is `size: Large`, not only `Large`. The text in a text field is not its name.
    """
    attributes, label = tree.attributes[index], name(tree, index)
    field = attributes.get("name", "").strip()
    if tree.tags[index] not in _CONTROLS or not field:
        return label
    typed = {attributes.get(key, "").strip() for key in ("input_value", "text_value")}
    if label in typed and attributes.get("type") not in _CHOICES:
        return field
    return label if field in label else f"{field}: {label}"


def _label(tree: Tree, index: int) -> str:
    """Return the text of the label that contains a control."""
    label = next(
        (ancestor for ancestor in tree.ancestors(index) if tree.tags[ancestor] == "label"), None
    )
    return "" if label is None else text(tree, label)


def text(tree: Tree, index: int = 0) -> str:
    """Return all text in an element, joined by spaces."""
    return " ".join(" ".join(words for _, words in tree.words(index)).split())


def lines(tree: Tree) -> str:
    """Return all text of a page, one line for each element with text."""
    texts: dict[int, list[str]] = {}
    for index, words in tree.words():
        if words.strip():
            owner = tree.parents[index] if tree.tags[index] == TEXT else index
            texts.setdefault(owner, []).append(" ".join(words.split()))
    return "\n".join(" ".join(pieces) for pieces in texts.values())
