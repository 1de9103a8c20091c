"""Answers that a provider reports as an error: refusals, and tool calls that it cannot parse."""

import re
from typing import Any
from uuid import uuid4

from inspect_ai.model import ChatCompletionChoice, ChatMessageAssistant, ModelOutput, StopReason
from inspect_ai.tool import ToolCall

from webproctor.harness.model_errors import error_text, one_line, status_of

# xAI, OpenRouter, Alibaba, DeepSeek and LiteLLM; Inspect recognises those of OpenAI, Azure and
# Anthropic.
_REFUSED = re.compile(
    r"violates usage guidelines|input (?:was )?flagged|flagged by moderation"
    r"|data_?inspection_?failed|content exists risk|ContentPolicyViolation",
    re.I,
)
_REFUSAL_STATUSES = frozenset({400, 403, 422})
# Groq, Ollama and llama.cpp.
_MALFORMED = re.compile(
    r"tool_use_failed|failed to call a function|error parsing tool call"
    r"|failed to parse input at pos",
    re.I,
)
_MALFORMED_STATUSES = frozenset({400, 500})
# The name of the tool in what the model wrote: as JSON, as a tag, or before the arguments.
_NAME = re.compile(r'"name"\s*:\s*"([\w-]+)"|<function[=(]([\w-]+)|^\W*([\w-]+)\s*\{')
UNKNOWN_TOOL = "unknown"
MAX_WRITTEN = 500


def rejected_answer(error: Exception, model: str) -> ModelOutput | None:
    """Return the answer that a provider reports as this error; None if it is another error.

    A call that cannot be parsed becomes a call with a parse error.
    """
    text, status = error_text(error), status_of(error)
    if status in _MALFORMED_STATUSES and _MALFORMED.search(text):
        return _output(model, "", "tool_calls", _call(error))
    if status in _REFUSAL_STATUSES and _REFUSED.search(text):
        return _output(model, one_line(error), "content_filter")
    return None


def _output(model: str, text: str, stop: StopReason, *calls: ToolCall) -> ModelOutput:
    message = ChatMessageAssistant(
        content=text, model=model, source="generate", tool_calls=[*calls] or None
    )
    return ModelOutput(
        model=model, choices=[ChatCompletionChoice(message=message, stop_reason=stop)]
    )


def _call(error: Exception) -> ToolCall:
    details = _details(error)
    message = details.get("message") or one_line(error)
    written = str(details.get("failed_generation") or "")[:MAX_WRITTEN]
    match = _NAME.search(written)
    return ToolCall(
        id=uuid4().hex[:9],  # Mistral accepts only ids of this length.
        function=next(filter(None, match.groups())) if match else UNKNOWN_TOOL,
        arguments={},
        parse_error=f"the call could not be parsed: {message}"
        + (f" The call: {written}" if written else ""),
    )


def _details(error: Exception) -> dict[str, Any]:
    """Return the provider's description of an error; the clients of some return its outer part."""
    body: Any = getattr(error, "body", None)
    details = body.get("error", body) if isinstance(body, dict) else None
    return details if isinstance(details, dict) else {}
