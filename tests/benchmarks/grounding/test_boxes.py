"""Tests of the boxes of the public data sets: their formats, and images that were resized."""

import warnings
import zipfile
from typing import Any

import pytest
from benchmarks.grounding.conftest import GOOD, Write

from webproctor.benchmarks.grounding.datasets import read
from webproctor.core.errors import DataIncomplete, UserError
from webproctor.methods.grounding.targets import Rectangle


def test_screenspot_boxes_are_corner_and_size_in_pixels(write: Write) -> None:
    record = {"img_filename": "a.png", "instruction": "open mail", "bbox": [10, 20, 30, 5]}
    folder = write("screenspot_web.json", [record | {"data_type": "icon", "data_source": "x"}])
    [target] = read("screenspot", folder, None)
    assert target.regions == (Rectangle(10, 20, 30, 5),)
    assert dict(target.groups) == {"type": "icon", "platform": "web", "category": "web, icon"}
    assert target.image == folder / "images/a.png"


def test_boxes_in_the_screenspot_mirror_are_fractions(write: Write) -> None:
    record = {"img_filename": "a.png", "instruction": "go", "bbox": [0.1, 0.2, 0.5, 0.4]}
    [target] = read("screenspot", write("screenspot_mobile.json", [record]), None)
    assert target.regions[0].corners == pytest.approx((20, 20, 100, 40))


def test_fractions_may_exceed_1_by_rounding(write: Write) -> None:
    record = {"img_filename": "a.png", "instruction": "go", "bbox": [0.1, 0.2, 1.0000001, 1]}
    [target] = read("screenspot", write("screenspot_mobile.json", [record]), None)
    assert target.regions[0].corners == pytest.approx((20, 20, 200, 100))


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("screenspot-v2", {"img_size": [100, 25]}),
        ("screenspot-pro", {"img_size": [100, 25]}),
        ("osworld-g", {"image_size": [100, 25], "box_type": "polygon"}),
    ],
)
def test_boxes_are_scaled_to_an_image_that_was_resized(
    write: Write, name: str, more: dict[str, Any]
) -> None:
    record = {"id": "1", "img_filename": "a.png", "image_path": "a.png", "instruction": "go"}
    record |= {"bbox": [10, 5, 30, 10], "box_coordinates": [10, 5, 30, 5, 30, 10]}
    [target] = read(name, write("OSWorld-G.json", [record | more]), None)
    assert target.regions[0].corners == (20, 20, 60, 40)


def test_boxes_are_scaled_to_a_resized_image_in_an_archive(write: Write) -> None:
    record = {"id": "1", "img_filename": "a.png", "instruction": "go", "bbox": [10, 5, 30, 10]}
    folder = write("a.json", [record | {"img_size": [100, 25]}])
    with zipfile.ZipFile(folder / "images.zip", "w") as archive:
        archive.write(folder / "images/a.png", "a.png")
    (folder / "images/a.png").unlink()
    [target] = read("screenspot-pro", folder, None)
    assert target.regions[0].corners == (20, 20, 60, 40)


@pytest.mark.parametrize(
    ("name", "box", "what"),
    [
        (
            "screenspot-pro",
            [150, 50, 20, 10],
            r"'1' from \(150, 50\) to \(20, 10\): it ends",
        ),
        ("screenspot-v2", [150, 50, 170, 60], r"to \(320, 110\): the image has 200 x 100 pixels"),
        ("osworld-g", [0.1, 0.1, 0.2, 0.2], r"as small as if it were in fractions of the image"),
    ],
)
def test_boxes_in_another_format_are_a_user_error(
    write: Write, name: str, box: list[float], what: str
) -> None:
    record = {"id": "1", "img_filename": "a.png", "image_path": "a.png", "instruction": "go"}
    record |= {"bbox": box, "box_coordinates": box, "box_type": "bbox"}
    with pytest.raises(UserError, match=f"the regions of 1 of 1 targets .*{what}"):
        read(name, write("OSWorld-G.json", [record]), None)


def test_single_boxes_outside_their_images_are_a_warning(write: Write) -> None:
    outside = GOOD | {"bbox": [150, 50, 170, 60]}
    with pytest.warns(DataIncomplete, match="of 1 of 10 targets are not in their images"):
        read("screenspot-v2", write("v2.json", [*[GOOD] * 9, outside]), None)


def test_boxes_may_exceed_their_image_by_rounding(write: Write) -> None:
    record = GOOD | {"bbox": [-1, 0, 202, 101]}
    with warnings.catch_warnings(action="error"):
        read("screenspot-v2", write("v2.json", [record]), None)
