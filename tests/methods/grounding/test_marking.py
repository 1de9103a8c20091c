"""Set-of-Mark without a trained model: parts are found, numbered and chosen."""

import io
import shutil
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Reply
from webproctor.methods.grounding.marking import MarkPointer, best_match, chosen_number, draw
from webproctor.methods.grounding.proposals import Part, parts

BUTTONS = {"Send": (40, 30, 160, 70), "Delete": (240, 30, 360, 70), "Help me": (40, 130, 160, 170)}
needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="tesseract is not installed"
)


@pytest.fixture
def seen(page: bytes) -> Image.Image:
    return Image.open(io.BytesIO(page))


@pytest.fixture
def page() -> bytes:
    picture = Image.new("RGB", (420, 220), "white")
    pen = ImageDraw.Draw(picture)
    for label, edges in BUTTONS.items():
        pen.rounded_rectangle(edges, 6, outline="black", fill="#e8e8e8")
        pen.text((edges[0] + 20, edges[1] + 10), label, fill="black", font_size=18)
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def centre(label: str) -> tuple[float, float]:
    left, top, right, bottom = BUTTONS[label]
    return (left + right) / 2, (top + bottom) / 2


def test_every_button_is_found_as_one_part(seen: Image.Image) -> None:
    found = parts(seen)
    for label in BUTTONS:
        x, y = centre(label)
        assert any(
            part.contains(x, y) and abs(part.area - 120 * 40) < 0.2 * 120 * 40 for part in found
        ), label


def test_parts_are_in_reading_order_without_duplicates(seen: Image.Image) -> None:
    found = parts(seen)
    assert found == sorted(found, key=lambda part: (part.top, part.left))
    assert len(set(found)) == len(found)


def test_a_blank_screen_has_no_parts() -> None:
    assert parts(Image.new("RGB", (50, 50), "white")) == []


@needs_tesseract
async def test_without_a_model_the_part_with_matching_words_is_chosen(page: bytes) -> None:
    found = await MarkPointer().point(page, "I need some help")
    assert found.point is not None
    left, top, right, bottom = BUTTONS["Help me"]
    assert left <= found.point[0] <= right
    assert top <= found.point[1] <= bottom


@needs_tesseract
async def test_words_that_are_not_on_the_screen_decline(page: bytes) -> None:
    found = await MarkPointer().point(page, "Buy an umbrella")
    assert (found.point, found.declined) == (None, True)


async def test_without_tesseract_the_error_says_how_to_install_it(
    page: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webproctor.methods.grounding.proposals.shutil.which", lambda name: None)
    with pytest.raises(UserError, match="apt-get install tesseract-ocr"):
        await MarkPointer().point(page, "send")


async def test_a_model_chooses_a_mark_by_number(page: bytes, seen: Image.Image) -> None:
    found = parts(seen)
    number = 1 + next(place for place, part in enumerate(found) if part.contains(*centre("Delete")))

    class Chooses:
        async def generate(
            self, messages: Sequence[Message], tools: Any = (), *, tool_choice: Any = "auto"
        ) -> Reply:
            assert Image.open(io.BytesIO(messages[0].images[0])).size == (420, 220)
            assert "press delete" in messages[0].text
            return Reply(f"Number {number}.")

    prediction = await MarkPointer(Chooses()).point(page, "press delete")
    assert prediction.point == found[number - 1].centre
    assert prediction.notes == {"marks": len(found)}


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        *(("7", 7), ("It is 3.", 3), ("3, so 3", 3)),
        *((reply, None) for reply in ("0", "-1", "99", "2 or 3", "none", "9" * 50)),
    ],
)
def test_a_number_counts_only_if_it_is_a_mark(reply: str, number: int | None) -> None:
    assert chosen_number(reply, 12) == number


def test_rare_words_weigh_more_and_the_smaller_of_equal_parts_is_chosen() -> None:
    big, small = Part(0, 0, 99, 99, "green lamp"), Part(0, 0, 9, 9, "green lamp")
    other = Part(50, 50, 60, 60, "lamp shade")
    assert best_match("the green lamp", [big, other, small]) == small


@given(st.text(), st.lists(st.text(max_size=20), max_size=8))
def test_choosing_by_words_accepts_any_text(words: str, texts: list[str]) -> None:
    among = [Part(0, 0, 10, 10, text) for text in texts]
    assert best_match(words, among) in [None, *among]


def test_drawing_marks_keeps_the_image_size(seen: Image.Image) -> None:
    drawn = Image.open(io.BytesIO(draw(seen, parts(seen))))
    assert (drawn.size, drawn.format) == ((420, 220), "PNG")


def test_on_the_sample_targets_contain_a_part() -> None:
    steps = [step for step in Dataset(SAMPLE).steps if step.scored][::8]
    found = [parts(Image.open(step.file)) for step in steps]
    hit = [
        any(box.contains(*part.centre) for part in of for box in step.boxes or ())
        for step, of in zip(steps, found, strict=True)
    ]
    assert sum(hit) >= 0.9 * len(steps)
