"""The computer agent: a model that reads screenshots and uses mouse and keyboard.

The protocol is that of the WebGames paper (section 4) for agents without the page's structure: at
most 30 steps, and the last two screenshots. The texts and actions of all steps are kept. The tool
is the computer-use tool that models were trained on: the provider's own where there is one
(Anthropic, OpenAI, Google).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Literal

from pydantic import NonNegativeInt, PositiveInt

from webproctor.agents.computer_tool import COMPUTER, read
from webproctor.agents.conversation import Conversation, calls_before_done, step_of
from webproctor.benchmarks import Benchmark
from webproctor.core.actions import Action, ActionResult, computer
from webproctor.core.episodes import Step
from webproctor.core.llm import DONE, Model
from webproctor.core.observations import Observation, View
from webproctor.core.pictures import longest_side, size_within, within
from webproctor.core.sessions import Surface
from webproctor.environments.desktop import find_programs

_PROMPT = Path(__file__).with_name("computer.txt")
_SURFACES: dict[Surface, str] = {
    "page": "The screen shows one web page, without the browser's own buttons.",
    "desktop": "The screen shows a browser window; file and print dialogs are separate windows.",
}
# The beginning of results that contain the position of the mouse.
_MOUSE_AT = "the mouse is at ("


class ComputerAgent:
    """The agent of this module; the factory `computer_agent` describes the settings."""

    reads: frozenset[View] = frozenset({"screenshot"})
    takes = frozenset({"web", "computer"})

    def __init__(
        self,
        model: Model,
        *,
        surface: Surface,
        max_steps: int,
        history_tokens: int,
        screenshots: int,
    ) -> None:
        self.surface: Surface = surface
        self._model = model
        self._max_steps = max_steps
        self._history_tokens = history_tokens
        self._screenshots = screenshots
        self._longest = longest_side(screenshots)
        self._conversation: Conversation | None = None
        self._last_actions: list[Action] = []

    async def act(self, observation: Observation) -> Step:
        if observation.step == 0 or self._conversation is None:
            self._conversation, self._last_actions = self._begin(observation), []
        remaining = self._max_steps - observation.step
        text = "This is the screen." if observation.step == 0 else ""
        if remaining == 1:
            text = "This is the last step: call done with your answer."
        brief = f"Step {observation.step + 1}." if text else ""
        screenshot = within(observation.read("screenshot"), self._longest)
        screen = observation.width, observation.height
        scale = max(1.0, max(screen) / self._longest)
        results = _as_shown(observation.results, self._last_actions, scale)
        self._conversation.show(text, brief, [screenshot], results, into_result=True)
        tool = replace(COMPUTER, screen=size_within(screen, self._longest))
        reply = await self._conversation.answer([tool, DONE])
        parsed = [(call, read(call, scale)) for call in calls_before_done(reply)]
        self._conversation.record_calls([(call, len(actions)) for call, actions in parsed])
        self._last_actions = [action for _, actions in parsed for action in actions]
        step = step_of(reply, self._last_actions)
        step.done = step.done or remaining <= 1
        return step

    def _begin(self, observation: Observation) -> Conversation:
        width, height = size_within((observation.width, observation.height), self._longest)
        prompt = _PROMPT.read_text(encoding="utf-8").format(
            surface=_SURFACES[self.surface],
            width=width,
            height=height,
            steps=self._max_steps,
            task=observation.instruction,
        )
        return Conversation(
            self._model, prompt, history=self._history_tokens, pictures=self._screenshots
        )


def _as_shown(
    results: Sequence[ActionResult], actions: Sequence[Action], scale: float
) -> list[ActionResult]:
    """Return results as the model is shown them.

    Screenshots of the whole screen are removed, because every step ends with one. The position of
    the mouse is in pixels of the screenshots.
    """
    shown: list[ActionResult] = []
    for result, action in zip_longest(results, actions):
        match action:
            case _ if result is None:
                continue
            case computer.Screenshot(region=None):
                shown.append(result.model_copy(update={"image": None}))
            case computer.CursorPosition() | computer.MouseMove():
                shown.append(_with_position(result, scale))
            case _:
                shown.append(result)
    return shown


def _with_position(result: ActionResult, scale: float) -> ActionResult:
    def scaled(match: re.Match[str]) -> str:
        return f"{round(int(match[0]) / scale)}"

    before, mouse, position = result.message.partition(_MOUSE_AT)
    # What follows the position may name an element.
    position, end, element = position.partition(")")
    message = before + mouse + re.sub(r"-?\d+", scaled, position) + end + element
    return result.model_copy(update={"message": message}) if scale != 1 else result


def computer_agent(
    benchmark: Benchmark,
    model: Model,
    *,
    surface: Annotated[
        Literal["page", "desktop"],
        "The page alone, or a full desktop with a browser window.",
    ] = "page",
    max_steps: Annotated[PositiveInt, "Maximum number of steps."] = 30,
    history_tokens: Annotated[
        NonNegativeInt, "Approximate token limit for earlier steps."
    ] = 100_000,
    screenshots: Annotated[NonNegativeInt, "Number of latest screenshots sent to the model."] = 2,
) -> ComputerAgent:
    """A model that reads screenshots and uses mouse and keyboard.

    Raises:
        UserError: If a program that the desktop needs is not installed.
    """
    if surface == "desktop":
        find_programs()
    return ComputerAgent(
        model,
        surface=surface,
        max_steps=max_steps,
        history_tokens=history_tokens,
        screenshots=screenshots,
    )
