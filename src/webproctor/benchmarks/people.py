"""Tasks for people: what a participant's own browser shows, and how their attempt is recorded.

A benchmark that people can take has a module `people` with the function
`for_people(benchmark, *, sound=False) -> ForPeople`.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from starlette.types import ASGIApp

from webproctor.core.actions import ActionResult
from webproctor.core.episodes import TurnRecord
from webproctor.core.errors import UserError
from webproctor.core.tasks import Task
from webproctor.environments.browser.witness import Input

REPORTED = "reported by the pages"
"""How the inputs of participants are known: their browsers are not controlled by the harness."""
Submit = Callable[[Any], Awaitable[bool]]
"""Stores what a page of an attempt sends as the answer; false if the attempt has ended."""
# A pointer that moved farther than this between press and release, in pixels, has dragged.
_DRAGGED = 10
_MODIFIERS = frozenset({"Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"})


@dataclass
class Recorded:
    """What is recorded of an attempt besides its times.

    Attributes:
        turns: The person's actions, one in each step.
        evidence: The data for the scorer.
        answer: The answer, if the task asks for one in words.
    """

    turns: list[TurnRecord] = field(default_factory=list)
    evidence: dict[str, Any] = field(default_factory=dict)
    answer: str | None = None


class Attempt(ABC):
    """The server side of a person's attempt at a task, in one event loop.

    Attributes:
        task: The task.
        lasts: Whether another process can create the attempt again and continue it, so that it
            outlasts a killed server.
    """

    task: Task
    lasts: ClassVar[bool] = True

    @property
    def instruction(self) -> str:
        """What the person reads about the task."""
        return self.task.instruction

    @abstractmethod
    async def recorded(self, answers: Sequence[Any], *, finished: bool) -> Recorded:
        """Return the record of the attempt.

        Args:
            answers: Everything that the person has sent, in order, as JSON data.
            finished: Whether the person has answered; false after giving up or the time limit.
        """


class PageAttempt(Attempt):
    """An attempt on web pages, which the person opens in a window of their own browser.

    Attributes:
        app: Serves the pages, at an origin that nothing else is served from.
        start: The path of the first page.
        asks: The label of the field for the answer; "" if a page sends the answer by `Submit`.
    """

    app: ASGIApp
    start: str
    asks: ClassVar[str] = ""


@dataclass(frozen=True)
class PictureStep:
    """A screenshot to click on.

    Attributes:
        instruction: The instruction.
        history: Descriptions of the earlier steps that agents get, the oldest first.
        png: The screenshot.
        width, height: Its size in pixels.
        sound: The recorded instruction as the content of an audio file, and its media type.
    """

    instruction: str
    history: Sequence[str]
    png: bytes
    width: int
    height: int
    sound: tuple[bytes, str] | None = None


class PictureAttempt(Attempt):
    """An attempt on screenshots, each answered by a click; an answer is [x, y] or None."""

    @abstractmethod
    async def step(self, answers: Sequence[Any]) -> PictureStep | None:
        """Return the step after these answers; None if there is none."""


@dataclass(frozen=True)
class ForPeople:
    """How people take a benchmark.

    Attributes:
        instructions: What participants read at the beginning, one paragraph each.
        condition: What differs from the agents' conditions, for the run's condition.
        attempt: Begins an attempt at a task.
        practice: Begins an attempt at the practice task, which is not part of the benchmark.
    """

    instructions: Sequence[str]
    condition: Mapping[str, str]
    attempt: Callable[[Task, Submit], Attempt]
    practice: Callable[[Submit], Attempt]


def without_sound(name: str, sound: bool) -> None:
    """Refuse sound for a benchmark without recorded instructions.

    Raises:
        UserError: If sound is asked for.
    """
    if sound:
        raise UserError(f"{name} has no recorded instructions: remove --sound.")


def turns_of(inputs: Sequence[Input]) -> list[TurnRecord]:
    """Return input events as an agent's steps, with one action each.

    Characters that are typed in succession are one action, and so are turns of the wheel in
    succession, as they are for agents. A press and a release at another place are a drag.
    """
    turns: list[TurnRecord] = []
    last = 0.0
    for one in inputs:
        call = _call(one)
        if one.kind == "up":
            _drag(turns, one)
        if call is None:
            continue
        seconds, last = max(0.0, one.stamp - last), one.stamp
        if turns and _joined(turns[-1].actions[0], call):
            turns[-1].seconds += seconds
            continue
        done = ActionResult(ok=True, message="")
        turns.append(TurnRecord(actions=[call], results=[done], seconds=seconds, acting=seconds))
    return turns


def _call(one: Input) -> dict[str, Any] | None:
    """Return an input event as an action; None if it is only a part of one."""
    place = {"x": one.x, "y": one.y}
    match one.kind:
        case "down":
            return {"name": "click", "arguments": {**place, "button": one.detail or "left"}}
        case "wheel":
            right, down = (float(part or 0) for part in one.detail.split(","))
            return {"name": "scroll", "arguments": {**place, "down": down, "right": right}}
        case "key" if len(one.detail) == 1:
            return {"name": "type", "arguments": {"text": one.detail}}
        case "insert":
            return {"name": "type", "arguments": {"text": one.detail}}
        case "key" if one.detail not in _MODIFIERS:
            return {"name": "press", "arguments": {"keys": one.detail}}
        case "paste" | "drop" | "file" | "print":
            return {"name": one.kind, "arguments": {}}
        case _:
            return None


def _joined(before: dict[str, Any], call: dict[str, Any]) -> bool:
    """Add an action to the one before it, if both are part of the same; return whether they are."""
    if before["name"] != call["name"] or call["name"] not in ("type", "scroll"):
        return False
    for name in ("text", "down", "right"):
        if name in call["arguments"]:
            before["arguments"][name] += call["arguments"][name]
    return True


def _drag(turns: Sequence[TurnRecord], up: Input) -> None:
    """Make the last click a drag, if the button is released at another place."""
    if not turns or turns[-1].actions[0]["name"] != "click":
        return
    [call] = turns[-1].actions
    given = call["arguments"]
    if max(abs(given["x"] - up.x), abs(given["y"] - up.y)) > _DRAGGED:
        ends = {"x": given["x"], "y": given["y"], "to_x": up.x, "to_y": up.y}
        call |= {"name": "drag", "arguments": ends}
