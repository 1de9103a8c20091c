"""What an element is called: its role and name, as Mind2Web's words for actions have them."""

from webproctor.dom.tree import TEXT, Tree

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
# Attributes that name an element, the strongest first.
_NAMING = ("aria_label", "alt", "title", "placeholder", "label")
_WEAK = ("input_value", "text_value", "value", "name")
_CONTROLS = frozenset(("input", "select", "textarea"))


def role(tree: Tree, place: int) -> str:
    """An element's accessibility role; its tag where it has none."""
    tag, attributes = tree.tags[place], tree.attributes[place]
    if stated := attributes.get("role"):
        return stated
    if tag == "input":
        kind = attributes.get("type", "text")
        return _INPUT_ROLES.get(kind, "textbox") or kind
    return _ROLES.get(tag, tag)


def name(tree: Tree, place: int) -> str:
    """What an element is called: by an attribute, by the text in it, or by its value."""
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


def _label(tree: Tree, place: int) -> str:
    """The text of the label that holds a control."""
    holder = next((one for one in tree.ancestors(place) if tree.tags[one] == "label"), None)
    return "" if holder is None else text(tree, holder)


def text(tree: Tree, place: int = 0) -> str:
    """All text in an element, pieces parted by a space."""
    inside = range(place, tree.ends[place])
    return " ".join(" ".join(tree.texts[one] for one in inside if tree.texts[one]).split())


def lines(tree: Tree) -> str:
    """All text of a page, a line for each element that text stands in."""
    found: dict[int, list[str]] = {}
    for place, said in enumerate(tree.texts):
        if said.strip():
            holder = tree.parents[place] if tree.tags[place] == TEXT else place
            found.setdefault(holder, []).append(" ".join(said.split()))
    return "\n".join(" ".join(pieces) for pieces in found.values())
