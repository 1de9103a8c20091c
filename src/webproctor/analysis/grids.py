"""Grids: the scores of several runs, task by task."""

from array import array
from collections.abc import Mapping
from statistics import fmean

from pydantic import BaseModel

from webproctor.run.results import Run

MAX_COLUMNS = 80
"""Maximum number of columns of a grid that stay legible side by side."""


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
            for index, label in enumerate(self.labels)
            if not any(scores[index] for scores in self.scores.values())
        ]

    def most_different(self) -> "Grid":
        """Return the grid with at most `MAX_COLUMNS` columns, in the same order.

        A grid with more columns keeps those with the largest differences between runs, and none in
        which all runs have the same score.
        """
        if len(self.labels) <= MAX_COLUMNS:
            return self
        differences: list[float] = []
        for scores in zip(*self.scores.values(), strict=True):
            known = [score for score in scores if score is not None]
            differences.append(max(known) - min(known))
        by_difference = sorted(range(len(self.labels)), key=lambda index: -differences[index])
        kept = sorted(index for index in by_difference[:MAX_COLUMNS] if differences[index])
        return Grid(
            of=self.of,
            labels=[self.labels[index] for index in kept],
            scores={
                name: [scores[index] for index in kept] for name, scores in self.scores.items()
            },
        )


def grid_of(runs_by_name: Mapping[str, Run]) -> Grid:
    """Return the scores by task, or by cluster if there are many tasks and they have clusters."""
    grouped = next(iter(runs_by_name.values())).grouped
    first_tasks = (run.means.tasks[: MAX_COLUMNS + 1] for run in runs_by_name.values())
    by_cluster = len(set[str]().union(*first_tasks)) > MAX_COLUMNS and grouped
    scores_by_label: dict[str, dict[str, array[float]]] = {}
    for name, run in runs_by_name.items():
        for result in run.results:
            label = result.cluster or result.task if by_cluster else result.task
            scores_by_label.setdefault(label, {}).setdefault(name, array("d")).append(
                result.score.value
            )
    return Grid(
        of=grouped if by_cluster else "task",
        labels=list(scores_by_label),
        scores={
            name: [
                fmean(scores[name]) if name in scores else None
                for scores in scores_by_label.values()
            ]
            for name in runs_by_name
        },
    )
