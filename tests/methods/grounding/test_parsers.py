"""Points and boxes in the answers of grounding models, in the forms in which models write them."""

import pytest

from webproctor.methods.grounding.adapters import ADAPTERS, Picture, parse_point
from webproctor.methods.grounding.parsers import (
    Coordinates,
    gemini,
    glm,
    json_point,
    molmo,
    pyautogui_click,
    tool_call,
    ui_tars,
)

POINT = (120.0, 240.0)
ARGUMENTS = '{"action": "left_click", "coordinate": [120, 240]}'


@pytest.mark.parametrize(
    "answer",
    [
        '```json\n{"point": [120, 240],}\n```',
        "{'point': [120, 240]}",
        '{"point": {"x": 120, "y": 240}}',
        '{"x": 120, "y": 240}',
        '{"point": ["120", "240"]}',
        '{"point": [[120, 240]]}',
        '{"Point": [120, 240]}',
        'The screen [sic] shows it: {"point": [120, 240]}',
        'Not [1, 2]: {"point": [120, 240]}',
        '{"result": {"point": [120, 240]}}',
        "(120, 240)",
        "[[120, 240]]",
    ],
)
def test_json_that_is_not_exact_is_read_if_it_has_one_point(answer: str) -> None:
    assert json_point(answer) == POINT


@pytest.mark.parametrize(
    "answer",
    [
        "[1, 2] or [120, 240]",
        "{'point': [1, 2]}, or rather {'point': [120, 240]}",
        '{"point": null}',
        '{"point": ["12%", "24%"]}',
        '{"x": true, "y": false}',
    ],
)
def test_json_with_several_points_or_none_is_not_a_point(answer: str) -> None:
    assert json_point(answer) is None


@pytest.mark.parametrize(
    "answer",
    [
        f'{{"name": "computer_use", "arguments": {ARGUMENTS}',
        f'{{"name": "computer_use", "arguments": "{ARGUMENTS}"}}'.replace(
            ARGUMENTS, ARGUMENTS.replace('"', '\\"')
        ),
        '{"arguments": {"coordinate": "[120, 240]"}}',
        "<function=computer_use>\n<parameter=coordinate>\n[120, 240]\n</parameter>\n</function>",
    ],
)
def test_a_call_is_read_from_malformed_json_and_from_xml(answer: str) -> None:
    assert tool_call(f"<tool_call>\n{answer}\n</tool_call>") == POINT


@pytest.mark.parametrize(
    "answer",
    [
        '[{"point": [240, 120], "label": "it",},]',
        'As [y, x]: {"point": [240, 120]}',
        '{"point": {"x": 120, "y": 240}}',
    ],
)
def test_points_of_gemini_are_read_from_json_that_is_not_exact(answer: str) -> None:
    assert gemini(answer) == POINT


def test_only_the_action_of_an_answer_with_a_thought_is_read() -> None:
    assert ui_tars("Thought: not (1, 2).\nAction: click(start_box='(120,240)')") == POINT
    assert ui_tars("Thought: (1, 2) is still loading.\nAction: wait()") is None


def test_a_box_of_ui_tars_may_be_in_box_tokens() -> None:
    box = "<|box_start|>(100,200),(140,280)<|box_end|>"
    assert ui_tars(f"Action: click(start_box='{box}')") == (100, 200, 140, 280)


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("<|begin_of_box|>[[100,200,140,280]]<|end_of_box|>", (100, 200, 140, 280)),
        ("It is <|begin_of_box|>(100, 200, 140, 280)<|end_of_box|>", (100, 200, 140, 280)),
        ("<|begin_of_box|>[[1,2,3,4], [5,6,7,8]]<|end_of_box|>", (1, 2, 3, 4)),
        ("<|begin_of_box|><120,240><|end_of_box|>", POINT),
        ("[[100, 200, 140, 280]]", (100, 200, 140, 280)),
        ("Of [1, 2]: <|begin_of_box|>none<|end_of_box|>", None),
    ],
)
def test_the_box_of_glm_has_brackets_of_any_kind(answer: str, found: Coordinates | None) -> None:
    assert glm(answer) == found


@pytest.mark.parametrize(
    "answer", ["pyautogui.click(x=0.5, y=0.25)", "```python\npyautogui.doubleClick(0.5, 0.25)\n```"]
)
def test_a_click_in_python_is_a_point(answer: str) -> None:
    assert pyautogui_click(answer) == (0.5, 0.25)


@pytest.mark.parametrize(
    "answer",
    [
        ' <point x="12.0" y="24.0" alt="it">it</point>',
        '<points x1="12.0" y1="24.0" x2="50" y2="60" alt="it">it</points>',
    ],
)
def test_the_first_point_of_molmo_is_the_answer(answer: str) -> None:
    assert molmo(answer) == (12, 24)


@pytest.mark.parametrize(
    ("name", "answer"),
    [("showui", "[0.5, 0.25]"), ("molmo", '<point x="50" y="25">'), ("ui-venus", "[500, 250]")],
)
def test_relative_points_are_points_on_the_screenshot(name: str, answer: str) -> None:
    picture = Picture(b"", (1600, 800), (1600, 800))
    assert parse_point(ADAPTERS[name], answer, picture) == (800, 200)
