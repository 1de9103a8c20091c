"""Read the commands that programs send to the DevTools proxy."""

import json
import math
from typing import Any, NamedTuple

_PARSE_ERROR, _INVALID_REQUEST = -32700, -32600
# Chromium reads no message that is nested deeper than 300 levels.
_MAX_DEPTH = 200


class Message(NamedTuple):
    """A command of a program.

    Attributes:
        id: Its number, which the answer repeats.
        method: The command's name.
        parameters: Its parameters.
        session: The id of the session that it is for; None for that of the connection.
    """

    id: int
    method: str
    parameters: dict[str, Any]
    session: str | None


class NotACommand(Exception):
    """A message is not a command.

    Attributes:
        answer: The answer, with the number of the message if it has one, as in Chromium.
    """

    def __init__(self, code: int, message: str, number: int | None = None) -> None:
        super().__init__(message)
        identified = {} if number is None else {"id": number}
        self.answer = {**identified, "error": {"code": code, "message": message}}


def read_message(text: str | bytes) -> Message:
    """Return the command in a message. Chromium accepts a list or null as no parameters.

    Raises:
        NotACommand: If it is not one.
    """
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotACommand(_PARSE_ERROR, "Message must be a valid JSON") from error
    if not isinstance(given, dict):
        raise NotACommand(_INVALID_REQUEST, "Message must be an object")
    number, method = given.get("id"), given.get("method")
    parameters, session = given.get("params"), given.get("sessionId")
    if type(number) is not int:
        raise NotACommand(_INVALID_REQUEST, "Message must have integer 'id' property")
    if not isinstance(method, str):
        raise NotACommand(_INVALID_REQUEST, "Message must have string 'method' property", number)
    if not isinstance(session, str | None):
        raise NotACommand(_INVALID_REQUEST, "Message may have string 'sessionId' property", number)
    if parameters is None or isinstance(parameters, list):
        parameters = {}
    if not isinstance(parameters, dict):
        raise NotACommand(_INVALID_REQUEST, "Message may have object 'params' property", number)
    return Message(number, method, parameters, session)


def unreadable(parameters: dict[str, Any]) -> str:
    """Return why Chromium cannot read parameters, or "". It would not say which command it is."""
    remaining: list[tuple[Any, int]] = [(parameters, 1)]
    while remaining:
        value, depth = remaining.pop()
        if isinstance(value, dict | list):
            if depth > _MAX_DEPTH:
                return f"its parameters are nested deeper than {_MAX_DEPTH} levels"
            parts = value.values() if isinstance(value, dict) else value
            remaining += [(part, depth + 1) for part in parts]
        elif isinstance(value, int | float) and not _is_finite(value):
            return "its parameters contain a number that is not finite"
    return ""


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # An integer that is larger than any float.
        return False
