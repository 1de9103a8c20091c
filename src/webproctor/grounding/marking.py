"""Set-of-Mark: number what can be seen, and let a model, or the words, choose a number.

The classical pipeline without any weights; a model that reads pictures chooses better. What the
published one got wrong, numbers 0 and below that count from the end, is no answer here (catalogue
of RealWebAssist, section 3.3).
"""

import asyncio
import io
import re
from collections import Counter
from collections.abc import Sequence
from math import log

from PIL import Image, ImageDraw

from webproctor.grounding.adapters import numbered
from webproctor.grounding.pointers import Pointed
from webproctor.grounding.proposals import Part, parts, read_parts
from webproctor.models import Message, Model

_ASK = (
    "Parts of this screenshot are numbered. Which one must be clicked to do what this asks: "
    "{instruction}\nAnswer with its number alone."
)
_RED = (214, 40, 40)
_WORD = re.compile(r"[a-z0-9]+")
# Words of instructions that name nothing on a page.
_IDLE = frozenset(
    _WORD.findall(
        """a an and any are at be but by can do first for from go have here i in is it its just let
        like me my no not now of okay on one open or please put second select show so take that the
        their them then there this to too up use want was we what where which with would you"""
    )
)


class MarkPointer:
    """Points at the middle of the chosen part.

    Args:
        model: Who chooses; without one the part whose words are those of the instruction.
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
    """The number that an answer names, 1 to `most`; None for none, and for several."""
    named = {int(found) for found in re.findall(r"-?\d+", said) if len(found) < 6}
    number = named.pop() if len(named) == 1 else 0
    return number if 1 <= number <= most else None


def best_match(instruction: str, among: Sequence[Part]) -> Part | None:
    """The part whose words are the instruction's, rare ones above all; of equals the smaller.

    None where no word fits.
    """
    read = [Counter(_WORD.findall(part.text.lower())) for part in among]
    rarity: Counter[str] = Counter(word for of in read for word in of)
    wanted = set(_WORD.findall(instruction.lower())) - _IDLE
    best: tuple[float, int] = (0.0, 0)
    chosen = None
    for part, of in zip(among, read, strict=True):
        shared = wanted & of.keys()
        weight = sum(log(1 + len(among) / rarity[word]) for word in shared)
        # Long texts have many words by chance.
        score = (weight / (1 + sum(of.values())) ** 0.5, -part.area)
        if weight and (chosen is None or score > best):
            best, chosen = score, part
    return chosen


def _decoded(screenshot: bytes) -> Image.Image:
    with Image.open(io.BytesIO(screenshot)) as opened:
        return opened.convert("RGB")


def draw(screenshot: Image.Image, among: Sequence[Part]) -> bytes:
    """The screenshot as PNG with a frame and a number, from 1, for each part."""
    picture = screenshot.copy()
    pen = ImageDraw.Draw(picture)
    for part in among:
        pen.rectangle((part.left, part.top, part.right, part.bottom), outline=_RED)
    for number, part in enumerate(among, 1):
        label = str(number)
        _, _, width, height = pen.textbbox((0, 0), label, font_size=11)
        # Beside the part where there is room, so that what it says can be read.
        left, top = max(0, part.left - width - 1), max(0, part.top - height // 2)
        pen.rectangle((left - 1, top, left + width, top + height), fill=_RED)
        pen.text((left, top), label, fill="white", font_size=11)
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()
