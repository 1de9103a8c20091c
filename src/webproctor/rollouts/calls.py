"""Calls as clients send them: the name of an action, and its arguments."""

import json
from typing import Any

from webproctor.core.actions import BadAction
from webproctor.core.sanitize import clean_json


def parse_call(call: Any) -> tuple[str, dict[str, Any]]:
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


def decode_json(text: Any) -> Any:
    """Return the value of a JSON text that a model has written; any other value unchanged."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return text


def accepted_call(call: Any) -> dict[str, Any]:
    """Return a call as the service accepts it; one of an unknown action if it has another form."""
    try:
        name, arguments = parse_call(call)
    except BadAction:
        # In quotes, a text such as "done" is not the name of an action.
        return unknown_call(json.dumps(call, ensure_ascii=False, default=str))
    return clean_json({"name": name, "arguments": arguments}, finite=True)


def unknown_call(text: Any) -> dict[str, Any]:
    """Return a call whose result says that there is no such action, with the text as its name."""
    return clean_json({"name": str(text)[:200]})


def call_text(call: Any) -> str:
    """Return a call as text, whatever its form."""
    return call if isinstance(call, str) else json.dumps(call, ensure_ascii=False, default=str)
