"""Tests of how an agent is run on a task."""

from functools import partial
from typing import Any

import pytest
from in_memory import Answers, Memory

from webproctor.agents.episodes import or_errored, run_task, settings_in
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.recorder import Perform, perform_directly
from webproctor.core.sessions import Session
from webproctor.core.tasks import Task


class Seeded:
    reads = frozenset()

    def __init__(self, benchmark: object, *, seed: int | None = None) -> None:
        pass


def test_the_seed_differs_between_epochs() -> None:
    assert settings_in(3, "random", {"seed": 5}) == {"seed": 7}
    assert settings_in(3, Seeded, {"seed": 5}) == {"seed": 7}


def test_an_agent_whose_seed_is_none_has_none_in_later_epochs() -> None:
    assert settings_in(2, Seeded, {}) == {}
    assert settings_in(2, Seeded, {"seed": None}) == {"seed": None}


@pytest.mark.parametrize("error", [ValueError, SystemExit, KeyboardInterrupt, GeneratorExit])
async def test_an_agent_that_cannot_be_created_makes_the_episode_errored(
    error: type[BaseException],
) -> None:
    def make() -> Any:
        raise error

    episode = or_errored(Task(id="one", benchmark="memory", instruction="Add."), make)
    assert isinstance(episode, Episode)
    assert (episode.outcome, episode.error and episode.error.cause) == ("errored", "agent")


def test_a_user_error_while_an_agent_is_created_is_raised() -> None:
    def make() -> Any:
        raise UserError("no such setting")

    with pytest.raises(UserError, match="no such setting"):
        or_errored(Task(id="one", benchmark="memory", instruction="Add."), make)


class Choosing(Answers):
    """An agent that chooses an action set for each task."""

    def __init__(self, chosen: Any) -> None:
        self._chosen = chosen

    def actions_for(self, task: Task) -> Any:
        return self._chosen()


async def episode_of(agent: Choosing) -> Episode:
    benchmark = Memory()

    def perform(session: Session) -> Perform:
        return partial(perform_directly, session.act)

    return await run_task(benchmark, benchmark.tasks()[0], agent, perform=perform)


async def test_an_agent_that_cannot_choose_an_action_set_has_failed() -> None:
    episode = await episode_of(Choosing(lambda: 1 / 0))
    assert (episode.outcome, episode.error and episode.error.cause) == ("errored", "agent")


@pytest.mark.parametrize("chosen", ["webb", None, ["web"]])
async def test_an_action_set_that_the_benchmark_does_not_accept_is_a_user_error(
    chosen: Any,
) -> None:
    with pytest.raises(UserError, match=r"'Choosing': `actions_for` returned .*, which accepts"):
        await episode_of(Choosing(lambda: chosen))
