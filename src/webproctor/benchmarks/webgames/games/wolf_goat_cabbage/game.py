"""River Crossing: ferry all items across without leaving a conflicting pair unattended."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

# Each theme: a hunter, its prey, the prey's food, and a second hunter that also conflicts with the
# first.
_THEMES = (
    (("wolf", "🐺"), ("goat", "🐐"), ("cabbage", "🥬"), ("fox", "🦊")),
    (("lion", "🦁"), ("sheep", "🐑"), ("clover", "🍀"), ("tiger", "🐯")),
    (("cat", "🐱"), ("mouse", "🐭"), ("cheese", "🧀"), ("owl", "🦉")),
    (("snake", "🐍"), ("frog", "🐸"), ("bee", "🐝"), ("eagle", "🦅")),
)
# The conflicting pairs, as indices in the theme.
_CONFLICTS = ((0, 1), (1, 2), (3, 0), (1, 3))


@dataclass(frozen=True)
class Level:
    items: int
    room: int


@dataclass(frozen=True)
class Puzzle:
    """The items (name and emoji), the conflicting pairs, and the boat's capacity."""

    items: Sequence[tuple[str, str]]
    conflicts: Sequence[tuple[int, int]]
    room: int


def puzzle(random: Random, level: Level) -> Puzzle:
    theme = random.choice(_THEMES)[: level.items]
    order = random.sample(range(level.items), level.items)
    items = tuple(theme[place] for place in order)
    conflicts = tuple(
        (order.index(a), order.index(b)) for a, b in _CONFLICTS if max(a, b) < level.items
    )
    return Puzzle(items, conflicts, level.room)


class Ferry(Play[Puzzle]):
    """Keeps each item's location on the server: 0 left bank, 1 right bank, 2 in the boat."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self.again()
        names = [name for name, _ in self.puzzle.items]
        rules = [f"The {names[a]} and the {names[b]} must never be left alone together."
                 for a, b in self.puzzle.conflicts]  # fmt: skip
        return {
            "items": self.puzzle.items,
            "rules": rules,
            "room": self.puzzle.room,
        } | self._state()

    @message
    def again(self) -> Reply:
        """Restart from the beginning."""
        self._where, self._side, self._lost = [0] * len(self.puzzle.items), 0, False
        return self._state()

    @message
    def load(self, item: int) -> Reply:
        """Load an item into the boat."""
        if self._where[self._of(item)] != self._side or self._where.count(2) >= self.puzzle.room:
            raise Refused("this item cannot be loaded")
        return self._put(item, 2)

    @message
    def unload(self, item: int) -> Reply:
        """Unload an item from the boat."""
        if self._where[self._of(item)] != 2:
            raise Refused("this item is not in the boat")
        return self._put(item, self._side)

    @message
    def cross(self) -> Reply:
        """Row to the other bank."""
        self._of(0)
        self._side = 1 - self._side
        return self._judged()

    def _of(self, item: int) -> int:
        if self._lost or self.won or not 0 <= item < len(self._where):
            raise Refused("this crossing has ended")
        return item

    def _put(self, item: int, place: int) -> Reply:
        self._where[item] = place
        return self._judged()

    def _judged(self) -> Reply:
        # The farmer is with the boat: only the other bank is unattended.
        alone = 1 - self._side
        self._lost = any(
            self._where[a] == alone and self._where[b] == alone for a, b in self.puzzle.conflicts
        )
        if self._lost:
            self.miss()
        over = all(place == 1 for place in self._where)
        return self._state() | (self.win() if over and not self._lost else {})

    def _state(self) -> Reply:
        return {"where": self._where, "side": self._side, "lost": self._lost}


def _crossings(puzzle: Puzzle) -> int:
    """Return the minimum number of presses.

    Every item goes in and out once, with three, seven or five crossings.
    """
    return {2: 3, 3: 7, 4: 5}[len(puzzle.items)] + 2 * len(puzzle.items)


_GOAL = "Bring everything to the right bank. The boat needs no rower but has little room."

GAME = Game(
    family="wolf-goat-cabbage",
    icon="⛵",
    skills=("planning", "mouse"),
    variants={
        "easy": Variant(
            "wolf-goat-cabbage-easy", "River Crossing (Easy)", _GOAL, "easy", Level(2, 1)
        ),
        "base": Variant("wolf-goat-cabbage", "River Crossing", _GOAL, "medium", Level(3, 1)),
        "hard": Variant(
            "wolf-goat-cabbage-hard", "River Crossing (Hard)", _GOAL, "hard", Level(4, 2)
        ),
    },
    puzzle=puzzle,
    play=Ferry,
    minimum_actions=_crossings,
    # Random presses solve 1 in 3,000 attempts with three items, and fewer with four.
    tries=20,
)
