"""Parse the answers of grounding models as points or boxes in their own coordinates; None if there
is neither.

Parsers do not guess: where a published parser falls back to a corner of the screen, these return
None.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from webproctor.methods.grounding.coordinates import Box, Point

Coordinates = Point | Box
Parser = Callable[[str], Coordinates | None]
_NUMBER = r"-?\d+(?:\.\d+)?"
_GAP = r"\s*,\s*"
_TWO = rf"({_NUMBER}){_GAP}({_NUMBER})"
_PAIR = re.compile(rf"[(\[]\s*{_TWO}\s*[)\]]")
_TWO_OR_FOUR = re.compile(rf"[(\[]\s*{_TWO}(?:{_GAP}{_TWO})?\s*[)\]]")
_FOUR = re.compile(rf"[(\[]\s*{_TWO}{_GAP}{_TWO}\s*[)\]]")
_CORNERS = re.compile(rf"\(\s*{_TWO}\s*\){_GAP}\(\s*{_TWO}\s*\)")
# Larger numbers are not coordinates of any model.
_MAX_COORDINATE = 1e9
_POINT_TAG = re.compile(rf"<point>\s*({_NUMBER})[\s,]+({_NUMBER})\s*</point>")
_START_BOX = re.compile(r"(?:start_box|point)\s*=\s*(['\"])(.*?)\1")
# Fields of JSON answers, in the order in which they are tried.
_FIELDS = ("coordinate", "point_2d", "point", "bbox_2d")


def first_pair(text: str) -> Coordinates | None:
    """Parse the first `(x, y)` or `[x, y]`, or four numbers in one bracket (UGround, Aria-UI)."""
    match = _TWO_OR_FOUR.search(text)
    return _coordinates_of_match(match) if match else None


def gta1(text: str) -> Point | None:
    """Parse one `(x, y)` of integers or decimals; None if there are different points."""
    pairs = _PAIR.findall(text)
    return _numbers(*pairs[0]) if len(set(pairs)) == 1 else None


def os_atlas(text: str) -> Box | None:
    """Parse the box between the box tokens: two corners, or four numbers."""
    box_text = next(_between(text, "<|box_start|>", "<|box_end|>"), "")
    match = _CORNERS.search(box_text) or _FOUR.search(box_text)
    return _box(match) if match else None


def ui_tars(text: str) -> Coordinates | None:
    """Parse `(x,y)`, `click(start_box='(x,y)')`, `<point>x y</point>`, or a box in their place."""
    if tag := _POINT_TAG.search(text):
        return _numbers(tag[1], tag[2])
    argument = _START_BOX.search(text)
    content = argument[2] if argument else text
    if corners := _CORNERS.search(content):
        return _box(corners)
    return first_pair(content)


def tool_call(text: str) -> Coordinates | None:
    """Parse a computer-use call (Qwen2.5-VL, Qwen3-VL), or the JSON of Qwen's grounding format.

    The argument `coordinate` is a point or a box; the JSON has `point_2d` or `bbox_2d`.
    """
    calls = [call for call in _between(text, "<tool_call>", "</tool_call>") if "{" in call]
    return next((found for call in calls or [text] if (found := _field(_json(call)))), None)


def json_point(text: str) -> Coordinates | None:
    """Parse JSON: `coordinate`, `point_2d`, `point` or `bbox_2d` of an object or of the first
    object of a list; or a list alone. Two numbers are x and y, four numbers a box's edges.
    """
    data = _json(text)
    return _field(data) or coordinates_in(data)


def gemini(text: str) -> Coordinates | None:
    """Parse JSON with y before x: `point` as [y, x], or `box_2d` as two corners."""
    data = _first(_json(text))
    values = (data.get("point"), data.get("box_2d")) if isinstance(data, Mapping) else (data,)
    for value in values:
        match coordinates_in(value):
            case (y, x):
                return x, y
            case (top, left, bottom, right):
                return left, top, right, bottom
    return None


def coordinates_in(value: object) -> Coordinates | None:
    """Return a list of two or four numbers as coordinates; None for anything else."""
    if not isinstance(value, list | tuple) or not all(map(_is_number, value)):
        return None
    match [float(number) for number in value]:
        case [x, y]:
            return x, y
        case [left, top, right, bottom]:
            return left, top, right, bottom
    return None


def _first(data: Any) -> Any:
    """Return the first object of a list of objects; any other value unchanged."""
    return data[0] if isinstance(data, list) and data and isinstance(data[0], Mapping) else data


def _field(data: Any) -> Coordinates | None:
    """Return the coordinates of a JSON object, or of the arguments of a call."""
    data = _first(data)
    fields = data.get("arguments", data) if isinstance(data, Mapping) else None
    if not isinstance(fields, Mapping):
        return None
    return next((found for name in _FIELDS if (found := coordinates_in(fields.get(name)))), None)


def _between(text: str, begin: str, end: str) -> Iterator[str]:
    """Yield every text between two delimiters. A regular expression would scan the rest of the text
    again for every opening delimiter without a closing one.
    """
    position = 0
    while (first := text.find(begin, position)) >= 0:
        first += len(begin)
        last = text.find(end, first)
        if last < 0:
            return
        yield text[first:last]
        position = last + len(end)


def _coordinates_of_match(match: re.Match[str]) -> Coordinates | None:
    """Return the two or four numbers that a pattern matched."""
    return _box(match) if match[3] else _numbers(match[1], match[2])


def _box(match: re.Match[str]) -> Box | None:
    first, second = _numbers(match[1], match[2]), _numbers(match[3], match[4])
    return (*first, *second) if first and second else None


def _numbers(x_text: str, y_text: str) -> Point | None:
    x, y = float(x_text), float(y_text)
    return (x, y) if max(abs(x), abs(y)) < _MAX_COORDINATE else None


def _is_number(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and abs(value) < _MAX_COORDINATE
    )


def _json(text: str) -> Any:
    """Parse the JSON in a text: the whole text, a fenced block, or from the first bracket."""
    content = text.strip()
    if block := next(_between(content, "```", "```"), ""):
        content = block.removeprefix("json").strip()
    starts = [index for index in (content.find("{"), content.find("[")) if index >= 0]
    if not starts:
        return None
    try:
        return json.JSONDecoder().raw_decode(content[min(starts) :])[0]
    except (ValueError, RecursionError):
        return None
