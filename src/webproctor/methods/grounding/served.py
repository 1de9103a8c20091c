"""Models on servers with the OpenAI chat completions API, such as vLLM."""

import asyncio
import base64
import os
from collections.abc import Sequence
from typing import Any

import httpx

from webproctor.core.errors import UserError
from webproctor.core.llm import Message, ModelFailed, Reply, Tool, ToolChoice

KEY = "WEBPROCTOR_SERVER_KEY"
_TRIES = 4
_SECONDS = 300.0
_AGAIN = {408, 409, 429, 500, 502, 503, 504}


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
            # The box tokens of OS-Atlas are special tokens.
            "skip_special_tokens": False,
        }
        if messages[-1].role == "assistant":
            body |= {"add_generation_prompt": False, "continue_final_message": True}
        told = await self._ask(body)
        try:
            choice = told["choices"][0]
            text = choice["message"]["content"] or ""
            usage = told.get("usage") or {}
        except (KeyError, IndexError, TypeError) as error:
            raise ModelFailed("model", f"{self._url}: not a chat completion: {error!r}") from error
        counted = {
            "input_tokens": float(usage.get("prompt_tokens") or 0),
            "output_tokens": float(usage.get("completion_tokens") or 0),
        }
        stop = "length" if choice.get("finish_reason") == "length" else "done"
        return Reply(text, stop=stop, usage=counted)

    async def _ask(self, body: dict[str, Any]) -> Any:
        if self._client is None:
            # Every episode creates a client that is never closed, so connections are not kept.
            none_kept = httpx.Limits(max_keepalive_connections=0)
            self._client = httpx.AsyncClient(timeout=_SECONDS, limits=none_kept)
        headers = {"Authorization": f"Bearer {os.environ[KEY]}"} if os.environ.get(KEY) else {}
        fault = ""
        for number in range(_TRIES):
            if number:
                await asyncio.sleep(self._pause * 2 ** (number - 1))
            try:
                answer = await self._client.post(self._url, json=body, headers=headers)
            except httpx.TransportError as error:
                fault = f"{type(error).__name__} {error}"
                continue
            if answer.status_code == 400 and "skip_special_tokens" in answer.text:
                body.pop("skip_special_tokens", None)  # Not every server supports it.
                fault = answer.text
                continue
            if answer.status_code in _AGAIN:
                fault = f"status {answer.status_code}: {answer.text[:300]}"
                continue
            if answer.is_error:
                raise ModelFailed(
                    "model", f"{self._url}: {answer.status_code}: {answer.text[:300]}"
                )
            try:
                return answer.json()
            except ValueError as error:
                raise ModelFailed("model", f"{self._url}: not JSON: {error}") from error
        raise ModelFailed("model", f"{self._url}: {fault}")


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
