"""The Mind2Web benchmark: its tasks, sessions, scores and settings."""

import contextlib
import hashlib
import json
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from webproctor.benchmarks import Benchmark
from webproctor.benchmarks.mind2web.dataset import TESTS, TRAIN, Dataset, canonical
from webproctor.benchmarks.mind2web.oracle import Oracle
from webproctor.benchmarks.mind2web.predictions import check_steps, read_predictions
from webproctor.benchmarks.mind2web.raw_dump import is_dump
from webproctor.benchmarks.mind2web.records import Demonstration
from webproctor.benchmarks.mind2web.replay import Replay
from webproctor.benchmarks.mind2web.scoring import Prediction, score_step, task_success
from webproctor.benchmarks.mind2web.session import SCREENSHOT_VIEWS, UNAVAILABLE_VIEWS, StepsSession
from webproctor.benchmarks.mind2web.summary import PUBLISHED_COLUMNS, published_table, summarise
from webproctor.core.dom import EquivalenceBox
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.factories import OnlyIf
from webproctor.core.observations import View
from webproctor.core.scores import Score, Summary, Table
from webproctor.core.sessions import Surface
from webproctor.core.tasks import Limits, Task

SAMPLE = Path(__file__).with_name("sample")
# Number of tasks in each test split (Deng et al. 2023, section 4.1).
_PUBLISHED_TASKS = dict(zip(TESTS, (252, 177, 912), strict=True))


class Mind2Web(Benchmark):
    """Tasks of one data set, shown step by step as they were recorded.

    Args:
        dataset: The data.
        demonstrations: The tasks.
        restore_colons: Whether values are scored against `action_reprs`, which keep colons.
        condition: Settings that must be equal in comparable runs.
    """

    name = "mind2web"
    version = "5"
    scores_steps = True
    cluster = "website"
    published_columns = PUBLISHED_COLUMNS

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
        split = self._condition.get("split", "")
        tasks = _PUBLISHED_TASKS.get(split, tuple(_PUBLISHED_TASKS.values()))
        self.published_condition = {"split": TESTS, "tasks": tasks, "colons": "lost"}

    @property
    def condition(self) -> dict[str, Any]:
        return {"colons": "restored" if self._restore_colons else "lost"} | self._condition

    @property
    def step_keys(self) -> list[str]:
        """The keys of the steps in score files, `<annotation_id>_<action_uid>`."""
        return [key for demo in self.demonstrations for key in demo.keys]

    @property
    def lacks(self) -> frozenset[View]:
        """Views that recorded pages do not have. Most forms of the data have no screenshots."""
        return UNAVAILABLE_VIEWS if self._has_screenshots else UNAVAILABLE_VIEWS | SCREENSHOT_VIEWS

    @cached_property
    def _has_screenshots(self) -> bool:
        first = self.demonstrations[0]
        return self.dataset.step(first.annotation_id, first.uids[0]).screenshot is not None

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
            # Leaves room to retry after actions that recorded pages do not support.
            limits=Limits(steps=2 * steps + 5, actions_per_step=15, seconds=120.0 * (steps + 1)),
        )

    @contextlib.asynccontextmanager
    async def session(self, task: Task, surface: Surface = "page") -> AsyncIterator[StepsSession]:
        demo = self.dataset.demonstration(task.id)
        yield StepsSession(self.dataset, demo, restore_colons=self._restore_colons)

    def oracle(self) -> Oracle:
        return Oracle()

    def replay(self, predictions: Path) -> Replay:
        """Return an agent that replays stored predictions; see `predictions` for the format.

        Raises:
            UserError: If the file is invalid, or has a prediction for another step.
        """
        stored = read_predictions(predictions)
        check_steps(self.dataset, self.demonstrations, stored)
        return Replay(stored, sum(len(demo.uids) for demo in self.demonstrations))

    def score(self, task: Task, episode: Episode) -> Score:
        """Score every step. Steps without an answer count as failed."""
        facts = episode.evidence.get("steps")
        if facts is None:
            facts = [{"uid": "", "positives": [""], "op": "", "value": "", "prediction": None}]
            facts *= int(task.tags["steps"])
        notes = _prediction_notes(episode)
        step_scores, step_facts = [], []
        for number, fact in enumerate(facts):
            prediction = None
            if stored := fact["prediction"]:
                prediction = Prediction(**stored | (notes[number] if number < len(notes) else {}))
            step_score = score_step(prediction, fact["positives"], fact["op"], fact["value"])
            step_scores.append(step_score)
            scored = prediction.model_dump(exclude={"pool"}) if prediction else None
            pool = len(prediction.pool or ()) if prediction else 0
            step_facts.append(fact | {"prediction": scored, "pool": pool})
        rate = (
            sum(step_score.success for step_score in step_scores) / len(step_scores)
            if step_scores
            else 0.0
        )
        details = {
            "success": task_success(step_scores) if step_scores else 0.0,
            "steps": [
                step_score.model_dump() | {"fact": fact}
                for step_score, fact in zip(step_scores, step_facts, strict=True)
            ],
        }
        return Score(value=rate, details=details)

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        return summarise(results)

    def published(self) -> Table:
        splits = {demo.split for demo in self.demonstrations}
        split = splits.pop() if len(splits) == 1 else ""
        return published_table(split.replace("test_", "cross-"))


def _prediction_notes(episode: Episode) -> list[dict[str, Any]]:
    """Return, for each answered step, what the agent noted about its prediction.

    A note `pool` lists the candidates to choose from. A note `prediction` has an operation that is
    no action, such as one that a model left out: the action alone would count as a click.
    """
    return [
        step.notes.get("prediction", {}) | {"pool": step.notes.get("pool")}
        for step in episode.steps
        if any(result.ok and result.page_changed for result in step.results)
    ]


def _may_be_dump(its: Mapping[str, Any]) -> bool:
    """Whether `data` is the raw dump, or does not exist."""
    path = Path(its["data"] or SAMPLE)
    return is_dump(path) or not path.exists()


def mind2web(
    *,
    data: Annotated[
        Path | None, "Folder or file of the data set. Default: the built-in sample."
    ] = None,
    split: Annotated[str, "train, cross-task, cross-website, cross-domain, or all."] = "all",
    task: Annotated[tuple[str, ...], "Only the task with this id; repeatable."] = (),
    website: Annotated[tuple[str, ...], "Only tasks on this website; repeatable."] = (),
    sample: Annotated[int | None, "Only N of these tasks, drawn at random."] = None,
    sample_seed: Annotated[
        int, "Seed of --sample.", OnlyIf("without --sample", lambda its: its["sample"] is not None)
    ] = 0,
    colons: Annotated[
        Literal["lost", "restored"],
        "Score values as published (without colons), or with the colons of action_reprs.",
    ] = "lost",
    words: Annotated[
        Path | None, "For the raw dump: a JSON list of tasks with action_reprs."
    ] = None,
    equivalence_box: Annotated[
        EquivalenceBox,
        "For the raw dump: accept elements by the released code's rule, or by the paper's.",
        OnlyIf("without the raw dump in --data", _may_be_dump),
    ] = "target",
) -> Mind2Web:
    """Mind2Web: recorded tasks on real websites, step by step.

    Raises:
        UserError: If a setting or the data is invalid.
    """
    dataset = Dataset(data or SAMPLE, words=words, box=equivalence_box)
    dataset.warn_if_incomplete()
    split_name = canonical(split)
    if split_name != "all" and split_name not in dataset.splits:
        available = ", ".join(dataset.splits)
        problem = "" if split_name in (TRAIN, *TESTS) else f"{split!r} is not a split of Mind2Web. "
        archive = dataset.path / "test.zip"
        hint = f" Unpack {archive}; the password is mind2web." if archive.is_file() else ""
        raise UserError(
            f"{dataset.path}: {problem}No tasks of split {split_name}; found: {available}.{hint}"
        )
    missing = set(task) - {demo.annotation_id for demo in dataset.demonstrations}
    if missing:
        raise UserError(f"{dataset.path}: no such task: {', '.join(sorted(missing))}.")
    selected = [
        demo
        for demo in dataset.demonstrations
        if (split_name == "all" or demo.split == split_name)
        and (not task or demo.annotation_id in task)
        and (not website or demo.website in website)
        and demo.uids
    ]
    if not selected:
        raise UserError(
            f"{dataset.path}: no tasks match these settings; tasks without actions do not count."
        )
    condition: dict[str, Any] = {"split": split_name}
    if sample is not None:
        condition["sample"] = f"{sample} of {len(selected)} tasks, seed {sample_seed}"
        selected = _sample(selected, sample, sample_seed)
    condition |= {"data": _digest(selected), "equivalence_box": equivalence_box}
    if dataset.formats != ["shards"]:  # Only they have other pages and candidates.
        condition["format"] = ", ".join(dataset.formats)
    return Mind2Web(dataset, selected, restore_colons=colons == "restored", condition=condition)


def _sample(demonstrations: Sequence[Demonstration], count: int, seed: int) -> list[Demonstration]:
    """Return some tasks, drawn at random, in their order. The draw depends only on their ids."""
    if not 1 <= count <= len(demonstrations):
        raise UserError(f"sample {count}: must be from 1 to {len(demonstrations)} tasks.")
    ids = sorted(demo.annotation_id for demo in demonstrations)
    sampled = set(random.Random(seed).sample(ids, count))
    return [demo for demo in demonstrations if demo.annotation_id in sampled]


def _digest(demonstrations: Sequence[Demonstration]) -> str:
    """Return a fingerprint of the selected tasks and steps, without their pages."""
    digest = hashlib.sha256()
    for demo in demonstrations:
        described = [demo.annotation_id, demo.task, demo.uids, demo.reprs]
        digest.update(json.dumps(described).encode())
    return digest.hexdigest()[:16]
