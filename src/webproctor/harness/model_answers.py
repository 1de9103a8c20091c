"""Clean the answers of model providers before Inspect logs them and agents read them."""

import re
from collections.abc import Callable
from typing import Any
from weakref import WeakSet

from inspect_ai.model import Model, ModelAPI, ModelCall, ModelName, ModelOutput
from inspect_ai.tool import ToolCall

from webproctor.core.redaction import redact, redact_json
from webproctor.core.sanitize import clean_json, clean_text
from webproctor.harness.model_clients import change_client, correct_answers
from webproctor.harness.native_tools import restore_actions, restore_signatures

# Providers accept at most 64 letters, digits, hyphens and underscores.
_INVALID_CHARACTERS = re.compile(r"[^a-zA-Z0-9_-]")

# Providers whose clients return the arguments of a call that was truncated as a whole object.
_COMPLETING = frozenset({"anthropic", "bedrock"})
# Inspect's reasons of answers that did not end by themselves; "unknown" is a lost end.
_TRUNCATED = frozenset({"max_tokens", "model_length", "unknown"})
_INCOMPLETE = "the answer was truncated in this call: repeat it, and write less in one answer"

_cleaned_apis: WeakSet[ModelAPI] = WeakSet()


def clean_answers(model: Model) -> None:
    """Wrap a model's `generate` so that text in answers and errors is valid UTF-8, numbers are
    finite, the actions of the provider's computer-use tool are complete, and a truncated call is
    not executed.

    The provider's own `generate` is wrapped because Inspect logs answers before it returns them.
    """
    api = model.api
    if api in _cleaned_apis:
        return
    _cleaned_apis.add(api)
    change_client(api, correct_answers)
    generate: Callable[..., Any] = api.generate
    completing = ModelName(model).api in _COMPLETING

    async def generate_clean(*args: Any, **kwargs: Any) -> Any:
        try:
            answer = await generate(*args, **kwargs)
        except Exception as error:
            _clean_error(error)
            raise
        if isinstance(answer, tuple):
            output, call = answer
            failed = isinstance(output, Exception) or bool(output.error)
            if not isinstance(output, Exception):
                restore_actions(output, call)
                if completing:
                    _refuse_truncated(output)
            return _clean_output(output), _clean_call(call, failed)
        return _clean_output(answer)

    api.generate = generate_clean


def _clean_output(output: ModelOutput | Exception) -> ModelOutput | Exception:
    if isinstance(output, Exception):
        _clean_error(output)
        return output
    fields = output.model_dump()
    clean_fields = clean_json(fields, finite=True)
    cleaned = output if clean_fields is fields else ModelOutput.model_validate(clean_fields)
    for choice in cleaned.choices:
        for call in choice.message.tool_calls or ():
            _clean_name(call)
    restore_signatures(cleaned)
    return cleaned


def _refuse_truncated(output: ModelOutput) -> None:
    """Make the last call of a truncated answer invalid: a part of its arguments may be missing."""
    calls = [] if output.empty else output.message.tool_calls or []
    if calls and output.stop_reason in _TRUNCATED:
        calls[-1].parse_error = calls[-1].parse_error or _INCOMPLETE


def _clean_name(call: ToolCall) -> None:
    """Replace what providers do not accept in the names and ids of calls in later requests."""
    name, id = (_INVALID_CHARACTERS.sub("_", text)[:64] for text in (call.function, call.id))
    if (name, id) != (call.function, call.id):
        # A client library may resend the call that it recorded under the old id.
        call.function, call.id = name, f"{id[:56]}-renamed"


def _clean_call(call: ModelCall, failed: bool) -> ModelCall:
    parts = clean_json({"request": call.request, "response": call.response}, finite=True)
    if failed:
        parts = parts | {"response": redact_json(parts["response"])}
    return call.model_copy(update=parts)


def _clean_error(error: BaseException) -> None:
    """Clean and redact an error: providers quote the server, and the server may quote the key."""
    error.args = tuple(map(_clean_part, error.args))
    for name, value in list(vars(error).items()):
        if isinstance(value, str | dict | list):
            setattr(error, name, _clean_part(value))


def _clean_part(value: Any) -> Any:
    if isinstance(value, str):
        return redact(clean_text(value))
    if isinstance(value, dict | list):
        return redact_json(clean_json(value, finite=True))
    return value
