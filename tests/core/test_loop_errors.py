"""The episode loop: errors, and self-driven agents."""

import asyncio
import contextlib
from typing import Any

import pytest
from core.bells import Driver, Hall, Ring, Scripted, messages, ring, task

from webproctor.core.actions import Action, ActionResult
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.episodes import Episode, Snapshot, Step
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.observations import Observation, View
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.sessions import SessionLost
from webproctor.core.tasks import Task

# Errors


async def test_an_exception_of_the_agent_makes_the_episode_errored():
    agent = Scripted(ring(1), ValueError("cannot think"))
    episode = await run_episode(task(), Hall(), agent)
    assert episode.error is not None
    assert (episode.error.cause, episode.error.void) == ("agent", False)
    assert episode.error.message == "ValueError: cannot think"
    assert messages(episode) == [["rang 1"]]


class Blocking(Scripted):
    """An agent whose `act` is a plain function."""

    def act(self, observation: Observation) -> Step:  # type: ignore[override]
        raise SystemExit(3)


class Leaving:
    """A self-driven agent that exits."""

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        raise SystemExit(3)


@pytest.mark.parametrize("agent", [Scripted(SystemExit(3)), Blocking(), Leaving()])
async def test_an_agent_that_exits_ends_only_its_episode(agent: Agent | SelfDrivenAgent):
    episode = await run_episode(task(), Hall(), agent)
    assert episode.error is not None
    assert (episode.outcome, episode.error.cause) == ("errored", "agent")
    assert episode.error.message == "SystemExit: 3"


async def test_the_error_for_a_run_that_is_a_plain_function_names_the_remedy():
    class Plain:
        def run(self, task: Task, session: EpisodeRecorder) -> None:
            pass

    plain: Any = Plain()
    episode = await run_episode(task(), Hall(), plain)
    assert episode.error is not None
    message = "TypeError: run must be a coroutine function: write `async def run`"
    assert (episode.error.cause, episode.error.message) == ("agent", message)


async def test_an_answer_that_is_not_text_is_a_type_error():
    class Counting:
        async def run(self, task: Task, session: EpisodeRecorder) -> Any:
            return 42

    episode = await run_episode(task(), Hall(), Counting())
    assert episode.error is not None
    expected = "TypeError: run must return the answer as text, or None; it returned 42"
    assert (episode.outcome, episode.error.message) == ("errored", expected)


async def test_a_panic_of_a_library_makes_the_episode_errored():
    class Panic(BaseException):
        pass

    episode = await run_episode(task(), Hall(), Scripted(Panic("index out of bounds")))
    assert episode.error is not None
    expected = ("agent", "Panic: index out of bounds")
    assert (episode.error.cause, episode.error.message) == expected


async def test_a_task_of_an_agent_that_exits_ends_only_its_episode():
    class Starting:
        async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
            async def leave() -> None:
                raise SystemExit(3)

            await asyncio.gather(leave(), asyncio.sleep(0))

    episode = await run_episode(task(), Hall(), Starting())
    assert episode.error is not None
    assert (episode.outcome, episode.error.cause) == ("errored", "agent")
    assert episode.error.message == "RuntimeError: SystemExit: 3"


async def test_an_agent_whose_own_task_was_cancelled_has_failed():
    episode = await run_episode(task(), Hall(), Scripted(asyncio.CancelledError()))
    assert episode.error is not None
    assert (episode.outcome, episode.error.cause) == ("errored", "agent")
    assert "an awaited task was cancelled" in episode.error.message


async def test_an_episode_that_is_cancelled_while_the_agent_acts_is_not_a_result():
    class Waiting:
        reads: frozenset[View] = frozenset()
        acting = asyncio.Event()

        async def act(self, observation: Observation) -> Step:
            self.acting.set()
            await asyncio.Event().wait()
            raise AssertionError

    agent = Waiting()
    running = asyncio.create_task(run_episode(task(), Hall(), agent))
    await agent.acting.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_the_message_for_a_group_of_exceptions_has_their_reasons():
    group = ExceptionGroup("several tasks", [ValueError("no key"), OSError("no disk")])
    episode = await run_episode(task(), Hall(), Scripted(group))
    assert episode.error is not None
    assert episode.error.message.endswith(": ValueError: no key; OSError: no disk")


class Raising:
    """An agent that raises an exception where one is least expected."""

    def __init__(self, place: str, error: type[BaseException]) -> None:
        self._place = place
        self._error = error

    @property
    def reads(self) -> frozenset[View]:
        self._raise_in("reads")
        return frozenset()

    async def act(self, observation: Observation) -> Step:
        self._raise_in("act")
        await asyncio.create_task(self._work())
        return Step(done=True)

    async def _work(self) -> None:
        self._raise_in("task")

    def _raise_in(self, place: str) -> None:
        if place == self._place:
            raise self._error


@pytest.mark.parametrize("place", ["reads", "act", "task"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, GeneratorExit, asyncio.CancelledError])
async def test_an_exception_that_would_end_the_program_ends_only_the_episode_of_the_agent(
    place: str, error: type[BaseException]
):
    episode = await run_episode(task(), Hall(), Raising(place, error))
    assert episode.error is not None
    assert (episode.outcome, episode.error.cause) == ("errored", "agent")
    assert episode.error.message.startswith(f"RuntimeError: {error.__name__}")


async def test_an_agent_that_cancels_the_task_of_its_episode_has_failed():
    class Cancelling:
        async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
            current = asyncio.current_task()
            assert current is not None
            current.cancel()
            await asyncio.sleep(0)

    episode = await run_episode(task(), Hall(), Cancelling())
    assert episode.error is not None
    assert (episode.outcome, episode.error.cause) == ("errored", "agent")


async def test_a_cancelled_task_of_the_environment_makes_the_episode_void():
    class Cancelled(Hall):
        async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
            raise asyncio.CancelledError

    episode = await run_episode(task(), Cancelled(), Scripted(ring(1)))
    assert episode.outcome == "void"


def test_ctrl_c_is_raised_if_no_event_loop_of_asyncio_handles_it():
    loop = asyncio.new_event_loop()
    with contextlib.closing(loop), pytest.raises(KeyboardInterrupt):
        loop.run_until_complete(run_episode(task(), Hall(), Raising("act", KeyboardInterrupt)))


@pytest.mark.parametrize(
    ("returned", "description"), [("click 3", "str 'click 3'"), (None, "None"), ([1], "list [1]")]
)
async def test_an_agent_that_does_not_return_a_turn_is_a_type_error(
    returned: Any, description: str
):
    episode = await run_episode(task(), Hall(), Scripted(returned))
    assert episode.error is not None
    expected = f"TypeError: act must return a Step; it returned {description}"
    assert (episode.outcome, episode.error.message) == ("errored", expected)


async def test_a_timeout_error_of_the_agent_is_not_the_time_limit_of_the_episode():
    agent = Scripted(TimeoutError("the model did not answer"))
    episode = await run_episode(task(seconds=60), Hall(), agent)
    assert episode.error is not None
    assert episode.error.cause == "agent"
    assert episode.error.message == "TimeoutError: the model did not answer"


async def test_a_lost_session_makes_the_episode_void():
    episode = await run_episode(task(), Hall(), Scripted(ring(1), ring(-2)))
    assert episode.error is not None
    assert (episode.error.cause, episode.error.void) == ("fire", True)
    assert episode.error.message == "the hall burnt down"
    assert messages(episode) == [["rang 1"]]


async def test_tasks_started_after_an_episode_are_unchanged():
    await run_episode(task(), Hall(), Scripted(Step(done=True)))
    coroutine = asyncio.sleep(0)
    started = asyncio.create_task(coroutine)
    assert started.get_coro() is coroutine
    await started


async def test_an_environment_that_exits_makes_the_episode_void():
    class Closing(Hall):
        async def act(self, action: Action) -> ActionResult:
            raise SystemExit(3)

    episode = await run_episode(task(), Closing(), Scripted(ring(1)))
    assert episode.error is not None
    assert (episode.outcome, episode.error.message) == ("void", "SystemExit: 3")


async def test_an_exception_of_the_environment_makes_the_episode_void():
    class Burning(Hall):
        async def act(self, action: Action) -> ActionResult:
            raise KeyError("no such floor")

    episode = await run_episode(task(), Burning(), Scripted(ring(1)))
    assert episode.error is not None
    assert (episode.outcome, episode.error.cause) == ("void", "environment")
    assert episode.error.message == "KeyError: 'no such floor'"
    assert 'raise KeyError("no such floor")' in episode.error.traceback


@pytest.mark.parametrize(
    ("fault", "cause"),
    [(OSError(28, "No space left on device"), "disk full"), (MemoryError(), "out of memory")],
)
async def test_a_full_disk_or_memory_makes_the_episode_void(fault: Exception, cause: str):
    async def take_snapshot(*given: Any) -> Snapshot:
        raise fault

    episode = await run_episode(task(), Hall(), Scripted(ring(1)), take_snapshot=take_snapshot)
    assert episode.error is not None
    assert (episode.outcome, episode.error.cause) == ("void", cause)


@pytest.mark.parametrize("then", [None, ValueError("what now?")])
async def test_an_episode_is_void_even_if_the_agent_continues_after_a_lost_session(
    then: Exception | None,
):
    async def drive(session: EpisodeRecorder) -> str:
        with contextlib.suppress(SessionLost):
            await session.act(Ring(bell=-2))
        if then:
            raise then
        return "done"

    episode = await run_episode(task(), Hall(), Driver(drive))
    assert episode.error is not None
    assert (episode.outcome, episode.error.cause) == ("void", "fire")


async def test_the_traceback_of_an_agents_exception_is_kept():
    episode = await run_episode(task(), Hall(), Scripted(ValueError("cannot think")))
    assert episode.error is not None
    assert "in act\n    raise step\nValueError: cannot think" in episode.error.traceback


def test_an_error_in_a_log_of_an_earlier_version_is_read():
    data = {"task": "t1", "error": {"cause": "browser", "message": "gone", "retry": True}}
    assert Episode.model_validate(data).outcome == "void"


async def test_a_user_error_of_the_agent_is_raised():
    with pytest.raises(UserError, match="no such file"):
        await run_episode(task(), Hall(), Scripted(UserError("no such file")))


async def test_reading_an_undeclared_view_is_a_user_error():
    class Careless(Scripted):
        async def act(self, observation: Observation) -> Step:
            return Step(answer=observation.read("html"), done=True)

    with pytest.raises(UserError, match="Add 'html' to the agent's `reads`"):
        await run_episode(task(), Hall(), Careless())


async def test_cancelling_cancels_the_agent():
    began = asyncio.Event()

    async def drive(session: EpisodeRecorder) -> None:
        began.set()
        await asyncio.Event().wait()

    running = asyncio.create_task(run_episode(task(), Hall(), Driver(drive)))
    await began.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


# Self-driven agents


async def test_actions_of_a_self_driven_agent_are_recorded():
    async def drive(session: EpisodeRecorder) -> str:
        assert (await session.act(Ring(bell=1))).message == "rang 1"
        await session.step(ring(2, 3, thought="both"))
        return "done"

    episode = await run_episode(task(), Hall(), Driver(drive))
    assert messages(episode) == [["rang 1"], ["rang 2", "rang 3"]]
    assert episode.steps[1].thought == "both"
    assert episode.answer == "done"
    assert episode.evidence == {"rung": [1, 2, 3]}


async def test_a_self_driven_agent_gets_the_same_observations_as_others():
    async def drive(session: EpisodeRecorder) -> None:
        await session.act(Ring(bell=1))
        seen = await session.observe(frozenset({"text"}))
        assert (seen.instruction, seen.step) == ("Ring.", 1)
        assert [result.message for result in seen.results] == ["rang 1"]
        assert seen.text == "a hall"
        assert session.actions is Hall.actions

    assert (await run_episode(task(), Hall(), Driver(drive))).error is None


async def test_an_exception_of_a_self_driven_agent_makes_the_episode_errored():
    async def drive(session: EpisodeRecorder) -> None:
        await session.act(Ring(bell=1))
        raise ZeroDivisionError("by zero")

    episode = await run_episode(task(), Hall(), Driver(drive))
    assert episode.error is not None
    assert episode.error.message == "ZeroDivisionError: by zero"
    assert messages(episode) == [["rang 1"]]


async def test_the_two_kinds_of_agents_are_distinguished_by_their_methods():
    assert isinstance(Scripted(), Agent)
    assert not isinstance(Scripted(), SelfDrivenAgent)
    assert isinstance(Driver(lambda session: None), SelfDrivenAgent)
