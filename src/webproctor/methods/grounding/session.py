"""Sessions over screenshots, each with an instruction to answer with a point.

One point is recorded for each screenshot, then the next one is shown, whatever the answer.
"""

import random
import warnings
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from webproctor.core.actions import Action, ActionResult
from webproctor.core.actions.computer import MouseClick
from webproctor.core.actions.web import Click, Wait, web
from webproctor.core.errors import DataIncomplete, UserError
from webproctor.core.observations import Observation, View
from webproctor.core.pictures import PNG_SIGNATURE, encoded
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.scores import answer_coverage
from webproctor.core.sessions import Session, reading_data
from webproctor.core.tasks import Task
from webproctor.files.pictures import decode_picture, verified_size
from webproctor.files.reading import finite
from webproctor.methods.grounding.coordinates import Point
from webproctor.methods.grounding.targets import Target

# Views that need a page.
MISSING_VIEWS: frozenset[View] = frozenset(
    (
        *("content", "elements", "text", "axtree", "dom"),
        *("html", "pruned_html", "relevant_html"),
        *("marked_screenshot", "tabs"),
    )
)
# Position and value of a PNG's number of bits per colour, if it has 16.
_DEPTH, _16_BITS = slice(24, 25), b"\x10"
# Largest coordinate of models that answer with numbers from 0 to 1000.
_THOUSANDTHS = 1000
# From this number of targets beyond it, answers are unlikely to miss them all.
_MIN_BEYOND = 3
_WRONG_ACTION = "this is a screenshot: answer with a click at a point, or wait if nothing matches"


def point_of(answer: Any) -> Point | None:
    """Return an answer as a point, or None if it is not one, such as `[null, 3]`."""
    if not isinstance(answer, list | tuple) or len(answer) != 2:
        return None
    x, y = map(finite, answer)
    return None if x is None or y is None else (x, y)


def check_pixels(answers: Mapping[str, Any], targets: Mapping[str, Target], path: Path) -> None:
    """Check that the points of stored answers are in pixels of the screenshot.

    Points from 0 to 1000, the unit of many models, can also be pixels. There is a warning if none
    is beyond 1000, but several targets are.

    Args:
        answers: The answers by the target's key.
        targets: The targets by key.
        path: The answers' file.

    Raises:
        UserError: If all points are between 0 and 1, and not all are whole numbers; or if there are
            answers, but none is a point or null.
    """
    points = {key: point for key, answer in answers.items() if (point := point_of(answer))}
    others = [key for key in answers if key not in points]
    if others and not points and all(answers[key] is not None for key in others):
        raise UserError(
            f"{path}: no answer is a point [x, y] or null; that of {others[0]!r} is "
            f"{answers[others[0]]!r:.200}."
        )
    numbers = [number for point in points.values() for number in point]
    if all(0 <= number <= 1 for number in numbers) and any(number % 1 for number in numbers):
        raise UserError(
            f"{path}: points must be in pixels of the screenshot; all are between 0 and 1, such as "
            f"{list(next(iter(points.values())))}. Multiply them by its width and height."
        )
    beyond = [key for key in points if key in targets and _is_beyond(targets[key], _THOUSANDTHS)]
    if len(beyond) >= _MIN_BEYOND and all(0 <= number <= _THOUSANDTHS for number in numbers):
        warnings.warn(
            f"{path}: points must be in pixels of the screenshot; all are between 0 and 1000, but "
            f"{len(beyond)} of their targets, such as {beyond[0]}, are beyond 1000. If the points "
            "are in thousandths, divide them by 1000 and multiply them by its width and height.",
            DataIncomplete,
            stacklevel=3,
        )


def _is_beyond(target: Target, limit: float) -> bool:
    """Return whether no point of the target's regions has both numbers within a limit."""
    starts = [max(region.corners[:2]) for region in target.regions]
    return bool(starts) and min(starts) > limit


class PointingSession(Session):
    """A session over some screenshots, in order. The correct answers are never shown.

    Args:
        targets: The screenshots and instructions.
        histories: For each target, descriptions of the earlier steps, the oldest first.

    Attributes:
        points: The answers so far; None if the agent declined.
    """

    actions = web
    recorded = True

    def __init__(
        self, targets: Sequence[Target], histories: Sequence[tuple[str, ...]] | None = None
    ) -> None:
        self.targets = targets
        self.points: list[Point | None] = []
        self._histories = histories
        self._opened: tuple[Target, bytes, int, int] | None = None

    @property
    def over(self) -> bool:
        return len(self.points) >= len(self.targets)

    def target(self) -> Target:
        """The current target; the last one when all are done."""
        return self.targets[self._index]

    @property
    def _index(self) -> int:
        return min(len(self.points), len(self.targets) - 1)

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        if missing := sorted(reads & MISSING_VIEWS):
            raise UserError(f"stored screenshots have no {' and no '.join(missing)}.")
        target = self.target()
        fields: dict[str, Any] = {"instruction": target.instruction, "key": target.key}
        if self._histories is not None:
            fields["history"] = self._histories[self._index]
        if "screenshot" in reads:
            fields["screenshot"], fields["width"], fields["height"] = self._picture(target)
        return Observation(**fields)

    def _picture(self, target: Target) -> tuple[bytes, int, int]:
        """Return the image as PNG with 8 bits per colour, and its size.

        Such a PNG is verified by its checksums, not decoded.
        """
        if self._opened is None or self._opened[0] is not target:
            with reading_data():
                self._opened = target, *_picture(target)
        return self._opened[1:]

    async def act(self, action: Action) -> ActionResult:
        if self.over:
            return ActionResult(ok=False, message="all steps are done: finish")
        match action:
            case Wait():
                point = None
            case Click(x=float(x), y=float(y)) | MouseClick(x=float(x), y=float(y)):
                point = (x, y)
            case _:
                return ActionResult(ok=False, message=_WRONG_ACTION)
        self.points.append(point)
        note = "; that was the last step" if self.over else ""
        return ActionResult(ok=True, message=f"noted{note}", page_changed=True)

    async def evidence(self) -> dict[str, Any]:
        return {
            "points": {
                target.key: point for target, point in zip(self.targets, self.points, strict=False)
            }
        }


def _picture(target: Target) -> tuple[bytes, int, int]:
    name = str(target.image) if isinstance(target.image, Path) else target.key
    try:
        data = target.read()
    except OSError as error:
        raise UserError(f"{name}: cannot read the image: {error}.") from error
    if data.startswith(PNG_SIGNATURE) and data[_DEPTH] != _16_BITS:
        return data, *verified_size(data, name)
    picture = decode_picture(data, name)
    return encoded(picture), *picture.size


class PointingReplay:
    """Clicks stored points, and declines targets whose answer is None.

    Invalid answers are treated as missing ones. If the last target has no answer, the session ends
    before it. Other targets without an answer are declined, because the next one is shown only
    after an answer; they belong to tasks in which declining is never correct.

    Args:
        points: [x, y] in pixels of the screenshot, or None, by the target's key.
        targets: The keys of all targets of the run.

    Attributes:
        coverage: How many of the targets have an answer; None is one.
    """

    def __init__(self, points: Mapping[str, Any], targets: Collection[str]) -> None:
        self._points = points
        self.coverage = answer_coverage("targets", len(targets), len(points.keys() & {*targets}))

    async def run(self, task: Task, session: EpisodeRecorder) -> None:
        offline_session = session.unwrapped
        assert isinstance(offline_session, PointingSession)
        while not offline_session.over:
            key = offline_session.target().key
            point = point_of(self._points.get(key))
            answered = point is not None or (key in self._points and self._points[key] is None)
            if not answered and len(offline_session.points) == len(offline_session.targets) - 1:
                return
            await session.act(Click(x=point[0], y=point[1]) if point else Wait())


class PointingOracle:
    """Clicks the centre of the first region, and declines if there is none.

    Args:
        missed: Keys of the targets that it answers wrongly.
    """

    def __init__(self, missed: frozenset[str] = frozenset()) -> None:
        self._missed = missed

    @classmethod
    def noisy(cls, keys: Collection[str], error_rate: float, seed: int) -> Self:
        """Return an oracle that misses a share of the targets, chosen by the seed.

        Args:
            error_rate: Share of targets to miss, 0 to 1; the number is rounded.
        """
        missed = random.Random(seed).sample(sorted(keys), round(error_rate * len(keys)))
        return cls(frozenset(missed))

    async def run(self, task: Task, session: EpisodeRecorder) -> None:
        offline_session = session.unwrapped
        assert isinstance(offline_session, PointingSession)
        while not offline_session.over:
            target = offline_session.target()
            point = target.regions[0].centre if target.regions else None
            if target.key in self._missed:
                point = None if point else (0.0, 0.0)
            await session.act(Click(x=point[0], y=point[1]) if point else Wait())
