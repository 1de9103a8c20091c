"""Results of a run: its episodes, metrics and tables."""

from array import array
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from statistics import fmean, median
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, SkipValidation

from webproctor.benchmarks import Benchmark
from webproctor.core.intervals import UNKNOWN, Interval, clustered, drawn_over, share
from webproctor.core.outcomes import Outcome
from webproctor.core.scores import Summary, Table
from webproctor.run.episode_results import OUTCOMES, Result
from webproctor.run.summaries import GROUPS, pass_at, pass_every
from webproctor.run.totals import TaskMeans, Totals, by_task

PEOPLE = "people"
"""The part of a condition that says how the conditions of people differ from those of agents."""
_PER_PERSON = ("seconds", "actions")
_RESOURCES = {
    "steps": "turns",
    "actions": "actions",
    "invalid actions": "invalid_actions",
    "refused requests": "refused",
    "seconds": "seconds",
}


class Run(BaseModel):
    """A run: its settings, progress and results.

    Attributes:
        folder: Folder of the run.
        benchmark: Name of the benchmark.
        agent: Name of the agent.
        model: Name of the model; None for an agent without one.
        condition: What must be equal for two runs to be compared.
        complete: Whether every task has a result in every epoch, and none is void.
        stopped: Why the run stopped early, if by itself: its budget, or its client.
        tasks: Number of tasks.
        epochs: Episodes per task.
        results: Results of the finished episodes, ordered by task, then by epoch.
        used: What all model requests of the run used, including those of stopped episodes and
            earlier tries; empty if the run has no ledger.
        summary: Metrics, tables and charts; None before an episode has finished.
        without_void: The metrics without void episodes, by name; empty if no episodes are void, or
            all are.
        confidence: 95 % confidence intervals of the metrics that have one, by name.
        seconds: Wall-clock seconds since the run was started or resumed; 0 for a run that was read.
        published: Published results on this benchmark.
        published_columns: The column of `published` that a metric corresponds to, by the metric's
            name.
        published_condition: The entries of a condition under which the published results hold.
        grouped: What the clusters are (family, website, ...); "" if tasks are independent.
        participants: In a run of people, their pseudonyms, by epoch; empty for an agent.
        own_benchmark: The benchmark, if it was given as a Python object; None if it has a name.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    folder: Path
    benchmark: str
    agent: str
    model: str | None = None
    condition: dict[str, Any]
    complete: bool
    stopped: str | None = None
    tasks: int
    epochs: int = 1
    results: Annotated[Sequence[Result], SkipValidation]
    used: dict[str, float] = {}
    summary: Summary | None
    without_void: dict[str, float] = {}
    confidence: dict[str, Interval] = {}
    seconds: float = 0.0
    published: Table | None = None
    published_columns: dict[str, str] = {}
    published_condition: dict[str, Any] = {}
    grouped: str = ""
    participants: list[str] = []
    own_benchmark: Benchmark | None = Field(default=None, exclude=True, repr=False)

    @property
    def unlike_published(self) -> list[str]:
        """Return what differs from the condition of the published results, one phrase each.

        A tuple in `published_condition` lists several values; `tasks` is the number of tasks.
        """
        here = self.condition | {"tasks": self.tasks}
        return [
            f"{name} {_words(here.get(name))} (published: {_words(wanted)})"
            for name, wanted in self.published_condition.items()
            if here.get(name) not in (wanted if isinstance(wanted, tuple) else (wanted,))
        ]

    @cached_property
    def totals(self) -> Totals:
        """What the results add up to."""
        return Totals.of(self.results)

    @cached_property
    def means(self) -> TaskMeans:
        """The results of each task, averaged over its epochs."""
        return TaskMeans.of(self.results)

    def __copy__(self) -> Self:
        """Copy the run without its totals: `model_copy` may replace the results."""
        copied = super().__copy__()
        for name in ("totals", "means"):
            vars(copied).pop(name, None)
        return copied

    def outcomes(self) -> dict[Outcome, int]:
        """Return the number of episodes by outcome."""
        return {outcome: self.totals.outcomes[outcome] for outcome in OUTCOMES}

    def causes(self, outcome: Outcome) -> dict[str, int]:
        """Return the number of errored or void episodes, by cause."""
        return dict(self.totals.causes[outcome])

    @property
    def missing(self) -> int:
        """Number of episodes without a result."""
        return self.tasks * self.epochs - len(self.results)

    @property
    def solved(self) -> float | None:
        """Share of episodes with the full score, averaged over tasks; None before an episode has
        finished."""
        return fmean(self.means.solved) if self.means.solved else None

    def intervals(self) -> Table:
        """Return a table of the mean score, the share of solved tasks and the metrics, with their
        confidence intervals and methods. Epochs of a task are averaged. The table has no rows
        before an episode has finished."""
        clusters = self.means.clusters
        apart = len(set(clusters))
        what = "tasks" if apart == len(clusters) else "clusters"
        rows: list[list[str | int | float | None]] = []
        for name, of in (("mean score", self.means.scores), ("solved", self.means.solved)):
            if not of:
                continue
            sure, method = _sure(of, clusters, drawn_over(apart, what))
            rows.append([name, fmean(of), *(sure or UNKNOWN), method])
        figures = self.summary.figures if self.summary else {}
        headline = self.summary.headline if self.summary else ""
        for name, sure in self.confidence.items():
            method = f"jackknife, {min(GROUPS, apart)} groups"
            if name == headline and figures[name] in (0, 1):
                method = f"Wilson over {apart} {what}"
            rows.append([name, figures[name], *sure, method])
        columns = ["metric", "value", "95% from", "to", "method"]
        return Table(title="Confidence intervals", columns=columns, rows=rows)

    def repeats(self) -> Table | None:
        """Return a table of pass@k (at least one of k epochs solves a task) and pass^k (all k do);
        None for a run with one epoch.

        Unbiased estimates per task are averaged; tasks with missing epochs are left out.
        """
        if self.epochs == 1:
            return None
        clusters: list[str] = []
        solved = array("L")
        for each in by_task(self.results):
            if len(each) == self.epochs:
                clusters.append(each[0].cluster or each[0].task)
                solved.append(sum(one.solved for one in each))
        if not solved:
            return None
        rows: list[list[str | int | float | None]] = []
        for k in range(1, self.epochs + 1):
            row: list[str | int | float | None] = [str(k)]
            for chance in (pass_at, pass_every):
                values = [chance(k, self.epochs, count) for count in solved]
                row += [fmean(values), *(_sure(values, clusters)[0] or UNKNOWN)]
            rows.append(row)
        columns = ["k", "pass@k", "95% from", "to", "pass^k", "95% from", "to"]
        return Table(title=f"pass@k over {self.epochs} epochs", columns=columns, rows=rows)

    def people(self) -> Table | None:
        """Return a table of the participants, and of their mean with its confidence interval over
        people; None for a run of an agent."""
        rows: list[list[str | int | float | None]] = []
        means: dict[str, float] = {}
        for epoch, name in enumerate(self.participants, 1):
            own = [result for result in self.results if result.epoch == epoch]
            if not own:
                continue
            means[name] = fmean(one.score.value for one in own)
            clusters = [one.cluster or one.task for one in own]
            sure, _ = _sure([one.score.value for one in own], clusters)
            seconds, actions = ([getattr(one, part) for one in own] for part in _PER_PERSON)
            spent = [f"{median(seconds):.1f}", f"{median(actions):g}"]
            rows.append([name, len(own), means[name], *(sure or UNKNOWN), *spent])
        if not rows:
            return None
        sure = clustered(list(means.values()), list(means))
        total = [fmean(means.values()), *(sure or UNKNOWN), None, None]
        rows.append(["mean over people", len(self.results), *total])
        columns = ["participant", "tasks", "mean score", "95% from", "to", "seconds", "actions"]
        return Table(title="Participants (medians per task)", columns=columns, rows=rows)

    def unsolved(self) -> Table | None:
        """Return a table of the clusters in which no task was solved; None if there are none."""
        if not self.grouped:
            return None
        of: dict[str, array[float]] = {}
        solved: set[str] = set()
        for result in self.results:
            name = result.cluster or result.task
            of.setdefault(name, array("d")).append(result.score.value)
            if result.solved:
                solved.add(name)
        rows: list[list[str | int | float | None]] = [
            [name, len(values), fmean(values)]
            for name, values in sorted(of.items())
            if name not in solved
        ]
        if not rows:
            return None
        title = f"Never solved: {len(rows)} of {len(of)}, by {self.grouped}"
        return Table(title=title, columns=[self.grouped, "episodes", "mean score"], rows=rows)

    def spending(self) -> Table:
        """Return a table of steps, actions, time, tokens and dollars per episode, in total, and per
        success. The total usage of models includes requests of episodes without a result."""
        used = self.usage()
        own = {name: array("d") for name in _RESOURCES}
        models = {name: array("d") for name in used}
        for result in self.results:
            for name, field in _RESOURCES.items():
                own[name].append(getattr(result, field))
            for name, values in models.items():
                values.append(result.usage.get(name, 0))
        counted = own | {name.replace("_", " "): values for name, values in models.items()}
        totals = {name: sum(values) for name, values in own.items()}
        totals |= {name.replace("_", " "): value for name, value in used.items()}
        successes = self.totals.successes
        rows: list[list[str | int | float | None]] = [
            [
                name,
                *(f"{of(values):,.4g}" if values else "-" for of in (median, max)),
                f"{totals[name]:,.2f}".removesuffix(".00"),
                f"{totals[name] / successes:,.4g}" if successes else "-",
            ]
            for name, values in counted.items()
            if totals[name]
        ]
        columns = ["", "median", "maximum", "total", "per success"]
        return Table(title="Resources used", columns=columns, rows=rows)

    def tables(self) -> list[Table]:
        """Return all tables: intervals, epochs, the benchmark's own, unsolved tasks, resources."""
        own = self.summary.tables if self.summary else []
        told = [
            *(self.intervals(), self.repeats(), self.people()),
            *(*own, self.unsolved(), self.spending()),
        ]
        return [table for table in told if table]

    @property
    def progress(self) -> str:
        """The progress of the run as text."""
        unit = "tasks" if self.epochs == 1 else f"episodes in {self.epochs} epochs"
        return f"{len(self.results)} of {self.tasks * self.epochs} {unit}"

    @property
    def who(self) -> str:
        """Name of the agent, and of its model if it has one; or the number of people."""
        if count := len(self.participants):
            return f"{self.agent} ({count} {'person' if count == 1 else 'people'})"
        return f"{self.agent} ({self.model})" if self.model else self.agent

    def spent(self) -> str:
        """Return the usage of models as text; "" if there was none."""
        used = self.usage()
        if not used:
            return ""
        invalid = self.totals.invalid_actions
        calls = used.get("calls", 0)
        parts = [
            f"{calls:,.0f} model {'request' if calls == 1 else 'requests'}",
            f"{used['failed_calls']:,.0f} of them failed" if "failed_calls" in used else "",
            f"{used['unmetered_calls']:,.0f} of them with unknown usage"
            if "unmetered_calls" in used
            else "",
            f"{used['cached_calls']:,.0f} answers from the cache" if "cached_calls" in used else "",
            f"{used.get('input_tokens', 0):,.0f} input tokens",
            f"{used.get('output_tokens', 0):,.0f} output tokens",
            f"${used['dollars']:,.2f}" if "dollars" in used else "",
            f"invalid actions: {invalid}" if invalid else "",
        ]
        return "; ".join(part for part in parts if part)

    def usage(self) -> dict[str, float]:
        """Return the total usage of models."""
        return self.used or self.totals.usage

    def outline(self) -> dict[str, Any]:
        """Return the run's results as JSON data, for `--json`."""
        return {
            "folder": str(self.folder),
            "benchmark": self.benchmark,
            "agent": self.agent,
            "model": self.model,
            "condition": self.condition,
            "complete": self.complete,
            "stopped": self.stopped,
            "tasks": self.tasks,
            "epochs": self.epochs,
            "finished": len(self.results),
            "headline": self.summary.headline if self.summary else None,
            "figures": self.summary.figures if self.summary else {},
            "figures_without_void": self.without_void,
            "intervals": self.confidence,
            "outcomes": self.outcomes(),
            "errors": self.causes("errored"),
            "void": self.causes("void"),
            "tries": self.totals.tries,
            "actions": self.totals.actions,
            "invalid_actions": self.totals.invalid_actions,
            "usage": self.usage(),
            "refused_requests": self.totals.refused,
            "seconds": round(self.seconds, 3),
        }


def _sure(
    rates: Sequence[float], clusters: Sequence[str], drawn: str = ""
) -> tuple[Interval | None, str]:
    """Return the interval of a mean of rates and its method: for rates that are all 0 or 1 that of
    `share`, otherwise a bootstrap."""
    if all(rate in (0, 1) for rate in rates):
        return share([rate == 1 for rate in rates], clusters)
    return clustered(rates, clusters), drawn


def _words(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_words, value)) or "all"
    return "none" if value is None else str(value)
