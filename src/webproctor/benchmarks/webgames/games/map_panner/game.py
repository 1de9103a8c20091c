"""Map panner: drag a large map until the scanner at the center covers the treasure."""

from dataclasses import dataclass
from math import dist
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message

# The scanner's text by upper limit of the distance in pixels, in variants without a better hint.
WARMTH = (
    (200, "Burning hot"),
    (400, "Hot"),
    (700, "Warm"),
    (1100, "Cool"),
    (1600, "Cold"),
    (float("inf"), "Ice cold"),
)
# The side in pixels of the square that the hint gives as the treasure's location.
HINT = 200


@dataclass(frozen=True)
class Level:
    """Side of the map, radius of the scanner, initial distance of the treasure, in pixels."""

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
    """Replays all recorded drags; the page only reports when to scan."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._at: tuple[float, float] = self.puzzle.start
        self._held: tuple[float, float] | None = None
        self._heard = 0
        level = self.puzzle.level
        return {"side": level.side, "radius": level.radius, "at": self._at, "hint": self._hint()}

    @message
    def scan(self) -> Reply:
        """The map was released: scan around the center of the view."""
        for one in self.evidence.inputs[self._heard :]:
            self._heard += 1
            if one.kind == "down" and one.detail == "left" and one.target == "map":
                self._held = one.x, one.y
            elif one.kind == "up" and self._held is not None:
                self._pan(one.x - self._held[0], one.y - self._held[1])
                self._held = None
                if dist(self._at, self.puzzle.treasure) < self.puzzle.level.radius:
                    return {"at": self._at, "treasure": self.puzzle.treasure} | self.win()
        return {"at": self._at, "hint": self._hint()}

    def _pan(self, right: float, down: float) -> None:
        side = self.puzzle.level.side
        x, y = self._at
        self._at = min(max(x - right, 0), side), min(max(y - down, 0), side)

    def _hint(self) -> str:
        if self.puzzle.level.hinted:
            x, y = self.puzzle.hint
            return f"The treasure lies between {x} and {x + HINT} across, {y} and {y + HINT} down."
        far = dist(self._at, self.puzzle.treasure)
        return f"{next(word for limit, word in WARMTH if far < limit)}."


_GOAL = (
    "Drag the map until the scanner in the middle of the view covers the hidden treasure. "
    "It scans whenever you let go of the map."
)
_COLD = f"{_GOAL} It tells only how near you are."

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
            _COLD,
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
