"""Read values in the answers of model servers, whatever their types are."""

import json
import re
from typing import Any

Json = dict[str, Any]
_FENCED = re.compile(r"```\w*\s*(\{.*\})\s*```", re.DOTALL)


def as_object(value: Any) -> Json:
    """Return a copy of an object; an empty one for any other value."""
    return dict(value) if isinstance(value, dict) else {}


def as_text(value: Any) -> str:
    """Return a text; the JSON of any other value."""
    return value if isinstance(value, str) else json.dumps(value)


def as_count(value: Any) -> int | None:
    """Return a number of tokens; None if it is unknown."""
    try:
        count = int(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return count if count >= 0 else None


def as_arguments(arguments: Any) -> str:
    """Return the arguments of a call as the text of a JSON object, if they are one.

    Objects that are encoded twice or in a Markdown fence are unwrapped; null and empty text become
    `{}`. Clients would take each of these for the value of the tool's first argument. Any other
    text is returned unchanged.
    """
    text = "" if arguments is None else as_text(arguments).strip()
    if text.startswith('"'):
        try:
            inner = json.loads(text).strip()
        except ValueError:
            inner = ""
        text = inner if inner.startswith("{") else text
    fenced = _FENCED.fullmatch(text)
    return fenced[1] if fenced else ("{}" if text in ("", "null") else text)
