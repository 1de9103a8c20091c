"""Convert points between the coordinate conventions of models and pixels.

Models predict points in pixels of the screenshot, in thousandths, percent or fractions of its
sides, or in pixels of the image resized by their image processor.
"""

from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Literal

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom edges."""
Size = tuple[int, int]
"""Width and height in pixels."""

Space = Literal["pixels", "thousandths", "percent", "fractions", "resized"]


@dataclass(frozen=True)
class Resizing:
    """How an image processor resizes an image: to sides that are multiples of a factor, with a
    bounded area.

    Attributes:
        factor: Both sides are multiples of it, in pixels.
        min_area, max_area: Minimum and maximum area, in pixels.
    """

    factor: int = 28
    min_area: int = 100 * 28 * 28
    max_area: int = 16384 * 28 * 28


# Settings of these models' image processors.
QWEN = Resizing(min_area=56 * 56, max_area=1280 * 28 * 28)
UI_TARS_15 = Resizing(min_area=100 * 28 * 28, max_area=16384 * 28 * 28)
GTA1 = Resizing(min_area=3136, max_area=4096 * 2160)
_MAX_ASPECT_RATIO = 200


def smart_resize(size: Size, resizing: Resizing) -> Size:
    """Return the size to which an image processor resizes an image (Qwen's `smart_resize`).

    Raises:
        ValueError: If one side is more than 200 times as long as the other.
    """
    width, height = size
    if max(size) > _MAX_ASPECT_RATIO * min(size):
        raise ValueError(f"an image of {width} x {height} pixels is too elongated")
    factor = resizing.factor
    # `round` rounds halves to even, as the image processors do.
    new_width = max(factor, round(width / factor) * factor)
    new_height = max(factor, round(height / factor) * factor)
    if new_width * new_height > resizing.max_area:
        scale = sqrt(width * height / resizing.max_area)
        new_width = max(factor, floor(width / scale / factor) * factor)
        new_height = max(factor, floor(height / scale / factor) * factor)
    elif new_width * new_height < resizing.min_area:
        scale = sqrt(resizing.min_area / (width * height))
        new_width = ceil(width * scale / factor) * factor
        new_height = ceil(height * scale / factor) * factor
    return new_width, new_height


def to_pixels(
    point: Point, space: Space, size: Size, *, resized: Size | None = None, whole: bool = False
) -> Point:
    """Convert a point in a model's coordinates to pixels of the screenshot.

    Args:
        point: x and y.
        space: The model's coordinates.
        size: The screenshot's size.
        resized: The size of the image that the model saw, for `resized`.
        whole: Truncate to integers, as the published scripts of some models do.

    Raises:
        ValueError: If `resized` is needed and missing.
    """
    width, height = size
    match space:
        case "pixels":
            x_scale, y_scale = 1.0, 1.0
        case "thousandths":
            x_scale, y_scale = width / 1000, height / 1000
        case "percent":
            x_scale, y_scale = width / 100, height / 100
        case "fractions":
            x_scale, y_scale = float(width), float(height)
        case "resized":
            if resized is None:
                raise ValueError("resized coordinates need the size of the resized image")
            x_scale, y_scale = width / resized[0], height / resized[1]
    x, y = point[0] * x_scale, point[1] * y_scale
    return (float(int(x)), float(int(y))) if whole else (x, y)


def overlap(one: Box, other: Box) -> float:
    """Return the intersection over union of two boxes, 0 to 1."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    areas = (one[2] - one[0]) * (one[3] - one[1]) + (other[2] - other[0]) * (other[3] - other[1])
    return width * height / (areas - width * height)


def centre(box: Box) -> Point:
    """Return the centre of a box given by its left, top, right and bottom edges."""
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2
