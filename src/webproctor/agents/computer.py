"""The computer agent: a model that reads screenshots and uses mouse and keyboard.

The protocol is that of the WebGames paper (section 4) for agents without the page's structure: at
most 30 steps, and the last two screenshots. The texts and actions of all steps are kept. The tool
is the computer-use tool that models were trained on: the provider's own where there is one
(Anthropic, OpenAI, Google).
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import NonNegativeInt, PositiveInt, ValidationError

from webproctor.agents.conversation import Conversation, calls_before_done, step_of
from webproctor.benchmarks import Benchmark
from webproctor.core.actions import Action, ActionResult, InvalidAction, computer, describe_errors
from webproctor.core.actions.arguments import MAX_COORDINATE, MAX_SECONDS
from webproctor.core.episodes import Step
from webproctor.core.llm import DONE, Call, Model, Tool
from webproctor.core.observations import Observation, View
from webproctor.core.pictures import longest_side, size_within, within
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


def _schema(kind: str, description: str, **options: Any) -> dict[str, Any]:
    return {"type": kind, "description": description, **options}


def _point(description: str) -> dict[str, Any]:
    return _schema(
        "array",
        description,
        items={"type": "number", "minimum": -MAX_COORDINATE, "maximum": MAX_COORDINATE},
    )


# How the results of sessions begin that have the position of the mouse.
_MOUSE_AT = "the mouse is at ("
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
                "number", "Seconds to wait, or to hold a key.", minimum=0, maximum=MAX_SECONDS
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


# `path` and `clear` are only in calls that the harness has converted from a provider's.
_ARGUMENTS = frozenset({*COMPUTER.parameters["properties"], "path", "clear"})
_POINTS = frozenset({"coordinate", "start_coordinate", "path", "region"})


def read(call: Call, scale: float = 1.0) -> list[Action]:
    """Return the actions for a call of the computer-use tool; at least one.

    An invalid action becomes an `InvalidAction` that states the error.

    Args:
        scale: Pixels of the screen per pixel of the screenshots that the model sees.
    """
    arguments = call.arguments
    listed = arguments.get("actions")
    requests = listed if isinstance(listed, list) and listed else [arguments]
    if call.fault:
        return [_invalid(call, call.fault)]
    if call.name != COMPUTER.name:
        return [_invalid(call, f"there is no tool {call.name!r}: tools are computer and done")]
    actions: list[Action] = []
    for request in requests:
        try:
            actions += _actions_for(_on_screen(request, scale))
        except _InvalidRequest as error:
            actions.append(_invalid(call, str(error)))
        except ValidationError as error:
            model = _MODELS[error.title]
            actions.append(
                _invalid(call, f"{request.get('action')}: {describe_errors(model, error)}")
            )
    return actions


_MODELS = {action.__name__: action for action in computer.computer.actions}


class _InvalidRequest(Exception):
    """An invalid step; the message is shown to the agent."""


def _invalid(call: Call, fault: str) -> InvalidAction:
    return InvalidAction(asked=call.name, arguments=dict(call.arguments), fault=fault)


def _on_screen(request: Any, scale: float) -> Any:
    """Return a step with its points in pixels of the screen."""
    if scale == 1 or not isinstance(request, Mapping):
        return request
    return {
        name: _scaled(value, scale) if name in _POINTS else value for name, value in request.items()
    }


def _scaled(value: Any, scale: float) -> Any:
    if isinstance(value, list | tuple):
        return [_scaled(one, scale) for one in value]
    return value * scale if isinstance(value, int | float) else value


def _actions_for(request: Mapping[str, Any]) -> list[Action]:
    """Return the actions of one step."""
    # Models write null for arguments that they leave out.
    given = request if isinstance(request, Mapping) else {}
    request = {key: value for key, value in given.items() if value is not None}
    if "action" not in request:
        raise _InvalidRequest(f"no action: give one of {', '.join(_NAMES)}")
    name = request["action"]
    if unknown := sorted(map(str, request.keys() - _ARGUMENTS)):
        raise _InvalidRequest(
            f"{name}: there is no argument {unknown[0]!r}: a point is the argument coordinate, "
            "[x, y]; text and keys are the argument text"
        )
    text = request.get("text", "")
    point = _read_point(request, "coordinate")
    match name:
        case "left_click" | "right_click" | "middle_click" | "double_click" | "triple_click":
            button, count = _BUTTONS[name]
            options = {"button": button, "count": count, "keys": text}
            return [computer.MouseClick.model_validate({**point, **options})]
        case "back_click" | "forward_click":
            return [computer.KeyPress(keys="alt+Left" if name == "back_click" else "alt+Right")]
        case "mouse_move":
            return [computer.MouseMove.model_validate(point)]
        case "left_mouse_down" | "left_mouse_up":
            move = [computer.MouseMove.model_validate(point)] if point else []
            press = "down" if name == "left_mouse_down" else "up"
            return [*move, computer.MouseButton(press=press)]
        case "left_click_drag":
            if not point:
                raise _InvalidRequest(
                    "left_click_drag: coordinate is missing: give the end of the drag"
                )
            if text:
                raise _InvalidRequest("left_click_drag: keys cannot be held while dragging")
            path = request.get("path") or [[point["x"], point["y"]]]
            start = _read_point(request, "start_coordinate")
            return [computer.MouseDrag.model_validate({**start, "path": path})]
        case "key":
            return [
                computer.KeyPress.model_validate(
                    {"keys": text, "times": request.get("repeat") or 1}
                )
            ]
        case "hold_key":
            return [
                computer.HoldKey.model_validate(
                    {"keys": text, "seconds": request.get("duration", 1)}
                )
            ]
        case "type":
            click = [computer.MouseClick.model_validate(point)] if point else []
            clear = [computer.KeyPress(keys=keys) for keys in ("ctrl+a", "Delete")]
            enter = [computer.KeyPress(keys="Enter")] if request.get("press_enter") else []
            typing = computer.TypeText.model_validate({"text": request.get("text")})
            return [*click, *(clear if request.get("clear") else []), typing, *enter]
        case "scroll":
            wheel = {"direction": request.get("scroll_direction", "down"), "keys": text}
            return [
                computer.MouseScroll.model_validate(
                    {**point, **wheel, "notches": _notches(request)}
                )
            ]
        case "wait":
            return [computer.WaitAWhile.model_validate({"seconds": request.get("duration") or 1})]
        case "screenshot":
            return [computer.Screenshot()]
        case "zoom":
            return [computer.Screenshot.model_validate({"region": request.get("region")})]
        case "cursor_position":
            return [computer.CursorPosition()]
    raise _InvalidRequest(f"there is no action {name!r}: actions are {', '.join(_NAMES)}")


def _notches(request: Mapping[str, Any]) -> int:
    amount = request.get("scroll_amount") or 3
    if not isinstance(amount, int | float) or amount in (math.inf, -math.inf) or amount != amount:
        raise _InvalidRequest(
            f"scroll: scroll_amount must be a number from 1 to 100, not {amount!r}"
        )
    return max(1, min(100, round(amount)))


def _read_point(request: Mapping[str, Any], name: str) -> dict[str, float]:
    point = request.get(name)
    if point is None:
        return {}
    if not isinstance(point, Sequence) or isinstance(point, str) or len(point) != 2:
        raise _InvalidRequest(f"{request['action']}: {name} must be [x, y], not {point!r}")
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
        self._conversation.show(text, brief, [screenshot], results, into_answer=True)
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
