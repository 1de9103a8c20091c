"""The checks of agents: included agents pass, and each fault fails one check."""

from typing import Any

import pytest
from in_memory import Answers, Memory
from per_change import first
from testing.broken import failed

from webproctor import (
    Observation,
    Step,
)
from webproctor.agents.nothing import DoNothing
from webproctor.core.actions import computer, web
from webproctor.testing import agents as of_agents
from webproctor.testing import assert_passed, check_agent


@pytest.mark.usefixtures("executable")
@pytest.mark.parametrize(
    "agent", first("oracle", "web", "computer", "random", "do-nothing", count=2)
)
def test_every_included_agent_passes(agent: str) -> None:
    checks = check_agent(agent)
    assert [one.name for one in checks] == list(of_agents.CHECKS)
    assert {one.outcome for one in checks} == {"passed"}


class Stepping(Answers):
    """An agent that clicks once."""

    step = Step(actions=[web.Wait(seconds=0)], done=True)

    async def act(self, observation: Observation) -> Step:
        return self.step


def stepping(**step: Any) -> Any:
    agent = Stepping()
    agent.step = Step(**{"done": True, **step})
    return agent


class Misspelt(Answers):
    reads = frozenset({"txt"})  # type: ignore[assignment]


class Failing(Answers):
    async def act(self, observation: Observation) -> Step:
        return observation.read("html")


BROKEN_AGENTS: list[tuple[Any, str, str]] = [
    (object(), "loads", "object is not an agent"),
    (Misspelt, "loads", "agent 'Misspelt' reads 'txt', which is not a view"),
    (Failing, "episode", "Add 'html' to the agent's `reads`"),
    (stepping(notes={"pool": object()}), "record", "step 1: its notes must be JSON data: "),
    (
        stepping(actions=[computer.MouseMove(x=1, y=1)]),
        "actions",
        "step 1: the action 'mouse_move' is not in the action set web.",
    ),
]


def test_an_agent_without_a_browser_passes() -> None:
    assert_passed(check_agent(Stepping, benchmark=Memory))


@pytest.mark.parametrize(
    ("broken", "check", "message"), BROKEN_AGENTS, ids=[failure for *_, failure in BROKEN_AGENTS]
)
def test_each_fault_of_an_agent_fails_one_check(broken: Any, check: str, message: str) -> None:
    [(name, failure)] = failed(check_agent(broken, benchmark=Memory)).items()
    assert name == check
    assert message in failure


def test_every_check_of_agents_has_a_fault() -> None:
    assert {check for _, check, _ in BROKEN_AGENTS} == set(of_agents.CHECKS)


def test_an_exception_of_an_agent_is_shown_with_its_traceback() -> None:
    class Crashing(Answers):
        async def act(self, observation: Observation) -> Step:
            raise KeyError("order")

    failure = failed(check_agent(Crashing, benchmark=Memory))["episode"]
    assert failure.startswith("task 'one': the episode ended in step 1 (agent): KeyError: 'order'")
    assert 'raise KeyError("order")' in failure


def test_an_agent_can_be_checked_on_another_benchmark() -> None:
    failure = failed(check_agent("form"))["loads"]
    assert failure.startswith("one-page has no forms to fill in: ")
    assert failure.endswith("give that as `benchmark`.")
    assert_passed(check_agent("centre", benchmark="grounding"))


def test_an_agent_gets_its_settings() -> None:
    class Repeating(DoNothing):
        def __init__(self, benchmark: Any, *, times: int) -> None:
            assert times == 3

    assert_passed(check_agent(Repeating, settings={"times": 3}, benchmark=Memory))
    assert "setting 'times': missing" in failed(check_agent(Repeating, benchmark=Memory))["loads"]


def test_the_traceback_of_an_agent_shows_no_other_exception() -> None:
    class Crashing(Answers):
        async def act(self, observation: Observation) -> Step:
            raise KeyError("order")

    failure = failed(check_agent(Crashing, benchmark=Memory))["episode"]
    assert "During handling of the above exception" not in failure
