"""Pages as the text that models read (catalogue, section 2.5)."""

import html
from typing import Literal

from webproctor.dom.pruning import Pruned
from webproctor.dom.tree import TEXT, Attributes, Tree

Style = Literal["parentheses", "brackets"]
"""`(a id=0 Cars )`, which rankers and fine-tuned models read, or `<a id=0> Cars </a>`, for LLMs."""

# Whose values are written, in this order, without their names.
_ORDER = (
    *("role", "aria_role", "type", "alt", "aria_description", "aria_label", "label", "title"),
    *("name", "text_value", "value", "placeholder", "input_checked", "input_value"),
    *("option_selected", "class"),
)
_SAYS_NOTHING = frozenset(("hidden", "none", "presentation", "null", "undefined"))
# Characters of the longest word, words of one value, words of one element, words of one text.
_LONGEST, _OF_VALUE, _OF_ELEMENT, _OF_TEXT = 14, 5, 20, 20


class Writer:
    """Writes parts of one page; what it has worked out of an element it uses again."""

    def __init__(self, tree: Tree, style: Style = "parentheses") -> None:
        self.tree = tree
        self.style: Style = style
        self._open, self._close = ("(", ")") if style == "parentheses" else ("<", ">")
        self._words: list[str | None] = [None] * len(tree)

    def write(self, pruned: Pruned, place: int = 0, *, without: int = -1) -> str:
        """What is left of the page, from an element down.

        Args:
            without: An element that is left out with all that is in it.
        """
        pieces: list[str] = []
        self._write(pruned, place, without, pieces)
        return " ".join(pieces)

    def options(self, pruned: Pruned, words: int = 10) -> dict[int, str]:
        """The elements that it was pruned round, in document order: the first words of each."""
        return {
            place: " ".join(self.write(pruned, place).split()[:words]) for place in pruned.numbers
        }

    def _write(self, pruned: Pruned, place: int, without: int, pieces: list[str]) -> None:
        tree = self.tree
        tag = tree.tags[place]
        words = self._words[place]
        if words is None:
            words = self._words[place] = self._said(place)
        if tag == TEXT:
            if words:
                pieces.append(words)
            return
        number = pruned.numbers.get(place)
        head = f"{self._open}{tag}" if number is None else f"{self._open}{tag} id={number}"
        if words:
            head = f"{head} {words}"
        inside = pruned.children[place]
        if self.style == "parentheses":
            pieces.append(head)
        elif not inside and tree.ends[place] == place + 1:
            # Only what was empty from the start is closed at once, as in the published texts.
            pieces.append(f"{head} />")
            return
        else:
            pieces.append(f"{head}>")
        for child in inside:
            if child != without:
                self._write(pruned, child, without, pieces)
        pieces.append(")" if self.style == "parentheses" else f"</{tag}>")

    def _said(self, place: int) -> str:
        text = " ".join(self.tree.texts[place].split()[:_OF_TEXT])
        words = (
            text if self.tree.tags[place] == TEXT else attribute_words(self.tree.attributes[place])
        )
        return " ".join(html.unescape(words.replace('"', " ")).split())


def attribute_words(attributes: Attributes) -> str:
    """What an element's attributes say, in a few lower-case words."""
    said: list[str] = []
    for name in _ORDER:
        value = attributes.get(name, "").lower()
        if not value or value in _SAYS_NOTHING or value.startswith("http"):
            continue
        words = [word for word in value.split() if len(word) <= _LONGEST]
        short = " ".join(words[:_OF_VALUE])
        if short and short not in said:
            said.append(short)
    return " ".join(" ".join(said).split()[:_OF_ELEMENT])
