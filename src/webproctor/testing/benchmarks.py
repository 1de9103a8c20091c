"""Check a benchmark: every rule of the interface that can be tested on a few of its tasks."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any, get_args

from webproctor.agents import task_for
from webproctor.agents.nothing import DoNothing
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core.actions import ActionResult, action_set
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.observations import Observation, View
from webproctor.core.outcomes import EpisodeError
from webproctor.core.registry import Factory
from webproctor.core.scores import Score
from webproctor.core.sessions import Session, Surface
from webproctor.core.tasks import Task
from webproctor.testing.checks import (
    Check,
    Checks,
    Failed,
    Skipped,
    completed,
    difference,
    run_checks,
    within,
)
from webproctor.testing.results import check_published, check_summary

# Arguments that no page or recorded step has; the first action that takes one of them is tried.
_NOWHERE: Mapping[str, Any] = {"element": 999_999, "input_name": "no such field"}
_ANY: Mapping[str, Any] = {"integer": 0, "number": 0, "boolean": False, "array": []}


@dataclass(frozen=True)
class TaskCheck:
    """What the sessions of one task gave.

    Attributes:
        seen: The first observations of two sessions.
        invalid: The result of an action on an element that does not exist, or the exception; None
            if the session has no such action.
        nothing: The episode of the do-nothing agent.
        oracle: The episode of the oracle, or the exception that prevented it.
    """

    task: Task
    seen: tuple[Observation, Observation]
    invalid: ActionResult | Exception | None
    nothing: Episode
    oracle: Episode | Exception

    def episodes(self) -> Iterator[tuple[str, Episode]]:
        """Return what is scored: these episodes, and an errored and a void one."""
        yield "do-nothing", self.nothing
        if isinstance(self.oracle, Episode):
            yield "oracle", self.oracle
        for outcome, void in (("errored", False), ("void", True)):
            error = EpisodeError(cause="agent", message="made by the check", void=void)
            yield outcome, Episode(task=self.task.id, error=error)


@dataclass
class Subject:
    """A benchmark that is checked, with the results that checks share."""

    source: str | Benchmark | Factory
    settings: Mapping[str, Any]
    sample: int | None
    tasks: list[Task] = field(default_factory=list)
    played: list[TaskCheck] = field(default_factory=list)
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
    return completed(run_checks(CHECKS, subject))


def attributes(subject: Subject) -> None:
    """Name, version, condition and optional attributes have the documented form."""
    made = subject.benchmark
    if not isinstance(made.name, str) or not re.fullmatch(r"[\w.-]+", made.name):
        raise Failed(f"name {made.name!r}: must be a word of letters, digits, '-', '_' and '.'.")
    if not isinstance(made.version, str) or not made.version:
        raise Failed(f"version {made.version!r}: must be a text that is not empty.")
    with within("condition"):
        _same_in_json(made.condition, dict)
    for name, known in (("surfaces", get_args(Surface)), ("lacks", get_args(View))):
        if unknown := sorted(set(getattr(made, name)) - set(known)):
            raise Failed(f"{name}: {unknown[0]!r} is unknown. Available: {', '.join(known)}.")


def tasks(subject: Subject) -> None:
    """Tasks are unique, in a fixed order, and JSON data."""
    made, found = subject.benchmark, list(subject.benchmark.tasks())
    if not found:
        raise Failed("there are no tasks: `tasks` must return at least one.")
    ids = [task.id for task in found]
    if twice := next((id for id in ids if ids.count(id) > 1), None):
        raise Failed(f"task {twice!r} exists {ids.count(twice)} times: ids must be unique.")
    again = [task.id for task in made.tasks()]
    if again != ids:
        raise Failed(
            f"the order of tasks changes: {difference(ids, again)}. Sort the tasks by a fixed rule."
        )
    for task in found:
        with within(f"task {task.id!r}"):
            _same_in_json(asdict(task), dict)
            if not task.id or not task.instruction:
                raise Failed("id and instruction must not be empty.")
            if task.benchmark != made.name:
                raise Failed(f"benchmark is {task.benchmark!r}: must be {made.name!r}.")
            if min(asdict(task.limits).values()) <= 0:
                raise Failed(f"limits must be above 0: {task.limits}.")
    tag = made.cluster
    if tag and not any(tag in task.tags for task in found):
        raise Failed(f"cluster is {tag!r}, but no task has this tag.")
    count = min(subject.sample or len(found), len(found))
    subject.tasks = [found[place * len(found) // count] for place in range(count)]


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
    made = subject.benchmark
    made.ready()
    async with made:
        for task in subject.tasks:
            with within(f"task {task.id!r}"):
                subject.played.append(await _play(made, task))


async def _play(benchmark: Benchmark, task: Task) -> TaskCheck:
    lacks = benchmark.lacks
    reads: frozenset[View] = (
        frozenset[View]({"text", "elements"}) - lacks or frozenset[View]({"screenshot"}) - lacks
    )
    async with benchmark.session(task) as session:
        first = await session.observe(reads)
    async with benchmark.session(task) as session:
        second = await session.observe(reads)
        invalid = await _invalid(session)
    async with benchmark.session(task) as session:
        nothing = await run_episode(task, session, DoNothing())
    if nothing.error is not None:
        raise Failed(f"the do-nothing episode failed ({nothing.error.cause}): {_why(nothing)}")
    return TaskCheck(task, (first, second), invalid, nothing, await _oracle(benchmark, task))


async def _invalid(session: Session) -> ActionResult | Exception | None:
    for action in session.actions.schema():
        fields = action["parameters"].get("properties", {})
        if not (asked := fields.keys() & _NOWHERE.keys()):
            continue
        given = {
            name: _NOWHERE[name] if name in asked else _ANY.get(fields[name].get("type", ""), "0")
            for name in {*action["parameters"].get("required", ()), *asked}
        }
        try:
            return await session.act(session.actions.parse(action["name"], given))
        except Exception as error:  # noqa: BLE001 - judged by the check `invalid action`
            return error
    return None


async def _oracle(benchmark: Benchmark, task: Task) -> Episode | Exception:
    try:
        agent = benchmark.oracle()
    except UserError as reason:
        return Skipped(str(reason))
    except Exception as error:  # noqa: BLE001 - judged by the check `oracle`
        return error
    async with benchmark.session(task_for(agent, task, benchmark)) as session:
        try:
            return await run_episode(task, session, agent)
        except UserError as error:
            return error


def same_observation(subject: Subject) -> None:
    """Two sessions of a task begin with the same observation, except for its address."""
    for one in subject.played:
        first, second = (
            json.loads(seen.model_dump_json(exclude={"url", "dom", "screenshot"}))
            | {"screenshot": seen.screenshot and seen.screenshot.hex()}
            for seen in one.seen
        )
        if found := difference(first, second):
            raise Failed(
                f"task {one.task.id!r}: two sessions differ in {found}. "
                "Draw random numbers from a seed in the task."
            )


def invalid_action(subject: Subject) -> None:
    """An action on an element that does not exist returns an error result."""
    for one in subject.played:
        with within(f"task {one.task.id!r}, an element that does not exist"):
            if isinstance(one.invalid, Exception):
                raise one.invalid
            if one.invalid is not None and one.invalid.ok:
                raise Failed(f"the action succeeded ({one.invalid.message}): expected an error.")
    if all(one.invalid is None for one in subject.played):
        raise Skipped("no action of this set refers to an element")


def scores(subject: Subject) -> None:
    """Scores are from 0 to 1, also those of errored and void episodes."""
    for one in subject.played:
        for name, episode in one.episodes():
            with within(f"task {one.task.id!r}, {name} episode"):
                score = subject.benchmark.score(one.task, episode.model_copy(deep=True))
                if not isinstance(score, Score):
                    raise Failed(f"`score` returned {score!r}: must return a `Score`.")
                if not (math.isfinite(score.value) and 0 <= score.value <= 1):
                    raise Failed(f"the score is {score.value}: must be from 0 to 1.")
                subject.scores[one.task.id, name] = score


def pure_scores(subject: Subject) -> None:
    """A score depends only on the record, which it does not change."""
    for one in subject.played:
        for name, episode in one.episodes():
            with within(f"task {one.task.id!r}, {name} episode"):
                before = episode.model_dump_json()
                first, again = (subject.benchmark.score(one.task, episode) for _ in range(2))
                if changed := _differ(before, episode.model_dump_json()):
                    raise Failed(f"`score` changed the episode: {changed}.")
                stored = subject.benchmark.score(one.task, Episode.model_validate_json(before))
                for what, other in (("twice", again), ("after a JSON round trip", stored)):
                    if found := _differ(first.model_dump_json(), other.model_dump_json()):
                        raise Failed(f"scored {what}, the scores differ in {found}.")


def oracle(subject: Subject) -> None:
    """The oracle has the full score."""
    for one in subject.played:
        with within(f"task {one.task.id!r}"):
            if isinstance(one.oracle, Exception):
                raise one.oracle
            if one.oracle.error:
                raise Failed(f"the oracle failed ({one.oracle.error.cause}): {_why(one.oracle)}")
            score = subject.scores[one.task.id, "oracle"]
            if score.value < 1:
                fault = f" ({score.fault})" if score.fault else ""
                raise Failed(f"the oracle's score is {score.value:g}{fault}: must be 1.")


def do_nothing(subject: Subject) -> None:
    """The do-nothing agent does not have the full score."""
    mean = fmean(subject.scores[one.task.id, "do-nothing"].value for one in subject.played)
    if mean >= 1:
        raise Failed(
            f"the score without any action is 1 in all {len(subject.played)} tasks: must be below "
            "the oracle's. If the default answers of these tasks are correct, use a larger sample."
        )


def hermetic_pages(subject: Subject) -> None:
    """Pages request nothing from other hosts."""
    listed = False
    for one in subject.played:
        for name, episode in one.episodes():
            listed = listed or "refused" in episode.evidence
            if refused := episode.evidence.get("refused"):
                raise Failed(
                    f"task {one.task.id!r}, {name} episode: the page requested {refused[0]}, which "
                    "was refused. Serve everything that a page needs with the benchmark."
                )
    if not listed:
        raise Skipped("the episodes do not list refused requests, as those of live pages do")


def summary(subject: Subject) -> None:
    """The summary of any results has a headline metric and well-formed tables and charts."""
    by_name: dict[str, list[tuple[Task, Score]]] = {"no": []}
    for one in subject.played:
        for name, _ in one.episodes():
            by_name.setdefault(name, []).append((one.task, subject.scores[one.task.id, name]))
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


def _why(episode: Episode) -> str:
    assert episode.error is not None
    last = episode.error.traceback.strip().splitlines()[-3:-1]
    return " ".join([episode.error.message, *(f"({line.strip()})" for line in last[:1])])
