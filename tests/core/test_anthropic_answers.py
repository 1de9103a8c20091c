"""Answers of servers that deviate from Anthropic's protocol are corrected, also in streams."""

import json
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import pytest

from webproctor.core.anthropic_answers import (
    MALFORMED_ARGUMENTS,
    EventCorrector,
    corrected_message,
)

Json = dict[str, Any]
USAGE = {"input_tokens": 5, "output_tokens": 2}
# Servers without prompt caching leave these counts out.
NO_CACHE = {"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}


def call(**parts: Any) -> Json:
    return {"type": "tool_use", "id": "a", "name": "f", "input": {}} | parts


def message(*content: Any, **more: Any) -> Json:
    body = {"model": "m", "content": [*content], "stop_reason": "tool_use", "usage": USAGE}
    return corrected_message(body | more)


def stream(*events: Json) -> list[Json]:
    corrector = EventCorrector()
    return [one for event in events for one in corrector.correct(event)]


def started(index: int = 0, **block: Any) -> Json:
    return {"type": "content_block_start", "index": index, "content_block": call(**block)}


def part(text: Any, index: int = 0) -> Json:
    delta = {"type": "input_json_delta", "partial_json": text}
    return {"type": "content_block_delta", "index": index, "delta": delta}


STOP = {"type": "content_block_stop", "index": 0}
END = {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": USAGE}


def written(events: Sequence[Json]) -> str:
    """Return what a client reads as the arguments of a call."""
    return "".join(one["delta"].get("partial_json", "") for one in events if "delta" in one)


@pytest.mark.parametrize(
    ("usage", "corrected"),
    [
        (None, {"input_tokens": 0, "output_tokens": 0}),
        ({"input_tokens": None, "output_tokens": "7"}, {"input_tokens": 0, "output_tokens": 7}),
        (USAGE, USAGE),
    ],
)
def test_usage_has_numbers(usage: Any, corrected: Json) -> None:
    assert message(usage=usage)["usage"] == corrected | NO_CACHE


@pytest.mark.parametrize(
    ("start", "end", "total"),
    [
        (None, None, (0, 0)),
        (None, USAGE, (5, 2)),
        (USAGE, None, (5, 2)),
        (USAGE, {"output_tokens": 9}, (5, 9)),
        # LM Studio and others know the tokens of the input only at the end.
        ({"input_tokens": 0, "output_tokens": 0}, USAGE, (5, 2)),
        (USAGE, {"input_tokens": 0, "output_tokens": 9}, (5, 9)),
    ],
)
def test_usage_at_the_end_of_a_stream_includes_that_of_its_start(
    start: Any, end: Any, total: tuple[int, int]
) -> None:
    opened = {"type": "message_start", "message": {"model": "m", "usage": start}}
    usage = stream(opened, END | {"usage": end})[-1]["usage"]
    assert (usage["input_tokens"], usage["output_tokens"]) == total


@pytest.mark.parametrize("id", [None, "", "a"])
def test_every_call_has_an_id_of_its_own(id: str | None) -> None:
    first, second = message(call(), call(id=id))["content"]
    assert first["id"] == "a"
    assert second["id"] not in ("", "a")
    begun = [one["content_block"]["id"] for one in stream(started(), started(1, id=id))]
    assert begun[0] == "a"
    assert begun[1] not in (None, "", "a")


@pytest.mark.parametrize(
    ("arguments", "corrected"),
    [
        (None, {}),
        ({"x": 1}, {"x": 1}),
        ('{"x": 1}', {"x": 1}),
        ('"{\\"x\\": 1}"', {"x": 1}),
        ('{"x": 1}}', {"x": 1}),
        ([1], {MALFORMED_ARGUMENTS: "[1]"}),
        ("{x: 1}", {MALFORMED_ARGUMENTS: "{x: 1}"}),
        ('{"x": ', {MALFORMED_ARGUMENTS: '{"x":'}),
        ("[" * 100_000, {MALFORMED_ARGUMENTS: "[" * 100_000}),
    ],
)
def test_the_arguments_of_a_call_are_an_object(arguments: Any, corrected: Json) -> None:
    assert message(call(input=arguments))["content"][0]["input"] == corrected
    assert json.loads(written(stream(started(), part(arguments), STOP))) == corrected


def test_arguments_in_parts_are_sent_as_a_whole() -> None:
    events = stream(started(), part('{"x"'), part(None), part(": 1}"), STOP, END)
    assert json.loads(written(events)) == {"x": 1}


def test_arguments_at_the_start_of_a_call_are_used() -> None:
    assert json.loads(written(stream(started(input={"x": 1}), STOP))) == {"x": 1}


def test_a_call_whose_end_is_missing_has_its_arguments() -> None:
    assert json.loads(written(stream(started(), part('{"x": 1}'), END))) == {"x": 1}


@pytest.mark.parametrize(
    ("thinking", "signature"),
    [
        ("so", None),
        (None, "x"),
    ],  # Open models have no signatures; other models hide their thinking.
)
def test_thinking_without_a_text_or_a_signature_has_an_empty_one(
    thinking: str | None, signature: str | None
) -> None:
    given = {"type": "thinking", "thinking": thinking, "signature": signature}
    [block] = message(given)["content"]
    assert (block["thinking"], block["signature"]) == (thinking or "", signature or "")


@pytest.mark.parametrize(
    "name", ["text_delta text", "thinking_delta thinking", "signature_delta signature"]
)
def test_a_part_without_its_text_is_empty(name: str) -> None:
    kind, field = name.split()
    delta = {"type": kind, field: None}
    [event] = stream({"type": "content_block_delta", "index": 0, "delta": delta})
    assert event["delta"][field] == ""


@pytest.mark.parametrize(
    ("reason", "corrected"),
    [
        ("tool_calls", "tool_use"),
        ("function_call", "tool_use"),
        ("content_filter", "refusal"),
        ("sensitive", "refusal"),
        ("stop", "end_turn"),
        ("length", "max_tokens"),
        ("pause_turn", "end_turn"),
        ("refusal", "refusal"),
        (None, None),
    ],
)
def test_stop_reasons_are_those_of_anthropic(reason: str | None, corrected: str | None) -> None:
    assert message(stop_reason=reason)["stop_reason"] == corrected
    [event] = stream(END | {"delta": {"stop_reason": reason}})
    assert event["delta"]["stop_reason"] == corrected


def test_a_message_that_conforms_is_not_changed() -> None:
    blocks = [
        {"type": "thinking", "thinking": "so", "signature": "x"},
        {"type": "text", "text": "text"},
        call(input={"x": 1}),
    ]
    given = {"model": "m", "content": blocks, "stop_reason": "tool_use", "usage": USAGE | NO_CACHE}
    assert corrected_message(deepcopy(given)) == given


def test_events_that_conform_are_not_changed() -> None:
    message = {"model": "m", "content": [], "usage": USAGE | NO_CACHE}
    events = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {**part(""), "delta": {"type": "text_delta", "text": "text"}},
        STOP,
        END | {"usage": USAGE | NO_CACHE},
        {"type": "message_stop"},
    ]
    assert stream(*deepcopy(events)) == events


def test_the_name_of_a_streamed_call_is_kept() -> None:
    [event] = stream(started())
    assert event["content_block"] == call()


def test_a_call_without_a_name_and_a_message_without_a_model_have_empty_ones() -> None:
    corrected = message(call(name=None), model=None)
    assert (corrected["model"], corrected["content"][0]["name"]) == ("", "")
