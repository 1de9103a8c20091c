"""Results of a run: its episodes, metrics and tables."""

from array import array
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from statistics import fmean, median
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, SkipValidation

from webproctor.benchmarks import Benchmark
from webproctor.core.intervals import UNKNOWN, Interval, mean_interval
from webproctor.core.outcomes import Outcome
from webproctor.core.scores import Cell, Summary, Table
from webproctor.run.episode_results import OUTCOMES, Result
from webproctor.run.resources import resources_table, usage_text
from webproctor.run.summaries import GROUPS, pass_at, pass_every
from webproctor.run.totals import TaskMeans, Totals, by_task

PEOPLE = "people"
"""The part of a condition that says how the conditions of people differ from those of agents."""
_PER_PERSON_FIELDS = ("seconds", "actions")


class Run(BaseModel):
    """A run: its settings, progress and results.

    Attributes:
        folder: Folder of the run.
        benchmark: Name of the benchmark.
        agent: Name of the agent.
        model: Name of the model; None for an agent without one.
        condition: What must be equal for two runs to be compared.
        complete: Whether every task has a result in every epoch, and no result is void.
        stopped: Why the run stopped early, such as its budget; None if it did not, or after Ctrl-C.
        tasks: Number of tasks.
        selection: A digest of the ids of the tasks; see `selection_of`.
        epochs: Episodes per task.
        results: Results of the finished episodes, ordered by task, then by epoch.
        used: What all model requests of the run used, including those of stopped episodes and
            earlier tries; empty if the run has no ledger.
        restarts: How often an episode was started again after it had been stopped without a result.
        without_digest: Number of logs that `logs.sha256` does not list.
        summary: Metrics, tables and charts; None before an episode has finished.
        without_void: The metrics without void episodes, by name; empty if no episodes are void, or
            all are.
        confidence: 95 % confidence intervals of the metrics that have one, by name.
        seconds: Wall-clock seconds since the run was started or resumed; 0 for a run that was read.
        earlier: How many of the results a resumed run had before.
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
    selection: str = ""
    epochs: int = 1
    results: Annotated[Sequence[Result], SkipValidation]
    used: dict[str, float] = {}
    restarts: int = 0
    without_digest: int = 0
    summary: Summary | None
    without_void: dict[str, float] = {}
    confidence: dict[str, Interval] = {}
    seconds: float = 0.0
    earlier: int = 0
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
        condition = self.condition | {"tasks": self.tasks}
        return [
            f"{name} {_text(condition.get(name))} (published: {_text(published)})"
            for name, published in self.published_condition.items()
            if condition.get(name)
            not in (published if isinstance(published, tuple) else (published,))
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
    def note(self) -> str:
        """What is missing from the run, and whether episodes were repeated, such as `not finished`;
        "" if there is nothing to say."""
        incomplete = "" if self.complete else "not finished" if self.missing else "not complete"
        parts = (
            incomplete,
            "no checksums" if self.without_digest else "",
            f"episodes started again: {self.started_again}" if self.started_again else "",
            f"replaced results: {self.totals.replaced}" if self.totals.replaced else "",
        )
        return ", ".join(part for part in parts if part)

    @property
    def started_again(self) -> int:
        """How often episodes were started again, for any reason."""
        return self.restarts + self.totals.retries

    @property
    def warnings(self) -> list[str]:
        """Reasons to check how the run was produced, one or two sentences each."""
        warnings: list[str] = []
        if count := self.without_digest:
            warnings.append(
                f"{count} {'log is' if count == 1 else 'logs are'} not in logs.sha256, so changes "
                "are not noticed. The run is active or was killed, or the file was changed."
            )
        if count := self.totals.replaced:
            warnings.append(
                f"The logs have {count} more {'result' if count == 1 else 'results'} of finished "
                "episodes, which a run does not repeat: logs of a copy of the run were added."
            )
        for count, reason in (
            (self.restarts, "they had been stopped without a result"),
            (self.totals.retries, "they were void or their model gave no answer"),
        ):
            times = "time" if count == 1 else "times"
            if count:
                warnings.append(f"Episodes were started again {count} {times} after {reason}.")
        return warnings

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
        cluster_count = len(set(clusters))
        unit = "tasks" if cluster_count == len(clusters) else "clusters"
        rows: list[list[Cell]] = []
        for name, values in (("mean score", self.means.scores), ("solved", self.means.solved)):
            if not values:
                continue
            interval, method = mean_interval(values, clusters)
            rows.append([name, fmean(values), *(interval or UNKNOWN), method])
        figures = self.summary.figures if self.summary else {}
        headline = self.summary.headline if self.summary else ""
        for name, interval in self.confidence.items():
            method = f"jackknife, {min(GROUPS, cluster_count)} groups"
            if name == headline and figures[name] in (0, 1):
                method = f"Wilson over {cluster_count} {unit}"
            rows.append([name, figures[name], *interval, method])
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
        for task_results in by_task(self.results):
            if len(task_results) == self.epochs:
                clusters.append(task_results[0].cluster or task_results[0].task)
                solved.append(sum(result.solved for result in task_results))
        if not solved:
            return None
        rows: list[list[Cell]] = []
        for k in range(1, self.epochs + 1):
            row: list[Cell] = [str(k)]
            for estimate in (pass_at, pass_every):
                values = [estimate(k, self.epochs, count) for count in solved]
                row += [fmean(values), *(mean_interval(values, clusters)[0] or UNKNOWN)]
            rows.append(row)
        columns = ["k", "pass@k", "95% from", "to", "pass^k", "95% from", "to"]
        return Table(title=f"pass@k over {self.epochs} epochs", columns=columns, rows=rows)

    def people(self) -> Table | None:
        """Return a table of the participants, and of their mean with its confidence interval over
        people; None for a run of an agent."""
        rows: list[list[Cell]] = []
        means: dict[str, float] = {}
        for epoch, name in enumerate(self.participants, 1):
            results = [result for result in self.results if result.epoch == epoch]
            if not results:
                continue
            means[name] = fmean(result.score.value for result in results)
            clusters = [result.cluster or result.task for result in results]
            interval, _ = mean_interval([result.score.value for result in results], clusters)
            seconds, actions = (
                [getattr(result, field) for result in results] for field in _PER_PERSON_FIELDS
            )
            medians = [f"{median(seconds):.1f}", f"{median(actions):.1f}"]
            rows.append([name, len(results), means[name], *(interval or UNKNOWN), *medians])
        if not rows:
            return None
        interval, _ = mean_interval(list(means.values()), list(means))
        total = [fmean(means.values()), *(interval or UNKNOWN), None, None]
        rows.append(["mean over people", len(self.results), *total])
        columns = ["participant", "tasks", "mean score", "95% from", "to", "seconds", "actions"]
        return Table(title="Participants (medians per task)", columns=columns, rows=rows)

    def unsolved(self) -> Table | None:
        """Return a table of the clusters in which no task was solved; None if there are none."""
        if not self.grouped:
            return None
        scores_by_cluster: dict[str, array[float]] = {}
        solved: set[str] = set()
        for result in self.results:
            name = result.cluster or result.task
            scores_by_cluster.setdefault(name, array("d")).append(result.score.value)
            if result.solved:
                solved.add(name)
        rows: list[list[Cell]] = [
            [name, len(values), fmean(values)]
            for name, values in sorted(scores_by_cluster.items())
            if name not in solved
        ]
        if not rows:
            return None
        title = f"Never solved: {len(rows)} of {len(scores_by_cluster)}, by {self.grouped}"
        return Table(title=title, columns=[self.grouped, "episodes", "mean score"], rows=rows)

    def spending(self) -> Table:
        """Return a table of steps, actions, time, tokens and dollars per episode, in total, and per
        success. The total usage of models includes requests of episodes without a result."""
        return resources_table(self.results, self.usage(), self.totals.successes)

    def tables(self) -> list[Table]:
        """Return all tables: intervals, epochs, the benchmark's own, unsolved tasks, resources."""
        benchmark_tables = self.summary.tables if self.summary else []
        all_tables = [
            *(self.intervals(), self.repeats(), self.people()),
            *(*benchmark_tables, self.unsolved(), self.spending()),
        ]
        return [table for table in all_tables if table]

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
        return usage_text(self.usage(), self.totals.invalid_actions)

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
            "restarts": self.restarts,
            "logs_without_digest": self.without_digest,
            "actions": self.totals.actions,
            "invalid_actions": self.totals.invalid_actions,
            "usage": self.usage(),
            "refused_requests": self.totals.refused,
            "seconds": round(self.seconds, 3),
        }


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_text, value)) or "all"
    return "none" if value is None else str(value)
