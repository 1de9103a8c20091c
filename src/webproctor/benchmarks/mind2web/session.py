"""An offline session: a demonstration's pages in order, whatever the agent does.

Evaluation is *teacher-forced*: every step shows the recorded page and the recorded actions before
it. One action is recorded for each step, then the next page is shown.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from PIL import Image

from webproctor.benchmarks.mind2web.content import content
from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.mind2web.mouse import Mouse, at
from webproctor.benchmarks.mind2web.records import Candidate, Demonstration, Step
from webproctor.benchmarks.mind2web.scoring import Prediction
from webproctor.core.actions import Action, ActionResult
from webproctor.core.actions.computer import computer
from webproctor.core.actions.web import Click, Hover, SelectOption, Type, Wait, web
from webproctor.core.dom import Dom, dom_of, lines, name, text
from webproctor.core.errors import UserError
from webproctor.core.observations import Box, Element, Observation, View
from webproctor.core.pictures import encoded
from webproctor.core.sessions import Rect, Session, reading_data
from webproctor.environments.browser.drawing import draw
from webproctor.files.pictures import decode_picture
from webproctor.methods.mindact.reprs import read_repr

SCREENSHOT_VIEWS: frozenset[View] = frozenset(("screenshot", "marked_screenshot"))
UNAVAILABLE_VIEWS: frozenset[View] = frozenset(("axtree",))
# Width and height of the window that pages were recorded in, in CSS pixels.
_WIDTH, _HEIGHT = 1280, 1080
_UNSUPPORTED = (
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
        self._current: _StepPage | None = None
        self._facts: list[dict[str, Any]] = []

    @property
    def over(self) -> bool:
        return self.number >= len(self.demonstration.uids)

    def current_page(self) -> "_StepPage":
        """Return the current page; the last one after all steps."""
        number = min(self.number, len(self.demonstration.uids) - 1)
        if self._current is None or self._current.number != number:
            self._current = _StepPage(self._step(number), number)
        return self._current

    def value(self) -> str:
        """Return the value that the current step is scored against."""
        return self._value(self.current_page().step, self.current_page().number)

    def _step(self, number: int) -> Step:
        demo = self.demonstration
        with reading_data():
            return self._dataset.step(demo.annotation_id, demo.uids[number])

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        demo, page = self.demonstration, self.current_page()
        if reads & UNAVAILABLE_VIEWS:
            raise UserError(
                "recorded pages have no accessibility tree (axtree): use elements or html."
            )
        views: dict[str, Any] = {
            "title": demo.website,
            "width": _WIDTH,
            "height": _HEIGHT,
            "history": demo.previous(page.number),
        }
        if "dom" in reads:
            views["dom"] = page.dom
        if "content" in reads:
            views["content"] = content(page.dom, page.elements)
        if reads & {"elements", "marked_screenshot"}:
            views["elements"] = page.elements
        for view in ("html", "pruned_html", "relevant_html"):
            if view in reads:
                views[view] = page.step.cleaned_html
        if "text" in reads:
            views["text"] = lines(page.dom.tree)
        if "tabs" in reads:
            views["tabs"] = (demo.website,)
        if reads & SCREENSHOT_VIEWS:
            views |= self._pictures(page, reads)
        return Observation(**views)

    def _pictures(self, page: "_StepPage", reads: frozenset[View]) -> dict[str, Any]:
        with reading_data():
            image = _screenshot(page.step)
        png = encoded(image)
        width, height = image.size
        views: dict[str, Any] = {"screenshot": png, "width": width, "height": height}
        if "marked_screenshot" in reads:
            views["marked_screenshot"] = draw(png, page.elements)
        return views

    async def act(self, action: Action) -> ActionResult:
        if self.over:
            return ActionResult(ok=False, message="all steps are done: call finish")
        prediction = self._read(action)
        if isinstance(prediction, ActionResult):
            return prediction
        self.predictions.append(prediction)
        self._facts.append(self._step_facts(self.current_page().step, self.number))
        message = f"noted; the recorded action was {self.demonstration.words(self.number)}"
        self.number += 1
        if self.over:
            message += "; that was the last step"
        return ActionResult(ok=True, message=message, page_changed=True)

    def _read(self, action: Action) -> Prediction | ActionResult:
        """Return the action as an operation of the data set; the result if it is not one."""
        if isinstance(action, computer.actions):
            return self.current_page().mouse.read(action)
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
                return ActionResult(ok=False, message=_UNSUPPORTED)
        candidates = self.current_page().candidates
        if action.element is not None:
            if action.element >= len(candidates):
                message = f"no element {action.element}: elements are 0 to {len(candidates) - 1}"
                return ActionResult(ok=False, message=message)
            return Prediction(element=candidates[action.element].id, op=op, value=value)
        x, y = getattr(action, "x", None), getattr(action, "y", None)
        if x is None or y is None:
            return ActionResult(ok=False, message="no target: give an element")
        hit = at(candidates, x, y)
        # A point outside all candidates counts as a wrong answer, and the step is over.
        return Prediction(element=hit.id if hit else "", op=op, value=value)

    async def rect(self, action: Action) -> Rect | None:
        """Return the box of an action's element, in pixels of the screenshot."""
        element, elements = getattr(action, "element", None), self.current_page().elements
        if self.over or element is None or element >= len(elements):
            return None
        box = elements[element].box
        return (box.x, box.y, box.width, box.height) if box else None

    async def evidence(self) -> dict[str, Any]:
        unanswered = range(self.number, len(self.demonstration.uids))
        return {
            "steps": [
                *self._facts,
                *(self._step_facts(self._step(index), index) for index in unanswered),
            ]
        }

    def _step_facts(self, step: Step, number: int) -> dict[str, Any]:
        """Return a step's accepted answers and the agent's prediction."""
        prediction = self.predictions[number] if number < len(self.predictions) else None
        return {
            "uid": step.uid,
            "repr": self.demonstration.words(number),
            "op": step.operation.op,
            "value": self._value(step, number),
            "positives": [candidate.id for candidate in step.positives],
            "candidates": len(step.positives) + len(step.negatives),
            "prediction": prediction.model_dump() if prediction else None,
        }

    def _value(self, step: Step, number: int) -> str:
        operation = read_repr(self.demonstration.words(number)) if self._restore else None
        return operation.value if operation and operation.value else step.operation.value


class _StepPage:
    """One step as shown to an agent; views are computed when needed."""

    def __init__(self, step: Step, number: int) -> None:
        self.step = step
        self.number = number

    @cached_property
    def dom(self) -> Dom:
        ids = (candidate.id for candidate in self.step.candidates)
        with reading_data():
            tree = self.step.page()
        return dom_of(tree, ids, self.step.key)

    @cached_property
    def candidates(self) -> list[Candidate]:
        """The candidates in document order; an element's number is its index."""
        by_id = {candidate.id: candidate for candidate in self.step.candidates}
        return [
            by_id[self.dom.tree.attributes[node]["backend_node_id"]] for node in self.dom.candidates
        ]

    @cached_property
    def mouse(self) -> Mouse:
        return Mouse(self.candidates, [element.options for element in self.elements])

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        tree = self.dom.tree
        return tuple(
            _element(number, candidate, name(tree, node)[:200], tuple(_options(self.dom, node)))
            for number, (node, candidate) in enumerate(
                zip(self.dom.candidates, self.candidates, strict=True)
            )
        )


def _screenshot(step: Step) -> Image.Image:
    if step.screenshot is None:
        raise UserError(
            f"{step.source}: has no screenshot. Run the agent with --text-only, or use "
            "Multimodal-Mind2Web."
        )
    return decode_picture(step.screenshot, f"{step.source}, screenshot")


def _element(number: int, candidate: Candidate, label: str, options: tuple[str, ...]) -> Element:
    x, y, width, height = candidate.box
    attributes = candidate.attributes
    return Element(
        index=number,
        tag=candidate.tag,
        type=attributes.get("type", attributes.get("role", "")),
        name=attributes.get("name", ""),
        label=label,
        value=attributes.get("input_value", attributes.get("text_value", "")),
        options=options,
        box=Box(x=x, y=y, width=width, height=height) if width >= 0 else None,
    )


def _options(dom: Dom, node: int) -> Iterator[str]:
    tree = dom.tree
    if tree.tags[node] == "select":
        for child in range(node + 1, tree.ends[node]):
            if tree.tags[child] == "option" and (label := text(tree, child)):
                yield label
