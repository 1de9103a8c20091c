"""Which calls of the action set `computer` are valid."""

from functools import partial
from typing import Any

import pytest
from core.actions import refusals
from core.actions.refusals import check_range

from webproctor.core.actions.computer import computer

refusal = partial(refusals.refusal, computer)


@pytest.mark.parametrize(
    ("name", "more"),
    [("mouse_click", {}), ("mouse_scroll", {}), ("mouse_drag", {"path": [[1, 1]]})],
)
def test_an_action_happens_at_a_point_or_at_the_mouse_position(
    name: str, more: dict[str, Any]
) -> None:
    assert refusal(name, **more) == ""
    assert refusal(name, x=0, y=0, **more) == ""
    for half in ({"x": 1}, {"y": 1}):
        assert refusal(name, **half, **more) == f"{name}: a point needs both x and y"


def test_a_region_of_a_screenshot_is_not_empty() -> None:
    assert refusal("screenshot") == ""
    assert refusal("screenshot", region=[1, 2, 1.5, 2.5]) == ""
    for region in ([1, 2, 1, 3], [1, 2, 0, 3], [1, 2, 3, 2], [1, 2, 3, 1]):
        reason = refusal("screenshot", region=region)
        assert reason == "screenshot: a region needs left < right and top < bottom"
    for region in ([], [1, 2, 3], [1, 2, 3, 4, 5]):
        assert "region" in refusal("screenshot", region=region)


@pytest.mark.parametrize(
    ("name", "argument", "valid", "invalid"),
    [
        ("mouse_click", {"count": None}, (1, 3), (0, 4)),
        ("mouse_scroll", {"notches": None}, (1, 100), (0, 101)),
        ("key_press", {"keys": "a", "times": None}, (1, 100), (0, 101)),
        ("hold_key", {"keys": "a", "seconds": None}, (0, 60), (-0.1, 60.1)),
        ("wait", {"seconds": None}, (0, 60), (-0.1, 60.1)),
    ],
)
def test_numbers_have_a_range(
    name: str, argument: dict[str, Any], valid: tuple[float, ...], invalid: tuple[float, ...]
) -> None:
    check_range(computer, name, argument, valid, invalid)


def test_a_drag_has_1_to_2000_points_and_a_text_at_most_20000_characters() -> None:
    assert refusal("mouse_drag", path=[[1, 1]] * 2000) == ""
    assert refusal("mouse_drag", path=[])
    assert refusal("mouse_drag", path=[[1, 1]] * 2001)
    assert refusal("type_text", text="x" * 20_000) == ""
    assert refusal("type_text", text="x" * 20_001)


def test_arguments_that_are_not_given_have_the_documented_defaults() -> None:
    click = computer.parse("mouse_click", {}).model_dump()
    assert (click["button"], click["count"], click["keys"]) == ("left", 1, "")
    scroll = computer.parse("mouse_scroll", {}).model_dump()
    assert (scroll["direction"], scroll["notches"]) == ("down", 3)
    assert computer.parse("key_press", {"keys": "a"}).model_dump()["times"] == 1


def test_the_set_has_the_eleven_actions_of_the_paper() -> None:
    assert [*computer.by_name] == [
        *("screenshot", "key_press", "hold_key", "type_text", "mouse_move", "mouse_click"),
        *("mouse_drag", "mouse_button", "mouse_scroll", "cursor_position", "wait"),
    ]
