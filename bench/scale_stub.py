"""A benchmark without pages and an agent without a model: what remains is the harness."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from webproctor import Benchmark, Episode, Observation, Score, Session, Task, View
from webproctor.core.actions import Action, ActionResult, web
from webproctor.core.episodes import Step
from webproctor.core.sessions import Surface

STEPS = 1


class _Session(Session):
    actions = web.web

    def __init__(self) -> None:
        self._pressed = 0

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        return Observation(text=f"Step {self._pressed}")

    async def act(self, action: Action) -> ActionResult:
        self._pressed += 1
        return ActionResult(ok=True, message="pressed the key")

    async def evidence(self) -> dict[str, Any]:
        return {"pressed": self._pressed}


class Stub(Benchmark):
    """Tasks whose sessions only count key presses. Every third task cannot be solved.

    Args:
        size: The number of tasks.
    """

    name = "stub"
    cluster = "group"

    def __init__(self, *, size: int = 100) -> None:
        # Tasks share their tags: the memory of the run is measured, not that of the tasks.
        tags = [
            {"group": f"group-{number % 100:02}", "solvable": number % 3 > 0}
            for number in range(300)
        ]
        self._tasks = [
            Task(
                id=f"task-{number:06}",
                benchmark=self.name,
                instruction="Press the Tab key once.",
                tags=tags[number % len(tags)],
            )
            for number in range(size)
        ]

    @property
    def condition(self) -> dict[str, Any]:
        return {"size": len(self._tasks)}

    def tasks(self) -> list[Task]:
        return self._tasks

    @asynccontextmanager
    async def session(self, task: Task, surface: Surface = "page") -> AsyncIterator[_Session]:
        yield _Session()

    def score(self, task: Task, episode: Episode) -> Score:
        done = episode.evidence.get("pressed") == STEPS
        return Score(value=float(done and bool(task.tags["solvable"])))


class Presser:
    """Presses a key in each step."""

    reads: frozenset[View] = frozenset({"text"})

    def __init__(self) -> None:
        self._steps = 0

    async def act(self, observation: Observation) -> Step:
        self._steps += 1
        return Step(actions=[web.Press(keys="Tab")], done=self._steps == STEPS)
