"""Set-of-Mark with Segment Anything (SAM), as in the RealWebAssist paper's baseline.

SAM proposes masks for a grid of points (Kirillov et al. 2023, section "Segment anything automatic
mask generation"). As in the public scripts of RealWebAssist, the screenshot is resized to a short
side of 1,000 pixels, masks are numbered by area, the largest first, and a model answers with a
number. The predicted point is where the number is drawn: the point of the mask that is farthest
from its edge.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from scipy import ndimage

from webproctor.core.errors import UserError
from webproctor.core.llm import Model
from webproctor.core.pictures import decoded, encoded
from webproctor.methods.grounding.adapters import HistoryPosition
from webproctor.methods.grounding.coordinates import Point, overlap
from webproctor.methods.grounding.marking import Question, chosen_number
from webproctor.methods.grounding.pointers import Prediction
from webproctor.methods.weights import best_device, library, loading

WEIGHTS = "facebook/sam-vit-huge"
_SHORT_SIDE = 1000  # Pixels of the marked image, as in the public scripts.
_POINTS_PER_SIDE = 32
_BATCH = 64
# The defaults of SAM's automatic mask generator: minimum predicted quality, minimum stability, the
# difference of logits for the stability, and the overlap (IoU) from which masks are duplicates.
_QUALITY = 0.88
_STABILITY = 0.95
_STABILITY_OFFSET = 1.0
_DUPLICATE_OVERLAP = 0.7
_FONT_SIZE = 16


@dataclass(frozen=True)
class Segment:
    """A segment of an image.

    Attributes:
        box: The edges of its bounding box, in pixels.
        area: Number of pixels.
        score: The quality that SAM predicts, 0 to 1.
        bits: The mask within the box, row by row, as packed bits.
    """

    box: tuple[int, int, int, int]
    area: int
    score: float
    bits: bytes

    @property
    def anchor(self) -> Point:
        """The pixel of the segment that is farthest from its edge."""
        left, top, right, bottom = self.box
        width, height = right - left, bottom - top
        flat = np.unpackbits(np.frombuffer(self.bits, dtype=np.uint8), count=width * height)
        # Outside of the box is outside of the segment.
        mask = np.pad(flat.reshape(height, width), 1)
        depth: Any = ndimage.distance_transform_edt(mask)
        row, column = np.unravel_index(int(np.argmax(depth)), depth.shape)
        return float(left + column - 1), float(top + row - 1)


def segment(mask: np.ndarray, score: float) -> Segment | None:
    """Return a mask, of shape (height, width), as a segment; None if it is empty."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not rows.size:
        return None
    left, top, right, bottom = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    inner = mask[top:bottom, left:right]
    box = int(left), int(top), int(right), int(bottom)
    return Segment(box, int(inner.sum()), float(score), np.packbits(inner).tobytes())


def distinct(found: Sequence[Segment]) -> list[Segment]:
    """Return the segments without duplicates, the largest first. Of segments whose boxes overlap by
    more than 0.7 (IoU), the one with the highest score is kept.
    """
    kept: list[Segment] = []
    for one in sorted(found, key=lambda one: -one.score):
        if all(overlap(one.box, other.box) <= _DUPLICATE_OVERLAP for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: -one.area)


class Segmenter:
    """Finds the segments of images with SAM, one image at a time.

    Args:
        model: A `SamModel` of transformers.
        processor: Its image processor.
    """

    def __init__(self, model: Any, processor: Any) -> None:
        self._model = model.eval()
        self._processor = processor
        self._lock = Lock()

    def segments(self, image: Image.Image) -> list[Segment]:
        """Return the distinct segments of an image, the largest first."""
        import torch  # pyright: ignore

        with self._lock, torch.inference_mode():
            inputs = self._processor(images=image, return_tensors="pt")
            sizes = inputs["original_sizes"].tolist(), inputs["reshaped_input_sizes"].tolist()
            pixels = inputs["pixel_values"].to(self._model.device, self._model.dtype)
            embeddings = self._model.get_image_embeddings(pixels)
            [[height, width]] = sizes[1]
            steps = (torch.arange(_POINTS_PER_SIDE) + 0.5) / _POINTS_PER_SIDE
            points = torch.cartesian_prod(steps * width, steps * height)
            found = []
            for batch in points.split(_BATCH):
                found += self._segments_at(batch, embeddings, sizes)
        return distinct(found)

    def _segments_at(self, points: Any, embeddings: Any, sizes: tuple[Any, Any]) -> list[Segment]:
        """Return the good segments at points of the resized image, of shape (points, 2)."""
        input_points = points[None, :, None, :].to(embeddings.device, embeddings.dtype)
        output = self._model(
            image_embeddings=embeddings, input_points=input_points, multimask_output=True
        )
        scores = output.iou_scores[0].flatten()
        good = scores > _QUALITY
        if not good.any():
            return []
        small = output.pred_masks[0].flatten(0, 1)[good].float().cpu()
        [logits] = self._processor.post_process_masks([small[:, None]], *sizes, binarize=False)
        found = []
        for mask_logits, score in zip(logits[:, 0].numpy(), scores[good].tolist(), strict=True):
            largest_count = (mask_logits > -_STABILITY_OFFSET).sum()
            if (
                largest_count
                and (mask_logits > _STABILITY_OFFSET).sum() / largest_count >= _STABILITY
            ):
                found.append(segment(mask_logits > 0, score))
        return [one for one in found if one is not None]


class SegmentPointer:
    """Predicts the anchor of the segment whose number a model answers.

    Args:
        segmenter: Finds the segments.
        model: The model that chooses.
        question: The question to it.
    """

    def __init__(self, segmenter: Segmenter, model: Model, question: Question) -> None:
        self._segmenter = segmenter
        self._model = model
        self._question = question

    async def point(
        self, screenshot: bytes, instruction: str, history: Sequence[str] = ()
    ) -> Prediction:
        picture, anchors = await asyncio.to_thread(self._draw_marks, screenshot)
        reply = await self._question.ask(self._model, picture, instruction, history)
        number = chosen_number(reply.text, len(anchors))
        point = None if number is None else anchors[number - 1]
        return Prediction(point, reply.text, usage=reply.usage, notes={"marks": len(anchors)})

    def _draw_marks(self, screenshot: bytes) -> tuple[bytes, list[Point]]:
        """Return the screenshot with numbers as PNG, and each number's point in the screenshot."""
        image = decoded(screenshot)
        scale = _SHORT_SIDE / min(image.size)
        size = round(image.width * scale), round(image.height * scale)
        picture = image.resize(size, Image.Resampling.BICUBIC)
        anchors = [one.anchor for one in self._segmenter.segments(picture)]
        x_scale, y_scale = image.width / picture.width, image.height / picture.height
        points = [(float(round(x * x_scale)), float(round(y * y_scale))) for x, y in anchors]
        return _numbered(picture, anchors), points


def _numbered(picture: Image.Image, anchors: Sequence[Point]) -> bytes:
    """Return a picture as PNG with a number, from 1, at each anchor."""
    canvas = ImageDraw.Draw(picture)
    for number, position in enumerate(anchors, 1):
        box = canvas.textbbox(position, str(number), font_size=_FONT_SIZE, anchor="mm")
        canvas.rectangle((box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2), fill="black")
        canvas.text(position, str(number), fill="white", font_size=_FONT_SIZE, anchor="mm")
    return encoded(picture)


def load(
    model: Model | None,
    weights: str,
    device: str,
    prompt: str = "",
    system: str = "",
    history_position: HistoryPosition = "before",
) -> SegmentPointer:
    """Create the grounding model `set-of-mark-sam`.

    Args:
        model: The model that chooses a number.
        weights: A folder or a hub name of SAM weights; by default `WEIGHTS`.

    Raises:
        UserError: If there is no model, or the weights cannot be loaded.
    """
    if model is None:
        raise UserError(
            "grounding model 'set-of-mark-sam' needs a model that chooses the mark: add --model or "
            "--server."
        )
    segmenter = load_segmenter(weights or WEIGHTS, device)
    return SegmentPointer(segmenter, model, Question(prompt, system, history_position))


@cache
def load_segmenter(weights: str, device: str) -> Segmenter:
    """Load SAM with transformers, once per process, since every episode creates an agent.

    Raises:
        UserError: If the weights cannot be loaded, or the libraries are not installed.
    """
    transformers = library()
    with loading(weights):
        processor = transformers.AutoImageProcessor.from_pretrained(weights)
        model = transformers.SamModel.from_pretrained(weights)
        return Segmenter(model.to(device or best_device()), processor)
