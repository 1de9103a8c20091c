"""Set-of-Mark: number the parts of a screenshot, and choose one with a model or by its words.

The parts are found without a trained model. In contrast to the published pipeline, where numbers of
0 and below count from the end, they are not valid answers here.
"""

import asyncio
import io
import re
from collections import Counter
from collections.abc import Sequence
from math import log

from PIL import Image, ImageDraw

from webproctor.core.llm import Message, Model
from webproctor.methods.grounding.adapters import numbered
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


class MarkPointer:
    """Predicts the centre of the chosen part.

    Args:
        model: The model that chooses; None chooses the part whose words match the instruction best.
    """

    def __init__(self, model: Model | None = None) -> None:
        self._model = model

    async def point(
        self, screenshot: bytes, instruction: str, history: Sequence[str] = ()
    ) -> Pointed:
        seen = await asyncio.to_thread(_decoded, screenshot)
        if self._model is None:
            found = await asyncio.to_thread(read_parts, seen)
            chosen = best_match(instruction, found)
            notes = {"marks": len(found)}
            if chosen is None:
                return Pointed(None, "no words fit", declined=True, notes=notes)
            return Pointed(chosen.centre, chosen.text, notes=notes)
        found = await asyncio.to_thread(parts, seen)
        picture = await asyncio.to_thread(draw, seen, found)
        asked = _ASK.format(instruction=instruction)
        asked = f"{numbered(history)}\n\n{asked}" if history else asked
        reply = await self._model.generate([Message("user", asked, images=(picture,))])
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


def _decoded(screenshot: bytes) -> Image.Image:
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
