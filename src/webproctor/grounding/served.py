"""A model on a server that speaks OpenAI's chat completions, as vLLM and many others do."""

import asyncio
import base64
import os
from collections.abc import Sequence
from typing import Any

import httpx

from webproctor.errors import UserError
from webproctor.models import Message, ModelFailed, Reply, Tool

KEY = "WEBPROCTOR_SERVER_KEY"
_TRIES = 4
_SECONDS = 300.0
_AGAIN = {408, 409, 429, 500, 502, 503, 504}


class ServedModel:
    """Asks a server, greedily.

    Args:
        address: The server's, up to and with `/v1`; its key, if it wants one, is taken from
            WEBPROCTOR_SERVER_KEY.
        name: The model's name there.
        tokens: What an answer may take.
        pause: Seconds before a failed request is sent again, doubled each time.
    """

    def __init__(self, address: str, name: str, tokens: int = 128, pause: float = 1.0) -> None:
        if not address.startswith(("http://", "https://")):
            raise UserError(f"server {address!r}: an address begins with http:// or https://.")
        if not name:
            raise UserError("what is the model called on that server? Name it by --served-as.")
        self._url = address.rstrip("/") + "/chat/completions"
        self._name = name
        self._tokens = tokens
        self._pause = pause
        self._client: httpx.AsyncClient | None = None

    async def generate(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """The answer to a conversation; tools are not offered."""
        told = await self._ask(
            {
                "model": self._name,
                "messages": [_message(one) for one in messages],
                "max_tokens": self._tokens,
                "temperature": 0,
                # The box tokens of OS-Atlas are special ones.
                "skip_special_tokens": False,
            }
        )
        try:
            choice = told["choices"][0]
            text = choice["message"]["content"] or ""
            usage = told.get("usage") or {}
        except (KeyError, IndexError, TypeError) as error:
            raise ModelFailed("model", f"{self._url}: no chat completion: {error!r}") from error
        counted = {
            "input_tokens": float(usage.get("prompt_tokens") or 0),
            "output_tokens": float(usage.get("completion_tokens") or 0),
        }
        stop = "length" if choice.get("finish_reason") == "length" else "done"
        return Reply(text, stop=stop, usage=counted)

    async def _ask(self, body: dict[str, Any]) -> Any:
        if self._client is None:
            # Every episode has a client of its own, which nobody closes: it keeps no connection.
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
                body.pop("skip_special_tokens", None)  # Not every server knows it.
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
                raise ModelFailed("model", f"{self._url}: no JSON: {error}") from error
        raise ModelFailed("model", f"{self._url}: {fault}")


def _message(message: Message) -> dict[str, Any]:
    """Pictures stand before the words, as grounding models were trained."""
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
