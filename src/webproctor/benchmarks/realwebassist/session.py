"""A recorded session: one task's screenshots, each with what the user said.

Every step is met as it was recorded; one point is noted for each, then the next screenshot appears.
"""

import io
from typing import Any

from PIL import Image

from webproctor.actions import Action, ActionResult, ActionSet
from webproctor.actions.computer import MouseClick
from webproctor.actions.web import Click, Wait, web
from webproctor.benchmarks.realwebassist.dataset import Step
from webproctor.errors import UserError
from webproctor.observations import Observation, View

# Recorded screenshots have no page behind them.
LACKS: frozenset[View] = frozenset(
    (
        *("elements", "html", "pruned_html", "relevant_html", "text", "axtree", "dom"),
        *("marked_screenshot", "tabs"),
    )
)
_USELESS = (
    "this is a recording: only a click at a point of the screenshot answers the user, or wait, if "
    "nothing does"
)


class SpokenSession:
    """The scored steps of one task.

    Attributes:
        steps: The steps that are answered, in order.
        points: The answer to each so far; None where none was given.
    """

    actions: ActionSet = web

    def __init__(self, steps: list[Step], history: dict[int, list[str]]) -> None:
        self.steps = steps
        self.points: list[tuple[float, float] | None] = []
        self._history = history
        self._decoded: tuple[int, bytes, int, int] | None = None

    @property
    def over(self) -> bool:
        return len(self.points) >= len(self.steps)

    def step(self) -> Step:
        """The step that is shown now; the last one when all are done."""
        return self.steps[min(len(self.points), len(self.steps) - 1)]

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        if blind := sorted(reads & LACKS):
            raise UserError(f"recorded screenshots have no {' and no '.join(blind)}.")
        step = self.step()
        seen: dict[str, Any] = {"instruction": step.instruction}
        seen["history"] = tuple(self._history.get(step.place, ()))
        if "screenshot" in reads:
            png, seen["width"], seen["height"] = self._picture(step)
            seen["screenshot"] = png
        return Observation(**seen)

    def _picture(self, step: Step) -> tuple[bytes, int, int]:
        """The screenshot and its size; opened once."""
        if self._decoded is None or self._decoded[0] != step.place:
            try:
                png = step.file.read_bytes()
                width, height = Image.open(io.BytesIO(png)).size
            except OSError as error:
                raise UserError(f"{step.file}: no picture: {error}.") from error
            self._decoded = step.place, png, width, height
        return self._decoded[1:]

    async def act(self, action: Action) -> ActionResult:
        if self.over:
            return ActionResult(ok=False, message="all steps are done: finish")
        match action:
            case Wait():
                point = None
            case Click(x=float(x), y=float(y)) | MouseClick(x=float(x), y=float(y)):
                point = (x, y)
            case _:
                return ActionResult(ok=False, message=_USELESS)
        self.points.append(point)
        last = "; that was the last step" if self.over else ""
        return ActionResult(ok=True, message=f"noted{last}", page_changed=True)

    async def evidence(self) -> dict[str, Any]:
        return {
            "points": {
                step.key: point for step, point in zip(self.steps, self.points, strict=False)
            }
        }
