"""Regions of grounding targets."""

from math import cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.methods.grounding.targets import Polygon, Rectangle

SIDES = st.floats(0.5, 500)
L_SHAPE = Polygon(((0, 0), (40, 0), (40, 10), (10, 10), (10, 50), (0, 50)))


@given(st.floats(-50, 50), st.floats(-50, 50), SIDES, SIDES)
def test_a_polygon_of_a_boxs_corners_holds_what_the_box_holds(
    left: float, top: float, width: float, height: float
) -> None:
    box = Rectangle(left, top, width, height)
    a, b, c, d = box.corners
    polygon = Polygon(((a, b), (c, b), (c, d), (a, d)))
    assert polygon.holds(*box.centre)
    assert polygon.holds(a, b)
    assert not polygon.holds(c + 1, d)
    assert not polygon.holds(a - 1, b)


@given(st.integers(3, 12), st.floats(5, 100))
def test_the_centre_of_a_polygon_lies_in_it(corners: int, radius: float) -> None:
    points = tuple(
        (radius * cos(2 * pi * k / corners), radius * sin(2 * pi * k / corners))
        for k in range(corners)
    )
    assert Polygon(points).holds(*Polygon(points).centre)


def test_the_centre_of_a_bent_polygon_lies_in_it_too() -> None:
    assert L_SHAPE.holds(*L_SHAPE.centre)


@pytest.mark.parametrize(
    ("point", "inside"),
    [((5, 40), True), ((30, 5), True), ((30, 30), False), ((10, 30), True), ((40, 10), True)],
)
def test_a_bent_polygon_holds_its_arms_and_edges_alone(
    point: tuple[float, float], inside: bool
) -> None:
    assert L_SHAPE.holds(*point) is inside
