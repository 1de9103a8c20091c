"""Regions of grounding targets."""

from math import cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.methods.grounding.targets import Polygon, Rectangle

SIDES = st.floats(0.5, 500)
L_SHAPE = Polygon(((0, 0), (40, 0), (40, 10), (10, 10), (10, 50), (0, 50)))


@given(st.floats(-50, 50), st.floats(-50, 50), SIDES, SIDES)
def test_a_polygon_with_the_corners_of_a_box_contains_the_same_points(
    left: float, top: float, width: float, height: float
) -> None:
    box = Rectangle(left, top, width, height)
    a, b, c, d = box.corners
    polygon = Polygon(((a, b), (c, b), (c, d), (a, d)))
    assert polygon.contains(*box.centre)
    assert polygon.contains(a, b)
    assert not polygon.contains(c + 1, d)
    assert not polygon.contains(a - 1, b)


@given(st.integers(3, 12), st.floats(5, 100))
def test_the_centre_of_a_polygon_is_inside_it(corners: int, radius: float) -> None:
    points = tuple(
        (radius * cos(2 * pi * k / corners), radius * sin(2 * pi * k / corners))
        for k in range(corners)
    )
    assert Polygon(points).contains(*Polygon(points).centre)


def test_the_centre_of_a_concave_polygon_is_inside_it() -> None:
    assert L_SHAPE.contains(*L_SHAPE.centre)


@pytest.mark.parametrize(
    ("point", "inside"),
    [((5, 40), True), ((30, 5), True), ((30, 30), False), ((10, 30), True), ((40, 10), True)],
)
def test_a_concave_polygon_contains_only_its_arms_and_edges(
    point: tuple[float, float], inside: bool
) -> None:
    assert L_SHAPE.contains(*point) is inside


@pytest.mark.parametrize("size", [1366, 1920, 2532])
def test_the_edges_of_a_box_in_fractions_of_the_image_are_inside_it(size: int) -> None:
    boxes = {
        edge: Rectangle.between(*[part / size * size for part in (edge, edge, size - 7, size - 7)])
        for edge in range(size - 7)
    }
    assert all(box.contains(edge, edge) for edge, box in boxes.items())
    assert all(box.contains(size - 7, size - 7) for box in boxes.values())
    assert not any(box.contains(size - 6, size - 7) for box in boxes.values())
