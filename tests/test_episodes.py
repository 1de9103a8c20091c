"""The one loop that lets an agent work on a task."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import pytest

from webproctor.actions import Action, ActionResult, ActionSet
from webproctor.episodes import (
    Agent,
    Episode,
    RecordedSession,
    SelfDrivenAgent,
    Sight,
    Turn,
    perform_directly,
    run_episode,
)
from webproctor.errors import UserError
from webproctor.observations import Observation, View
from webproctor.sessions import Session, SessionLost
from webproctor.tasks import Limits, Task


class Ring(Action):
    """Ring a bell."""

    name: ClassVar[str] = "ring"
    bell: int = 0


class Hall:
    """A session in memory: a hall with bells. Bell -1 changes the page, bell -2 ends the hall."""

    actions = ActionSet("bells", (Ring,))

    def __init__(self) -> None:
        self.rung: list[int] = []
        self.reads: list[frozenset[View]] = []

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        self.reads.append(reads)
        return Observation(url="http://hall/", text="a hall" if "text" in reads else None)

    async def act(self, action: Action) -> ActionResult:
        assert isinstance(action, Ring)
        if action.bell == -2:
            raise SessionLost("fire", "the hall burnt down")
        self.rung.append(action.bell)
        changed = action.bell == -1
        return ActionResult(ok=True, message=f"rang {action.bell}", page_changed=changed)

    async def evidence(self) -> dict[str, Any]:
        return {"rung": self.rung}


class Scripted:
    """An agent that gives these turns, then finishes; it keeps what it saw."""

    def __init__(self, *turns: Turn | Exception, reads: Sequence[View] = ()) -> None:
        self.reads: frozenset[View] = frozenset(reads)
        self.seen: list[Observation] = []
        self._turns = iter(turns)

    async def act(self, observation: Observation) -> Turn:
        self.seen.append(observation)
        turn = next(self._turns, Turn(done=True))
        if isinstance(turn, Exception):
            raise turn
        return turn


class Driver:
    """An agent that takes over the session."""

    def __init__(self, drive: Callable[[RecordedSession], Any]) -> None:
        self._drive = drive

    async def run(self, task: Task, session: RecordedSession) -> str | None:
        return await self._drive(session)


def ring(*bells: int, **more: Any) -> Turn:
    return Turn(actions=[Ring(bell=bell) for bell in bells], **more)


def task(**limits: Any) -> Task:
    return Task(id="t1", benchmark="bells", instruction="Ring.", limits=Limits(**limits))


def messages(episode: Episode) -> list[list[str]]:
    return [[result.message for result in turn.results] for turn in episode.turns]


# How an episode goes


async def test_works_until_the_agent_has_finished():
    hall = Hall()
    agent = Scripted(ring(1), ring(2, 3), Turn(done=True, answer="three"), ring(4))
    episode = await run_episode(task(), hall, agent)
    assert hall.rung == [1, 2, 3]
    assert (episode.task, episode.answer, episode.error) == ("t1", "three", None)
    assert messages(episode) == [["rang 1"], ["rang 2", "rang 3"], []]


async def test_the_last_turns_actions_are_done():
    hall = Hall()
    await run_episode(task(), hall, Scripted(ring(1, done=True)))
    assert hall.rung == [1]


async def test_keeps_what_the_agent_asked_for_and_said():
    turn = ring(7, thought="why not", plan="ring all", usage={"tokens": 12})
    episode = await run_episode(task(), Hall(), Scripted(turn))
    record = episode.turns[0]
    assert record.actions == [{"name": "ring", "arguments": {"bell": 7}}]
    assert (record.thought, record.plan, record.usage) == ("why not", "ring all", {"tokens": 12})


async def test_reads_the_evidence_at_the_end():
    episode = await run_episode(task(), Hall(), Scripted(ring(1), ring(2)))
    assert episode.evidence == {"rung": [1, 2]}


async def test_asks_the_session_for_the_views_that_the_agent_reads():
    hall = Hall()
    agent = Scripted(reads=["text"])
    await run_episode(task(), hall, agent)
    assert hall.reads == [frozenset({"text"})]
    assert agent.seen[0].text == "a hall"


async def test_an_observation_tells_the_instruction_the_turn_and_the_last_results():
    agent = Scripted(ring(1, 2), ring(3))
    await run_episode(task(), Hall(), agent)
    assert [seen.instruction for seen in agent.seen] == ["Ring."] * 3
    assert [seen.turn for seen in agent.seen] == [0, 1, 2]
    told = [[result.message for result in seen.results] for seen in agent.seen]
    assert told == [[], ["rang 1", "rang 2"], ["rang 3"]]


async def test_times_the_turns_and_the_whole():
    episode = await run_episode(task(), Hall(), Scripted(ring(1), ring(2)))
    assert all(turn.seconds >= 0 for turn in episode.turns)
    assert sum(turn.seconds for turn in episode.turns) <= episode.seconds


async def test_what_the_session_notes_meanwhile_belongs_to_the_turn():
    class Creaking(Hall):
        def __init__(self) -> None:
            super().__init__()
            self.noted: dict[str, list[str]] = {"error": []}

        async def act(self, action: Action) -> ActionResult:
            self.noted["error"].append(f"creak {len(self.noted['error'])}")
            return await super().act(action)

    episode = await run_episode(task(), Creaking(), Scripted(ring(1), ring(2, 3)))
    assert [turn.noted for turn in episode.turns[:2]] == [
        [("error", "creak 0")],
        [("error", "creak 1"), ("error", "creak 2")],
    ]


async def test_what_there_was_is_kept_before_anything_is_done():
    hall = Hall()
    asked: list[tuple[str | None, int, int]] = []

    async def look(session: Session, shown: Observation | None, actions: Sequence[Action]) -> Sight:
        asked.append((shown.text if shown else None, len(actions), len(hall.rung)))
        return Sight(screenshot="a.webp", places=[(1, 2, 3, 4)] * len(actions))

    agent = Scripted(ring(1, 2), ring(3), reads=("text",))
    episode = await run_episode(task(), hall, agent, look=look)
    assert asked == [("a hall", 2, 0), ("a hall", 1, 2), ("a hall", 0, 3)]
    assert episode.ending.screenshot == "a.webp"
    assert episode.turns[0].screenshot == "a.webp"
    assert episode.turns[0].places == [(1, 2, 3, 4)] * 2


async def test_survives_json():
    agent = Scripted(ring(1, thought="é\u2028", usage={"dollars": 0.1}), ring(-1, 2), ValueError())
    episode = await run_episode(task(), Hall(), agent)
    assert Episode.model_validate_json(episode.model_dump_json()) == episode


async def test_a_harness_may_perform_the_actions_itself():
    hall, asked = Hall(), []

    async def perform(turn: Turn) -> list[ActionResult]:
        asked.append(turn)
        return await perform_directly(hall.act, turn)

    await run_episode(task(), hall, Scripted(ring(1), ring(2, 3)), perform=perform)
    assert [len(turn.actions) for turn in asked] == [1, 2]
    assert hall.rung == [1, 2, 3]


# Limits


async def test_ends_after_the_last_turn_allowed_and_reads_the_evidence():
    agent = Scripted(ring(1), ring(2), ring(3))
    episode = await run_episode(task(turns=2), Hall(), agent)
    assert len(episode.turns) == 2
    assert episode.evidence == {"rung": [1, 2]}
    assert episode.error is None


async def test_refuses_actions_beyond_those_of_one_turn():
    hall = Hall()
    episode = await run_episode(task(actions_per_turn=2), hall, Scripted(ring(1, 2, 3, 4)))
    assert hall.rung == [1, 2]
    refused = "refused: a turn holds at most 2 actions"
    assert messages(episode)[0] == ["rang 1", "rang 2", refused, refused]
    assert [result.ok for result in episode.turns[0].results] == [True, True, False, False]
    assert len(episode.turns[0].actions) == 4


async def test_breaks_off_when_its_time_is_over():
    async def dawdle(session: RecordedSession) -> None:
        await session.act(Ring(bell=1))
        await asyncio.Event().wait()

    episode = await run_episode(task(seconds=0.05), Hall(), Driver(dawdle))
    assert episode.error is not None
    assert (episode.error.cause, episode.error.retry) == ("time limit", False)
    assert episode.error.message == "the episode took longer than 0.05 s"
    assert messages(episode) == [["rang 1"]]
    assert episode.seconds >= 0.05


async def test_skips_what_follows_when_the_page_was_replaced():
    hall = Hall()
    episode = await run_episode(task(), hall, Scripted(ring(1, -1, 2, 3), ring(4)))
    assert hall.rung == [1, -1, 4]
    skipped = "skipped: the page changed under this action"
    assert messages(episode)[:2] == [["rang 1", "rang -1", skipped, skipped], ["rang 4"]]
    assert [result.ok for result in episode.turns[0].results] == [True, True, False, False]


# What goes wrong


async def test_a_fault_of_the_agent_is_its_result():
    agent = Scripted(ring(1), ValueError("cannot think"))
    episode = await run_episode(task(), Hall(), agent)
    assert episode.error is not None
    assert (episode.error.cause, episode.error.retry) == ("agent", False)
    assert episode.error.message == "ValueError: cannot think"
    assert messages(episode) == [["rang 1"]]


async def test_a_timeout_of_the_agents_own_is_not_the_episodes():
    agent = Scripted(TimeoutError("the model did not answer"))
    episode = await run_episode(task(seconds=60), Hall(), agent)
    assert episode.error is not None
    assert episode.error.cause == "agent"
    assert episode.error.message == "TimeoutError: the model did not answer"


async def test_a_lost_session_is_worth_another_try():
    episode = await run_episode(task(), Hall(), Scripted(ring(1), ring(-2)))
    assert episode.error is not None
    assert (episode.error.cause, episode.error.retry) == ("fire", True)
    assert episode.error.message == "the hall burnt down"
    assert messages(episode) == [["rang 1"]]


async def test_a_users_mistake_is_raised():
    with pytest.raises(UserError, match="no such file"):
        await run_episode(task(), Hall(), Scripted(UserError("no such file")))


async def test_reading_an_undeclared_view_is_a_users_mistake():
    class Careless(Scripted):
        async def act(self, observation: Observation) -> Turn:
            return Turn(answer=observation.read("html"), done=True)

    with pytest.raises(UserError, match="Add 'html' to the agent's `reads`"):
        await run_episode(task(), Hall(), Careless())


async def test_cancelling_cancels_the_agent():
    began = asyncio.Event()

    async def drive(session: RecordedSession) -> None:
        began.set()
        await asyncio.Event().wait()

    running = asyncio.create_task(run_episode(task(), Hall(), Driver(drive)))
    await began.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


# Agents that take over the session


async def test_what_a_self_driven_agent_does_is_kept():
    async def drive(session: RecordedSession) -> str:
        assert (await session.act(Ring(bell=1))).message == "rang 1"
        await session.turn(ring(2, 3, thought="both"))
        return "done"

    episode = await run_episode(task(), Hall(), Driver(drive))
    assert messages(episode) == [["rang 1"], ["rang 2", "rang 3"]]
    assert episode.turns[1].thought == "both"
    assert episode.answer == "done"
    assert episode.evidence == {"rung": [1, 2, 3]}


async def test_a_self_driven_agent_sees_as_others_do():
    async def drive(session: RecordedSession) -> None:
        await session.act(Ring(bell=1))
        seen = await session.observe(frozenset({"text"}))
        assert (seen.instruction, seen.turn) == ("Ring.", 1)
        assert [result.message for result in seen.results] == ["rang 1"]
        assert seen.text == "a hall"
        assert session.actions is Hall.actions

    assert (await run_episode(task(), Hall(), Driver(drive))).error is None


async def test_a_fault_of_a_self_driven_agent_is_its_result():
    async def drive(session: RecordedSession) -> None:
        await session.act(Ring(bell=1))
        raise ZeroDivisionError("by zero")

    episode = await run_episode(task(), Hall(), Driver(drive))
    assert episode.error is not None
    assert episode.error.message == "ZeroDivisionError: by zero"
    assert messages(episode) == [["rang 1"]]


async def test_the_two_kinds_of_agents_are_told_apart_by_what_they_can_do():
    assert isinstance(Scripted(), Agent)
    assert not isinstance(Scripted(), SelfDrivenAgent)
    assert isinstance(Driver(lambda session: None), SelfDrivenAgent)
