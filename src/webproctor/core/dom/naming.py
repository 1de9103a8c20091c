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
_NAMING = ("aria_label", "alt", "title", "placeholder", "label")
_WEAK = ("input_value", "text_value", "value", "name")
_CONTROLS = frozenset(("input", "select", "textarea"))
# Types of inputs whose value is a label, not what the user typed.
_CHOICES = frozenset(("radio", "checkbox", "button", "submit", "reset", "image"))


def role(tree: Tree, place: int) -> str:
    """Return an element's accessibility role, or its tag if it has none."""
    tag, attributes = tree.tags[place], tree.attributes[place]
    if stated := attributes.get("role"):
        return stated
    if tag == "input":
        kind = attributes.get("type", "text")
        return _INPUT_ROLES.get(kind, "textbox") or kind
    return _ROLES.get(tag, tag)


def name(tree: Tree, place: int) -> str:
    """Return an element's name: from an attribute, its text, or its value."""
    attributes = tree.attributes[place]
    for key in _NAMING:
        if said := attributes.get(key, "").strip():
            return said
    if tree.tags[place] not in _CONTROLS:
        if said := text(tree, place):
            return said
    elif said := _label(tree, place):
        return said
    return next((said for key in _WEAK if (said := attributes.get(key, "").strip())), "")


def field_name(tree: Tree, place: int) -> str:
    """Return an element's name; for a form control, after the name of its field.

    A radio button is `size: Large`, not only `Large`. Text in a text field is no name of it.
    """
    attributes, said = tree.attributes[place], name(tree, place)
    field = attributes.get("name", "").strip()
    if tree.tags[place] not in _CONTROLS or not field:
        return said
    typed = {attributes.get(key, "").strip() for key in ("input_value", "text_value")}
    if said in typed and attributes.get("type") not in _CHOICES:
        return field
    return said if field in said else f"{field}: {said}"


def _label(tree: Tree, place: int) -> str:
    """Return the text of the label that contains a control."""
    holder = next((one for one in tree.ancestors(place) if tree.tags[one] == "label"), None)
    return "" if holder is None else text(tree, holder)


def text(tree: Tree, place: int = 0) -> str:
    """Return all text in an element, joined by spaces."""
    return " ".join(" ".join(said for _, said in tree.words(place)).split())


def lines(tree: Tree) -> str:
    """Return all text of a page, one line for each element with text."""
    found: dict[int, list[str]] = {}
    for place, said in tree.words():
        if said.strip():
            holder = tree.parents[place] if tree.tags[place] == TEXT else place
            found.setdefault(holder, []).append(" ".join(said.split()))
    return "\n".join(" ".join(pieces) for pieces in found.values())
