"""Set-of-Mark with SAM: segments are found, numbered and chosen."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Reply
from webproctor.methods.grounding import segments
from webproctor.methods.grounding.marking import Question
from webproctor.methods.grounding.pointers import PointerSettings, make_pointer
from webproctor.methods.grounding.segments import (
    Segment,
    SegmentPointer,
    distinct,
    segment,
)

MASKS = st.lists(st.lists(st.booleans(), min_size=5, max_size=5), min_size=1, max_size=8)


def rectangle(left: int, top: int, right: int, bottom: int, score: float = 0.9) -> Segment:
    mask = np.zeros((100, 200), dtype=bool)
    mask[top:bottom, left:right] = True
    found = segment(mask, score)
    assert found is not None
    return found


class Chooses:
    """A model with a fixed answer that records its requests."""

    def __init__(self, reply: str) -> None:
        self.reply = reply
        self.messages: list[Message] = []

    async def generate(
        self, messages: Sequence[Message], tools: Any = (), *, tool_choice: Any = "auto"
    ) -> Reply:
        self.messages = list(messages)
        return Reply(self.reply)


class Finds:
    """A segmenter that finds given segments."""

    def __init__(self, *found: Segment) -> None:
        self.found = list(found)
        self.seen: list[tuple[int, int]] = []

    def segments(self, image: Image.Image) -> list[Segment]:
        self.seen.append(image.size)
        return self.found


def screenshot(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(out, "PNG")
    return out.getvalue()


@given(MASKS)
def test_the_anchor_of_a_segment_is_inside_it(rows: list[list[bool]]) -> None:
    mask = np.array(rows)
    found = segment(mask, 1.0)
    if found is None:
        assert not mask.any()
        return
    x, y = found.anchor
    assert mask[int(y), int(x)]
    assert found.area == mask.sum()


def test_the_anchor_is_the_point_farthest_from_the_edge() -> None:
    # A square of 9 pixels with a thin tail.
    mask = np.zeros((20, 40), dtype=bool)
    mask[5:14, 3:12] = True
    mask[9, 12:38] = True
    found = segment(mask, 1.0)
    assert found is not None
    assert found.anchor == (7, 9)


def test_the_better_of_two_segments_with_similar_boxes_is_kept() -> None:
    worse, better = rectangle(10, 10, 50, 50, 0.9), rectangle(11, 10, 50, 50, 0.95)
    other, large = rectangle(60, 60, 70, 70), rectangle(0, 0, 150, 90)
    assert distinct([worse, other, better, large]) == [large, better, other]


async def test_the_chosen_number_gives_the_anchor_in_screenshot_pixels() -> None:
    # Marked at a short side of 1,000 pixels, which is half of the screenshot's.
    finds, model = Finds(rectangle(0, 0, 20, 20), rectangle(100, 40, 111, 51)), Chooses("2")
    pointer = SegmentPointer(finds, model, Question())  # pyright: ignore[reportArgumentType]
    found = await pointer.point(screenshot(4000, 2000), "press it", ["Instruction: a"])
    assert finds.seen == [(2000, 1000)]
    assert (found.point, found.notes) == ((210, 90), {"marks": 2})
    [request] = model.messages
    marked = Image.open(io.BytesIO(request.images[0])).convert("RGB")
    assert marked.size == (2000, 1000)
    assert any(marked.getpixel((x, 45)) == (0, 0, 0) for x in range(95, 116))


@pytest.mark.parametrize("reply", ["0", "-1", "3", "none"])
async def test_a_number_without_a_segment_is_not_a_point(reply: str) -> None:
    finds = Finds(rectangle(0, 0, 20, 20), rectangle(100, 40, 111, 51))
    pointer = SegmentPointer(finds, Chooses(reply), Question())  # pyright: ignore[reportArgumentType]
    found = await pointer.point(screenshot(100, 50), "press it")
    assert (found.point, found.declined) == (None, False)


def test_a_model_is_required() -> None:
    with pytest.raises(UserError, match="needs a model that chooses the mark"):
        make_pointer("set-of-mark-sam", None)


def test_missing_weights_are_an_error() -> None:
    pytest.importorskip("torch", reason="needs the extra `models`")
    with pytest.raises(UserError, match="'/nowhere' cannot be loaded"):
        make_pointer(
            "set-of-mark-sam", Chooses("1"), PointerSettings(weights="/nowhere", device="cpu")
        )


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny untrained SAM whose masks have sharp edges and are all predicted to be good."""
    torch = pytest.importorskip("torch", reason="needs the extra `models`")
    library: Any = pytest.importorskip("transformers", reason="needs the extra `models`")
    torch.manual_seed(0)
    config = library.SamConfig(
        vision_config={
            **{"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2},
            **{"mlp_dim": 32, "output_channels": 32, "image_size": 64, "patch_size": 16},
            **{"window_size": 2, "global_attn_indexes": [0], "num_pos_feats": 16},
        },
        prompt_encoder_config={
            **{"hidden_size": 32, "image_size": 64, "patch_size": 16, "mask_input_channels": 4},
        },
        mask_decoder_config={
            **{"hidden_size": 32, "mlp_dim": 32, "num_attention_heads": 2},
            **{"num_hidden_layers": 1, "iou_head_hidden_dim": 32, "iou_head_depth": 2},
        },
    )
    model = library.SamModel(config)
    decoder = model.mask_decoder
    with torch.no_grad():
        decoder.iou_prediction_head.proj_out.weight.zero_()
        decoder.iou_prediction_head.proj_out.bias.fill_(0.95)
        for head in decoder.output_hypernetworks_mlps:
            head.proj_out.weight.mul_(1e8)
            head.proj_out.bias.mul_(1e8)
    folder = tmp_path_factory.mktemp("sam")
    model.save_pretrained(folder)
    sizes = {"size": {"longest_edge": 64}, "pad_size": {"height": 64, "width": 64}}
    library.SamImageProcessorPil(**sizes).save_pretrained(folder)
    return folder


async def test_a_tiny_sam_model_numbers_segments_within_the_screenshot(
    weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(segments, "_SHORT_SIDE", 100)
    monkeypatch.setattr(segments, "_POINTS_PER_SIDE", 4)
    model = Chooses("1")
    pointer = make_pointer(
        "set-of-mark-sam", model, PointerSettings(weights=str(weights), device="cpu")
    )
    rng = np.random.default_rng(0)
    out = io.BytesIO()
    Image.fromarray(rng.integers(0, 255, (50, 80, 3), dtype=np.uint8)).save(out, "PNG")
    found = await pointer.point(out.getvalue(), "press it")
    assert found.notes["marks"] > 0
    assert found.point is not None
    assert 0 <= found.point[0] <= 80
    assert 0 <= found.point[1] <= 50
    again = make_pointer(
        "set-of-mark-sam", Chooses("1"), PointerSettings(weights=str(weights), device="cpu")
    )
    assert (await again.point(out.getvalue(), "press it")).point == found.point
