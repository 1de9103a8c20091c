"""The base classes of benchmarks and sessions: three methods of each are required."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from webproctor import (
    Benchmark,
    Episode,
    Observation,
    Score,
    Session,
    Task,
    UserError,
    View,
    load_benchmark,
    run_episode,
)
from webproctor.agents.nothing import DoNothing
from webproctor.core.actions import Action, ActionResult, web
from webproctor.core.actions.web import Wait
from webproctor.core.outcomes import EpisodeError


class Riddle(Session):
    actions = web.web

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        return Observation(text="What is 17 + 25?")

    async def act(self, action: Action) -> ActionResult:
        return ActionResult(ok=True, message="done")

    async def evidence(self) -> dict[str, Any]:
        return {}


class TwoRiddles(Benchmark):
    def tasks(self) -> list[Task]:
        return [Task(id=id, benchmark=self.name, instruction="Add.") for id in ("one", "two")]

    @contextlib.asynccontextmanager
    async def session(self, task: Task, surface: str = "page") -> AsyncIterator[Riddle]:
        yield Riddle()

    def score(self, task: Task, episode: Episode) -> Score:
        return Score(value=float(episode.answer == "42"))


async def test_three_methods_make_a_benchmark() -> None:
    task, _ = TwoRiddles().tasks()
    async with TwoRiddles() as benchmark, benchmark.session(task) as session:
        episode = await run_episode(task, session, DoNothing())
    results = [(task, Score(value=1)), (task, benchmark.score(task, episode))]
    assert benchmark.summarise(results).figures == {"score": 0.5}
    assert benchmark.published().rows == []


async def test_optional_parts_of_a_session_have_defaults() -> None:
    session = Riddle()
    assert (session.over, session.recorded, dict(session.noted)) == (False, False, {})
    assert await session.rect(Wait(seconds=0)) is None
    assert await session.peek() == await session.observe()


@pytest.mark.parametrize(("scores_steps", "value"), [(False, 0.0), (True, 1.0)])
def test_an_errored_episode_scores_0_unless_its_steps_are_scored(
    monkeypatch: pytest.MonkeyPatch, scores_steps: bool, value: float
) -> None:
    monkeypatch.setattr(TwoRiddles, "scores_steps", scores_steps)
    task, _ = TwoRiddles().tasks()
    error = EpisodeError(cause="agent", message="ValueError: no such element")
    episode = Episode(task=task.id, answer="42", error=error)
    assert TwoRiddles().score_episode(task, episode).value == value


def test_a_benchmark_is_named_after_its_class_by_default() -> None:
    class Changed(TwoRiddles):
        pass

    class Named(TwoRiddles):
        name = "riddles"

    class Derived(Named):
        pass

    assert [one.name for one in (TwoRiddles(), Changed(), Named(), Derived())] == [
        "two-riddles",
        "changed",
        "riddles",
        "riddles",
    ]


@pytest.mark.parametrize(
    "what", ["oracle", "replay", "noisy_oracle", "targets"], ids=lambda what: what
)
def test_a_missing_optional_part_of_a_benchmark_is_a_user_error(what: str) -> None:
    given = {"replay": [Path("x")], "noisy_oracle": [0.1, 0]}.get(what, [])
    with pytest.raises(UserError, match="two-riddles"):
        getattr(TwoRiddles(), what)(*given)


def test_the_error_for_an_incomplete_benchmark_lists_the_missing_methods() -> None:
    class Half(Benchmark):
        def tasks(self) -> list[Task]:
            return []

    with pytest.raises(UserError, match=r"^benchmark 'Half' has no score, session\.$"):
        load_benchmark(Half)


def test_a_factory_that_does_not_return_a_benchmark_is_a_user_error() -> None:
    def strings() -> str:
        return "no benchmark"

    with pytest.raises(UserError, match=r"^strings makes str, which is not a benchmark: derive "):
        load_benchmark(strings)
    with pytest.raises(UserError, match=r"^int is not a benchmark: derive "):
        load_benchmark(3)  # type: ignore[arg-type]
