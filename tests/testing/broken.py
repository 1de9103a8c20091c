"""Benchmarks that each break one rule."""

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from in_memory import Answers, Memory, MemorySession

from webproctor import Benchmark, Episode, Observation, Score, Step, Summary, Task, UserError
from webproctor.core.actions import Action, ActionResult
from webproctor.core.scores import Chart, Table


def failed(checks: list[Any]) -> dict[str, str]:
    return {one.name: one.message for one in checks if one.outcome == "failed"}


def session(**attributes: Any) -> type[MemorySession]:
    return type("Broken", (MemorySession,), attributes)


class Unfinished(Benchmark):
    name = "unfinished"

    def tasks(self) -> list[Task]:
        return []


class Nameless(Memory):
    name = "two words"


class Conditioned(Memory):
    condition = {1: "one"}  # noqa: RUF012


class Twice(Memory):
    def tasks(self) -> Sequence[Task]:
        return [super().tasks()[0]] * 2


class Shuffled(Memory):
    def __init__(self) -> None:
        self.step = itertools.cycle((1, -1))

    def tasks(self) -> Sequence[Task]:
        return super().tasks()[:: next(self.step)]


class Empty(Memory):
    def tasks(self) -> Sequence[Task]:
        return []


class Tagged(Memory):
    def tasks(self) -> Sequence[Task]:
        return [replace(task, tags={"x": object()}) for task in super().tasks()]  # type: ignore[dict-item]


class Actionless(Memory):
    def tasks(self) -> Sequence[Task]:
        return [replace(task, actions="telepathy") for task in super().tasks()]


class Percentages(Memory):
    def published(self) -> Table:
        return Table(title="Published", columns=["who", "score"], rows=[["A model", 45.5]])


class Ragged(Memory):
    def published(self) -> Table:
        return Table(title="Published", columns=["who", "score"], rows=[["A model"]])


class UnknownColumn(Memory):
    published_columns = {"score": "accuracy"}  # noqa: RUF012


class Closed(Memory):
    def ready(self) -> None:
        raise UserError("no data: download it.")


class Lost(Memory):
    async def lose(self, reads: object = None) -> Observation:
        raise ConnectionError("the page is gone")

    made_session = session(observe=lose)


class Unseeded(Memory):
    async def differ(self, reads: object = None) -> Observation:
        return Observation(text=f"Add {random.random()}", elements=())

    made_session = session(observe=differ)


class Raising(Memory):
    async def crash(self, action: Action) -> ActionResult:
        raise IndexError("list index out of range")

    made_session = session(act=crash)


class Lenient(Memory):
    async def accept(self, action: Action) -> ActionResult:
        return ActionResult(ok=True, message="clicked")

    made_session = session(act=accept)


class Foreign(Memory):
    async def refused(self) -> dict[str, Any]:
        return {"refused": ["http://fonts.test/a.woff2"]}

    made_session = session(evidence=refused)


class Generous(Memory):
    def score(self, task: Task, episode: Episode) -> Score:
        return Score(value=1.5 * (episode.answer == "42"))


class Undefined(Memory):
    def score(self, task: Task, episode: Episode) -> Score:
        return Score(value=float("nan"))


class Crashing(Memory):
    def score(self, task: Task, episode: Episode) -> Score:
        return Score(value=float(episode.evidence["refused"] == []))


class Dice(Memory):
    def score(self, task: Task, episode: Episode) -> Score:
        return super().score(task, episode).model_copy(update={"details": {"x": random.random()}})


class Forger(Memory):
    def score(self, task: Task, episode: Episode) -> Score:
        scored = super().score(task, episode)
        episode.evidence["scored"] = True
        return scored


class Wrong(Memory):
    def oracle(self) -> Any:
        agent = Answers()
        agent.answer = "41"
        return agent


class Stumbling(Memory):
    def oracle(self) -> Any:
        class Agent(Answers):
            async def act(self, observation: Observation) -> Step:
                raise RuntimeError("no such button")

        return Agent()


class Free(Memory):
    def score(self, task: Task, episode: Episode) -> Score:
        return Score(value=1.0)


class Headless(Memory):
    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        return Summary(headline="accuracy", figures={"score": 0.5})


class Picky(Memory):
    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        value = sum(score.value for _, score in results) / len(results)
        return Summary(headline="score", figures={"score": value})


class Misdrawn(Memory):
    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        chart = Chart(title="By task", kind="bars", labels=["one"], series={"score": [0.1, 0.2]})
        return super().summarise(results).model_copy(update={"charts": [chart]})


BROKEN: list[tuple[Any, str, str]] = [
    (Unfinished, "loads", "benchmark 'Unfinished' has no score, session."),
    (Nameless, "attributes", "name 'two words': must be a word"),
    (Conditioned, "attributes", "condition: must be JSON data with text as keys"),
    (Twice, "tasks", "task 'one' exists 2 times"),
    (Shuffled, "tasks", "the order of tasks changes"),
    (Empty, "tasks", "there are no tasks"),
    (Tagged, "tasks", "task 'one': must be JSON data: Object of type object"),
    (Actionless, "action sets", "task 'one': no action set 'telepathy'. Available: "),
    (Percentages, "published results", "row 'A model', column 'score': 45.5 must be a score"),
    (Ragged, "published results", "has 1 cells for 2 columns"),
    (UnknownColumn, "published results", "names the column 'accuracy', which does not exist"),
    (Closed, "sessions", "no data: download it."),
    (Lost, "sessions", "task 'one': ConnectionError: the page is gone (broken.py, line "),
    (Unseeded, "same observation", "task 'one': two sessions differ in text: \"Add 0."),
    (Raising, "invalid action", "task 'one', an element that does not exist: IndexError"),
    (Lenient, "invalid action", "the action succeeded (clicked): expected an error"),
    (Foreign, "hermetic pages", "do-nothing episode: the page requested http://fonts.test/a.woff2"),
    (Generous, "scores", "task 'one', oracle episode: the score is 1.5: must be from 0 to 1"),
    (Undefined, "scores", "do-nothing episode: the score is nan"),
    (Crashing, "scores", "task 'one', errored episode: KeyError: 'refused' (broken.py, line"),
    (Dice, "pure scores", "do-nothing episode: scored twice, the scores differ in details.x: 0."),
    (Forger, "pure scores", "`score` changed the episode: evidence.scored: null and true"),
    (Wrong, "oracle", "task 'one': the oracle's score is 0: must be 1"),
    (Stumbling, "oracle", "the oracle failed (agent): RuntimeError: no such button (File"),
    (Free, "do-nothing", "the score without any action is 1 in all 2 tasks"),
    (Headless, "summary", "no results: the headline 'accuracy' is not a metric. Metrics: score."),
    (Picky, "summary", "no results: ZeroDivisionError: division by zero (broken.py, line"),
    (Misdrawn, "summary", "chart 'By task': series 'score' has 2 values for 1 labels"),
]
