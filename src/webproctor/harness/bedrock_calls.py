"""Correct the calls of Bedrock's models: Inspect reads only those whose input is an object.

The retries of its client are turned off.
"""

from collections.abc import Callable
from typing import Any

from inspect_ai.model import ModelAPI

from webproctor.core.anthropic_answers import object_arguments

_ANSWERED = "after-call.bedrock-runtime.Converse"


def correct_calls(api: ModelAPI) -> None:
    """Correct the calls in the answers of a provider's clients."""
    session: Any = api.session  # type: ignore[attr-defined]
    session.register(_ANSWERED, _correct)


def without_retries(api: ModelAPI) -> None:
    """Turn off the retries of a provider's clients, which would not be counted."""
    session: Any = api.session  # type: ignore[attr-defined]
    create: Callable[..., Any] = session.create_client

    def create_changed(*args: Any, config: Any, **options: Any) -> Any:
        once = type(config)(retries={"mode": "standard", "total_max_attempts": 1})
        return create(*args, config=config.merge(once), **options)

    session.create_client = create_changed


def _correct(parsed: dict[str, Any], **_: Any) -> None:
    """Give every call of an answer an object as its input; an error has no answer."""
    message = parsed.get("output", {}).get("message", {})
    for part in message.setdefault("content", []):
        if call := part.get("toolUse"):
            call["input"] = object_arguments(call.get("input"))
