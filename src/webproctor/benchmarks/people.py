"""Tasks for people: what a participant's own browser shows, and how their attempt is recorded.

A benchmark that people can take has a module `people` with the function
`for_people(benchmark, *, sound=False) -> ForPeople`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, groupby
from math import isfinite
from typing import Any, ClassVar

from starlette.types import ASGIApp

from webproctor.core.actions import ActionResult
from webproctor.core.episodes import StepRecord
from webproctor.core.errors import UserError
from webproctor.core.sanitize import clean_json
from webproctor.core.tasks import Task
from webproctor.environments.browser.witness import Input

REPORTED = "reported by the pages"
"""How the inputs of participants are known: their browsers are not controlled by the harness."""
Submit = Callable[[Any], Awaitable[bool]]
"""Stores what a page of an attempt sends as the answer; false if the attempt has ended."""
# A pointer that moved farther than this between press and release, in pixels, has dragged.
_DRAG_DISTANCE = 10
_WHEEL = re.compile(r"(-?\d{1,9}(?:\.\d{1,20})?),(-?\d{1,9}(?:\.\d{1,20})?)", re.ASCII)
_MODIFIERS = frozenset({"Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"})


@dataclass
class Recorded:
    """What is recorded of an attempt besides its times.

    Attributes:
        steps: The person's actions, one in each step.
        evidence: The data for the scorer.
        answer: The answer, if the task asks for one in words.
    """

    steps: list[StepRecord] = field(default_factory=list)
    evidence: dict[str, Any] = field(default_factory=dict)
    answer: str | None = None


class Attempt(ABC):
    """The server side of a person's attempt at a task, in one event loop.

    Attributes:
        task: The task.
        lasts: Whether another process can create the attempt again and continue it, so it
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
    """How people do the tasks of a benchmark.

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


def steps_of(inputs: Sequence[Input]) -> list[StepRecord]:
    """Return input events as an agent's steps, with one action each.

    Characters that are typed in succession are one action, and so are turns of the wheel in
    succession, as they are for agents. A press and a release elsewhere are a drag. Events
    that no browser reports are skipped.
    """
    calls: list[tuple[dict[str, Any], float]] = []
    previous = 0.0
    for event in inputs:
        if not all(map(isfinite, (event.stamp, event.x, event.y))):
            continue
        if event.kind == "up" and calls:
            _drag(calls[-1][0], event)
        if (call := _call(event)) is not None:
            calls.append((call, max(0.0, event.stamp - previous)))
            previous = event.stamp
    return [_step(list(group)) for _, group in groupby(calls, _grouping_key(count()))]


def _grouping_key(numbers: Iterator[int]) -> Callable[[tuple[dict[str, Any], float]], object]:
    """Return a key that is equal for actions in succession that are parts of one."""

    def key(item: tuple[dict[str, Any], float]) -> object:
        name = item[0]["name"]
        return name if name in ("type", "scroll") else next(numbers)

    return key


def _step(parts: Sequence[tuple[dict[str, Any], float]]) -> StepRecord:
    """Return a step with the parts of one action."""
    call = parts[0][0]
    arguments = [part["arguments"] for part, _ in parts]
    if call["name"] == "type":
        call["arguments"] = {"text": "".join(one["text"] for one in arguments)}
    elif call["name"] == "scroll":
        call["arguments"] |= {way: sum(one[way] for one in arguments) for way in ("down", "right")}
    seconds = sum(duration for _, duration in parts)
    done = ActionResult(ok=True, message="")
    actions = [clean_json(call, finite=True)]
    return StepRecord(actions=actions, results=[done], seconds=seconds, acting=seconds)


def _call(event: Input) -> dict[str, Any] | None:
    """Return an input event as an action; None if it is only a part of one."""
    position = {"x": event.x, "y": event.y}
    match event.kind:
        case "down":
            return {"name": "click", "arguments": {**position, "button": event.detail or "left"}}
        case "wheel" if wheel := _WHEEL.fullmatch(event.detail):
            right, down = (float(part) for part in wheel.groups())
            return {"name": "scroll", "arguments": {**position, "down": down, "right": right}}
        case "key" if len(event.detail) == 1:
            return {"name": "type", "arguments": {"text": event.detail}}
        case "insert":
            return {"name": "type", "arguments": {"text": event.detail}}
        case "key" if event.detail not in _MODIFIERS:
            return {"name": "press", "arguments": {"keys": event.detail}}
        case "paste" | "drop" | "file" | "print":
            return {"name": event.kind, "arguments": {}}
        case _:
            return None


def _drag(call: dict[str, Any], up: Input) -> None:
    """Change a click into a drag if the button was released elsewhere."""
    arguments = call["arguments"]
    if (
        call["name"] == "click"
        and max(abs(arguments["x"] - up.x), abs(arguments["y"] - up.y)) > _DRAG_DISTANCE
    ):
        drag = {"x": arguments["x"], "y": arguments["y"], "to_x": up.x, "to_y": up.y}
        call |= {"name": "drag", "arguments": drag}
