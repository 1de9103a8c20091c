"""Draw codes as distorted images that are hard to read for programs."""

import io
from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw, ImageFont

# Drawn at this multiple of the size and scaled down, for smooth edges.
_FINE = 3
_INKS = ("#22304f", "#5a2230", "#20492f", "#4a3a12", "#3b2a5a")
_PALE = ("#8fa3c8", "#c79aa4", "#93bfa3", "#c9b57f", "#ab9acb")


@dataclass(frozen=True)
class Style:
    """The degree of distortion.

    Attributes:
        width, height: Size of the image, in pixels.
        sizes: Range of letter sizes, in pixels.
        shift: Maximum vertical offset of letters from the line, in pixels.
        turn: Maximum rotation of letters, in degrees.
        stretch: Maximum share by which letters are wider or narrower.
        specks, curves, ghosts: The number of each.
    """

    width: int
    height: int
    sizes: tuple[int, int]
    shift: float
    turn: float
    stretch: float
    specks: int
    curves: int
    ghosts: int


def draw(code: str, alphabet: str, style: Style, random: Random) -> bytes:
    """Draw a code, as PNG. Ghosts are pale letters between those of the code."""
    size = style.width * _FINE, style.height * _FINE
    image = Image.new("RGB", size, "#f6f4ee")
    pen = ImageDraw.Draw(image)
    for _ in range(style.ghosts):
        at = random.uniform(0, style.width), random.uniform(0, style.height)
        _letter(image, random.choice(alphabet), at, style, random, random.choice(_PALE), 0.6)
    for _ in range(style.curves):
        _curve(pen, size, random)
    pitch = style.width / (len(code) + 0.5)
    for n, sign in enumerate(code):
        middle = pitch * (n + 0.75), style.height / 2 + random.uniform(-style.shift, style.shift)
        _letter(image, sign, middle, style, random, random.choice(_INKS), 1)
    for _ in range(style.specks):
        x, y = random.randrange(size[0]), random.randrange(size[1])
        r = random.uniform(1, 4)
        pen.ellipse((x - r, y - r, x + r, y + r), fill=random.choice(_PALE))
    png = io.BytesIO()
    image.resize((style.width, style.height), Image.Resampling.LANCZOS).save(png, "PNG")
    return png.getvalue()


def _letter(
    image: Image.Image,
    sign: str,
    middle: tuple[float, float],
    style: Style,
    random: Random,
    ink: str,
    scale: float,
) -> None:
    size = random.randint(*style.sizes) * _FINE * scale
    font = ImageFont.load_default(size)
    mask = Image.new("L", (round(size * 1.6), round(size * 1.6)))
    place = mask.width / 2, mask.height / 2
    ImageDraw.Draw(mask).text(place, sign, fill=255, font=font, anchor="mm", stroke_width=2)
    wide = max(1, round(mask.width * (1 + random.uniform(-style.stretch, style.stretch))))
    mask = mask.resize((wide, mask.height))
    mask = mask.rotate(random.uniform(-style.turn, style.turn), Image.Resampling.BICUBIC)
    x, y = (round(at * _FINE) for at in middle)
    image.paste(ink, (x - mask.width // 2, y - mask.height // 2), mask)


def _curve(pen: ImageDraw.ImageDraw, size: tuple[int, int], random: Random) -> None:
    """Draw a pale curved line."""
    start, bend, end = (
        (x, random.uniform(0, size[1])) for x in (0, random.uniform(0, size[0]), size[0])
    )
    steps = [n / 30 for n in range(31)]
    points = [
        tuple(
            (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
            for a, b, c in zip(start, bend, end, strict=True)
        )
        for t in steps
    ]
    pen.line([(x, y) for x, y in points], fill=random.choice(_PALE), width=random.randint(4, 8))
