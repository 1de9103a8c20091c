"""Draw small images of things with random colours, sizes, positions, rotations and specks."""

import io
from collections.abc import Callable, Sequence
from math import cos, pi, sin
from random import Random

from PIL import Image, ImageDraw

SIDE = 110
"""The width and height of an image, in pixels."""
# Drawn at this multiple of the size and scaled down, for smooth edges.
_SCALE = 3
_BACKGROUNDS = ("#dfe9f5", "#eef0e2", "#f5e6df", "#e5e2f2", "#dcefe6", "#f2ecd8")
_COLOURS = ("#c0392b", "#2f55d4", "#1d7a3a", "#b8720b", "#6b3fa0", "#0f7c86", "#a32a6b")
_DARK = "#2c3446"

Point = tuple[float, float]


class _Canvas:
    """Draws in a rotated and shifted coordinate system from -1 to 1 on both axes."""

    def __init__(self, image: Image.Image, centre: Point, size: float, rotation: float) -> None:
        self._draw = ImageDraw.Draw(image)
        self._centre, self._size, self._rotation = centre, size, rotation

    def _to_pixels(self, x: float, y: float) -> Point:
        c, s = cos(self._rotation), sin(self._rotation)
        centre_x, centre_y = self._centre
        return centre_x + self._size * (x * c - y * s), centre_y + self._size * (x * s + y * c)

    def polygon(self, points: Sequence[Point], fill: str) -> None:
        self._draw.polygon([self._to_pixels(*point) for point in points], fill=fill)

    def ellipse(self, x: float, y: float, rx: float, ry: float, fill: str) -> None:
        angles = [2 * pi * n / 40 for n in range(40)]
        self.polygon([(x + rx * cos(angle), y + ry * sin(angle)) for angle in angles], fill)


def _boat(canvas: _Canvas, colour: str) -> None:
    canvas.polygon([(-0.9, 0.3), (0.9, 0.3), (0.55, 0.8), (-0.6, 0.8)], colour)
    canvas.polygon([(-0.04, -0.9), (0.04, -0.9), (0.04, 0.3), (-0.04, 0.3)], _DARK)
    canvas.polygon([(0.1, -0.8), (0.75, 0.2), (0.1, 0.2)], "#fdfdfd")
    canvas.polygon([(-0.1, -0.6), (-0.6, 0.2), (-0.1, 0.2)], "#e8d9b5")


def _house(canvas: _Canvas, colour: str) -> None:
    canvas.polygon([(-0.65, -0.1), (0.65, -0.1), (0.65, 0.8), (-0.65, 0.8)], "#f3dcb8")
    canvas.polygon([(-0.85, -0.1), (0, -0.85), (0.85, -0.1)], colour)
    canvas.polygon([(-0.15, 0.3), (0.15, 0.3), (0.15, 0.8), (-0.15, 0.8)], _DARK)
    canvas.polygon([(0.3, 0.1), (0.52, 0.1), (0.52, 0.35), (0.3, 0.35)], "#7fb2e5")


def _tree(canvas: _Canvas, colour: str) -> None:
    canvas.polygon([(-0.12, 0.2), (0.12, 0.2), (0.16, 0.9), (-0.16, 0.9)], "#7a4f2b")
    for top, half_width in ((-0.9, 0.45), (-0.5, 0.6), (-0.1, 0.75)):
        canvas.polygon([(0, top), (half_width, top + 0.65), (-half_width, top + 0.65)], "#2c7d3f")


def _fish(canvas: _Canvas, colour: str) -> None:
    canvas.polygon([(0.4, 0), (0.95, -0.4), (0.95, 0.4)], colour)
    canvas.ellipse(-0.1, 0, 0.7, 0.4, colour)
    canvas.ellipse(-0.5, -0.1, 0.09, 0.09, "#ffffff")
    canvas.ellipse(-0.5, -0.1, 0.045, 0.045, _DARK)


def _mug(canvas: _Canvas, colour: str) -> None:
    canvas.ellipse(0.55, 0.1, 0.36, 0.4, colour)
    canvas.ellipse(0.55, 0.1, 0.2, 0.24, "#f4f4f4")
    canvas.polygon([(-0.6, -0.6), (0.5, -0.6), (0.42, 0.75), (-0.52, 0.75)], colour)
    canvas.ellipse(-0.05, -0.6, 0.55, 0.14, "#4a2f1d")


def _car(canvas: _Canvas, colour: str) -> None:
    canvas.polygon([(-0.5, -0.1), (-0.3, -0.5), (0.35, -0.5), (0.6, -0.1)], "#a9c8e6")
    canvas.polygon([(-0.95, -0.1), (0.95, -0.1), (0.95, 0.35), (-0.95, 0.35)], colour)
    for x in (-0.5, 0.5):
        canvas.ellipse(x, 0.4, 0.23, 0.23, _DARK)
        canvas.ellipse(x, 0.4, 0.1, 0.1, "#c9ced8")


def _star(canvas: _Canvas, colour: str) -> None:
    radii = (0.95, 0.4) * 5
    angles = [pi * n / 5 - pi / 2 for n in range(10)]
    canvas.polygon(
        [(r * cos(a), r * sin(a)) for r, a in zip(radii, angles, strict=True)], "#e0a10b"
    )


def _umbrella(canvas: _Canvas, colour: str) -> None:
    canvas.polygon([(-0.04, -0.2), (0.04, -0.2), (0.04, 0.85), (-0.04, 0.85)], _DARK)
    angles = [pi + pi * n / 20 for n in range(21)]
    canvas.polygon([(0.9 * cos(a), 0.1 + 0.85 * sin(a)) for a in angles], colour)
    for x in (-0.6, 0, 0.6):
        canvas.ellipse(x, 0.1, 0.3, 0.12, colour)


def _key(canvas: _Canvas, colour: str) -> None:
    canvas.polygon([(-0.2, -0.1), (0.95, -0.1), (0.95, 0.1), (-0.2, 0.1)], colour)
    for x in (0.55, 0.8):
        canvas.polygon([(x, 0), (x + 0.13, 0), (x + 0.13, 0.4), (x, 0.4)], colour)
    canvas.ellipse(-0.5, 0, 0.42, 0.42, colour)
    canvas.ellipse(-0.5, 0, 0.2, 0.2, "#f4f4f4")


THINGS: dict[str, Callable[[_Canvas, str], None]] = {
    "a boat": _boat,
    "a house": _house,
    "a tree": _tree,
    "a fish": _fish,
    "a mug": _mug,
    "a car": _car,
    "a star": _star,
    "an umbrella": _umbrella,
    "a key": _key,
}


def tile(thing: str, random: Random) -> Image.Image:
    """Draw an image of a thing, `SIDE` x `SIDE` pixels."""
    side = SIDE * _SCALE
    image = Image.new("RGB", (side, side), random.choice(_BACKGROUNDS))
    draw = ImageDraw.Draw(image)
    for _ in range(30):
        x, y, r = random.randrange(side), random.randrange(side), random.uniform(2, 9)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=random.choice(_BACKGROUNDS))
    centre = side / 2 + random.uniform(-20, 20), side / 2 + random.uniform(-20, 20)
    size = side * random.uniform(0.3, 0.4)
    canvas = _Canvas(image, centre, size, random.uniform(-0.35, 0.35))
    THINGS[thing](canvas, random.choice(_COLOURS))
    for _ in range(3):
        line = [(random.randrange(side), random.randrange(side)) for _ in range(2)]
        draw.line(line, fill=random.choice(_BACKGROUNDS), width=4)
    return image.resize((SIDE, SIDE), Image.Resampling.LANCZOS)


def sprite_sheet(things: Sequence[str], columns: int, random: Random) -> bytes:
    """Draw images of things in rows, as one PNG."""
    rows = len(things) // columns
    sheet = Image.new("RGB", (columns * SIDE, rows * SIDE))
    for n, thing in enumerate(things):
        sheet.paste(tile(thing, random), (n % columns * SIDE, n // columns * SIDE))
    png = io.BytesIO()
    sheet.quantize(128).save(png, "PNG", optimize=True)
    return png.getvalue()
