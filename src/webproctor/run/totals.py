"""What the results of a run add up to, in total and by task."""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from statistics import fmean
from typing import Self

from webproctor.core.outcomes import Outcome
from webproctor.run.episode_results import OUTCOMES, Result


@dataclass
class Totals:
    """The numbers and sums of a run's results.

    They are counted in one pass, because a result is decoded every time it is read.

    Attributes:
        successes: Number of episodes with the full score.
        tries, actions, invalid_actions, refused: Sums over the episodes.
        retries: Tries beyond the first of each episode: it was void, or its model gave no answer.
        replaced: Replaced results of episodes that a run does not repeat.
        seconds: Wall-clock seconds of all episodes.
        outcomes: Number of episodes by outcome.
        causes: Number of errored and void episodes by outcome and cause.
        usage: Usage of models by name.
    """

    successes: int = 0
    tries: int = 0
    retries: int = 0
    replaced: int = 0
    actions: int = 0
    invalid_actions: int = 0
    refused: int = 0
    seconds: float = 0
    outcomes: Counter[Outcome] = field(default_factory=Counter[Outcome])
    causes: dict[Outcome, Counter[str]] = field(
        default_factory=lambda: {outcome: Counter() for outcome in OUTCOMES}
    )
    usage: dict[str, float] = field(default_factory=dict[str, float])

    @classmethod
    def of(cls, results: Iterable[Result]) -> Self:
        """Count results."""
        total = cls()
        for result in results:
            total.successes += result.solved
            total.tries += result.tries
            total.retries += result.tries - 1 - result.replaced
            total.replaced += result.replaced
            total.actions += result.actions
            total.invalid_actions += result.invalid_actions
            total.refused += result.refused
            total.seconds += result.seconds
            total.outcomes[result.outcome] += 1
            if result.cause:
                total.causes[result.outcome][result.cause] += 1
            for name, value in result.usage.items():
                total.usage[name] = total.usage.get(name, 0) + value
        return total


@dataclass
class TaskMeans:
    """The results of each task, averaged over its epochs. All lists have the order of the tasks.

    Attributes:
        tasks: The tasks' ids.
        clusters: Their clusters.
        scores: Mean score, 0 to 1.
        solved: Share of the epochs that have the full score.
    """

    tasks: list[str] = field(default_factory=list[str])
    clusters: list[str] = field(default_factory=list[str])
    scores: "array[float]" = field(default_factory=lambda: array("d"))
    solved: "array[float]" = field(default_factory=lambda: array("d"))

    @classmethod
    def of(cls, results: Iterable[Result]) -> Self:
        """Average results, which are ordered by task."""
        means = cls()
        for results_of_task in by_task(results):
            means.tasks.append(results_of_task[0].task)
            means.clusters.append(results_of_task[0].cluster or results_of_task[0].task)
            means.scores.append(fmean(result.score.value for result in results_of_task))
            means.solved.append(fmean(result.solved for result in results_of_task))
        return means


def by_task(results: Iterable[Result]) -> Iterator[list[Result]]:
    """Yield the results of each task, given results that are ordered by task."""
    for _, group in groupby(results, attrgetter("task")):
        yield list(group)
