"""Calls as clients send them."""

import json
from typing import Any

import pytest

from webproctor.core.actions import BadAction
from webproctor.core.actions.web import web
from webproctor.rollouts.calls import accepted_call, call_text, decode_json, parse_call


@pytest.mark.parametrize("arguments", [{}, {"arguments": None}, {"arguments": {}}])
def test_a_call_needs_no_arguments(arguments: dict[str, Any]) -> None:
    assert parse_call({"name": "wait", **arguments}) == ("wait", {})


def test_a_call_has_a_name_and_arguments() -> None:
    call = {"name": "wait", "arguments": {"seconds": 1}}
    assert parse_call(call) == ("wait", {"seconds": 1})
    assert accepted_call(call) == call


MALFORMED = [
    *(None, 1, "done", "wait", [], {}, {"arguments": {}}, {"name": 1}, {"name": None}),
    *({"name": "wait", "arguments": given} for given in ("now", [1], 1)),
]


@pytest.mark.parametrize("call", MALFORMED)
def test_a_call_of_another_form_is_a_bad_action(call: Any) -> None:
    with pytest.raises(BadAction, match="an action must be JSON"):
        parse_call(call)


@pytest.mark.parametrize("call", MALFORMED)
def test_a_call_of_another_form_is_accepted_as_that_of_an_unknown_action(call: Any) -> None:
    name = accepted_call(call)["name"]
    assert accepted_call(call) == {"name": name}
    assert name not in ("done", *web.by_name)
    assert json.loads(name) == call


def test_the_arguments_of_an_accepted_call_can_be_sent_as_json() -> None:
    call = accepted_call({"name": "wait", "arguments": {"seconds": float("inf"), "x": "\ud83d"}})
    assert json.dumps(call, allow_nan=False, ensure_ascii=False).encode()


def test_the_name_of_an_unknown_action_has_at_most_200_characters() -> None:
    assert accepted_call("x" * 300) == {"name": '"' + "x" * 199}


def test_a_call_of_another_form_is_shown_as_it_was_sent() -> None:
    assert call_text("click é") == "click é"
    assert call_text({"é": object}) == '{"é": "<class \'object\'>"}'


@pytest.mark.parametrize(
    ("text", "value"),
    [('{"a": 1}', {"a": 1}), ("click", "click"), ({"a": 1}, {"a": 1}), (None, None)],
)
def test_json_that_a_model_has_written_is_read_and_other_values_stay(text: Any, value: Any) -> None:
    assert decode_json(text) == value


def test_deeply_nested_json_stays_a_text() -> None:
    assert decode_json("[" * 100_000) == "[" * 100_000
