"""Canvas catch: drag a disc, drawn on a canvas, wholly into a box."""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

WIDTH, HEIGHT = 600, 400
# The gap that the disc has to the box at the beginning, and both to the edges of the canvas.
GAP, MARGIN = 80, 10


@dataclass(frozen=True)
class Level:
    """Radius of the disc and side of the square box, in pixels."""

    radius: int
    side: int


@dataclass(frozen=True)
class Puzzle:
    """Where the middle of the disc is at the beginning, and the top left corner of the box."""

    level: Level
    disc: tuple[int, int]
    box: tuple[int, int]


def puzzle(random: Random, level: Level) -> Puzzle:
    side, edge = level.side, level.radius + MARGIN
    while True:
        disc = random.randint(edge, WIDTH - edge), random.randint(edge, HEIGHT - edge)
        box = (
            random.randint(MARGIN, WIDTH - MARGIN - side),
            random.randint(MARGIN, HEIGHT - MARGIN - side),
        )
        middle = [corner + side / 2 for corner in box]
        far = max(abs(one - other) for one, other in zip(disc, middle, strict=True))
        if far >= side / 2 + level.radius + GAP:
            return Puzzle(level, disc, box)


class CanvasCatch(Play[Puzzle]):
    """Repeats every drag that the witness saw: the page only says that there was one."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._disc: tuple[float, float] = self.puzzle.disc
        self._held: tuple[float, float] | None = None
        self._heard = 0
        level, (x, y) = self.puzzle.level, self.puzzle.box
        return {"size": [WIDTH, HEIGHT], "disc": self._disc, "radius": level.radius} | {
            "box": [x, y, level.side, level.side]
        }

    @message
    def drop(self, left: float, top: float) -> Reply:
        """The disc was let go. Told is where the canvas is in the view."""
        before = self._disc
        for one in self.table.inputs[self._heard :]:
            self._heard += 1
            at = one.x - left, one.y - top
            if one.kind == "down" and one.detail == "left" and one.target == "board":
                self._held = at if self._on_disc(*at) else None
            elif one.kind == "up" and self._held is not None:
                self._move(at[0] - self._held[0], at[1] - self._held[1])
                self._held = None
        if self._disc == before:
            raise Refused("no drag of the disc was seen")
        return {"disc": self._disc} | (self.win() if self._caught() else {})

    def _on_disc(self, x: float, y: float) -> bool:
        disc_x, disc_y = self._disc
        return (x - disc_x) ** 2 + (y - disc_y) ** 2 <= self.puzzle.level.radius**2

    def _move(self, right: float, down: float) -> None:
        radius = self.puzzle.level.radius
        x, y = self._disc
        self._disc = (
            min(max(x + right, radius), WIDTH - radius),
            min(max(y + down, radius), HEIGHT - radius),
        )

    def _caught(self) -> bool:
        level = self.puzzle.level
        return all(
            corner + level.radius <= at <= corner + level.side - level.radius
            for at, corner in zip(self._disc, self.puzzle.box, strict=True)
        )


_GOAL = "Drag the blue disc into the orange box, until all of it is inside, and let go."

GAME = Game(
    family="canvas-catch",
    icon="🔵",
    skills=("mouse", "dragging", "vision"),
    variants={
        "easy": Variant("canvas-catch-easy", "Canvas Catch (Easy)", _GOAL, "easy", Level(30, 150)),
        "base": Variant("canvas-catch", "Canvas Catch", _GOAL, "medium", Level(20, 100)),
        "hard": Variant("canvas-catch-hard", "Canvas Catch (Hard)", _GOAL, "hard", Level(10, 50)),
    },
    puzzle=puzzle,
    play=CanvasCatch,
    effort=lambda puzzle: 1,
)
