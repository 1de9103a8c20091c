"""Compare runs, task by task."""

from array import array
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

from pydantic import BaseModel

from webproctor.core.errors import UserError
from webproctor.core.intervals import UNKNOWN, Interval, clustered, mcnemar
from webproctor.core.outcomes import Outcome
from webproctor.core.scores import Table
from webproctor.run.episode_results import OUTCOMES
from webproctor.run.results import Run


class RunPair(BaseModel):
    """Two runs on the tasks that both have.

    Attributes:
        first, second: Names of the runs.
        tasks: Number of tasks that both have.
        difference: Mean score of the second run minus that of the first, on those tasks.
        low, high: Its 95 % confidence interval, by a paired bootstrap over tasks or clusters of
            tasks; None if there are too few.
        only_first, only_second: Tasks that only this run solves. With several epochs, a task
            counts as solved if more than half of its epochs solved it.
        p: McNemar's exact two-sided p-value for `only_first` and `only_second`.
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
    """The results of one run in a comparison.

    Attributes:
        name: Name of the run.
        tasks: Number of tasks.
        mean: Mean score, 0 to 1.
        solved: Share of tasks with the full score.
        successes: Number of episodes with the full score.
        dollars: Total cost of the model; None if its price is unknown.
        seconds: Wall-clock seconds of all episodes.
        outcomes: Number of episodes by outcome.
        without_void: Headline metric without void episodes; None if there are none.
        figures: Metrics of the summary, by name.
        confidence: 95 % confidence intervals of the metrics that have one, by name.
        best: Whether the run is on the Pareto front of score and cost.
    """

    name: str
    tasks: int
    mean: float
    solved: float
    successes: int
    dollars: float | None
    seconds: float
    outcomes: dict[Outcome, int]
    without_void: float | None
    figures: dict[str, float]
    confidence: dict[str, Interval]
    best: bool = True

    @property
    def per_success(self) -> float | None:
        """Dollars per solved episode; None if none is solved or the price is unknown."""
        if self.dollars is None or not self.successes:
            return None
        return self.dollars / self.successes

    def figure(self, name: str) -> str | None:
        """Format a metric and its interval in percent; None if the run does not have it."""
        if name not in self.figures:
            return None
        value = f"{100 * self.figures[name]:.1f}"
        if name not in self.confidence:
            return value
        low, high = self.confidence[name]
        return f"{value} ({100 * low:.1f} to {100 * high:.1f})"


class Grid(BaseModel):
    """The mean scores of each run by task, or by cluster if there are many tasks.

    Attributes:
        of: What the columns are: `task`, or the kind of cluster.
        labels: Names of the columns.
        scores: Mean scores, 0 to 1, of each column, by run; None if the run does not have it.
    """

    of: str
    labels: list[str]
    scores: dict[str, list[float | None]]

    @property
    def unsolved(self) -> list[str]:
        """Labels for which every score is 0."""
        return [
            label
            for place, label in enumerate(self.labels)
            if not any(scores[place] for scores in self.scores.values())
        ]


class Comparison(BaseModel):
    """A comparison of runs of one benchmark.

    Attributes:
        benchmark: Name of the benchmark.
        differing: Conditions that differ between runs, with the value of each run.
        standings: The runs.
        pairs: All pairs of runs.
        grid: Mean scores of each run by task.
    """

    benchmark: str
    differing: dict[str, list[Any]]
    standings: list[Standing]
    pairs: list[RunPair]
    grid: Grid

    def tables(self) -> list[Table]:
        """Return tables of the runs, their metrics with intervals, all pairs, and outcomes."""
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
        columns = ["run", "tasks", "mean", "solved", "cost", "per success", "time", "Pareto front"]
        outcomes: list[list[str | int | float | None]] = [
            [one.name, *one.outcomes.values(), one.without_void] for one in self.standings
        ]
        between = ["difference", "tasks", "mean", "95% from", "to", "gained", "lost", "McNemar p"]
        return [
            Table(title="Scores, cost and time", columns=columns, rows=standing),
            Table(
                title="Metrics in percent",
                columns=["metric", *(one.name for one in self.standings)],
                rows=figures,
            ),
            Table(title="Differences by task", columns=between, rows=paired),
            Table(
                title="Episode outcomes",
                columns=["run", *OUTCOMES, "headline without void"],
                rows=outcomes,
            ),
        ]

    def unlike(self) -> Table | None:
        """Return a table of the conditions that differ between runs; None if none differ."""
        if not self.differing:
            return None
        columns = ["condition", *(one.name for one in self.standings)]
        rows: list[list[str | int | float | None]] = [
            [key.replace("_", " "), *map(str, values)] for key, values in self.differing.items()
        ]
        return Table(title="Different conditions", columns=columns, rows=rows)


def compare(runs: Sequence[Run], called: Sequence[str] = ()) -> Comparison:
    """Compare runs of one benchmark, in pairs on the tasks that both have.

    Args:
        called: Names of the runs; by default those of `names`.

    Raises:
        UserError: If there are fewer than two runs, one is given twice, or they are of different
            benchmarks or have no common tasks.
    """
    if len(runs) < 2:
        raise UserError("a comparison needs at least two runs.")
    benchmarks = sorted({run.benchmark for run in runs})
    if len(benchmarks) > 1:
        raise UserError(f"cannot compare runs of different benchmarks: {', '.join(benchmarks)}.")
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
    """Return a unique name for each run: its agent and model, or the shortest unique end of its
    folder's path.

    Raises:
        UserError: If a run is given twice.
    """
    called = [run.who for run in runs]
    folders = [run.folder.resolve().parts for run in runs]
    alike = [place for place, name in enumerate(called) if called.count(name) > 1]
    for place in alike:
        if folders.count(folders[place]) > 1:
            raise UserError(f"{runs[place].folder}: the run is given twice.")
    parts = 1
    while len({folders[place][-parts:] for place in alike}) < len(alike):
        parts += 1
    for place in alike:
        called[place] = "/".join(folders[place][-parts:])
    return called


# Maximum number of labels that stay legible side by side.
_MOST_ACROSS = 80


def _grid(named: Mapping[str, Run]) -> Grid:
    """Return the scores by task, or by cluster if there are many tasks and they have clusters."""
    grouped = next(iter(named.values())).grouped
    first = (run.means.tasks[: _MOST_ACROSS + 1] for run in named.values())
    across = len(set[str]().union(*first)) > _MOST_ACROSS and grouped
    of: dict[str, dict[str, array[float]]] = {}
    for name, run in named.items():
        for result in run.results:
            label = result.cluster or result.task if across else result.task
            of.setdefault(label, {}).setdefault(name, array("d")).append(result.score.value)
    return Grid(
        of=grouped if across else "task",
        labels=list(of),
        scores={
            name: [fmean(scores[name]) if name in scores else None for scores in of.values()]
            for name in named
        },
    )


def _standing(name: str, run: Run) -> Standing:
    if not run.results:
        raise UserError(f"{run.folder}: no task has finished.")
    return Standing(
        name=name,
        tasks=len(run.means.tasks),
        mean=fmean(run.means.scores),
        solved=fmean(run.means.solved),
        successes=run.totals.successes,
        dollars=run.usage().get("dollars"),
        seconds=run.totals.seconds,
        outcomes=run.outcomes(),
        without_void=run.without_void.get(run.summary.headline) if run.summary else None,
        figures=run.summary.figures if run.summary else {},
        confidence=run.confidence,
    )


def _on_front(one: Standing, among: Sequence[Standing]) -> bool:
    """Whether no other run is at least as good and as cheap, and better or cheaper.

    A run without a known cost counts as free, like agents without a model.
    """
    cost = one.dollars or 0.0
    return not any(
        other.mean >= one.mean
        and (other.dollars or 0.0) <= cost
        and (other.mean > one.mean or (other.dollars or 0.0) < cost)
        for other in among
        if other is not one
    )


def _pair(first: str, one: Run, second: str, other: Run) -> RunPair:
    before, after = one.means, other.means
    index = {task: place for place, task in enumerate(before.tasks)}
    differences, clusters = array("d"), list[str]()
    gained, lost = list[str](), list[str]()
    for now, task in enumerate(after.tasks):
        if (then := index.get(task)) is None:
            continue
        differences.append(after.scores[now] - before.scores[then])
        clusters.append(after.clusters[now])
        # Whether more than half of the epochs solved it.
        solved, was_solved = after.solved[now] > 0.5, before.solved[then] > 0.5
        if solved != was_solved:
            (gained if solved else lost).append(task)
    if not differences:
        raise UserError(f"{one.folder} and {other.folder} have no task in common.")
    low, high = clustered(differences, clusters) or UNKNOWN
    return RunPair(
        first=first,
        second=second,
        tasks=len(differences),
        difference=fmean(differences),
        low=low,
        high=high,
        only_first=lost,
        only_second=gained,
        p=mcnemar(len(lost), len(gained)),
    )
