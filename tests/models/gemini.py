"""The protocol of Google's generateContent: requests as conversations, replies as answers."""

import base64
from collections.abc import Sequence
from typing import Any

from webproctor.core.llm import Call, Message, Reply

Json = dict[str, Any]

# The signature of every thought, since Google's calls need not have an id to know them by.
SIGNATURE = base64.b64encode(b"thought").decode()


def conversation(body: Json) -> list[Message]:
    """Return a request as a conversation."""
    system = (body.get("systemInstruction") or {}).get("parts") or []
    messages = [Message("system", _text(system))] if system else []
    for content in body.get("contents") or ():
        parts: list[Json] = content.get("parts") or []
        for part in parts:
            if answer := part.get("functionResponse"):
                response = answer["response"]
                text = str(
                    response.get("output", response.get("content", response.get("error", "")))
                )
                call = Call(answer.get("id", ""), answer["name"], {})
                images = _images(answer.get("parts") or ())
                messages.append(Message("tool", text, images=images, call=call))
        own = [part for part in parts if "text" in part or "inlineData" in part]
        if own:
            role = "assistant" if content["role"] == "model" else "user"
            messages.append(Message(role, _text(own), images=_images(own)))
    return messages


def _text(parts: Sequence[Json]) -> str:
    return "\n".join(part["text"] for part in parts if "text" in part)


def _images(parts: Sequence[Json]) -> tuple[bytes, ...]:
    # The client writes some names in the other notation that protocol buffers accept.
    blobs = [part.get("inlineData") or part.get("inline_data") for part in parts]
    return tuple(
        base64.b64decode(one["data"] + "==", altchars=b"-_") for one in blobs if one is not None
    )


def answer(reply: Reply, model: str, malformed: str) -> Json:
    """Return a reply as an answer; `malformed` cannot occur, since arguments are parsed JSON."""
    parts: list[Json] = [{"text": reply.text}] if reply.text else []
    for n, call in enumerate(reply.calls):
        signed = {"thoughtSignature": SIGNATURE} if reply.native and n == 0 else {}
        parts.append({"functionCall": {"name": call.name, "args": call.arguments}} | signed)
    return {
        "candidates": [
            {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
        ],
        "usageMetadata": {
            "promptTokenCount": 1000,
            "candidatesTokenCount": 100,
            "totalTokenCount": 1100,
        },
        "modelVersion": model,
    }
