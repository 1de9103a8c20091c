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
_RANK = {name: index for index, name in enumerate(_ORDER)}
_UNINFORMATIVE = frozenset(("hidden", "none", "presentation", "null", "undefined"))
# Maximum characters of a word, words of a value, words of an element, words of a text.
_MAX_WORD_LENGTH, _MAX_VALUE_WORDS, _MAX_ELEMENT_WORDS, _MAX_TEXT_WORDS = 14, 5, 20, 20


class Writer:
    """Writes parts of one page; caches each element's text."""

    def __init__(self, tree: Tree, style: Style = "parentheses") -> None:
        self.tree = tree
        self.style: Style = style
        self._open = "(" if style == "parentheses" else "<"
        # The words of a `text` element, the opening tag of any other; "" until first used.
        self._heads = [""] * len(tree)

    def write(self, pruned: Pruned, index: int = 0, *, without: int = -1) -> str:
        """Return the pruned page from an element down, with the text after the element, if any.

        Args:
            without: Index of an element to leave out with its descendants.
        """
        pieces: list[str] = []
        self._write(pruned, index, without, pieces)
        return " ".join(filter(None, pieces))

    def options(self, pruned: Pruned, words: int = 10) -> dict[int, str]:
        """Return the first words of each central element, in document order."""
        return {
            index: " ".join(self.write(pruned, index).split()[:words]) for index in pruned.numbers
        }

    def _write(self, pruned: Pruned, index: int, without: int, pieces: list[str]) -> None:
        head = self._heads[index] or self._head(index)
        children = pruned.children.get(index)
        if children is None:  # Text.
            pieces.append(head)
        else:
            number = pruned.numbers.get(index)
            if number is not None:
                tag = self._open + self.tree.tags[index]
                head = f"{tag} id={number}{head[len(tag) :]}"
            text = self.tree.texts[index]
            if not children and not text and self.tree.ends[index] == index + 1:
                pieces.append(self._self_closed(index, head))
            else:
                brackets = self.style == "brackets"
                pieces += [f"{head}>" if brackets else head, _plain(text)]
                for child in children:
                    if child != without:
                        self._write(pruned, child, without, pieces)
                pieces.append(f"</{self.tree.tags[index]}>" if brackets else ")")
        if index in self.tree.tails:
            pieces.append(_plain(self.tree.tails[index]))

    def _self_closed(self, index: int, head: str) -> str:
        """Return an element that was empty in the page, before pruning.

        As in the published texts, `/>` or `)` follows the tag without a space if the element has
        neither attributes nor a number.
        """
        space = " " if len(head) > len(self.tree.tags[index]) + 1 else ""
        return f"{head}{space}{'/>' if self.style == 'brackets' else ')'}"

    def _head(self, index: int) -> str:
        tag = self.tree.tags[index]
        if tag == TEXT:
            head = _plain(" ".join(self.tree.texts[index].split()[:_MAX_TEXT_WORDS]))
        else:
            words = attribute_words(self.tree.attributes[index])
            head = f"{self._open}{tag} {words}" if words else f"{self._open}{tag}"
        self._heads[index] = head
        return head


def _plain(words: str) -> str:
    """Replace double quotes by spaces, which the released code does in texts, not in attributes."""
    return " ".join(words.replace('"', " ").split())


def attribute_words(attributes: Attributes) -> str:
    """Return the values of an element's attributes in a few lower-case words."""
    values: list[str] = []
    for name in sorted((name for name in attributes if name in _RANK), key=_RANK.__getitem__):
        value = attributes[name].lower()
        if not value or value in _UNINFORMATIVE or value.startswith("http"):
            continue
        words = [word for word in value.split() if len(word) <= _MAX_WORD_LENGTH]
        short = " ".join(words[:_MAX_VALUE_WORDS])
        if short and short not in values:
            values.append(short)
    return " ".join(" ".join(values).split()[:_MAX_ELEMENT_WORDS])
