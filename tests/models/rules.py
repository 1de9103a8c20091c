"""Requests that providers refuse, by their documentation and error messages.

Each function yields the reasons to refuse a request; the servers answer with the first one.
Sources: the API references of Anthropic (Messages, tool use, computer use), OpenAI (Chat
Completions, Responses, computer use) and Google (generateContent, function calling, thought
signatures, computer use), and error messages that users quote.
"""

import base64
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from models.gemini import SIGNATURE
from PIL import Image

Json = dict[str, Any]
Faults = Iterator[str]

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ID = re.compile(r"[a-zA-Z0-9_-]+")


def size(data: str) -> tuple[int, int]:
    """Return the size in pixels of an image in base64, with or without a prefix."""
    return Image.open(io.BytesIO(base64.b64decode(data.rpartition(",")[2]))).size


# ---- Anthropic


def anthropic(body: Json, headers: Mapping[str, str], issued: Mapping[str, Any]) -> Faults:
    """Yield what the Messages API refuses; `issued` has the thinking of each tool call."""
    if not isinstance(body.get("max_tokens"), int):
        yield "max_tokens: Field required"
    elif body["max_tokens"] <= (body.get("thinking") or {}).get("budget_tokens", 0):
        yield "`max_tokens` must be greater than `thinking.budget_tokens`"
    messages: list[Json] = body.get("messages") or []
    if not messages:
        yield "messages: at least one message is required"
    elif messages[0]["role"] != "user":
        yield "messages: first message must use the user role"
    elif messages[-1]["role"] != "user":
        yield "This model does not support assistant message prefill"
    if len(body.get("stop_sequences") or ()) > 4:
        yield "stop_sequences: too many"
    blocks = [(one["role"], _blocks(one)) for one in messages]
    yield from _anthropic_tools(body, headers, [each for _, parts in blocks for each in parts])
    for place, (role, parts) in enumerate(blocks):
        where = f"messages.{place}"
        if not parts:
            yield f"{where}: all messages must have non-empty content"
        yield from (f"{where}: {fault}" for part in parts for fault in _anthropic_block(part, role))
        after = blocks[place + 1][1] if place + 1 < len(blocks) else []
        before = blocks[place - 1][1] if place else []
        yield from (f"{where}: {fault}" for fault in _pairs(before, parts, after))
        yield from (f"{where}: {fault}" for fault in _thinking(parts, issued))
    for one, other in pairwise(blocks):
        if one[0] == other[0]:
            yield "messages: roles must alternate between user and assistant"
    used = [part["id"] for _, parts in blocks for part in parts if part["type"] == "tool_use"]
    if len(used) != len(set(used)):
        yield "messages: `tool_use` ids must be unique"


def _blocks(message: Json) -> list[Json]:
    content = message.get("content") or []
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _anthropic_tools(body: Json, headers: Mapping[str, str], blocks: Sequence[Json]) -> Faults:
    tools: list[Json] = body.get("tools") or []
    choice = body.get("tool_choice")
    if choice is not None and not tools:
        yield "tool_choice: may only be specified while providing tools"
    if choice is not None and choice.get("type") not in ("auto", "any", "tool", "none"):
        yield "tool_choice.type: unexpected value"
    if choice == {"type": "none", "disable_parallel_tool_use": True}:
        yield "tool_choice.none.disable_parallel_tool_use: Extra inputs are not permitted"
    if not tools and any(block["type"] in ("tool_use", "tool_result") for block in blocks):
        yield "Requests which include `tool_use` or `tool_result` blocks must define tools"
    names = [tool["name"] for tool in tools if "name" in tool]
    if len(names) != len(set(names)):
        yield "tools: Tool names must be unique"
    for tool in tools:
        kind = tool.get("type", "custom")
        if kind == "custom" and tool.get("input_schema", {}).get("type") != "object":
            yield "tools.input_schema.type: Input should be 'object'"
        if dated := re.fullmatch(r"computer_(\d{4})(\d{2})(\d{2})", kind):
            beta = "computer-use-" + "-".join(dated.groups())
            if beta not in headers.get("anthropic-beta", ""):
                yield f"tools: Input tag {kind!r} does not match any of the expected tags"
            declared = (tool["display_width_px"], tool["display_height_px"])
            # Not refused by the service, which cannot know it: points would be off.
            for image in _images(blocks):
                if size(image["source"]["data"]) != declared:
                    yield f"an image is not of the declared size {declared}"


def _images(blocks: Sequence[Json]) -> Iterator[Json]:
    for block in blocks:
        if block["type"] == "image":
            yield block
        elif block["type"] == "tool_result" and isinstance(block.get("content"), list):
            yield from _images(block["content"])


def _anthropic_block(block: Json, role: str) -> Faults:
    kind = block["type"]
    if kind == "text" and not block["text"].strip():
        yield "text content blocks must be non-empty"
    if kind == "image" and block["source"].get("type") not in ("base64", "url"):
        yield "image.source.type: unexpected value"
    if kind in ("tool_use", "thinking") and role != "assistant":
        yield f"`{kind}` blocks can only be in `assistant` messages"
    if kind in ("tool_result", "image") and role != "user":
        yield f"`{kind}` blocks can only be in `user` messages"
    if kind == "tool_use" and not (_NAME.fullmatch(block["name"]) and _ID.fullmatch(block["id"])):
        yield "tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'"
    if kind == "tool_use" and block.get("toolset_name") and block["name"] == "computer":
        yield "tool_use.name: must be a member of the toolset"
    if kind == "tool_use" and not isinstance(block["input"], dict):
        yield "tool_use.input: Input should be a valid dictionary"
    if kind == "tool_result" and isinstance(block.get("content"), list):
        for inner in block["content"]:
            yield from _anthropic_block(inner, "user")


def _pairs(before: Sequence[Json], parts: Sequence[Json], after: Sequence[Json]) -> Faults:
    called = [part["id"] for part in parts if part["type"] == "tool_use"]
    answered = [part["tool_use_id"] for part in after if part["type"] == "tool_result"]
    if missing := [one for one in called if one not in answered]:
        yield f"`tool_use` ids were found without `tool_result` blocks immediately after: {missing}"
    if len(answered) != len(set(answered)):
        yield "each tool_use must have a single result"
    kinds = [part["type"] == "tool_result" for part in parts]
    if kinds != sorted(kinds, reverse=True):
        yield "tool_result blocks must come first in the content"
    known = {part["id"]: part for part in before if part["type"] == "tool_use"}
    for part in parts:
        if part["type"] == "tool_result":
            use = known.get(part["tool_use_id"])
            if use is None:
                yield f"unexpected `tool_use_id` found in `tool_result` blocks: {part}"
            elif use.get("toolset_name") != part.get("toolset_name"):
                yield "tool_result.toolset_name: must be that of the tool_use"


def _thinking(parts: Sequence[Json], issued: Mapping[str, Any]) -> Faults:
    thoughts = [part for part in parts if part["type"] == "thinking"]
    needed = {
        issued[part["id"].removesuffix("-shortened")]
        for part in parts
        if part["type"] == "tool_use" and part["id"].removesuffix("-shortened") in issued
    }
    if needed and parts[0]["type"] != "thinking":
        yield "Expected `thinking`, but found `tool_use`: a message must start with its thinking"
    if any(part["signature"] not in needed for part in thoughts if needed):
        yield "Invalid `signature` in `thinking` block"
    if parts and parts[-1]["type"] == "thinking":
        yield "The final block in an assistant message cannot be `thinking`"


# ---- OpenAI, chat completions


def chat(body: Json) -> Faults:
    """Yield what Chat Completions refuses."""
    tools, messages = body.get("tools"), body["messages"]
    if tools is not None and not tools:
        yield "[] is too short - 'tools'"
    if "tool_choice" in body and not tools:
        yield "'tool_choice' is only allowed when 'tools' are specified."
    if body.get("tool_choice", "auto") not in ("auto", "none", "required"):
        yield "Invalid value: 'tool_choice'"
    for tool in tools or ():
        if not _NAME.fullmatch(tool["function"]["name"]):
            yield "Invalid 'tools[0].function.name'"
    if len(body.get("stop") or ()) > 4:
        yield "Invalid 'stop': array too long. Expected at most 4"
    waiting: list[str] = []
    for place, message in enumerate(messages):
        where = f"messages[{place}]"
        if message["role"] == "tool":
            if message["tool_call_id"] not in waiting:
                yield f"{where}: 'tool' must be a response to a preceding message with 'tool_calls'"
            else:
                waiting.remove(message["tool_call_id"])
        elif waiting:
            yield f"An assistant message with 'tool_calls' must be followed by answers: {waiting}"
        waiting = waiting or [call["id"] for call in message.get("tool_calls") or ()]
        yield from (f"{where}: {fault}" for fault in _chat_message(message))
    if waiting:
        yield f"An assistant message with 'tool_calls' must be followed by answers: {waiting}"


def _chat_message(message: Json) -> Faults:
    role, content = message["role"], message.get("content")
    if role not in ("system", "developer", "user", "assistant", "tool"):
        yield f"Invalid value: {role!r}"
    if content is None and not (role == "assistant" and message.get("tool_calls")):
        yield "Invalid value for 'content': expected a string, got null."
    if isinstance(content, list):
        if not content:
            yield "Invalid 'content': empty array"
        kinds = {"text", "image_url"} if role == "user" else {"text"}
        for part in content:
            if part["type"] not in kinds:
                yield f"Image URLs are only allowed for messages with role 'user', not {role!r}"
    if "tool_calls" in message and not message["tool_calls"]:
        yield "[] is too short - 'tool_calls'"
    for call in message.get("tool_calls") or ():
        if not isinstance(call["function"]["arguments"], str):
            yield "Invalid type for 'arguments': expected a string"
        if not _NAME.fullmatch(call["function"]["name"]):
            yield "Invalid 'tool_calls[0].function.name'"


# ---- OpenAI, responses


def responses(body: Json, issued: Mapping[str, Any]) -> Faults:
    """Yield what Responses refuses; `issued` has the reasoning item of each call."""
    tools, items = body.get("tools") or [], body["input"]
    if not items:
        yield "One of 'input' or 'previous_response_id' must be provided"
    choice = body.get("tool_choice", "auto")
    if "tool_choice" in body and not tools:
        yield "Tool choice is only allowed when 'tools' are specified."
    if isinstance(choice, dict):
        if choice.get("name") not in [tool.get("name") for tool in tools]:
            yield "Tool choice 'function' not found in 'tools' parameter."
    elif choice not in ("auto", "none", "required"):
        yield "Invalid value: 'tool_choice'"
    for tool in tools:
        if tool["type"] == "computer_use_preview":
            if not {"display_width", "display_height", "environment"} <= tool.keys():
                yield "Missing required parameter: 'tools[0].display_width'"
            if body.get("truncation") != "auto":
                yield "Computer use requires truncation 'auto'"
        if tool["type"] == "computer" and body.get("store") is False:
            yield "The computer tool requires 'store'"
    ids = [item["id"] for item in items if item.get("id")]
    if len(ids) != len(set(ids)):
        yield "Duplicate item found with id"
    yield from _responses_calls(items, issued)
    for item in items:
        yield from _responses_item(item)


def _responses_calls(items: Sequence[Json], issued: Mapping[str, Any]) -> Faults:
    open_calls: dict[str, Json] = {}
    for place, item in enumerate(items):
        kind, call = item.get("type", "message"), item.get("call_id", "")
        if kind in ("function_call", "computer_call"):
            if call in open_calls:
                yield f"Duplicate call with call_id {call}"
            open_calls[call] = item
            needed = issued.get(call.removesuffix("-shortened"))
            before = [one.get("id") for one in items[:place] if one.get("type") == "reasoning"]
            if needed and needed not in before:
                yield f"Item of type {kind!r} was provided without its required 'reasoning' item"
        elif kind in ("function_call_output", "computer_call_output"):
            answered_call, known = (
                open_calls.pop(call, None),
                item.get("acknowledged_safety_checks", []),
            )
            if answered_call is None or kind != f"{answered_call['type']}_output":
                yield f"No tool call found for {kind} with call_id {call}."
            elif answered_call.get("pending_safety_checks", []) != known:
                yield "The pending safety checks are not acknowledged"
        elif kind == "reasoning":
            follows = items[place + 1].get("type", "message") if place + 1 < len(items) else ""
            if follows not in ("message", "function_call", "computer_call", "reasoning"):
                yield "Item of type 'reasoning' was provided without its required following item"
        elif kind == "message" and item["role"] == "user" and open_calls:
            yield f"No tool output found for call {[*open_calls]}."
    if open_calls:
        yield f"No tool output found for call {[*open_calls]}."


def _responses_item(item: Json) -> Faults:
    kind = item.get("type", "message")
    if kind == "message":
        for part in item["content"] if isinstance(item["content"], list) else ():
            wanted = ("output_text", "refusal") if item["role"] == "assistant" else ("input_",)
            if not part["type"].startswith(wanted):
                yield f"Invalid value: {part['type']!r} in a message of {item['role']!r}"
    if kind == "function_call" and not isinstance(item["arguments"], str):
        yield "Invalid type for 'arguments': expected a string"
    if kind == "function_call" and not _NAME.fullmatch(item["name"]):
        yield "Invalid 'input[0].name'"
    if kind == "computer_call" and not (item.get("actions") or item.get("action")):
        yield "Missing required parameter: 'actions'"
    if kind == "computer_call_output":
        output = item["output"]
        if output.get("type") != "computer_screenshot" or not output.get("image_url"):
            yield "computer_call_output: expected a 'computer_screenshot'"


# ---- Google


def google(body: Json, issued: Mapping[str, Any]) -> Faults:
    """Yield what generateContent refuses.

    If any call was `issued` with a thought, all calls were.
    """
    contents: list[Json] = body.get("contents") or []
    if not contents:
        yield "contents are required"
    elif contents[0]["role"] != "user":
        yield "Please ensure that the conversation begins with a user step"
    mode = (body.get("toolConfig") or {}).get("functionCallingConfig", {}).get("mode", "AUTO")
    if mode not in ("AUTO", "ANY", "NONE", "VALIDATED"):
        yield f"Invalid mode: {mode}"
    if mode in ("ANY", "VALIDATED") and not body.get("tools"):
        yield "Function calling config is set without function_declarations"
    for tool in body.get("tools") or ():
        if not any(tool.values()):
            yield "tools: required oneof field must have one initialized field"
    for place, content in enumerate(contents):
        parts: list[Json] = content.get("parts") or []
        before = contents[place - 1] if place else {"role": "", "parts": []}
        if not parts:
            yield "contents.parts must not be empty"
        for part in parts:
            if part.get("text") == "" or not part:
                yield "parts.data: required oneof field 'data' must have one initialized field"
        yield from _google_calls(content["role"], parts, before, SIGNATURE if issued else "")
        after = contents[place + 1]["parts"] if place + 1 < len(contents) else []
        called = sum("functionCall" in part for part in parts)
        answered = sum("functionResponse" in part for part in after)
        if called != answered:
            yield "the number of function response parts must equal that of function call parts"


def _google_calls(role: str, parts: Sequence[Json], before: Json, signature: str) -> Faults:
    calls = [part for part in parts if "functionCall" in part]
    if calls and (role != "model" or before["role"] != "user"):
        yield "function call step must come immediately after a user or function response step"
    # Only the first of parallel calls has a signature.
    if calls and signature and calls[0].get("thoughtSignature") != signature:
        yield "Function call is missing a thought_signature in functionCall parts"
    names = {part["functionCall"]["name"] for part in before["parts"] if "functionCall" in part}
    for part in parts:
        if answer := part.get("functionResponse"):
            if answer["name"] not in names:
                yield f"function response {answer['name']} without a call"
            if answer["name"].endswith("_at") and "url" not in answer["response"]:
                yield "Computer Use tool responses must include the URL"
