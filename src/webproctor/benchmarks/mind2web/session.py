"""An offline session: a demonstration's pages in order, whatever the agent does.

Evaluation is *teacher-forced*: every step shows the recorded page and the recorded actions before
it. One action is recorded for each step, then the next page is shown.
"""

import io
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from webproctor.benchmarks.mind2web.content import content
from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.mind2web.mouse import Mouse, at
from webproctor.benchmarks.mind2web.records import Candidate, Demonstration, Step
from webproctor.benchmarks.mind2web.scoring import Prediction
from webproctor.core.actions import Action, ActionResult
from webproctor.core.actions.computer import computer
from webproctor.core.actions.web import Click, Hover, SelectOption, Type, Wait, web
from webproctor.core.dom import Dom, MarkupError, dom_of, lines, name, parse, text
from webproctor.core.errors import UserError
from webproctor.core.observations import Box, Element, Observation, View
from webproctor.core.sessions import Rect, Session
from webproctor.environments.browser.drawing import draw
from webproctor.files.reading import decode_picture
from webproctor.methods.mindact.reprs import read_repr

PICTURES: frozenset[View] = frozenset(("screenshot", "marked_screenshot"))
NEVER: frozenset[View] = frozenset(("axtree",))
# Width and height of the window that pages were recorded in, in CSS pixels.
_WIDTH, _HEIGHT = 1280, 1080
_USELESS = (
    "this page is a recording: use click, hover, type or select_option, or wait if no element is "
    "right"
)


class StepsSession(Session):
    """The steps of one demonstration.

    Attributes:
        number: Index of the current step; the number of steps after the last one.
        predictions: The agent's action at each step so far.
    """

    actions = web
    recorded = True

    def __init__(
        self, dataset: Dataset, demonstration: Demonstration, *, restore_colons: bool = False
    ) -> None:
        self.demonstration = demonstration
        self.number = 0
        self.predictions: list[Prediction] = []
        self._dataset = dataset
        self._restore = restore_colons
        self._shown: _Shown | None = None
        self._facts: list[dict[str, Any]] = []

    @property
    def over(self) -> bool:
        return self.number >= len(self.demonstration.uids)

    def shown(self) -> "_Shown":
        """Return the current page; the last one after all steps."""
        number = min(self.number, len(self.demonstration.uids) - 1)
        if self._shown is None or self._shown.number != number:
            self._shown = _Shown(self._step(number), number)
        return self._shown

    def value(self) -> str:
        """Return the value that the current step is scored against."""
        return self._value(self.shown().step, self.shown().number)

    def _step(self, number: int) -> Step:
        demo = self.demonstration
        return self._dataset.step(demo.annotation_id, demo.uids[number])

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        demo, shown = self.demonstration, self.shown()
        if reads & NEVER:
            raise UserError(
                "recorded pages have no accessibility tree (axtree): use elements or html."
            )
        seen: dict[str, Any] = {
            "title": demo.website,
            "width": _WIDTH,
            "height": _HEIGHT,
            "history": demo.previous(shown.number),
        }
        if "dom" in reads:
            seen["dom"] = shown.dom
        if "content" in reads:
            seen["content"] = content(shown.dom, shown.elements)
        if reads & {"elements", "marked_screenshot"}:
            seen["elements"] = shown.elements
        for view in ("html", "pruned_html", "relevant_html"):
            if view in reads:
                seen[view] = shown.step.cleaned_html
        if "text" in reads:
            seen["text"] = lines(shown.dom.tree)
        if "tabs" in reads:
            seen["tabs"] = (demo.website,)
        if reads & PICTURES:
            seen |= self._pictures(shown, reads)
        return Observation(**seen)

    def _pictures(self, shown: "_Shown", reads: frozenset[View]) -> dict[str, Any]:
        if shown.step.screenshot is None:
            raise UserError(
                f"{self._dataset.path}: this format of the data has no screenshots. Run the agent "
                "with --text-only, or use Multimodal-Mind2Web."
            )
        where = f"{self._dataset.path}, step {shown.step.key}"
        picture = decode_picture(shown.step.screenshot, where)
        png = io.BytesIO()
        picture.save(png, "PNG", compress_level=1)
        width, height = picture.size
        seen: dict[str, Any] = {"screenshot": png.getvalue(), "width": width, "height": height}
        if "marked_screenshot" in reads:
            seen["marked_screenshot"] = draw(png.getvalue(), shown.elements)
        return seen

    async def act(self, action: Action) -> ActionResult:
        if self.over:
            return ActionResult(ok=False, message="all steps are done: call finish")
        read = self._read(action)
        if isinstance(read, ActionResult):
            return read
        self.predictions.append(read)
        self._facts.append(self._fact(self.shown().step, self.number))
        words = self.demonstration.words(self.number)
        self.number += 1
        told = f"noted; the recorded action was {words}" if words else "noted"
        if self.over:
            told += "; that was the last step"
        return ActionResult(ok=True, message=told, page_changed=True)

    def _read(self, action: Action) -> Prediction | ActionResult:
        """Return the action as the data set's operation, or the result of one that is none."""
        if isinstance(action, computer.actions):
            return self.shown().mouse.read(action)
        match action:
            case Wait():
                return Prediction()
            case Click() | Hover():
                op, value = "CLICK", ""
            case Type():
                op, value = "TYPE", action.text
            case SelectOption():
                op, value = "SELECT", action.option
            case _:
                return ActionResult(ok=False, message=_USELESS)
        listed = self.shown().candidates
        if action.element is not None:
            if action.element >= len(listed):
                note = f"no element {action.element}: elements are 0 to {len(listed) - 1}"
                return ActionResult(ok=False, message=note)
            return Prediction(element=listed[action.element].id, op=op, value=value)
        x, y = getattr(action, "x", None), getattr(action, "y", None)
        if x is None or y is None:
            return ActionResult(ok=False, message="no target: give an element")
        hit = at(listed, x, y)
        # A point outside all candidates counts as a wrong answer, and the step is over.
        return Prediction(element=hit.id if hit else "", op=op, value=value)

    async def rect(self, action: Action) -> Rect | None:
        """Return the box of an action's element, in pixels of the screenshot."""
        element, listed = getattr(action, "element", None), self.shown().elements
        if self.over or element is None or element >= len(listed):
            return None
        box = listed[element].box
        return (box.x, box.y, box.width, box.height) if box else None

    async def evidence(self) -> dict[str, Any]:
        unmet = range(self.number, len(self.demonstration.uids))
        return {"steps": [*self._facts, *(self._fact(self._step(one), one) for one in unmet)]}

    def _fact(self, step: Step, number: int) -> dict[str, Any]:
        """Return a step's accepted answers and the agent's prediction."""
        done = self.predictions[number] if number < len(self.predictions) else None
        return {
            "uid": step.uid,
            "repr": self.demonstration.words(number),
            "op": step.operation.op,
            "value": self._value(step, number),
            "positives": [one.id for one in step.positives],
            "candidates": len(step.positives) + len(step.negatives),
            "prediction": done.model_dump() if done else None,
        }

    def _value(self, step: Step, number: int) -> str:
        told = read_repr(self.demonstration.words(number)) if self._restore else None
        return told.value if told and told.value else step.operation.value


class _Shown:
    """One step as shown to an agent; views are computed when needed."""

    def __init__(self, step: Step, number: int) -> None:
        self.step = step
        self.number = number

    @cached_property
    def dom(self) -> Dom:
        try:
            tree = parse(self.step.cleaned_html)
        except MarkupError as error:
            raise UserError(
                f"step {self.step.key}: cleaned_html is not valid XML: {error}"
            ) from error
        every = (one.id for one in (*self.step.positives, *self.step.negatives))
        return dom_of(tree, every, self.step.key)

    @cached_property
    def candidates(self) -> list[Candidate]:
        """The candidates in document order; an element's number is its index."""
        by_id = {one.id: one for one in (*self.step.positives, *self.step.negatives)}
        return [
            by_id[self.dom.tree.attributes[place]["backend_node_id"]]
            for place in self.dom.candidates
        ]

    @cached_property
    def mouse(self) -> Mouse:
        return Mouse(self.candidates, [one.options for one in self.elements])

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        tree = self.dom.tree
        return tuple(
            _element(number, one, name(tree, place)[:200], tuple(_options(self.dom, place)))
            for number, (place, one) in enumerate(
                zip(self.dom.candidates, self.candidates, strict=True)
            )
        )


def _element(number: int, one: Candidate, label: str, options: tuple[str, ...]) -> Element:
    x, y, width, height = one.box
    given = one.attributes
    return Element(
        index=number,
        tag=one.tag,
        type=given.get("type", given.get("role", "")),
        name=given.get("name", ""),
        label=label,
        value=given.get("input_value", given.get("text_value", "")),
        options=options,
        box=Box(x=x, y=y, width=width, height=height) if width >= 0 else None,
    )


def _options(dom: Dom, place: int) -> Iterator[str]:
    tree = dom.tree
    if tree.tags[place] == "select":
        for inside in range(place + 1, tree.ends[place]):
            if tree.tags[inside] == "option" and (said := text(tree, inside)):
                yield said
