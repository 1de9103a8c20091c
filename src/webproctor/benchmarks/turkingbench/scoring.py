"""Scoring: the final values in a page against the workers' answers.

A field is read from the page as a record `{"name", "type", "visible", "values"}`, where `values`
are the texts (or None for a missing attribute) of all controls with that name: the checked values
of radio buttons and checkboxes, the selected values of a list, else the value of each control.

The metric has two variants:

| rule | `parity`: as in the original code | `strict`: as in the paper |
|---|---|---|
| checkboxes | 1 if equal to the ticks of one worker | shared / all ticks, best worker |
| exact texts | without ASCII punctuation: `-1` equals `1`, `a_b` equals `ab` | with punctuation |
| range is divided by | the largest absolute value of gold numbers and answer | of gold numbers |
| range, lowest score | -1, if the signs differ | 0 |
| range in the instance's mean | counts as 1, whatever its score | counts with its score |

All other rules are the same. Not counted are bookkeeping fields, buttons, fields that are not
visible when the page is read (so hidden ones, which no agent can fill in), and text fields that no
worker filled in. A choice that every worker left blank is counted; the correct answer is to leave
it blank.
"""

import math
import string
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from webproctor.benchmarks.turkingbench.rouge import rouge_l
from webproctor.benchmarks.turkingbench.table import Cell, is_blank
from webproctor.core.errors import UserError

VARIANTS = ("parity", "strict")
BOOKKEEPING = frozenset({"csrfmiddlewaretoken", "worker_ip", "ee", "submit"})
"""Names of fields that are not part of the task and are never counted."""

TEXT_TYPES = frozenset({"text", "textarea", "hidden"})
# Controls that have no answer.
_BUTTONS = frozenset({"submit", "button", "reset", "image"})
_EMPTY_TEXTS = ("", "nan", "{}", "'{}'")  # Text cells that mean no answer.
_BLANK_ANSWERS = ("", "[]", "['']")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)

Field = Mapping[str, Any]


class FieldScore(BaseModel, frozen=True):
    """The score of one field.

    Attributes:
        name: The field's name.
        type: The type of its control.
        answer: The text read from the page; ticked values are sorted and joined by `|`.
        gold: The workers' answers that it was compared with; None is a blank.
        score: 0 to 1 (a range under `parity`: -1 to 1); 0 if the field is not counted.
        counted: Whether it is part of the means.
        why: Why it is not counted; "" if it is.
    """

    name: str
    type: str
    answer: str
    gold: list[Cell | None]
    score: float
    counted: bool
    why: str = ""


class InstanceScore(BaseModel, frozen=True):
    """The score of one instance, 0 to 1, and of its fields in page order."""

    value: float
    fields: list[FieldScore]


def score_instance(
    fields: Sequence[Field], gold: Mapping[str, Sequence[Cell]], variant: str = "parity"
) -> InstanceScore:
    """Score the fields read from a page against the workers' cells (see `TaskFolder.gold`).

    The instance's score is the mean over the counted fields, or 0 if there are none.

    Raises:
        UserError: If the variant is unknown, or a field type has no rule.
    """
    scores = [score_field(field, gold.get(field["name"], ()), variant) for field in fields]
    counted = [
        1.0 if variant == "parity" and score.type == "range" else score.score
        for score in scores
        if score.counted
    ]
    return InstanceScore(value=mean(counted), fields=scores)


def score_field(field: Field, cells: Sequence[Cell], variant: str = "parity") -> FieldScore:
    """Score one field against the workers' cells; see `score_instance`."""
    if variant not in VARIANTS:
        raise UserError(f"metric variant {variant!r}: choose from {', '.join(VARIANTS)}")
    name, kind = field["name"], field["type"]
    gold = collect_gold(kind, cells)
    answer = read_answer(kind, field["values"])
    reason = _not_counted_reason(name, kind, field["visible"], gold)
    return FieldScore(
        name=name,
        type=kind,
        answer=answer,
        gold=[None if is_blank(cell) else cell for cell in gold],
        score=0.0 if reason else _score(name, kind, answer, gold, variant),
        counted=not reason,
        why=reason,
    )


def _not_counted_reason(name: str, kind: str, visible: bool, gold: Sequence[Cell]) -> str:
    if name in BOOKKEEPING:
        return "bookkeeping field"
    if kind in _BUTTONS:
        return "button"
    if not visible:
        return "not visible"
    if not gold:
        return "no worker answered it"
    return ""


def read_answer(kind: str, values: Sequence[str | None]) -> str:
    """Return the answer in a field's values: for checkboxes the ticked values, sorted and joined by
    `|`, else the first value; "" if there are none."""
    texts = ["" if value is None else clean(value) for value in values]
    return "|".join(sorted(texts)) if kind == "checkbox" else next(iter(texts), "")


def collect_gold(kind: str, cells: Sequence[Cell]) -> list[Cell]:
    """Return the workers' cells as they are compared, in file order.

    Choices: a blank is "", and several ticks (`b|a`) are sorted. Texts: the distinct cleaned texts
    that are not blank (some tools wrote a blank as `{}`).
    """
    if kind in TEXT_TYPES:
        cleaned = dict.fromkeys(clean(cell) for cell in cells if not is_blank(cell))
        return [text for text in cleaned if text not in _EMPTY_TEXTS]
    if kind in ("radio", "checkbox"):
        cells = ["" if is_blank(cell) else cell for cell in cells]
    if kind == "checkbox":
        return ["|".join(sorted(c.split("|"))) if isinstance(c, str) else c for c in cells]
    return list(cells)


def _score(name: str, kind: str, answer: str, gold: Sequence[Cell], variant: str) -> float:
    strict = variant == "strict"
    normalise = normalised if strict else without_punctuation
    if list(gold) == [""]:
        return float(answer in _BLANK_ANSWERS)
    if kind in TEXT_TYPES:
        return max(text_score(answer, str(cell)) for cell in gold)
    match kind:
        case "radio" | "select":
            return float(normalise(answer) == normalise(str(majority(gold))))
        case "checkbox" if strict:
            return max(tick_overlap(answer, str(clean(cell))) for cell in gold)
        case "checkbox":
            return float(normalise(answer) in map(normalise, gold))
        case "range":
            return range_score(answer, gold, normalise, scale_by_gold=strict)
    raise UserError(
        f"field {name!r} is an input of type {kind!r}, for which TurkingBench has no metric; "
        "remove its Answer column from batch.csv, or change its type to radio, checkbox, text, "
        "textarea, select or range"
    )


def clean(value: Cell) -> str:
    """Return a number as plain text: `5.0` -> `5`, ` 7 ` -> `7`, `1e3` -> `1000`, True -> `1`.

    Other text, including `nan` and `inf`, is not changed.
    """
    try:
        number = float(value)
        integer = int(number)
    except (ValueError, OverflowError):
        return str(value)
    return str(integer) if number == integer else str(number)


def text_score(answer: str, gold: str) -> float:
    """Return 1 for equal texts, else their ROUGE-L; `&amp;` of the page's markup counts as `&`."""
    answer, gold = (clean(text.replace("&amp;", "&")) for text in (answer, gold))
    return 1.0 if answer == gold else rouge_l(gold, answer)


def without_punctuation(value: Cell) -> str:
    """Normalise a value as the original does: lower case, no ASCII punctuation, single spaces."""
    return " ".join(clean(value).lower().translate(_NO_PUNCTUATION).split())


def normalised(value: Cell) -> str:
    """Normalise a value but keep its punctuation (`-1` is not `1`): lower case, single spaces."""
    return " ".join(clean(value).lower().split())


def tick_overlap(answer: str, gold: str) -> float:
    """Return the share of ticks (joined by `|`) that both sides have; 1 if neither has any."""
    first, second = (
        {normalised(tick) for tick in side.split("|") if tick} for side in (answer, gold)
    )
    return len(first & second) / len(first | second) if first or second else 1.0


def majority(cells: Sequence[Cell]) -> Cell:
    """Return the most frequent cell, the first one on a tie.

    Among texts, blanks count as one value; among numbers, each blank is a different value, because
    NaN equals nothing.
    """
    numbers = any(isinstance(cell, float) and not is_blank(cell) for cell in cells)
    votes = [
        ("blank", index if numbers else 0) if is_blank(cell) else cell
        for index, cell in enumerate(cells)
    ]
    [(winner, _)] = Counter(votes).most_common(1)
    return cells[votes.index(winner)]


def range_score(
    answer: str,
    gold: Sequence[Cell],
    normalise: Callable[[Cell], str] = without_punctuation,
    *,
    scale_by_gold: bool = False,
) -> float:
    """Return 1 minus the mean distance to the gold numbers, divided by the largest absolute value.

    If a value is not a number, return the share of workers whose cell has the same text. Where the
    original returns NaN (a worker left the field blank, or the answer is infinite), return 0.
    """
    try:
        number = float(answer)
        numbers = [float(cell) for cell in gold]
    except ValueError:
        return mean([float(normalise(answer) == normalise(cell)) for cell in gold])
    distance = mean([abs(cell - number) for cell in numbers])
    largest = max(map(abs, numbers if scale_by_gold else [*numbers, number]))
    score = 1 - (distance / largest if largest else distance)
    if not math.isfinite(score):
        return 0.0
    return max(score, 0.0) if scale_by_gold else score


class TaskMeans(BaseModel, frozen=True):
    """Aggregated scores of a task.

    Attributes:
        instances: Number of instances in the run.
        errored: Number of errored instances; their score is 0.
        instance_mean: Mean of the instances' scores.
        field_mean: Mean of all counted fields, each range with its own score, times the share of
            instances that did not error.
    """

    instances: int
    errored: int
    instance_mean: float
    field_mean: float


class TypeMean(BaseModel, frozen=True):
    """Mean score and number of the counted fields of one type."""

    mean: float
    fields: int


class Means(BaseModel, frozen=True):
    """Aggregated scores of a run.

    The benchmark's overall score is a mean over tasks of a mean within each task. The original code
    uses two means within a task: `field_mean` in its evaluation and `instance_mean` in the script
    that summarises its logs. The second is the headline; published results exist for both.

    Attributes:
        tasks: By task name, in order of first appearance.
        types: By field type, in order of first appearance.
        mean_over_tasks: The headline: mean over tasks of `instance_mean`.
        mean_over_tasks_by_field: Mean over tasks of `field_mean`.
        mean_over_instances: Mean of all instances' scores.
    """

    tasks: dict[str, TaskMeans]
    types: dict[str, TypeMean]
    mean_over_tasks: float
    mean_over_tasks_by_field: float
    mean_over_instances: float


def summarise(instances: Iterable[tuple[str, InstanceScore | None]]) -> Means:
    """Aggregate (task name, score) pairs; None is an errored instance. Means of nothing are 0."""
    by_task: dict[str, list[InstanceScore | None]] = {}
    by_type: dict[str, list[float]] = {}
    for task, instance in instances:
        by_task.setdefault(task, []).append(instance)
        for field in _counted(instance):
            by_type.setdefault(field.type, []).append(field.score)
    tasks = {task: _task_means(group) for task, group in by_task.items()}
    values = [_value(instance) for group in by_task.values() for instance in group]
    return Means(
        tasks=tasks,
        types={
            kind: TypeMean(mean=mean(scores), fields=len(scores))
            for kind, scores in by_type.items()
        },
        mean_over_tasks=mean([task.instance_mean for task in tasks.values()]),
        mean_over_tasks_by_field=mean([task.field_mean for task in tasks.values()]),
        mean_over_instances=mean(values),
    )


def _task_means(group: Sequence[InstanceScore | None]) -> TaskMeans:
    scored = [instance for instance in group if instance]
    fields = [field.score for instance in scored for field in _counted(instance)]
    return TaskMeans(
        instances=len(group),
        errored=len(group) - len(scored),
        instance_mean=mean([_value(instance) for instance in group]),
        field_mean=mean(fields) * len(scored) / len(group),
    )


def _value(instance: InstanceScore | None) -> float:
    return instance.value if instance else 0.0


def _counted(instance: InstanceScore | None) -> list[FieldScore]:
    return [field for field in instance.fields if field.counted] if instance else []


def mean(numbers: Sequence[float]) -> float:
    """Return the arithmetic mean; 0 for an empty sequence."""
    return math.fsum(numbers) / len(numbers) if numbers else 0.0
