"""Set-of-Mark: number the parts of a screenshot, and choose one with a model or by its words.

The parts are found without a trained model. In contrast to the published pipeline, where numbers of
0 and below count from the end, they are not valid answers here.
"""

import asyncio
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from PIL import Image, ImageDraw

from webproctor.core.llm import Message, Model, Reply
from webproctor.methods.grounding.adapters import HistoryPosition, with_history
from webproctor.methods.grounding.pointers import Pointed
from webproctor.methods.grounding.proposals import Part, parts, read_parts

_ASK = (
    "Parts of this screenshot are numbered. Which one must be clicked to do what this asks: "
    "{instruction}\nAnswer with its number alone."
)
_RED = (214, 40, 40)
_WORD = re.compile(r"[a-z0-9]+")
# Words of instructions that do not name anything on a page.
_IDLE = frozenset(
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
        asked = (self.prompt or _ASK).replace("{instruction}", instruction)
        messages = [Message("user", with_history(asked, history, self.history), images=(picture,))]
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
    ) -> Pointed:
        seen = await asyncio.to_thread(decoded, screenshot)
        if self._model is None:
            found = await asyncio.to_thread(read_parts, seen)
            chosen = best_match(instruction, found)
            notes = {"marks": len(found)}
            if chosen is None:
                return Pointed(None, "no words fit", declined=True, notes=notes)
            return Pointed(chosen.centre, chosen.text, notes=notes)
        found = await asyncio.to_thread(parts, seen)
        picture = await asyncio.to_thread(draw, seen, found)
        reply = await self._question.ask(self._model, picture, instruction, history)
        number = chosen_number(reply.text, len(found))
        point = None if number is None else found[number - 1].centre
        return Pointed(point, reply.text, usage=reply.usage, notes={"marks": len(found)})


def chosen_number(said: str, most: int) -> int | None:
    """Return the number in an answer, 1 to `most`; None if there is none or more than one."""
    named = {int(found) for found in re.findall(r"-?\d+", said) if len(found) < 6}
    number = named.pop() if len(named) == 1 else 0
    return number if 1 <= number <= most else None


def best_match(instruction: str, among: Sequence[Part]) -> Part | None:
    """Return the part whose words match the instruction best; rare words weigh more, and of equal
    parts the smaller is chosen.

    Return None if no word matches.
    """
    read = [Counter(_WORD.findall(part.text.lower())) for part in among]
    rarity: Counter[str] = Counter(word for of in read for word in of)
    wanted = set(_WORD.findall(instruction.lower())) - _IDLE
    best: tuple[float, int] = (0.0, 0)
    chosen = None
    for part, of in zip(among, read, strict=True):
        shared = wanted & of.keys()
        weight = sum(log(1 + len(among) / rarity[word]) for word in shared)
        # Long texts match by chance.
        score = (weight / (1 + sum(of.values())) ** 0.5, -part.area)
        if weight and (chosen is None or score > best):
            best, chosen = score, part
    return chosen


def decoded(screenshot: bytes) -> Image.Image:
    """Return a screenshot as an RGB image."""
    with Image.open(io.BytesIO(screenshot)) as opened:
        return opened.convert("RGB")


def draw(screenshot: Image.Image, among: Sequence[Part]) -> bytes:
    """Return the screenshot as PNG with a box and a number, from 1, for each part."""
    picture = screenshot.copy()
    pen = ImageDraw.Draw(picture)
    for part in among:
        pen.rectangle((part.left, part.top, part.right, part.bottom), outline=_RED)
    for number, part in enumerate(among, 1):
        label = str(number)
        _, _, width, height = pen.textbbox((0, 0), label, font_size=11)
        # Left of the part if there is room, so that its text stays readable.
        left, top = max(0, part.left - width - 1), max(0, part.top - height // 2)
        pen.rectangle((left - 1, top, left + width, top + height), fill=_RED)
        pen.text((left, top), label, fill="white", font_size=11)
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()
