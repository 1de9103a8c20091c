"""What grounding models say, read as a point in their own terms; None for what says no point.

A parser never guesses: where a published one falls back to a corner of the screen, ours says None.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from webproctor.grounding.coordinates import Point, centre

Parser = Callable[[str], Point | None]
_NUMBER = r"-?\d+(?:\.\d+)?"
_GAP = r"\s*,\s*"
_PAIR = re.compile(rf"[(\[]\s*({_NUMBER}){_GAP}({_NUMBER})\s*[)\]]")
_CORNERS = re.compile(
    rf"\(\s*({_NUMBER}){_GAP}({_NUMBER})\s*\){_GAP}\(\s*({_NUMBER}){_GAP}({_NUMBER})\s*\)"
)
_FOUR = re.compile(rf"\[\s*({_NUMBER}){_GAP}({_NUMBER}){_GAP}({_NUMBER}){_GAP}({_NUMBER})\s*\]")
_BETWEEN = re.compile(r"<\|box_start\|>(.*?)<\|box_end\|>", re.DOTALL)
_POINT_TAG = re.compile(rf"<point>\s*({_NUMBER})[\s,]+({_NUMBER})\s*</point>")
_START_BOX = re.compile(r"(?:start_box|point)\s*=\s*(['\"])(.*?)\1")
_TOOL_CALL = re.compile(r"<tool_call>\s*(\{.*?\})\s*</tool_call>", re.DOTALL)


def first_pair(words: str) -> Point | None:
    """The first `(x, y)` or `[x, y]` (UGround, Aria-UI)."""
    found = _PAIR.search(words)
    return _point(found) if found else None


def gta1(words: str) -> Point | None:
    """One `(x, y)`, numbers with or without a point, and nothing that contradicts it."""
    found = _PAIR.findall(words)
    return (float(found[0][0]), float(found[0][1])) if len(set(found)) == 1 else None


def os_atlas(words: str) -> Point | None:
    """The middle of the box between the box tokens: two corners, or four numbers in a list."""
    inside = _BETWEEN.search(words)
    if inside is None:
        return None
    found = _CORNERS.search(inside[1]) or _FOUR.search(inside[1])
    if found is None:
        return None
    left, top, right, bottom = (float(found[place]) for place in range(1, 5))
    return centre((left, top, right, bottom))


def ui_tars(words: str) -> Point | None:
    """`(x,y)`, `click(start_box='(x,y)')`, or `<point>x y</point>`; a box stands for its middle."""
    if tagged := _POINT_TAG.search(words):
        return _point(tagged)
    quoted = _START_BOX.search(words)
    said = quoted[2] if quoted else words
    if box := _CORNERS.search(said) or _FOUR.search(said):
        left, top, right, bottom = (float(box[place]) for place in range(1, 5))
        return centre((left, top, right, bottom))
    return first_pair(said)


def tool_call(words: str) -> Point | None:
    """A computer-use call whose arguments hold `coordinate: [x, y]` (Qwen2.5-VL, Qwen3-VL)."""
    for found in _TOOL_CALL.findall(words) or [words]:
        told = _json(found)
        arguments = told.get("arguments", told) if isinstance(told, Mapping) else None
        given = arguments.get("coordinate") if isinstance(arguments, Mapping) else None
        if (point := _listed(given)) is not None:
            return point
    return None


def json_point(words: str) -> Point | None:
    """JSON with `point`, `point_2d` or `coordinate` as [x, y], or `bbox_2d` as two corners."""
    told = _json(words)
    if isinstance(told, list) and told and isinstance(told[0], Mapping):
        told = told[0]
    if not isinstance(told, Mapping):
        return _listed(told)
    for name in ("point_2d", "point", "coordinate"):
        if (point := _listed(told.get(name))) is not None:
            return point
    return _middle(told.get("bbox_2d"), across_first=True)


def gemini(words: str) -> Point | None:
    """JSON whose numbers go down before across: `point` as [y, x], `box_2d` as two corners."""
    told = _json(words)
    if isinstance(told, list) and told and isinstance(told[0], Mapping):
        told = told[0]
    given = told.get("point") if isinstance(told, Mapping) else told
    if (point := _listed(given)) is not None:
        return point[1], point[0]
    boxed = told.get("box_2d") if isinstance(told, Mapping) else told
    return _middle(boxed, across_first=False)


def _point(found: re.Match[str]) -> Point:
    return float(found[1]), float(found[2])


def _listed(given: Any) -> Point | None:
    if not isinstance(given, list) or len(given) != 2 or not all(map(_is_number, given)):
        return None
    return float(given[0]), float(given[1])


def _middle(given: Any, *, across_first: bool) -> Point | None:
    if not isinstance(given, list) or len(given) != 4 or not all(map(_is_number, given)):
        return None
    one, two, three, four = (float(number) for number in given)
    return centre((one, two, three, four) if across_first else (two, one, four, three))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9


def _json(words: str) -> Any:
    """The JSON in a text: all of it, or what stands in a fenced block or from the first bracket."""
    text = words.strip()
    if fenced := re.search(r"```(?:json)?\s*(.*?)```", text, re.DOTALL):
        text = fenced[1].strip()
    starts = [place for place in (text.find("{"), text.find("[")) if place >= 0]
    if not starts:
        return None
    try:
        return json.JSONDecoder().raw_decode(text[min(starts) :])[0]
    except (ValueError, RecursionError):
        return None
