"""Points from GUI-Actor's attention."""

import io
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from PIL import Image

from webproctor.methods.grounding.gui_actor import GuiActor, regions


def test_the_region_with_the_highest_mean_is_first() -> None:
    attention = np.zeros((4, 8))
    attention[0, 0] = 0.9
    attention[2:4, 5:7] = 1.0
    (score, point), (other, _) = regions(attention)
    assert (score, other) == (1.0, 0.9)
    assert point == pytest.approx((6 / 8, 3 / 4))


def test_a_point_is_weighted_by_patch_attention() -> None:
    attention = np.zeros((1, 4))
    attention[0, 1:3] = (1.0, 0.5)
    [(_, (x, y))] = regions(attention)
    assert x == pytest.approx((1.5 * 1.0 + 2.5 * 0.5) / 1.5 / 4)
    assert y == 0.5


def test_patches_that_touch_only_at_a_corner_are_two_regions() -> None:
    assert len(regions(np.eye(2))) == 2


def test_weak_patches_are_in_no_region() -> None:
    attention = np.array([[1.0, 0.3, 0.31]])
    assert len(regions(attention)) == 2


async def test_the_attention_is_read_from_the_inference_function_of_the_authors() -> None:
    arguments: list[Any] = []

    def inference(talk: Any, *parts: Any, **more: Any) -> dict[str, Any]:
        arguments.append((talk, parts, more))
        weights = np.zeros(12)
        weights[7] = 1.0
        return {"attn_scores": [weights.tolist()], "n_width": 4, "n_height": 3}

    out = io.BytesIO()
    Image.new("RGB", (400, 300)).save(out, "PNG")
    pointed = await GuiActor(inference, "m", "t", "p").point(out.getvalue(), "press", ["before"])
    assert pointed.point == (350, 150)
    [(talk, parts, more)] = arguments
    assert parts == ("m", "t", "p")
    assert more == {"use_placeholder": True, "topk": 3}
    assert "before" in talk[1]["content"][1]["text"]


@pytest.mark.parametrize("weight", [0.0, float("nan")])
async def test_without_attention_there_is_no_point(weight: float) -> None:
    def inference(*_: Any, **__: Any) -> dict[str, Any]:
        return {"attn_scores": [[weight] * 4], "n_width": 2, "n_height": 2}

    out = io.BytesIO()
    Image.new("RGB", (4, 4)).save(out, "PNG")
    prediction = await GuiActor(inference, "m", "t", "p").point(out.getvalue(), "press")
    assert prediction.point is None


@pytest.mark.exhaustive
def test_the_package_depends_on_the_family_of_the_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("transformers", reason="needs the extra `models`")
    from webproctor.core.errors import UserError
    from webproctor.methods.grounding.gui_actor import load

    package, inference = ModuleType("gui_actor"), ModuleType("gui_actor.inference")
    modeling = ModuleType("gui_actor.modeling_qwen25vl")
    inference.__dict__["inference"] = print
    modeling.__dict__["Qwen2_5_VLForConditionalGenerationWithPointer"] = object
    for module in (package, inference, modeling):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    with pytest.raises(UserError, match="cannot be loaded"):
        load("/nowhere/GUI-Actor-3B-Qwen2.5-VL", "cpu")
