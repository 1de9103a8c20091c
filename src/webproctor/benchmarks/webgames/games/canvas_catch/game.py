"""Canvas catch: drag a disc, drawn on a canvas, entirely into a box."""

from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw

from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message

WIDTH, HEIGHT = 600, 400
# Minimum initial distance between disc and box, and of both from the canvas edges, in pixels.
GAP, MARGIN = 80, 10


@dataclass(frozen=True)
class Level:
    """Radius of the disc and side of the square box, in pixels."""

    radius: int
    side: int


@dataclass(frozen=True)
class Puzzle:
    """The initial center of the disc, and the top left corner of the box."""

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
    """Replays all recorded drags; the page shows two images and does not know the positions."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._disc: tuple[float, float] = self.puzzle.disc
        self._grabbed = False
        self._held: tuple[float, float] | None = None
        self._heard = 0
        return {"size": [WIDTH, HEIGHT]}

    def file(self, name: str) -> File | None:
        """Return `box.png`, the field with the box, or `disc.png`, the disc alone as an overlay."""
        if name not in ("box.png", "disc.png"):
            return None
        fine = 2  # Drawn at this multiple of the size and scaled down, for smooth edges.
        image = Image.new("RGBA", (WIDTH * fine, HEIGHT * fine))
        pen, level = ImageDraw.Draw(image), self.puzzle.level
        if name == "box.png":
            x, y = (at * fine for at in self.puzzle.box)
            end = x + level.side * fine - 1, y + level.side * fine - 1
            pen.rectangle(((x, y), end), "#ffe3bd", "#d97a06", 3 * fine)
        else:
            x, y, radius = (at * fine for at in (*self.puzzle.disc, level.radius))
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), "#2f55d4")
        return png(image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS))

    @message
    def grab(self, left: float, top: float) -> Reply:
        """The mouse button went down; `left` and `top` are the field's corner in the viewport."""
        return self._follow(left, top)

    @message
    def drop(self, left: float, top: float) -> Reply:
        """The mouse button was released."""
        return self._follow(left, top)

    def _follow(self, left: float, top: float) -> Reply:
        for one in self.evidence.inputs[self._heard :]:
            self._heard += 1
            at = one.x - left, one.y - top
            if one.kind == "down" and one.detail == "left" and one.target == "board":
                self._grabbed = self._on_disc(*at)
                self._held = at if self._grabbed else None
                if not self._grabbed:
                    self.miss()
            elif one.kind == "up" and self._held is not None:
                self._move(at[0] - self._held[0], at[1] - self._held[1])
                self._held = None
                if self._caught():
                    return self._shown() | self.win()
                self.miss()
        return self._shown()

    def _shown(self) -> Reply:
        """Return the disc's offset from its start, and whether the last press was on it."""
        moved = [now - first for now, first in zip(self._disc, self.puzzle.disc, strict=True)]
        return {"moved": moved, "grabbed": self._grabbed}

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
    minimum_actions=lambda puzzle: 1,
    # By chance 1 of 60 presses grabs a large disc, and 1 of 12 drops then puts it into the box.
    tries=lambda puzzle: {30: 3, 20: 8, 10: 20}[puzzle.level.radius],
    hidden=lambda puzzle: [(*puzzle.disc,), (*puzzle.box,)],
)
