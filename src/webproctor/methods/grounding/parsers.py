"""Parse the answers of grounding models as points or boxes in their own coordinates; None if there
is neither.

Parsers do not guess: where a published parser falls back to a corner of the screen, these return
None.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
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
_MAX_DIGITS = 20
_GLM_BOX = "<|begin_of_box|>", "<|end_of_box|>"
_POINT_TAG = re.compile(rf"<point>\s*({_NUMBER})[\s,]+({_NUMBER})\s*</point>")
_START_BOX = re.compile(r"(?:start_box|point)\s*=\s*(['\"])(.*?)\1")
_CLICK = re.compile(
    rf"(?:click|moveTo)\(\s*(?:x\s*=\s*)?({_NUMBER}){_GAP}(?:y\s*=\s*)?({_NUMBER})\s*[,)]", re.I
)
_POINT_ATTRIBUTES = re.compile(rf'\bx1?\s*=\s*"\s*({_NUMBER})\s*"\s+y1?\s*=\s*"\s*({_NUMBER})\s*"')
# Fields of JSON answers, in the order in which they are tried.
_FIELDS = ("coordinate", "point_2d", "point", "bbox_2d")
_GEMINI_FIELDS = ("point", "box_2d")


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
    """Parse `(x,y)`, `click(start_box='(x,y)')`, `<point>x y</point>`, or a box in their place.

    Of an answer with a thought and an action, only the action is parsed.
    """
    action = text.rpartition("Action:")[2]
    if tag := _POINT_TAG.search(action):
        return _numbers(tag[1], tag[2])
    argument = _START_BOX.search(action)
    content = argument[2] if argument else action
    if corners := _CORNERS.search(content):
        return _box(corners)
    return first_pair(content)


def pyautogui_click(text: str) -> Point | None:
    """Parse the first `pyautogui.click(x=0.5, y=0.3)` (Aguvis); other clicks have the same form."""
    match = _CLICK.search(text)
    return _numbers(match[1], match[2]) if match else None


def molmo(text: str) -> Point | None:
    """Parse the first point of `<point x="10" y="20" ...>` or `<points x1="10" y1="20" ...>`."""
    match = _POINT_ATTRIBUTES.search(text)
    return _numbers(match[1], match[2]) if match else None


def glm(text: str) -> Coordinates | None:
    """Parse the first box or the point between the box tokens, in brackets of any kind (GLM-V)."""
    numbers = [
        float(number)
        for number in re.findall(_NUMBER, next(_between(text, *_GLM_BOX), ""))
        if len(number) < _MAX_DIGITS
    ]
    match numbers:
        case [x, y]:
            return x, y
        case [left, top, right, bottom, *others] if len(others) % 4 == 0:
            return left, top, right, bottom
    return first_pair(text) if _GLM_BOX[0] not in text else None


def tool_call(text: str) -> Coordinates | None:
    """Parse a computer-use call (Qwen2.5-VL, Qwen3-VL), or the JSON of Qwen's grounding format.

    The argument `coordinate` is a point or a box; the JSON has `point_2d` or `bbox_2d`.
    """
    calls = [call for call in _between(text, "<tool_call>", "</tool_call>") if "{" in call]
    return next((found for call in calls or [text] if (found := _named(call, _FIELDS))), None)


def json_point(text: str) -> Coordinates | None:
    """Parse JSON: `coordinate`, `point_2d`, `point` or `bbox_2d` of an object or of the first
    object of a list, or its `x` and `y`; or the only list or pair of a text. Two numbers are x and
    y, four numbers a box's edges.
    """
    if found := _x_and_y(text) or _named(text, _FIELDS):
        return found
    pairs = {match[0]: match for match in _TWO_OR_FOUR.finditer(text)}
    return _coordinates_of_match(*pairs.values()) if len(pairs) == 1 else None


def gemini(text: str) -> Coordinates | None:
    """Parse JSON with y before x: `point` as [y, x], or `box_2d` as two corners. Of an object with
    `x` and `y`, these are parsed.
    """
    if found := _x_and_y(text):
        return found
    match _named(text, _GEMINI_FIELDS) or coordinates_in(_json(text)):
        case (y, x):
            return x, y
        case (top, left, bottom, right):
            return left, top, right, bottom
    return None


def coordinates_in(value: object) -> Coordinates | None:
    """Return a list of two or four numbers as coordinates; None for anything else.

    Some models write numbers as strings, or a list in a list.
    """
    match value:
        case [list() as only]:
            return coordinates_in(only)
        case [_, _] | [_, _, _, _]:
            numbers = [_number(one) for one in value]
        case _:
            return None
    match [number for number in numbers if number is not None]:
        case [x, y] if len(numbers) == 2:
            return x, y
        case [left, top, right, bottom]:
            return left, top, right, bottom
    return None


def _first(data: Any) -> Any:
    """Return the first object of a list of objects; any other value unchanged."""
    return data[0] if isinstance(data, list) and data and isinstance(data[0], Mapping) else data


def _fields(text: str) -> Mapping[str, Any]:
    """Return the fields of the JSON in a text, or the arguments of a call; {} if there are none."""
    data = _first(_json(text))
    fields = data.get("arguments", data) if isinstance(data, Mapping) else None
    return fields if isinstance(fields, Mapping) else {}


def _named(text: str, names: Sequence[str]) -> Coordinates | None:
    """Return the coordinates in a field of the JSON in a text, or of the arguments of a call.

    Of JSON that cannot be parsed, and of calls in XML, the field is read if the text has only one.
    """
    fields = _fields(text)
    if found := next(filter(None, (coordinates_in(fields.get(name)) for name in names)), None):
        return found
    written = {match[1] for match in _written(names).finditer(text)}
    return first_pair(*written) if len(written) == 1 else None


@cache
def _written(names: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern of fields in JSON, also in a string of JSON, in Python and in XML."""
    quote = r"""\\?["']?"""
    return re.compile(
        rf"\b(?:{'|'.join(names)}){quote}\s*[:=>]\s*{quote}\[?(\[{_TWO}(?:{_GAP}{_TWO})?\s*\])",
        re.I,
    )


def _x_and_y(text: str) -> Point | None:
    """Return the fields `x` and `y` of the JSON in a text, or of the first object in it."""
    fields = _fields(text)
    for one in (fields, *fields.values()):
        if isinstance(one, Mapping):
            x, y = _number(one.get("x")), _number(one.get("y"))
            if x is not None and y is not None:
                return x, y
    return None


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


def _number(value: object) -> float | None:
    """Return a number, also one in a string, as a float; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if abs(number) < _MAX_COORDINATE else None


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
