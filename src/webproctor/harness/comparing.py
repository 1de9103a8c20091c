"""Runs compared, task by task."""

from collections.abc import Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

from pydantic import BaseModel

from webproctor.errors import UserError
from webproctor.harness.results import Result, Run
from webproctor.intervals import clustered, mcnemar
from webproctor.scores import Table


class Pair(BaseModel):
    """Two runs on the tasks that both have.

    Attributes:
        first, second: Names of the runs.
        tasks: How many tasks both have.
        difference: Mean mark of the second less that of the first, on those tasks.
        low, high: Its 95 % interval, by a paired bootstrap over tasks, or over clusters of them.
        only_first, only_second: Tasks that one solves and the other does not.
        p: McNemar's exact two-sided p-value of that.
    """

    first: str
    second: str
    tasks: int
    difference: float
    low: float
    high: float
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
        dollars: What its model cost in all; None where no price is known.
        seconds: Wall-clock seconds of its episodes.
        best: Whether no other run is both cheaper and better.
    """

    name: str
    tasks: int
    mean: float
    solved: float
    dollars: float | None
    seconds: float
    best: bool = True

    @property
    def per_success(self) -> float | None:
        """Dollars for a solved task; None where none is solved or no price is known."""
        solved = round(self.solved * self.tasks)
        return self.dollars / solved if self.dollars is not None and solved else None


class Comparison(BaseModel):
    """Runs of one benchmark, side by side and in pairs.

    Attributes:
        benchmark: What they are runs of.
        differing: Conditions that are not equal in all of them, with each run's own.
        standings: The runs.
        pairs: Every two of them.
    """

    benchmark: str
    differing: dict[str, list[Any]]
    standings: list[Standing]
    pairs: list[Pair]

    def tables(self) -> list[Table]:
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
        columns = ["run", "tasks", "mean", "solved", "cost", "per success", "time", "on the front"]
        between = ["difference", "tasks", "mean", "95% from", "to", "gained", "lost", "McNemar p"]
        return [
            Table(title="Runs", columns=columns, rows=standing),
            Table(title="Differences, task by task", columns=between, rows=paired),
        ]


def compare(runs: Sequence[Run]) -> Comparison:
    """Compare runs of one benchmark, every two on the tasks that both have.

    Raises:
        UserError: If there are fewer than two, of several benchmarks, or without common tasks.
    """
    if len(runs) < 2:
        raise UserError("a comparison needs two runs or more.")
    benchmarks = sorted({run.benchmark for run in runs})
    if len(benchmarks) > 1:
        raise UserError(f"runs of {' and '.join(benchmarks)} have no task in common.")
    named = dict(zip(names(runs), runs, strict=True))
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
    )


def names(runs: Sequence[Run]) -> list[str]:
    """What runs are called: who was examined, or their folder where that is not enough."""
    called = [run.who for run in runs]
    return [
        name if called.count(name) == 1 else run.folder.name
        for name, run in zip(called, runs, strict=True)
    ]


def _standing(name: str, run: Run) -> Standing:
    if not run.results:
        raise UserError(f"{run.folder}: no task has finished.")
    return Standing(
        name=name,
        tasks=len(run.results),
        mean=fmean(result.score.value for result in run.results),
        solved=fmean(run.solved),
        dollars=run.usage().get("dollars"),
        seconds=sum(result.seconds for result in run.results),
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
    mine: dict[str, Result] = {result.task: result for result in one.results}
    both = [(mine[result.task], result) for result in other.results if result.task in mine]
    if not both:
        raise UserError(f"{one.folder} and {other.folder} have no task in common.")
    differences = [after.score.value - before.score.value for before, after in both]
    low, high = clustered(differences, [after.cluster or after.task for _, after in both])
    gained = [a.task for b, a in both if a.score.value >= 1 > b.score.value]
    lost = [a.task for b, a in both if b.score.value >= 1 > a.score.value]
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
