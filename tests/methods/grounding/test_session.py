"""Sessions over screenshots with a damaged image."""

import io
import warnings
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from webproctor.core.errors import DataIncomplete, UserError
from webproctor.core.sessions import DATA, SessionLost
from webproctor.methods.grounding.session import PointingSession, check_pixels
from webproctor.methods.grounding.targets import Rectangle, Target


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
async def test_a_damaged_screenshot_makes_the_episode_void(kind: str) -> None:
    session = PointingSession([Target("a/1", picture(kind)[:600], "Find it", ())])
    with pytest.raises(SessionLost, match="a/1: is not a readable image") as error:
        await session.observe(frozenset({"screenshot"}))
    assert error.value.cause == DATA


@pytest.mark.parametrize("answers", [[], [None], [[0, 0], [1, 0]], [[0.5, 0.25], [300, 20]]])
def test_points_in_pixels_are_accepted(answers: list[Any]) -> None:
    by_key = {str(index): answer for index, answer in enumerate(answers)}
    check_pixels(by_key, {}, Path("answers.json"))


def test_points_that_are_fractions_are_a_user_error() -> None:
    with pytest.raises(UserError, match=r"answers\.json: points .* in pixels .*\[0\.5, 1\.0\]"):
        check_pixels({"a": None, "b": [0.5, 1], "c": [0, 0.25]}, {}, Path("answers.json"))


async def test_a_png_of_16_bits_is_converted_to_8_bits() -> None:
    out = io.BytesIO()
    Image.frombytes("I;16", (1, 1), b"\0\x40").save(out, "PNG")
    session = PointingSession([Target("a/1", out.getvalue(), "Find it", ())])
    seen = await session.observe(frozenset({"screenshot"}))
    with Image.open(io.BytesIO(seen.read("screenshot"))) as image:
        assert image.convert("RGB").getpixel((0, 0)) == (0x40, 0x40, 0x40)


@pytest.mark.parametrize("answer", ["10, 20", ["10", "20"], {"x": 1, "y": 2}, [1, 2, 3, 4]])
def test_answers_of_which_none_is_a_point_are_a_user_error(answer: Any) -> None:
    with pytest.raises(UserError, match=r"answers\.json: no answer is a point .* that of 'a' is"):
        check_pixels({"a": answer}, {}, Path("answers.json"))


def _targets(*lefts: int) -> dict[str, Target]:
    boxes = {f"t{left}": (Rectangle(left, 50, 10, 10),) for left in lefts}
    return {key: Target(key, b"", "Find it", regions) for key, regions in boxes.items()}


def test_points_up_to_1000_with_several_targets_beyond_are_a_warning() -> None:
    targets = _targets(1200, 1400, 1600)
    with pytest.warns(DataIncomplete, match=r"answers\.json: .* pixels .* 3 of .* such as t1200"):
        check_pixels(dict.fromkeys(targets, (640, 1000)), targets, Path("answers.json"))


@pytest.mark.parametrize(
    ("point", "lefts"), [([1001, 5], (1200, 1400, 1600)), ([640, 5], (1200, 1400, 900))]
)
def test_points_that_can_be_pixels_are_no_warning(point: list[int], lefts: tuple[int, ...]) -> None:
    targets = _targets(*lefts)
    with warnings.catch_warnings(action="error"):
        check_pixels(dict.fromkeys(targets, point), targets, Path("answers.json"))
