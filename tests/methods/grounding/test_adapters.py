"""Prompts of all grounding models, and conversion of their answers to points."""

import io
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from models.server import ModelServer
from PIL import Image

from webproctor.core.errors import UserError
from webproctor.core.llm import Call, Message, Reply, Tool
from webproctor.environments.serving import serve
from webproctor.methods.grounding.adapters import (
    ADAPTERS,
    Picture,
    parse_point,
    prepare,
    prompt_text,
)
from webproctor.methods.grounding.pointers import (
    ModelPointer,
    PointerSettings,
    Prediction,
    make_pointer,
)


@cache
def screenshot(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(out, "PNG")
    return out.getvalue()


# Each model's answer for the point (500, 250) of an image of 2000 x 1000 pixels. Images resized to
# multiples of 28 are 1988 or 2016 wide, 1008 high.
REPLIES = {
    "os-atlas": "<|box_start|>(240,240),(260,260)<|box_end|>",
    "uground": "(250, 250)",
    "aria-ui": "`[250, 250]`",
    "ui-tars": "Action: click(start_box='(250,250)')",
    "ui-tars-1.5": "(497, 252)",
    "gta1": "(497, 252)",
    "qwen2.5-vl": None,  # The area of its image is bounded: see below.
    "qwen3-vl": '<tool_call>{"name": "computer_use", "arguments": {"action": "left_click", '
    '"coordinate": [250, 250]}}</tool_call>',
    "ui-venus": "[250, 250]",
    "holo": '{"x": 250, "y": 250}',
    "glm": "<|begin_of_box|>[[240,240,260,260]]<|end_of_box|>",
    "internvl": "<ref>it</ref><box>[[240, 240, 260, 260]]</box>",
    "showui": "[0.25, 0.25]",
    "aguvis": "pyautogui.click(x=0.25, y=0.25)",
    "molmo": ' <point x="25.0" y="25.0" alt="it">it</point>',
    "gemini": '```json\n[{"point": [250, 250], "label": "it"}]\n```',
    "claude": '{"coordinate": [320, 160]}',
    "openai": '{"point": [400, 200]}',
    "any": '{"point": [400, 200]}',
}


PROMPT = Path(__file__).with_name("prompt.txt")


class Says:
    """A model with a fixed answer that records its requests."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.messages: list[Message] = []

    async def generate(self, messages: Any, tools: Any = (), *, tool_choice: Any = "auto") -> Reply:
        self.messages = list(messages)
        return self.reply


async def point(name: str, reply: str, size: tuple[int, int] = (2000, 1000)) -> Prediction:
    pointer = ModelPointer(ADAPTERS[name], Says(Reply(reply)))
    return await pointer.point(screenshot(*size), "press it")


def test_every_adapter_is_tested() -> None:
    assert set(REPLIES) == set(ADAPTERS)


@pytest.mark.parametrize("name", [name for name, reply in REPLIES.items() if reply])
async def test_an_answer_in_the_format_of_each_model_is_a_point_on_the_screenshot(
    name: str,
) -> None:
    found = await point(name, REPLIES[name] or "")
    assert found.point == pytest.approx((500, 250), abs=8)


async def test_pixels_of_a_downscaled_image_are_scaled_back() -> None:
    """A common bug, which only affects large screenshots."""
    picture = prepare(ADAPTERS["qwen2.5-vl"], screenshot(3840, 2160))
    width, height = picture.sent
    assert width < 3840
    assert width % 28 == height % 28 == 0
    reply = f'{{"arguments": {{"coordinate": [{width // 2}, {height // 4}]}}}}'
    found = await point("qwen2.5-vl", reply, (3840, 2160))
    assert found.point == pytest.approx((1920, 540), abs=3)


HOSTILE = ["", "I cannot see it.", "(1", "[[[", "point", "(1, 2, 3", '{"point": "x"}', "\x00" * 50]


@pytest.mark.parametrize("name", ADAPTERS)
@pytest.mark.parametrize("reply", HOSTILE)
async def test_an_answer_without_a_point_is_none(name: str, reply: str) -> None:
    found = await point(name, reply, (200, 100))
    assert (found.point, found.declined) == (None, False)


@given(reply=st.text() | st.text("()[]{}<>\"',.:-e0123456789 "))
def test_parsers_accept_any_text(reply: str) -> None:
    for adapter in ADAPTERS.values():
        adapter.parse(reply)


async def test_a_negative_point_declines() -> None:
    found = await point("gta1", "(-1, -1)")
    assert (found.point, found.declined) == (None, True)


async def test_two_points_are_invalid_for_gta1() -> None:
    assert (await point("gta1", "(1, 2) or (3, 4)")).point is None


@pytest.mark.parametrize("name", ADAPTERS)
def test_a_screenshot_is_decoded_only_if_its_size_changes(name: str) -> None:
    # None of these image processors resizes 1288 x 728.
    given = screenshot(1288, 728)
    picture = prepare(ADAPTERS[name], given)
    if picture.sent == picture.size:
        assert picture.png is given
    else:
        assert name == "claude"


def test_the_prompt_has_the_history_before_the_instruction() -> None:
    for adapter in ADAPTERS.values():
        picture = prepare(adapter, screenshot(1288, 728))
        prompt = prompt_text(
            adapter, picture, "press {height} now", ["Instruction: a\n   Action: b"]
        )
        assert "press" in prompt
        assert prompt.index("1. Instruction: a") < prompt.index("press")


async def test_the_prompt_of_gta1_has_the_size_of_the_sent_image() -> None:
    model = Says(Reply("(1, 2)"))
    await ModelPointer(ADAPTERS["gta1"], model).point(screenshot(1280, 720), "press")
    system, user = model.messages
    assert "728 pixels high and 1288 pixels wide" in system.text
    assert Image.open(io.BytesIO(user.images[0])).size == (1288, 728)


async def test_the_point_is_read_from_a_computer_use_call() -> None:
    tool = Tool("computer", "", {})
    steps = {"actions": [{"action": "screenshot"}, {"action": "click", "coordinate": [640, 320]}]}
    for arguments in ({"action": "left_click", "coordinate": [640, 320]}, steps):
        model = Says(Reply(calls=(Call("c", "computer", arguments),)))
        found = await ModelPointer(ADAPTERS["claude"], model, [tool]).point(
            screenshot(2560, 1280), "press"
        )
        assert found.point == (1280, 640)


async def test_a_server_is_called_with_the_openai_protocol() -> None:
    server = ModelServer(lambda messages, acting: Reply("(100, 100)"))
    async with serve(server.application()) as port:
        pointer = make_pointer(
            "uground", None, PointerSettings(server=f"http://127.0.0.1:{port}/v1")
        )
        found = await pointer.point(screenshot(1000, 500), "press it", ["Instruction: a"])
    assert found.point == (100, 50)
    [body] = server.requests
    assert (body["model"], body["temperature"]) == ("UGround-V1-7B", 0)
    [message] = server.requested_messages[0]
    assert "press it" in message.text
    assert "1. Instruction: a" in message.text
    assert Image.open(io.BytesIO(message.images[0])).size == (1000, 500)
    assert found.usage["input_tokens"] > 0


async def test_a_custom_prompt_replaces_that_of_the_adapter(tmp_path: Path) -> None:
    path = tmp_path / "prompt.txt"
    path.write_text("Where is: {instruction}?")
    model = Says(Reply("(1, 2)"))
    await make_pointer("uground", model, PointerSettings(prompt=path)).point(
        screenshot(100, 100), "it"
    )
    assert model.messages[0].text == "Where is: it?"
    path.write_text("Where?")
    with pytest.raises(UserError, match="the prompt must contain"):
        make_pointer("uground", model, PointerSettings(prompt=path))


async def test_a_custom_system_message_replaces_that_of_the_adapter(tmp_path: Path) -> None:
    path, model = tmp_path / "system.txt", Says(Reply("(1, 2)"))
    path.write_text("Images are {width} wide.")
    await make_pointer("gta1", model, PointerSettings(system=path)).point(
        screenshot(1280, 720), "it"
    )
    assert [(one.role, one.text) for one in model.messages] == [
        ("system", "Images are 1288 wide."),
        ("user", "it"),
    ]
    path.write_text("")
    await make_pointer("gta1", model, PointerSettings(system=path)).point(
        screenshot(1280, 720), "it"
    )
    assert [one.role for one in model.messages] == ["user"]
    await make_pointer("set-of-mark", model, PointerSettings(system=PROMPT, prompt=PROMPT)).point(
        screenshot(100, 100), "it"
    )
    assert [one.role for one in model.messages] == ["system", "user"]


async def test_the_history_is_before_or_after_the_prompt() -> None:
    for name in ("uground", "set-of-mark"):
        for position, order in (("before", -1), ("after", 1)):
            model = Says(Reply("(1, 2)"))
            pointer = make_pointer(name, model, PointerSettings(history_position=position))  # pyright: ignore
            await pointer.point(screenshot(100, 100), "press it", ["Instruction: a"])
            prompt = model.messages[-1].text
            assert (prompt.index("1. Instruction: a") - prompt.index("press it")) * order > 0


async def test_with_scripts_rounding_corners_are_truncated_before_their_centre_is_taken() -> None:
    reply = Reply("<|box_start|>(101,203),(306,409)<|box_end|>")
    exact = await make_pointer("os-atlas", Says(reply)).point(screenshot(1366, 768), "it")
    assert exact.point == pytest.approx(((101 + 306) / 2 * 1.366, (203 + 409) / 2 * 0.768))
    pointer = make_pointer("os-atlas", Says(reply), PointerSettings(rounding="scripts"))
    whole = await pointer.point(screenshot(1366, 768), "it")
    # 137.97, 155.90, 418.00 (417.996) and 314.11, truncated.
    assert whole.point == ((137 + 417) / 2, (155 + 314) / 2)


@pytest.mark.parametrize("name", ["os-atlas", "uground"])
async def test_with_scripts_wording_the_prompt_asks_only_for_the_location(name: str) -> None:
    model = Says(Reply("(1, 2)"))
    await make_pointer(name, model, PointerSettings(wording="scripts")).point(
        screenshot(100, 100), "press it"
    )
    assert model.messages[0].text.endswith("press it")


async def test_a_guided_answer_starts_with_the_call_up_to_the_coordinates() -> None:
    full = REPLIES["qwen3-vl"] or ""
    for reply in ("250, 250]}}</tool_call>", full):
        model = Says(Reply(reply))
        pointer = make_pointer("qwen3-vl", model, PointerSettings(guided=True))
        assert (await pointer.point(screenshot(2000, 1000), "it")).point == (500, 250)
        assert model.messages[-1] == Message("assistant", ADAPTERS["qwen3-vl"].prefix)
    model = Says(Reply("(1, 2)"))
    await make_pointer("uground", model, PointerSettings(guided=True)).point(
        screenshot(100, 100), "it"
    )
    assert [one.role for one in model.messages] == ["user"]


async def test_a_server_continues_a_guided_answer() -> None:
    server = ModelServer(lambda messages, acting: Reply("250, 250]}}</tool_call>"))
    async with serve(server.application()) as port:
        pointer = make_pointer(
            "qwen3-vl", None, PointerSettings(server=f"http://127.0.0.1:{port}/v1", guided=True)
        )
        found = await pointer.point(screenshot(1000, 500), "press it")
    assert found.point == (250, 125)
    [body] = server.requests
    assert (body["continue_final_message"], body["add_generation_prompt"]) == (True, False)
    assert body["messages"][-1]["role"] == "assistant"


@pytest.mark.parametrize(
    ("settings", "area"),
    [
        ({}, 1280 * 28 * 28),
        ({"dataset": "screenspot-pro"}, 3836 * 2156),
        ({"dataset": "screenspot-v2"}, 1280 * 28 * 28),
        ({"max_pixels": 200_000}, 200_000),
        ({"max_pixels": 200_000, "dataset": "screenspot-pro"}, 200_000),
    ],
)
async def test_the_area_of_the_sent_image_depends_on_model_and_data_set(
    settings: dict[str, Any], area: int
) -> None:
    model = Says(Reply(""))
    dataset = settings.pop("dataset", "")
    pointer = make_pointer("qwen2.5-vl", model, PointerSettings(**settings), dataset=dataset)
    await pointer.point(screenshot(3840, 2160), "it")
    width, height = Image.open(io.BytesIO(model.messages[-1].images[0])).size
    assert 0.9 * area < width * height <= area


async def test_small_images_are_enlarged_to_a_minimum_area() -> None:
    model = Says(Reply(""))
    await make_pointer("qwen2.5-vl", model, PointerSettings(min_pixels=500_000)).point(
        screenshot(280, 280), "it"
    )
    width, height = Image.open(io.BytesIO(model.messages[-1].images[0])).size
    assert width * height >= 500_000


async def test_a_computer_use_call_that_could_not_be_parsed_has_no_point() -> None:
    call = Call("c", "computer", {"coordinate": [100, 0]}, "click_at: y is missing")
    pointer = ModelPointer(
        ADAPTERS["claude"], Says(Reply(calls=(call,))), [Tool("computer", "", {})]
    )
    assert (await pointer.point(screenshot(1280, 640), "press")).point is None


async def test_a_box_in_a_computer_use_call_becomes_its_centre() -> None:
    model = Says(Reply(calls=(Call("c", "computer", {"coordinate": [100, 100, 300, "200"]}),)))
    pointer = ModelPointer(ADAPTERS["claude"], model, [Tool("computer", "", {})])
    assert (await pointer.point(screenshot(1280, 640), "press")).point == (200, 150)


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({"name": "gta9"}, "Available: aguvis, any, aria-ui"),
        ({"name": "gta1"}, "needs a server, weights or a model"),
        ({"name": "gta1", "server": "127.0.0.1:8000"}, "must begin with http"),
        ({"name": "gta1", "server": "http://x/v1", "weights": "y"}, "cannot be combined"),
        ({"name": "gui-actor"}, "name them with --weights"),
        ({"name": "gui-actor", "weights": "x"}, "needs its authors' package"),
        ({"name": "gta1", "prompt": Path("/nowhere")}, "/nowhere: cannot be read"),
        (
            {"name": "gta1", "min_pixels": 9_000, "max_pixels": 8_000},
            "the first at most the second",
        ),
        ({"name": "gta1", "max_pixels": 0}, "must be at least 784"),
        ({"name": "uground", "max_pixels": 9_000}, "settings of ui-tars-1.5, gta1, qwen2.5-vl"),
        ({"name": "set-of-mark", "max_pixels": 9_000}, "does not limit the area of images"),
        ({"name": "gui-actor", "weights": "x", "prompt": PROMPT}, "has no prompt to replace"),
        ({"name": "set-of-mark", "weights": "x"}, "does not use --weights"),
        ({"name": "set-of-mark", "device": "cuda"}, "does not use --device"),
    ],
)
def test_invalid_settings_are_user_errors(settings: dict[str, Any], what: str) -> None:
    with pytest.raises(UserError, match=what):
        make_pointer(settings.pop("name"), None, PointerSettings(**settings))


@pytest.mark.parametrize(
    ("name", "reply"),
    [
        ("uground", f"({'9' * 5_000}, 1)"),
        ("gta1", f"({'9' * 400},1)"),
        ("ui-tars", f"<point>1 {'9' * 400}</point>"),
        ("os-atlas", f"<|box_start|>(1,2),({'9' * 400},3)<|box_end|>"),
        ("any", f'{{"point": [1, {"9" * 5_000}]}}'),
    ],
)
def test_an_invalid_number_is_not_a_point(name: str, reply: str) -> None:
    assert parse_point(ADAPTERS[name], reply, Picture(b"", (100, 100), (100, 100))) is None
