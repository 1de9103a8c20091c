"""Answers of servers that deviate from OpenAI's protocols are corrected."""

from typing import Any

import pytest

from webproctor.core.server_answers import MALFORMED_CALLS, as_error, corrected, corrected_chunk


def completion(message: Any, **more: Any) -> dict[str, Any]:
    return {"model": "m", "choices": [{"index": 0, "message": message}], **more}


def message_of(answer: dict[str, Any]) -> dict[str, Any]:
    status, result = corrected(answer, "choices")
    assert status == 200
    return result["choices"][0]["message"]


def call(**parts: Any) -> dict[str, Any]:
    return {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}} | parts


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"x": 1}, '{"x": 1}'),
        ([1], "[1]"),
        ("{,", "{,"),
        ("42", "42"),
        (None, "{}"),
        ("", "{}"),
        ("null", "{}"),
        (r'"{\"x\": 1}"', '{"x": 1}'),
        ('"a text"', '"a text"'),
        ('```json\n{"x": 1}\n```', '{"x": 1}'),
    ],
)
def test_arguments_of_a_call_are_text(arguments: Any, text: str) -> None:
    given = call(function={"name": "f", "arguments": arguments})
    [tool_call] = message_of(completion({"tool_calls": [given]}))["tool_calls"]
    assert tool_call["function"]["arguments"] == text


@pytest.mark.parametrize(
    "parts", [{"id": None}, {"id": 7}, {"id": ""}, {"type": None}, {"type": ""}, {"function": None}]
)
def test_a_call_has_an_id_a_type_and_a_name(parts: dict[str, Any]) -> None:
    [tool_call] = message_of(completion({"tool_calls": [call(**parts)]}))["tool_calls"]
    assert tool_call["id"]
    assert isinstance(tool_call["id"], str)
    assert tool_call["type"] == "function"
    assert isinstance(tool_call["function"]["name"], str)


def test_an_empty_object_instead_of_calls_is_no_call() -> None:
    assert message_of(completion({"tool_calls": {}}))["tool_calls"] is None


@pytest.mark.parametrize(("id", "text"), [(5, "5"), (None, ""), ("a", "a")])
def test_the_id_of_an_answer_is_a_text(id: Any, text: str) -> None:
    assert corrected(completion({}, id=id), "choices")[1]["id"] == text


def test_calls_with_the_same_id_get_different_ids() -> None:
    calls = message_of(completion({"tool_calls": [call(), call(), call(id="b")]}))["tool_calls"]
    assert len({one["id"] for one in calls}) == 3
    assert calls[0]["id"] == "a"


def test_content_in_parts_is_joined_and_its_thoughts_are_reasoning() -> None:
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    parts = [thinking, {"type": "text", "text": "one "}, {"type": "text", "text": "two"}]
    message = message_of(completion({"content": parts}))
    assert (message["content"], message["reasoning"]) == ("one two", "hm")


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        ({"prompt_tokens": 5, "completion_tokens": 2}, (5, 2, 7)),
        ({"prompt_tokens": 5.0, "completion_tokens": "2", "total_tokens": None}, (5, 2, 7)),
        ({"prompt_tokens": None, "completion_tokens": 2}, None),
        ({"prompt_tokens": -1, "completion_tokens": 2}, None),
        ({"prompt_tokens": float("nan"), "completion_tokens": 2}, None),
        ({}, None),
        (None, None),
    ],
)
def test_usage_is_whole_numbers_or_unknown(
    usage: Any, counted: tuple[int, int, int] | None
) -> None:
    _, result = corrected(completion({"content": "a"}, usage=usage), "choices")
    found = result["usage"]
    names = ("prompt_tokens", "completion_tokens", "total_tokens")
    assert (found and tuple(found[name] for name in names)) == counted


def test_reasoning_that_only_the_total_counts_is_output() -> None:
    usage = {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 17}
    _, result = corrected(completion({"content": "a"}, usage=usage), "choices")
    assert result["usage"]["completion_tokens"] == 12


@pytest.mark.parametrize(
    "parts",
    [
        {"prompt_tokens_details": {"cached_tokens": 3}},
        {"prompt_cache_hit_tokens": 3},
        {"cached_tokens": 3},
    ],
)
def test_cached_tokens_are_read_under_each_name(parts: dict[str, Any]) -> None:
    usage = {"prompt_tokens": 5, "completion_tokens": 2, **parts}
    _, result = corrected(completion({"content": "a"}, usage=usage), "choices")
    assert result["usage"]["prompt_tokens_details"]["cached_tokens"] == 3


def test_no_more_tokens_are_cached_than_were_sent() -> None:
    usage = {"prompt_tokens": 5, "completion_tokens": 2}
    usage |= {"prompt_tokens_details": {"cached_tokens": 9}}
    _, result = corrected(completion({"content": "a"}, usage=usage), "choices")
    assert result["usage"]["prompt_tokens_details"]["cached_tokens"] == 5


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({"error": {"message": "busy", "code": 429}}, 429, "busy"),
        ({"error": {"message": "busy", "code": "x"}, "choices": []}, 502, "busy"),
        ({"error": "busy"}, 502, "busy"),
        ({"choices": [{"error": {"message": "busy", "code": 503}}]}, 503, "busy"),
        ({"detail": "Not Found"}, 502, "Not Found"),
        ("Welcome", 502, "Welcome"),
        (None, 502, "unknown form"),
    ],
)
def test_an_error_with_the_status_of_an_answer_is_an_error(
    body: Any, status: int, message: str
) -> None:
    returned, result = corrected(body, "choices")
    assert returned == status
    assert message in result["error"]["message"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ([{"error": {"message": "too long"}}], "too long"),
        ({"code": "invalid", "error": "too long"}, "too long"),
        ({"detail": "too long"}, "too long"),
        ({"object": "error", "message": "too long"}, "too long"),
        ("too long", "too long"),
    ],
)
def test_the_reason_of_an_error_is_read_from_each_form(body: Any, message: str) -> None:
    result = as_error(body)
    assert result.get("error", result)["message"] == message


def test_a_response_is_corrected_like_a_completion() -> None:
    item = {"type": "function_call", "name": "f", "arguments": {"x": 1}}
    answer = {"output": [item], "usage": {"input_tokens": None}}
    status, result = corrected(answer, "output")
    assert (status, result["usage"]) == (200, None)
    assert result["output"][0]["arguments"] == '{"x": 1}'
    assert result["output"][0]["call_id"]
    assert corrected({"error": "busy"}, "output")[0] == 502


def item_of(item: Any) -> dict[str, Any]:
    [corrected_item] = corrected({"output": [item]}, "output")[1]["output"]
    return corrected_item


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        (None, []),
        ("hello", ["hello"]),
        ([{"type": "output_text", "text": None}, {"type": "output_text", "text": "x"}], ["", "x"]),
    ],
)
def test_the_content_of_a_message_is_parts_with_a_text(content: Any, texts: list[str]) -> None:
    item = item_of({"type": "message", "content": content})
    assert [part["text"] for part in item["content"]] == texts


def test_a_function_call_of_a_response_has_a_name() -> None:
    assert item_of({"type": "function_call", "name": None})["name"] == ""


def test_a_malformed_call_of_the_computer_is_noted_under_its_id() -> None:
    item = {"type": "computer_call", "call_id": "c", "actions": [{"type": "fly"}]}
    result = corrected({"output": [item, None]}, "output")[1]
    assert result["output"] == [item | {"actions": [{"type": "wait"}]}]
    assert result[MALFORMED_CALLS] == {"c": 'malformed action: {"type": "fly"}'}


def test_the_stop_reason_of_z_ai_for_a_refusal_is_that_of_openai() -> None:
    answer = {"choices": [{"message": {}, "finish_reason": "sensitive"}]}
    assert corrected(answer, "choices")[1]["choices"][0]["finish_reason"] == "content_filter"


def chunk(delta: dict[str, Any]) -> dict[str, Any]:
    return {"id": "c", "model": "m", "choices": [{"index": 0, "delta": delta}]}


def test_a_streamed_call_without_an_id_and_a_type_gets_them() -> None:
    call = {"function": {"name": "click", "arguments": {"element": 1}}}
    [choice] = corrected_chunk(chunk({"tool_calls": [call]}))["choices"]
    [part] = choice["delta"]["tool_calls"]
    assert (bool(part["id"]), part["type"], part["index"]) == (True, "function", 0)
    assert part["function"] == {"name": "click", "arguments": '{"element": 1}'}


def test_a_later_part_of_a_streamed_call_has_no_id_of_its_own() -> None:
    call = {"index": 1, "function": {"arguments": "{}"}}
    assert corrected_chunk(chunk({"tool_calls": [call]})) == chunk({"tool_calls": [call]})


def test_a_part_of_a_stream_has_the_names_that_clients_read() -> None:
    assert corrected_chunk({"model": None, "choices": []}) == {"id": "", "model": "", "choices": []}


def test_an_error_in_a_stream_is_not_changed() -> None:
    error = {"error": {"message": "busy", "code": 429}}
    assert corrected_chunk(error) == error
