"""The RealWebAssist benchmark: its tasks, sessions, scores and settings."""

import contextlib
import csv
import hashlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from webproctor.benchmarks import Benchmark
from webproctor.benchmarks.realwebassist.answers import collisions, known_answers, read_answers
from webproctor.benchmarks.realwebassist.charts import by_context, by_participant, speech_table
from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset, Step, check_screenshots
from webproctor.benchmarks.realwebassist.scoring import (
    Figures,
    StepScore,
    Variant,
    figures,
    intervals,
    point_of,
    score_step,
)
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.observations import View
from webproctor.core.scores import Cell, Score, Summary, Table
from webproctor.core.sessions import Surface
from webproctor.core.tasks import Limits, Task
from webproctor.methods.grounding.answers import answers
from webproctor.methods.grounding.session import (
    MISSING_VIEWS,
    PointingOracle,
    PointingReplay,
    PointingSession,
)
from webproctor.methods.grounding.targets import Target
from webproctor.methods.speech.transcripts import read as read_transcripts

HEADLINE = "task success"
# Metrics, and the columns of the paper's table to compare them with.
PUBLISHED_COLUMNS = {HEADLINE: "task success", "progress": "progress", "step accuracy": "step acc."}
# Ye et al. 2026: all tasks of all participants, scored by the public script.
_PUBLISHED_CONDITION = {"participants": [], "tasks": 107, "metric_variant": "code"}
_SECONDS = 120.0  # Time limit per step.


class RealWebAssist(Benchmark):
    """Tasks of one data set, each a part of one participant's session.

    Args:
        dataset: The data.
        groups: The scored steps of each task.
        variant: Score by the rules of the published script, or of the paper.
        past: Number of past steps in an agent's history.
        condition: Settings that must be equal in comparable runs.
    """

    name = "realwebassist"
    version = "3"
    scores_steps = True
    cluster = "participant"
    published_columns = PUBLISHED_COLUMNS
    published_condition = _PUBLISHED_CONDITION
    rescored = ("metric_variant",)

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
        self._steps = {step.key: step for steps in groups.values() for step in steps}

    @property
    def condition(self) -> dict[str, Any]:
        return {"metric_variant": self.variant, "past": self._past} | self._condition

    @property
    def lacks(self) -> frozenset[View]:
        return MISSING_VIEWS

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
                steps=2 * len(steps) + 5,
                actions_per_step=15,
                seconds=_SECONDS * (len(steps) + 1),
            ),
        )

    @contextlib.asynccontextmanager
    async def session(
        self, task: Task, surface: Surface = "page"
    ) -> AsyncIterator[PointingSession]:
        steps = self._groups[task.id]
        history = histories(self.dataset, steps, self._past)
        yield PointingSession([step.target for step in steps], history)

    def targets(self) -> Mapping[str, Target]:
        """Return the targets by step key."""
        return {key: step.target for key, step in self._steps.items()}

    def histories(self) -> Mapping[str, Sequence[str]]:
        """Return the history that agents get, by step key."""
        return {
            step.key: history
            for steps in self._groups.values()
            for step, history in zip(steps, histories(self.dataset, steps, self._past), strict=True)
        }

    def oracle(self) -> PointingOracle:
        return PointingOracle()

    def replay(self, predictions: Path) -> PointingReplay:
        """Return an agent that replays stored answers, a JSON object from "participant/image" to
        [x, y] or null."""
        answers = read_answers(predictions, self.dataset)
        return PointingReplay(known_answers(self.dataset, answers), self._steps)

    def noisy_oracle(self, error_rate: float, seed: int) -> PointingOracle:
        return PointingOracle.noisy(self._steps, error_rate, seed)

    def score(self, task: Task, episode: Episode) -> Score:
        """Score every step. The value is the task's progress: the share before the first miss."""
        points = episode.evidence.get("points", {})
        scored = [
            (step, score_step(step, point_of(points.get(step.key))))
            for step in self._groups[task.id]
        ]
        totals = figures(scored, self.variant)
        missed = [step.key for step, step_score in scored if not step_score.hit]
        details = {
            "figures": totals.model_dump(),
            "missed": missed,
            "answers": answers(episode, (step.key for step, _ in scored)),
            "steps": [
                {"key": step.key, "point": points.get(step.key)} | asdict(step_score)
                for step, step_score in scored
            ],
        }
        return Score(value=totals.progress, details=details)

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        scored = [
            (self._steps[entry["key"]], StepScore(entry["hit"], entry["valid"], entry["distance"]))
            for _, score in results
            for entry in score.details["steps"]
        ]
        scored.sort(key=lambda entry: (entry[0].participant, entry[0].index))
        overall = figures(scored, self.variant)
        people = {
            person: figures(
                [entry for entry in scored if entry[0].participant == person], self.variant
            )
            for person in sorted({step.participant for step, _ in scored})
        }
        rows = [_row(str(person), totals) for person, totals in people.items()]
        tables = [Table(title="Per participant", columns=["participant", *_COLUMNS], rows=rows)]
        if websites := sorted({step.website for step, _ in scored} - {""}):
            rows = [
                _row(
                    site,
                    figures([entry for entry in scored if entry[0].website == site], self.variant),
                )
                for site in websites
            ]
            tables.append(Table(title="Per website", columns=["website", *_COLUMNS], rows=rows))
        tables.insert(0, _intervals(scored, self.variant))
        if table := speech_table(self.dataset, set(people)):
            tables.insert(1, table)
        if self.variant == "code" and (warnings := collisions(step for step, _ in scored)):
            tables.append(
                Table(title="Warnings", columns=["warning"], rows=[[entry] for entry in warnings])
            )
        return Summary(
            headline=HEADLINE,
            figures={
                HEADLINE: overall.task_success,
                "progress": overall.progress,
                "step accuracy": overall.step_accuracy,
                "instruction accuracy": overall.instruction_accuracy,
            },
            tables=tables,
            charts=[by_participant(people), by_context(scored)],
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


def histories(dataset: Dataset, steps: Sequence[Step], past: int) -> list[tuple[str, ...]]:
    """Return the history of each step: instructions and actions of up to `past` previous steps.

    It includes unscored steps and the participant's earlier tasks, which contain routines.
    """
    if not past:
        return [() for _ in steps]
    history = dataset.history(steps[0].participant)
    lines = [f"Instruction: {instruction}\n   Action: {action}" for instruction, action in history]
    return [tuple(lines[max(0, step.index - past) : step.index]) for step in steps]


def _intervals(scored: Sequence[tuple[Step, StepScore]], variant: Variant) -> Table:
    """Return a table of confidence intervals that treat tasks as independent."""
    return Table(
        title="95 % confidence intervals (tasks treated as independent)",
        columns=["metric", "value", "from", "to", "method"],
        rows=intervals(scored, variant),
    )


_COLUMNS = ["tasks", "steps", "task success", "progress", "step acc.", "instr. acc."]


def _row(name: str, totals: Figures) -> list[Cell]:
    rates = totals.task_success, totals.progress, totals.step_accuracy, totals.instruction_accuracy
    return [name, totals.tasks, totals.steps, *rates]


def realwebassist(
    *,
    data: Annotated[Path | None, "Folder of the data set. Default: the built-in sample."] = None,
    participant: Annotated[tuple[int, ...], "Only tasks of this participant; repeatable."] = (),
    metric_variant: Annotated[
        Variant, "Score by the rules of the published script, or of the paper."
    ] = "code",
    past: Annotated[int, "Number of past steps in the agent's history; 0 for none."] = 0,
    transcripts: Annotated[
        Path | None,
        "Use the recognised instructions in this output of `webproctor speech`.",
    ] = None,
) -> RealWebAssist:
    """RealWebAssist: spoken instructions, answered by clicks on screenshots.

    Raises:
        UserError: If a setting or the data is invalid.
    """
    dataset = Dataset(
        data or SAMPLE, transcripts=read_transcripts(transcripts) if transcripts else None
    )
    missing = set(participant) - set(dataset.sessions)
    if missing:
        known = ", ".join(map(str, dataset.sessions))
        raise UserError(
            f"{dataset.path}: no participant {min(missing)}; the participants are: {known}."
        )
    if past < 0:
        raise UserError(f"past {past}: must be 0 or more.")
    participants = set(participant or dataset.sessions)
    dataset.spoken(participants)  # Fails now if an instruction was not recognised.
    groups: dict[str, list[Step]] = {}
    for step in dataset.steps:
        if step.scored and step.participant in participants:
            groups.setdefault(f"{step.participant}/{step.task}", []).append(step)
    if not groups:
        raise UserError(f"{dataset.path}: contains no scored steps.")
    if past:
        # Fail now if the history is missing, instead of running without it.
        for number in {steps[0].participant for steps in groups.values()}:
            dataset.history(number)
    dataset.warn_if_incomplete()
    check_screenshots([step for steps in groups.values() for step in steps])
    digest = hashlib.sha256()
    for step in dataset.steps:
        digest.update(f"{step.key} {step.task} {step.boxes} {step.instruction!r}\n".encode())
    condition = {"participants": sorted(participant), "data": digest.hexdigest()[:16]}
    if transcripts:
        condition["transcripts"] = hashlib.sha256(transcripts.read_bytes()).hexdigest()[:16]
    return RealWebAssist(dataset, groups, variant=metric_variant, past=past, condition=condition)
