"""Click Pixel: click exactly on a tiny square."""

from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw

from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import File, Game, Play, Refused, Reply, Variant, message

WIDTH, HEIGHT = 1280, 720
# Bounds of the square's position: right of the heading and inside the edges.
LEFT, TOP, RIGHT, BOTTOM = 450, 60, 1220, 660


@dataclass(frozen=True)
class Level:
    """The square's side in pixels, its colour and background, and whether the page gives help."""

    size: int
    colour: str
    surface: str = "#eceff5"
    help: bool = True


@dataclass(frozen=True)
class Puzzle:
    """Left and top of the square in the viewport."""

    x: int
    y: int
    level: Level


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(random.randrange(LEFT, RIGHT), random.randrange(TOP, BOTTOM), level)


class Pixel(Play[Puzzle]):
    """The field is an image; a press is judged by its recorded position."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        where = [self.puzzle.x, self.puzzle.y] if self.puzzle.level.help else None
        return {"width": WIDTH, "height": HEIGHT, "where": where, "size": self.puzzle.level.size}

    def file(self, name: str) -> File | None:
        if name != "field.png":
            return None
        level, x, y = self.puzzle.level, self.puzzle.x, self.puzzle.y
        field = Image.new("RGB", (WIDTH, HEIGHT), level.surface)
        corner = (x + level.size - 1, y + level.size - 1)
        ImageDraw.Draw(field).rectangle(((x, y), corner), fill=level.colour)
        return png(field)

    @message
    def press(self) -> Reply:
        """Handle a press on the field."""
        presses = [one for one in self.evidence.inputs if one.kind == "down"]
        if not presses:
            raise Refused("no press was recorded")
        x, y = presses[-1].x - self.puzzle.x, presses[-1].y - self.puzzle.y
        size = self.puzzle.level.size
        if 0 <= x < size and 0 <= y < size:
            return self.win()
        self.miss()
        missed = [round(presses[-1].x), round(presses[-1].y)]
        return {"missed": missed if self.puzzle.level.help else None}


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
            Level(1, "#ff0000", "#dfe3ea", help=False),
        ),
    },
    puzzle=puzzle,
    play=Pixel,
    layout="full",
    minimum_actions=lambda puzzle: 1,
    # The largest square covers 1/2000 of the field.
    tries=20,
    # The easier pages show the square's position.
    hidden=lambda puzzle: [] if puzzle.level.help else [(puzzle.x, puzzle.y)],
)
