"""Sessions over screenshots with a damaged image."""

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from webproctor.core.errors import UserError
from webproctor.methods.grounding.session import PointingSession, check_pixels
from webproctor.methods.grounding.targets import Target


def picture(kind: str) -> bytes:
    out = io.BytesIO()
    Image.effect_noise((60, 40), 50).save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
async def test_a_screenshot_is_converted_to_png(kind: str) -> None:
    session = PointingSession([Target("a/1", picture(kind), "Find it", ())])
    seen = await session.observe(frozenset({"screenshot"}))
    assert (seen.width, seen.height) == (60, 40)
    assert seen.read("screenshot").startswith(b"\x89PNG")


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
async def test_a_damaged_screenshot_is_a_user_error(kind: str) -> None:
    session = PointingSession([Target("a/1", picture(kind)[:600], "Find it", ())])
    with pytest.raises(UserError, match="a/1: is not a readable image"):
        await session.observe(frozenset({"screenshot"}))


@pytest.mark.parametrize("answers", [[], [None], [[0, 0], [1, 0]], [[0.5, 0.25], [300, 20]]])
def test_points_in_pixels_are_accepted(answers: list[Any]) -> None:
    check_pixels(answers, Path("answers.json"))


def test_points_that_are_fractions_are_a_user_error() -> None:
    with pytest.raises(UserError, match=r"answers\.json: points .* in pixels .*\[0\.5, 1\.0\]"):
        check_pixels([None, [0.5, 1], [0, 0.25]], Path("answers.json"))


async def test_a_png_of_16_bits_is_converted_to_8_bits() -> None:
    out = io.BytesIO()
    Image.frombytes("I;16", (1, 1), b"\0\x40").save(out, "PNG")
    session = PointingSession([Target("a/1", out.getvalue(), "Find it", ())])
    seen = await session.observe(frozenset({"screenshot"}))
    with Image.open(io.BytesIO(seen.read("screenshot"))) as image:
        assert image.convert("RGB").getpixel((0, 0)) == (0x40, 0x40, 0x40)
