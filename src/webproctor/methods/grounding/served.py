"""Models on servers with the OpenAI chat completions API, such as vLLM."""

import asyncio
import base64
import os
from collections.abc import Sequence
from typing import Any

import httpx

from webproctor.core import server_answers
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, ModelFailed, Reply, Tool, ToolChoice
from webproctor.core.reasoning import without_reasoning

KEY = "WEBPROCTOR_SERVER_KEY"
_TRIES = 4
_SECONDS = 300.0
_RETRIED_STATUSES = {408, 409, 429}
# Statuses that mean that no request can succeed: wrong key, no credit, wrong model or address.
_FATAL_STATUSES = {401, 402, 404}
# Longest wait in seconds that a server may ask for.
_MAX_PAUSE = 60.0
# An argument of vLLM that not every server accepts.
_SKIP_SPECIAL_TOKENS = "skip_special_tokens"


class ServedModel:
    """Generates greedily on a server.

    Args:
        address: The server's address, including `/v1`. An API key is read from the environment
            variable WEBPROCTOR_SERVER_KEY.
        name: The model's name on the server.
        tokens: Maximum number of tokens of an answer.
        pause: Seconds before the first retry, doubled each time.
    """

    def __init__(self, address: str, name: str, tokens: int = 128, pause: float = 1.0) -> None:
        if not address.startswith(("http://", "https://")):
            raise UserError(
                f"--server {address!r}: the address must begin with http:// or https://."
            )
        if not name:
            raise UserError("the model's name on the server is missing: give it with --served-as.")
        self._url = address.rstrip("/") + "/chat/completions"
        self._name = name
        self._tokens = tokens
        self._pause = pause
        self._keeps_special_tokens = True
        self._client: httpx.AsyncClient | None = None

    async def generate(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool] = (),
        *,
        tool_choice: ToolChoice = "auto",
    ) -> Reply:
        """Return the answer to a conversation; `tools` is ignored.

        A last message of the assistant is the beginning of the answer, as vLLM supports it.
        """
        body: dict[str, Any] = {
            "model": self._name,
            "messages": [_message(one) for one in messages],
            "max_tokens": self._tokens,
            "temperature": 0,
        }
        if self._keeps_special_tokens:
            # The box tokens of OS-Atlas are special tokens.
            body[_SKIP_SPECIAL_TOKENS] = False
        if messages[-1].role == "assistant":
            body |= {"add_generation_prompt": False, "continue_final_message": True}
        completion = await self._ask(body)
        if not completion["choices"]:
            raise ModelFailed("model", f"{self._url}: an answer without choices")
        choice = completion["choices"][0]
        text = without_reasoning(choice["message"].get("content") or "")
        usage: dict[str, float] = {"calls": 1}
        if tokens := completion["usage"]:
            usage["input_tokens"] = tokens["prompt_tokens"]
            usage["output_tokens"] = tokens["completion_tokens"]
        else:
            usage["unmetered_calls"] = 1
        stop = "length" if choice.get("finish_reason") == "length" else "done"
        return Reply(text, stop=stop, usage=usage)

    async def _ask(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return a chat completion in OpenAI's form.

        Raises:
            ModelFailed: If there is none after all tries.
        """
        if self._client is None:
            # Every episode creates a client that is never closed, so connections are not kept.
            limits = httpx.Limits(max_keepalive_connections=0)
            self._client = httpx.AsyncClient(timeout=_SECONDS, limits=limits)
        headers = {"Authorization": f"Bearer {os.environ[KEY]}"} if os.environ.get(KEY) else {}
        problem, pause = "", 0.0
        for number in range(_TRIES):
            await asyncio.sleep(pause)
            pause = self._pause * 2**number
            try:
                answer = await self._client.post(self._url, json=body, headers=headers)
            except httpx.TransportError as error:
                problem = f"{type(error).__name__} {error}"
                continue
            status, body_data = _read(answer)
            if status == 200:
                return body_data
            problem = f"status {status}: {body_data['error']['message'][:300]}"
            if (
                status in (400, 422)
                and _SKIP_SPECIAL_TOKENS in body
                and _SKIP_SPECIAL_TOKENS in answer.text
            ):
                del body[_SKIP_SPECIAL_TOKENS]
                self._keeps_special_tokens, pause = False, 0.0
            elif status in _RETRIED_STATUSES or status >= 500:
                pause = max(pause, _requested_pause(answer))
            else:
                cause = "model access" if status in _FATAL_STATUSES else "model"
                raise ModelFailed(cause, f"{self._url}: {problem}")
        raise ModelFailed("model", f"{self._url}: {problem}")


def _read(answer: httpx.Response) -> tuple[int, dict[str, Any]]:
    """Return the status and the body of an answer, corrected."""
    try:
        body = answer.json()
    except (ValueError, RecursionError):
        body = answer.text
    if answer.is_success:
        return server_answers.corrected(body, "choices")
    return answer.status_code, server_answers.as_error(body)


def _requested_pause(answer: httpx.Response) -> float:
    """Return the seconds that a server asks to wait before the next try; 0 if it does not."""
    try:
        return min(max(float(answer.headers.get("retry-after", 0)), 0.0), _MAX_PAUSE)
    except ValueError:  # A date.
        return 0.0


def _message(message: Message) -> dict[str, Any]:
    """Encode a message, with images before the text, as grounding models were trained."""
    if not message.images:
        return {"role": message.role, "content": message.text}
    pictures = [
        {
            "type": "image_url",
            "image_url": {"url": "data:image/png;base64," + base64.b64encode(png).decode()},
        }
        for png in message.images
    ]
    return {"role": message.role, "content": [*pictures, {"type": "text", "text": message.text}]}
