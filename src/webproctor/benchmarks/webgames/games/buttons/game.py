"""Button megastar: find the one element on the page that reacts to a click."""

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

_CALLS = {
    "button": "Press", "link": "Open", "box": "Look at", "select": "Choose", "range": "Slide",
    "checkbox": "Tick", "radio": "Pick", "field": "Write",
}  # fmt: skip


@dataclass(frozen=True)
class Level:
    """The number of decoys of each kind, of plain texts, and the text of the right element."""

    decoys: dict[str, int]
    texts: int
    target: str
    others: Sequence[str] = ()


@dataclass(frozen=True)
class Item:
    id: int
    kind: str
    text: str


@dataclass(frozen=True)
class Puzzle:
    """All elements of the page in order, and the id of the one that reacts."""

    items: Sequence[Item]
    target: int
    look: str


def puzzle(random: Random, level: Level) -> Puzzle:
    told = [
        (kind, f"{_CALLS[kind]} {random.choice(_WORDS)} {random.randint(10, 99)}")
        for kind, count in level.decoys.items()
        for _ in range(count)
    ]
    told += [("text", text) for text in random.sample(list(level.others), level.texts - 1)]
    told.append(("target", level.target))
    random.shuffle(told)
    target = next(place for place, (kind, _) in enumerate(told) if kind == "target")
    items = [
        Item(id, "text" if kind == "target" else kind, text) for id, (kind, text) in enumerate(told)
    ]
    look = (
        "box" if not level.others and len(items) < 10 else "small" if len(items) > 50 else "plain"
    )
    return Puzzle(items, target, look)


class Buttons(Play[Puzzle]):
    """The page does not know which element is right; it reports every click."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        items = [[item.id, item.kind, item.text] for item in self.puzzle.items]
        return {"items": items, "look": self.puzzle.look}

    @message
    def press(self, id: int) -> Reply:
        """Handle a click on an element."""
        if not 0 <= id < len(self.puzzle.items):
            raise Refused("no such element on the page")
        return self.win() if id == self.puzzle.target else {"nothing": True}


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
            "One thing on this page reveals the password when it is clicked. Find it.",
            "easy",
            Level({"button": 3}, 1, "Here is a box. What if you click it?"),
        ),
        "base": Variant(
            "buttons",
            "Button megastar",
            "One thing on this page reveals the password when it is clicked. It need not look so.",
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
            "Among many things on this page one reveals the password when it is clicked. Scroll to "
            "see them all.",
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
