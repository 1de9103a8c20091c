"""Correct the answers of servers that deviate from Anthropic's protocol, also in streams.

Examples: usage without numbers, thinking without a signature, calls without an id, arguments as
text, and the stop reasons of OpenAI.
"""

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from webproctor.core.answer_values import Json, as_arguments, as_count, as_object, as_text

MALFORMED_ARGUMENTS = "webproctor_malformed_arguments"
"""The only argument of a call whose arguments are not a JSON object: their text."""
_COUNTS = (
    *("input_tokens", "output_tokens"),
    *("cache_creation_input_tokens", "cache_read_input_tokens"),
)
_STOP_REASONS = {
    "stop": "end_turn",
    "tool_calls": "tool_use",
    "function_call": "tool_use",
    "length": "max_tokens",
    "content_filter": "refusal",
    # Z.ai's word.
    "sensitive": "refusal",
    # Only tools of the server pause an answer, and there are none. Inspect would repeat the
    # request without limit.
    "pause_turn": "end_turn",
}
# The texts that clients join with later parts, by the type of the block or of the part.
_TEXTS = {
    "text": ("text",),
    "text_delta": ("text",),
    "thinking": ("thinking", "signature"),
    "thinking_delta": ("thinking",),
    "signature_delta": ("signature",),
}


def corrected_message(message: Json) -> Json:
    """Return a message that conforms to the protocol."""
    ids: set[str] = set()
    blocks = [_block(as_object(one), ids) for one in message["content"]]
    for block in blocks:
        if block.get("type") == "tool_use":
            block["input"] = object_arguments(block.get("input"))
    return _opened(message) | _stop_reason(message) | {"content": blocks}


class EventCorrector:
    """Corrects the events of one stream, in order."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._usage: Json = {}
        # The parts of calls' arguments, by the index of the call's block.
        self._arguments: dict[Any, str] = {}

    def correct(self, event: Json) -> Iterator[Json]:
        """Yield the events that replace an event.

        The arguments of a call are sent as a whole at its end.
        """
        index, delta = event.get("index"), as_object(event.get("delta"))
        match event.get("type"):
            case "message_start":
                message = _opened(as_object(event.get("message")))
                self._usage = message["usage"]
                event = event | {"message": message | {"content": []}}
            case "content_block_start":
                block = _block(as_object(event.get("content_block")), self._ids)
                event = event | {"content_block": block}
                if block.get("type") == "tool_use":
                    given = block.get("input")
                    self._arguments[index] = as_text(given) if given else ""
                    block["input"] = {}
            case "content_block_delta" if index in self._arguments:
                part = delta.get("partial_json")
                self._arguments[index] += "" if part is None else as_text(part)
                event = event | {"delta": delta | {"partial_json": ""}}
            case "content_block_delta":
                event = event | {"delta": _with_texts(delta)}
            case "content_block_stop" if index in self._arguments:
                yield _whole(index, self._arguments.pop(index))
            case "message_delta":
                yield from (_whole(index, text) for index, text in self._arguments.items())
                self._arguments.clear()
                usage = _usage(event.get("usage"), self._usage)
                event = event | {"delta": delta | _stop_reason(delta), "usage": usage}
        yield event


def _opened(message: Json) -> Json:
    """Return a message with the fields that clients read at its start."""
    model = as_text(message.get("model") or "")
    return message | {"model": model, "usage": _usage(message.get("usage"), {})}


def _whole(index: Any, text: str) -> Json:
    delta = {"type": "input_json_delta", "partial_json": json.dumps(object_arguments(text))}
    return {"type": "content_block_delta", "index": index, "delta": delta}


def _block(block: Json, ids: set[str]) -> Json:
    """Return a block with all texts, and an id that no other call has."""
    if block.get("type") != "tool_use":
        return _with_texts(block)
    id = as_text(block.get("id") or "")
    if not id or id in ids:
        id = f"toolu_{uuid4().hex}"
    ids.add(id)
    return block | {"id": id, "name": as_text(block.get("name") or "")}


def _with_texts(part: Json) -> Json:
    names = _TEXTS.get(str(part.get("type")), ())
    return part | {name: as_text(part.get(name) or "") for name in names}


def object_arguments(value: Any) -> Json:
    """Return the arguments of a call as an object, whatever their type is."""
    text = as_arguments(value)
    try:
        # Some models write more after the object.
        arguments, _ = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        arguments = None
    return arguments if isinstance(arguments, dict) else {MALFORMED_ARGUMENTS: text}


def _stop_reason(part: Json) -> Json:
    reason = part.get("stop_reason")
    return {"stop_reason": _STOP_REASONS.get(str(reason), reason)}


def _usage(usage: Any, started: Json) -> Json:
    """Return usage with numbers: 0 if the tokens are unknown.

    Args:
        started: The usage at the start of the stream.
    """
    usage = as_object(usage)
    return usage | {name: as_count(usage.get(name)) or started.get(name, 0) for name in _COUNTS}
