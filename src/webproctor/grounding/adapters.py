"""Grounding models: how each is asked where something is, and how its answer is read.

A model is added by an entry of `ADAPTERS`. The words of the prompts are this project's own, in the
shape that each model was trained on (catalogue of RealWebAssist, section 3.2); whoever wants the
words of a model card gives them as `--prompt`. Coordinates are turned into pixels in one place,
`coordinates`.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from webproctor.errors import UserError
from webproctor.grounding import parsers
from webproctor.grounding.coordinates import (
    GTA1,
    QWEN,
    UI_TARS_15,
    Point,
    Resizing,
    Size,
    Space,
    smart_resize,
    to_pixels,
)


@dataclass(frozen=True)
class Adapter:
    """One grounding model.

    Attributes:
        checkpoint: What it was written for.
        prompt: What it is asked beside the picture; `{instruction}` stands for the instruction,
            `{width}` and `{height}` for the size of the picture that it is sent.
        parse: Reads a point, in the model's own terms, from what it says.
        space: What those terms are.
        system: What stands before, with the same placeholders; empty for nothing.
        sizing: The size that its picture is given before it is sent, so that no server does it
            unseen; None sends the screenshot as it is.
        longest: The longer side of a picture at most, in pixels; larger ones are made smaller.
        whole: Whether pixels are cut to whole ones, as the published script does.
        tokens: What an answer may take.
        computer: Whether it is asked by the computer-use tool.
        special_tokens: Whether its answer is read with its special tokens.
    """

    checkpoint: str
    prompt: str
    parse: parsers.Parser
    space: Space
    system: str = ""
    sizing: Resizing | None = None
    longest: int | None = None
    whole: bool = False
    tokens: int = 128
    computer: bool = False
    special_tokens: bool = False


@dataclass(frozen=True)
class Picture:
    """A screenshot made ready for a model.

    Attributes:
        png: What is sent.
        size: The screenshot's own size.
        sent: The size of what is sent.
    """

    png: bytes
    size: Size
    sent: Size


def prepare(adapter: Adapter, screenshot: bytes) -> Picture:
    """The screenshot as a model is sent it; decoded only where its size changes."""
    with Image.open(io.BytesIO(screenshot)) as opened:
        size = sent = opened.size
        if adapter.sizing is not None:
            sent = smart_resize(size, adapter.sizing)
        elif adapter.longest is not None and max(size) > adapter.longest:
            scale = adapter.longest / max(size)
            sent = round(size[0] * scale), round(size[1] * scale)
        if sent == size:
            return Picture(screenshot, size, size)
        out = io.BytesIO()
        opened.convert("RGB").resize(sent, Image.Resampling.BICUBIC).save(
            out, "PNG", compress_level=1
        )
        return Picture(out.getvalue(), size, sent)


def words(adapter: Adapter, picture: Picture, instruction: str, history: Sequence[str]) -> str:
    """What a model is asked; what was done before, if anything is told, stands first."""
    width, height = picture.sent
    asked = (
        adapter.prompt.replace("{instruction}", instruction)
        .replace("{width}", str(width))
        .replace("{height}", str(height))
    )
    return f"{numbered(history)}\n\n{asked}" if history else asked


def system(adapter: Adapter, picture: Picture) -> str:
    """What stands before, for a picture of this size."""
    width, height = picture.sent
    return adapter.system.replace("{width}", str(width)).replace("{height}", str(height))


def numbered(history: Sequence[str]) -> str:
    """Past steps as a numbered list that begins at 1 (catalogue, section 3.1)."""
    lines = (f"{number}. {line}" for number, line in enumerate(history, 1))
    return "What the user said and what was done so far:\n" + "\n".join(lines)


def read(adapter: Adapter, said: str, picture: Picture) -> Point | None:
    """The point that an answer names, in pixels of the screenshot; None where it names none."""
    point = adapter.parse(said)
    return None if point is None else pixels(adapter, point, picture)


def pixels(adapter: Adapter, point: Point, picture: Picture) -> Point:
    """A point in a model's own terms as pixels of the screenshot."""
    return to_pixels(point, adapter.space, picture.size, resized=picture.sent, whole=adapter.whole)


def adapter(name: str) -> Adapter:
    """The adapter of that name.

    Raises:
        UserError: If there is none.
    """
    if name not in ADAPTERS:
        raise UserError(f"there is no grounding model {name!r}. There are: {', '.join(ADAPTERS)}.")
    return ADAPTERS[name]


_FIND = "In this screenshot, where is the element that does what this asks: {instruction}"
_CLICK = "Click on what this asks for: {instruction}"
_FUNCTION = (
    "You use a computer with a screen of {width}x{height} pixels by calling a function. Call it as "
    '<tool_call>{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": '
    "[x, y]}}</tool_call>, where x and y are "
)

ADAPTERS: dict[str, Adapter] = {
    "os-atlas": Adapter(
        checkpoint="OS-Atlas-Base-7B",
        prompt=f"{_FIND}\nAnswer with its bounding box.",
        parse=parsers.os_atlas,
        space="thousandths",
        special_tokens=True,
    ),
    "uground": Adapter(
        checkpoint="UGround-V1-7B",
        prompt=(
            "Find the element on this screen by its description, and answer with the coordinates "
            "of its centre as one pair (x, y), nothing else.\nDescription: {instruction}\nAnswer:"
        ),
        parse=parsers.first_pair,
        space="thousandths",
        whole=True,
    ),
    "aria-ui": Adapter(
        checkpoint="Aria-UI-base",
        prompt=(
            "The picture shows a user interface. Point at the element that is described, as "
            "relative coordinates [x, y] from 0 to 1000.\nDescription: {instruction}\nAnswer:"
        ),
        parse=parsers.first_pair,
        space="thousandths",
        whole=True,
        tokens=50,
    ),
    "ui-tars": Adapter(
        checkpoint="UI-TARS-7B-SFT",
        prompt="Give the coordinates of the one point on the screen that is meant.\n{instruction}",
        parse=parsers.ui_tars,
        space="thousandths",
    ),
    "ui-tars-1.5": Adapter(
        checkpoint="UI-TARS-1.5-7B",
        prompt="Give the coordinates of the one point on the screen that is meant.\n{instruction}",
        parse=parsers.ui_tars,
        space="resized",
        sizing=UI_TARS_15,
    ),
    "gta1": Adapter(
        checkpoint="GTA1-7B-2507",
        system=(
            "You are an expert in locating elements of user interfaces. The picture is {height} "
            "pixels high and {width} pixels wide. Answer an instruction with the one point (x,y) "
            "to be clicked, for a large element its centre. Write exactly (x,y)."
        ),
        prompt="{instruction}",
        parse=parsers.gta1,
        space="resized",
        sizing=GTA1,
        tokens=32,
    ),
    "qwen2.5-vl": Adapter(
        checkpoint="Qwen2.5-VL-7B-Instruct",
        system=_FUNCTION + "pixels of the screen.",
        prompt=_CLICK,
        parse=parsers.tool_call,
        space="resized",
        sizing=QWEN,
    ),
    "qwen3-vl": Adapter(
        checkpoint="Qwen3-VL-8B-Instruct",
        system=_FUNCTION + "thousandths of the screen's width and height.",
        prompt=_CLICK,
        parse=parsers.tool_call,
        space="thousandths",
    ),
    "gemini": Adapter(
        checkpoint="gemini-2.5-flash",
        prompt=(
            "Point at what this asks for: {instruction}\n"
            'Answer with JSON alone: {"point": [y, x]}, both from 0 to 1000.'
        ),
        parse=parsers.gemini,
        space="thousandths",
        tokens=2048,
    ),
    "claude": Adapter(
        checkpoint="the computer-use tool of Claude models",
        prompt=f"{_CLICK}\nDo not look around first: this is the whole screen. Do nothing else.",
        parse=parsers.json_point,
        space="resized",
        longest=1280,
        tokens=1024,
        computer=True,
    ),
    "openai": Adapter(
        checkpoint="the computer-use tool of OpenAI models",
        prompt=f"{_CLICK}\nDo not look around first: this is the whole screen. Do nothing else.",
        parse=parsers.json_point,
        space="resized",
        longest=1600,
        tokens=2048,
        computer=True,
    ),
    "any": Adapter(
        checkpoint="any vision-language model that follows instructions",
        prompt=(
            "The screenshot is {width} pixels wide and {height} pixels high. Point at the middle "
            "of what this asks to be clicked: {instruction}\n"
            'Answer with JSON alone: {"point": [x, y]} in pixels.'
        ),
        parse=parsers.json_point,
        space="resized",
        longest=1600,
        tokens=2048,
    ),
}
