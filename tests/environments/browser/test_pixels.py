"""Enlarged regions of a picture."""

import io
from collections.abc import Sequence

import pytest
from PIL import Image

from webproctor.environments.browser.pixels import zoomed


def picture() -> bytes:
    """Return a picture of 80 x 40 pixels, whose right half is red."""
    out = io.BytesIO()
    image = Image.new("RGB", (80, 40))
    image.paste((255, 0, 0), (40, 0, 80, 40))
    image.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("region", "size"),
    [
        ([40, 0, 60, 10], (80, 40)),
        ([40, 0, 50, 40], (10, 40)),
        ([60, 20, 30000, 30000], (40, 40)),
        ([79.4, -1e9, 1e9, 0.6], (40, 40)),
    ],
)
def test_a_region_is_clipped_to_the_image_and_enlarged(
    region: Sequence[float], size: tuple[int, int]
) -> None:
    part = zoomed(picture(), region)
    assert part is not None
    image = Image.open(io.BytesIO(part))
    assert image.size == size
    assert image.getcolors() == [(size[0] * size[1], (255, 0, 0))]


@pytest.mark.parametrize("region", [[10.2, 10, 10.4, 30], [80, 0, 90, 10], [0, -20, 9, -10]])
def test_a_region_without_pixels_has_no_image(region: Sequence[float]) -> None:
    assert zoomed(picture(), region) is None
