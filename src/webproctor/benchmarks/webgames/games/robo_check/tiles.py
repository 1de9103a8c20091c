"""Draw small images of things with random colours, sizes, positions, rotations and specks."""

import io
from collections.abc import Callable, Sequence
from math import cos, pi, sin
from random import Random

from PIL import Image, ImageDraw

SIDE = 110
# Drawn at this multiple of the size and scaled down, for smooth edges.
_FINE = 3
_SURFACES = ("#dfe9f5", "#eef0e2", "#f5e6df", "#e5e2f2", "#dcefe6", "#f2ecd8")
_PAINTS = ("#c0392b", "#2f55d4", "#1d7a3a", "#b8720b", "#6b3fa0", "#0f7c86", "#a32a6b")
_DARK = "#2c3446"

Point = tuple[float, float]


class _Pen:
    """Draws in a rotated and shifted coordinate system from -1 to 1 on both axes."""

    def __init__(self, image: Image.Image, middle: Point, size: float, turn: float) -> None:
        self._draw = ImageDraw.Draw(image)
        self._middle, self._size, self._turn = middle, size, turn

    def _at(self, x: float, y: float) -> Point:
        c, s = cos(self._turn), sin(self._turn)
        mx, my = self._middle
        return mx + self._size * (x * c - y * s), my + self._size * (x * s + y * c)

    def shape(self, points: Sequence[Point], fill: str) -> None:
        self._draw.polygon([self._at(*point) for point in points], fill=fill)

    def disc(self, x: float, y: float, rx: float, ry: float, fill: str) -> None:
        steps = [2 * pi * n / 40 for n in range(40)]
        self.shape([(x + rx * cos(one), y + ry * sin(one)) for one in steps], fill)


def _boat(pen: _Pen, paint: str) -> None:
    pen.shape([(-0.9, 0.3), (0.9, 0.3), (0.55, 0.8), (-0.6, 0.8)], paint)
    pen.shape([(-0.04, -0.9), (0.04, -0.9), (0.04, 0.3), (-0.04, 0.3)], _DARK)
    pen.shape([(0.1, -0.8), (0.75, 0.2), (0.1, 0.2)], "#fdfdfd")
    pen.shape([(-0.1, -0.6), (-0.6, 0.2), (-0.1, 0.2)], "#e8d9b5")


def _house(pen: _Pen, paint: str) -> None:
    pen.shape([(-0.65, -0.1), (0.65, -0.1), (0.65, 0.8), (-0.65, 0.8)], "#f3dcb8")
    pen.shape([(-0.85, -0.1), (0, -0.85), (0.85, -0.1)], paint)
    pen.shape([(-0.15, 0.3), (0.15, 0.3), (0.15, 0.8), (-0.15, 0.8)], _DARK)
    pen.shape([(0.3, 0.1), (0.52, 0.1), (0.52, 0.35), (0.3, 0.35)], "#7fb2e5")


def _tree(pen: _Pen, paint: str) -> None:
    pen.shape([(-0.12, 0.2), (0.12, 0.2), (0.16, 0.9), (-0.16, 0.9)], "#7a4f2b")
    for top, wide in ((-0.9, 0.45), (-0.5, 0.6), (-0.1, 0.75)):
        pen.shape([(0, top), (wide, top + 0.65), (-wide, top + 0.65)], "#2c7d3f")


def _fish(pen: _Pen, paint: str) -> None:
    pen.shape([(0.4, 0), (0.95, -0.4), (0.95, 0.4)], paint)
    pen.disc(-0.1, 0, 0.7, 0.4, paint)
    pen.disc(-0.5, -0.1, 0.09, 0.09, "#ffffff")
    pen.disc(-0.5, -0.1, 0.045, 0.045, _DARK)


def _mug(pen: _Pen, paint: str) -> None:
    pen.disc(0.55, 0.1, 0.36, 0.4, paint)
    pen.disc(0.55, 0.1, 0.2, 0.24, "#f4f4f4")
    pen.shape([(-0.6, -0.6), (0.5, -0.6), (0.42, 0.75), (-0.52, 0.75)], paint)
    pen.disc(-0.05, -0.6, 0.55, 0.14, "#4a2f1d")


def _car(pen: _Pen, paint: str) -> None:
    pen.shape([(-0.5, -0.1), (-0.3, -0.5), (0.35, -0.5), (0.6, -0.1)], "#a9c8e6")
    pen.shape([(-0.95, -0.1), (0.95, -0.1), (0.95, 0.35), (-0.95, 0.35)], paint)
    for x in (-0.5, 0.5):
        pen.disc(x, 0.4, 0.23, 0.23, _DARK)
        pen.disc(x, 0.4, 0.1, 0.1, "#c9ced8")


def _star(pen: _Pen, paint: str) -> None:
    radii = (0.95, 0.4) * 5
    angles = [pi * n / 5 - pi / 2 for n in range(10)]
    pen.shape([(r * cos(a), r * sin(a)) for r, a in zip(radii, angles, strict=True)], "#e0a10b")


def _umbrella(pen: _Pen, paint: str) -> None:
    pen.shape([(-0.04, -0.2), (0.04, -0.2), (0.04, 0.85), (-0.04, 0.85)], _DARK)
    steps = [pi + pi * n / 20 for n in range(21)]
    pen.shape([(0.9 * cos(one), 0.1 + 0.85 * sin(one)) for one in steps], paint)
    for x in (-0.6, 0, 0.6):
        pen.disc(x, 0.1, 0.3, 0.12, paint)


def _key(pen: _Pen, paint: str) -> None:
    pen.shape([(-0.2, -0.1), (0.95, -0.1), (0.95, 0.1), (-0.2, 0.1)], paint)
    for x in (0.55, 0.8):
        pen.shape([(x, 0), (x + 0.13, 0), (x + 0.13, 0.4), (x, 0.4)], paint)
    pen.disc(-0.5, 0, 0.42, 0.42, paint)
    pen.disc(-0.5, 0, 0.2, 0.2, "#f4f4f4")


THINGS: dict[str, Callable[[_Pen, str], None]] = {
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
    side = SIDE * _FINE
    image = Image.new("RGB", (side, side), random.choice(_SURFACES))
    draw = ImageDraw.Draw(image)
    for _ in range(30):
        x, y, r = random.randrange(side), random.randrange(side), random.uniform(2, 9)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=random.choice(_SURFACES))
    middle = side / 2 + random.uniform(-20, 20), side / 2 + random.uniform(-20, 20)
    size = side * random.uniform(0.3, 0.4)
    pen = _Pen(image, middle, size, random.uniform(-0.35, 0.35))
    THINGS[thing](pen, random.choice(_PAINTS))
    for _ in range(3):
        line = [(random.randrange(side), random.randrange(side)) for _ in range(2)]
        draw.line(line, fill=random.choice(_SURFACES), width=4)
    return image.resize((SIDE, SIDE), Image.Resampling.LANCZOS)


def sheet(things: Sequence[str], across: int, random: Random) -> bytes:
    """Draw tiles in rows, as one PNG."""
    down = len(things) // across
    whole = Image.new("RGB", (across * SIDE, down * SIDE))
    for n, thing in enumerate(things):
        whole.paste(tile(thing, random), (n % across * SIDE, n // across * SIDE))
    png = io.BytesIO()
    whole.quantize(128).save(png, "PNG", optimize=True)
    return png.getvalue()
