"""Menu navigator: find the secret entry in nested menus, of which only open ones are visible."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

INDENT = 2
# The names of the wanted entry; one of them replaces the name of an entry.
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
    """Return all entries that can be chosen, in the order of `menus.txt`; names are unique."""
    lines = Path(__file__).with_name("menus.txt").read_text(encoding="utf-8").splitlines()
    trails: list[Trail] = []
    for line in lines:
        name = line.strip()
        depth = (len(line) - len(name)) // INDENT
        above = trails[-1][:depth] if trails else ()
        trails.append((*above, name))
    menus = {trail[:-1] for trail in trails}
    return tuple(trail for trail in trails if trail not in menus)


@dataclass(frozen=True)
class Level:
    """Menus in the bar, depth of the wanted entry, number of entries; window size in pixels."""

    menus: int
    depth: int
    entries: int
    size: tuple[int, int]


@dataclass(frozen=True)
class Puzzle:
    """The entries in order, and the wanted one; the window's size in pixels."""

    entries: Sequence[Trail]
    wanted: Trail
    size: tuple[int, int]


def puzzle(random: Random, level: Level) -> Puzzle:
    menus = dict.fromkeys(trail[0] for trail in entries())
    bar = random.sample(list(menus), level.menus)
    found = [one for one in entries() if one[0] in bar and len(one) <= level.depth]
    wanted = random.choice([one for one in found if len(one) == level.depth])
    # No menu of the bar is empty.
    kept = {wanted} | {random.choice([one for one in found if one[0] == name]) for name in bar}
    rest = [one for one in found if one not in kept]
    kept |= set(random.sample(rest, level.entries - len(kept)))
    secret = (*wanted[:-1], random.choice(SECRETS))
    chosen = (secret if one == wanted else one for one in found if one in kept)
    return Puzzle(tuple(chosen), secret, level.size)


def hidden(puzzle: Puzzle) -> set[str]:
    """Return the names of several words that no page shows before their menu is opened.

    A single word (Picture) may occur in another name or in a script.
    """
    return {name for trail in puzzle.entries for name in trail[1:] if " " in name}


def below(puzzle: Puzzle, trail: Trail) -> Iterator[tuple[str, bool]]:
    """Yield the entries of a menu by name, and whether they are menus themselves."""
    depth = len(trail)
    inside = (one for one in puzzle.entries if one[:depth] == trail and len(one) > depth)
    yield from {one[depth]: len(one) > depth + 1 for one in inside}.items()


class MenuNavigator(Play[Puzzle]):
    """Sends the entries of a menu only when it is opened."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._seen: set[Trail] = set()
        return {"bar": self._reveal(()), "size": self.puzzle.size}

    @message
    def open(self, trail: list[str]) -> Reply:
        """Open a menu, by hovering or by a press, and return its entries."""
        return {"entries": self._reveal(self._shown(trail))}

    @message
    def choose(self, trail: list[str]) -> Reply:
        """Choose an entry."""
        chosen = self._shown(trail)
        if chosen not in self.puzzle.entries:
            raise Refused("this entry is a menu")
        press = next(
            (one for one in reversed(self.evidence.inputs) if one.kind in ("down", "key")), None
        )
        if press is None or press.target != chosen[-1]:
            raise Refused("no input on this entry was recorded")
        return self.win() if chosen == self.puzzle.wanted else {"wrong": True}

    def _reveal(self, trail: Trail) -> list[Reply]:
        shown = [{"name": name, "menu": menu} for name, menu in below(self.puzzle, trail)]
        self._seen |= {(*trail, one["name"]) for one in shown}
        return shown

    def _shown(self, trail: list[str]) -> Trail:
        if tuple(trail) not in self._seen:
            raise Refused("this entry has not been shown")
        return tuple(trail)


_GOAL = "Find the secret entry in the menus of the window, and choose it."

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
