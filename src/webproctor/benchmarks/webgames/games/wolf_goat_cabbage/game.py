"""River Crossing: bring all items across without leaving a conflicting pair without the boat.

The server keeps the location of every item and checks every step. A conflict ends the crossing and
counts as a miss; the player can start again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

# Each theme (names and emoji): a predator, its prey, the prey's food, and a second predator that
# also conflicts with the first.
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
    """The number of items, 2 to 4, and how many of them the boat can carry at a time."""

    items: int
    capacity: int


@dataclass(frozen=True)
class Puzzle:
    """A crossing.

    Attributes:
        items: The name and emoji of each item.
        conflicts: The pairs that must not be left alone together, as indices of items.
        capacity: How many items the boat can carry at a time.
    """

    items: Sequence[tuple[str, str]]
    conflicts: Sequence[tuple[int, int]]
    capacity: int


# The location of an item. The boat is at one of the banks.
LEFT, RIGHT, BOAT = 0, 1, 2


def puzzle(random: Random, level: Level) -> Puzzle:
    theme = random.choice(_THEMES)[: level.items]
    order = random.sample(range(level.items), level.items)
    items = tuple(theme[index] for index in order)
    conflicts = tuple(
        (order.index(a), order.index(b)) for a, b in _CONFLICTS if max(a, b) < level.items
    )
    return Puzzle(items, conflicts, level.capacity)


class Ferry(Play[Puzzle]):
    """Keeps the location of each item and of the boat.

    A step that is no longer possible, as after a double click, has no effect.
    """

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self.restart()
        names = [name for name, _ in self.puzzle.items]
        rules = [f"The {names[a]} and the {names[b]} must never be left alone together."
                 for a, b in self.puzzle.conflicts]  # fmt: skip
        return {
            "items": self.puzzle.items,
            "rules": rules,
            "capacity": self.puzzle.capacity,
        } | self._state()

    @message
    def restart(self) -> Reply:
        """Restart from the beginning."""
        self._locations, self._bank, self._lost = [LEFT] * len(self.puzzle.items), LEFT, False
        return self._state()

    @message
    def load(self, item: int) -> Reply:
        """Load an item into the boat."""
        self._check_item(item)
        is_full = self._locations.count(BOAT) >= self.puzzle.capacity
        if self._lost or self._locations[item] != self._bank or is_full:
            return self._state()
        return self._move(item, BOAT)

    @message
    def unload(self, item: int) -> Reply:
        """Unload an item from the boat."""
        self._check_item(item)
        if self._lost or self._locations[item] != BOAT:
            return self._state()
        return self._move(item, self._bank)

    @message
    def cross(self) -> Reply:
        """Row to the other bank."""
        if self._lost:
            return self._state()
        self._bank = self._other_bank
        return self._judge()

    def _check_item(self, item: int) -> None:
        if not 0 <= item < len(self._locations):
            raise Refused("no such item")

    def _move(self, item: int, location: int) -> Reply:
        self._locations[item] = location
        return self._judge()

    def _judge(self) -> Reply:
        # Only the bank without the boat is unattended.
        self._lost = any(
            self._locations[a] == self._locations[b] == self._other_bank
            for a, b in self.puzzle.conflicts
        )
        if self._lost:
            self.miss()
            return self._state()
        all_across = all(location == RIGHT for location in self._locations)
        return self._state() | (self.win() if all_across else {})

    @property
    def _other_bank(self) -> int:
        return RIGHT if self._bank == LEFT else LEFT

    def _state(self) -> Reply:
        return {"locations": self._locations, "bank": self._bank, "lost": self._lost}


def _minimum_actions(puzzle: Puzzle) -> int:
    """Return the minimum number of presses.

    Every item is loaded and unloaded at least once; two, three and four items need three, seven and
    five crossings.
    """
    return {2: 3, 3: 7, 4: 5}[len(puzzle.items)] + 2 * len(puzzle.items)


_GOAL = "Bring everything to the right bank. The boat has little space; it can cross empty."

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
    minimum_actions=_minimum_actions,
    # Random presses solve 1 in 3,000 attempts with three items, and fewer with four.
    tries=20,
)
