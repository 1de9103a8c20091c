"""The benchmark itself: a task is one picture and one instruction; the mark is hit or miss."""

import contextlib
import csv
import hashlib
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, Literal, Self

from webproctor.benchmarks.grounding.datasets import read
from webproctor.episodes import Episode
from webproctor.errors import UserError
from webproctor.grounding.answers import Answer, answers
from webproctor.grounding.session import LACKS, PointingOracle, PointingSession
from webproctor.grounding.targets import Target
from webproctor.intervals import wilson
from webproctor.observations import View
from webproctor.scores import Score, Summary, Table
from webproctor.sessions import Ground
from webproctor.tasks import Limits, Task

HEADLINE = "accuracy"
Outcome = Literal["hit", "miss", "no point", "unreadable"]
_LIMITS = Limits(turns=8, actions_per_turn=15, seconds=300.0)


@dataclass(frozen=True)
class Marked:
    """A target and what came of it."""

    target: Target
    outcome: Outcome

    @property
    def hit(self) -> bool:
        return self.outcome == "hit"


class Grounding:
    """The targets of one data set.

    Args:
        dataset: Its name.
        targets: What is to be pointed at.
        condition: What must be equal for two runs to be compared.
    """

    name = "grounding"
    version = "1"
    lacks: frozenset[View] = LACKS

    def __init__(
        self, dataset: str, targets: Sequence[Target], condition: dict[str, Any] | None = None
    ) -> None:
        self.dataset = dataset
        self.condition: dict[str, Any] = {"dataset": dataset} | (condition or {})
        self._targets = {target.key: target for target in targets}

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

    def ready(self) -> None:
        """Pictures need nothing but the data."""

    @contextlib.asynccontextmanager
    async def session(self, task: Task, ground: Ground = "page") -> AsyncIterator[PointingSession]:
        yield PointingSession([self._targets[task.id]])

    def targets(self) -> Mapping[str, Target]:
        """What is to be pointed at, by its key."""
        return self._targets

    def oracle(self) -> PointingOracle:
        return PointingOracle()

    def noisy_oracle(self, noise: float, seed: int) -> PointingOracle:
        """An oracle that misses that share of the targets, to the nearest."""
        keys = sorted(self._targets)
        missed = random.Random(seed).sample(keys, round(noise * len(keys)))
        return PointingOracle(frozenset(missed))

    def score(self, task: Task, episode: Episode) -> Score:
        """1 for a point in one of the regions, or for declining where there is none; else 0."""
        point = episode.evidence.get("points", {}).get(task.id)
        outcome = judge(self._targets[task.id], point, Answer.of(episode, 0))
        details = {
            "outcome": outcome,
            "point": point,
            "missed": [] if outcome == "hit" else [task.id],
            "answers": answers(episode, [task.id]),
        }
        return Score(value=float(outcome == "hit"), details=details)

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        marked = [
            Marked(self._targets[task.id], score.details["outcome"]) for task, score in results
        ]
        kinds = list(dict.fromkeys(kind for one in marked for kind, _ in one.target.groups))
        figures = {
            HEADLINE: rate(marked),
            "unreadable": sum(one.outcome == "unreadable" for one in marked) / len(marked),
        }
        categories = [part for kind in kinds if kind == "category" for part in _by(marked, kind)]
        if categories:
            figures["mean of categories"] = sum(rate(of) for _, of in categories) / len(categories)
        tables = [_table("All", [(self.dataset, marked)])]
        tables += [_table(f"By {kind}", _by(marked, kind)) for kind in kinds]
        return Summary(headline=HEADLINE, figures=figures, tables=tables)

    def published(self) -> Table:
        """What the models' authors report of this data set; empty for most."""
        path = Path(__file__).with_name("published.csv")
        with path.open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["dataset"] == self.dataset]
        return Table(
            title=f"Published results ({self.dataset}, by the models' authors)",
            columns=["model", "accuracy"],
            rows=[[row["model"], round(float(row["accuracy"]) / 100, 4)] for row in rows],
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing was started."""


def judge(target: Target, point: Sequence[float] | None, answer: Answer | None = None) -> Outcome:
    """What an answer is worth.

    Args:
        target: What was asked for.
        point: Where the agent pointed, in the picture's pixels; None where it did not.
        answer: What it said, where it tells that: only so an answer that nobody can read is told
            from one that declines.
    """
    if point is None:
        if answer is not None and answer.unreadable:
            return "unreadable"
        return "no point" if target.regions else "hit"
    x, y = point
    return "hit" if any(region.holds(x, y) for region in target.regions) else "miss"


def rate(marked: Sequence[Marked]) -> float:
    return sum(one.hit for one in marked) / len(marked)


def _by(marked: Sequence[Marked], kind: str) -> list[tuple[str, list[Marked]]]:
    """Those of each value of a kind; one of several values counts under each."""
    values = sorted({value for one in marked for own, value in one.target.groups if own == kind})
    return [
        (value, [one for one in marked if (kind, value) in one.target.groups]) for value in values
    ]


def _table(title: str, parts: Sequence[tuple[str, Sequence[Marked]]]) -> Table:
    rows: list[list[str | int | float | None]] = []
    for name, of in parts:
        low, high = wilson(sum(one.hit for one in of), len(of))
        told = [sum(one.outcome == what for one in of) for what in ("no point", "unreadable")]
        rows.append([name, len(of), rate(of), low, high, *told])
    columns = ["", "targets", "accuracy", "95% from", "to", "no point", "unreadable"]
    return Table(title=title, columns=columns, rows=rows)


def grounding(
    *,
    dataset: Annotated[
        str,
        "realwebassist, screenspot, screenspot-v2, screenspot-pro, showdown-clicks, osworld-g or "
        "multimodal-mind2web.",
    ] = "realwebassist",
    data: Annotated[Path | None, "Its folder or file; realwebassist has a built-in sample."] = None,
    images: Annotated[Path | None, "Folder of its pictures, if not beside it."] = None,
    targets: Annotated[int | None, "At most so many, spread evenly over the data set."] = None,
) -> Grounding:
    """Grounding: point at what an instruction means, on one screenshot.

    Raises:
        UserError: If a setting or the data is wrong.
    """
    found = read(dataset, data, images)
    if targets is not None:
        if targets < 1:
            raise UserError(f"targets {targets}: it must be 1 or more.")
        count = min(targets, len(found))
        found = [found[place * len(found) // count] for place in range(count)]
    digest = hashlib.sha256()
    for one in found:
        digest.update(f"{one.key} {one.instruction} {one.regions}\n".encode())
    return Grounding(dataset, found, {"data": digest.hexdigest()[:16]})
