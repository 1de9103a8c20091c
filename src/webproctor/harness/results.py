"""Results: what a run's logs say, one row an episode."""

import json
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from statistics import fmean, median
from typing import Any

from inspect_ai.log import EvalSample, read_eval_log_samples
from inspect_ai.util import store_from_events
from pydantic import BaseModel

from webproctor.actions import Misread
from webproctor.episodes import Episode, added
from webproctor.errors import UserError
from webproctor.harness.summaries import GROUPS, pass_at, pass_every
from webproctor.harness.tasks import EPISODE, epoch_of, score_of
from webproctor.intervals import UNKNOWN, Interval, clustered, drawn_over, share
from webproctor.scores import Score, Summary, Table

# An episode that was stopped for these causes has no result: it is still to be run.
STOPPED = frozenset({"budget", "client left"})


Key = tuple[str, int]
"""A task's id, and the epoch, from 1, in which it was worked on."""


class Result(BaseModel):
    """What became of one episode.

    Attributes:
        task: The task's id.
        epoch: In which turn through the tasks, from 1, it was worked on.
        score: Its mark; 0 when it broke off.
        cause: Why it broke off, in a word; None when it did not.
        message: The same in a sentence.
        turns: Turns that the agent took.
        actions: Actions that it did.
        refused: Requests that the network guard refused.
        seconds: Wall-clock seconds of the episode.
        misread: Calls of a model that were no action.
        usage: What its model used: calls, tokens, dollars.
        cluster: Which tasks it belongs together with; its own id where it stands alone.
        instruction: What was asked for.
    """

    task: str
    epoch: int = 1
    score: Score
    cluster: str = ""
    instruction: str = ""
    cause: str | None = None
    message: str | None = None
    turns: int = 0
    actions: int = 0
    refused: int = 0
    seconds: float = 0.0
    misread: int = 0
    usage: dict[str, float] = {}

    @property
    def solved(self) -> bool:
        """Whether it has full marks."""
        return self.score.value >= 1


class Run(BaseModel):
    """A run: what was run, how far it came, and what it amounts to.

    Attributes:
        folder: Where its files are.
        benchmark: Name of the benchmark.
        agent: Name of the agent.
        model: Name of the model that drove it, if one did.
        condition: What must be equal for two runs to be compared.
        complete: Whether every task has its result in every epoch.
        stopped: Why it ended before that, if it did so by itself: its budget, or its client.
        tasks: How many tasks the run is of.
        epochs: How often each task is worked on.
        results: One for each finished episode, in the order of the tasks, then of the epochs.
        summary: The marks drawn together; None before anything has finished.
        sure: The 95 % intervals of its figures, by name; some have none.
        seconds: Wall-clock seconds of this sitting.
        published: Results that others published on this benchmark.
        beside: Which figure stands beside which column of these.
        grouped: What the results' clusters are (family, website, ...); "" where tasks stand alone.
    """

    folder: Path
    benchmark: str
    agent: str
    model: str | None = None
    condition: dict[str, Any]
    complete: bool
    stopped: str | None = None
    tasks: int
    epochs: int = 1
    results: list[Result]
    summary: Summary | None
    sure: dict[str, Interval] = {}
    seconds: float = 0.0
    published: Table | None = None
    beside: dict[str, str] = {}
    grouped: str = ""

    def errors(self) -> dict[str, int]:
        """How many episodes broke off, by cause."""
        return dict(Counter(result.cause for result in self.results if result.cause))

    def by_task(self) -> dict[str, list[Result]]:
        """The results of each task, in the order of the epochs."""
        found: dict[str, list[Result]] = {}
        for result in self.results:
            found.setdefault(result.task, []).append(result)
        return found

    @property
    def solved(self) -> float:
        """The share of episodes with full marks, each task counting alike."""
        return fmean(fmean(one.solved for one in each) for each in self.by_task().values())

    def intervals(self) -> Table:
        """How sure the mean mark, the share of solved tasks and the figures are, and by which
        method; of several epochs, the mean of each task counts."""
        tasks = list(self.by_task().values())
        clusters = [each[0].cluster or each[0].task for each in tasks]
        apart = len(set(clusters))
        what = "tasks" if apart == len(tasks) else "clusters"
        values = [fmean(one.score.value for one in each) for each in tasks]
        rates = [fmean(one.solved for one in each) for each in tasks]
        rows: list[list[str | int | float | None]] = []
        for name, of in (("mean mark", values), ("solved", rates)):
            sure, method = _sure(of, clusters, drawn_over(apart, what))
            rows.append([name, fmean(of), *(sure or UNKNOWN), method])
        figures = self.summary.figures if self.summary else {}
        headline = self.summary.headline if self.summary else ""
        for name, sure in self.sure.items():
            method = f"jackknife, {min(GROUPS, apart)} groups"
            if name == headline and figures[name] in (0, 1):
                method = f"Wilson over {apart} {what}"
            rows.append([name, figures[name], *sure, method])
        columns = ["figure", "value", "95% from", "to", "method"]
        return Table(title="How sure the marks are", columns=columns, rows=rows)

    def repeats(self) -> Table | None:
        """Chances that one of k epochs solves a task (pass@k), and that all do (pass^k); None of
        a run with one epoch.

        The unbiased estimates of each task are averaged; tasks that miss an epoch are left out.
        """
        if self.epochs == 1:
            return None
        tasks = [each for each in self.by_task().values() if len(each) == self.epochs]
        if not tasks:
            return None
        clusters = [each[0].cluster or each[0].task for each in tasks]
        solved = [sum(one.solved for one in each) for each in tasks]
        rows: list[list[str | int | float | None]] = []
        for k in range(1, self.epochs + 1):
            row: list[str | int | float | None] = [str(k)]
            for chance in (pass_at, pass_every):
                values = [chance(k, self.epochs, count) for count in solved]
                row += [fmean(values), *(_sure(values, clusters)[0] or UNKNOWN)]
            rows.append(row)
        columns = ["k", "pass@k", "95% from", "to", "pass^k", "95% from", "to"]
        return Table(title=f"Over {self.epochs} epochs", columns=columns, rows=rows)

    def unsolved(self) -> Table | None:
        """Clusters of tasks of which none was ever solved; None where there are none."""
        of: dict[str, list[Result]] = {}
        for result in self.results:
            of.setdefault(result.cluster or result.task, []).append(result)
        rows: list[list[str | int | float | None]] = [
            [name, len(each), fmean(one.score.value for one in each)]
            for name, each in sorted(of.items())
            if not any(one.solved for one in each)
        ]
        if not rows or not self.grouped:
            return None
        title = f"Never solved: {len(rows)} of {len(of)}, by {self.grouped}"
        return Table(title=title, columns=[self.grouped, "episodes", "mean mark"], rows=rows)

    def spending(self) -> Table:
        """Turns, actions, time, tokens and dollars: in all, of an episode, and of a success."""
        counted: dict[str, list[float]] = {
            "turns": [result.turns for result in self.results],
            "actions": [result.actions for result in self.results],
            "misread calls": [result.misread for result in self.results],
            "refused requests": [result.refused for result in self.results],
            "seconds": [result.seconds for result in self.results],
        } | {
            name.replace("_", " "): [result.usage.get(name, 0) for result in self.results]
            for name in self.usage()
        }
        successes = sum(result.solved for result in self.results)
        rows: list[list[str | int | float | None]] = [
            [
                name,
                *(f"{value:,.4g}" for value in (median(values), max(values))),
                f"{sum(values):,.2f}".removesuffix(".00"),
                f"{sum(values) / successes:,.4g}" if successes else "-",
            ]
            for name, values in counted.items()
            if any(values)
        ]
        columns = ["", "median episode", "most", "in all", "for a success"]
        return Table(title="What it took", columns=columns, rows=rows)

    def tables(self) -> list[Table]:
        """Everything that is told in tables: how sure, over epochs, the benchmark's own, what was
        never solved, what it took."""
        own = self.summary.tables if self.summary else []
        told = [self.intervals(), self.repeats(), *own, self.unsolved(), self.spending()]
        return [table for table in told if table]

    @property
    def progress(self) -> str:
        """How far it came, in words."""
        unit = "tasks" if self.epochs == 1 else f"episodes in {self.epochs} epochs"
        return f"{len(self.results)} of {self.tasks * self.epochs} {unit}"

    @property
    def who(self) -> str:
        """The agent, and the model that drove it."""
        return f"{self.agent} ({self.model})" if self.model else self.agent

    def spent(self) -> str:
        """What models used, in a sentence; "" where none did."""
        used = self.usage()
        if not used:
            return ""
        misread = sum(result.misread for result in self.results)
        parts = [
            f"{used.get('calls', 0):,.0f} answers of the model",
            f"{used.get('input_tokens', 0):,.0f} tokens in",
            f"{used.get('output_tokens', 0):,.0f} tokens out",
            f"${used['dollars']:,.2f}" if "dollars" in used else "",
            f"misread calls: {misread}" if misread else "",
        ]
        return "; ".join(part for part in parts if part)

    def usage(self) -> dict[str, float]:
        """What models used in all."""
        return added(*(result.usage for result in self.results))

    def outline(self) -> dict[str, Any]:
        """The run in a few lines of JSON data, for `--json` and `run.json`."""
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
            "intervals": self.sure,
            "errors": self.errors(),
            "actions": sum(result.actions for result in self.results),
            "misread_calls": sum(result.misread for result in self.results),
            "usage": self.usage(),
            "refused_requests": sum(result.refused for result in self.results),
            "seconds": round(self.seconds, 3),
        }


def _sure(
    rates: Sequence[float], clusters: Sequence[str], drawn: str = ""
) -> tuple[Interval | None, str]:
    """The interval of a mean of tasks' rates, and its method: rates that are all 0 or 1 are counted
    where they can be, all others drawn."""
    if all(rate in (0, 1) for rate in rates):
        return share([rate == 1 for rate in rates], clusters)
    return clustered(rates, clusters), drawn


def side_by_side(runs: Sequence[Run], labels: Sequence[str] = ()) -> Table:
    """A table of runs: their headline figures, what broke off, how long it took.

    Args:
        labels: What tells runs of one agent apart, one for each.
    """
    rows: list[list[str | int | float | None]] = [
        [
            run.benchmark,
            f"{run.who}, {label}" if label else run.who,
            run.tasks,
            run.summary.figures[run.summary.headline] if run.summary else None,
            sum(run.errors().values()),
            f"{run.seconds:.1f} s",
        ]
        for run, label in zip_longest(runs, labels)
    ]
    columns = ["benchmark", "agent", "tasks", "score", "broke off", "time"]
    return Table(title="Runs", columns=columns, rows=rows)


def result_of(sample: EvalSample) -> Result | None:
    """The result that a logged sample holds; None for one that never came to be marked."""
    scores = list((sample.scores or {}).values())
    if not scores:
        return None
    episode, score = episode_of(sample), score_of(scores[0])
    task, epoch = str(sample.metadata["task"]["id"]), epoch_of(sample)
    if episode is None:
        message = sample.error.message if sample.error else "the episode left no record"
        return Result(task=task, epoch=epoch, score=score, cause="harness", message=message)
    cause, message = ("data", score.fault) if score.fault else (None, None)
    if episode.error:
        cause, message = episode.error.cause, episode.error.message
    return Result(
        task=task,
        epoch=epoch,
        score=score,
        cause=cause,
        message=message,
        turns=len(episode.turns),
        actions=sum(len(turn.actions) for turn in episode.turns),
        refused=len(episode.evidence.get("refused", [])),
        seconds=episode.seconds,
        misread=sum(
            call["name"] == Misread.name for turn in episode.turns for call in turn.actions
        ),
        usage=added(*(turn.usage for turn in episode.turns)),
    )


def episode_of(sample: EvalSample) -> Episode | None:
    """The episode that a logged sample holds, if it holds one."""
    # A log recovered from a killed run has its events, from which the store can be had again.
    stored = sample.store.get(EPISODE) or store_from_events(sample.events).get(EPISODE)
    return None if stored is None else Episode.model_validate(stored)


def _samples(log: Path) -> Iterator[EvalSample]:
    """The samples of a log, without the transcripts where the episode is kept beside them.

    The library opens and searches the archive anew for each sample: a log of thousands would take
    minutes. It is a zip of a JSON file for each, so it is read straight through.

    Raises:
        UserError: If the log is damaged.
    """
    try:
        yield from _told(log)
    except Exception as error:  # The archive, its packing and the form complain each in its way.
        raise UserError(
            f"{log}: is damaged ({error}). Put it back as it was; or remove it, and `--resume` "
            "works on its tasks anew."
        ) from error


def _told(log: Path) -> Iterator[EvalSample]:
    if not zipfile.is_zipfile(log):  # Of a run that goes on or was killed: the library knows how.
        yield from read_eval_log_samples(str(log), all_samples_required=False)
        return
    with zipfile.ZipFile(log) as archive:
        for name in dict.fromkeys(archive.namelist()):
            if name.startswith("samples/") and name.endswith(".json"):
                told = json.loads(archive.read(name))
                if EPISODE in told.get("store", {}):
                    told |= {"events": [], "messages": []}
                yield EvalSample.model_validate(told)


def read_episodes(folder: Path) -> dict[Key, Episode]:
    """The episodes in a run folder's logs; a later log replaces an earlier one's."""
    return {
        (result.task, result.epoch): episode
        for sample, result in _finished(folder)
        if (episode := episode_of(sample))
    }


def read_results(folder: Path) -> dict[Key, Result]:
    """The results in a run folder's logs; a later log replaces what an earlier says."""
    return {(result.task, result.epoch): result for _, result in _finished(folder)}


def _finished(folder: Path) -> Iterator[tuple[EvalSample, Result]]:
    for log in sorted(folder.glob("*.eval")):
        for sample in _samples(log):
            if (result := result_of(sample)) and result.cause not in STOPPED:
                yield sample, result
