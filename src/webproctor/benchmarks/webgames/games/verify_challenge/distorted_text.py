"""Draw codes as distorted images that are hard to read for programs."""

from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw, ImageFont

# Drawn at this multiple of the size and scaled down, for smooth edges.
_SCALE = 3
_BACKGROUND = "#f6f4ee"
_LETTER_COLOURS = ("#22304f", "#5a2230", "#20492f", "#4a3a12", "#3b2a5a")
_NOISE_COLOURS = ("#8fa3c8", "#c79aa4", "#93bfa3", "#c9b57f", "#ab9acb")

Point = tuple[float, float]


@dataclass(frozen=True)
class Style:
    """The degree of distortion.

    Attributes:
        width: Width of the image, in pixels.
        height: Height of the image, in pixels.
        font_sizes: Minimum and maximum font size, in pixels.
        shift: Maximum vertical offset of a letter, in pixels.
        rotation: Maximum rotation of a letter, in degrees.
        stretch: Maximum change of a letter's width, as a share of it.
        specks: Number of pale dots over the letters.
        curves: Number of pale curved lines behind the letters.
        pale_letters: Number of pale letters that do not belong to the code.
    """

    width: int
    height: int
    font_sizes: tuple[int, int]
    shift: float
    rotation: float
    stretch: float
    specks: int
    curves: int
    pale_letters: int


def draw(code: str, alphabet: str, style: Style, random: Random) -> Image.Image:
    """Draw a code; `alphabet` contains the characters of the pale letters."""
    size = style.width * _SCALE, style.height * _SCALE
    image = Image.new("RGB", size, _BACKGROUND)
    canvas = ImageDraw.Draw(image)
    for _ in range(style.pale_letters):
        centre = random.uniform(0, style.width), random.uniform(0, style.height)
        character, colour = random.choice(alphabet), random.choice(_NOISE_COLOURS)
        _draw_letter(image, character, centre, style, random, colour, 0.6)
    for _ in range(style.curves):
        _draw_curve(canvas, size, random)
    spacing = style.width / (len(code) + 0.5)
    for n, character in enumerate(code):
        y = style.height / 2 + random.uniform(-style.shift, style.shift)
        centre, colour = (spacing * (n + 0.75), y), random.choice(_LETTER_COLOURS)
        _draw_letter(image, character, centre, style, random, colour, 1)
    for _ in range(style.specks):
        x, y = random.randrange(size[0]), random.randrange(size[1])
        r = random.uniform(1, 4)
        canvas.ellipse((x - r, y - r, x + r, y + r), fill=random.choice(_NOISE_COLOURS))
    return image.resize((style.width, style.height), Image.Resampling.LANCZOS)


def _draw_letter(
    image: Image.Image,
    character: str,
    centre: Point,
    style: Style,
    random: Random,
    colour: str,
    scale: float,
) -> None:
    size = random.randint(*style.font_sizes) * _SCALE * scale
    font = ImageFont.load_default(size)
    mask = Image.new("L", (round(size * 1.6), round(size * 1.6)))
    middle = mask.width / 2, mask.height / 2
    ImageDraw.Draw(mask).text(middle, character, fill=255, font=font, anchor="mm", stroke_width=2)
    width = max(1, round(mask.width * (1 + random.uniform(-style.stretch, style.stretch))))
    mask = mask.resize((width, mask.height))
    angle = random.uniform(-style.rotation, style.rotation)
    mask = mask.rotate(angle, Image.Resampling.BICUBIC)
    x, y = (round(coordinate * _SCALE) for coordinate in centre)
    image.paste(colour, (x - mask.width // 2, y - mask.height // 2), mask)


def _draw_curve(canvas: ImageDraw.ImageDraw, size: tuple[int, int], random: Random) -> None:
    """Draw a pale curve (a quadratic Bézier curve) from the left to the right edge."""
    width, height = size
    start, control, end = (
        (x, random.uniform(0, height)) for x in (0, random.uniform(0, width), width)
    )

    def point(t: float) -> Point:
        weights = (1 - t) ** 2, 2 * t * (1 - t), t * t
        x, y = (
            sum(weight * value for weight, value in zip(weights, values, strict=True))
            for values in zip(start, control, end, strict=True)
        )
        return x, y

    points = [point(n / 30) for n in range(31)]
    canvas.line(points, fill=random.choice(_NOISE_COLOURS), width=random.randint(4, 8))
