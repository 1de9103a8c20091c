"""Parse the answers of grounding models as points in their own coordinates; None if there is no
point.

Parsers do not guess: where a published parser falls back to a corner of the screen, these return
None.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from webproctor.methods.grounding.coordinates import Point, centre

Parser = Callable[[str], Point | None]
_NUMBER = r"-?\d+(?:\.\d+)?"
_GAP = r"\s*,\s*"
_PAIR = re.compile(rf"[(\[]\s*({_NUMBER}){_GAP}({_NUMBER})\s*[)\]]")
_CORNERS = re.compile(
    rf"\(\s*({_NUMBER}){_GAP}({_NUMBER})\s*\){_GAP}\(\s*({_NUMBER}){_GAP}({_NUMBER})\s*\)"
)
_FOUR = re.compile(rf"\[\s*({_NUMBER}){_GAP}({_NUMBER}){_GAP}({_NUMBER}){_GAP}({_NUMBER})\s*\]")
# Larger numbers are not coordinates of any model.
_MOST = 1e9
_POINT_TAG = re.compile(rf"<point>\s*({_NUMBER})[\s,]+({_NUMBER})\s*</point>")
_START_BOX = re.compile(r"(?:start_box|point)\s*=\s*(['\"])(.*?)\1")


def first_pair(words: str) -> Point | None:
    """Parse the first `(x, y)` or `[x, y]` (UGround, Aria-UI)."""
    found = _PAIR.search(words)
    return _point(found) if found else None


def gta1(words: str) -> Point | None:
    """Parse one `(x, y)` of integers or decimals; None if there are different points."""
    found = _PAIR.findall(words)
    return _numbers(*found[0]) if len(set(found)) == 1 else None


def os_atlas(words: str) -> Point | None:
    """Return the centre of the box between the box tokens: two corners, or four numbers."""
    inside = next(_between(words, "<|box_start|>", "<|box_end|>"), "")
    found = _CORNERS.search(inside) or _FOUR.search(inside)
    return _box(found) if found else None


def ui_tars(words: str) -> Point | None:
    """Parse `(x,y)`, `click(start_box='(x,y)')`, `<point>x y</point>`; a box becomes its centre."""
    if tagged := _POINT_TAG.search(words):
        return _point(tagged)
    quoted = _START_BOX.search(words)
    said = quoted[2] if quoted else words
    if box := _CORNERS.search(said) or _FOUR.search(said):
        return _box(box)
    return first_pair(said)


def tool_call(words: str) -> Point | None:
    """Parse a computer-use call with the argument `coordinate: [x, y]` (Qwen2.5-VL, Qwen3-VL)."""
    called = [one for one in _between(words, "<tool_call>", "</tool_call>") if "{" in one]
    for found in called or [words]:
        told = _json(found)
        arguments = told.get("arguments", told) if isinstance(told, Mapping) else None
        given = arguments.get("coordinate") if isinstance(arguments, Mapping) else None
        if (point := _listed(given)) is not None:
            return point
    return None


def json_point(words: str) -> Point | None:
    """Parse JSON with `point`, `point_2d` or `coordinate` as [x, y], or `bbox_2d`, two corners."""
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
    """Parse JSON with y before x: `point` as [y, x], or `box_2d` as two corners."""
    told = _json(words)
    if isinstance(told, list) and told and isinstance(told[0], Mapping):
        told = told[0]
    given = told.get("point") if isinstance(told, Mapping) else told
    if (point := _listed(given)) is not None:
        return point[1], point[0]
    boxed = told.get("box_2d") if isinstance(told, Mapping) else told
    return _middle(boxed, across_first=False)


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


def _point(found: re.Match[str]) -> Point | None:
    return _numbers(found[1], found[2])


def _box(found: re.Match[str]) -> Point | None:
    """Return the centre of a box whose edges a pattern matched."""
    first, second = _numbers(found[1], found[2]), _numbers(found[3], found[4])
    return centre((*first, *second)) if first and second else None


def _numbers(across: str, down: str) -> Point | None:
    x, y = float(across), float(down)
    return (x, y) if max(abs(x), abs(y)) < _MOST else None


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
