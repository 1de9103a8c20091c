"""Marks: what a page held at the end, against what the workers answered.

A field is read from the page as a record `{"name", "type", "visible", "values"}`, where `values`
are the texts (or None for a missing attribute) that stand in all controls of that name: the marked
values of radio buttons and checkboxes, the chosen values of a list, else what each control holds.

Two variants of the metric:

| rule | `parity`: what the original code does | `strict`: what the paper says |
|---|---|---|
| checkboxes | 1 if the ticks are all those of one worker | shared / all ticks, best worker's |
| exact texts | without ASCII punctuation: `-1` equals `1`, `a_b` equals `ab` | with it |
| range is divided by | the largest gold number or answer, in size | the largest gold number |
| range, lowest mark | -1, where the signs differ | 0 |
| range in the instance's mean | enters as 1, whatever its mark | enters with its mark |
| hidden fields | never counted | counted |

All else is common to both. Not counted are book-keeping fields, fields that cannot be seen when
the page is read, and text fields that no worker filled in; a choice that every worker left blank
counts, and leaving it blank is right.
"""

import math
import string
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from webproctor.benchmarks.turkingbench.rouge import rouge_l
from webproctor.benchmarks.turkingbench.table import Cell, is_blank
from webproctor.errors import UserError

VARIANTS = ("parity", "strict")
BOOKKEEPING = frozenset({"csrfmiddlewaretoken", "worker_ip", "ee", "submit"})
"""Names of fields that measure the worker and are never counted."""

TEXT_TYPES = frozenset({"text", "textarea", "hidden"})
_NOTHING = ("", "nan", "{}", "'{}'")  # a text cell of a worker who wrote nothing
_BLANK_ANSWERS = ("", "[]", "['']")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)

Field = Mapping[str, Any]


class FieldScore(BaseModel, frozen=True):
    """The mark of one field.

    Attributes:
        name: The field's name.
        type: What kind of control it is.
        answer: The text that was read from the page; ticked values are sorted and joined by `|`.
        gold: The workers' answers it was compared with; None is a blank one.
        score: The mark, 0 to 1 (a range under `parity`: -1 to 1); 0 if it does not count.
        counted: Whether it enters the means.
        why: The reason why it does not count, else empty.
    """

    name: str
    type: str
    answer: str
    gold: list[Cell | None]
    score: float
    counted: bool
    why: str = ""


class InstanceScore(BaseModel, frozen=True):
    """The mark of one instance, 0 to 1, and of its fields in page order."""

    value: float
    fields: list[FieldScore]


def score_instance(
    fields: Sequence[Field], gold: Mapping[str, Sequence[Cell]], variant: str = "parity"
) -> InstanceScore:
    """Mark the fields read from one page by the cells of its workers, as `TaskFolder.gold` gives
    them. The instance's mark is the mean over the fields that count, or 0 if none does.

    Raises `UserError` for an unknown variant or a kind of field that has no rule.
    """
    scores = [score_field(field, gold.get(field["name"], ()), variant) for field in fields]
    marks = [
        1.0 if variant == "parity" and score.type == "range" else score.score
        for score in scores
        if score.counted
    ]
    return InstanceScore(value=mean(marks), fields=scores)


def score_field(field: Field, cells: Sequence[Cell], variant: str = "parity") -> FieldScore:
    """Mark one field by its workers' cells; see `score_instance`."""
    if variant not in VARIANTS:
        raise UserError(f"metric variant {variant!r}: choose from {', '.join(VARIANTS)}")
    name, kind = field["name"], field["type"]
    gold = collect_gold(kind, cells)
    answer = read_answer(kind, field["values"])
    why = _why_not_counted(name, kind, field["visible"], gold, variant)
    return FieldScore(
        name=name,
        type=kind,
        answer=answer,
        gold=[None if is_blank(cell) else cell for cell in gold],
        score=0.0 if why else _mark(name, kind, answer, gold, variant),
        counted=not why,
        why=why,
    )


def _why_not_counted(
    name: str, kind: str, visible: bool, gold: Sequence[Cell], variant: str
) -> str:
    if name in BOOKKEEPING:
        return "book-keeping"
    if not visible and not (variant == "strict" and kind == "hidden"):
        return "cannot be seen"
    if not gold:
        return "no worker answered it"
    return ""


def read_answer(kind: str, values: Sequence[str | None]) -> str:
    """The answer that a field's values amount to: ticked values sorted and joined by `|`, of
    anything else the first value; nothing is the empty text."""
    texts = ["" if value is None else clean(value) for value in values]
    return "|".join(sorted(texts)) if kind == "checkbox" else next(iter(texts), "")


def collect_gold(kind: str, cells: Sequence[Cell]) -> list[Cell]:
    """The workers' cells as they are compared, in file order.

    Choices: a blank is the empty text, and several ticks (`b|a`) are sorted. Texts: the distinct
    cleaned ones that are not blank; `{}` is how some workers' tools wrote a blank.
    """
    if kind in TEXT_TYPES:
        cleaned = dict.fromkeys(clean(cell) for cell in cells if not is_blank(cell))
        return [text for text in cleaned if text not in _NOTHING]
    if kind in ("radio", "checkbox"):
        cells = ["" if is_blank(cell) else cell for cell in cells]
    if kind == "checkbox":
        return ["|".join(sorted(c.split("|"))) if isinstance(c, str) else c for c in cells]
    return list(cells)


def _mark(name: str, kind: str, answer: str, gold: Sequence[Cell], variant: str) -> float:
    strict = variant == "strict"
    form = kept if strict else loose
    if list(gold) == [""]:
        return float(answer in _BLANK_ANSWERS)
    if kind in TEXT_TYPES:
        return max(text_mark(answer, str(cell)) for cell in gold)
    match kind:
        case "radio" | "select":
            return float(form(answer) == form(str(majority(gold))))
        case "checkbox" if strict:
            return max(tick_overlap(answer, str(clean(cell))) for cell in gold)
        case "checkbox":
            return float(form(answer) in map(form, gold))
        case "range":
            return range_mark(answer, gold, form, by_gold_alone=strict)
    raise UserError(
        f"field {name!r} is an input of type {kind!r}, for which TurkingBench has no metric; "
        "take its Answer column out of batch.csv, or make it one of radio, checkbox, text, "
        "textarea, select, range"
    )


def clean(value: Cell) -> str:
    """A number's plain text: `5.0` -> `5`, ` 7 ` -> `7`, `1e3` -> `1000`, True -> `1`; any other
    text, `nan` and `inf` included, stays as it is."""
    try:
        number = float(value)
        whole = int(number)
    except (ValueError, OverflowError):
        return str(value)
    return str(whole) if number == whole else str(number)


def text_mark(answer: str, gold: str) -> float:
    """1 for equal texts, else their ROUGE-L; an `&amp;` of the page's markup counts as `&`."""
    answer, gold = (clean(text.replace("&amp;", "&")) for text in (answer, gold))
    return 1.0 if answer == gold else rouge_l(gold, answer)


def loose(value: Cell) -> str:
    """A value as the original compares it: without case, ASCII punctuation and spare blanks."""
    return " ".join(clean(value).lower().translate(_NO_PUNCTUATION).split())


def kept(value: Cell) -> str:
    """A value with its punctuation, which tells `-1` from `1`, without case and spare blanks."""
    return " ".join(clean(value).lower().split())


def tick_overlap(answer: str, gold: str) -> float:
    """The ticks (joined by `|`) that both sides share, as a part of all; 1 if neither has any."""
    first, second = ({kept(tick) for tick in side.split("|") if tick} for side in (answer, gold))
    return len(first & second) / len(first | second) if first or second else 1.0


def majority(cells: Sequence[Cell]) -> Cell:
    """The most frequent cell, of equally frequent ones the first.

    Blanks are one choice among texts; among numbers each blank is a choice of its own, as NaN
    equals nothing.
    """
    numbers = any(isinstance(cell, float) and not is_blank(cell) for cell in cells)
    votes = [
        ("blank", place if numbers else 0) if is_blank(cell) else cell
        for place, cell in enumerate(cells)
    ]
    [(winner, _)] = Counter(votes).most_common(1)
    return cells[votes.index(winner)]


def range_mark(
    answer: str,
    gold: Sequence[Cell],
    form: Callable[[Cell], str] = loose,
    *,
    by_gold_alone: bool = False,
) -> float:
    """1 less the mean distance to the gold numbers, divided by the largest number in size.

    Where something is not a number, the part of the workers whose cell is the same text. The
    original gives NaN where a worker left the field blank or the answer is infinite; here it is 0.
    """
    try:
        number = float(answer)
        numbers = [float(cell) for cell in gold]
    except ValueError:
        return mean([float(form(answer) == form(cell)) for cell in gold])
    distance = mean([abs(cell - number) for cell in numbers])
    largest = max(map(abs, numbers if by_gold_alone else [*numbers, number]))
    score = 1 - (distance / largest if largest else distance)
    if not math.isfinite(score):
        return 0.0
    return max(score, 0.0) if by_gold_alone else score


class TaskMeans(BaseModel, frozen=True):
    """What a task's instances come to.

    Attributes:
        instances: How many were worked on.
        errored: How many of them broke off; their mark is 0.
        instance_mean: Mean of the instances' marks.
        field_mean: Mean of all counted fields, each range with its own mark, times the share of
            the instances that did not break off.
    """

    instances: int
    errored: int
    instance_mean: float
    field_mean: float


class TypeMean(BaseModel, frozen=True):
    """Mean mark of the counted fields of one type, and how many there are."""

    mean: float
    fields: int


class Means(BaseModel, frozen=True):
    """What a run comes to.

    The benchmark's overall figure is a mean over tasks of a mean within the task, and the original
    has two of the latter: its evaluation writes `field_mean`, the script that sums up its logs
    takes `instance_mean`. The second is the headline; published figures exist of both kinds.

    Attributes:
        tasks: By task name, in order of first appearance.
        types: By field type, in order of first appearance.
        mean_over_tasks: The headline: mean over tasks of `instance_mean`.
        mean_over_tasks_by_field: Mean over tasks of `field_mean`.
        mean_over_instances: Mean of all instances' marks, whatever their task.
    """

    tasks: dict[str, TaskMeans]
    types: dict[str, TypeMean]
    mean_over_tasks: float
    mean_over_tasks_by_field: float
    mean_over_instances: float


def summarise(instances: Iterable[tuple[str, InstanceScore | None]]) -> Means:
    """The means of (task name, mark) pairs; None is an instance that broke off. Of nothing, 0."""
    by_task: dict[str, list[InstanceScore | None]] = {}
    by_type: dict[str, list[float]] = {}
    for task, instance in instances:
        by_task.setdefault(task, []).append(instance)
        for field in _counted(instance):
            by_type.setdefault(field.type, []).append(field.score)
    tasks = {task: _task_means(group) for task, group in by_task.items()}
    every = [_value(instance) for group in by_task.values() for instance in group]
    return Means(
        tasks=tasks,
        types={kind: TypeMean(mean=mean(of), fields=len(of)) for kind, of in by_type.items()},
        mean_over_tasks=mean([task.instance_mean for task in tasks.values()]),
        mean_over_tasks_by_field=mean([task.field_mean for task in tasks.values()]),
        mean_over_instances=mean(every),
    )


def _task_means(group: Sequence[InstanceScore | None]) -> TaskMeans:
    done = [instance for instance in group if instance]
    fields = [field.score for instance in done for field in _counted(instance)]
    return TaskMeans(
        instances=len(group),
        errored=len(group) - len(done),
        instance_mean=mean([_value(instance) for instance in group]),
        field_mean=mean(fields) * len(done) / len(group),
    )


def _value(instance: InstanceScore | None) -> float:
    return instance.value if instance else 0.0


def _counted(instance: InstanceScore | None) -> list[FieldScore]:
    return [field for field in instance.fields if field.counted] if instance else []


def mean(numbers: Sequence[float]) -> float:
    """The arithmetic mean; 0 of nothing."""
    return math.fsum(numbers) / len(numbers) if numbers else 0.0
