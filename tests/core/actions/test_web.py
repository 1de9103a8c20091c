"""Which calls of the action set `web` are valid."""

from functools import partial
from typing import Any

import pytest
from core.actions import refusals
from core.actions.refusals import check_range

from webproctor.core.actions.web import web

TARGETS: dict[str, dict[str, Any]] = {
    "click": {},
    "hover": {},
    "drag": {"to_x": 1, "to_y": 1},
    "type": {"text": "a"},
    "scroll": {},
    "upload": {"files": ["a.txt"]},
    "mouse_down": {},
    "mouse_up": {},
    "insert_text": {"text": "a"},
}
"""The actions with a target, each with the other arguments that it needs."""


refusal = partial(refusals.refusal, web)


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_is_an_element_or_a_point(name: str) -> None:
    more = TARGETS[name]
    assert refusal(name, element=3, **more) == ""
    assert refusal(name, x=1, y=0, **more) == ""
    for half in ({"x": 1}, {"y": 1}, {"element": 3, "y": 1}):
        assert refusal(name, **half, **more) == f"{name}: a point needs both x and y"
    both = {"element": 0, "x": 0, "y": 0}
    assert refusal(name, **both, **more) == f"{name}: give an element or a point, not both"


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_is_necessary_for_a_click_a_hover_and_a_drag(name: str) -> None:
    expected = "no target: give an element, or x and y"
    reason = f"{name}: {expected}" if name in ("click", "hover", "drag") else ""
    assert refusal(name, **TARGETS[name]) == reason


def test_a_drag_ends_at_an_element_or_a_point() -> None:
    assert refusal("drag", element=3, to_element=0) == ""
    assert refusal("drag", element=3, to_x=0, to_y=0) == ""
    for half in ({"to_x": 1}, {"to_y": 1}, {"to_element": 1, "to_y": 1}):
        assert refusal("drag", element=3, **half) == "drag: a point needs both to_x and to_y"
    for end in ({}, {"to_element": 0, "to_x": 0, "to_y": 0}):
        reason = refusal("drag", element=3, **end)
        assert reason == "drag: no end: give to_element, or to_x and to_y"


@pytest.mark.parametrize(
    ("name", "argument", "valid", "invalid"),
    [
        ("click", {"element": 0, "count": None}, (1, 3), (0, 4)),
        ("click", {"element": 0, "hold": None}, (0, 60), (-0.1, 60.1)),
        ("press", {"keys": "a", "times": None}, (1, 200), (0, 201)),
        ("find_text", {"text": "a", "match": None}, (1, 100_000), (0, 100_001)),
        ("read_more", {"line": None}, (1, 10_000_000), (0, 10_000_001)),
        ("wait", {"seconds": None}, (0, 60), (-0.1, 60.1)),
    ],
)
def test_numbers_have_a_range(
    name: str, argument: dict[str, Any], valid: tuple[float, ...], invalid: tuple[float, ...]
) -> None:
    check_range(web, name, argument, valid, invalid)


@pytest.mark.parametrize(
    ("name", "argument", "longest"),
    [
        ("type", "text", 20_000),
        ("insert_text", "text", 20_000),
        ("find_text", "text", 1000),
        ("report_infeasible", "reason", 20_000),
    ],
)
def test_texts_have_a_maximum_length(name: str, argument: str, longest: int) -> None:
    assert refusal(name, **{argument: "x" * longest}) == ""
    assert f"at most {longest} characters" in refusal(name, **{argument: "x" * (longest + 1)})


@pytest.mark.parametrize(
    ("name", "argument"), [("find_text", "text"), ("report_infeasible", "reason")]
)
def test_a_text_to_find_and_a_reason_are_not_empty(name: str, argument: str) -> None:
    assert refusal(name, **{argument: ""})


def test_paths_have_1_to_2000_points() -> None:
    point = [1, 1]
    assert refusal("move_mouse", path=[point] * 2000) == ""
    assert refusal("drag", element=3, to_element=4, via=[point] * 2000) == ""
    assert refusal("move_mouse", path=[])
    assert refusal("move_mouse", path=[point] * 2001)
    assert refusal("drag", element=3, to_element=4, via=[point] * 2001)
    assert refusal("move_mouse", path=[[1]])
    assert refusal("move_mouse", path=[[1, 1, 1]])


def test_an_upload_needs_a_file() -> None:
    assert refusal("upload", element=3, files=[])


def test_arguments_that_are_not_given_have_the_documented_defaults() -> None:
    click = web.parse("click", {"element": 3}).model_dump()
    assert (click["button"], click["count"], click["hold"], click["keys"]) == ("left", 1, 0, "")
    assert web.parse("scroll", {}).model_dump() == {
        **dict.fromkeys(("element", "x", "y")),
        **{"down": 0, "right": 0},
    }
    assert web.parse("type", {"text": "a"}).model_dump()["clear"] is False
    assert web.parse("new_tab", {}).model_dump()["url"] == ""


@pytest.mark.parametrize(
    ("name", "arguments", "where"),
    [
        ("click", {"x": 1_000_001, "y": 1}, "x"),
        ("drag", {"element": 3, "to_x": 1, "to_y": -1_000_001}, "to_y"),
        ("move_mouse", {"path": [[1, 1], [1, 1_000_001]]}, "path.1.1"),
        ("scroll", {"down": -1_000_001}, "down"),
        ("position", {"element": 3, "x": 1, "y": 1_000_001}, "y"),
    ],
)
def test_the_error_for_a_coordinate_out_of_range_says_where_it_is_and_the_range(
    name: str, arguments: dict[str, Any], where: str
) -> None:
    reason = refusal(name, **arguments)
    assert reason == f"{name}: {where}: must be a number from -1,000,000 to 1,000,000"
