"""Button megastar: find the one element on the page that reveals the password when clicked.

Every click is sent to the play; only the play knows the element.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

# fmt: off
_WORDS = (
    "Amber", "Birch", "Cedar", "Delta", "Echo", "Fjord", "Grove", "Heron", "Indigo", "Jasper",
    "Kite", "Lotus",
)
# fmt: on

# The first words of a decoy's text, by its kind.
_VERBS = {
    "button": "Press", "link": "Open", "box": "Look at", "select": "Choose", "range": "Slide",
    "checkbox": "Tick", "radio": "Pick", "field": "Write",
}  # fmt: skip


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        decoys: The number of decoys of each kind.
        texts: The number of plain texts, including the target.
        target: The text of the element that reveals the password.
        other_texts: Texts to choose the other plain texts from.
    """

    decoys: dict[str, int]
    texts: int
    target: str
    other_texts: Sequence[str] = ()


@dataclass(frozen=True)
class Item:
    """An element of the page; `kind` is a key of `_VERBS`, or `text` for a plain text."""

    id: int
    kind: str
    text: str


@dataclass(frozen=True)
class Puzzle:
    """The page.

    Attributes:
        items: The elements of the page, in order.
        target: The id of the element that reveals the password.
        text_style: The CSS class of plain texts: `box`, `small` or `plain`.
    """

    items: Sequence[Item]
    target: int
    text_style: str


def puzzle(random: Random, level: Level) -> Puzzle:
    kinds_and_texts = [
        (kind, f"{_VERBS[kind]} {random.choice(_WORDS)} {random.randint(10, 99)}")
        for kind, count in level.decoys.items()
        for _ in range(count)
    ]
    other_texts = random.sample(list(level.other_texts), level.texts - 1)
    kinds_and_texts += [("text", text) for text in other_texts]
    kinds_and_texts.append(("target", level.target))
    random.shuffle(kinds_and_texts)
    target = next(id for id, (kind, _) in enumerate(kinds_and_texts) if kind == "target")
    # The target looks like any plain text.
    items = [
        Item(id, "text" if kind == "target" else kind, text)
        for id, (kind, text) in enumerate(kinds_and_texts)
    ]
    if not level.other_texts and len(items) < 10:
        text_style = "box"
    else:
        text_style = "small" if len(items) > 50 else "plain"
    return Puzzle(items, target, text_style)


class Buttons(Play[Puzzle]):
    """Checks every click; the page does not know which element reveals the password."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        items = [[item.id, item.kind, item.text] for item in self.puzzle.items]
        return {"items": items, "text_style": self.puzzle.text_style}

    @message
    def press(self, id: int) -> Reply:
        """Handle a click on an element."""
        if not 0 <= id < len(self.puzzle.items):
            raise Refused("no such element on the page")
        return self.win() if id == self.puzzle.target else {}


_TEXTS = (
    "This is only a line of text.",
    "Nothing happens here.",
    "Just some words between the controls.",
    "A remark of no importance.",
    "Set in grey, easily overlooked.",
)

GAME = Game(
    family="buttons",
    icon="🔴",
    skills=("mouse", "search"),
    variants={
        "easy": Variant(
            "buttons-easy",
            "Button megastar (Easy)",
            "One element on this page reveals the password when it is clicked. Find it.",
            "easy",
            Level({"button": 3}, 1, "Here is a box. What if you click it?"),
        ),
        "base": Variant(
            "buttons",
            "Button megastar",
            "One element on this page reveals the password when it is clicked. It may not look "
            "clickable.",
            "easy",
            Level(
                {
                    "button": 3,
                    "link": 2,
                    "box": 3,
                    "select": 1,
                    "range": 1,
                    "checkbox": 1,
                    "radio": 3,
                    "field": 1,
                },
                4,
                "This text does nothing at all.",
                _TEXTS,
            ),
        ),
        "hard": Variant(
            "buttons-hard",
            "Button megastar (Hard)",
            "One of the many elements on this page reveals the password when it is clicked. Scroll "
            "to see all of them.",
            "hard",
            Level(
                {
                    "button": 40,
                    "link": 30,
                    "box": 40,
                    "select": 10,
                    "range": 10,
                    "checkbox": 10,
                    "radio": 10,
                    "field": 2,
                },
                1,
                "psst, it is me",
            ),
        ),
    },
    puzzle=puzzle,
    play=Buttons,
    minimum_actions=lambda puzzle: 1,
)
