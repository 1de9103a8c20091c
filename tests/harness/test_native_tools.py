"""The providers' own computer-use tools: what they declare, and what their calls do on a page."""

import io
import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from harness.test_requests import GOOGLE, settings, view
from inspect_ai.model import ChatMessageAssistant, ModelCall, ModelOutput
from inspect_ai.tool import ToolCall
from models.server import Fault, Json, ModelServer
from per_change import first
from PIL import Image

from webproctor.agents import make_agent
from webproctor.benchmarks import load_benchmark
from webproctor.core.episodes import Episode
from webproctor.core.llm import Call, Message, Reply
from webproctor.core.loop import run_episode
from webproctor.core.tasks import Task
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession
from webproctor.harness.models import InspectModel, make_model
from webproctor.harness.native_tools import combination, restore_actions, steps

PAGE = """<body style="margin:0;width:4000px;height:4000px"><script>
const seen = [], add = (e, more) => seen.push([e.type, e.clientX, e.clientY, ...more]);
addEventListener('mousedown', (e) => add(e, [e.button, e.shiftKey]));
addEventListener('dblclick', (e) => add(e, []));
addEventListener('mousemove', (e) => add(e, [e.buttons]));
addEventListener('keydown', (e) => seen.push([e.type, e.key, e.ctrlKey]));
</script>"""
Start = Callable[[ModelServer], int]
Act = tuple[str, Json]


def once(*calls: Act) -> Callable[[Sequence[Message], bool], Reply]:
    """Return a model that makes these calls, then finishes."""
    numbered_calls = tuple(Call(f"call_{n}", name, given) for n, (name, given) in enumerate(calls))
    replies = iter([Reply(calls=numbered_calls)])
    return lambda messages, acting: next(replies, Reply(calls=(Call("end", "done", {}),)))


class Played:
    """An episode of the computer agent on the page, with what the page and the server got."""

    def __init__(self, episode: Episode, seen: list[Any], scroll: list[float], sent: ModelServer):
        self.episode, self.seen, self.scroll, self.server = episode, seen, scroll, sent

    def points(self, kind: str, *more: Any) -> list[tuple[float, float]]:
        """Return the points at which events of a kind happened."""
        return [(e[1], e[2]) for e in self.seen if e[0] == kind and tuple(e[3:]) == more]


Play = Callable[..., Any]


@pytest.fixture
def play(site: Any, browser: Browser, start: Start) -> Play:
    async def play(provider: str, *calls: Act) -> Played:
        server = ModelServer(once(*calls))
        model = InspectModel(make_model(settings(provider, start(server))))
        agent: Any = make_agent("computer", load_benchmark("webgames"), model)
        async with browser.page() as page:
            session = await WebSession.open(page, site.add(PAGE))
            task = Task("t", "tests", "Do it.")
            episode = await run_episode(task, session, agent)
            seen = await page.run("seen")
            scroll = await page.run("[scrollX, scrollY]")
        assert episode.error is None
        assert not server.refused
        return Played(episode, seen, scroll, server)

    return play


async def test_actions_of_openai_reach_the_page_as_sent(play: Play) -> None:
    path = [{"x": x, "y": y} for x, y in ((100, 400), (100, 600), (300, 600), (300, 410))]
    actions = [
        {"type": "click", "button": "left", "x": 333, "y": 222, "keys": ["SHIFT"]},
        {"type": "double_click", "x": 640, "y": 100},
        {"type": "drag", "path": path},
        {"type": "move", "x": 7, "y": 9},
        {"type": "keypress", "keys": ["CTRL", "A"]},
        {"type": "wait"},
        {"type": "screenshot"},
        {"type": "scroll", "x": 600, "y": 300, "scroll_x": 200, "scroll_y": 300},
    ]
    played = await play("openai/gpt-5.4", ("computer", {"actions": actions}))
    assert played.points("mousedown", 0, True) == [(333, 222)]
    assert played.points("dblclick") == [(640, 100)]
    dragged = played.points("mousemove", 1)
    assert [one for one in dragged if one in {(100, 600), (300, 600), (300, 410)}] == [
        *((100, 600), (300, 600), (300, 410))
    ]
    assert ["keydown", "a", True] in played.seen
    assert played.scroll == [200, 300]
    assert all(result.ok for result in played.episode.steps[0].results)
    # The screenshot is the result; what the actions returned follows as text.
    result, message = played.server.requested_messages[-1][-2:]
    assert (result.role, len(result.images), message.role) == ("tool", 1, "user")
    assert "waited 1 s" in message.text


ANTHROPIC: tuple[Act, ...] = (
    ("left_click", {"coordinate": [333, 222], "text": "shift"}),
    ("double_click", {"coordinate": [640, 100]}),
    ("left_click_drag", {"start_coordinate": [100, 400], "coordinate": [300, 410]}),
    ("key", {"text": "ctrl+a"}),
    ("wait", {"duration": 0.1}),
    ("scroll", {"coordinate": [600, 300], "scroll_direction": "down", "scroll_amount": 3}),
    ("zoom", {"region": [0, 0, 640, 360]}),
)


@pytest.mark.parametrize("model", first("opus-5-5", "opus-4-6", "sonnet-4-5", count=2))
async def test_actions_of_anthropic_are_in_pixels_of_the_screenshot(play: Play, model: str) -> None:
    toolset = model == "opus-5-5"
    calls = [
        (name, given) if toolset else ("computer", {"action": name, **given})
        for name, given in ANTHROPIC
    ]
    played = await play(f"anthropic/claude-{model}", *calls)
    assert played.points("mousedown", 0, True) == [(333, 222)]
    assert played.points("dblclick") == [(640, 100)]
    assert played.points("mousemove", 1)[-1] == (300, 410)
    assert ["keydown", "a", True] in played.seen
    assert played.scroll == [0, 300]
    declared = played.server.requests[0]["tools"][0]
    if not toolset:
        assert (declared["display_width_px"], declared["display_height_px"]) == (1280, 720)
    # The enlarged region and the screen after the actions.
    [shown] = [
        one for one in played.server.requested_messages[-1] if one.role == "tool" and one.images
    ]
    assert [Image.open(io.BytesIO(one)).size for one in shown.images] == [(1280, 720)] * 2


@pytest.mark.parametrize("provider", [GOOGLE])
async def test_coordinates_of_google_are_thousandths_of_the_screenshot(
    play: Play, provider: str
) -> None:
    calls = [
        ("click_at", {"x": 260, "y": 308}),
        ("drag_and_drop", {"x": 78, "y": 555, "destination_x": 500, "destination_y": 999}),
        ("key_combination", {"keys": "control+a"}),
        ("scroll_at", {"x": 500, "y": 500, "direction": "down", "magnitude": 300}),
    ]
    played = await play(provider, *calls)
    pressed = played.points("mousedown", 0, False)
    assert pressed == [pytest.approx((332.8, 221.76), abs=1), pytest.approx((99.84, 399.6), abs=1)]
    assert played.points("mousemove", 1)[-1] == pytest.approx((640, 719.28), abs=1)
    assert ["keydown", "a", True] in played.seen
    assert played.scroll == [0, 300]
    [declared] = [one for one in played.server.requests[0]["tools"] if "computerUse" in one]
    assert "navigate" in declared["computerUse"]["excluded_predefined_functions"]


@pytest.mark.parametrize(
    ("given", "cleared"), [({}, True), ({"clear_before_typing": False}, False)]
)
def test_google_clears_a_field_before_it_types_unless_it_says_otherwise(
    given: Json, cleared: bool
) -> None:
    call = ToolCall(id="type_text_at_1", function="computer", arguments={"action": "type"})
    output = ModelOutput.from_message(ChatMessageAssistant(content="", tool_calls=[call]))
    part = {"functionCall": {"name": "type_text_at", "args": given}}
    response: Json = {"candidates": [{"content": {"parts": [{"text": "I type"}, part]}}]}
    restore_actions(output, ModelCall(request={}, response=response))
    [restored] = output.message.tool_calls or []
    assert restored.arguments.get("clear", False) == cleared


async def test_a_malformed_call_of_openai_is_an_invalid_action(start: Start) -> None:
    call = {"type": "computer_call", "id": "i", "call_id": "c", "status": "completed"}
    malformed = call | {"actions": [{"type": "fly"}], "pending_safety_checks": []}
    body = json.dumps({"id": "r", "object": "response", "output": [malformed]})
    server = ModelServer(once(), [Fault(status=200, body=body)])
    model = InspectModel(make_model(settings("openai/gpt-5.4", start(server))))
    agent: Any = make_agent("computer", load_benchmark("webgames"), model)
    [invalid] = (await agent.act(view(0, ()))).actions
    assert invalid.fault == 'malformed action: {"type": "fly"}'
    await agent.act(view(1, [invalid.result()]))
    assert server.refused == []


async def test_the_size_of_a_desktop_is_declared_to_the_model(start: Start) -> None:
    out = io.BytesIO()
    Image.new("RGB", (1280, 800)).save(out, "PNG")
    desktop = view(0, ()).model_copy(update={"height": 800, "screenshot": out.getvalue()})
    server = ModelServer(once())
    model = InspectModel(make_model(settings("anthropic/claude-opus-4-6", start(server))))
    agent: Any = make_agent("computer", load_benchmark("webgames"), model)
    await agent.act(desktop)
    declared = server.requests[0]["tools"][0]
    assert (declared["display_width_px"], declared["display_height_px"]) == (1280, 800)


@pytest.mark.parametrize(
    ("keys", "pressed"),
    [(["CTRL", "T"], "CTRL+t"), (["A"], "A"), (["CTRL", "+"], "CTRL++"), (["ENTER"], "ENTER")],
)
def test_letters_of_a_key_combination_are_lower_case(keys: list[str], pressed: str) -> None:
    assert combination(keys) == pressed


def test_a_scroll_of_zero_moves_the_mouse() -> None:
    scroll = {"type": "scroll", "x": 1, "y": 2, "scroll_x": 0, "scroll_y": 0}
    assert steps(scroll) == [{"action": "mouse_move", "coordinate": [1, 2]}]
