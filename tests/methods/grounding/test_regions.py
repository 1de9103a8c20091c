"""Tests of the checks that find regions in another format than expected."""

import warnings
from collections.abc import Sequence

import pytest

from webproctor.core.errors import DataIncomplete, UserError
from webproctor.methods.grounding.regions import check_regions
from webproctor.methods.grounding.targets import Rectangle, Target

Box = tuple[float, float, float, float]
SIZE = 2000, 1600


def check(boxes: Sequence[Box], size: tuple[int, int] = SIZE, *, max_outside: float = 0.1) -> None:
    targets = [Target(str(n), b"", "go", (Rectangle(*box),)) for n, box in enumerate(boxes)]
    check_regions([(target, size) for target in targets], "Use pixels.", max_outside=max_outside)


def warned(boxes: Sequence[Box], size: tuple[int, int] = SIZE) -> list[str]:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)  # Of objects of other tests.
        check(boxes, size, max_outside=1.0)
    assert all(one.category is DataIncomplete for one in found)
    return [str(one.message) for one in found]


def test_regions_all_over_their_images_are_valid() -> None:
    assert warned([(n * 90, 10, 50, 20) for n in range(20)]) == []


@pytest.mark.parametrize(
    ("box", "problem"),
    [
        ((1900, 10, 200, 20), "the image has 2000 x 1600 pixels"),
        ((0.1, 0.2, 0.1, 0.1), "fractions of the image"),
        ((50, 50, -10, 5), "it ends before it begins"),
        ((50, 50, 10, -5), "it ends before it begins"),
        ((-21, 50, 100, 5), "the image has 2000 x 1600 pixels"),
        ((50, -21, 100, 50), "the image has 2000 x 1600 pixels"),
        ((50, 1590, 100, 31), "the image has 2000 x 1600 pixels"),
    ],
)
def test_a_region_outside_its_image_is_a_warning_or_a_user_error(box: Box, problem: str) -> None:
    [message] = warned([box])
    assert message.startswith("the regions of 1 of 1 targets are not in their images, such as")
    assert message.endswith(f"{problem}. Use pixels.")
    with pytest.raises(UserError, match=problem):
        check([box])


def test_a_region_may_extend_beyond_its_image_by_one_percent_of_the_longer_side() -> None:
    assert warned([(-20, -20, 2040, 1640)]) == []


def test_regions_only_in_the_upper_left_quarter_are_a_warning() -> None:
    boxes = [(n * 40, n * 35, 50, 20) for n in range(20)]
    [message] = warned(boxes)
    assert "two pixels for each pixel of the boxes" in message
    [message] = warned([*boxes[1:], (990, 780, 10, 20)])
    assert "two pixels for each pixel of the boxes" in message
    assert warned([*boxes[1:], (990, 780, 11, 20)]) == []
    assert warned(boxes[:19]) == []


def test_regions_only_up_to_1000_on_larger_images_are_a_warning() -> None:
    boxes = [(n * 40, n * 49, 50, 20) for n in range(20)]
    [message] = warned(boxes, (1920, 1080))
    assert "as if they were from 0 to 1000" in message
    assert warned(boxes, (1280, 1080)) == []
