"""A session of pictures, each with an instruction that is answered by a point.

One point is noted for each, then the next picture appears, whatever the answer was.
"""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from webproctor.actions import Action, ActionResult, ActionSet
from webproctor.actions.computer import MouseClick
from webproctor.actions.web import Click, Wait, web
from webproctor.errors import UserError
from webproctor.grounding.targets import Target
from webproctor.observations import Observation, View

# Pictures have no page behind them.
LACKS: frozenset[View] = frozenset(
    (
        *("elements", "html", "pruned_html", "relevant_html", "text", "axtree", "dom"),
        *("marked_screenshot", "tabs"),
    )
)
_USELESS = (
    "this is a picture: only a click at a point of it answers the instruction, or wait, if nothing "
    "does"
)


class PointingSession:
    """Some pictures, in order. What is right is never shown.

    Args:
        targets: The pictures, and what is to be found.
        histories: For each what was said and done before it, the oldest first.

    Attributes:
        points: The answer to each so far; None where the agent declined to point.
    """

    actions: ActionSet = web
    recorded = True

    def __init__(
        self, targets: Sequence[Target], histories: Sequence[tuple[str, ...]] | None = None
    ) -> None:
        self.targets = targets
        self.points: list[tuple[float, float] | None] = []
        self._histories = histories
        self._opened: tuple[Target, bytes, int, int] | None = None

    @property
    def over(self) -> bool:
        return len(self.points) >= len(self.targets)

    def target(self) -> Target:
        """What is shown now; the last when all are done."""
        return self.targets[self._place]

    @property
    def _place(self) -> int:
        return min(len(self.points), len(self.targets) - 1)

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        if blind := sorted(reads & LACKS):
            raise UserError(f"recorded screenshots have no {' and no '.join(blind)}.")
        target = self.target()
        seen: dict[str, Any] = {"instruction": target.instruction, "key": target.key}
        if self._histories is not None:
            seen["history"] = self._histories[self._place]
        if "screenshot" in reads:
            seen["screenshot"], seen["width"], seen["height"] = self._picture(target)
        return Observation(**seen)

    def _picture(self, target: Target) -> tuple[bytes, int, int]:
        """The picture as PNG, and its size; opened once, and decoded only where it is no PNG."""
        if self._opened is None or self._opened[0] is not target:
            try:
                data = target.read()
                with Image.open(io.BytesIO(data)) as picture:
                    width, height = picture.size
                    if picture.format != "PNG":
                        out = io.BytesIO()
                        picture.convert("RGB").save(out, "PNG", compress_level=1)
                        data = out.getvalue()
            except OSError as error:
                where = target.image if isinstance(target.image, Path) else target.key
                raise UserError(f"{where}: no picture: {error}.") from error
            self._opened = target, data, width, height
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
                return ActionResult(ok=False, message=_USELESS)
        self.points.append(point)
        last = "; that was the last step" if self.over else ""
        return ActionResult(ok=True, message=f"noted{last}", page_changed=True)

    async def evidence(self) -> dict[str, Any]:
        return {
            "points": {
                target.key: point for target, point in zip(self.targets, self.points, strict=False)
            }
        }


class PointingOracle:
    """Clicks the middle of the first region, and declines where there is none.

    Args:
        missed: Keys of what it gets wrong.
    """

    def __init__(self, missed: frozenset[str] = frozenset()) -> None:
        self._missed = missed

    async def run(self, task: Any, session: Any) -> None:
        pictures = session.unwrapped
        assert isinstance(pictures, PointingSession)
        while not pictures.over:
            target = pictures.target()
            found = target.regions[0].centre if target.regions else None
            if target.key in self._missed:
                found = None if found else (0.0, 0.0)
            await session.act(Click(x=found[0], y=found[1]) if found else Wait())
