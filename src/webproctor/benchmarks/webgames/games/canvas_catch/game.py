"""Canvas catch: drag a disc, drawn on a canvas, entirely into a box.

The play replays the recorded drags to know where the disc is.
"""

from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw

from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message

# The field's size in pixels.
WIDTH, HEIGHT = 600, 400
# Minimum initial distance between disc and box, and of both from the field's edges, in pixels.
GAP, MARGIN = 80, 10
# Images are drawn at this multiple of their size and then reduced, for smooth edges.
SCALE = 2

Point = tuple[float, float]


@dataclass(frozen=True)
class Level:
    """Radius of the disc and side of the square box, in pixels."""

    radius: int
    side: int


@dataclass(frozen=True)
class Puzzle:
    """The initial centre of the disc, and the top left corner of the box, in pixels."""

    level: Level
    disc: tuple[int, int]
    box: tuple[int, int]


def puzzle(random: Random, level: Level) -> Puzzle:
    side, inset = level.side, level.radius + MARGIN
    while True:
        disc = random.randint(inset, WIDTH - inset), random.randint(inset, HEIGHT - inset)
        box = (
            random.randint(MARGIN, WIDTH - MARGIN - side),
            random.randint(MARGIN, HEIGHT - MARGIN - side),
        )
        box_centre = [corner + side / 2 for corner in box]
        distance = max(abs(a - b) for a, b in zip(disc, box_centre, strict=True))
        if distance >= side / 2 + level.radius + GAP:
            return Puzzle(level, disc, box)


class CanvasCatch(Play[Puzzle]):
    """Replays all recorded drags; the page shows two images and does not know the positions."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._disc: Point = self.puzzle.disc
        # Whether the last press was on the disc, and its position while the disc is being dragged.
        self._grabbed = False
        self._drag_start: Point | None = None
        self._inputs_read = 0
        return {"size": [WIDTH, HEIGHT]}

    def file(self, name: str) -> File | None:
        """Return `box.png`, the field with the box, or `disc.png`, the disc alone as an overlay."""
        if name not in ("box.png", "disc.png"):
            return None
        image = Image.new("RGBA", (WIDTH * SCALE, HEIGHT * SCALE))
        draw, level = ImageDraw.Draw(image), self.puzzle.level
        if name == "box.png":
            x, y = (coordinate * SCALE for coordinate in self.puzzle.box)
            corner = x + level.side * SCALE - 1, y + level.side * SCALE - 1
            draw.rectangle(((x, y), corner), "#ffe3bd", "#d97a06", 3 * SCALE)
        else:
            x, y, radius = (length * SCALE for length in (*self.puzzle.disc, level.radius))
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), "#2f55d4")
        return png(image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS))

    @message
    def grab(self, left: float, top: float) -> Reply:
        """Handle a press of the mouse button on the field.

        Args:
            left, top: The field's top left corner in the viewport, in pixels.
        """
        return self._handle_inputs(left, top)

    @message
    def drop(self, left: float, top: float) -> Reply:
        """Handle the release of the mouse button; the arguments are those of `grab`."""
        return self._handle_inputs(left, top)

    def _handle_inputs(self, left: float, top: float) -> Reply:
        for event in self.evidence.inputs[self._inputs_read :]:
            self._inputs_read += 1
            x, y = event.x - left, event.y - top
            if event.kind == "down" and event.detail == "left" and event.target == "board":
                self._grabbed = self._is_on_disc(x, y)
                self._drag_start = (x, y) if self._grabbed else None
                if not self._grabbed:
                    self.miss()
            elif event.kind == "up" and self._drag_start is not None:
                start_x, start_y = self._drag_start
                self._move_disc(x - start_x, y - start_y)
                self._drag_start = None
                if self._is_in_box():
                    return self._state() | self.win()
                self.miss()
        return self._state()

    def _state(self) -> Reply:
        """Return the disc's offset from its start, and whether the last press was on it."""
        offset = [now - start for now, start in zip(self._disc, self.puzzle.disc, strict=True)]
        return {"offset": offset, "grabbed": self._grabbed}

    def _is_on_disc(self, x: float, y: float) -> bool:
        disc_x, disc_y = self._disc
        return (x - disc_x) ** 2 + (y - disc_y) ** 2 <= self.puzzle.level.radius**2

    def _move_disc(self, dx: float, dy: float) -> None:
        radius = self.puzzle.level.radius
        x, y = self._disc
        self._disc = (
            min(max(x + dx, radius), WIDTH - radius),
            min(max(y + dy, radius), HEIGHT - radius),
        )

    def _is_in_box(self) -> bool:
        level = self.puzzle.level
        return all(
            corner + level.radius <= centre <= corner + level.side - level.radius
            for centre, corner in zip(self._disc, self.puzzle.box, strict=True)
        )


_GOAL = "Drag the blue disc into the orange box until all of it is inside, then let go."

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
    # By chance, 1 of 60 presses grabs a large disc, and 1 of 12 drops then puts it into the box.
    tries=lambda puzzle: {30: 3, 20: 8, 10: 20}[puzzle.level.radius],
    hidden=lambda puzzle: [(*puzzle.disc,), (*puzzle.box,)],
)
