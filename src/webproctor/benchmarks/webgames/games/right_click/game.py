"""Right Click: open the context menu on the target."""

from dataclasses import dataclass
from math import dist
from random import Random

from PIL import Image, ImageDraw, ImageFont

from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import File, Game, Play, Refused, Reply, Variant, message

# Number of tiles in a row, their size and gap, and the radius of the spot, in pixels.
TILES, WIDTH, HEIGHT, GAP, RADIUS = 3, 308, 440, 16, 16
# Minimum distance of the spot's center from the tile's edges, and from the top with its name.
MARGIN, HEAD = RADIUS + 4, 60
PICTURE = TILES * (WIDTH + GAP) - GAP, HEIGHT


@dataclass(frozen=True)
class Puzzle:
    """The level, and the spot's center in the image; None if the target is a whole card."""

    level: str
    spot: tuple[int, int] | None = None


def puzzle(random: Random, level: str) -> Puzzle:
    if level != "hard":
        return Puzzle(level)
    left = random.randrange(TILES) * (WIDTH + GAP)
    x = left + random.randint(MARGIN, WIDTH - MARGIN)
    return Puzzle(level, (x, random.randint(HEAD, HEIGHT - MARGIN)))


class Menu(Play[Puzzle]):
    """Judges by the recorded position of the context menu; the spot exists only in the image."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        picture = None if self.puzzle.spot is None else PICTURE
        return {"picture": picture, "big": self.puzzle.level == "easy"}

    def file(self, name: str) -> File | None:
        if name != "tiles.png" or self.puzzle.spot is None:
            return None
        fine = 2  # Drawn at this multiple of the size and scaled down, for smooth edges.
        image = Image.new("RGB", (PICTURE[0] * fine, PICTURE[1] * fine), "#f5f6f8")
        pen = ImageDraw.Draw(image)
        font = ImageFont.load_default(18 * fine)
        for n in range(TILES):
            left = n * (WIDTH + GAP) * fine
            box = (left, 0, left + WIDTH * fine - 1, HEIGHT * fine - 1)
            pen.rounded_rectangle(box, 10 * fine, "#ffffff", "#d5dae3", fine)
            pen.text((left + 16 * fine, 12 * fine), f"Tile {n + 1}", "#1c2333", font)
        x, y = (at * fine for at in self.puzzle.spot)
        reach = RADIUS * fine
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), "#8da2e7")
        return png(image.resize(PICTURE, Image.Resampling.LANCZOS))

    @message
    def menu(self, left: float, top: float) -> Reply:
        """Judge a context menu; `left` and `top` are the corner of the card or image."""
        asked = [one for one in self.evidence.inputs if one.kind == "menu"]
        if not asked:
            raise Refused("no context menu event was recorded")
        last, spot = asked[-1], self.puzzle.spot
        on_target = last.target == "target"
        if on_target and (spot is None or dist((last.x - left, last.y - top), spot) <= RADIUS):
            return self.win()
        self.miss()
        return {"missed": True}


GAME = Game(
    family="right-click",
    icon="🖱",
    skills=("mouse",),
    variants={
        "easy": Variant(
            "right-click-easy",
            "Right Click (Easy)",
            "Right-click the big green area.",
            "easy",
            "easy",
        ),
        "base": Variant("right-click", "Right Click", "Right-click the card.", "easy", "base"),
        "hard": Variant(
            "right-click-hard",
            "Right Click (Hard)",
            "Find the small blue spot on one of the tiles and right-click it.",
            "hard",
            "hard",
        ),
    },
    puzzle=puzzle,
    play=Menu,
    minimum_actions=lambda puzzle: 1,
    # The spot covers 1/360 of the area where it can be.
    tries=3,
    hidden=lambda puzzle: [] if puzzle.spot is None else [puzzle.spot],
)
