"""Calls as clients send them: the name of an action, and its arguments."""

import json
from typing import Any

from webproctor.core.actions import BadAction


def parsed(call: Any) -> tuple[str, dict[str, Any]]:
    """Return the name and the arguments of a call.

    Raises:
        BadAction: If it has another form.
    """
    try:
        if not isinstance(call["name"], str):
            raise TypeError("the name must be a string")
        return call["name"], dict(call.get("arguments") or {})
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadAction('an action must be JSON: {"name": ..., "arguments": {...}}') from error


def written(call: Any) -> str:
    """Return a call as text, whatever its form."""
    return call if isinstance(call, str) else json.dumps(call, ensure_ascii=False, default=str)
