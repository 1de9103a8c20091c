"""Action sets parse calls and describe errors in them."""

from pathlib import Path
from typing import Any, ClassVar

import pytest
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from webproctor.core.actions import (
    Action,
    ActionResult,
    ActionSet,
    BadAction,
    InvalidAction,
    action_set,
)
from webproctor.core.actions.web import web
from webproctor.core.errors import UserError


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


def test_changes_of_a_schema_do_not_change_the_set():
    SET.schema()[0]["parameters"].clear()
    assert SET.schema()[0]["parameters"]["required"] == ["text"]


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


def test_the_message_of_a_result_must_be_a_text() -> None:
    with pytest.raises(ValidationError, match="should be a valid string"):
        ActionResult.model_validate({"ok": True, "message": 5})


def test_an_invalid_call_is_read_as_an_invalid_action() -> None:
    assert SET.read("say", {"text": "a"}) == Say(text="a")
    read = SET.read("say", {"times": 1})
    expected = InvalidAction(asked="say", arguments={"times": 1}, fault="say: text: is missing")
    assert read == expected
    assert expected.result() == ActionResult(ok=False, message="say: text: is missing")


def test_a_call_with_a_known_fault_is_an_invalid_action() -> None:
    read = SET.read("say", {"text": "a"}, "the arguments are not JSON")
    fault = "say: the arguments are not JSON"
    assert read == InvalidAction(asked="say", arguments={"text": "a"}, fault=fault)


def test_at_most_five_errors_are_described() -> None:
    arguments = {"text": "a"} | dict.fromkeys("bcdefgh", 1)
    with pytest.raises(BadAction) as error:
        SET.parse("say", arguments)
    assert str(error.value).count("there is no such argument") == 5
    assert str(error.value).endswith("; and 2 more errors")


def test_the_error_for_an_action_without_arguments_says_so() -> None:
    message = r"^wait: a: there is no such argument: the action has no arguments$"
    with pytest.raises(BadAction, match=message):
        SET.parse("wait", {"a": 1})


def test_an_action_set_is_found_by_its_name(tmp_path: Path) -> None:
    assert action_set("web") is web
    (tmp_path / "own.py").write_text("number = 5\n")
    with pytest.raises(UserError, match=r"own\.py:number': must be an `ActionSet`, not int"):
        action_set(f"{tmp_path}/own.py:number")
    with pytest.raises(UserError, match="no action set 'arguments'"):
        action_set("arguments")


def test_an_action_without_a_name_is_a_user_error() -> None:
    class Left(Action):
        """Go left."""

    message = 'action Left of the set .corridor. has no name.*name: ClassVar.str. = "left"'
    with pytest.raises(UserError, match=message):
        ActionSet("corridor", (Say, Left))
