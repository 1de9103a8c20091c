"""Set-of-Mark: number the parts of a screenshot, and choose one with a model or by its words.

The parts are found without a trained model. In contrast to the published pipeline, where numbers of
0 and below count from the end, they are not valid answers here.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from PIL import Image, ImageDraw

from webproctor.core.llm import Message, Model, Reply
from webproctor.core.pictures import decoded, encoded
from webproctor.methods.grounding.adapters import HistoryPosition, with_history
from webproctor.methods.grounding.pointers import Prediction
from webproctor.methods.grounding.proposals import Part, parts, read_parts

_ASK = (
    "Parts of this screenshot are numbered. Which one must be clicked to do what this asks: "
    "{instruction}\nAnswer with its number alone."
)
_RED = (214, 40, 40)
_WORD = re.compile(r"[a-z0-9]+")
# Words of instructions that do not name anything on a page.
_STOP_WORDS = frozenset(
    _WORD.findall(
        """a an and any are at be but by can do first for from go have here i in is it its just let
        like me my no not now of okay on one open or please put second select show so take that the
        their them then there this to too up use want was we what where which with would you"""
    )
)


@dataclass(frozen=True)
class Question:
    """The question which mark to choose.

    Attributes:
        prompt: The text, with `{instruction}`; empty for this project's own.
        system: The system message; empty for none.
        history: Where the history is in the text.
    """

    prompt: str = ""
    system: str = ""
    history: HistoryPosition = "before"

    async def ask(
        self, model: Model, picture: bytes, instruction: str, history: Sequence[str]
    ) -> Reply:
        """Ask a model which mark of a picture, a PNG, an instruction refers to."""
        prompt = (self.prompt or _ASK).replace("{instruction}", instruction)
        messages = [Message("user", with_history(prompt, history, self.history), images=(picture,))]
        if self.system:
            messages.insert(0, Message("system", self.system))
        return await model.generate(messages)


class MarkPointer:
    """Predicts the centre of the chosen part.

    Args:
        model: The model that chooses; None chooses the part whose words match the instruction best.
        prompt, system, history_position: See `Question`.
    """

    def __init__(
        self,
        model: Model | None = None,
        prompt: str = "",
        system: str = "",
        history_position: HistoryPosition = "before",
    ) -> None:
        self._model = model
        self._question = Question(prompt, system, history_position)

    async def point(
        self, screenshot: bytes, instruction: str, history: Sequence[str] = ()
    ) -> Prediction:
        image = await asyncio.to_thread(decoded, screenshot)
        if self._model is None:
            return await asyncio.to_thread(_point_by_words, image, instruction)
        image_parts = await asyncio.to_thread(parts, image)
        picture = await asyncio.to_thread(draw, image, image_parts)
        reply = await self._question.ask(self._model, picture, instruction, history)
        number = chosen_number(reply.text, len(image_parts))
        point = None if number is None else image_parts[number - 1].centre
        return Prediction(point, reply.text, usage=reply.usage, notes={"marks": len(image_parts)})


def _point_by_words(image: Image.Image, instruction: str) -> Prediction:
    """Predict the centre of the part whose words match the instruction best."""
    image_parts = read_parts(image)
    notes = {"marks": len(image_parts)}
    part = best_match(instruction, image_parts)
    if part is None:
        return Prediction(None, "no words fit", declined=True, notes=notes)
    return Prediction(part.centre, part.text, notes=notes)


def chosen_number(answer: str, maximum: int) -> int | None:
    """Return the number in an answer, 1 to `maximum`; None if there is none or more than one."""
    numbers = {int(digits) for digits in re.findall(r"-?\d+", answer) if len(digits) < 6}
    number = numbers.pop() if len(numbers) == 1 else 0
    return number if 1 <= number <= maximum else None


def best_match(instruction: str, candidates: Sequence[Part]) -> Part | None:
    """Return the part whose words match the instruction best; rare words weigh more, and of equal
    parts the smaller is chosen.

    Return None if no word matches.
    """
    word_counts = [Counter(_WORD.findall(part.text.lower())) for part in candidates]
    rarity: Counter[str] = Counter(word for counts in word_counts for word in counts)
    query_words = set(_WORD.findall(instruction.lower())) - _STOP_WORDS
    best: tuple[float, int] = (0.0, 0)
    best_part = None
    for part, counts in zip(candidates, word_counts, strict=True):
        shared = query_words & counts.keys()
        weight = sum(log(1 + len(candidates) / rarity[word]) for word in shared)
        # Long texts match by chance.
        score = (weight / (1 + sum(counts.values())) ** 0.5, -part.area)
        if weight and (best_part is None or score > best):
            best, best_part = score, part
    return best_part


def draw(screenshot: Image.Image, numbered_parts: Sequence[Part]) -> bytes:
    """Return the screenshot as PNG with a box and a number, from 1, for each part."""
    picture = screenshot.copy()
    canvas = ImageDraw.Draw(picture)
    for part in numbered_parts:
        canvas.rectangle(part.box, outline=_RED)
    for number, part in enumerate(numbered_parts, 1):
        label = str(number)
        _, _, width, height = canvas.textbbox((0, 0), label, font_size=11)
        # Left of the part if there is room, so that its text stays readable.
        left, top = max(0, part.left - width - 1), max(0, part.top - height // 2)
        canvas.rectangle((left - 1, top, left + width, top + height), fill=_RED)
        canvas.text((left, top), label, fill="white", font_size=11)
    return encoded(picture)
