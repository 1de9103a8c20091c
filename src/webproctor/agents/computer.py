"""The computer agent: a model that sees pixels and moves mouse and keyboard.

The protocol is that of WebGames' paper (section 4) for agents without a page's structure: at most
30 turns, two screenshots kept. The tool is the computer-use tool that models were trained on:
where the provider has one of its own (Anthropic, OpenAI, Google), that is what it is given.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ValidationError

from webproctor.actions import Action, Misread, computer
from webproctor.agents.conversation import DONE, Conversation, calls_before_done, turn_of
from webproctor.benchmarks import Benchmark
from webproctor.desktop import find_programs
from webproctor.episodes import Turn
from webproctor.models import Call, Model, Tool
from webproctor.observations import Observation, View
from webproctor.sessions import Ground

_PROMPT = Path(__file__).with_name("computer.txt")
_GROUNDS: dict[Ground, str] = {
    "page": "The screen shows one web page, without the browser's own buttons.",
    "desktop": "The screen shows a browser window; dialogs for files and printing open beside it.",
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
    return _schema("array", description, items={"type": "number"})


# The names of the parameters are those by which the harness knows the computer-use tool.
COMPUTER = Tool(
    "computer",
    "Use the mouse and the keyboard, or look at the screen.",
    {
        "type": "object",
        "properties": {
            "action": _schema("string", "What to do.", enum=list(_NAMES)),
            "coordinate": _point("Where: [x, y] in pixels of the screen."),
            "start_coordinate": _point("Where a drag begins: [x, y]."),
            "text": _schema("string", "Text to type, or keys joined by +, such as ctrl+a."),
            "duration": _schema("number", "Seconds to wait, or to hold a key."),
            "scroll_direction": _schema(
                "string", "Where to scroll.", enum=["up", "down", "left", "right"]
            ),
            "scroll_amount": _schema("integer", "Notches of the wheel."),
            "repeat": _schema("integer", "How often to press a key."),
            "press_enter": _schema("boolean", "Press Enter after typing."),
            "region": _point("The part to look at closely: [left, top, right, bottom]."),
            "actions": _schema(
                "array", "Several actions, done in order.", items={"type": "object"}
            ),
        },
        "required": [],
    },
)


def read(call: Call) -> list[Action]:
    """The actions that a call of the computer-use tool stands for; at least one.

    What is no action of it becomes a `Misread` that says what is wrong.
    """
    given = call.arguments
    several = given.get("actions")
    steps = several if isinstance(several, list) and several else [given]
    if call.fault:
        return [_misread(call, call.fault)]
    if call.name != COMPUTER.name:
        return [_misread(call, f"there is no tool {call.name!r}: tools are computer and done")]
    actions: list[Action] = []
    for step in steps:
        try:
            actions += _step(step)
        except _Unknown as error:
            actions.append(_misread(call, str(error)))
        except ValidationError as error:
            fault = error.errors()[0]
            where = ".".join(map(str, fault["loc"])) or "arguments"
            actions.append(_misread(call, f"{step.get('action')}: {where}: {fault['msg']}"))
    return actions


class _Unknown(Exception):
    """A step that cannot be read; the message is the agent's answer."""


def _misread(call: Call, fault: str) -> Misread:
    return Misread(asked=call.name, arguments=dict(call.arguments), fault=fault)


def _step(step: Mapping[str, Any]) -> list[Action]:
    """One step as actions."""
    if not isinstance(step, Mapping) or "action" not in step:
        raise _Unknown(f"which action? One of {', '.join(_NAMES)}")
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
                raise _Unknown("left_click_drag: coordinate: where does the drag end?")
            path = [[at["x"], at["y"]]]
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
            notches = max(1, min(100, round(step.get("scroll_amount") or 3)))
            return [computer.MouseScroll.model_validate({**at, **turned, "notches": notches})]
        case "wait":
            return [computer.WaitAWhile.model_validate({"seconds": step.get("duration") or 1})]
        case "screenshot":
            return [computer.Screenshot()]
        case "zoom":
            return [computer.Screenshot.model_validate({"region": step.get("region")})]
        case "cursor_position":
            return [computer.CursorPosition()]
    raise _Unknown(f"there is no action {name!r}: actions are {', '.join(_NAMES)}")


def _read_point(step: Mapping[str, Any], name: str) -> dict[str, float]:
    point = step.get(name)
    if point is None:
        return {}
    if not isinstance(point, Sequence) or isinstance(point, str) or len(point) != 2:
        raise _Unknown(f"{step['action']}: {name} is [x, y], not {point!r}")
    return {"x": point[0], "y": point[1]}


class ComputerAgent:
    """See the module; the factory `computer_agent` explains the settings."""

    reads: frozenset[View] = frozenset({"screenshot"})
    takes = frozenset({"web", "computer"})

    def __init__(
        self,
        model: Model,
        *,
        ground: Ground,
        turns: int,
        history_tokens: int,
        screenshots: int,
    ) -> None:
        self.ground: Ground = ground
        self._model = model
        self._turns = turns
        self._history_tokens = history_tokens
        self._screenshots = screenshots
        self._talk: Conversation | None = None

    async def act(self, observation: Observation) -> Turn:
        if observation.turn == 0 or self._talk is None:
            self._talk = self._begin(observation)
        left = self._turns - observation.turn
        text = "This is the screen." if observation.turn == 0 else ""
        if left == 1:
            text = "This is the last turn: call done with your answer."
        brief = f"Turn {observation.turn + 1}." if text else ""
        screen = [observation.read("screenshot")]
        self._talk.show(text, brief, screen, observation.results, into_answer=True)
        reply = await self._talk.answer([COMPUTER, DONE])
        asked = [(call, read(call)) for call in calls_before_done(reply)]
        self._talk.asked([(call, len(actions)) for call, actions in asked])
        turn = turn_of(reply, [action for _, actions in asked for action in actions])
        turn.done = turn.done or left <= 1
        return turn

    def _begin(self, observation: Observation) -> Conversation:
        prompt = _PROMPT.read_text(encoding="utf-8").format(
            ground=_GROUNDS[self.ground],
            width=observation.width,
            height=observation.height,
            turns=self._turns,
            task=observation.instruction,
        )
        return Conversation(
            self._model, prompt, history=self._history_tokens, pictures=self._screenshots
        )


def computer_agent(
    benchmark: Benchmark,
    model: Model,
    *,
    ground: Annotated[
        Literal["page", "desktop"],
        "The page's own pixels, or a whole desktop with a browser window.",
    ] = "page",
    turns: Annotated[int, "Turns before it must have finished."] = 30,
    history_tokens: Annotated[int, "Tokens that earlier turns may take, about."] = 12000,
    screenshots: Annotated[int, "How many of the newest screenshots the model is sent."] = 2,
) -> ComputerAgent:
    """A model with a screen, a mouse and a keyboard: pixels in, actions out.

    Raises:
        UserError: If a desktop is asked for and a program that it needs is not installed.
    """
    if ground == "desktop":
        find_programs()
    return ComputerAgent(
        model, ground=ground, turns=turns, history_tokens=history_tokens, screenshots=screenshots
    )
