"""Change the client libraries of model providers: no retries, and corrected answers."""

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

from inspect_ai.model import ModelAPI

from webproctor.core import server_answers
from webproctor.core.answer_values import Json
from webproctor.core.anthropic_answers import EventCorrector

# Inspect counts the tokens of Anthropic's thoughts there. It estimates them after an error, but an
# answer without a count, as some proxies give, would end the episode.
_COUNT = "/messages/count_tokens"
# In the body of a request whose answer is a stream.
_STREAMED = re.compile(rb'"stream":\s*true')


def change_client(api: ModelAPI, change: Callable[[Any], None]) -> None:
    """Change a provider's client, and those that the provider creates later."""
    if (client := getattr(api, "client", None)) is not None:
        change(client)
    if (create := getattr(api, "_create_client", None)) is None:
        return

    def create_changed() -> Any:
        client = create()
        change(client)
        return client

    api._create_client = create_changed  # type: ignore[attr-defined]


def without_retries(client: Any) -> None:
    """Turn off a client's own retries, which would multiply with Inspect's."""
    if hasattr(client, "max_retries"):
        client.max_retries = 0


def correct_answers(client: Any) -> None:
    """Correct the answers and errors that a client receives."""
    hooks = getattr(getattr(client, "_client", None), "event_hooks", None)
    if hooks is not None and _correct not in hooks["response"]:
        hooks["response"].append(_correct)


async def _correct(response: Any) -> None:
    """Correct a response of httpx; of streams, only Anthropic's and chat completions."""
    content_type = response.headers.get("content-type", "")
    is_page, is_json = "text/html" in content_type, "json" in content_type
    streamed = _STREAMED.search(response.request.content) is not None
    form = server_answers.form_of(response.request.url.path)
    if response.request.url.path.endswith(_COUNT) and response.status_code < 400:
        await response.aread()
        if not _is_count(response.content):
            response.status_code = 404
        return
    if is_page or (streamed and not is_json):
        if form in ("content", "choices") and not is_page and response.status_code < 400:
            received = response.aiter_bytes
            correct = EventCorrector().correct if form == "content" else _correct_chunk
            response.aiter_bytes = lambda *args: _corrected_stream(received(*args), correct)
        form = None
    if response.status_code < 400 and form is None and not is_page:
        return
    await response.aread()
    try:
        body = json.loads(response.content)
    except (ValueError, RecursionError):
        # Not `response.text`, which would keep the old text.
        text = response.content.decode(errors="replace")
        body = " ".join(re.sub(r"<[^>]*>", " ", text).split())
    if response.status_code >= 400:
        corrected = server_answers.as_error(body)
    else:
        response.status_code, corrected = server_answers.corrected(body, form, streamed=streamed)
    response._content = json.dumps(corrected).encode()


def _is_count(content: bytes) -> bool:
    try:
        return type(json.loads(content)["input_tokens"]) is int
    except (ValueError, TypeError, KeyError, RecursionError):
        return False


def _correct_chunk(chunk: Json) -> Iterator[Json]:
    yield server_answers.corrected_chunk(chunk)


async def _corrected_stream(
    parts: AsyncIterator[bytes], correct: Callable[[Json], Iterator[Json]]
) -> AsyncIterator[bytes]:
    """Yield the events of a stream, corrected."""
    rest = b""
    async for part in parts:
        *events, rest = (rest + part).replace(b"\r\n", b"\n").split(b"\n\n")
        for event in events:
            yield _corrected_event(event, correct)
    yield rest


def _corrected_event(text: bytes, correct: Callable[[Json], Iterator[Json]]) -> bytes:
    """Return the text of an event, corrected; unchanged if it cannot be parsed."""
    lines = [line[5:] for line in text.splitlines() if line.startswith(b"data:")]
    try:
        event = json.loads(b"\n".join(lines))
    except (ValueError, RecursionError):
        return text + b"\n\n"
    # The events of Anthropic have a type, those of chat completions have none.
    if not isinstance(event, dict) or not isinstance(event.get("type", ""), str):
        return text + b"\n\n"
    return "".join(map(_event_text, correct(event))).encode()


def _event_text(event: Json) -> str:
    name = f"event: {event['type']}\n" if "type" in event else ""
    return f"{name}data: {json.dumps(event)}\n\n"
