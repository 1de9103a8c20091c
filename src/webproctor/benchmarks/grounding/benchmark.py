"""The grounding benchmark: a task is a screenshot and an instruction; its score is 1 or 0."""

import contextlib
import csv
import hashlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from webproctor.benchmarks import Benchmark
from webproctor.benchmarks.grounding.datasets import names, read
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.intervals import wilson
from webproctor.core.observations import View
from webproctor.core.scores import Cell, Score, Summary, Table
from webproctor.core.sessions import Surface
from webproctor.core.tasks import Limits, Task
from webproctor.files.reading import read_json
from webproctor.methods.grounding.answers import Answer, answers
from webproctor.methods.grounding.session import (
    MISSING_VIEWS,
    PointingOracle,
    PointingReplay,
    PointingSession,
    check_pixels,
)
from webproctor.methods.grounding.targets import Target

HEADLINE = "accuracy"
Outcome = Literal["hit", "miss", "no point", "unreadable"]
_PUBLISHED_CONDITION = {"limit": None, "targets": None}
# Number of targets of the public data sets, as their papers state them.
_PUBLISHED_TASKS = {"screenspot-v2": 1272, "screenspot-pro": 1581}
_LIMITS = Limits(steps=8, actions_per_step=15, seconds=300.0)


@dataclass(frozen=True)
class Judged:
    """A target and its outcome."""

    target: Target
    outcome: Outcome

    @property
    def hit(self) -> bool:
        return self.outcome == "hit"


class Grounding(Benchmark):
    """The targets of one data set.

    Args:
        dataset: Name of the data set.
        targets: The targets.
        condition: Settings that must be equal in comparable runs.
    """

    name = "grounding"
    version = "4"

    def __init__(
        self, dataset: str, targets: Sequence[Target], condition: dict[str, Any] | None = None
    ) -> None:
        self.dataset = dataset
        self._condition = condition or {}
        count = _PUBLISHED_TASKS.get(dataset)
        self.published_condition = _PUBLISHED_CONDITION | ({"tasks": count} if count else {})
        self._targets = {target.key: target for target in targets}

    @property
    def condition(self) -> dict[str, Any]:
        return {"dataset": self.dataset} | self._condition

    @property
    def lacks(self) -> frozenset[View]:
        return MISSING_VIEWS

    def tasks(self) -> list[Task]:
        return [
            Task(
                id=target.key,
                benchmark=self.name,
                instruction=target.instruction,
                tags={"dataset": self.dataset} | dict(reversed(target.groups)),
                limits=_LIMITS,
            )
            for target in self._targets.values()
        ]

    @contextlib.asynccontextmanager
    async def session(
        self, task: Task, surface: Surface = "page"
    ) -> AsyncIterator[PointingSession]:
        yield PointingSession([self._targets[task.id]])

    def targets(self) -> Mapping[str, Target]:
        """Return the targets by key."""
        return self._targets

    def oracle(self) -> PointingOracle:
        return PointingOracle()

    def replay(self, predictions: Path) -> PointingReplay:
        """Return an agent that replays stored answers, a JSON object from a target's key to [x, y],
        or null to decline.

        Raises:
            UserError: If the file is invalid, or has an answer for another target.
        """
        stored = read_json(predictions, unique_keys=True)
        if not isinstance(stored, dict):
            raise UserError(f"{predictions}: must be a JSON object from target keys to [x, y].")
        unknown = [key for key in stored if key not in self._targets]
        if unknown:
            raise UserError(
                f"{predictions}: {len(unknown)} answers are for targets that are not selected, "
                f"such as {unknown[0]!r}."
            )
        check_pixels(stored, self._targets, predictions)
        return PointingReplay(stored, self._targets)

    def noisy_oracle(self, error_rate: float, seed: int) -> PointingOracle:
        return PointingOracle.noisy(self._targets, error_rate, seed)

    def score(self, task: Task, episode: Episode) -> Score:
        """Return 1 for a point in a region, or for declining a target without regions; else 0.

        An episode that errored, or ended before the agent answered, does not decline: it scores 0.
        """
        points = episode.evidence.get("points", {})
        point, outcome = points.get(task.id), "no point"
        if not episode.error and task.id in points:
            outcome = judge(self._targets[task.id], point, Answer.of(episode, 0))
        details = {
            "outcome": outcome,
            "point": point,
            "missed": [] if outcome == "hit" else [task.id],
            "answers": answers(episode, [task.id]),
        }
        return Score(value=float(outcome == "hit"), details=details)

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        judged = [
            Judged(self._targets[task.id], score.details["outcome"]) for task, score in results
        ]
        kinds = list(dict.fromkeys(kind for result in judged for kind, _ in result.target.groups))
        figures = {
            HEADLINE: rate(judged),
            "unreadable": _share("unreadable", judged),
        }
        categories = [
            group for kind in kinds if kind == "category" for group in _groups(judged, kind)
        ]
        if categories:
            figures["mean of categories"] = sum(
                rate(group_results) for _, group_results in categories
            ) / len(categories)
        tables = [_table("All", [(self.dataset, judged)])]
        tables += [_table(f"By {kind}", _groups(judged, kind)) for kind in kinds]
        return Summary(headline=HEADLINE, figures=figures, tables=tables)

    def published(self) -> Table:
        """Return accuracies that the models' authors report; empty for most data sets."""
        path = Path(__file__).with_name("published.csv")
        with path.open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["dataset"] == self.dataset]
        return Table(
            title=f"Published results ({self.dataset}, by the models' authors)",
            columns=["model", "accuracy"],
            rows=[[row["model"], round(float(row["accuracy"]) / 100, 4)] for row in rows],
        )


def judge(target: Target, point: Sequence[float] | None, answer: Answer | None = None) -> Outcome:
    """Return the outcome of an answer.

    Args:
        target: The target.
        point: The predicted point, in pixels of the screenshot; None if there is none.
        answer: The model's answer, if the agent reports it. It distinguishes unreadable answers
            from declining.
    """
    if point is None:
        if answer is not None and answer.unreadable:
            return "unreadable"
        return "no point" if target.regions else "hit"
    x, y = point
    return "hit" if any(region.contains(x, y) for region in target.regions) else "miss"


def rate(judged: Sequence[Judged]) -> float:
    return _share("hit", judged)


def _share(outcome: Outcome, judged: Sequence[Judged]) -> float:
    return sum(result.outcome == outcome for result in judged) / len(judged) if judged else 0.0


def _groups(judged: Sequence[Judged], kind: str) -> list[tuple[str, list[Judged]]]:
    """Group by the values of a kind. A target with several values counts in each group."""
    values = sorted(
        {value for result in judged for name, value in result.target.groups if name == kind}
    )
    return [
        (value, [result for result in judged if (kind, value) in result.target.groups])
        for value in values
    ]


def _table(title: str, parts: Sequence[tuple[str, Sequence[Judged]]]) -> Table:
    rows: list[list[Cell]] = []
    for name, results in parts:
        low, high = wilson(sum(result.hit for result in results), len(results))
        counts = [
            sum(result.outcome == outcome for result in results)
            for outcome in ("no point", "unreadable")
        ]
        rows.append([name, len(results), rate(results), low, high, *counts])
    columns = ["", "targets", "accuracy", "95% from", "to", "no point", "unreadable"]
    return Table(title=title, columns=columns, rows=rows)


def grounding(
    *,
    dataset: Annotated[
        str,
        "realwebassist, screenspot, screenspot-v2, screenspot-pro, screenspot-pro-cn, "
        "screenspot-pro-negative, showdown-clicks, osworld-g, osworld-g-refined, "
        "multimodal-mind2web or path/file.py:NAME.",
        names,
    ] = "realwebassist",
    data: Annotated[
        Path | None,
        "Folder or file of the data set. Default for realwebassist: the built-in sample.",
    ] = None,
    images: Annotated[Path | None, "Folder of the images, if not next to the data."] = None,
    targets: Annotated[
        int | None, "Number of targets, spread evenly over the data set. Default: all."
    ] = None,
) -> Grounding:
    """Grounding: predict the point of an instruction on a screenshot.

    Raises:
        UserError: If a setting or the data is invalid.
    """
    try:
        found = read(dataset, data, images)
    except UserError as error:
        if data is None:
            raise
        raise UserError(f"--dataset {dataset}: {error}") from error
    if targets is not None:
        if targets < 1:
            raise UserError(f"targets {targets}: must be 1 or more.")
        count = min(targets, len(found))
        found = [found[index * len(found) // count] for index in range(count)]
    digest = hashlib.sha256()
    for target in found:
        digest.update(f"{target.key} {target.instruction} {target.regions}\n".encode())
    return Grounding(dataset, found, {"targets": targets, "data": digest.hexdigest()[:16]})
