"""Click Pixel: click exactly on a tiny square.

The field is an image; a press is judged by its recorded position.
"""

from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw

from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import File, Game, Play, Refused, Reply, Variant, message

# The field's size in pixels; it fills the viewport.
WIDTH, HEIGHT = 1280, 720
# Bounds of the square's position, in pixels: right of the heading and inside the edges.
LEFT, TOP, RIGHT, BOTTOM = 450, 60, 1220, 660


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        size: The square's side, in pixels.
        colour, background: The colours of square and field.
        show_positions: Whether the page shows the positions of the square and of wrong clicks.
    """

    size: int
    colour: str
    background: str = "#eceff5"
    show_positions: bool = True


@dataclass(frozen=True)
class Puzzle:
    """Left and top of the square in the field, in pixels."""

    x: int
    y: int
    level: Level


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(random.randrange(LEFT, RIGHT), random.randrange(TOP, BOTTOM), level)


class ClickPixel(Play[Puzzle]):
    """Judges a press by its recorded position."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        level = self.puzzle.level
        position = [self.puzzle.x, self.puzzle.y] if level.show_positions else None
        return {"width": WIDTH, "height": HEIGHT, "position": position, "size": level.size}

    def file(self, name: str) -> File | None:
        if name != "field.png":
            return None
        level, x, y = self.puzzle.level, self.puzzle.x, self.puzzle.y
        field = Image.new("RGB", (WIDTH, HEIGHT), level.background)
        corner = (x + level.size - 1, y + level.size - 1)
        ImageDraw.Draw(field).rectangle(((x, y), corner), fill=level.colour)
        return png(field)

    @message
    def press(self, left: float, top: float) -> Reply:
        """Handle a press on the field.

        Args:
            left, top: The field's corner in the viewport, in pixels.
        """
        presses = [event for event in self.evidence.inputs if event.kind == "down"]
        if not presses:
            raise Refused("no press was recorded")
        x, y, level = presses[-1].x - left, presses[-1].y - top, self.puzzle.level
        if 0 <= x - self.puzzle.x < level.size and 0 <= y - self.puzzle.y < level.size:
            return self.win()
        self.miss()
        return {"missed": [round(x), round(y)] if level.show_positions else None}


_GOAL = "Click exactly on the small square."

GAME = Game(
    family="click-pixel",
    icon="🔍",
    skills=("mouse", "vision"),
    variants={
        "easy": Variant(
            "click-pixel-easy", "Click Pixel (Easy)", _GOAL, "easy", Level(15, "#2f55d4")
        ),
        "base": Variant("click-pixel", "Click Pixel", _GOAL, "easy", Level(5, "#000000")),
        "hard": Variant(
            "click-pixel-hard",
            "Click Pixel (Hard)",
            "Click exactly on the single red pixel.",
            "hard",
            Level(1, "#ff0000", "#dfe3ea", show_positions=False),
        ),
    },
    puzzle=puzzle,
    play=ClickPixel,
    layout="full",
    minimum_actions=lambda puzzle: 1,
    # The largest square covers 1/2000 of the field.
    tries=20,
    # The easier pages show the square's position.
    hidden=lambda puzzle: [] if puzzle.level.show_positions else [(puzzle.x, puzzle.y)],
)
