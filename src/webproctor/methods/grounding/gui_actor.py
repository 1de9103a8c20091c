"""GUI-Actor (2025): predict points from attention over image patches instead of text.

The model is in its authors' package `gui_actor` (github.com/microsoft/GUI-Actor, MIT licence),
which must be installed. This module converts the attention to points.
"""

import asyncio
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from threading import Lock
from typing import Any

import numpy as np
from scipy import ndimage

from webproctor.core.errors import UserError
from webproctor.core.pictures import decoded
from webproctor.methods.grounding.adapters import HistoryPosition, with_history
from webproctor.methods.grounding.coordinates import Point, to_pixels
from webproctor.methods.grounding.pointers import Prediction
from webproctor.methods.weights import loading

_MIN_RELATIVE_WEIGHT = 0.3  # Relative to the strongest patch; weaker patches belong to no region.
_SYSTEM = (
    "You look at a screenshot and an instruction. Find what is to be acted on, and point at it by "
    "the pointer tokens."
)


def regions(attention: np.ndarray) -> list[tuple[float, Point]]:
    """Return the regions of high attention, the best first.

    Args:
        attention: Non-negative weights of the patches, of shape (rows, columns).

    Returns:
        Each region's mean weight, and its point in fractions of the image's width and height: the
        weighted mean of its patches' centres. Patches that share a side are in one region. There is
        none if all weights are 0, or one is not a number.
    """
    strong = attention > _MIN_RELATIVE_WEIGHT * attention.max()
    labelling: Any = ndimage.label(strong)
    labels, count = labelling
    rows, columns = attention.shape
    found = []
    for number in range(1, count + 1):
        row_indices, column_indices = np.nonzero(labels == number)
        weights = attention[row_indices, column_indices]
        x = float(np.average((column_indices + 0.5) / columns, weights=weights))
        y = float(np.average((row_indices + 0.5) / rows, weights=weights))
        found.append((float(weights.mean()), (x, y)))
    return sorted(found, key=lambda region: -region[0])


class GuiActor:
    """Predicts points from attention.

    Args:
        inference: The authors' function `gui_actor.inference.inference`.
        model, tokenizer, processor: Its arguments.
        system: The system message.
        history_position: Where the history is, relative to the instruction.
    """

    def __init__(
        self,
        inference: Any,
        model: Any,
        tokenizer: Any,
        processor: Any,
        *,
        system: str = _SYSTEM,
        history_position: HistoryPosition = "before",
    ) -> None:
        self._inference = inference
        self._parts = model, tokenizer, processor
        self._system = system
        self._history_position: HistoryPosition = history_position
        self._lock = Lock()

    async def point(
        self, screenshot: bytes, instruction: str, history: Sequence[str] = ()
    ) -> Prediction:
        return await asyncio.to_thread(self._point, screenshot, instruction, history)

    def _point(self, screenshot: bytes, instruction: str, history: Sequence[str]) -> Prediction:
        picture = decoded(screenshot)
        prompt = with_history(instruction, history, self._history_position)
        conversation: list[dict[str, Any]] = [
            {
                "role": "user",
                "content": [{"type": "image", "image": picture}, {"type": "text", "text": prompt}],
            },
        ]
        if self._system:
            text = [{"type": "text", "text": self._system}]
            conversation.insert(0, {"role": "system", "content": text})
        with self._lock:
            output = self._inference(conversation, *self._parts, use_placeholder=True, topk=3)
        weights = np.asarray(output["attn_scores"], dtype=float).ravel()
        best = regions(weights.reshape(int(output["n_height"]), int(output["n_width"])))
        if not best:
            return Prediction(None, "no patch has attention")
        description = "; ".join(f"({x:.4f}, {y:.4f}) {score:.4f}" for score, (x, y) in best[:3])
        return Prediction(to_pixels(best[0][1], "fractions", picture.size), description)


@cache
def load(
    weights: str,
    device: str,
    system: str | None = None,
    history_position: HistoryPosition = "before",
) -> GuiActor:
    """Load a checkpoint based on Qwen2-VL or Qwen2.5-VL, once per process.

    Args:
        system: The system message; None for this project's own.

    Raises:
        UserError: If no weights are named, or the authors' package or the weights are not
            available.
    """
    if not weights:
        raise UserError("gui-actor needs weights: name them with --weights.")
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
    model_class = getattr(module, f"{name}ForConditionalGenerationWithPointer")
    with loading(weights):
        processor = transformers.AutoProcessor.from_pretrained(weights)
        model = model_class.from_pretrained(weights, device_map=device or "auto").eval()
    return GuiActor(
        inference,
        model,
        processor.tokenizer,
        processor,
        system=_SYSTEM if system is None else system,
        history_position=history_position,
    )
