"""Clean the answers of model providers before Inspect logs them and agents read them."""

import json
import re
from collections.abc import Callable
from typing import Any
from weakref import WeakSet

import httpx
from inspect_ai.model import Model, ModelAPI, ModelCall, ModelName, ModelOutput
from inspect_ai.tool import ToolCall

from webproctor.core.anthropic_answers import MALFORMED_ARGUMENTS
from webproctor.core.redaction import redact, redact_json
from webproctor.core.sanitize import clean_json, clean_text
from webproctor.harness import bedrock_calls, google_calls
from webproctor.harness.model_clients import change_client, correct_answers
from webproctor.harness.native_tools import restore_actions, restore_signatures
from webproctor.harness.rejected_answers import MAX_WRITTEN, UNKNOWN_TOOL, rejected_answer
from webproctor.harness.written_calls import read_written_calls

# Providers accept at most 64 letters, digits, hyphens and underscores.
_INVALID_CHARACTERS = re.compile(r"[^a-zA-Z0-9_-]")

# A provider whose client returns a part of an answer if its stream ends without an error.
_STREAMING = "anthropic"
# Anthropic's stop reason for a full context window, which Inspect does not know.
_CONTEXT_FULL = "model_context_window_exceeded"
# Providers whose clients return the arguments of a call that was truncated as a whole object.
_COMPLETING = frozenset({"anthropic", "bedrock"})
# Fields for the reason of an end: OpenAI's, and Google's.
_REASONS = ("finish_reason", "finishReason", "finishMessage")
# Inspect's reasons of answers that did not end by themselves; "unknown" is a lost end.
_TRUNCATED = frozenset({"max_tokens", "model_length", "unknown"})
_INCOMPLETE = "the answer was truncated in this call: repeat it, and write less in one answer"

_cleaned_apis: WeakSet[ModelAPI] = WeakSet()


def clean_answers(model: Model) -> None:
    """Wrap a model's `generate` so that text in answers and errors is valid UTF-8, numbers are
    finite, the actions of the provider's computer-use tool are complete, a truncated call is not
    executed, calls in the text of an answer are calls, and an answer that the provider reports as
    an error is an answer.

    The provider's own `generate` is wrapped because Inspect logs answers before it returns them.
    """
    api = model.api
    if api in _cleaned_apis:
        return
    _cleaned_apis.add(api)
    change_client(api, correct_answers)
    provider = ModelName(model).api
    if provider == "google":
        google_calls.correct_calls(api)
    elif provider == "bedrock":
        bedrock_calls.correct_calls(api)
        bedrock_calls.without_retries(api)
    generate: Callable[..., Any] = api.generate
    completing = provider in _COMPLETING

    async def generate_clean(*args: Any, **kwargs: Any) -> Any:
        try:
            answer = await generate(*args, **kwargs)
        except Exception as error:
            _clean_error(error)
            if rejected := rejected_answer(error, model.name):
                return _clean_output(rejected)
            if provider == _STREAMING and isinstance(error, AssertionError | json.JSONDecodeError):
                raise _incomplete(error) from error
            raise
        tools = kwargs.get("tools") if kwargs.get("tool_choice") != "none" else None
        if not isinstance(answer, tuple):
            read_written_calls(answer, tools or [])
            return _clean_output(answer)
        output, call = answer
        if provider == _STREAMING and _ended_early(call):
            raise _incomplete("no stop reason")
        failed = isinstance(output, Exception) or bool(output.error)
        if isinstance(output, Exception):
            output = rejected_answer(output, model.name) or output
        else:
            restore_actions(output, call)
            if provider == _STREAMING:
                _name_full_context(output, call)
            if completing:
                _refuse_truncated(output)
            _refuse_malformed(output)
            _give_reason(output, call)
            read_written_calls(output, tools or [])
        return _clean_output(output), _clean_call(call, failed)

    api.generate = generate_clean


def _name_full_context(output: ModelOutput, call: ModelCall) -> None:
    """Give an answer that ended because the context window is full the stop reason for that."""
    if not output.empty and (call.response or {}).get("stop_reason") == _CONTEXT_FULL:
        output.choices[0].stop_reason = "model_length"


def _ended_early(call: ModelCall) -> bool:
    response = call.response or {}
    return response.get("type") == "message" and response.get("stop_reason") is None


def _incomplete(reason: object) -> httpx.TransportError:
    """Return the error of a lost connection, after which Inspect repeats the request."""
    return httpx.RemoteProtocolError(f"the stream of the answer is incomplete: {reason}")


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


def _refuse_malformed(output: ModelOutput) -> None:
    """Make calls invalid whose arguments are not a JSON object."""
    for call in [] if output.empty else output.message.tool_calls or []:
        written = call.arguments.pop(MALFORMED_ARGUMENTS, None)
        if written is not None:
            fault = f"the arguments are not a JSON object: {written[:MAX_WRITTEN]}"
            call.parse_error = call.parse_error or fault


def _give_reason(output: ModelOutput, call: ModelCall) -> None:
    """Write why an answer is empty into it, if the provider has a reason that Inspect does not
    know, such as Google's `UNEXPECTED_TOOL_CALL`.
    """
    if output.empty or output.stop_reason != "unknown":
        return
    response = call.response or {}
    choices: Any = response.get("choices") or response.get("candidates") or [{}]
    reasons = [choices[0].get(name) for name in _REASONS]
    message, reason = output.message, ": ".join(str(one) for one in reasons if one)
    if reason and not message.text.strip() and not message.tool_calls:
        message.content = f"[empty answer, {reason[:MAX_WRITTEN]}]"


def _clean_name(call: ToolCall) -> None:
    """Replace what providers do not accept in the names and ids of calls in later requests."""
    name, id = (_INVALID_CHARACTERS.sub("_", text)[:64] for text in (call.function, call.id))
    name = name or UNKNOWN_TOOL
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
