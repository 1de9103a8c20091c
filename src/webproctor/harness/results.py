"""Results: what a run's logs say, one row a task."""

import json
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from statistics import fmean
from typing import Any

from inspect_ai.log import EvalSample, read_eval_log_samples
from inspect_ai.util import store_from_events
from pydantic import BaseModel

from webproctor.actions import Misread
from webproctor.episodes import Episode, added
from webproctor.harness.tasks import EPISODE, score_of
from webproctor.intervals import clustered, wilson
from webproctor.scores import Score, Summary, Table

# An episode that was stopped for these causes has no result: it is still to be run.
STOPPED = frozenset({"budget", "client left"})


class Result(BaseModel):
    """What became of one task.

    Attributes:
        task: The task's id.
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


class Run(BaseModel):
    """A run: what was run, how far it came, and what it amounts to.

    Attributes:
        folder: Where its files are.
        benchmark: Name of the benchmark.
        agent: Name of the agent.
        model: Name of the model that drove it, if one did.
        condition: What must be equal for two runs to be compared.
        complete: Whether every task has its result.
        stopped: Why it ended before that, if it did so by itself: its budget, or its client.
        tasks: How many tasks the run is of.
        results: One for each finished task, in the order of the tasks.
        summary: The marks drawn together; None before anything has finished.
        seconds: Wall-clock seconds of this sitting.
        published: Results that others published on this benchmark.
    """

    folder: Path
    benchmark: str
    agent: str
    model: str | None = None
    condition: dict[str, Any]
    complete: bool
    stopped: str | None = None
    tasks: int
    results: list[Result]
    summary: Summary | None
    seconds: float = 0.0
    published: Table | None = None

    def errors(self) -> dict[str, int]:
        """How many tasks broke off, by cause."""
        return dict(Counter(result.cause for result in self.results if result.cause))

    @property
    def solved(self) -> list[bool]:
        """Whether each task has full marks."""
        return [result.score.value >= 1 for result in self.results]

    def intervals(self) -> Table:
        """How sure the mean mark and the share of solved tasks are, and by which method."""
        clusters = [result.cluster or result.task for result in self.results]
        apart = len(set(clusters)) == len(clusters)
        values = [result.score.value for result in self.results]
        solved = self.solved
        rate = wilson(sum(solved), len(solved)) if apart else clustered(solved, clusters)
        how = "bootstrap over tasks" if apart else f"bootstrap over {len(set(clusters))} clusters"
        rows: list[list[str | int | float | None]] = [
            ["mean mark", fmean(values), *clustered(values, clusters), how],
            ["solved", fmean(solved), *rate, "Wilson" if apart else how],
        ]
        columns = ["figure", "value", "95% from", "to", "method"]
        return Table(title="How sure the marks are", columns=columns, rows=rows)

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
            "finished": len(self.results),
            "headline": self.summary.headline if self.summary else None,
            "figures": self.summary.figures if self.summary else {},
            "errors": self.errors(),
            "actions": sum(result.actions for result in self.results),
            "misread_calls": sum(result.misread for result in self.results),
            "usage": self.usage(),
            "refused_requests": sum(result.refused for result in self.results),
            "seconds": round(self.seconds, 3),
        }


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
    if episode is None:
        message = sample.error.message if sample.error else "the episode left no record"
        return Result(task=str(sample.id), score=score, cause="harness", message=message)
    cause, message = ("data", score.fault) if score.fault else (None, None)
    if episode.error:
        cause, message = episode.error.cause, episode.error.message
    return Result(
        task=str(sample.id),
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
    """
    try:
        with zipfile.ZipFile(log) as archive:
            for name in dict.fromkeys(archive.namelist()):
                if name.startswith("samples/") and name.endswith(".json"):
                    told = json.loads(archive.read(name))
                    if EPISODE in told.get("store", {}):
                        told |= {"events": [], "messages": []}
                    yield EvalSample.model_validate(told)
    except zipfile.BadZipFile:  # Of a run that goes on or was killed: the library knows how.
        yield from read_eval_log_samples(str(log), all_samples_required=False)


def read_episodes(folder: Path) -> dict[str, Episode]:
    """The episodes in a run folder's logs by task id; a later log replaces an earlier one's."""
    episodes = {}
    for log in sorted(folder.glob("*.eval")):
        for sample in _samples(log):
            result, episode = result_of(sample), episode_of(sample)
            if result and episode and result.cause not in STOPPED:
                episodes[result.task] = episode
    return episodes


def read_results(folder: Path) -> dict[str, Result]:
    """The results in a run folder's logs by task id; a later log replaces what an earlier says."""
    results = {}
    for log in sorted(folder.glob("*.eval")):
        for sample in _samples(log):
            if (result := result_of(sample)) and result.cause not in STOPPED:
                results[result.task] = result
    return results
