"""Correct malformed calls of Google's models, which Inspect cannot read, and count the requests by
which Inspect repeats others.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from inspect_ai.model import ModelAPI
from inspect_ai.tool import ToolCall

from webproctor.harness.accounting import current_question

_TYPING = "type_text_at"
_POINT = ("x", "y")
# The coordinates without which Inspect acts at the top left corner.
_COORDINATES = {
    "click_at": _POINT,
    "hover_at": _POINT,
    _TYPING: _POINT,
    "scroll_at": _POINT,
    "drag_and_drop": (*_POINT, "destination_x", "destination_y"),
}
_INTEGERS = ("x", "y", "destination_x", "destination_y", "magnitude")


def correct_calls(api: ModelAPI) -> None:
    """Correct the calls in the answers of a provider's clients."""
    make: Callable[..., Any] = api.model_client  # type: ignore[attr-defined]

    def make_corrected(*args: Any, **kwargs: Any) -> Any:
        client = make(*args, **kwargs)
        models = client.aio.models
        generate = models.generate_content
        sent = False  # Each request of a question has its own client, which also sends the repeats.

        async def generate_corrected(*args: Any, **kwargs: Any) -> Any:
            nonlocal sent
            if sent and (question := current_question.get()) is not None:
                await question.repeat()
            sent = True
            answer = await generate(*args, **kwargs)
            for call in _function_calls(answer):
                _correct(call)
            return answer

        models.generate_content = generate_corrected
        return client

    api.model_client = make_corrected  # type: ignore[attr-defined]


def _function_calls(answer: Any) -> Iterator[Any]:
    for candidate in answer.candidates or ():
        for part in (candidate.content and candidate.content.parts) or ():
            if part.function_call is not None:
                yield part.function_call


def _correct(call: Any) -> None:
    """Give a call a name and arguments, and remove values that Inspect cannot convert."""
    call.name, arguments = call.name or "", dict(call.args or {})
    if call.name in _COORDINATES:
        numbers = {name: _integer(arguments.pop(name, None)) for name in _INTEGERS}
        arguments |= {name: number for name, number in numbers.items() if number is not None}
    if call.name == "key_combination" and not isinstance(keys := arguments.get("keys"), str):
        arguments["keys"] = "+".join(map(str, keys)) if isinstance(keys, list) else ""
    call.args = arguments


def _integer(value: Any) -> int | None:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return round(number) if math.isfinite(number) else None


def restore_calls(calls: Sequence[ToolCall], candidates: Any) -> None:
    """Mark calls without their coordinates as invalid, and add to calls that type text whether the
    field is cleared first: yes, if they do not say.
    """
    found = candidates if isinstance(candidates, list) else []
    content = (found[0].get("content") or {}) if found else {}
    parts: list[dict[str, Any]] = content.get("parts") or []
    sent = [part["functionCall"] for part in parts if part.get("functionCall")]
    for call, function_call in zip(calls, sent, strict=False):
        name, arguments = function_call["name"], function_call.get("args") or {}
        if name == _TYPING and arguments.get("clear_before_typing", True):
            call.arguments["clear"] = True
        if missing := [one for one in _COORDINATES.get(name, ()) if one not in arguments]:
            call.parse_error = f"{name}: {', '.join(missing)} must be a number from 0 to 999"
