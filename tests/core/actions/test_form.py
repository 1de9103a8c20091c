"""The eleven TurkingBench actions."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from webproctor.core.actions import Action, BadAction
from webproctor.core.actions.form import Value, form

FILLING = [
    "modify_text",
    "modify_checkbox",
    "modify_radio",
    "modify_select",
    "modify_range",
]
LOOKING = ["scroll_to_element", "wait_for_element"]
OTHERS = ["maximize_window", "execute_js_command", "get_html", "take_screenshot"]

names = st.text()
values = st.one_of(
    st.text(),
    st.integers(-(10**18), 10**18),
    st.floats(-1e18, 1e18),
    st.booleans(),
    st.none(),
)
actions = st.sampled_from(form.actions).flatmap(
    lambda of: st.builds(
        of, **({"input_value": values} if "input_value" in of.model_fields else {})
    )
)


def test_there_are_eleven_actions():
    assert [*form.by_name] == FILLING + LOOKING + OTHERS


def test_every_action_is_described():
    for tool in form.schema():
        assert tool["description"].endswith(".")
        Draft202012Validator.check_schema(tool["parameters"])
        parameters = tool["parameters"].get("properties", {})
        assert all("description" in of for name, of in parameters.items() if name != "target")


@given(actions)
def test_an_action_is_parsed_from_its_own_call(action: Action):
    call = action.call()
    assert form.parse(call["name"], call["arguments"]) == action


@given(actions)
def test_a_call_survives_json_and_fits_the_schema(action: Action):
    call = json.loads(json.dumps(action.call()))
    [tool] = [tool for tool in form.schema() if tool["name"] == call["name"]]
    Draft202012Validator(tool["parameters"]).validate(call["arguments"])
    assert form.parse(call["name"], call["arguments"]) == action


@pytest.mark.parametrize("name", FILLING)
@given(field=names, value=values)
def test_values_keep_their_type(name: str, field: str, value: Value):
    action = form.parse(name, {"input_name": field, "input_value": value})
    kept = action.call()["arguments"]["input_value"]
    assert kept == value
    assert type(kept) is type(value)


@pytest.mark.parametrize("name", FILLING)
def test_modifying_a_control_requires_a_name_and_a_value(name: str):
    with pytest.raises(BadAction, match=f"{name}: input_name: .*; input_value: .*"):
        form.parse(name, {})


@pytest.mark.parametrize("name", LOOKING)
def test_inspecting_a_control_requires_its_name(name: str):
    assert form.parse(name, {"input_name": "q"}).call()["arguments"] == {"input_name": "q"}
    with pytest.raises(BadAction, match=f"{name}: input_name: is missing"):
        form.parse(name, {})


@pytest.mark.parametrize("name", ["maximize_window", "get_html"])
def test_actions_without_a_control_take_no_arguments(name: str):
    form.parse(name, {})
    with pytest.raises(
        BadAction,
        match=f"{name}: input_name: there is no such argument",
    ):
        form.parse(name, {"input_name": "q"})


def test_get_html_accepts_the_url_that_models_send():
    action = form.parse("get_html", {"url": "http://page/"})
    assert action.call()["arguments"] == {"url": "http://page/"}


def test_a_script_is_a_string():
    assert form.parse("execute_js_command", {"command": "1 + 1"})
    with pytest.raises(BadAction, match="execute_js_command: command: is missing"):
        form.parse("execute_js_command", {})


def test_a_screenshot_shows_the_viewport_by_default():
    arguments = form.parse("take_screenshot", {}).call()["arguments"]
    assert arguments == {"target": "view", "input_name": "", "border": False}


def test_a_screenshot_has_three_possible_targets():
    with pytest.raises(BadAction, match=r"take_screenshot: target: .*'view', 'page' or 'element'"):
        form.parse("take_screenshot", {"target": "desktop"})
