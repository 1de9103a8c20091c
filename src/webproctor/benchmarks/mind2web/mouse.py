"""Mouse and keyboard input on one recorded page, as operations of the data set.

A recorded page does not react, so what a browser would do is derived from its elements: a click on
a text field or a list gives it the focus, text that is typed goes to the element with the focus,
and typing into a list selects an option. The data set has one operation for clicking a field and
typing into it, so a click on a field is not recorded before it is known whether text follows.
"""

from collections.abc import Sequence

from webproctor.benchmarks.mind2web.records import Candidate
from webproctor.benchmarks.mind2web.scoring import Prediction
from webproctor.core.actions import Action, ActionResult
from webproctor.core.actions import computer as pixels

_INPUTS = frozenset(
    (
        *("", "text", "search", "email", "tel", "url", "password", "number"),
        *("date", "datetime-local", "month", "time", "week"),
    )
)
_ROLES = frozenset(("textbox", "searchbox"))
# Keys that change only what a field contains or what is marked in it.
_EDITING = frozenset(("backspace", "delete", "ctrl+a", "cmd+a", "meta+a", "home", "end"))
_FOCUSED = "the field has the focus: type text, or press Enter to record the click alone"
_UNFOCUSED = "no field has the focus: click a text field or a list first"
_UNSUPPORTED = (
    "this page is a recording: left-click a point, or click a field and type text. The screenshot "
    "shows the whole page"
)


class Mouse:
    """The mouse and the focus on one page.

    Args:
        candidates: The page's candidates.
        options: The texts of the options of each candidate.
    """

    def __init__(self, candidates: Sequence[Candidate], options: Sequence[Sequence[str]]) -> None:
        self._candidates = candidates
        self._options = {
            candidate.id: texts for candidate, texts in zip(candidates, options, strict=True)
        }
        self._point: tuple[float, float] | None = None
        self._focus: Candidate | None = None

    def read(self, action: Action) -> Prediction | ActionResult:
        """Return an action as an operation of the data set; the result if it is not one."""
        match action:
            case pixels.MouseMove(x=x, y=y):
                self._point = (x, y)
                return ActionResult(ok=True, message=f"the mouse is at {x:g}, {y:g}")
            case pixels.MouseClick(button="left", keys=""):
                return self._click(action)
            case pixels.TypeText(text=text):
                return self._type(text)
            case pixels.KeyPress(keys=keys):
                return self._press(keys.lower())
            case pixels.Screenshot(region=None):
                return ActionResult(ok=True, message="the next step shows the screenshot")
            case _:
                return ActionResult(ok=False, message=_UNSUPPORTED)

    def _click(self, action: pixels.MouseClick) -> Prediction | ActionResult:
        if action.x is not None and action.y is not None:
            self._point = (action.x, action.y)
        if self._point is None:
            return ActionResult(ok=False, message="no target: give a point")
        hit = at(self._candidates, *self._point)
        if self._focus is not None and hit is not self._focus:
            # The page's one action was the earlier click.
            return Prediction(element=self._focus.id, op="CLICK")
        if hit is not None and takes_text(hit):
            self._focus = hit
            return ActionResult(ok=True, message=_FOCUSED)
        # A point outside all candidates counts as a wrong answer, and the step is over.
        return Prediction(element=hit.id if hit else "", op="CLICK")

    def _type(self, text: str) -> Prediction | ActionResult:
        if self._focus is None:
            return ActionResult(ok=False, message=_UNFOCUSED)
        if self._focus.tag != "select":
            return Prediction(element=self._focus.id, op="TYPE", value=text.rstrip("\n"))
        # As in a browser: the first option that begins with the text.
        prefix = text.strip().casefold()
        options = self._options[self._focus.id]
        option = next(
            (option for option in options if option.casefold().startswith(prefix)), text.strip()
        )
        return Prediction(element=self._focus.id, op="SELECT", value=option)

    def _press(self, keys: str) -> Prediction | ActionResult:
        if self._focus is None:
            return ActionResult(ok=False, message=_UNFOCUSED)
        if keys in ("enter", "return"):
            return Prediction(element=self._focus.id, op="CLICK")
        if keys in _EDITING:
            return ActionResult(ok=True, message=_FOCUSED)
        return ActionResult(ok=False, message=_FOCUSED)


def at(candidates: Sequence[Candidate], x: float, y: float) -> Candidate | None:
    """Return the smallest candidate whose box contains a point of the page, or None."""

    def holds(candidate: Candidate) -> bool:
        left, top, width, height = candidate.box
        return width >= 0 and left <= x <= left + width and top <= y <= top + height

    matches = [candidate for candidate in candidates if holds(candidate)]
    return min(matches, key=lambda candidate: candidate.box[2] * candidate.box[3], default=None)


def takes_text(candidate: Candidate) -> bool:
    """Whether text can be typed into an element, or on it to select an option."""
    if candidate.tag == "input":
        return candidate.attributes.get("type", "").lower() in _INPUTS
    return candidate.tag in ("textarea", "select") or candidate.attributes.get("role", "") in _ROLES
