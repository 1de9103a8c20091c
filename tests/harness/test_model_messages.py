"""Messages as they are sent to providers."""

import base64
import io
import random

import pytest
from inspect_ai.model import ChatMessage, ContentImage
from PIL import Image

from webproctor.core.llm import Call, Message
from webproctor.harness.model_messages import to_inspect


@pytest.mark.parametrize(("side", "kind"), [(1000, "png"), (1200, "jpeg")])
def test_an_image_that_is_too_large_for_a_provider_is_sent_as_jpeg(side: int, kind: str) -> None:
    noise = random.Random(0).randbytes(side * side * 3)
    png = io.BytesIO()
    Image.frombytes("RGB", (side, side), noise).save(png, "PNG", compress_level=0)
    [message] = to_inspect([Message("user", "Look.", images=(png.getvalue(),))])
    sent = message.content[-1]
    assert isinstance(sent, ContentImage)
    header, _, data = sent.image.partition(",")
    assert header == f"data:image/{kind};base64"
    assert len(data) <= 5 * 2**20
    assert Image.open(io.BytesIO(base64.b64decode(data))).size == (side, side)


@pytest.mark.parametrize(("images", "size"), [(1, (10, 2500)), (21, (8, 2000))])
def test_an_image_is_reduced_to_the_longest_side_that_its_request_may_have(
    images: int, size: tuple[int, int]
) -> None:
    png = io.BytesIO()
    Image.new("RGB", (10, 2500)).save(png, "PNG")
    sent = to_inspect([Message("user", images=(png.getvalue(),))] * images)[0].content[0]
    assert isinstance(sent, ContentImage)
    data = sent.image.partition(",")[2]
    assert Image.open(io.BytesIO(base64.b64decode(data))).size == size


def kinds(message: ChatMessage) -> tuple[str, list[str]]:
    """Return the role of a message, and the kinds of its content."""
    parts = [] if isinstance(message.content, str) else message.content
    return message.role, [part.type for part in parts]


def test_images_of_results_follow_them_if_calls_are_written_as_text() -> None:
    png = io.BytesIO()
    Image.new("RGB", (10, 10)).save(png, "PNG")
    results = [
        Message("tool", name, images=(png.getvalue(),), call=Call(name, "look", {}))
        for name in ("one", "two")
    ]
    sent = to_inspect([*results, Message("user", "Go on.")], emulated=True)
    assert [kinds(message) for message in sent] == [
        ("tool", []),
        ("tool", []),
        ("user", ["image", "image"]),
        ("user", []),
    ]
    assert [kinds(message) for message in to_inspect(results)] == [("tool", ["text", "image"])] * 2
