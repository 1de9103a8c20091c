"""The oracle: enters the workers' answers, field by field.

For each field it enters the workers' answer with the highest score by the scoring rules. It acts by
the form actions, and on the pages of `page_steps`, where they are not enough, by clicks and keys.
"""

from collections.abc import Iterator, Sequence

from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.benchmarks.turkingbench.page_steps import REVEALED_BY, by_person, reveal
from webproctor.benchmarks.turkingbench.scoring import score_field
from webproctor.benchmarks.turkingbench.session import PageSession, WebPageSession
from webproctor.benchmarks.turkingbench.table import Cell
from webproctor.core.actions import Action, ActionResult, form
from webproctor.core.episodes import Step
from webproctor.core.observations import Element
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.tasks import Task

Gold = Sequence[Cell]
_NO_CONTROL = ActionResult(ok=False, message="the page lists no such control")


class Oracle:
    """Fills in all visible fields in one step, then those that this has revealed or enabled."""

    def __init__(self, dataset: Dataset, variant: str) -> None:
        self._dataset = dataset
        self._variant = variant

    def actions_for(self, task: Task) -> str:
        """Return the action set that it uses for a task."""
        return "web" if task.tags["task"] in REVEALED_BY else task.actions

    async def run(self, task: Task, session: EpisodeRecorder) -> None:
        page, name = session.unwrapped, str(task.tags["task"])
        assert isinstance(page, PageSession | WebPageSession)
        gold = self._dataset.task(name).gold(int(task.tags["row"]))
        if isinstance(page, WebPageSession):
            await reveal(session, page, REVEALED_BY.get(name, ()))
        remaining = [field["name"] for field in page.fields]
        failed: set[str] = set()
        while elements := [element for element in await page.look_up(remaining) if element.visible]:
            remaining = [
                name for name in remaining if all(name != element.name for element in elements)
            ]
            answers = {
                element.name: self.answer(element, gold.get(element.name, []))
                for element in elements
            }
            pending = [(name, action) for name, actions in answers.items() for action in actions]
            results = await _enter(session, page, [action for _, action in pending])
            # What failed may be possible after the other answers, but is tried only once more.
            failed_now = {
                name for (name, _), result in zip(pending, results, strict=False) if not result.ok
            }
            remaining += [name for name in answers if name in failed_now - failed]
            failed |= failed_now

    def answer(self, element: Element, gold: Gold) -> list[Action]:
        """Return the action for a field, or nothing if its current value is best."""
        best: tuple[float, Action | None] = (-1.0, None)
        for values, action in _candidates(element, gold):
            reading = {"name": element.name, "type": element.type, "visible": True}
            value = score_field(reading | {"values": values}, gold, self._variant).score
            if value > best[0]:
                best = (value, action)
            if value == 1.0:
                break
        return [best[1]] if best[1] is not None else []


async def _enter(
    session: EpisodeRecorder, page: PageSession | WebPageSession, actions: Sequence[Action]
) -> Sequence[ActionResult]:
    """Execute form actions, in one step, or each as a person's clicks and keys; return a result
    for each."""
    if isinstance(page, PageSession):
        return await session.step(Step(actions=list(actions)))
    results: list[ActionResult] = []
    for action in actions:
        outcomes = await session.step(Step(actions=await by_person(page, action)))
        results.append(min(outcomes, key=lambda outcome: outcome.ok, default=_NO_CONTROL))
    return results


def _candidates(element: Element, gold: Gold) -> Iterator[tuple[list[str], Action | None]]:
    """Yield ways to fill in a field, best first, each with the values then read from the page."""
    name, texts = element.name, [text for cell in gold if (text := _text(cell))]
    match element.type:
        case "radio":
            yield [element.value] if element.value else [], None
            for value in _in_order(texts, element.options):
                yield [value], form.ModifyRadio(input_name=name, input_value=value)
        case "select":
            yield [element.value], None
            for value in _in_order(texts, element.options):
                yield [value], form.ModifySelect(input_name=name, input_value=value)
        case "checkbox":
            ticked = set(element.value.split("|")) if element.value else set()
            yield sorted(ticked), None
            for text in [*texts, ""]:
                target = {value for value in element.options if value in _ticks(text)}
                if clicks := sorted(target ^ ticked):
                    click = form.ModifyCheckbox(input_name=name, input_value="|".join(clicks))
                    yield sorted(target), click
        case "range":
            yield [element.value], None
            numbers = [number for text in texts if (number := _number(text)) is not None]
            if numbers:
                mean = sum(numbers) / len(numbers)
                yield [f"{mean:g}"], form.ModifyRange(input_name=name, input_value=mean)
        case "text" | "textarea":
            yield [element.value], None
            for text in dict.fromkeys(texts):
                markup = text if element.type == "text" else _escaped(text)
                yield [markup], form.ModifyText(input_name=name, input_value=text)


def _text(cell: Cell) -> str:
    """Return a worker's cell as the value of a control."""
    if isinstance(cell, float):
        if cell != cell:
            return ""
        return str(int(cell)) if cell.is_integer() else str(cell)
    return "" if cell == "{}" else str(cell)


def _ticks(text: str) -> set[str]:
    numbers = {_text(number) for part in text.split("|") if (number := _number(part)) is not None}
    return set(text.split("|")) | numbers


def _in_order(texts: Sequence[str], options: Sequence[str]) -> list[str]:
    """Return the options that workers chose, then the others, which may differ only in signs."""
    chosen = dict.fromkeys(text for text in texts if text in options)
    return [*chosen, *(value for value in options if value not in chosen)]


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
