"""Every convention of where a point is, turned into pixels in one place (catalogue, section 3.2).

Models say where something is in pixels of the screenshot, in thousandths of its sides, in fractions
of them, or in pixels of the picture that their own image processor makes of it.
"""

from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Literal

Point = tuple[float, float]
Size = tuple[int, int]
"""Width and height in pixels."""

Space = Literal["pixels", "thousandths", "fractions", "resized"]


@dataclass(frozen=True)
class Resizing:
    """How an image processor sizes a picture: sides are multiples of a factor, the area bounded.

    Attributes:
        factor: What both sides are multiples of, in pixels.
        least, most: The area's bounds, in pixels.
    """

    factor: int = 28
    least: int = 100 * 28 * 28
    most: int = 16384 * 28 * 28


# Of the checkpoints that are known by these names.
QWEN = Resizing(least=56 * 56, most=1280 * 28 * 28)
UI_TARS_15 = Resizing(least=100 * 28 * 28, most=16384 * 28 * 28)
GTA1 = Resizing(least=3136, most=4096 * 2160)
_MOST_ELONGATED = 200


def smart_resize(size: Size, how: Resizing) -> Size:
    """The size that an image processor gives a picture.

    Raises:
        ValueError: If one side is more than 200 times the other.
    """
    width, height = size
    if max(size) > _MOST_ELONGATED * min(size):
        raise ValueError(f"a picture of {width} x {height} pixels is too elongated")
    factor = how.factor
    # Python rounds halves to the even multiple, as the processors do.
    across = max(factor, round(width / factor) * factor)
    down = max(factor, round(height / factor) * factor)
    if across * down > how.most:
        scale = sqrt(width * height / how.most)
        across = max(factor, floor(width / scale / factor) * factor)
        down = max(factor, floor(height / scale / factor) * factor)
    elif across * down < how.least:
        scale = sqrt(how.least / (width * height))
        across = ceil(width * scale / factor) * factor
        down = ceil(height * scale / factor) * factor
    return across, down


def to_pixels(
    point: Point, space: Space, size: Size, *, resized: Size | None = None, whole: bool = False
) -> Point:
    """A point in a model's own terms as pixels of the screenshot.

    Args:
        point: Across and down.
        space: What the numbers are.
        size: The screenshot's size.
        resized: The size of the picture that the model was given, for `resized`.
        whole: Cut the pixels to whole ones, as the published scripts of some models do.

    Raises:
        ValueError: If `resized` is missing where it is needed.
    """
    width, height = size
    match space:
        case "pixels":
            across, down = 1.0, 1.0
        case "thousandths":
            across, down = width / 1000, height / 1000
        case "fractions":
            across, down = float(width), float(height)
        case "resized":
            if resized is None:
                raise ValueError("what size was the picture that the model was given?")
            across, down = width / resized[0], height / resized[1]
    x, y = point[0] * across, point[1] * down
    return (float(int(x)), float(int(y))) if whole else (x, y)


def centre(box: tuple[float, float, float, float]) -> Point:
    """The middle of a box given by its left, top, right and bottom edges."""
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2
