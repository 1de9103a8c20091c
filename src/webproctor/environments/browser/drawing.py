"""Draw numbered marks on a screenshot."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

from PIL import ImageDraw, ImageFont

from webproctor.core.observations import Element
from webproctor.core.pictures import decoded, encoded

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels of the image."""

# Colours of marks: distinguishable, and dark enough for white digits.
_COLOURS = ("#c2261c", "#1d5fb8", "#1a7a3c", "#8a3ab0", "#a85b00", "#00727d", "#b0256f", "#4d4d4d")


# Side length of a grid cell in pixels, and the maximum number of rectangles checked per cell.
_CELL_SIZE, _MAX_PER_CELL = 64, 32


@cache
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(12)


def draw(
    png: bytes,
    elements: Sequence[Element],
    left: float = 0,
    top: float = 0,
    width: float | None = None,
) -> bytes:
    """Draw a frame around each element in the viewport, with its number next to it.

    Numbers are drawn outside their element if there is space, so that they hide no content, and
    do not overlap other numbers if possible.

    Args:
        png: The screenshot.
        elements: The elements, with boxes in page coordinates.
        left, top: The scroll position of the page, in CSS pixels.
        width: The width of the viewport in CSS pixels; by default that of the screenshot.
    """
    image = decoded(png)
    canvas = ImageDraw.Draw(image)
    scale = image.width / width if width else 1  # Device pixels per CSS pixel.
    width, height = image.size
    labels, frames = _Grid(width, height), _Grid(width, height)
    for one in elements:
        if one.view:
            frames.add(_frame(one, left, top, scale))
    for element in elements:
        if not element.view or element.box is None:
            continue
        colour = _COLOURS[element.index % len(_COLOURS)]
        x, y, right, bottom = _frame(element, left, top, scale)
        frame = max(x - 1, 0), max(y - 1, 0), min(right, width - 1), min(bottom, height - 1)
        if frame[2] <= frame[0] or frame[3] <= frame[1]:
            continue
        canvas.rectangle(frame, outline=colour)
        text = str(element.index)
        # Overlap as few numbers as possible, then as few elements as possible.
        box = min(
            _label_boxes(frame, text, image.size),
            key=lambda box: (labels.count_overlaps(box), frames.count_overlaps(box)),
        )
        labels.add(box)
        canvas.rectangle(box, fill=colour)
        canvas.text((box[0] + 2, box[1] - 1), text, fill="white", font=_font())
    return encoded(image)


class _Grid:
    """A spatial index of rectangles, to count those that overlap a given one.

    Only rectangles in the same cells are compared, so the time is linear in their number.
    """

    def __init__(self, width: int, height: int) -> None:
        self._last_column, self._last_row = width // _CELL_SIZE, height // _CELL_SIZE
        self._cells: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        self._rects: list[Rect] = []

    def add(self, rect: Rect) -> None:
        for cell in self._cells_of(rect):
            # More overlapping rectangles than this do not change the choice.
            if len(self._cells[cell]) < _MAX_PER_CELL:
                self._cells[cell].append(len(self._rects))
        self._rects.append(rect)

    def count_overlaps(self, rect: Rect) -> int:
        """Count the rectangles that overlap this one, at most `_MAX_PER_CELL` per cell."""
        near = {one for square in self._cells_of(rect) for one in self._cells.get(square, ())}
        return sum(_overlap(rect, self._rects[one]) for one in near)

    def _cells_of(self, rect: Rect) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = rect
        for column in range(
            _cell_index(left, self._last_column), _cell_index(right, self._last_column) + 1
        ):
            for row in range(
                _cell_index(top, self._last_row), _cell_index(bottom, self._last_row) + 1
            ):
                yield column, row


def _cell_index(position: float, last: int) -> int:
    return int(min(max(position // _CELL_SIZE, 0), last))


def _frame(element: Element, left: float, top: float, scale: float) -> Rect:
    """Return the rect of an element in the screenshot."""
    if element.box is None:
        return (0, 0, 0, 0)
    x, y = (element.box.x - left) * scale, (element.box.y - top) * scale
    return x, y, x + element.box.width * scale, y + element.box.height * scale


def _label_boxes(frame: Rect, text: str, size: tuple[int, int]) -> list[Rect]:
    """Return where a number can be drawn in an image of a size, the preferred positions first."""
    left, top, right, bottom = frame
    width, height = 7 * len(text) + 4, 13
    positions = [
        (left, top - height),
        (right - width, top - height),
        (left - width, top),
        (right + 1, top),
        (left, bottom + 1),
        (right - width, bottom + 1),
        (left, top),
    ]
    return [
        (x, y, x + width, y + height)
        for x, y in positions
        if 0 <= x <= size[0] - width and 0 <= y <= size[1] - height
    ] or [(left, top, left + width, top + height)]


def _overlap(one: Rect, other: Rect) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
