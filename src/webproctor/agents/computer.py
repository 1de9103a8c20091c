"""The computer agent: a model that reads screenshots and uses mouse and keyboard.

The protocol is that of the WebGames paper (section 4) for agents without the page's structure: at
most 30 steps, and the last two screenshots. The texts and actions of all steps are kept. The tool
is the computer-use tool that models were trained on: the provider's own where there is one
(Anthropic, OpenAI, Google).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ValidationError

from webproctor.agents.conversation import Conversation, calls_before_done, turn_of
from webproctor.benchmarks import Benchmark
from webproctor.core.actions import Action, ActionResult, InvalidAction, computer, faults
from webproctor.core.actions.arguments import FARTHEST, LONGEST
from webproctor.core.episodes import Turn
from webproctor.core.llm import DONE, Call, Model, Tool
from webproctor.core.observations import Observation, View
from webproctor.core.sessions import Surface
from webproctor.environments.desktop import find_programs

_PROMPT = Path(__file__).with_name("computer.txt")
_SURFACES: dict[Surface, str] = {
    "page": "The screen shows one web page, without the browser's own buttons.",
    "desktop": "The screen shows a browser window; file and print dialogs are separate windows.",
}

_BUTTONS = {
    "left_click": ("left", 1),
    "right_click": ("right", 1),
    "middle_click": ("middle", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
}
_NAMES = (
    *("key", "hold_key", "type", "cursor_position", "mouse_move", "left_mouse_down"),
    *("left_mouse_up", "left_click_drag", *_BUTTONS, "back_click", "forward_click"),
    *("scroll", "wait", "screenshot", "zoom"),
)


def _schema(kind: str, description: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "description": description, **more}


def _point(description: str) -> dict[str, Any]:
    return _schema(
        "array", description, items={"type": "number", "minimum": -FARTHEST, "maximum": FARTHEST}
    )


# The harness recognises the computer-use tool by these parameter names.
COMPUTER = Tool(
    "computer",
    "Use the mouse and keyboard, or take a screenshot.",
    {
        "type": "object",
        "properties": {
            "action": _schema("string", "The action.", enum=list(_NAMES)),
            "coordinate": _point("The target: [x, y] in pixels of the screen."),
            "start_coordinate": _point("The start of a drag: [x, y]."),
            "text": _schema("string", "Text to type, or keys joined by +, such as ctrl+a."),
            "duration": _schema(
                "number", "Seconds to wait, or to hold a key.", minimum=0, maximum=LONGEST
            ),
            "scroll_direction": _schema(
                "string", "The direction to scroll.", enum=["up", "down", "left", "right"]
            ),
            "scroll_amount": _schema("integer", "Notches of the wheel.", minimum=1, maximum=100),
            "repeat": _schema(
                "integer", "Number of times to press the key.", minimum=1, maximum=100
            ),
            "press_enter": _schema("boolean", "Press Enter after typing."),
            "region": _point("The region to zoom into: [left, top, right, bottom]."),
            "actions": _schema(
                "array", "Several actions, executed in order.", items={"type": "object"}
            ),
        },
        "required": [],
    },
)


def read(call: Call) -> list[Action]:
    """Return the actions for a call of the computer-use tool; at least one.

    An invalid action becomes an `InvalidAction` that states the error.
    """
    given = call.arguments
    several = given.get("actions")
    steps = several if isinstance(several, list) and several else [given]
    if call.fault:
        return [_invalid(call, call.fault)]
    if call.name != COMPUTER.name:
        return [_invalid(call, f"there is no tool {call.name!r}: tools are computer and done")]
    actions: list[Action] = []
    for step in steps:
        try:
            actions += _step(step)
        except _Unknown as error:
            actions.append(_invalid(call, str(error)))
        except ValidationError as error:
            model = _MODELS[error.title]
            actions.append(_invalid(call, f"{step.get('action')}: {faults(model, error)}"))
    return actions


_MODELS = {action.__name__: action for action in computer.computer.actions}


class _Unknown(Exception):
    """An invalid step; the message is shown to the agent."""


def _invalid(call: Call, fault: str) -> InvalidAction:
    return InvalidAction(asked=call.name, arguments=dict(call.arguments), fault=fault)


def _step(step: Mapping[str, Any]) -> list[Action]:
    """Return the actions of one step."""
    if not isinstance(step, Mapping) or "action" not in step:
        raise _Unknown(f"no action: give one of {', '.join(_NAMES)}")
    name, text = step["action"], step.get("text") or ""
    at = _read_point(step, "coordinate")
    match name:
        case "left_click" | "right_click" | "middle_click" | "double_click" | "triple_click":
            button, count = _BUTTONS[name]
            how = {"button": button, "count": count, "keys": text}
            return [computer.MouseClick.model_validate({**at, **how})]
        case "back_click" | "forward_click":
            return [computer.KeyPress(keys="alt+Left" if name == "back_click" else "alt+Right")]
        case "mouse_move":
            return [computer.MouseMove.model_validate(at)]
        case "left_mouse_down" | "left_mouse_up":
            moved = [computer.MouseMove.model_validate(at)] if at else []
            press = "down" if name == "left_mouse_down" else "up"
            return [*moved, computer.MouseButton(press=press)]
        case "left_click_drag":
            if not at:
                raise _Unknown("left_click_drag: coordinate is missing: give the end of the drag")
            if text:
                raise _Unknown("left_click_drag: keys cannot be held while dragging")
            path = step.get("path") or [[at["x"], at["y"]]]
            start = _read_point(step, "start_coordinate")
            return [computer.MouseDrag.model_validate({**start, "path": path})]
        case "key":
            return [
                computer.KeyPress.model_validate({"keys": text, "times": step.get("repeat") or 1})
            ]
        case "hold_key":
            return [
                computer.HoldKey.model_validate({"keys": text, "seconds": step.get("duration", 1)})
            ]
        case "type":
            clicked = [computer.MouseClick.model_validate(at)] if at else []
            entered = [computer.KeyPress(keys="Enter")] if step.get("press_enter") else []
            return [*clicked, computer.TypeText(text=text), *entered]
        case "scroll":
            turned = {"direction": step.get("scroll_direction", "down"), "keys": text}
            return [
                computer.MouseScroll.model_validate({**at, **turned, "notches": _notches(step)})
            ]
        case "wait":
            return [computer.WaitAWhile.model_validate({"seconds": step.get("duration") or 1})]
        case "screenshot":
            return [computer.Screenshot()]
        case "zoom":
            return [computer.Screenshot.model_validate({"region": step.get("region")})]
        case "cursor_position":
            return [computer.CursorPosition()]
    raise _Unknown(f"there is no action {name!r}: actions are {', '.join(_NAMES)}")


def _notches(step: Mapping[str, Any]) -> int:
    given = step.get("scroll_amount") or 3
    if not isinstance(given, int | float) or given in (math.inf, -math.inf) or given != given:
        raise _Unknown(f"scroll: scroll_amount must be a number from 1 to 100, not {given!r}")
    return max(1, min(100, round(given)))


def _read_point(step: Mapping[str, Any], name: str) -> dict[str, float]:
    point = step.get(name)
    if point is None:
        return {}
    if not isinstance(point, Sequence) or isinstance(point, str) or len(point) != 2:
        raise _Unknown(f"{step['action']}: {name} must be [x, y], not {point!r}")
    return {"x": point[0], "y": point[1]}


class ComputerAgent:
    """The agent of this module; the factory `computer_agent` describes the settings."""

    reads: frozenset[View] = frozenset({"screenshot"})
    takes = frozenset({"web", "computer"})

    def __init__(
        self,
        model: Model,
        *,
        surface: Surface,
        turns: int,
        history_tokens: int,
        screenshots: int,
    ) -> None:
        self.surface: Surface = surface
        self._model = model
        self._turns = turns
        self._history_tokens = history_tokens
        self._screenshots = screenshots
        self._talk: Conversation | None = None
        self._acted: list[Action] = []

    async def act(self, observation: Observation) -> Turn:
        if observation.turn == 0 or self._talk is None:
            self._talk, self._acted = self._begin(observation), []
        left = self._turns - observation.turn
        text = "This is the screen." if observation.turn == 0 else ""
        if left == 1:
            text = "This is the last step: call done with your answer."
        brief = f"Step {observation.turn + 1}." if text else ""
        screen = [observation.read("screenshot")]
        results = _without_screens(observation.results, self._acted)
        self._talk.show(text, brief, screen, results, into_answer=True)
        tool = replace(COMPUTER, screen=(observation.width, observation.height))
        reply = await self._talk.answer([tool, DONE])
        asked = [(call, read(call)) for call in calls_before_done(reply)]
        self._talk.asked([(call, len(actions)) for call, actions in asked])
        self._acted = [action for _, actions in asked for action in actions]
        turn = turn_of(reply, self._acted)
        turn.done = turn.done or left <= 1
        return turn

    def _begin(self, observation: Observation) -> Conversation:
        prompt = _PROMPT.read_text(encoding="utf-8").format(
            surface=_SURFACES[self.surface],
            width=observation.width,
            height=observation.height,
            turns=self._turns,
            task=observation.instruction,
        )
        return Conversation(
            self._model, prompt, history=self._history_tokens, pictures=self._screenshots
        )


def _without_screens(
    results: Sequence[ActionResult], actions: Sequence[Action]
) -> list[ActionResult]:
    """Remove screenshots of the whole screen, because every step ends with one."""
    return [
        result.model_copy(update={"image": None})
        if isinstance(action, computer.Screenshot) and action.region is None
        else result
        for result, action in zip_longest(results, actions)
        if result is not None
    ]


def computer_agent(
    benchmark: Benchmark,
    model: Model,
    *,
    surface: Annotated[
        Literal["page", "desktop"],
        "The page alone, or a full desktop with a browser window.",
    ] = "page",
    turns: Annotated[int, "Maximum number of steps."] = 30,
    history_tokens: Annotated[int, "Approximate token limit for earlier steps."] = 100_000,
    screenshots: Annotated[int, "Number of latest screenshots sent to the model."] = 2,
) -> ComputerAgent:
    """A model that reads screenshots and uses mouse and keyboard.

    Raises:
        UserError: If a program that the desktop needs is not installed.
    """
    if surface == "desktop":
        find_programs()
    return ComputerAgent(
        model, surface=surface, turns=turns, history_tokens=history_tokens, screenshots=screenshots
    )
