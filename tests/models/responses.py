"""Responses of a model server: streams, refusals, slow answers, and incomplete answers."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.responses import Response

Json = dict[str, Any]


def refusal(status: int, message: str, code: str = "") -> Response:
    error = {"type": "server_error", "message": message, **({"code": code} if code else {})}
    headers = {"retry-after": "0"} if status in (429, 500, 503) else {}
    body = json.dumps({"type": "error", "error": error})
    return Response(body, status, headers, "application/json")


async def dripping(answer: bytes, seconds: float) -> AsyncIterator[bytes]:
    """Yield an answer byte by byte."""
    for place in range(len(answer)):
        yield answer[place : place + 1]
        await asyncio.sleep(seconds)


class Cut(Response):
    """Sends half of an answer, then closes the connection."""

    def __init__(self, content: bytes, kind: str) -> None:
        super().__init__(content[: len(content) // 2], media_type=kind)
        self.headers["content-length"] = str(len(content))


def anthropic_stream(message: Json) -> str:
    """Return a message as events of Anthropic's stream."""
    usage = message["usage"]
    opened = message | {"content": [], "stop_reason": None, "usage": usage | {"output_tokens": 1}}
    events: list[Json] = [{"type": "message_start", "message": opened}]
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty, delta = block | {"text": ""}, {"type": "text_delta", "text": block["text"]}
        elif block["type"] == "thinking":
            # The start has the signature, so that one event is enough.
            thinking = {"type": "thinking_delta", "thinking": block["thinking"]}
            empty, delta = block | {"thinking": ""}, thinking
        else:
            given = json.dumps(block["input"])
            empty, delta = (
                block | {"input": {}},
                {"type": "input_json_delta", "partial_json": given},
            )
        events += [
            {"type": "content_block_start", "index": index, "content_block": empty},
            {"type": "content_block_delta", "index": index, "delta": delta},
            {"type": "content_block_stop", "index": index},
        ]
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    events.append({"type": "message_delta", "delta": ended, "usage": usage})
    events.append({"type": "message_stop"})
    return "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events)


def responses_stream(response: Json) -> str:
    """Return a response as events of OpenAI's stream: each output item as a whole."""
    opened = response | {"status": "in_progress", "output": []}
    events: list[Json] = [{"type": "response.created", "response": opened}]
    for index, item in enumerate(response["output"]):
        place = {"output_index": index, "item": item}
        events += [
            {"type": "response.output_item.added", **place},
            {"type": "response.output_item.done", **place},
        ]
    events.append({"type": "response.completed", "response": response})
    return "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events)
