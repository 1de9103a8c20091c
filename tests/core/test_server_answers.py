"""Answers of servers that deviate from OpenAI's protocols are corrected."""

from copy import deepcopy
from typing import Any

import pytest

from webproctor.core.server_answers import (
    MALFORMED_CALLS,
    as_error,
    corrected,
    corrected_chunk,
    form_of,
)


def completion(message: Any, **more: Any) -> dict[str, Any]:
    return {"model": "m", "choices": [{"index": 0, "message": message}], **more}


def message_of(answer: dict[str, Any]) -> dict[str, Any]:
    status, result = corrected(answer, "choices")
    assert status == 200
    return result["choices"][0]["message"]


def call(**parts: Any) -> dict[str, Any]:
    return {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}} | parts


def usage(input_name: str, output_name: str) -> dict[str, Any]:
    return {
        f"{input_name}_tokens": 9,
        f"{output_name}_tokens": 4,
        "total_tokens": 13,
        f"{input_name}_tokens_details": {"cached_tokens": 2, "cache_write_tokens": 3},
        f"{output_name}_tokens_details": {"reasoning_tokens": 1},
    }


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/v1/chat/completions", "choices"),
        ("/v1/responses", "output"),
        ("/v1/messages", "content"),
        ("/v1/models", None),
    ],
)
def test_the_form_of_an_answer_depends_on_the_address(path: str, form: str | None) -> None:
    assert form_of(path) == form


def test_a_completion_that_conforms_is_not_changed() -> None:
    calls = [call(), call(id="b", type="custom", function={"name": "g", "arguments": '{"x": 1}'})]
    choice = {"index": 1, "finish_reason": "tool_calls"}
    choice["message"] = {"content": "text", "reasoning": "so", "tool_calls": calls}
    answer = {"id": "c", "model": "m", "choices": [choice]}
    answer["usage"] = usage("prompt", "completion")
    assert corrected(deepcopy(answer), "choices") == (200, answer)


def test_a_response_that_conforms_is_not_changed() -> None:
    text = {"type": "output_text", "text": "text", "annotations": [{"type": "file_citation"}]}
    items = [
        {"type": "reasoning", "summary": []},
        {"type": "message", "content": [text, {"type": "refusal", "refusal": "no"}]},
        {"type": "function_call", "call_id": "a", "name": "f", "arguments": '{"x": 1}'},
        {"type": "computer_call", "id": "i", "call_id": "b", "actions": [{"type": "screenshot"}]},
    ]
    answer = {"output": items, "usage": usage("input", "output")}
    assert corrected(deepcopy(answer), "output") == (200, answer)


def test_a_part_of_a_stream_that_conforms_is_not_changed() -> None:
    part = {"index": 3, "id": "a", "type": "custom", "function": {"name": "f", "arguments": "{"}}
    given = chunk({"content": "text", "tool_calls": [part]}) | {
        "usage": usage("prompt", "completion")
    }
    assert corrected_chunk(deepcopy(given)) == given


@pytest.mark.parametrize("start", ["data: {}", "event: error"])
def test_a_stream_that_was_not_requested_is_an_error_that_is_not_retried(start: str) -> None:
    status, error = corrected(f"{start}\n\n", "choices")
    assert status == 400
    assert "although the request asked for none" in error["error"]["message"]


def test_an_answer_instead_of_a_stream_is_an_error() -> None:
    assert corrected(completion({}), "choices", streamed=True)[0] == 502


@pytest.mark.parametrize(
    ("code", "status"), [(399, 502), (400, 400), ("429", 429), (599, 599), (600, 502), (None, 502)]
)
def test_an_error_has_its_own_status_if_that_is_one_of_an_error(code: Any, status: int) -> None:
    assert corrected({"error": {"message": "busy", "code": code}}, "choices")[0] == status


def test_one_call_instead_of_a_list_is_read() -> None:
    assert message_of(completion({"tool_calls": call()}))["tool_calls"] == [call()]


def test_content_of_another_type_is_converted_to_text() -> None:
    assert message_of(completion({"content": 42}))["content"] == "42"


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


@pytest.mark.parametrize(("value", "text"), [(5, "5"), (None, ""), ("a", "a")])
def test_the_id_and_the_model_of_an_answer_are_texts(value: Any, text: str) -> None:
    result = corrected(completion({}, id=value, model=value), "choices")[1]
    assert (result["id"], result["model"]) == (text, text)


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


def test_unknown_details_of_usage_are_0() -> None:
    counts = {"prompt_tokens": 5, "completion_tokens": 2}
    found = corrected(completion({"content": "a"}, usage=counts), "choices")[1]["usage"]
    assert found["prompt_tokens_details"] == {"cached_tokens": 0, "cache_write_tokens": 0}
    assert found["completion_tokens_details"] == {"reasoning_tokens": 0}


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


@pytest.mark.parametrize(("cached", "stored", "counted"), [(9, 9, (5, 0)), (2, 9, (2, 3))])
def test_no_more_tokens_are_cached_than_were_sent(
    cached: int, stored: int, counted: tuple[int, int]
) -> None:
    usage = {"prompt_tokens": 5, "completion_tokens": 2}
    usage |= {"prompt_tokens_details": {"cached_tokens": cached, "cache_write_tokens": stored}}
    _, result = corrected(completion({"content": "a"}, usage=usage), "choices")
    details = result["usage"]["prompt_tokens_details"]
    assert (details["cached_tokens"], details["cache_write_tokens"]) == counted


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


def test_a_function_call_of_a_response_has_a_name_and_an_id() -> None:
    item = item_of({"type": "function_call", "name": None})
    assert item["name"] == ""
    assert item["call_id"]
    assert item_of({"type": "function_call", "id": "i"})["call_id"] == "i"


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


def test_the_first_part_of_a_streamed_call_may_have_only_its_name() -> None:
    call = {"index": 0, "id": "a", "type": "function", "function": {"name": "click"}}
    assert corrected_chunk(chunk({"tool_calls": [call]})) == chunk({"tool_calls": [call]})


def test_a_later_part_of_a_streamed_call_has_no_id_of_its_own() -> None:
    call = {"index": 1, "function": {"arguments": "{}"}}
    assert corrected_chunk(chunk({"tool_calls": [call]})) == chunk({"tool_calls": [call]})


def test_a_part_of_a_stream_has_the_names_that_clients_read() -> None:
    assert corrected_chunk({"model": None, "choices": []}) == {"id": "", "model": "", "choices": []}


def test_an_error_in_a_stream_is_not_changed() -> None:
    error = {"error": {"message": "busy", "code": 429}}
    assert corrected_chunk(error) == error
