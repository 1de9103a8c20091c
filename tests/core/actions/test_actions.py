"""Action sets parse calls and describe errors in them."""

from typing import Any, ClassVar

import pytest
from jsonschema import Draft202012Validator

from webproctor.core.actions import Action, ActionResult, ActionSet, BadAction


class Say(Action):
    """Say something,
    as often as asked."""

    name: ClassVar[str] = "say"
    text: str
    times: int = 1


class Wait(Action):
    """Do nothing."""

    name: ClassVar[str] = "wait"


SET = ActionSet("talk", (Say, Wait))


def test_an_action_is_parsed_by_its_name():
    assert SET.parse("say", {"text": "hello"}) == Say(text="hello", times=1)


def test_an_action_without_parameters_needs_no_arguments():
    assert SET.parse("wait", {}) == Wait()


def test_the_error_for_an_unknown_action_lists_the_available_ones():
    with pytest.raises(
        BadAction, match=r"^there is no action 'sing': actions are say, wait, done$"
    ):
        SET.parse("sing", {})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "say: text: is missing"),
        (
            {"text": "a", "loud": True},
            "say: loud: there is no such argument: arguments are text, times",
        ),
        ({"text": "a", "times": "often"}, "say: times: Input should be a valid integer"),
        ({"text": 1, "times": None}, "say: text: .* valid string; times: .* valid integer"),
    ],
)
def test_each_wrong_argument_is_named_in_the_error(arguments: dict[str, Any], message: str):
    with pytest.raises(BadAction, match=message):
        SET.parse("say", arguments)


def test_an_action_converts_to_a_call_of_plain_data():
    call = {"name": "say", "arguments": {"text": "a", "times": 2}}
    assert Say(text="a", times=2).call() == call


def test_a_call_without_parameters_has_empty_arguments():
    assert Wait().call() == {"name": "wait", "arguments": {}}


def test_the_schema_has_one_tool_per_action():
    say, wait = SET.schema()
    assert (say["name"], wait["name"]) == ("say", "wait")
    assert say["description"] == "Say something, as often as asked."
    assert set(say["parameters"]["properties"]) == {"text", "times"}
    assert say["parameters"]["required"] == ["text"]


def test_parameters_are_json_schemas_that_allow_no_additional_properties():
    for tool in SET.schema():
        Draft202012Validator.check_schema(tool["parameters"])
    checker = Draft202012Validator(SET.schema()[0]["parameters"])
    assert checker.is_valid({"text": "a"})
    assert not checker.is_valid({"text": "a", "loud": True})
    assert not checker.is_valid({})


def test_screenshots_are_not_stored_with_results():
    stored = ActionResult(ok=True, message="took a picture", image=b"PNG").model_dump_json()
    assert ActionResult.model_validate_json(stored).image is None
