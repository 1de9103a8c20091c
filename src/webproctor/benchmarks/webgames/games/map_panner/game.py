"""Map panner: drag a large map until the scanner at the center covers the treasure."""

from dataclasses import dataclass
from math import dist
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message

# The side in pixels of the square that the hint gives as the treasure's location.
HINT = 200


@dataclass(frozen=True)
class Level:
    """The parameters of a variant, in pixels.

    Attributes:
        side: The side of the map.
        radius: The radius of the scanner.
        nearest, farthest: Limits of the treasure's initial distance from the scanner.
        hinted: Whether the hint is a square that contains the treasure, instead of a quarter of
            the map.
    """

    side: int
    radius: int
    nearest: int
    farthest: int
    hinted: bool


@dataclass(frozen=True)
class Puzzle:
    """Points on the map: the scanner's start, the treasure, and the corner of the hint's square."""

    level: Level
    start: tuple[int, int]
    treasure: tuple[int, int]
    hint: tuple[int, int]


def puzzle(random: Random, level: Level) -> Puzzle:
    def anywhere() -> tuple[int, int]:
        return tuple(random.randint(HINT, level.side - HINT) for _ in range(2))  # type: ignore[return-value]

    treasure = start = anywhere()
    while not level.nearest <= dist(start, treasure) <= level.farthest:
        start = anywhere()
    x, y = (at - random.randint(20, HINT - 20) for at in treasure)
    return Puzzle(level, start, treasure, (x, y))


class MapPanner(Play[Puzzle]):
    """Replays all recorded moves of the mouse; the page only reports that there were some."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._at: tuple[float, float] = self.puzzle.start
        # The points of the mouse and of the map at which the map was grabbed.
        self._held: tuple[tuple[float, float], tuple[float, float]] | None = None
        self._heard = 0
        level = self.puzzle.level
        return {"side": level.side, "radius": level.radius, "at": self._at, "hint": self._hint()}

    @message
    def scan(self) -> Reply:
        """The map was dragged: scan around each point that was at the center of the view."""
        for one in self.evidence.inputs[self._heard :]:
            self._heard += 1
            if one.kind == "down" and one.detail == "left" and one.target == "map":
                self._held = (one.x, one.y), self._at
            elif one.kind in ("move", "up") and self._held is not None:
                (x, y), start = self._held
                self._at = self._clamped(start[0] - one.x + x, start[1] - one.y + y)
                self._held = None if one.kind == "up" else self._held
                if dist(self._at, self.puzzle.treasure) < self.puzzle.level.radius:
                    return {"at": self._at, "treasure": self.puzzle.treasure} | self.win()
        return {"at": self._at}

    def _clamped(self, x: float, y: float) -> tuple[float, float]:
        side = self.puzzle.level.side
        return min(max(x, 0), side), min(max(y, 0), side)

    def _hint(self) -> str:
        if self.puzzle.level.hinted:
            x, y = self.puzzle.hint
            return f"The treasure lies between {x} and {x + HINT} across, {y} and {y + HINT} down."
        x, y = self.puzzle.treasure
        middle = self.puzzle.level.side / 2
        quarter = ("north" if y < middle else "south", "west" if x < middle else "east")
        return f"The treasure lies in the {'-'.join(quarter)} of the map."


_GOAL = "Drag the map until the scanner in the middle of the view covers the hidden treasure."

GAME = Game(
    family="map-panner",
    icon="🗺️",
    skills=("mouse", "dragging", "exploration"),
    variants={
        "easy": Variant(
            "map-panner-easy",
            "Map Panner (Easy)",
            _GOAL,
            "easy",
            Level(2000, 200, 400, 700, hinted=True),
        ),
        "base": Variant(
            "map-panner", "Map Panner", _GOAL, "medium", Level(2000, 150, 900, 1400, hinted=True)
        ),
        "hard": Variant(
            "map-panner-hard",
            "Map Panner (Hard)",
            _GOAL,
            "hard",
            Level(3000, 100, 1700, 3000, hinted=False),
        ),
    },
    puzzle=puzzle,
    play=MapPanner,
    minimum_actions=lambda puzzle: 1,
    hidden=lambda puzzle: [puzzle.treasure],
    layout="full",
)
