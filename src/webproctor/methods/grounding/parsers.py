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
_MOST = 1e9
_POINT_TAG = re.compile(rf"<point>\s*({_NUMBER})[\s,]+({_NUMBER})\s*</point>")
_START_BOX = re.compile(r"(?:start_box|point)\s*=\s*(['\"])(.*?)\1")
# Fields of JSON answers, in the order in which they are tried.
_FIELDS = ("coordinate", "point_2d", "point", "bbox_2d")


def first_pair(words: str) -> Coordinates | None:
    """Parse the first `(x, y)` or `[x, y]`, or four numbers in one bracket (UGround, Aria-UI)."""
    found = _TWO_OR_FOUR.search(words)
    return _matched(found) if found else None


def gta1(words: str) -> Point | None:
    """Parse one `(x, y)` of integers or decimals; None if there are different points."""
    found = _PAIR.findall(words)
    return _numbers(*found[0]) if len(set(found)) == 1 else None


def os_atlas(words: str) -> Box | None:
    """Parse the box between the box tokens: two corners, or four numbers."""
    inside = next(_between(words, "<|box_start|>", "<|box_end|>"), "")
    found = _CORNERS.search(inside) or _FOUR.search(inside)
    return _box(found) if found else None


def ui_tars(words: str) -> Coordinates | None:
    """Parse `(x,y)`, `click(start_box='(x,y)')`, `<point>x y</point>`, or a box in their place."""
    if tagged := _POINT_TAG.search(words):
        return _numbers(tagged[1], tagged[2])
    quoted = _START_BOX.search(words)
    said = quoted[2] if quoted else words
    if box := _CORNERS.search(said):
        return _box(box)
    return first_pair(said)


def tool_call(words: str) -> Coordinates | None:
    """Parse a computer-use call (Qwen2.5-VL, Qwen3-VL), or the JSON of Qwen's grounding format.

    The argument `coordinate` is a point or a box; the JSON has `point_2d` or `bbox_2d`.
    """
    called = [one for one in _between(words, "<tool_call>", "</tool_call>") if "{" in one]
    return next((found for one in called or [words] if (found := _field(_json(one)))), None)


def json_point(words: str) -> Coordinates | None:
    """Parse JSON: `coordinate`, `point_2d`, `point` or `bbox_2d` of an object or of the first
    object of a list; or a list alone. Two numbers are x and y, four numbers a box's edges.
    """
    told = _json(words)
    return _field(told) or listed(told)


def gemini(words: str) -> Coordinates | None:
    """Parse JSON with y before x: `point` as [y, x], or `box_2d` as two corners."""
    told = _first(_json(words))
    named = (told.get("point"), told.get("box_2d")) if isinstance(told, Mapping) else (told,)
    for given in named:
        match listed(given):
            case (y, x):
                return x, y
            case (top, left, bottom, right):
                return left, top, right, bottom
    return None


def listed(given: object) -> Coordinates | None:
    """Return a list of two or four numbers as coordinates; None for anything else."""
    if not isinstance(given, list | tuple) or not all(map(_is_number, given)):
        return None
    match [float(number) for number in given]:
        case [x, y]:
            return x, y
        case [left, top, right, bottom]:
            return left, top, right, bottom
    return None


def _first(told: Any) -> Any:
    """Return the first object of a list of objects; any other value unchanged."""
    return told[0] if isinstance(told, list) and told and isinstance(told[0], Mapping) else told


def _field(told: Any) -> Coordinates | None:
    """Return the coordinates of a JSON object, or of the arguments of a call."""
    told = _first(told)
    fields = told.get("arguments", told) if isinstance(told, Mapping) else None
    if not isinstance(fields, Mapping):
        return None
    return next((found for name in _FIELDS if (found := listed(fields.get(name)))), None)


def _between(words: str, begin: str, end: str) -> Iterator[str]:
    """Yield every text between two delimiters. A regular expression would scan the rest of the text
    again for every opening delimiter without a closing one.
    """
    at = 0
    while (first := words.find(begin, at)) >= 0:
        first += len(begin)
        last = words.find(end, first)
        if last < 0:
            return
        yield words[first:last]
        at = last + len(end)


def _matched(found: re.Match[str]) -> Coordinates | None:
    """Return the two or four numbers that a pattern matched."""
    return _box(found) if found[3] else _numbers(found[1], found[2])


def _box(found: re.Match[str]) -> Box | None:
    first, second = _numbers(found[1], found[2]), _numbers(found[3], found[4])
    return (*first, *second) if first and second else None


def _numbers(across: str, down: str) -> Point | None:
    x, y = float(across), float(down)
    return (x, y) if max(abs(x), abs(y)) < _MOST else None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _MOST


def _json(words: str) -> Any:
    """Parse the JSON in a text: the whole text, a fenced block, or from the first bracket."""
    text = words.strip()
    if fenced := next(_between(text, "```", "```"), ""):
        text = fenced.removeprefix("json").strip()
    starts = [place for place in (text.find("{"), text.find("[")) if place >= 0]
    if not starts:
        return None
    try:
        return json.JSONDecoder().raw_decode(text[min(starts) :])[0]
    except (ValueError, RecursionError):
        return None
