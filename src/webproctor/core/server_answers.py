"""Correct the answers of servers that deviate from the protocols of OpenAI and Anthropic.

Examples: arguments of tool calls as objects, calls without an id, usage without numbers, errors
with the status 200. Clients read answers without checking them, so a malformed one would raise an
unrelated Python exception. Answers are therefore corrected before clients read them.
"""

from collections.abc import Sequence
from typing import Any, Literal
from uuid import uuid4

from webproctor.core.answer_values import Json, as_arguments, as_count, as_object, as_text
from webproctor.core.anthropic_answers import corrected_message
from webproctor.core.computer_calls import checked_call

Form = Literal["choices", "output", "content"]
"""The list that an answer must have: of the chat completions, responses or messages API."""
_FORMS: dict[str, Form] = {
    "/chat/completions": "choices",
    "/responses": "output",
    "/messages": "content",
}
MALFORMED_CALLS = "webproctor_malformed_calls"
"""The field of a corrected answer with the faults of calls of the computer-use tool, by id."""
# The status of an answer with an error that has no status of its own; it is retried.
_UNKNOWN = 502


def form_of(path: str) -> Form | None:
    """Return the form of the answers of an address; None if they are not OpenAI's or
    Anthropic's.
    """
    return next((form for end, form in _FORMS.items() if path.endswith(end)), None)


def corrected(body: Any, form: Form | None, *, streamed: bool = False) -> tuple[int, Json]:
    """Return the HTTP status and the body that an answer with the status 200 should have.

    Args:
        body: The parsed body, or the text of a body that is not JSON.
        form: Its form; None if the body is a web page.
        streamed: Whether the answer should have been a stream.
    """
    answer = as_object(body)
    if not streamed and isinstance(body, str) and body.startswith(("data:", "event:")):
        message = "the answer is a stream, although the request asked for none"
        return 400, as_error({"error": {"message": message}})
    if form is None or streamed or not isinstance(answer.get(form), list):
        error = answer.get("error") or f"the answer has an unknown form: {as_text(body)[:200]}"
    elif form == "choices":
        # OpenRouter reports an error in the middle of an answer there.
        sources = [answer if not answer[form] else {}, *map(as_object, answer[form])]
        error = next((source["error"] for source in sources if source.get("error")), None)
    else:
        error = None  # Clients read the error of a response that failed.
    if error:
        status = as_count(as_object(error).get("code")) or 0
        return (status if 400 <= status < 600 else _UNKNOWN), as_error({"error": error})
    match form:
        case "choices":
            return 200, _completion(answer)
        case "output":
            return 200, _response(answer)
    return 200, corrected_message(answer)


def as_error(body: Any) -> Json:
    """Return the body of an error in OpenAI's form, from which clients read the reason."""
    if isinstance(body, list) and body:  # Google's server with OpenAI's protocol.
        body = body[0]
    error = body.get("error", body) if isinstance(body, dict) else body
    details = as_object(error)
    if isinstance(body, dict) and isinstance(details.get("message"), str):
        return body
    return as_object(body) | {
        "error": details | {"message": as_text(details.get("detail") or error)[:1000]}
    }


# ---- Chat completions


def _completion(completion: Json) -> Json:
    return completion | {
        "id": as_text(completion.get("id") or ""),
        "model": str(completion.get("model") or ""),
        "choices": [_choice(as_object(one)) for one in completion["choices"]],
        "usage": _usage(completion, "prompt", "completion"),
    }


def _choice(choice: Json) -> Json:
    message = as_object(choice.get("message"))
    content, calls = message.get("content"), message.get("tool_calls")
    if isinstance(content, list):
        message |= _texts([as_object(one) for one in content])
    elif content is not None:
        message["content"] = str(content)
    if isinstance(calls, dict):
        calls = [calls] if calls else None
    message["tool_calls"] = _calls(calls) if isinstance(calls, list) and calls else None
    corrected_choice = choice | {"index": choice.get("index") or 0, "message": message}
    if choice.get("finish_reason") == "sensitive":  # Z.ai's word for a refusal.
        corrected_choice["finish_reason"] = "content_filter"
    return corrected_choice


def _texts(parts: Sequence[Json]) -> Json:
    """Return the texts of content that is a list, as Mistral writes it."""
    content = "".join(str(one["text"]) for one in parts if one.get("text"))
    thoughts = [one["thinking"] for one in parts if one.get("thinking")]
    return {"content": content} | ({"reasoning": _thought(thoughts)} if thoughts else {})


def _thought(value: Any) -> str:
    if isinstance(value, list):
        return "".join(map(_thought, value))
    return str(as_object(value).get("text", "")) if isinstance(value, dict) else str(value)


def _calls(calls: Sequence[Any]) -> list[Json]:
    """Return tool calls with ids, of which no two are the same."""
    calls_by_id: dict[str, Json] = {}
    for call in map(as_object, calls):
        id_value, function = call.get("id"), as_object(call.get("function"))
        call_id = str(id_value) if id_value is not None and id_value != "" else ""
        if not call_id or call_id in calls_by_id:
            call_id = uuid4().hex[:9]  # Mistral accepts only ids of this length.
        function |= {
            "name": str(function.get("name") or ""),
            "arguments": as_arguments(function.get("arguments")),
        }
        calls_by_id[call_id] = call | {
            "id": call_id,
            "type": call.get("type") or "function",
            "function": function,
        }
    return list(calls_by_id.values())


def corrected_chunk(chunk: Json) -> Json:
    """Return a part of a streamed completion that conforms to the protocol.

    Other events are returned unchanged.
    """
    if not isinstance(chunk.get("choices"), list):
        return chunk
    texts = {name: as_text(chunk.get(name) or "") for name in ("id", "model")}
    choices = [_streamed_choice(as_object(one)) for one in chunk["choices"]]
    usage = {"usage": _usage(chunk, "prompt", "completion")} if chunk.get("usage") else {}
    return chunk | texts | {"choices": choices} | usage


def _streamed_choice(choice: Json) -> Json:
    delta = as_object(choice.get("delta"))
    calls = delta.get("tool_calls")
    if not isinstance(calls, list):
        return choice
    parts = [_part(position, as_object(call)) for position, call in enumerate(calls)]
    return choice | {"delta": delta | {"tool_calls": parts}}


def _part(position: int, part: Json) -> Json:
    """Return a part of a call; the first one, which has the name, also has an id and a type.

    Args:
        position: Its index in the list of parts, used if it has no `index`.
    """
    function = as_object(part.get("function"))
    if function.get("name"):
        part["id"] = as_text(part.get("id") or uuid4().hex[:9])
        part["type"] = part.get("type") or "function"
    if function.get("arguments") is not None:
        function["arguments"] = as_text(function["arguments"])
    index = part.get("index")
    return part | {"index": position if index is None else index, "function": function}


# ---- Responses


def _response(response: Json) -> Json:
    items = [_item(one) for one in map(as_object, response["output"]) if one]
    faults: dict[str, str] = {}
    for index, item in enumerate(items):
        if item.get("type") == "computer_call":
            items[index], fault = checked_call(item)
            faults |= {item["call_id"]: fault} if fault else {}
    malformed = {MALFORMED_CALLS: faults} if faults else {}
    return response | malformed | {"output": items, "usage": _usage(response, "input", "output")}


def _item(item: Json) -> Json:
    kind = item.get("type")
    if kind in ("function_call", "computer_call"):
        item["call_id"] = str(item.get("call_id") or item.get("id") or uuid4().hex)
    if kind == "function_call":
        item |= {
            "name": str(item.get("name") or ""),
            "arguments": as_arguments(item.get("arguments")),
        }
    if kind == "message":
        item["content"] = _contents(item.get("content"))
    return item


def _contents(content: Any) -> list[Json]:
    """Return the parts of a message, which some servers write as a text."""
    if not isinstance(content, list):
        return [] if content is None else [_output_text(content)]
    parts = map(as_object, content)
    return [part if _is_complete(part) else _output_text(part.get("text")) for part in parts]


def _is_complete(part: Json) -> bool:
    return isinstance(part.get("text"), str) or part.get("type") != "output_text"


def _output_text(text: Any) -> Json:
    return {"type": "output_text", "text": "" if text is None else as_text(text), "annotations": []}


# ---- Parts of both


def _usage(answer: Json, input_name: str, output_name: str) -> Json | None:
    """Return the usage of an answer; None if its tokens are unknown.

    Args:
        input_name, output_name: The names of the input's and the output's tokens.
    """
    usage = as_object(answer.get("usage"))
    input_tokens, output_tokens = (
        as_count(usage.get(f"{input_name}_tokens")),
        as_count(usage.get(f"{output_name}_tokens")),
    )
    if input_tokens is None or output_tokens is None:
        return None
    # Some servers (xAI, Google) leave the reasoning out of the output, but not out of the total.
    output_tokens = max(output_tokens, (as_count(usage.get("total_tokens")) or 0) - input_tokens)
    input_details, output_details = (
        as_object(usage.get(f"{name}_tokens_details")) for name in (input_name, output_name)
    )
    # The other names are those of DeepSeek and Moonshot.
    cached_counts = (
        input_details.get("cached_tokens"),
        usage.get("prompt_cache_hit_tokens"),
        usage.get("cached_tokens"),
    )
    cached = min(max(as_count(count) or 0 for count in cached_counts), input_tokens)
    stored = min(as_count(input_details.get("cache_write_tokens")) or 0, input_tokens - cached)
    reasoning = as_count(output_details.get("reasoning_tokens")) or 0
    return usage | {
        f"{input_name}_tokens": input_tokens,
        f"{output_name}_tokens": output_tokens,
        "total_tokens": input_tokens + output_tokens,
        f"{input_name}_tokens_details": input_details
        | {"cached_tokens": cached, "cache_write_tokens": stored},
        f"{output_name}_tokens_details": output_details | {"reasoning_tokens": reasoning},
    }
