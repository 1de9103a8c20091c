"""Draw numbered marks on a screenshot."""

import io
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

from PIL import Image, ImageDraw, ImageFont

from webproctor.core.observations import Element

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels of the image."""

# Colours of marks: distinguishable, and dark enough for white digits.
_COLOURS = ("#c2261c", "#1d5fb8", "#1a7a3c", "#8a3ab0", "#a85b00", "#00727d", "#b0256f", "#4d4d4d")


# Side length of a grid cell in pixels, and the maximum number of rectangles checked per cell.
_SIDE, _CROWD = 64, 32


@cache
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(12)


def draw(png: bytes, elements: Sequence[Element], left: float = 0, top: float = 0) -> bytes:
    """Draw a frame around each element in the viewport, with its number next to it.

    Numbers are drawn outside their element if there is space, so that they hide no content, and
    do not overlap other numbers if possible.

    Args:
        png: The screenshot.
        elements: The elements, with boxes in page coordinates.
        left, top: The scroll position of the page, in CSS pixels.
    """
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    pen = ImageDraw.Draw(picture)
    width, height = picture.size
    labels, frames = _Grid(width, height), _Grid(width, height)
    for one in elements:
        if one.view:
            frames.add(_frame(one, left, top))
    for element in elements:
        if not element.view or element.box is None:
            continue
        colour = _COLOURS[element.index % len(_COLOURS)]
        x, y, right, bottom = _frame(element, left, top)
        frame = max(x - 1, 0), max(y - 1, 0), min(right, width - 1), min(bottom, height - 1)
        if frame[2] <= frame[0] or frame[3] <= frame[1]:
            continue
        pen.rectangle(frame, outline=colour)
        text = str(element.index)
        wide, tall = 7 * len(text) + 4, 13
        spots = [
            (frame[0], frame[1] - tall),
            (frame[2] - wide, frame[1] - tall),
            (frame[0] - wide, frame[1]),
            (frame[2] + 1, frame[1]),
            (frame[0], frame[3] + 1),
            (frame[2] - wide, frame[3] + 1),
            (frame[0], frame[1]),
        ]
        boxes = [
            (at, on, at + wide, on + tall)
            for at, on in spots
            if 0 <= at <= width - wide and 0 <= on <= height - tall
        ] or [(frame[0], frame[1], frame[0] + wide, frame[1] + tall)]
        # Overlap as few numbers as possible, then as few elements as possible.
        box = min(
            boxes,
            key=lambda box: (labels.meeting(box), frames.meeting(box)),
        )
        labels.add(box)
        pen.rectangle(box, fill=colour)
        pen.text((box[0] + 2, box[1] - 1), text, fill="white", font=_font())
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()


class _Grid:
    """A spatial index of rectangles, to count those that overlap a given one.

    Only rectangles in the same cells are compared, so the time is linear in their number.
    """

    def __init__(self, width: int, height: int) -> None:
        self._across, self._down = width // _SIDE, height // _SIDE
        self._squares: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        self._rects: list[Rect] = []

    def add(self, rect: Rect) -> None:
        for square in self._touched(rect):
            # With that many overlapping rectangles, more of them do not change the choice.
            if len(self._squares[square]) < _CROWD:
                self._squares[square].append(len(self._rects))
        self._rects.append(rect)

    def meeting(self, rect: Rect) -> int:
        """Count the rectangles that overlap this one, at most `_CROWD` per cell."""
        near = {one for square in self._touched(rect) for one in self._squares.get(square, ())}
        return sum(_meet(rect, self._rects[one]) for one in near)

    def _touched(self, rect: Rect) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = rect
        for across in range(_square(left, self._across), _square(right, self._across) + 1):
            for down in range(_square(top, self._down), _square(bottom, self._down) + 1):
                yield across, down


def _square(at: float, last: int) -> int:
    return int(min(max(at // _SIDE, 0), last))


def _frame(element: Element, left: float, top: float) -> Rect:
    if element.box is None:
        return (0, 0, 0, 0)
    x, y = element.box.x - left, element.box.y - top
    return x, y, x + element.box.width, y + element.box.height


def _meet(one: Rect, other: Rect) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
