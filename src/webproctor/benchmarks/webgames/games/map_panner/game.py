"""Map panner: drag a large map until the scanner in the centre of the view covers the treasure.

The player does not see the treasure before that, but a hint says roughly where it is.
"""

from dataclasses import dataclass
from math import dist
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message

Point = tuple[float, float]
# The side in pixels of the square that a precise hint gives as the treasure's location.
HINT_SIDE = 200


@dataclass(frozen=True)
class Level:
    """The parameters of a variant, in pixels.

    Attributes:
        side: The side of the map.
        radius: The radius of the scanner.
        nearest, farthest: Limits of the treasure's initial distance from the scanner.
        precise_hint: Whether the hint is a square that contains the treasure, instead of a
            quarter of the map.
    """

    side: int
    radius: int
    nearest: int
    farthest: int
    precise_hint: bool


@dataclass(frozen=True)
class Puzzle:
    """Points on the map in pixels, from its top left corner.

    Attributes:
        start: The centre of the scanner at the start.
        treasure: The treasure's position.
        hint: The top left corner of the square that a precise hint gives.
    """

    level: Level
    start: tuple[int, int]
    treasure: tuple[int, int]
    hint: tuple[int, int]


def puzzle(random: Random, level: Level) -> Puzzle:
    def random_point() -> tuple[int, int]:
        return tuple(random.randint(HINT_SIDE, level.side - HINT_SIDE) for _ in range(2))  # type: ignore[return-value]

    treasure = start = random_point()
    while not level.nearest <= dist(start, treasure) <= level.farthest:
        start = random_point()
    x, y = (coordinate - random.randint(20, HINT_SIDE - 20) for coordinate in treasure)
    return Puzzle(level, start, treasure, (x, y))


class MapPanner(Play[Puzzle]):
    """Replays all recorded moves of the mouse; the page only reports that there were some."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        # The point of the map in the centre of the view.
        self._position: Point = self.puzzle.start
        # While the map is dragged: mouse position and map position at the start of the drag.
        self._drag: tuple[Point, Point] | None = None
        self._inputs_read = 0
        level = self.puzzle.level
        return {
            "side": level.side,
            "radius": level.radius,
            "position": self._position,
            "hint": self._hint(),
        }

    @message
    def scan(self) -> Reply:
        """The map was dragged: scan around each point that was in the centre of the view."""
        for event in self.evidence.inputs[self._inputs_read :]:
            self._inputs_read += 1
            if event.kind == "down" and event.detail == "left" and event.target == "map":
                self._drag = (event.x, event.y), self._position
            elif event.kind in ("move", "up") and self._drag is not None:
                (x, y), start = self._drag
                self._position = self._clamp(start[0] - event.x + x, start[1] - event.y + y)
                self._drag = None if event.kind == "up" else self._drag
                if dist(self._position, self.puzzle.treasure) < self.puzzle.level.radius:
                    found = {"position": self._position, "treasure": self.puzzle.treasure}
                    return found | self.win()
        return {"position": self._position}

    def _clamp(self, x: float, y: float) -> Point:
        """Return the nearest point on the map."""
        side = self.puzzle.level.side
        return min(max(x, 0), side), min(max(y, 0), side)

    def _hint(self) -> str:
        if self.puzzle.level.precise_hint:
            x, y = self.puzzle.hint
            return (
                f"The treasure is between {x} and {x + HINT_SIDE} horizontally, "
                f"and between {y} and {y + HINT_SIDE} vertically."
            )
        x, y = self.puzzle.treasure
        middle = self.puzzle.level.side / 2
        quarter = ("north" if y < middle else "south", "west" if x < middle else "east")
        return f"The treasure is in the {'-'.join(quarter)} of the map."


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
            Level(2000, 200, 400, 700, precise_hint=True),
        ),
        "base": Variant(
            "map-panner",
            "Map Panner",
            _GOAL,
            "medium",
            Level(2000, 150, 900, 1400, precise_hint=True),
        ),
        "hard": Variant(
            "map-panner-hard",
            "Map Panner (Hard)",
            _GOAL,
            "hard",
            Level(3000, 100, 1700, 3000, precise_hint=False),
        ),
    },
    puzzle=puzzle,
    play=MapPanner,
    minimum_actions=lambda puzzle: 1,
    hidden=lambda puzzle: [puzzle.treasure],
    layout="full",
)
