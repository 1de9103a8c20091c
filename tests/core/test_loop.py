"""The episode loop: steps, their records, and limits."""

import asyncio
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from core.bells import Driver, Hall, Ring, Scripted, messages, ring, task

from webproctor.core.actions import Action, ActionResult
from webproctor.core.episodes import Episode, Snapshot, Turn
from webproctor.core.loop import run_episode
from webproctor.core.observations import Observation
from webproctor.core.recorder import EpisodeRecorder, perform_directly
from webproctor.core.sessions import Session

# Steps


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
            self.creaks: list[str] = []

        @property
        def noted(self) -> Mapping[str, Sequence[Any]]:
            return {"error": self.creaks}

        async def act(self, action: Action) -> ActionResult:
            self.creaks.append(f"creak {len(self.creaks)}")
            return await super().act(action)

    episode = await run_episode(task(), Creaking(), Scripted(ring(1), ring(2, 3)))
    assert [turn.noted for turn in episode.turns[:2]] == [
        [("error", "creak 0")],
        [("error", "creak 1"), ("error", "creak 2")],
    ]


async def test_what_there_was_is_kept_before_anything_is_done():
    hall = Hall()
    asked: list[tuple[str | None, int, int]] = []

    async def look(
        session: Session, shown: Observation | None, actions: Sequence[Action]
    ) -> Snapshot:
        asked.append((shown.text if shown else None, len(actions), len(hall.rung)))
        return Snapshot(screenshot="a.webp", rects=[(1, 2, 3, 4)] * len(actions))

    agent = Scripted(ring(1, 2), ring(3), reads=("text",))
    episode = await run_episode(task(), hall, agent, look=look)
    assert asked == [("a hall", 2, 0), ("a hall", 1, 2), ("a hall", 0, 3)]
    assert episode.ending.screenshot == "a.webp"
    assert episode.turns[0].screenshot == "a.webp"
    assert episode.turns[0].rects == [(1, 2, 3, 4)] * 2


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
    refused = "refused: at most 2 actions per step are allowed"
    assert messages(episode)[0] == ["rang 1", "rang 2", refused, refused]
    assert [result.ok for result in episode.turns[0].results] == [True, True, False, False]
    assert len(episode.turns[0].actions) == 4


async def test_breaks_off_when_its_time_is_over():
    async def dawdle(session: EpisodeRecorder) -> None:
        await session.act(Ring(bell=1))
        await asyncio.Event().wait()

    episode = await run_episode(task(seconds=0.05), Hall(), Driver(dawdle))
    assert episode.error is not None
    assert (episode.error.cause, episode.error.void) == ("time limit", False)
    assert episode.error.message == "the episode took longer than 0.05 s"
    assert messages(episode) == [["rang 1"]]
    assert episode.seconds >= 0.05


class Blocking(Scripted):
    """An agent whose `act` is a plain function that blocks until `released` is set."""

    def __init__(self, *turns: Turn | Exception) -> None:
        super().__init__(*turns)
        self.released = threading.Event()

    def act(self, observation: Observation) -> Turn:  # type: ignore[override]
        self.released.wait(60)
        return Turn(done=True, answer="rung")


async def test_an_agent_may_be_a_plain_function_that_blocks():
    one, other = Blocking(), Scripted()
    blocked = asyncio.ensure_future(run_episode(task(), Hall(), one))
    # Another episode is not held up.
    assert (await run_episode(task(), Hall(), other)).error is None
    one.released.set()
    assert (await blocked).answer == "rung"


async def test_ends_an_agent_that_blocks_when_its_time_is_over():
    agent = Blocking()
    limited = task(seconds=0.05)
    episode = await run_episode(limited, Hall(), agent)
    agent.released.set()
    assert episode.outcome == "errored"
    assert "longer than 0.05 s" in str(episode.error)


async def test_skips_what_follows_when_the_page_was_replaced():
    hall = Hall()
    episode = await run_episode(task(), hall, Scripted(ring(1, -1, 2, 3), ring(4)))
    assert hall.rung == [1, -1, 4]
    skipped = "skipped: the page changed before this action"
    assert messages(episode)[:2] == [["rang 1", "rang -1", skipped, skipped], ["rang 4"]]
    assert [result.ok for result in episode.turns[0].results] == [True, True, False, False]
