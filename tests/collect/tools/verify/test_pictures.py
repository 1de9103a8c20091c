"""Pictures of steps."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from webproctor.collect.tools.verify.pictures import HEIGHT, picture
from webproctor.core.errors import UserError
from webproctor.core.observations import Box


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A screenshot of a long, white page."""
    path = tmp_path / "before.jpg"
    Image.new("RGB", (1280, 5000), "white").save(path)
    return path


def red(data: bytes) -> tuple[int, int, int, int] | None:
    """Return the box of what is drawn: left, top, right, bottom."""
    with Image.open(BytesIO(data)) as image:
        return image.convert("L").point([255] * 150 + [0] * 106).getbbox()


@pytest.mark.parametrize(("y", "top"), [(0, 0), (3000, 385), (4950, 745)])
def test_the_part_around_the_box_is_shown(page: Path, y: int, top: int) -> None:
    shown = picture(page, Box(x=100, y=y, width=200, height=20), draw_box=True)
    with Image.open(BytesIO(shown)) as image:
        assert image.size == (1280, HEIGHT)
    drawn = red(shown)
    assert drawn is not None
    assert (drawn[0], drawn[1]) == pytest.approx((95, top), abs=2)


def test_the_whole_page_is_shown_and_nothing_is_drawn_without_a_mark(page: Path) -> None:
    whole = picture(page, Box(x=100, y=3000, width=200, height=20), draw_box=False, whole_page=True)
    assert red(whole) is None
    with Image.open(BytesIO(whole)) as image:
        assert image.size == (1280, 5000)


def test_a_damaged_screenshot_is_an_error(page: Path) -> None:
    page.write_bytes(b"no picture")
    with pytest.raises(UserError, match=r"before\.jpg: not a screenshot"):
        picture(page, None, draw_box=True)
