"""Screenshots for people: a click on the screenshot is the answer."""

import contextlib
import io
from collections.abc import Callable, Sequence
from typing import Any

from PIL import Image, ImageDraw

from webproctor.benchmarks import Benchmark
from webproctor.benchmarks.people import (
    ForPeople,
    PictureAttempt,
    PictureStep,
    Recorded,
    Submit,
    without_sound,
)
from webproctor.core.actions.web import Click, Wait
from webproctor.core.episodes import Episode, Step
from webproctor.core.recorder import EpisodeRecorder, perform_directly
from webproctor.core.tasks import Limits, Task
from webproctor.methods.grounding.session import PointingSession
from webproctor.methods.grounding.targets import Rectangle, Target

Sound = Callable[[str], tuple[bytes, str]]
"""Returns the recorded instruction of a target, by its key, and the media type."""
_Begin = Callable[[], contextlib.AbstractAsyncContextManager[Any]]
_INSTRUCTIONS = (
    "Each task shows screenshots, one after the other, with an instruction. Click where you would "
    "click on that page to follow it. The click is your answer; the next screenshot follows.",
    "If nothing on the screenshot fits the instruction, press “Nothing fits”.",
)


class ClickAttempt(PictureAttempt):
    """An attempt at a task of screenshots. Each step repeats the stored answers in a new session.

    Args:
        task: The task.
        begin: Opens a session of the task, a `PointingSession`.
        sound: The recorded instructions, which replace their texts.
    """

    def __init__(self, task: Task, begin: _Begin, sound: Sound | None = None) -> None:
        self.task = task
        self._begin = begin
        self._sound = sound

    async def step(self, answers: Sequence[Any]) -> PictureStep | None:
        async with self._begin() as session:
            for answer in answers:
                await session.act(_action(answer))
            if session.over:
                return None
            observation = await session.observe(frozenset({"screenshot"}))
        sound = self._sound(session.target().key) if self._sound else None
        return PictureStep(
            instruction="" if sound else observation.instruction or self.task.instruction,
            history=() if sound else observation.history or (),
            png=observation.read("screenshot"),
            width=observation.width,
            height=observation.height,
            sound=sound,
        )

    async def recorded(self, answers: Sequence[Any], *, finished: bool) -> Recorded:
        episode = Episode(task=self.task.id)
        async with self._begin() as session:

            async def perform(step: Step) -> list[Any]:
                return await perform_directly(session.act, step)

            recorder = EpisodeRecorder(session, self.task, episode, perform)
            for answer in answers:
                await recorder.act(_action(answer))
                step = episode.steps[-1]
                step.seconds = step.acting = answer["seconds"]
            return Recorded(episode.steps, await recorder.evidence())


def _action(answer: Any) -> Click | Wait:
    point = answer["point"]
    return Click(x=point[0], y=point[1]) if point else Wait()


def for_people(
    benchmark: Benchmark, *, sound: bool = False, spoken: Sound | None = None
) -> ForPeople:
    """Return how people do the tasks of a benchmark whose sessions are `PointingSession`.

    Args:
        sound: Whether to play recorded instructions in place of their texts.
        spoken: The recorded instructions, if the benchmark has some.

    Raises:
        UserError: If sound is asked for and there is none.
    """
    if spoken is None:
        without_sound(benchmark.name, sound)

    def attempt(task: Task, submit: Submit) -> ClickAttempt:
        return ClickAttempt(task, lambda: benchmark.session(task), spoken if sound else None)

    def practice(submit: Submit) -> ClickAttempt:
        target = _practice()
        task = Task("practice", benchmark.name, target.instruction, limits=Limits(seconds=240.0))
        return ClickAttempt(task, lambda: contextlib.nullcontext(PointingSession([target])))

    condition = {"instructions": "sound" if sound else "text", "steps": "no limit"}
    return ForPeople(_INSTRUCTIONS, condition, attempt, practice)


def _practice() -> Target:
    """Return a drawn page with three buttons."""
    picture = Image.new("RGB", (960, 360), "white")
    draw = ImageDraw.Draw(picture)
    boxes = [(60 + 300 * index, 140, 300 + 300 * index, 220) for index in range(3)]
    for box, label in zip(boxes, ("Back", "Save", "Delete"), strict=True):
        draw.rounded_rectangle(box, 12, fill="#e8eef2", outline="#1b6480", width=3)
        centre = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        draw.text(centre, label, fill="black", anchor="mm", font_size=28)
    png = io.BytesIO()
    picture.save(png, "PNG")
    left, top, right, bottom = boxes[1]
    return Target(
        "practice",
        png.getvalue(),
        "Save your changes",
        (Rectangle.between(left, top, right, bottom),),
    )
