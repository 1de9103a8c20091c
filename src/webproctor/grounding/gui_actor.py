"""GUI-Actor: no coordinates in words, but attention over the picture's patches (2025).

The model itself is its authors' package `gui_actor` (Microsoft, MIT licence), installed by whoever
has its weights; what is made of the attention is here (catalogue, section 3.2).
"""

import asyncio
import io
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from threading import Lock
from typing import Any

import numpy as np
from PIL import Image
from scipy import ndimage

from webproctor.errors import UserError
from webproctor.grounding.adapters import numbered
from webproctor.grounding.coordinates import Point, to_pixels
from webproctor.grounding.pointers import Pointed

_SHARE = 0.3  # Of the strongest patch: what is weaker belongs to no region.
_SYSTEM = (
    "You look at a screenshot and an instruction. Find what is to be acted on, and point at it by "
    "the pointer tokens."
)


def regions(attention: np.ndarray) -> list[tuple[float, Point]]:
    """The regions that attention picks out, the best first.

    Args:
        attention: Weights of the patches, of shape (rows, columns), not negative.

    Returns:
        Each region's mean weight, and its point in fractions of the picture's width and height:
        the mean of its patches' centres by their weights. Patches that touch by a side are of one
        region.
    """
    strong = attention > _SHARE * attention.max()
    labelled: Any = ndimage.label(strong)
    labels, count = labelled
    rows, columns = attention.shape
    found = []
    for number in range(1, count + 1):
        down, across = np.nonzero(labels == number)
        weights = attention[down, across]
        x = float(np.average((across + 0.5) / columns, weights=weights))
        y = float(np.average((down + 0.5) / rows, weights=weights))
        found.append((float(weights.mean()), (x, y)))
    return sorted(found, key=lambda one: -one[0])


class GuiActor:
    """Points by attention.

    Args:
        inference: The authors' function `gui_actor.inference.inference`.
        model, tokenizer, processor: What it is called with.
    """

    def __init__(self, inference: Any, model: Any, tokenizer: Any, processor: Any) -> None:
        self._inference = inference
        self._parts = model, tokenizer, processor
        self._turn = Lock()

    async def point(
        self, screenshot: bytes, instruction: str, history: Sequence[str] = ()
    ) -> Pointed:
        return await asyncio.to_thread(self._point, screenshot, instruction, history)

    def _point(self, screenshot: bytes, instruction: str, history: Sequence[str]) -> Pointed:
        picture = Image.open(io.BytesIO(screenshot)).convert("RGB")
        asked = f"{numbered(history)}\n\n{instruction}" if history else instruction
        talk = [
            {"role": "system", "content": [{"type": "text", "text": _SYSTEM}]},
            {
                "role": "user",
                "content": [{"type": "image", "image": picture}, {"type": "text", "text": asked}],
            },
        ]
        with self._turn:
            told = self._inference(talk, *self._parts, use_placeholder=True, topk=3)
        weights = np.asarray(told["attn_scores"], dtype=float).ravel()
        best = regions(weights.reshape(int(told["n_height"]), int(told["n_width"])))
        said = "; ".join(f"({x:.4f}, {y:.4f}) {score:.4f}" for score, (x, y) in best[:3])
        return Pointed(to_pixels(best[0][1], "fractions", picture.size), said)


@cache
def load(weights: str, device: str) -> GuiActor:
    """Load a checkpoint on Qwen2-VL or Qwen2.5-VL, once in a process.

    Raises:
        UserError: If no weights are named, or the authors' package or the weights cannot be had.
    """
    if not weights:
        raise UserError("gui-actor runs from its weights: name them by --weights.")
    try:
        inference = import_module("gui_actor.inference").inference
        newer = "2.5" in weights
        module = import_module("gui_actor.modeling_qwen25vl" if newer else "gui_actor.modeling")
        transformers = import_module("transformers")
    except ImportError as error:
        raise UserError(
            "gui-actor needs its authors' package `gui_actor` (github.com/microsoft/GUI-Actor) and "
            f"transformers: {error}."
        ) from error
    name = "Qwen2_5_VL" if newer else "Qwen2VL"
    kind = getattr(module, f"{name}ForConditionalGenerationWithPointer")
    try:
        processor = transformers.AutoProcessor.from_pretrained(weights)
        model = kind.from_pretrained(weights, device_map=device or "auto").eval()
    except (OSError, ValueError) as error:
        raise UserError(f"{weights!r} cannot be loaded: {error}") from error
    return GuiActor(inference, model, processor.tokenizer, processor)
