"""Right Click: open the context menu on the target.

The server judges the recorded position of the context menu. In hard, the target is a spot that only
an image shows.
"""

from dataclasses import dataclass
from math import dist
from random import Random

from PIL import Image, ImageDraw, ImageFont

from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import File, Game, Play, Refused, Reply, Variant, message

# Number of tiles in a row, their size and gap, and the radius of the spot, in pixels.
TILES, WIDTH, HEIGHT, GAP, RADIUS = 3, 308, 440, 16, 16
# Minimum distance of the spot's center from the tile's edges, and from the top with its name.
MARGIN, TOP_MARGIN = RADIUS + 4, 60
IMAGE_SIZE = TILES * (WIDTH + GAP) - GAP, HEIGHT


@dataclass(frozen=True)
class Puzzle:
    """The name of the variant, and the spot's center in the image; None if the target is a card."""

    level: str
    spot: tuple[int, int] | None = None


def puzzle(random: Random, level: str) -> Puzzle:
    if level != "hard":
        return Puzzle(level)
    left = random.randrange(TILES) * (WIDTH + GAP)
    x = left + random.randint(MARGIN, WIDTH - MARGIN)
    return Puzzle(level, (x, random.randint(TOP_MARGIN, HEIGHT - MARGIN)))


class RightClick(Play[Puzzle]):
    """Judges by the recorded position of the context menu; sends the spot only as an image."""

    _judged = 0  # The number of context menu events that were judged.

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        image_size = None if self.puzzle.spot is None else IMAGE_SIZE
        return {"image_size": image_size, "big": self.puzzle.level == "easy"}

    def file(self, name: str) -> File | None:
        if name != "tiles.png" or self.puzzle.spot is None:
            return None
        scale = 2  # Drawn at this multiple of the size and scaled down, for smooth edges.
        image = Image.new("RGB", (IMAGE_SIZE[0] * scale, IMAGE_SIZE[1] * scale), "#f5f6f8")
        draw = ImageDraw.Draw(image)
        font = ImageFont.load_default(18 * scale)
        for n in range(TILES):
            left = n * (WIDTH + GAP) * scale
            box = (left, 0, left + WIDTH * scale - 1, HEIGHT * scale - 1)
            draw.rounded_rectangle(box, 10 * scale, "#ffffff", "#d5dae3", scale)
            draw.text((left + 16 * scale, 12 * scale), f"Tile {n + 1}", "#1c2333", font)
        x, y = (coordinate * scale for coordinate in self.puzzle.spot)
        radius = RADIUS * scale
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), "#8da2e7")
        return png(image.resize(IMAGE_SIZE, Image.Resampling.LANCZOS))

    @message
    def menu(self, left: float, top: float) -> Reply:
        """Judge a context menu.

        Args:
            left: The left edge of the card or image, in pixels of the viewport.
            top: Its top edge.
        """
        menus = [event for event in self.evidence.inputs if event.kind == "menu"][self._judged :]
        if not menus:
            raise Refused("no context menu event was recorded")
        # The page sends one message for each event on the target, and none for others.
        index = next((n for n, event in enumerate(menus) if event.target == "target"), 0)
        self._judged += index + 1
        event, spot = menus[index], self.puzzle.spot
        on_target = event.target == "target"
        if on_target and (spot is None or dist((event.x - left, event.y - top), spot) <= RADIUS):
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
    play=RightClick,
    minimum_actions=lambda puzzle: 1,
    # The spot covers 1/360 of the area where it can be.
    tries=3,
    hidden=lambda puzzle: [] if puzzle.spot is None else [puzzle.spot],
)
