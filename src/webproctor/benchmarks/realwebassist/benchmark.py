"""The benchmark itself: recorded tasks, sessions and marks, and the settings that make them."""

import contextlib
import csv
import hashlib
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, Self

from webproctor.benchmarks.realwebassist.answers import collisions
from webproctor.benchmarks.realwebassist.charts import by_context, by_participant, heard
from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset, Step
from webproctor.benchmarks.realwebassist.scoring import (
    Figures,
    StepMark,
    Variant,
    by_task,
    figures,
    mark_step,
    point_of,
)
from webproctor.episodes import Episode
from webproctor.errors import UserError
from webproctor.grounding.answers import answers
from webproctor.grounding.session import LACKS, PointingOracle, PointingSession
from webproctor.grounding.targets import Target
from webproctor.intervals import UNKNOWN, bootstrap, bootstrap_ratio, drawn_over, wilson
from webproctor.observations import View
from webproctor.scores import Score, Summary, Table
from webproctor.sessions import Ground
from webproctor.speech.transcripts import read as read_transcripts
from webproctor.tasks import Limits, Task

HEADLINE = "task success"
# Figures, and the columns of the paper's table that they stand beside.
BESIDE = {HEADLINE: "task success", "progress": "progress", "step accuracy": "step acc."}
_SECONDS = 120.0  # For a step.


class RealWebAssist:
    """Some tasks of one data set, each a stretch of one participant's session.

    Args:
        dataset: The data.
        groups: The scored steps of each task.
        variant: The rules of the published script, or of the paper.
        past: How many past steps an agent is told of.
        condition: What must be equal for two runs to be compared.
    """

    name = "realwebassist"
    version = "1"
    cluster = "participant"
    beside = BESIDE
    lacks: frozenset[View] = LACKS

    def __init__(
        self,
        dataset: Dataset,
        groups: dict[str, list[Step]],
        *,
        variant: Variant = "code",
        past: int = 10,
        condition: dict[str, Any] | None = None,
    ) -> None:
        self.dataset = dataset
        self.variant: Variant = variant
        self._groups = groups
        self._past = past
        self._condition = condition or {}
        self._steps = {step.key: step for of in groups.values() for step in of}

    @property
    def condition(self) -> dict[str, Any]:
        return {"metric_variant": self.variant, "past": self._past} | self._condition

    def tasks(self) -> list[Task]:
        return [self._task(name, steps) for name, steps in self._groups.items()]

    def _task(self, name: str, steps: list[Step]) -> Task:
        return Task(
            id=name,
            benchmark=self.name,
            instruction=steps[0].instruction,
            tags={
                "participant": steps[0].participant,
                "task": steps[0].task,
                "steps": len(steps),
            },
            limits=Limits(
                turns=2 * len(steps) + 5,
                actions_per_turn=15,
                seconds=_SECONDS * (len(steps) + 1),
            ),
        )

    def ready(self) -> None:
        """Recorded screenshots need nothing but the data."""

    @contextlib.asynccontextmanager
    async def session(self, task: Task, ground: Ground = "page") -> AsyncIterator[PointingSession]:
        steps = self._groups[task.id]
        told = histories(self.dataset, steps, self._past)
        yield PointingSession([step.target for step in steps], told)

    def targets(self) -> Mapping[str, Target]:
        """What is to be pointed at, by step."""
        return {key: step.target for key, step in self._steps.items()}

    def oracle(self) -> PointingOracle:
        return PointingOracle()

    def noisy_oracle(self, noise: float, seed: int) -> PointingOracle:
        """An oracle that misses that share of the steps, to the nearest; a seed decides which."""
        keys = sorted(self._steps)
        missed = random.Random(seed).sample(keys, round(noise * len(keys)))
        return PointingOracle(frozenset(missed))

    def score(self, task: Task, episode: Episode) -> Score:
        """Mark every step; the value is the share done before the first miss."""
        points = episode.evidence.get("points", {})
        marked = [
            (step, mark_step(step, point_of(points.get(step.key))))
            for step in self._groups[task.id]
        ]
        of = figures(marked, self.variant)
        missed = [step.key for step, mark in marked if not mark.hit]
        details = {
            "figures": of.model_dump(),
            "missed": missed,
            "answers": answers(episode, (step.key for step, _ in marked)),
            "steps": [
                {"key": step.key, "point": points.get(step.key)} | asdict(mark)
                for step, mark in marked
            ],
        }
        return Score(value=of.progress, details=details)

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        marked = [
            (self._steps[one["key"]], StepMark(one["hit"], one["valid"], one["distance"]))
            for _, score in results
            for one in score.details["steps"]
        ]
        marked.sort(key=lambda one: (one[0].participant, one[0].place))
        whole = figures(marked, self.variant)
        people = {
            person: figures([one for one in marked if one[0].participant == person], self.variant)
            for person in sorted({step.participant for step, _ in marked})
        }
        rows = [_row(str(person), of) for person, of in people.items()]
        tables = [Table(title="Per participant", columns=["participant", *_COLUMNS], rows=rows)]
        if websites := sorted({step.website for step, _ in marked} - {""}):
            rows = [
                _row(site, figures([one for one in marked if one[0].website == site], self.variant))
                for site in websites
            ]
            tables.append(Table(title="Per website", columns=["website", *_COLUMNS], rows=rows))
        tables.insert(0, _intervals(marked, self.variant))
        if told := heard(self.dataset, set(people)):
            tables.insert(1, told)
        if self.variant == "code" and (shared := collisions(step for step, _ in marked)):
            tables.append(
                Table(title="Warnings", columns=["warning"], rows=[[one] for one in shared])
            )
        return Summary(
            headline=HEADLINE,
            figures={
                HEADLINE: whole.task_success,
                "progress": whole.progress,
                "step accuracy": whole.step_accuracy,
                "instruction accuracy": whole.instruction_accuracy,
            },
            tables=tables,
            charts=[by_participant(people), by_context(marked)],
        )

    def published(self) -> Table:
        path = Path(__file__).with_name("published.csv")
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return Table(
            title="Published results (RealWebAssist paper)",
            columns=["planner", "grounder", "transcript", "task success", "progress", "step acc."],
            rows=[
                [
                    *(row[name] for name in ("planner", "grounder", "transcript")),
                    *(
                        round(float(row[name]) / 100, 4) if row[name] else None
                        for name in ("task_success", "progress", "step_accuracy")
                    ),
                ]
                for row in rows
            ],
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


def histories(dataset: Dataset, steps: Sequence[Step], past: int) -> list[tuple[str, ...]]:
    """For each step what was said and done before it, as far back as is told.

    Unscored steps and earlier tasks of the participant belong to it: routines are learnt there.
    """
    if not past:
        return [() for _ in steps]
    told = dataset.history(steps[0].participant)
    lines = [f"Instruction: {said}\n   Action: {done}" for said, done in told]
    return [tuple(lines[max(0, step.place - past) : step.place]) for step in steps]


def _intervals(marked: Sequence[tuple[Step, StepMark]], variant: Variant) -> Table:
    """How sure the figures are (catalogue, section 2.5)."""
    tasks = by_task(marked, variant)
    of = [figures(steps, variant) for steps in tasks]
    whole = figures(marked, variant)
    solved = sum(one.task_success == 1 for one in of)
    drawn = drawn_over(len(of), "tasks")
    rows: list[list[str | int | float | None]] = [
        ["task success", whole.task_success, *wilson(solved, len(of)), "Wilson"],
        [
            "progress",
            whole.progress,
            *(bootstrap([one.progress for one in of]) or UNKNOWN),
            drawn,
        ],
        [
            "step accuracy",
            whole.step_accuracy,
            *(bootstrap_ratio([one.hits for one in of], [one.steps for one in of]) or UNKNOWN),
            drawn,
        ],
    ]
    return Table(
        title="95 % intervals, tasks taken for independent",
        columns=["figure", "value", "from", "to", "method"],
        rows=rows,
    )


_COLUMNS = ["tasks", "steps", "task success", "progress", "step acc.", "instr. acc."]


def _row(name: str, of: Figures) -> list[str | int | float | None]:
    rates = of.task_success, of.progress, of.step_accuracy, of.instruction_accuracy
    return [name, of.tasks, of.steps, *rates]


def realwebassist(
    *,
    data: Annotated[Path | None, "Folder of the data set; without it the built-in sample."] = None,
    participant: Annotated[tuple[int, ...], "Only this participant's; may be given again."] = (),
    metric_variant: Annotated[Variant, "The published script's rules, or the paper's."] = "code",
    past: Annotated[int, "How many past steps an agent is told of; 0 for none."] = 0,
    transcripts: Annotated[
        Path | None, "What a recogniser heard, by `webproctor speech`, instead of what was said."
    ] = None,
) -> RealWebAssist:
    """RealWebAssist: spoken instructions, answered by clicks on screenshots.

    Raises:
        UserError: If a setting or the data is wrong.
    """
    dataset = Dataset(data or SAMPLE, heard=read_transcripts(transcripts) if transcripts else None)
    missing = set(participant) - set(dataset.sessions)
    if missing:
        there = ", ".join(map(str, dataset.sessions))
        raise UserError(
            f"{dataset.path}: no participant {min(missing)} is there; there are: {there}."
        )
    if not past >= 0:
        raise UserError(f"past {past}: it must be 0 or more.")
    groups: dict[str, list[Step]] = {}
    for step in dataset.steps:
        if step.scored and (not participant or step.participant in participant):
            groups.setdefault(f"{step.participant}/{step.task}", []).append(step)
    if not groups:
        raise UserError(f"{dataset.path}: no scored step is there.")
    if past:
        # Told now: without it every agent would work in silence without its history.
        for number in {steps[0].participant for steps in groups.values()}:
            dataset.history(number)
    digest = hashlib.sha256()
    for step in dataset.steps:
        digest.update(f"{step.key} {step.task} {step.boxes}\n".encode())
    condition = {"participants": sorted(participant), "data": digest.hexdigest()[:16]}
    if transcripts:
        condition["transcripts"] = hashlib.sha256(transcripts.read_bytes()).hexdigest()[:16]
    return RealWebAssist(dataset, groups, variant=metric_variant, past=past, condition=condition)
