"""Sessions over screenshots with a damaged image."""

import io

import pytest
from PIL import Image

from webproctor.core.errors import UserError
from webproctor.methods.grounding.session import PointingSession
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
