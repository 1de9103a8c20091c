"""Sizes of images that model providers accept."""

import io

import pytest
from PIL import Image

from webproctor.core.pictures import longest_side, size_within, within


def png(width: int, height: int) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height)).save(buffer, "PNG")
    return buffer.getvalue()


@pytest.mark.parametrize(("images", "longest"), [(1, 8000), (20, 8000), (21, 2000)])
def test_many_images_in_a_request_must_be_smaller(images: int, longest: int) -> None:
    assert longest_side(images) == longest


@pytest.mark.parametrize(
    ("size", "longest", "reduced"),
    [
        ((1280, 720), 8000, (1280, 720)),
        ((128, 16000), 8000, (64, 8000)),
        ((1, 20000), 8000, (1, 8000)),
    ],
)
def test_a_size_is_reduced_in_proportion(
    size: tuple[int, int], longest: int, reduced: tuple[int, int]
) -> None:
    assert size_within(size, longest) == reduced
    assert Image.open(io.BytesIO(within(png(*size), longest))).size == reduced


def test_an_image_that_is_small_enough_is_not_decoded() -> None:
    picture = png(3, 2)[:40]  # Without its pixels.
    assert within(picture, 3) is picture
