"""Compare runs, task by task."""

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

from pydantic import BaseModel

from webproctor.analysis.grids import Grid, grid_of
from webproctor.core.errors import UserError
from webproctor.core.intervals import UNKNOWN, Interval, difference_interval, holm, mcnemar
from webproctor.core.outcomes import Outcome
from webproctor.core.scores import Cell, Table
from webproctor.run.episode_results import OUTCOMES
from webproctor.run.resources import cost_text
from webproctor.run.results import Run

_SMALLEST_P = 0.001  # Smaller p-values are shown as `<0.001`.


class RunPair(BaseModel):
    """Two runs on the tasks that both have.

    Attributes:
        first, second: Names of the runs.
        tasks: Number of tasks that both have.
        difference: Mean score of the second run minus that of the first, on those tasks.
        low, high: Its 95 % confidence interval: a paired t interval over tasks or clusters of
            tasks; None if there are too few, or all are equal.
        only_first, only_second: Tasks that only this run solves. With several epochs, a task
            counts as solved if more than half of its epochs solved it.
        p: McNemar's exact two-sided p-value for `only_first` and `only_second`, by clusters of
            tasks.
        holm: The same, by Holm's correction for all pairs of the comparison.
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
    holm: float


class Standing(BaseModel):
    """The results of one run in a comparison.

    Attributes:
        name: Name of the run.
        tasks: Number of tasks.
        episodes: Number of episodes with a result.
        mean: Mean score, 0 to 1.
        solved: Share of tasks with the full score.
        successes: Number of episodes with the full score.
        dollars: Total cost of the model; None if it is unknown, also for agents without a model.
        cost: The same as text, which says if further requests have an unknown cost.
        seconds: Wall-clock seconds of all episodes.
        outcomes: Number of episodes by outcome.
        without_void: Headline metric without void episodes; None if there are none.
        figures: Metrics of the summary, by name.
        confidence: 95 % confidence intervals of the metrics that have one, by name.
        best: Whether the run is on the Pareto front of score and cost per episode; None if its cost
            is unknown.
    """

    name: str
    tasks: int
    episodes: int
    mean: float
    solved: float
    successes: int
    dollars: float | None
    cost: str | None
    seconds: float
    outcomes: dict[Outcome, int]
    without_void: float | None
    figures: dict[str, float]
    confidence: dict[str, Interval]
    best: bool | None = None

    @property
    def per_episode(self) -> float | None:
        """Dollars per episode with a result; None if the cost is unknown."""
        return None if self.dollars is None else self.dollars / self.episodes

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
        return [
            self._standings_table(),
            self._metrics_table(),
            self._pairs_table(),
            self._outcomes_table(),
        ]

    def _standings_table(self) -> Table:
        rows: list[list[Cell]] = [
            [
                standing.name,
                standing.tasks,
                standing.mean,
                standing.solved,
                standing.cost,
                None if standing.per_success is None else f"${standing.per_success:,.3f}",
                f"{standing.seconds:,.0f} s",
                None if standing.best is None else "yes" if standing.best else "no",
            ]
            for standing in self.standings
        ]
        columns = ["run", "tasks", "mean", "solved", "cost", "per success", "time", "Pareto front"]
        return Table(title="Scores, cost and time", columns=columns, rows=rows)

    def _metrics_table(self) -> Table:
        names = dict.fromkeys(name for standing in self.standings for name in standing.figures)
        rows: list[list[Cell]] = [
            [name, *(standing.figure(name) for standing in self.standings)] for name in names
        ]
        columns = ["metric", *(standing.name for standing in self.standings)]
        return Table(title="Metrics in percent", columns=columns, rows=rows)

    def _pairs_table(self) -> Table:
        several = len(self.pairs) > 1
        rows: list[list[Cell]] = [
            [
                f"{pair.second} - {pair.first}",
                pair.tasks,
                pair.difference,
                pair.low,
                pair.high,
                len(pair.only_second),
                len(pair.only_first),
                *map(_p_text, (pair.p, pair.holm) if several else (pair.p,)),
            ]
            for pair in self.pairs
        ]
        columns = ["difference", "tasks", "mean", "95% from", "to", "gained", "lost", "McNemar p"]
        if several:
            columns.append("Holm p")
        return Table(title="Differences by task", columns=columns, rows=rows)

    def _outcomes_table(self) -> Table:
        rows: list[list[Cell]] = [
            [standing.name, *standing.outcomes.values(), standing.without_void]
            for standing in self.standings
        ]
        columns = ["run", *OUTCOMES, "headline without void"]
        return Table(title="Episode outcomes", columns=columns, rows=rows)

    def unlike(self) -> Table | None:
        """Return a table of the conditions that differ between runs; None if none differ."""
        if not self.differing:
            return None
        columns = ["condition", *(standing.name for standing in self.standings)]
        rows: list[list[Cell]] = [
            [key.replace("_", " "), *map(str, values)] for key, values in self.differing.items()
        ]
        return Table(title="Different conditions", columns=columns, rows=rows)


def compare(runs: Sequence[Run], run_names: Sequence[str] = ()) -> Comparison:
    """Compare runs of one benchmark, in pairs on the tasks that both have.

    Args:
        run_names: Names of the runs; by default those of `names`.

    Raises:
        UserError: If there are fewer than two runs, one is given twice, or they are of different
            benchmarks or have no common tasks.
    """
    if len(runs) < 2:
        raise UserError("a comparison needs at least two runs.")
    benchmarks = sorted({run.benchmark for run in runs})
    if len(benchmarks) > 1:
        raise UserError(f"cannot compare runs of different benchmarks: {', '.join(benchmarks)}.")
    runs_by_name = dict(zip(run_names or names(runs), runs, strict=True))
    standings = [_standing(name, run) for name, run in runs_by_name.items()]
    pairs = [
        _pair(first, runs_by_name[first], second, runs_by_name[second])
        for first, second in combinations(runs_by_name, 2)
    ]
    corrected = holm([pair.p for pair in pairs])
    return Comparison(
        benchmark=benchmarks[0],
        differing=_differing(runs),
        standings=[
            standing.model_copy(update={"best": _on_front(standing, standings)})
            for standing in standings
        ],
        pairs=[
            pair.model_copy(update={"holm": p}) for pair, p in zip(pairs, corrected, strict=True)
        ],
        grid=grid_of(runs_by_name),
    )


def _p_text(p: float) -> str:
    return f"{p:.3f}" if p >= _SMALLEST_P else f"<{_SMALLEST_P}"


def _differing(runs: Sequence[Run]) -> dict[str, list[Any]]:
    """Return the conditions that differ between runs, with the value of each run."""
    keys = dict.fromkeys(key for run in runs for key in run.condition)
    differing = {
        key: [run.condition.get(key) for run in runs]
        for key in keys
        if any(run.condition.get(key) != runs[0].condition.get(key) for run in runs)
    }
    tasks_of = [set(run.means.tasks) for run in runs]
    if any(tasks != tasks_of[0] for tasks in tasks_of):
        common = len(set.intersection(*tasks_of))
        differing["tasks"] = [f"{len(tasks)} ({common} in all runs)" for tasks in tasks_of]
    # The chance that most epochs of a task solve it depends on their number.
    if len({run.epochs for run in runs}) > 1:
        differing["epochs"] = [run.epochs for run in runs]
    if any(run.missing for run in runs):
        differing["finished"] = [run.progress for run in runs]
    counts = {
        "logs without checksum": [run.without_digest for run in runs],
        "episodes started again": [run.started_again for run in runs],
        "replaced results": [run.totals.replaced for run in runs],
        "answers from the cache": [int(run.usage().get("cached_calls", 0)) for run in runs],
    }
    return differing | {name: values for name, values in counts.items() if any(values)}


def names(runs: Sequence[Run]) -> list[str]:
    """Return a unique name for each run: its agent and model, or the shortest unique end of its
    folder's path.

    Raises:
        UserError: If a run is given twice.
    """
    run_names = [run.who for run in runs]
    folders = [run.folder.resolve().parts for run in runs]
    ambiguous = [index for index, name in enumerate(run_names) if run_names.count(name) > 1]
    for index in ambiguous:
        if folders.count(folders[index]) > 1:
            raise UserError(f"{runs[index].folder}: the run is given twice.")
    part_count = 1
    while len({folders[index][-part_count:] for index in ambiguous}) < len(ambiguous):
        part_count += 1
    for index in ambiguous:
        run_names[index] = "/".join(folders[index][-part_count:])
    return run_names


def _standing(name: str, run: Run) -> Standing:
    if not run.results:
        raise UserError(f"{run.folder}: no task has finished.")
    return Standing(
        name=name,
        tasks=len(run.means.tasks),
        episodes=len(run.results),
        mean=fmean(run.means.scores),
        solved=fmean(run.means.solved),
        successes=run.totals.successes,
        dollars=run.usage().get("dollars"),
        cost=cost_text(run.usage()),
        seconds=run.totals.seconds,
        outcomes=run.outcomes(),
        without_void=run.without_void.get(run.summary.headline) if run.summary else None,
        figures=run.summary.figures if run.summary else {},
        confidence=run.confidence,
    )


def _on_front(standing: Standing, standings: Sequence[Standing]) -> bool | None:
    """Whether no other run is at least as good and as cheap, and better or cheaper.

    Costs are compared per episode, as runs can differ in the number of tasks and epochs. None for a
    run whose cost is unknown; such runs are not counted among the others either.
    """
    cost = standing.per_episode
    if cost is None:
        return None
    others = ((other.mean, other.per_episode) for other in standings)
    return not any(
        mean >= standing.mean and price <= cost and (mean > standing.mean or price < cost)
        for mean, price in others
        if price is not None
    )


def _pair(first_name: str, first: Run, second_name: str, second: Run) -> RunPair:
    first_means, second_means = first.means, second.means
    index = {task: position for position, task in enumerate(first_means.tasks)}
    differences, clusters = array("d"), list[str]()
    gained, lost, gains = list[str](), list[str](), Counter[str]()
    for second_index, task in enumerate(second_means.tasks):
        if (first_index := index.get(task)) is None:
            continue
        differences.append(second_means.scores[second_index] - first_means.scores[first_index])
        clusters.append(second_means.clusters[second_index])
        # Whether more than half of the epochs solved it.
        solved, was_solved = (
            second_means.solved[second_index] > 0.5,
            first_means.solved[first_index] > 0.5,
        )
        if solved != was_solved:
            (gained if solved else lost).append(task)
            gains[second_means.clusters[second_index]] += 1 if solved else -1
    if not differences:
        raise UserError(f"{first.folder} and {second.folder} have no task in common.")
    low, high = difference_interval(differences, clusters) or UNKNOWN
    p = mcnemar([*gains.values()])
    return RunPair(
        first=first_name,
        second=second_name,
        tasks=len(differences),
        difference=fmean(differences),
        low=low,
        high=high,
        only_first=lost,
        only_second=gained,
        p=p,
        holm=p,
    )
