"""Grounding models: the prompt and the answer format of each.

To include a model, add an entry to `ADAPTERS`. The wording of the prompts is this project's own, in
the format that each model was trained on; to use the wording of a model card, pass it with
`--prompt` and `--system`.
`coordinates` converts all predictions to pixels.
"""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from PIL import Image

from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.core.pictures import encoded, size_within
from webproctor.methods.grounding import parsers
from webproctor.methods.grounding.coordinates import (
    GTA1,
    QWEN,
    UI_TARS_15,
    Point,
    Resizing,
    Size,
    Space,
    centre,
    smart_resize,
    to_pixels,
)

HistoryPosition = Literal["before", "after"]
"""Where the history is in a prompt, relative to the instruction."""


@dataclass(frozen=True)
class Adapter:
    """One grounding model.

    Attributes:
        checkpoint: The model that it was written for.
        prompt: The text sent with the image; `{instruction}` is replaced by the instruction,
            `{width}` and `{height}` by the size of the sent image.
        parse: Parses a point or a box, in the model's coordinates, from its answer.
        space: The model's coordinates.
        system: The system message, with the same placeholders; empty for none.
        sizing: How the image is resized before it is sent, so that the server does not resize it;
            None sends the screenshot unchanged.
        longest: Maximum length of the longer side of an image in pixels; larger images are scaled
            down.
        areas: Maximum area of the sent image in pixels by the name of a grounding data set, where
            the data set's own evaluation uses another one than `sizing`.
        whole: Whether coordinates (of a box, its corners) are truncated to integer pixels.
        tokens: Maximum number of tokens of an answer.
        computer: Whether the model answers with the computer-use tool.
        special_tokens: Whether the answer is parsed with its special tokens.
        prefix: The text that an answer begins with if it is guided.
        history: Where the history is in the prompt.
    """

    checkpoint: str
    prompt: str
    parse: parsers.Parser
    space: Space
    system: str = ""
    sizing: Resizing | None = None
    longest: int | None = None
    areas: Mapping[str, int] = field(default_factory=dict)
    whole: bool = False
    tokens: int = 128
    computer: bool = False
    special_tokens: bool = False
    prefix: str = ""
    history: HistoryPosition = "before"


@dataclass(frozen=True)
class Picture:
    """A screenshot prepared for a model.

    Attributes:
        png: The sent image.
        size: The screenshot's size.
        sent: The size of the sent image.
    """

    png: bytes
    size: Size
    sent: Size


def prepare(adapter: Adapter, screenshot: bytes) -> Picture:
    """Prepare a screenshot for a model; it is decoded only if its size changes."""
    with Image.open(io.BytesIO(screenshot)) as image:
        size = sent = image.size
        if adapter.sizing is not None:
            sent = smart_resize(size, adapter.sizing)
        elif adapter.longest is not None:
            sent = size_within(size, adapter.longest)
        if sent == size:
            return Picture(screenshot, size, size)
        resized = image.convert("RGB").resize(sent, Image.Resampling.BICUBIC)
        return Picture(encoded(resized), size, sent)


def prompt_text(
    adapter: Adapter, picture: Picture, instruction: str, history: Sequence[str]
) -> str:
    """Return the prompt with the history, if there is one."""
    width, height = picture.sent
    prompt = (
        adapter.prompt.replace("{instruction}", instruction)
        .replace("{width}", str(width))
        .replace("{height}", str(height))
    )
    return with_history(prompt, history, adapter.history)


def with_history(question: str, history: Sequence[str], position: HistoryPosition) -> str:
    """Return a question with past steps before or after it; without steps, the question alone."""
    if not history:
        return question
    parts = [history_text(history), question]
    return "\n\n".join(parts if position == "before" else reversed(parts))


def system_message(adapter: Adapter, picture: Picture) -> str:
    """Return the system message for an image of this size."""
    width, height = picture.sent
    return adapter.system.replace("{width}", str(width)).replace("{height}", str(height))


def history_text(history: Sequence[str]) -> str:
    """Return past steps as a numbered list that begins at 1."""
    lines = (f"{number}. {line}" for number, line in enumerate(history, 1))
    return "What the user said and what was done so far:\n" + "\n".join(lines)


def parse_point(adapter: Adapter, answer: str, picture: Picture) -> Point | None:
    """Return an answer's point in pixels of the screenshot; None if it has none."""
    coordinates = adapter.parse(answer)
    return None if coordinates is None else to_screenshot(adapter, coordinates, picture)


def to_screenshot(adapter: Adapter, coordinates: parsers.Coordinates, picture: Picture) -> Point:
    """Convert a model's coordinates to a point in pixels of the screenshot, of a box its centre."""
    corners = [(coordinates[0], coordinates[1]), (coordinates[-2], coordinates[-1])]
    (left, top), (right, bottom) = (
        to_pixels(corner, adapter.space, picture.size, resized=picture.sent, whole=adapter.whole)
        for corner in corners
    )
    return centre((left, top, right, bottom))


def adapter(name: str) -> Adapter:
    """Return the adapter of that name, an included one or one of your own.

    Raises:
        UserError: If there is none.
    """
    value = registry.find("grounding_models", name, ADAPTERS)
    if not isinstance(value, Adapter):
        raise UserError(f"grounding model {name!r}: must be an `Adapter`.")
    return value


_FIND = "In this screenshot, where is the element that does what this asks: {instruction}"
_CLICK = "Click on what this asks for: {instruction}"
_FUNCTION = (
    "You use a computer with a screen of {width}x{height} pixels by calling a function. Call it as "
    '<tool_call>{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": '
    "[x, y]}}</tool_call>, where x and y are "
)
_CALL = (
    '<tool_call>\n{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": ['
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
        # The limit in ScreenSpot-Pro's public evaluation code.
        areas={"screenspot-pro": 99_999_999},
        prefix=_CALL,
    ),
    "qwen3-vl": Adapter(
        checkpoint="Qwen3-VL-8B-Instruct",
        system=_FUNCTION + "thousandths of the screen's width and height.",
        prompt=_CLICK,
        parse=parsers.tool_call,
        space="thousandths",
        prefix=_CALL,
    ),
    # https://huggingface.co/inclusionAI/UI-Venus-2-9B; [-1, -1] declines.
    "ui-venus": Adapter(
        checkpoint="UI-Venus-2-9B",
        prompt=(
            "Point at the element of this screenshot that is meant: {instruction}\nAnswer with [x, "
            "y], both from 0 to 1000, or with [-1, -1] if there is no such element."
        ),
        parse=parsers.first_pair,
        space="thousandths",
    ),
    # https://hub.hcompany.ai/element-localization
    "holo": Adapter(
        checkpoint="Holo2-8B",
        prompt=(
            "Locate the element of this user interface that is meant: {instruction}\nAnswer with "
            'JSON alone: {"x": x, "y": y}, integers from 0 to 1000.'
        ),
        parse=parsers.json_point,
        space="thousandths",
    ),
    # https://github.com/zai-org/GLM-V, README, section Grounding
    "glm": Adapter(
        checkpoint="GLM-4.5V",
        prompt=(
            "Locate in the image the element that does what this asks, and give its bounding box "
            "[[x1,y1,x2,y2]]: {instruction}"
        ),
        parse=parsers.glm,
        space="thousandths",
        tokens=4096,
        special_tokens=True,
    ),
    # https://github.com/OpenGVLab/InternVL, documentation of the chat data format
    "internvl": Adapter(
        checkpoint="InternVL3_5-8B",
        prompt=(
            "Give the bounding box of the region that this sentence describes: "
            "<ref>{instruction}</ref>"
        ),
        parse=parsers.first_pair,
        space="thousandths",
    ),
    # https://huggingface.co/showlab/ShowUI-2B
    "showui": Adapter(
        checkpoint="ShowUI-2B",
        prompt=(
            "For a description of an element on the screenshot, give a point to click as relative "
            "coordinates [x, y] from 0 to 1.\n{instruction}"
        ),
        parse=parsers.first_pair,
        space="fractions",
    ),
    # https://arxiv.org/abs/2412.04454, section 3
    "aguvis": Adapter(
        checkpoint="Aguvis-7B-720P",
        system="You operate the graphical user interface on the screenshot with pyautogui.",
        prompt="{instruction}",
        parse=parsers.pyautogui_click,
        space="fractions",
    ),
    # https://huggingface.co/allenai/Molmo-7B-O-0924/discussions/1
    "molmo": Adapter(
        checkpoint="Molmo-7B-D-0924",
        prompt="Point to what must be clicked to do this: {instruction}",
        parse=parsers.molmo,
        space="percent",
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

SCRIPTS: dict[str, dict[str, Any]] = {
    "os-atlas": {"prompt": _FIND, "whole": True},
    "uground": {"prompt": _FIND},
}
"""Fields of adapters that differ in the public scripts of RealWebAssist (SCAI-JHU/RealWebAssist).

Both models are only asked where the element is, without the format of an answer; OS-Atlas's corners
are truncated to integer pixels. GTA1, GUI-Actor and UI-TARS have no public scripts there.
"""
