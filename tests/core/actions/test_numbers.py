"""Every number of an action is finite and within the bounds of its schema."""

import json
import math
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from per_change import every

from webproctor.agents.computer_tool import COMPUTER, read
from webproctor.core.actions import Action, BadAction, InvalidAction
from webproctor.core.actions.computer import computer
from webproctor.core.actions.form import form
from webproctor.core.actions.web import web
from webproctor.core.llm import Call

SETS = {one.name: one for one in (web, computer, form)}
ACTIONS = [(name, action) for name, each in SETS.items() for action in each.by_name]
SCHEMAS = [tool["parameters"] for each in SETS.values() for tool in each.schema()]
NOT_FINITE = (math.inf, -math.inf, math.nan)

anything = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.sampled_from([10**400, -(10**4000), 2**63, 1e308, -0.0, 5e-324]),
        st.floats(),
        st.text(),
        st.sampled_from(["nan", "1e999", "\ud83d", "\ude00a"]),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


def numbers(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if schema.get("type") in ("number", "integer"):
            yield schema
        for one in schema.values():
            yield from numbers(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from numbers(one)


def test_every_number_of_a_schema_has_bounds():
    found = [one for schema in (*SCHEMAS, COMPUTER.parameters) for one in numbers(schema)]
    assert len(found) > 50
    unbounded = [one for one in found if not {"minimum", "maximum"} <= one.keys()]
    assert unbounded == []
    json.dumps(found, allow_nan=False)


@pytest.mark.parametrize("value", [*NOT_FINITE, 1e308, 10**400])
@pytest.mark.parametrize(
    ("name", "arguments", "field"),
    [
        ("scroll", {}, "down"),
        ("click", {"y": 1}, "x"),
        ("click", {"element": 0}, "hold"),
        ("drag", {"x": 1, "y": 1, "to_y": 1}, "to_x"),
        ("set_range", {"element": 0}, "value"),
        ("switch_tab", {}, "tab"),
        ("wait", {}, "seconds"),
    ],
)
def test_a_number_out_of_range_is_an_error_that_gives_the_range(
    name: str, arguments: dict[str, Any], field: str, value: float
):
    with pytest.raises(BadAction, match=rf"{name}: {field}: .*number") as refused:
        web.parse(name, arguments | {field: value})
    if not isinstance(value, int):
        assert " to 1,000" in str(refused.value) or " from 0 to 60" in str(refused.value)


def test_a_point_of_a_path_out_of_range_is_an_error_that_gives_the_range():
    with pytest.raises(BadAction, match=r"path\.0\.1: must be a number from -1,000,000 to"):
        web.parse("move_mouse", {"path": [[1, math.nan]]})


def test_a_negative_duration_is_an_error_that_gives_the_range():
    with pytest.raises(BadAction, match="wait: seconds: must be a number from 0 to 60"):
        web.parse("wait", {"seconds": -1})


def test_only_the_first_of_many_errors_are_listed():
    with pytest.raises(BadAction, match="and 15 more errors") as refused:
        web.parse("move_mouse", {"path": [[math.inf, 0]] * 20})
    assert len(str(refused.value)) < 600


@pytest.mark.parametrize(("owner", "name"), every(3, ACTIONS))
@settings(max_examples=settings().max_examples // 3)
@given(data=st.data())
def test_any_json_parses_to_an_action_with_finite_numbers_or_an_invalid_action(
    owner: str, name: str, data: st.DataObject
):
    fields = SETS[owner].by_name[name].model_fields
    names = st.sampled_from(sorted(fields)) if fields else st.text(max_size=3)
    arguments = data.draw(st.dictionaries(names | st.just("other"), anything, max_size=4))
    action = SETS[owner].read(name, arguments)
    assert isinstance(action, InvalidAction | SETS[owner].by_name[name])
    _assert_storable(action)


@given(
    arguments=st.dictionaries(st.sampled_from(sorted(COMPUTER.parameters["properties"])), anything)
)
def test_any_json_for_the_computer_tool_parses_to_actions_or_invalid_actions(
    arguments: dict[str, Any],
):
    for name in COMPUTER.parameters["properties"]["action"]["enum"]:
        for action in read(Call("1", COMPUTER.name, {"action": name} | arguments)):
            _assert_storable(action)


@pytest.mark.parametrize("amount", [*NOT_FINITE, "three"])
def test_a_scroll_amount_that_is_not_a_finite_number_is_an_error(amount: object):
    arguments = {"action": "scroll", "coordinate": [1, 1], "scroll_amount": amount}
    [action] = read(Call("1", COMPUTER.name, arguments))
    assert isinstance(action, InvalidAction)
    assert "scroll_amount must be a number from 1 to 100" in action.fault


def _assert_storable(action: Action) -> None:
    json.dumps(action.call(), allow_nan=False, ensure_ascii=False).encode()
