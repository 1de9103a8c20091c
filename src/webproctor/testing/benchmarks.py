"""Check a benchmark: every rule of the interface that can be tested on a few of its tasks."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any, get_args

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core.actions import action_set
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.factories import Factory
from webproctor.core.observations import View
from webproctor.core.scores import Score
from webproctor.core.sessions import Surface
from webproctor.core.tasks import Task
from webproctor.testing.checks import (
    Check,
    Checks,
    Failed,
    Skipped,
    difference,
    run_checks,
    run_coroutine,
    within,
)
from webproctor.testing.results import check_published, check_summary
from webproctor.testing.sessions import TaskCheck, error_text, run_task


@dataclass
class Subject:
    """A benchmark that is checked, with the results that checks share."""

    source: str | Benchmark | Factory
    settings: Mapping[str, Any]
    sample: int | None
    tasks: list[Task] = field(default_factory=list)
    task_checks: list[TaskCheck] = field(default_factory=list)
    scores: dict[tuple[str, str], Score] = field(default_factory=dict)
    """By task and name of the episode."""
    _benchmark: Benchmark | None = None

    @property
    def benchmark(self) -> Benchmark:
        assert self._benchmark is not None
        return self._benchmark

    def load(self) -> None:
        """Create the benchmark."""
        self._benchmark = load_benchmark(self.source, **self.settings)


def check_benchmark(
    benchmark: str | Benchmark | Factory,
    *,
    settings: Mapping[str, Any] | None = None,
    sample: int | None = 3,
) -> list[Check]:
    """Check a benchmark. It can be called while an event loop runs.

    Args:
        benchmark: The name of a registered benchmark, `path/file.py:NAME`, a benchmark, or a class
            or function that returns one.
        settings: Settings of the benchmark; by default its default settings.
        sample: Number of tasks to run, spread evenly over all tasks; None for all.
    """
    subject = Subject(benchmark, settings or {}, sample)
    return run_coroutine(run_checks(CHECKS, subject))


def attributes(subject: Subject) -> None:
    """Name, version, condition and optional attributes have the documented form."""
    benchmark = subject.benchmark
    if not isinstance(benchmark.name, str) or not re.fullmatch(r"[\w.-]+", benchmark.name):
        raise Failed(
            f"name {benchmark.name!r}: must be a word of letters, digits, '-', '_' and '.'."
        )
    if not isinstance(benchmark.version, str) or not benchmark.version:
        raise Failed(f"version {benchmark.version!r}: must be a text that is not empty.")
    with within("condition"):
        _same_in_json(benchmark.condition, dict)
    for name, known in (("surfaces", get_args(Surface)), ("lacks", get_args(View))):
        if unknown := sorted(set(getattr(benchmark, name)) - set(known)):
            raise Failed(f"{name}: {unknown[0]!r} is unknown. Available: {', '.join(known)}.")


def tasks(subject: Subject) -> None:
    """Tasks are unique, in a fixed order, and JSON data."""
    benchmark, found = subject.benchmark, list(subject.benchmark.tasks())
    if not found:
        raise Failed("there are no tasks: `tasks` must return at least one.")
    ids = [task.id for task in found]
    if duplicate := next((id for id in ids if ids.count(id) > 1), None):
        raise Failed(f"task {duplicate!r} exists {ids.count(duplicate)} times: ids must be unique.")
    second_ids = [task.id for task in benchmark.tasks()]
    if second_ids != ids:
        raise Failed(
            f"the order of tasks changes: {difference(ids, second_ids)}. "
            "Sort the tasks by a fixed rule."
        )
    for task in found:
        with within(f"task {task.id!r}"):
            _same_in_json(asdict(task), dict)
            if not task.id or not task.instruction:
                raise Failed("id and instruction must not be empty.")
            if task.benchmark != benchmark.name:
                raise Failed(f"benchmark is {task.benchmark!r}: must be {benchmark.name!r}.")
            if min(asdict(task.limits).values()) <= 0:
                raise Failed(f"limits must be above 0: {task.limits}.")
    tag = benchmark.cluster
    if tag and not any(tag in task.tags for task in found):
        raise Failed(f"cluster is {tag!r}, but no task has this tag.")
    count = min(subject.sample or len(found), len(found))
    subject.tasks = [found[index * len(found) // count] for index in range(count)]


def action_sets(subject: Subject) -> None:
    """Every task's action set exists."""
    for name, task in {task.actions: task for task in reversed(subject.tasks)}.items():
        try:
            action_set(name).schema()
        except UserError as error:
            raise Failed(f"task {task.id!r}: {error}") from error


def published(subject: Subject) -> None:
    """Published results are a well-formed table."""
    check_published(subject.benchmark)


async def sessions(subject: Subject) -> None:
    """Sessions open, can be observed, and close."""
    benchmark = subject.benchmark
    benchmark.ready()
    async with benchmark:
        for task in subject.tasks:
            with within(f"task {task.id!r}"):
                subject.task_checks.append(await run_task(benchmark, task))


def same_observation(subject: Subject) -> None:
    """Two sessions of a task begin with the same observation, except for its address."""
    for task_check in subject.task_checks:
        first, second = (
            json.loads(observation.model_dump_json(exclude={"url", "dom", "screenshot"}))
            | {"screenshot": observation.screenshot and observation.screenshot.hex()}
            for observation in task_check.observations
        )
        if found := difference(first, second):
            raise Failed(
                f"task {task_check.task.id!r}: two sessions differ in {found}. "
                "Draw random numbers from a seed in the task."
            )


def invalid_action(subject: Subject) -> None:
    """An action on an element that does not exist returns an error result."""
    for task_check in subject.task_checks:
        with within(f"task {task_check.task.id!r}, an element that does not exist"):
            if isinstance(task_check.invalid, Exception):
                raise task_check.invalid
            if task_check.invalid is not None and task_check.invalid.ok:
                raise Failed(
                    f"the action succeeded ({task_check.invalid.message}): expected an error."
                )
    if all(task_check.invalid is None for task_check in subject.task_checks):
        raise Skipped("no action of this set refers to an element")


def scores(subject: Subject) -> None:
    """Scores are from 0 to 1, also those of errored and void episodes."""
    for task_check in subject.task_checks:
        for name, episode in task_check.episodes():
            with within(f"task {task_check.task.id!r}, {name} episode"):
                score = subject.benchmark.score(task_check.task, episode.model_copy(deep=True))
                if not isinstance(score, Score):
                    raise Failed(f"`score` returned {score!r}: must return a `Score`.")
                if not (math.isfinite(score.value) and 0 <= score.value <= 1):
                    raise Failed(f"the score is {score.value}: must be from 0 to 1.")
                subject.scores[task_check.task.id, name] = score


def pure_scores(subject: Subject) -> None:
    """A score depends only on the record, which it does not change."""
    for task_check in subject.task_checks:
        for name, episode in task_check.episodes():
            with within(f"task {task_check.task.id!r}, {name} episode"):
                before = episode.model_dump_json()
                first, repeated = (
                    subject.benchmark.score(task_check.task, episode) for _ in range(2)
                )
                if changed := _differ(before, episode.model_dump_json()):
                    raise Failed(f"`score` changed the episode: {changed}.")
                stored = subject.benchmark.score(
                    task_check.task, Episode.model_validate_json(before)
                )
                for what, other in (("twice", repeated), ("after a JSON round trip", stored)):
                    if found := _differ(first.model_dump_json(), other.model_dump_json()):
                        raise Failed(f"scored {what}, the scores differ in {found}.")


def oracle(subject: Subject) -> None:
    """The oracle has the full score."""
    for task_check in subject.task_checks:
        with within(f"task {task_check.task.id!r}"):
            if isinstance(task_check.oracle, Exception):
                raise task_check.oracle
            if task_check.oracle.error:
                cause, text = task_check.oracle.error.cause, error_text(task_check.oracle)
                raise Failed(f"the oracle failed ({cause}): {text}")
            score = subject.scores[task_check.task.id, "oracle"]
            if score.value < 1:
                fault = f" ({score.fault})" if score.fault else ""
                raise Failed(f"the oracle's score is {score.value:g}{fault}: must be 1.")


def do_nothing(subject: Subject) -> None:
    """The do-nothing agent does not have the full score."""
    mean = fmean(
        subject.scores[task_check.task.id, "do-nothing"].value for task_check in subject.task_checks
    )
    if mean >= 1:
        raise Failed(
            f"the score without any action is 1 in all {len(subject.task_checks)} tasks: must be "
            "below the oracle's. If the default answers of these tasks are correct, use a larger "
            "sample."
        )


def hermetic_pages(subject: Subject) -> None:
    """Pages request nothing from other hosts."""
    listed = False
    for task_check in subject.task_checks:
        for name, episode in task_check.episodes():
            listed = listed or "refused" in episode.evidence
            if refused := episode.evidence.get("refused"):
                raise Failed(
                    f"task {task_check.task.id!r}, {name} episode: the page requested "
                    f"{refused[0]}, which was refused. Serve everything that a page needs with the "
                    "benchmark."
                )
    if not listed:
        raise Skipped("the episodes do not list refused requests, as those of live pages do")


def summary(subject: Subject) -> None:
    """The summary of any results has a headline metric and well-formed tables and charts."""
    by_name: dict[str, list[tuple[Task, Score]]] = {"no": []}
    for task_check in subject.task_checks:
        for name, _ in task_check.episodes():
            by_name.setdefault(name, []).append(
                (task_check.task, subject.scores[task_check.task.id, name])
            )
    for name, results in by_name.items():
        for part in (results[:1], results) if len(results) > 1 else (results,):
            with within(f"summary of {len(part)} {name} episodes" if part else "no results"):
                check_summary(subject.benchmark, part)


CHECKS: Checks[Subject] = {
    "loads": (Subject.load, ()),
    "attributes": (attributes, ("loads",)),
    "tasks": (tasks, ("loads",)),
    "action sets": (action_sets, ("tasks",)),
    "published results": (published, ("loads",)),
    "sessions": (sessions, ("action sets",)),
    "same observation": (same_observation, ("sessions",)),
    "invalid action": (invalid_action, ("sessions",)),
    "hermetic pages": (hermetic_pages, ("sessions",)),
    "scores": (scores, ("sessions",)),
    "pure scores": (pure_scores, ("scores",)),
    "oracle": (oracle, ("scores",)),
    "do-nothing": (do_nothing, ("scores",)),
    "summary": (summary, ("scores",)),
}


def _same_in_json(value: Any, kind: type) -> None:
    """Check that a value is JSON data that does not change when it is written and read."""
    if not isinstance(value, kind):
        raise Failed(f"is {value!r}: must be a {kind.__name__}.")
    try:
        stored = json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise Failed(f"must be JSON data: {error}.") from error
    if stored != value:
        raise Failed(f"must be JSON data with text as keys: {difference(value, stored)}.")


def _differ(one: str, other: str) -> str | None:
    return difference(json.loads(one), json.loads(other))
