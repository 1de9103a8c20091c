"""The benchmark itself: recorded tasks, sessions and marks, and the settings that make them."""

import contextlib
import hashlib
from collections.abc import AsyncIterator, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, Literal, Self

from webproctor.benchmarks.mind2web.dataset import TESTS, TRAIN, Dataset, canonical
from webproctor.benchmarks.mind2web.oracle import Oracle
from webproctor.benchmarks.mind2web.records import Demonstration
from webproctor.benchmarks.mind2web.scoring import Prediction, mark_step, task_success
from webproctor.benchmarks.mind2web.session import NEVER, PICTURES, StepsSession
from webproctor.benchmarks.mind2web.summary import BESIDE, published_table, summarise
from webproctor.dom import EquivalenceBox
from webproctor.episodes import Episode
from webproctor.errors import UserError
from webproctor.observations import View
from webproctor.scores import Score, Summary, Table
from webproctor.sessions import Ground
from webproctor.tasks import Limits, Task

SAMPLE = Path(__file__).with_name("sample")


class Mind2Web:
    """Some tasks of one data set, met step by step as they were recorded.

    Args:
        dataset: The data.
        demonstrations: The tasks.
        restore_colons: Whether values are marked as the task's words have them.
        condition: What must be equal for two runs to be compared.
    """

    name = "mind2web"
    version = "1"
    cluster = "website"
    beside = BESIDE

    def __init__(
        self,
        dataset: Dataset,
        demonstrations: Sequence[Demonstration],
        *,
        restore_colons: bool = False,
        condition: dict[str, Any] | None = None,
    ) -> None:
        self.dataset = dataset
        self.demonstrations = tuple(demonstrations)
        self._restore_colons = restore_colons
        self._condition = condition or {}

    @property
    def condition(self) -> dict[str, Any]:
        return {"colons": "restored" if self._restore_colons else "lost"} | self._condition

    @property
    def step_keys(self) -> list[str]:
        """The steps' names in files of scores."""
        return [f"{demo.annotation_id}_{uid}" for demo in self.demonstrations for uid in demo.uids]

    @cached_property
    def lacks(self) -> frozenset[View]:
        """Views that recorded pages do not have: most forms of the data hold no pictures."""
        first = self.demonstrations[0]
        pictured = self.dataset.step(first.annotation_id, first.uids[0]).screenshot is not None
        return NEVER if pictured else NEVER | PICTURES

    def tasks(self) -> list[Task]:
        return [self._task(demo) for demo in self.demonstrations]

    def _task(self, demo: Demonstration) -> Task:
        steps = len(demo.uids)
        return Task(
            id=demo.annotation_id,
            benchmark=self.name,
            instruction=demo.task,
            split=demo.split,
            tags={
                "website": demo.website,
                "domain": demo.domain,
                "subdomain": demo.subdomain,
                "steps": steps,
            },
            # An agent that once does what no recording answers can try again.
            limits=Limits(turns=2 * steps + 5, actions_per_turn=15, seconds=120.0 * (steps + 1)),
        )

    def ready(self) -> None:
        """Recorded pages need nothing but the data."""

    @contextlib.asynccontextmanager
    async def session(self, task: Task, ground: Ground = "page") -> AsyncIterator[StepsSession]:
        demo = self.dataset.demonstration(task.id)
        yield StepsSession(self.dataset, demo, restore_colons=self._restore_colons)

    def oracle(self) -> Oracle:
        return Oracle()

    def score(self, task: Task, episode: Episode) -> Score:
        """Mark every step; steps that were never answered count as failed."""
        facts = episode.evidence.get("steps")
        if facts is None:
            facts = [{"uid": "", "positives": [""], "op": "", "value": "", "prediction": None}]
            facts *= int(task.tags["steps"])
        pools = _pools(episode)
        marks, shown = [], []
        for number, fact in enumerate(facts):
            told = fact["prediction"]
            prediction = Prediction(**told) if told else None
            if prediction is not None and number < len(pools):
                prediction.pool = pools[number]
            mark = mark_step(prediction, fact["positives"], fact["op"], fact["value"])
            marks.append(mark)
            shown.append(fact | {"pool": len(prediction.pool or ()) if prediction else 0})
        rate = sum(mark.success for mark in marks) / len(marks) if marks else 0.0
        details = {
            "success": task_success(marks) if marks else 0.0,
            "steps": [
                mark.model_dump() | {"fact": fact} for mark, fact in zip(marks, shown, strict=True)
            ],
        }
        return Score(value=rate, details=details)

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        return summarise(results)

    def published(self) -> Table:
        splits = {demo.split for demo in self.demonstrations}
        only = splits.pop() if len(splits) == 1 else ""
        return published_table(only.replace("test_", "cross-"))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing was started."""


def _pools(episode: Episode) -> list[list[str] | None]:
    """For each step that was answered, the candidates that the agent says it chose among."""
    return [
        turn.notes.get("pool")
        for turn in episode.turns
        if any(result.ok and result.page_changed for result in turn.results)
    ]


def mind2web(
    *,
    data: Annotated[
        Path | None, "Folder or file of the data set; without it the built-in sample."
    ] = None,
    split: Annotated[
        str, "train, cross-task, cross-website, cross-domain, or all that is there."
    ] = "all",
    task: Annotated[tuple[str, ...], "Only the task of this id; may be given again."] = (),
    website: Annotated[tuple[str, ...], "Only this website's; may be given again."] = (),
    tasks: Annotated[int | None, "At most so many tasks, from the first on."] = None,
    colons: Annotated[
        Literal["lost", "restored"], "Mark values as published, or as the tasks' words have them."
    ] = "lost",
    words: Annotated[Path | None, "For the raw dump: JSON list of tasks with action_reprs."] = None,
    equivalence_box: Annotated[
        EquivalenceBox, "For the raw dump: the released rule of accepted elements, or the paper's."
    ] = "target",
) -> Mind2Web:
    """Mind2Web: recorded tasks on real websites, step by step.

    Raises:
        UserError: If a setting or the data is wrong.
    """
    dataset = Dataset(data or SAMPLE, words=words, box=equivalence_box)
    wanted = canonical(split)
    if wanted != "all" and wanted not in dataset.splits:
        there = ", ".join(dataset.splits)
        known = "" if wanted in (TRAIN, *TESTS) else f"{split!r} is no split of Mind2Web. "
        raise UserError(f"{dataset.path}: {known}Of split {wanted} nothing is there; of: {there}.")
    missing = set(task) - {demo.annotation_id for demo in dataset.demonstrations}
    if missing:
        raise UserError(f"{dataset.path}: no task {', '.join(sorted(missing))} is there.")
    if tasks is not None and tasks < 1:
        raise UserError(f"tasks {tasks}: a run needs at least one.")
    chosen = [
        demo
        for demo in dataset.demonstrations
        if (wanted == "all" or demo.split == wanted)
        and (not task or demo.annotation_id in task)
        and (not website or demo.website in website)
        and demo.uids
    ][:tasks]
    if not chosen:
        raise UserError(f"{dataset.path}: no task is left by these settings.")
    condition = {"split": wanted, "data": _digest(chosen), "equivalence_box": equivalence_box}
    return Mind2Web(dataset, chosen, restore_colons=colons == "restored", condition=condition)


def _digest(demonstrations: Sequence[Demonstration]) -> str:
    """A fingerprint of which steps were chosen."""
    digest = hashlib.sha256()
    for demo in demonstrations:
        digest.update(f"{demo.annotation_id}:{','.join(demo.uids)}\n".encode())
    return digest.hexdigest()[:16]
