"""Runs compared, task by task."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

from pydantic import BaseModel

from webproctor.errors import UserError
from webproctor.harness.results import Result, Run
from webproctor.intervals import UNKNOWN, Interval, clustered, mcnemar
from webproctor.scores import Table


class Pair(BaseModel):
    """Two runs on the tasks that both have.

    Attributes:
        first, second: Names of the runs.
        tasks: How many tasks both have.
        difference: Mean mark of the second less that of the first, on those tasks.
        low, high: Its 95 % interval, by a paired bootstrap over tasks, or over clusters of them;
            None where there are too few of these.
        only_first, only_second: Tasks that one solves and the other does not; of several epochs,
            in more than half of them.
        p: McNemar's exact two-sided p-value of that.
    """

    first: str
    second: str
    tasks: int
    difference: float
    low: float | None
    high: float | None
    only_first: list[str]
    only_second: list[str]
    p: float


class Standing(BaseModel):
    """What one run comes to, beside others.

    Attributes:
        name: Its name.
        tasks: Its tasks.
        mean: Its mean mark.
        solved: Its share of tasks with full marks.
        successes: Its episodes with full marks.
        dollars: What its model cost in all; None where no price is known.
        seconds: Wall-clock seconds of its episodes.
        figures: The figures of its summary, by name.
        sure: Their 95 % intervals, as far as there are any.
        best: Whether no other run is both cheaper and better.
    """

    name: str
    tasks: int
    mean: float
    solved: float
    successes: int
    dollars: float | None
    seconds: float
    figures: dict[str, float]
    sure: dict[str, Interval]
    best: bool = True

    @property
    def per_success(self) -> float | None:
        """Dollars for a solved task; None where none is solved or no price is known."""
        if self.dollars is None or not self.successes:
            return None
        return self.dollars / self.successes

    def figure(self, name: str) -> str | None:
        """A figure with its interval, in per cent; None where the run does not have it."""
        if name not in self.figures:
            return None
        value = f"{100 * self.figures[name]:.1f}"
        if name not in self.sure:
            return value
        low, high = self.sure[name]
        return f"{value} ({100 * low:.1f} to {100 * high:.1f})"


class Grid(BaseModel):
    """What each run made of each task, or of each cluster of tasks where there are many.

    Attributes:
        of: What stands across: `task`, or what the clusters are.
        labels: Their names.
        marks: By run its mean mark, 0 to 1, for each; None where it has none.
    """

    of: str
    labels: list[str]
    marks: dict[str, list[float | None]]

    @property
    def unsolved(self) -> list[str]:
        """Those of which no run has a mark above 0."""
        return [
            label
            for place, label in enumerate(self.labels)
            if not any(marks[place] for marks in self.marks.values())
        ]


class Comparison(BaseModel):
    """Runs of one benchmark, side by side and in pairs.

    Attributes:
        benchmark: What they are runs of.
        differing: Conditions that are not equal in all of them, with each run's own.
        standings: The runs.
        pairs: Every two of them.
        grid: What each made of each task.
    """

    benchmark: str
    differing: dict[str, list[Any]]
    standings: list[Standing]
    pairs: list[Pair]
    grid: Grid

    def tables(self) -> list[Table]:
        """The runs, their figures with intervals, and every two of them task by task."""
        standing: list[list[str | int | float | None]] = [
            [
                one.name,
                one.tasks,
                one.mean,
                one.solved,
                None if one.dollars is None else f"${one.dollars:,.2f}",
                None if one.per_success is None else f"${one.per_success:,.3f}",
                f"{one.seconds:,.0f} s",
                "yes" if one.best else "no",
            ]
            for one in self.standings
        ]
        paired: list[list[str | int | float | None]] = [
            [
                f"{one.second} - {one.first}",
                one.tasks,
                one.difference,
                one.low,
                one.high,
                len(one.only_second),
                len(one.only_first),
                f"{one.p:.3g}",
            ]
            for one in self.pairs
        ]
        names = dict.fromkeys(name for one in self.standings for name in one.figures)
        figures: list[list[str | int | float | None]] = [
            [name, *(one.figure(name) for one in self.standings)] for name in names
        ]
        columns = ["run", "tasks", "mean", "solved", "cost", "per success", "time", "on the front"]
        between = ["difference", "tasks", "mean", "95% from", "to", "gained", "lost", "McNemar p"]
        return [
            Table(title="Marks, cost and time", columns=columns, rows=standing),
            Table(
                title="Figures, in per cent",
                columns=["figure", *(one.name for one in self.standings)],
                rows=figures,
            ),
            Table(title="Differences, task by task", columns=between, rows=paired),
        ]

    def unlike(self) -> Table | None:
        """The conditions that are not equal in all runs; None where all are."""
        if not self.differing:
            return None
        columns = ["condition", *(one.name for one in self.standings)]
        rows: list[list[str | int | float | None]] = [
            [key.replace("_", " "), *map(str, values)] for key, values in self.differing.items()
        ]
        return Table(title="Not alike", columns=columns, rows=rows)


def compare(runs: Sequence[Run], called: Sequence[str] = ()) -> Comparison:
    """Compare runs of one benchmark, every two on the tasks that both have.

    Args:
        called: What each is called; by default their `names`.

    Raises:
        UserError: If there are fewer than two, one is named twice, or they are of several
            benchmarks or without common tasks.
    """
    if len(runs) < 2:
        raise UserError("a comparison needs two runs or more.")
    benchmarks = sorted({run.benchmark for run in runs})
    if len(benchmarks) > 1:
        raise UserError(f"runs of {' and '.join(benchmarks)} have no task in common.")
    named = dict(zip(called or names(runs), runs, strict=True))
    keys = dict.fromkeys(key for run in runs for key in run.condition)
    differing = {
        key: [run.condition.get(key) for run in runs]
        for key in keys
        if any(run.condition.get(key) != runs[0].condition.get(key) for run in runs)
    }
    standings = [_standing(name, run) for name, run in named.items()]
    return Comparison(
        benchmark=benchmarks[0],
        differing=differing,
        standings=[one.model_copy(update={"best": _on_front(one, standings)}) for one in standings],
        pairs=[
            _pair(one, named[one], other, named[other]) for one, other in combinations(named, 2)
        ],
        grid=_grid(named),
    )


def names(runs: Sequence[Run]) -> list[str]:
    """What runs are called: who was examined, or where that is not enough their folder, with as
    many of the folders above it as tell them apart.

    Raises:
        UserError: If one run is there twice.
    """
    called = [run.who for run in runs]
    folders = [run.folder.resolve().parts for run in runs]
    alike = [place for place, name in enumerate(called) if called.count(name) > 1]
    for place in alike:
        if folders.count(folders[place]) > 1:
            raise UserError(f"{runs[place].folder}: is named twice; a run is compared with others.")
    parts = 1
    while len({folders[place][-parts:] for place in alike}) < len(alike):
        parts += 1
    for place in alike:
        called[place] = "/".join(folders[place][-parts:])
    return called


# More labels than that cannot be read beside one another.
_MOST_ACROSS = 80


def _grid(named: Mapping[str, Run]) -> Grid:
    """The tasks in the order of the runs; clusters of them where they are many and have any."""
    runs = list(named.values())
    grouped = runs[0].grouped
    every = [result for run in runs for result in run.results]
    across = len({result.task for result in every}) > _MOST_ACROSS and grouped
    of: dict[str, dict[str, list[float]]] = {}
    for name, run in named.items():
        for result in run.results:
            label = result.cluster or result.task if across else result.task
            of.setdefault(label, {}).setdefault(name, []).append(result.score.value)
    return Grid(
        of=grouped if across else "task",
        labels=list(of),
        marks={
            name: [fmean(marks[name]) if name in marks else None for marks in of.values()]
            for name in named
        },
    )


def _standing(name: str, run: Run) -> Standing:
    if not run.results:
        raise UserError(f"{run.folder}: no task has finished.")
    return Standing(
        name=name,
        tasks=len(run.by_task()),
        mean=fmean(map(_mark, run.by_task().values())),
        solved=run.solved,
        successes=sum(result.solved for result in run.results),
        dollars=run.usage().get("dollars"),
        seconds=sum(result.seconds for result in run.results),
        figures=run.summary.figures if run.summary else {},
        sure=run.sure,
    )


def _on_front(one: Standing, among: Sequence[Standing]) -> bool:
    """Whether nobody is at least as good and as cheap, and better or cheaper.

    A run whose cost is not known is taken for free: agents without a model are.
    """
    cost = one.dollars or 0.0
    return not any(
        other.mean >= one.mean
        and (other.dollars or 0.0) <= cost
        and (other.mean > one.mean or (other.dollars or 0.0) < cost)
        for other in among
        if other is not one
    )


def _pair(first: str, one: Run, second: str, other: Run) -> Pair:
    befores, afters = one.by_task(), other.by_task()
    both = [(befores[task], after) for task, after in afters.items() if task in befores]
    if not both:
        raise UserError(f"{one.folder} and {other.folder} have no task in common.")
    differences = [_mark(after) - _mark(before) for before, after in both]
    clusters = [after[0].cluster or after[0].task for _, after in both]
    low, high = clustered(differences, clusters) or UNKNOWN
    gained = [a[0].task for b, a in both if _mostly(a) and not _mostly(b)]
    lost = [a[0].task for b, a in both if _mostly(b) and not _mostly(a)]
    return Pair(
        first=first,
        second=second,
        tasks=len(both),
        difference=fmean(differences),
        low=low,
        high=high,
        only_first=lost,
        only_second=gained,
        p=mcnemar(len(lost), len(gained)),
    )


def _mark(epochs: Sequence[Result]) -> float:
    return fmean(result.score.value for result in epochs)


def _mostly(epochs: Sequence[Result]) -> bool:
    """Whether more than half of a task's epochs solved it."""
    return sum(result.solved for result in epochs) * 2 > len(epochs)
