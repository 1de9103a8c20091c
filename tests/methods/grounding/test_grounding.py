"""Parsing and conversion of models' points."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.methods.grounding import parsers
from webproctor.methods.grounding.coordinates import (
    GTA1,
    QWEN,
    UI_TARS_15,
    Box,
    Point,
    Resizing,
    overlap,
    smart_resize,
    to_pixels,
)

SIDES = st.integers(30, 6000)
BOXES = st.tuples(st.floats(0, 50), st.floats(0, 50), st.floats(51, 100), st.floats(51, 100))
BOX = 10, 20, 30, 40


@pytest.mark.parametrize(
    ("name", "how"), [("gta1", GTA1), ("uitars15", UI_TARS_15), ("max1280tok", QWEN)]
)
def test_image_sizes_equal_those_of_the_processors(data: Path, name: str, how: Resizing) -> None:
    for vector in json.loads((data / "realwebassist" / "smart_resize_vectors.json").read_bytes()):
        if name in vector:
            assert smart_resize((vector["w"], vector["h"]), how) == tuple(vector[name]), vector


def test_a_small_image_is_enlarged_to_at_least_the_minimum_area() -> None:
    # √(28 · 28 · 100 / (10 · 30)) = 16.17; the sides are 161.7 and 485, and 6 and 18 times 28.
    assert smart_resize((10, 30), Resizing()) == (168, 504)


def test_a_large_image_is_reduced_to_the_maximum_area_of_the_model() -> None:
    for resizing, area in ((GTA1, 4096 * 2160), (UI_TARS_15, 16384 * 28 * 28), (QWEN, 1280 * 784)):
        width, height = smart_resize((7680, 4320), resizing)
        assert 0.95 * area < width * height <= area


def test_one_side_can_be_at_most_200_times_as_long_as_the_other() -> None:
    assert smart_resize((5600, 28), Resizing(min_area=0)) == (5600, 28)
    with pytest.raises(ValueError, match="5601 x 28 pixels is too elongated"):
        smart_resize((5601, 28), Resizing(min_area=0))


@given(SIDES, SIDES)
def test_sides_are_multiples_and_the_area_is_within_bounds(width: int, height: int) -> None:
    across, down = smart_resize((width, height), GTA1)
    assert across % 28 == down % 28 == 0
    assert across * down <= GTA1.max_area
    assert across >= 28 <= down


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ((0, 0, 10, 5), 0.5),
        ((8, 0, 18, 10), 20 / 180),
        ((100, 100, 110, 110), 0),
        ((1, 1, 1, 1), 0),
    ],
)
def test_the_overlap_of_two_boxes_is_their_intersection_over_union(
    other: Box, expected: float
) -> None:
    assert overlap((0, 0, 10, 10), other) == pytest.approx(expected)


def test_boxes_in_fractions_overlap_as_well() -> None:
    assert overlap((0, 0, 0.5, 0.5), (0, 0, 0.5, 0.25)) == pytest.approx(0.5)


@given(BOXES, BOXES)
def test_overlap_is_symmetric_and_between_0_and_1(one: Box, other: Box) -> None:
    assert overlap(one, other) == pytest.approx(overlap(other, one))
    assert 0 <= overlap(one, other) <= 1 + 1e-9
    assert overlap(one, one) == pytest.approx(1)


def test_an_image_that_is_too_elongated_is_an_error() -> None:
    with pytest.raises(ValueError, match="too elongated"):
        smart_resize((10_000, 10), GTA1)


@pytest.mark.parametrize(
    ("point", "space", "more", "pixels"),
    [
        ((12.5, 7), "pixels", {}, (12.5, 7)),
        ((500, 250), "thousandths", {}, (960, 270)),
        ((333, 333), "thousandths", {"whole": True}, (639, 359)),
        ((50, 25), "percent", {}, (960, 270)),
        ((0.5, 0.25), "fractions", {}, (960, 270)),
        ((966, 546), "resized", {"resized": (1932, 1092)}, (960, 540)),
    ],
)
def test_every_convention_is_converted_to_pixels(
    point: Point, space: str, more: dict[str, object], pixels: Point
) -> None:
    assert to_pixels(point, space, (1920, 1080), **more) == pytest.approx(pixels)  # pyright: ignore


def test_a_point_in_a_resized_image_requires_its_size() -> None:
    with pytest.raises(ValueError, match="need the size"):
        to_pixels((1, 1), "resized", (10, 10))


def test_a_point_in_a_downscaled_image_is_scaled_back() -> None:
    assert to_pixels((100, 50), "resized", (1280, 720), resized=(640, 360)) == (200, 100)


@pytest.mark.parametrize(
    ("parser", "words", "point"),
    [
        ("first_pair", "(512, 384)", (512, 384)),
        ("first_pair", "`[512, 384]`", (512, 384)),
        ("first_pair", "It is at (1.5,2).", (1.5, 2)),
        ("gta1", "(100.5,200)", (100.5, 200)),
        ("gta1", "(1,2) or (3,4)", None),
        ("os_atlas", "<|box_start|>(100,200),(301,400)<|box_end|>", (100, 200, 301, 400)),
        ("os_atlas", "<|box_start|>[[100, 200, 300, 400]]<|box_end|>", (100, 200, 300, 400)),
        ("os_atlas", "(100,200),(300,400)", None),
        ("ui_tars", "(10,20)", (10, 20)),
        ("ui_tars", "Thought: x\nAction: click(start_box='(10,20)')", (10, 20)),
        ("ui_tars", "click(start_box='[10, 20, 30, 40]')", (10, 20, 30, 40)),
        ("ui_tars", "click(start_box='(10,20,30,40)')", (10, 20, 30, 40)),
        ("ui_tars", "click(start_box='(10,20),(30,40)')", (10, 20, 30, 40)),
        ("first_pair", "[10, 20, 30, 40]", (10, 20, 30, 40)),
        ("first_pair", "(10, 20, 30)", None),
        ("ui_tars", "<point>10 20</point>", (10, 20)),
        (
            "tool_call",
            '<tool_call>\n{"name": "computer_use", "arguments": {"action": "left_click", '
            '"coordinate": [10, 20]}}\n</tool_call>',
            (10, 20),
        ),
        ("tool_call", '{"action": "left_click", "coordinate": [10, 20]}', (10, 20)),
        ("tool_call", '<tool_call>{"arguments": {"coordinate": [10]}}</tool_call>', None),
        (
            "tool_call",
            '<tool_call>{"arguments": {"coordinate": [10, 20, 30, 40]}}</tool_call>',
            (10, 20, 30, 40),
        ),
        ("tool_call", '```json\n[{"bbox_2d": [10, 20, 30, 40], "label": "x"}]\n```', BOX),
        ("tool_call", '{"point_2d": [10, 20], "label": "x"}', (10, 20)),
        ("tool_call", "There are two: [10, 20].", None),
        ("json_point", '```json\n[{"point_2d": [10, 20], "label": "x"}]\n```', (10, 20)),
        ("json_point", '{"bbox_2d": [10, 20, 30, 40]}', BOX),
        ("json_point", '{"coordinate": [10, 20, 30, 40]}', BOX),
        ("json_point", "[10, 20, 30, 40]", BOX),
        ("json_point", '{"point": [10, 20, 30]}', None),
        ("gemini", '[{"point": [20, 10], "label": "x"}]', (10, 20)),
        ("gemini", '{"box_2d": [20, 10, 40, 30]}', BOX),
        ("gemini", "[20, 10, 40, 30]", BOX),
        ("gemini", '{"point": null, "box_2d": [20, 10, 40, 30]}', BOX),
    ],
)
def test_answers_are_parsed_as_points_or_boxes(
    parser: str, words: str, point: Point | Box | None
) -> None:
    assert getattr(parsers, parser)(words) == point


ALL = ("first_pair", "gta1", "os_atlas", "ui_tars", "tool_call", "json_point", "gemini")
HOSTILE = (
    "",
    "I cannot see it.",
    "(, )",
    "[true, false]",
    "(1e999, NaN)",
    '{"coordinate": ["1", "two"]}',
    '{"point": [null, 3]}',
    "[" * 5000,
    "<tool_call>{</tool_call>",
    "<|box_start|><|box_end|>",
)


@pytest.mark.parametrize("parser", ALL)
@pytest.mark.parametrize("words", HOSTILE)
def test_an_answer_without_a_point_is_none(parser: str, words: str) -> None:
    assert getattr(parsers, parser)(words) is None


@given(st.sampled_from(ALL), st.text("()[]{}<>|,. 0123456789abpoint_x\"'`", max_size=60))
def test_parsers_accept_any_text(parser: str, words: str) -> None:
    found = getattr(parsers, parser)(words)
    assert found is None or all(isinstance(one, float) for one in found)
