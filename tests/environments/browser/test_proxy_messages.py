"""Reading programs' messages to the DevTools proxy."""

import json

import pytest

from webproctor.environments.browser.proxy_messages import NotACommand, read_message, unreadable


def test_a_command_has_parameters_and_a_session() -> None:
    text = json.dumps({"id": 7, "method": "A.b", "params": {"c": 1}, "sessionId": "S"})
    assert read_message(text) == (7, "A.b", {"c": 1}, "S")


@pytest.mark.parametrize("parameters", ["[]", "null", "[1]"])
def test_a_list_and_null_are_no_parameters_as_in_chromium(parameters: str) -> None:
    text = f'{{"id": 7, "method": "A.b", "params": {parameters}}}'
    assert read_message(text).parameters == {}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", -32700),
        ("[" * 100_000, -32700),
        ("[]", -32600),
        ('{"method": "A.b"}', -32600),
        ('{"id": true, "method": "A.b"}', -32600),
        ('{"id": "7", "method": "A.b"}', -32600),
    ],
)
def test_a_message_without_a_number_is_answered_without_one(text: str, code: int) -> None:
    with pytest.raises(NotACommand) as refused:
        read_message(text)
    assert refused.value.answer["error"]["code"] == code
    assert "id" not in refused.value.answer


@pytest.mark.parametrize(
    "rest",
    ["", ', "method": 1', ', "method": "A.b", "params": "x"', ', "method": "A", "sessionId": 1'],
)
def test_the_answer_to_an_invalid_message_has_its_number(rest: str) -> None:
    with pytest.raises(NotACommand) as refused:
        read_message(f'{{"id": 7{rest}}}')
    assert refused.value.answer["id"] == 7


@pytest.mark.parametrize("number", ["NaN", "1e999", "-1e999", "9" * 400])
def test_parameters_with_a_number_that_is_not_finite_are_unreadable(number: str) -> None:
    assert "not finite" in unreadable(json.loads(f'{{"a": [1, {{"b": {number}}}]}}'))


@pytest.mark.parametrize(("levels", "is_readable"), [(199, True), (200, False), (900, False)])
@pytest.mark.parametrize(("start", "end"), [("[", "]"), ('{"a":', "}")])
def test_parameters_that_are_nested_too_deeply_are_unreadable(
    start: str, end: str, levels: int, is_readable: bool
) -> None:
    parameters = json.loads(f'{{"a": {levels * start} 1 {levels * end}}}')
    assert ("nested" not in unreadable(parameters)) is is_readable


def test_other_parameters_are_readable() -> None:
    assert not unreadable({"a": [None, True, "", 1.5, -(2**63), 10**300], "b": {}})
