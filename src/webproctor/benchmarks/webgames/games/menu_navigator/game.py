"""Menu navigator: find the secret entry in the nested menus of a window, and select it.

The page receives the entries of a menu only when the player opens it. The player wins by selecting
the secret entry; the number of attempts is not limited.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

# Spaces per level in `menus.txt`.
INDENT = 2
# Names of secret entries: one of them replaces the name of an entry.
SECRETS = (
    "Reveal the secret",
    "Show the password",
    "Show hidden passwords",
    "Display the secret code",
    "Open the secret page",
)

# The names from the menu bar down to an entry.
Trail = tuple[str, ...]


@cache
def entries() -> tuple[Trail, ...]:
    """Return all entries that are not menus, in the order of `menus.txt`; names are unique."""
    lines = Path(__file__).with_name("menus.txt").read_text(encoding="utf-8").splitlines()
    trails: list[Trail] = []
    for line in lines:
        name = line.strip()
        depth = (len(line) - len(name)) // INDENT
        parent = trails[-1][:depth] if trails else ()
        trails.append((*parent, name))
    menus = {trail[:-1] for trail in trails}
    return tuple(trail for trail in trails if trail not in menus)


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        menus: The number of menus in the menu bar.
        depth: The number of names down to the secret entry, which is also the maximum.
        entries: The number of entries that are not menus.
        size: The window's width and height, in pixels.
    """

    menus: int
    depth: int
    entries: int
    size: tuple[int, int]


@dataclass(frozen=True)
class Puzzle:
    """The entries that are not menus, in order; the secret one; the window's size in pixels."""

    entries: Sequence[Trail]
    secret: Trail
    size: tuple[int, int]


def puzzle(random: Random, level: Level) -> Puzzle:
    menus = dict.fromkeys(trail[0] for trail in entries())
    bar = random.sample(list(menus), level.menus)
    available = [trail for trail in entries() if trail[0] in bar and len(trail) <= level.depth]
    replaced = random.choice([trail for trail in available if len(trail) == level.depth])
    # Every menu of the bar has an entry.
    one_per_menu = {
        random.choice([trail for trail in available if trail[0] == name]) for name in bar
    }
    selected = {replaced} | one_per_menu
    others = [trail for trail in available if trail not in selected]
    selected |= set(random.sample(others, level.entries - len(selected)))
    secret = (*replaced[:-1], random.choice(SECRETS))
    shown = (secret if trail == replaced else trail for trail in available if trail in selected)
    return Puzzle(tuple(shown), secret, level.size)


def hidden(puzzle: Puzzle) -> set[str]:
    """Return the names in closed menus, if they have several words.

    A single word (Picture) may occur in another name or in a script.
    """
    return {name for trail in puzzle.entries for name in trail[1:] if " " in name}


def menu_entries(puzzle: Puzzle, menu: Trail) -> Iterator[tuple[str, bool]]:
    """Yield the names of the entries of a menu, and whether they are menus themselves."""
    depth = len(menu)
    inside = (trail for trail in puzzle.entries if trail[:depth] == menu and len(trail) > depth)
    yield from {trail[depth]: len(trail) > depth + 1 for trail in inside}.items()


class MenuNavigator(Play[Puzzle]):
    """Sends the entries of a menu only when it is opened."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._revealed: set[Trail] = set()
        return {"bar": self._reveal(()), "size": self.puzzle.size}

    @message
    def open(self, trail: list[str]) -> Reply:
        """Open a menu and return its entries."""
        return {"entries": self._reveal(self._require_revealed(trail))}

    @message
    def select(self, trail: list[str]) -> Reply:
        """Select an entry."""
        selected = self._require_revealed(trail)
        if selected not in self.puzzle.entries:
            raise Refused("this entry is a menu")
        # Not only the last press: a fast player has pressed something else by now.
        if selected[-1] not in {event.target for event in self.presses()}:
            raise Refused("no input on this entry was recorded")
        return self.win() if selected == self.puzzle.secret else {"wrong": True}

    def _reveal(self, menu: Trail) -> list[Reply]:
        """Return the entries of a menu, which the player sees from now on."""
        found = list(menu_entries(self.puzzle, menu))
        self._revealed |= {(*menu, name) for name, _ in found}
        return [{"name": name, "menu": is_menu} for name, is_menu in found]

    def _require_revealed(self, trail: list[str]) -> Trail:
        """Return the trail as a tuple.

        Raises:
            Refused: If the entry has not been shown.
        """
        if tuple(trail) not in self._revealed:
            raise Refused("this entry has not been shown")
        return tuple(trail)


_GOAL = "Find the secret entry in the menus of the window, and select it."

GAME = Game(
    family="menu-navigator",
    icon="🧭",
    skills=("mouse", "navigation"),
    variants={
        "easy": Variant(
            "menu-navigator-easy",
            "Menu navigator (Easy)",
            _GOAL,
            "easy",
            Level(menus=3, depth=2, entries=7, size=(600, 300)),
        ),
        "base": Variant(
            "menu-navigator",
            "Menu navigator",
            _GOAL,
            "medium",
            Level(menus=5, depth=3, entries=36, size=(800, 480)),
        ),
        "hard": Variant(
            "menu-navigator-hard",
            "Menu navigator (Hard)",
            _GOAL,
            "hard",
            Level(menus=4, depth=4, entries=23, size=(900, 480)),
        ),
    },
    puzzle=puzzle,
    play=MenuNavigator,
    minimum_actions=lambda puzzle: 1,
    hidden=hidden,
)
