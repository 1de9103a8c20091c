"""Sanitize text and JSON data from models, pages and programs.

A lone surrogate (half an emoji) is valid in JSON and JavaScript, but cannot be encoded as UTF-8, so
writing it to a file, a log or a request fails. Numbers that are not finite are not JSON. All data
from outside is sanitized once, where it is received.
"""

import json
import math
import re
from typing import Any

_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
# Control characters except tabs and line breaks.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# Integers of more bits exceed the range of a float; Python refuses to print the longest.
_MAX_BITS = 1024


def clean_text(text: str) -> str:
    """Replace each lone surrogate by U+FFFD.

    A surrogate pair becomes the one character that it encodes.
    """
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def shortened(text: str, length: int) -> str:
    """Return the first characters of a long text, and its length; a short text unchanged."""
    return text if len(text) <= length else f"{text[:length]}... ({len(text):,} characters)"


def without_controls(text: str) -> str:
    """Replace control characters by U+FFFD: in a terminal they could change what was printed."""
    return _CONTROL.sub("\ufffd", text)


def clean_json(value: Any, *, finite: bool = False) -> Any:
    """Sanitize every text and key of JSON data. Return the value itself if nothing changes, else a
    copy, in which tuples are lists.

    Args:
        value: Dictionaries, lists, tuples, strings, numbers, booleans, None; nested to any depth.
        finite: Also replace numbers that are not finite or have hundreds of digits by a
            description.
    """
    if _is_clean(value, finite):
        return value
    root: list[Any] = [value]
    unvisited: list[Any] = [root]
    while unvisited:
        container = unvisited.pop()
        pairs = (
            list(container.items()) if isinstance(container, dict) else list(enumerate(container))
        )
        if isinstance(container, dict):
            container.clear()
        for key, one in pairs:
            if isinstance(one, dict):
                one = dict(one)
                unvisited.append(one)
            elif isinstance(one, list | tuple):
                one = list(one)
                unvisited.append(one)
            else:
                one = _clean_scalar(one, finite)
            container[_clean_scalar(key, False)] = one
    return root[0]


def _is_clean(value: Any, finite: bool) -> bool:
    unvisited = [value]
    while unvisited:
        one = unvisited.pop()
        if isinstance(one, dict):
            unvisited += one.keys()
            unvisited += one.values()
        elif isinstance(one, list | tuple):
            unvisited += one
        elif _clean_scalar(one, finite) is not one:
            return False
    return True


def _clean_scalar(value: Any, finite: bool) -> Any:
    if isinstance(value, str):
        return clean_text(value)
    return _finite(value) if finite else value


def _finite(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, int) and value.bit_length() > _MAX_BITS:
        return f"an integer of about {round(value.bit_length() * math.log10(2))} digits"
    return value


def load_json(text: str | bytes) -> Any:
    """Parse JSON from outside and sanitize every text in it.

    Raises:
        ValueError: If it is not JSON.
    """
    text = text.decode() if isinstance(text, bytes) else text
    value = json.loads(text)
    return clean_json(value) if _ESCAPED_SURROGATE.search(text) else value
