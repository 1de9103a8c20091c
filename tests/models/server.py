"""Local model servers with the providers' protocols, including faults.

`POST /v1/chat/completions` and `/v1/responses` are those of OpenAI, `POST /v1/messages` is that of
Anthropic, `POST /v1/models/MODEL:generateContent` is that of Google. They refuse what the
providers refuse (`rules`). Answers come from a function of the conversation; each fault of a list
affects one answer. If a reply has a `native` text, it is preceded by that thought, which later
requests must contain.
"""

import base64
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from models import gemini, rules
from models.responses import Cut, anthropic_stream, dripping, refusal, responses_stream
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from webproctor.core.llm import Call, Message, Reply, Role

Brain = Callable[[Sequence[Message], bool], Reply]
Json = dict[str, Any]


@dataclass(frozen=True)
class Fault:
    """A fault of one answer.

    Attributes:
        status: An HTTP error status instead of an answer.
        message: Additional text in its body.
        code: The code of the error in its body.
        body: The whole body of the error.
        content_type: The content type of that body.
        events: The number of events after which the stream of the answer ends; 0 for all.
        cut: Whether the connection is closed in the middle of the answer.
        drip: Seconds between the bytes of the answer.
        reply: An answer instead of the brain's.
        malformed: Arguments of the first tool call, as text that is not JSON.
    """

    status: int = 0
    message: str = ""
    code: str = ""
    body: str = ""
    content_type: str = "application/json"
    events: int = 0
    cut: bool = False
    drip: float = 0.0
    reply: Reply | None = None
    malformed: str = ""


@dataclass
class ModelServer:
    """A model behind a server.

    Attributes:
        brain: The function that answers.
        faults: Faults of the first requests, one for each.
        always: A fault of every request, if any.
        requests: The bodies of all requests.
        requested_messages: The same as conversations.
        refused: The reasons of the requests that were refused.
        issued: The thoughts of the calls that were answered: signatures or ids, by call.
    """

    brain: Brain
    faults: list[Fault] = field(default_factory=list)
    always: Fault | None = None
    requests: list[Json] = field(default_factory=list)
    requested_messages: list[list[Message]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    issued: dict[str, str] = field(default_factory=dict)

    def application(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/v1/chat/completions", self._chat, methods=["POST"]),
                Route("/v1/responses", self._responses, methods=["POST"]),
                Route("/v1/messages", self._messages, methods=["POST"]),
                Route("/v1/models/{model}", self._generate, methods=["POST"]),
            ]
        )

    async def _chat(self, request: Request) -> Response:
        body = await request.json()
        acting = bool(body.get("tools")) and body.get("tool_choice") != "none"
        return self._answer(
            body, _from_chat(body["messages"]), acting, _chat_answer, rules.chat(body)
        )

    async def _responses(self, request: Request) -> Response:
        body = await request.json()
        acting = bool(body.get("tools")) and body.get("tool_choice") != "none"
        if isinstance(body["input"], str):
            # Inspect asks with a text whether the model returns summaries of its reasoning.
            return Response(json.dumps(_responses_answer(Reply("Yes."), body["model"], "")))
        faults = rules.responses(body, self.issued)
        return self._answer(
            body, _from_responses(body), acting, _responses_answer, faults, responses_stream
        )

    async def _messages(self, request: Request) -> Response:
        body = await request.json()
        acting = bool(body.get("tools")) and (body.get("tool_choice") or {}).get("type") != "none"
        faults = rules.anthropic(body, request.headers, self.issued)
        return self._answer(body, _from_anthropic(body), acting, _anthropic_answer, faults)

    async def _generate(self, request: Request) -> Response:
        body = await request.json()
        chosen = (body.get("toolConfig") or {}).get("functionCallingConfig", {}).get("mode")
        acting = bool(body.get("tools")) and chosen != "NONE"
        body["model"] = request.path_params["model"].partition(":")[0]
        faults = rules.google(body, self.issued)
        return self._answer(body, gemini.conversation(body), acting, gemini.answer, faults)

    def _answer(
        self,
        body: Json,
        messages: list[Message],
        acting: bool,
        written: Callable[[Reply, str, str], Json],
        faults: Iterator[str],
        stream: Callable[[Json], str] = anthropic_stream,
    ) -> Response:
        self.requests.append(body)
        self.requested_messages.append(messages)
        if problem := next(faults, ""):
            self.refused.append(problem)
            return refusal(400, problem)
        fault = self.faults.pop(0) if self.faults else self.always or Fault()
        if fault.body:
            return Response(fault.body, fault.status, {"content-type": fault.content_type})
        if fault.status:
            message = f"status {fault.status}: {fault.message}"
            return refusal(fault.status, message, fault.code)
        reply = fault.reply or self.brain(messages, acting)
        if reply.native and reply.calls:
            self.issued |= {call.id: f"thought-{reply.calls[0].id}" for call in reply.calls}
        whole = written(reply, body["model"], fault.malformed)
        streamed = bool(body.get("stream"))
        kind = "text/event-stream" if streamed else "application/json"
        answer = (stream(whole) if streamed else json.dumps(whole)).encode()
        if fault.events:
            answer = b"".join(part + b"\n\n" for part in answer.split(b"\n\n")[: fault.events])
        if fault.drip:
            return StreamingResponse(dripping(answer, fault.drip), media_type=kind)
        return Cut(answer, kind) if fault.cut else Response(answer, media_type=kind)


_numbers = itertools.count()


def _text(text: str) -> Json:
    return {"type": "text", "text": text}


def _picture(url: str) -> bytes:
    return base64.b64decode(url.partition("base64,")[2])


# ---- OpenAI, chat completions


def _from_chat(messages: Sequence[Json]) -> list[Message]:
    return [_chat_message(one) for one in messages]


def _chat_message(one: Json) -> Message:
    content = one.get("content") or ""
    parts: list[Json] = content if isinstance(content, list) else [_text(content)]
    text = "\n".join(part["text"] for part in parts if part["type"] == "text")
    images = [_picture(part["image_url"]["url"]) for part in parts if part["type"] == "image_url"]
    role: Role = "system" if one["role"] == "developer" else one["role"]
    call = Call(one["tool_call_id"], "", {}) if role == "tool" else None
    return Message(role, text, images=tuple(images), call=call)


def _chat_answer(reply: Reply, model: str, malformed: str) -> Json:
    message: Json = {"role": "assistant", "content": reply.text or None, "refusal": None}
    if reply.stop == "refused":
        message["refusal"] = "I cannot help with that."
    if reply.calls:
        message["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": _arguments(call, n, malformed)},
            }
            for n, call in enumerate(reply.calls)
        ]
    finish = {"refused": "content_filter", "length": "length"}.get(reply.stop)
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": finish or ("tool_calls" if reply.calls else "stop"),
                "logprobs": None,
            }
        ],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100},
    }


def _arguments(call: Call, place: int, malformed: str) -> str:
    return malformed if malformed and place == 0 else json.dumps(call.arguments)


# ---- OpenAI, responses


def _from_responses(body: Json) -> list[Message]:
    messages = [Message("system", body["instructions"])] if body.get("instructions") else []
    for item in body["input"]:
        kind = item.get("type", "message")
        if kind == "message":
            content = item["content"]
            parts = (
                [{"type": "input_text", "text": content}] if isinstance(content, str) else content
            )
            text = "\n".join(part.get("text", "") for part in parts if "text" in part["type"])
            images = [
                _picture(part["image_url"]) for part in parts if part["type"] == "input_image"
            ]
            role: Role = "system" if item["role"] == "developer" else item["role"]
            messages.append(Message(role, text, images=tuple(images)))
        elif kind == "function_call_output":
            output = item["output"]
            parts = [{"type": "input_text", "text": output}] if isinstance(output, str) else output
            text = "\n".join(part.get("text", "") for part in parts)
            shown = [_picture(part["image_url"]) for part in parts if "image_url" in part]
            call = Call(item["call_id"], "", {})
            messages.append(Message("tool", text, images=tuple(shown), call=call))
        elif kind == "computer_call_output":
            image = _picture(item["output"]["image_url"])
            messages.append(
                Message("tool", "", images=(image,), call=Call(item["call_id"], "computer", {}))
            )
    return messages


def _responses_answer(reply: Reply, model: str, malformed: str) -> Json:
    output: list[Json] = []
    if reply.native and reply.calls:
        thought = {"id": f"thought-{reply.calls[0].id}", "type": "reasoning", "summary": []}
        output.append(thought | {"encrypted_content": "thought"})
    if reply.text or reply.stop == "refused":
        content: Json = {"type": "output_text", "text": reply.text, "annotations": []}
        if reply.stop == "refused":
            content = {"type": "refusal", "refusal": "I cannot help with that."}
        output.append(
            {
                "id": f"msg-{next(_numbers)}",
                "type": "message",
                "role": "assistant",
                "status": "completed",
                "content": [content],
            }
        )
    for n, call in enumerate(reply.calls):
        if call.name == "computer":
            item = {"type": "computer_call", "pending_safety_checks": [], **call.arguments}
        else:
            namespace, _, name = call.name.rpartition(".")
            item = {
                "type": "function_call",
                "name": name,
                "arguments": _arguments(call, n, malformed),
                **({"namespace": namespace} if namespace else {}),
            }
        output.append({"id": f"item-{call.id}", "call_id": call.id, "status": "completed", **item})
    return {
        "id": "resp-1",
        "object": "response",
        "created_at": 1,
        "model": model,
        "status": "completed",
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "output": output,
        "parallel_tool_calls": True,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": [],
        "top_p": 1.0,
        "usage": {
            "input_tokens": 1000,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 100,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 1100,
        },
    }


# ---- Anthropic


def _from_anthropic(body: Json) -> list[Message]:
    system = body.get("system") or ""
    if not isinstance(system, str):
        system = "\n".join(part["text"] for part in system)
    messages = [Message("system", system)] if system else []
    for one in body["messages"]:
        content = one["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        for part in parts:
            if part["type"] == "tool_result":
                inner = part.get("content") or []
                inner = [{"type": "text", "text": inner}] if isinstance(inner, str) else inner
                call = Call(part["tool_use_id"], "", {})
                messages.append(Message("tool", _text_of(inner), images=_shown(inner), call=call))
        own = [part for part in parts if part["type"] in ("text", "image")]
        if own:
            messages.append(Message(one["role"], _text_of(own), images=_shown(own)))
    return messages


def _text_of(parts: Sequence[Json]) -> str:
    return "\n".join(part["text"] for part in parts if part["type"] == "text")


def _shown(parts: Sequence[Json]) -> tuple[bytes, ...]:
    return tuple(
        base64.b64decode(part["source"]["data"]) for part in parts if part["type"] == "image"
    )


def _anthropic_answer(reply: Reply, model: str, malformed: str) -> Json:
    content: list[Json] = []
    if reply.native and reply.calls:
        signature = f"thought-{reply.calls[0].id}"
        content.append({"type": "thinking", "thinking": "thought", "signature": signature})
    content += [{"type": "text", "text": reply.text}] if reply.text else []
    for n, call in enumerate(reply.calls):
        # Arguments are parsed JSON here, so malformed ones have the wrong type.
        given: Any = {"wrong": malformed} if malformed and n == 0 else call.arguments
        # These models have a toolset, whose actions are tools of their own.
        toolset = model.endswith("5-5") and call.name != "done"
        part = {"toolset_name": "computer"} if toolset else {}
        content.append(
            {"type": "tool_use", "id": call.id, "name": call.name, "input": given, **part}
        )
    stop = {"refused": "refusal", "length": "max_tokens"}.get(reply.stop)
    return {
        "id": f"msg-{next(_numbers)}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": stop or ("tool_use" if reply.calls else "end_turn"),
        "stop_sequence": None,
        "usage": {"input_tokens": 1000, "output_tokens": 100},
    }
