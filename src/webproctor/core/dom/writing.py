"""Write pages as text for models (`get_tree_repr` of Mind2Web's released code)."""

from typing import Literal

from webproctor.core.dom.pruning import Pruned
from webproctor.core.dom.tree import TEXT, Attributes, Tree

Style = Literal["parentheses", "brackets"]
"""`(a id=0 Cars )` for rankers and fine-tuned models, or `<a id=0> Cars </a>` for LLMs."""

# Attributes whose values are written, in this order, without their names.
_ORDER = (
    *("role", "aria_role", "type", "alt", "aria_description", "aria_label", "label", "title"),
    *("name", "text_value", "value", "placeholder", "input_checked", "input_value"),
    *("option_selected", "class"),
)
_PLACE = {name: place for place, name in enumerate(_ORDER)}
_SAYS_NOTHING = frozenset(("hidden", "none", "presentation", "null", "undefined"))
# Maximum characters of a word, words of a value, words of an element, words of a text.
_LONGEST, _OF_VALUE, _OF_ELEMENT, _OF_TEXT = 14, 5, 20, 20


class Writer:
    """Writes parts of one page; caches each element's text."""

    def __init__(self, tree: Tree, style: Style = "parentheses") -> None:
        self.tree = tree
        self.style: Style = style
        self._open = "(" if style == "parentheses" else "<"
        # The words of a `text` element, the opening tag of any other; "" until first used.
        self._heads = [""] * len(tree)

    def write(self, pruned: Pruned, place: int = 0, *, without: int = -1) -> str:
        """Return the pruned page from an element down, with the text after the element, if any.

        Args:
            without: Index of an element to leave out with its descendants.
        """
        pieces: list[str] = []
        self._write(pruned, place, without, pieces)
        return " ".join(filter(None, pieces))

    def options(self, pruned: Pruned, words: int = 10) -> dict[int, str]:
        """Return the first words of each central element, in document order."""
        return {
            place: " ".join(self.write(pruned, place).split()[:words]) for place in pruned.numbers
        }

    def _write(self, pruned: Pruned, place: int, without: int, pieces: list[str]) -> None:
        head = self._heads[place] or self._head(place)
        inside = pruned.children.get(place)
        if inside is None:  # Text.
            pieces.append(head)
        else:
            number = pruned.numbers.get(place)
            if number is not None:
                tag = self._open + self.tree.tags[place]
                head = f"{tag} id={number}{head[len(tag) :]}"
            said = self.tree.texts[place]
            if not inside and not said and self.tree.ends[place] == place + 1:
                pieces.append(self._self_closed(place, head))
            else:
                brackets = self.style == "brackets"
                pieces += [f"{head}>" if brackets else head, _plain(said)]
                for child in inside:
                    if child != without:
                        self._write(pruned, child, without, pieces)
                pieces.append(f"</{self.tree.tags[place]}>" if brackets else ")")
        if place in self.tree.tails:
            pieces.append(_plain(self.tree.tails[place]))

    def _self_closed(self, place: int, head: str) -> str:
        """Return an element that was empty in the page, before pruning.

        As in the published texts, `/>` or `)` follows the tag without a space if nothing is said
        of the element.
        """
        space = " " if len(head) > len(self.tree.tags[place]) + 1 else ""
        return f"{head}{space}{'/>' if self.style == 'brackets' else ')'}"

    def _head(self, place: int) -> str:
        tag = self.tree.tags[place]
        if tag == TEXT:
            said = _plain(" ".join(self.tree.texts[place].split()[:_OF_TEXT]))
        else:
            words = attribute_words(self.tree.attributes[place])
            said = f"{self._open}{tag} {words}" if words else f"{self._open}{tag}"
        self._heads[place] = said
        return said


def _plain(words: str) -> str:
    """Replace double quotes by spaces, which the released code does in texts, not in attributes."""
    return " ".join(words.replace('"', " ").split())


def attribute_words(attributes: Attributes) -> str:
    """Return the values of an element's attributes in a few lower-case words."""
    said: list[str] = []
    for name in sorted((name for name in attributes if name in _PLACE), key=_PLACE.__getitem__):
        value = attributes[name].lower()
        if not value or value in _SAYS_NOTHING or value.startswith("http"):
            continue
        words = [word for word in value.split() if len(word) <= _LONGEST]
        short = " ".join(words[:_OF_VALUE])
        if short and short not in said:
            said.append(short)
    return " ".join(" ".join(said).split()[:_OF_ELEMENT])
