"""Requests of the agents to each provider, over 30 steps, on servers that refuse the same requests.

Google's tests need google-genai, which is not among the development dependencies. Other providers
are not tested: Mistral's client is not a dependency either, and Bedrock's signed protocol has no
server here. vLLM, Ollama and similar servers have the protocol of `openai-api`.
"""

import io
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from typing import Any

import pytest
from models.server import Json, ModelServer
from per_change import first
from PIL import Image

from webproctor.agents import make_agent
from webproctor.benchmarks import load_benchmark
from webproctor.core.actions import Action, ActionResult, InvalidAction, computer
from webproctor.core.llm import Call, Message, Reply
from webproctor.core.observations import Element, Observation
from webproctor.harness.models import InspectModel, ModelSettings, make_model

STEPS = 30
WIDTH, HEIGHT = 1280, 720
CHAT, RESPONSES, ANTHROPIC = "openai-api/loopback/scripted", "openai/gpt-5.4", "anthropic/claude-"
_HAS_GOOGLE = find_spec("google") is not None and find_spec("google.genai") is not None
GOOGLE = pytest.param(
    "google/gemini-3-flash-preview",
    marks=pytest.mark.skipif(not _HAS_GOOGLE, reason="google-genai is not installed"),
)
PROVIDERS = [CHAT, RESPONSES, f"{ANTHROPIC}opus-4-6", GOOGLE]
# Models with other versions of the provider's computer-use tool.
COMPUTERS = [*PROVIDERS, f"{ANTHROPIC}sonnet-4-5", f"{ANTHROPIC}opus-5-5"]
Start = Callable[[ModelServer], int]


@cache
def picture(number: int) -> bytes:
    """Return a screenshot that differs from those with other numbers."""
    out = io.BytesIO()
    Image.new("RGB", (WIDTH, HEIGHT), (number, 0, 0)).save(out, "PNG", compress_level=1)
    return out.getvalue()


def view(step: int, results: Sequence[ActionResult]) -> Observation:
    return Observation(
        instruction="Press a button.",
        step=step,
        url="http://shop.localhost/",
        title="Shop",
        width=WIDTH,
        height=HEIGHT,
        elements=(Element(index=0, tag="button", label="Buy"),),
        text="Buttons to press.",
        screenshot=picture(step),
        marked_screenshot=picture(step),
        tabs=("Shop",),
        results=tuple(results),
    )


def result_of(action: Action) -> ActionResult:
    if isinstance(action, InvalidAction):
        return action.result()
    image = picture(99) if isinstance(action, computer.Screenshot) else None
    return ActionResult(ok=True, message=f"did {action.name}", image=image)


@dataclass
class Script:
    """A model that calls tools in every way that models do.

    Attributes:
        calls: Names and arguments of calls, for each step.
        plans: The number of plans that were made.
    """

    calls: Iterator[list[tuple[str, Json]]]
    plans: int = 0
    _ids: Iterator[int] = field(default_factory=itertools.count)

    def answer(self, messages: Sequence[Message], acting: bool) -> Reply:
        if not acting:
            self.plans += 1
            return Reply(text=f"This is plan {self.plans}.")
        calls = next(self.calls)
        text = "" if len(calls) % 2 else "I look at the page."
        numbered_calls = tuple(
            Call(f"call_{next(self._ids)}", name, given) for name, given in calls
        )
        return Reply(text=text, calls=numbered_calls, native="thought")


def scripted(*steps: list[tuple[str, Json]]) -> Script:
    return Script(itertools.cycle(steps))


WEB = (
    [("click", {"element": 0})],
    [("click", {"element": 0}), ("press", {"keys": "Enter"})],
    [("functions.click", {"element": 0})],
    [],
    [("click", {"button": "left"}), ("teleport", {})],
    [("type", {"text": "word " * 8000})],
)


def settings(provider: str, port: int) -> ModelSettings:
    root = f"http://127.0.0.1:{port}"
    url = f"{root}/v1" if provider.startswith("openai") else root
    return ModelSettings(name=provider, base_url=url, arguments={"api_key": "none"}, retries=0)


async def play(agent: str, provider: str, server: ModelServer, start: Start, **more: Any) -> None:
    """Run an agent for 30 steps; every action succeeds, and the page does not change."""
    model = InspectModel(make_model(settings(provider, start(server))))
    acting: Any = make_agent(agent, load_benchmark("webgames"), model, max_steps=STEPS + 1, **more)
    results: list[ActionResult] = []
    for step in range(STEPS):
        next_step = await acting.act(view(step, results))
        results = [result_of(action) for action in next_step.actions]
    assert not server.refused


@pytest.mark.parametrize("provider", first(*PROVIDERS))
async def test_a_provider_accepts_every_request_of_the_web_agent(
    provider: str, start: Start
) -> None:
    script = scripted(*WEB)
    server = ModelServer(script.answer)
    await play("web", provider, server, start)
    assert script.plans == 8
    assert all(body["tools"] for body in server.requests)
    latest = [one for one in server.requested_messages[-1] if "Step 30" in one.text]
    assert "This is plan 8." in latest[-1].text
    assert not any("plan 7" in one.text for one in server.requested_messages[-1])


def native(provider: str) -> tuple[list[tuple[str, Json]], ...]:
    """Return calls of the computer-use tool in the provider's form."""
    if provider == RESPONSES:
        click = {"type": "click", "button": "left", "x": 5, "y": 5}
        several = [click, {"type": "screenshot"}, {"type": "keypress", "keys": ["CTRL", "A"]}]
        return [("computer", {"actions": [click]})], [], [("computer", {"actions": several})]
    if provider.startswith("google"):
        at = {"x": 500, "y": 500}
        return [("click_at", at)], [], [("click_at", at), ("hover_at", at)], [("teleport", {})]
    if provider.endswith("5-5"):
        at = {"coordinate": [5, 5]}
        several = [("left_click", at), ("zoom", {"region": [0, 0, 9, 9]})]
        return [("left_click", at)], [], several
    at = {"action": "left_click", "coordinate": [5, 5]}
    zoom = {"action": "zoom", "region": [0, 0, 9, 9]}
    two = [("computer", at), ("computer", {"action": "screenshot"})]
    return [("computer", at)], [], two, [("computer", zoom)], [("computer", {"action": "fly"})]


@pytest.mark.parametrize("provider", first(*COMPUTERS))
async def test_a_provider_accepts_every_request_of_the_computer_agent(
    provider: str, start: Start
) -> None:
    server = ModelServer(scripted(*native(provider)).answer)
    await play("computer", provider, server, start)
    request = server.requested_messages[-1]
    pictures = [image for one in request for image in one.images if len(image) > 1000]
    assert pictures[-1] == picture(STEPS - 1)
    assert len(pictures) == 2
    steps = itertools.islice(itertools.cycle(native(provider)), STEPS - 1)
    answers = [one for one in request if one.role == "tool"]
    assert len(answers) == sum(map(len, steps)), "the whole history is sent"
