"""The episode loop: steps, their records, and limits."""

import asyncio
import threading
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from core.bells import Driver, Hall, Ring, Scripted, messages, ring, task

from webproctor.core import loop, recorder
from webproctor.core.actions import Action, ActionResult
from webproctor.core.episodes import Episode, Snapshot, Step
from webproctor.core.loop import run_episode
from webproctor.core.observations import Observation, View
from webproctor.core.recorder import EpisodeRecorder, perform_directly
from webproctor.core.sessions import Session

# Steps


async def test_the_loop_runs_until_the_agent_is_done():
    hall = Hall()
    agent = Scripted(ring(1), ring(2, 3), Step(done=True, answer="three"), ring(4))
    episode = await run_episode(task(), hall, agent)
    assert hall.rung == [1, 2, 3]
    assert (episode.task, episode.answer, episode.error) == ("t1", "three", None)
    assert messages(episode) == [["rang 1"], ["rang 2", "rang 3"], []]


async def test_actions_of_the_last_step_are_performed():
    hall = Hall()
    await run_episode(task(), hall, Scripted(ring(1, done=True)))
    assert hall.rung == [1]


async def test_a_step_record_has_actions_thought_plan_and_usage():
    step = ring(7, thought="why not", plan="ring all", usage={"tokens": 12})
    episode = await run_episode(task(), Hall(), Scripted(step))
    record = episode.steps[0]
    assert record.actions == [{"name": "ring", "arguments": {"bell": 7}}]
    assert (record.thought, record.plan, record.usage) == ("why not", "ring all", {"tokens": 12})


async def test_evidence_is_collected_at_the_end():
    episode = await run_episode(task(), Hall(), Scripted(ring(1), ring(2)))
    assert episode.evidence == {"rung": [1, 2]}


async def test_numbers_in_the_evidence_that_are_not_finite_become_text():
    class Measuring(Hall):
        async def evidence(self) -> dict[str, Any]:
            return {"volume": float("nan")}

    assert (await run_episode(task(), Measuring(), Scripted())).evidence == {"volume": "nan"}


async def test_the_session_observes_only_the_views_that_the_agent_declares():
    hall = Hall()
    agent = Scripted(reads=["text"])
    await run_episode(task(), hall, agent)
    assert hall.reads == [frozenset({"text"})]
    assert agent.seen[0].text == "a hall"


async def test_an_observation_has_the_instruction_the_step_number_and_the_last_results():
    agent = Scripted(ring(1, 2), ring(3))
    await run_episode(task(), Hall(), agent)
    assert [seen.instruction for seen in agent.seen] == ["Ring."] * 3
    assert [seen.step for seen in agent.seen] == [0, 1, 2]
    results = [[result.message for result in seen.results] for seen in agent.seen]
    assert results == [[], ["rang 1", "rang 2"], ["rang 3"]]


async def test_thinking_acting_and_observing_are_timed_separately(monkeypatch: pytest.MonkeyPatch):
    now = 1000.0

    def wait(seconds: float) -> None:
        nonlocal now
        now += seconds

    class Slow(Hall):
        async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
            wait(1)
            return await super().observe(reads)

        async def act(self, action: Action) -> ActionResult:
            wait(100)
            return await super().act(action)

    class Thinking(Scripted):
        async def act(self, observation: Observation) -> Step:
            wait(10)
            return await super().act(observation)

    for module in (loop, recorder):
        monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=lambda: now))
    episode = await run_episode(task(), Slow(), Thinking(ring(1), ring(2, 3)))
    times = [(step.observing, step.acting, step.seconds) for step in episode.steps]
    assert times == [(1, 100, 110), (1, 200, 210), (1, 0, 10)]
    assert episode.seconds == 111 + 211 + 11


async def test_events_of_the_session_belong_to_the_step_in_which_they_occur():
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
    assert [step.noted for step in episode.steps[:2]] == [
        [("error", "creak 0")],
        [("error", "creak 1"), ("error", "creak 2")],
    ]
    # The first few of each kind.
    agent = Scripted(ring(*[1] * 22), ring(2))
    episode = await run_episode(task(actions_per_step=22), Creaking(), agent)
    assert [step.noted[-1][1] for step in episode.steps[:2]] == ["creak 19", "creak 22"]


async def test_the_snapshot_is_taken_before_the_actions_of_its_step():
    hall = Hall()
    snapshots: list[tuple[str | None, int, int]] = []

    async def take_snapshot(
        session: Session, shown: Observation | None, actions: Sequence[Action]
    ) -> Snapshot:
        snapshots.append((shown.text if shown else None, len(actions), len(hall.rung)))
        return Snapshot(screenshot="a.webp", rects=[(1, 2, 3, 4)] * len(actions))

    agent = Scripted(ring(1, 2), ring(3), reads=("text",))
    episode = await run_episode(task(), hall, agent, take_snapshot=take_snapshot)
    assert snapshots == [("a hall", 2, 0), ("a hall", 1, 2), ("a hall", 0, 3)]
    assert episode.ending.screenshot == "a.webp"
    assert episode.steps[0].screenshot == "a.webp"
    assert episode.steps[0].rects == [(1, 2, 3, 4)] * 2


async def test_an_episode_survives_json():
    agent = Scripted(ring(1, thought="é\u2028", usage={"dollars": 0.1}), ring(-1, 2), ValueError())
    episode = await run_episode(task(), Hall(), agent)
    assert Episode.model_validate_json(episode.model_dump_json()) == episode


async def test_a_harness_can_perform_the_actions_itself():
    hall, steps = Hall(), []

    async def perform(step: Step) -> list[ActionResult]:
        steps.append(step)
        return await perform_directly(hall.act, step)

    await run_episode(task(), hall, Scripted(ring(1), ring(2, 3)), perform=perform)
    assert [len(step.actions) for step in steps] == [1, 2]
    assert hall.rung == [1, 2, 3]


# Limits


async def test_the_episode_ends_at_the_step_limit_with_evidence():
    agent = Scripted(ring(1), ring(2), ring(3))
    episode = await run_episode(task(steps=2), Hall(), agent)
    assert len(episode.steps) == 2
    assert episode.evidence == {"rung": [1, 2]}
    assert episode.error is None


async def test_actions_beyond_the_limit_of_a_step_are_refused():
    hall = Hall()
    episode = await run_episode(task(actions_per_step=2), hall, Scripted(ring(1, 2, 3, 4)))
    assert hall.rung == [1, 2]
    refused = "refused: at most 2 actions per step are allowed"
    assert messages(episode)[0] == ["rang 1", "rang 2", refused, refused]
    assert [result.ok for result in episode.steps[0].results] == [True, True, False, False]
    assert len(episode.steps[0].actions) == 4


async def test_the_episode_ends_at_its_time_limit():
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

    def __init__(self, *steps: Step | Exception) -> None:
        super().__init__(*steps)
        self.released = threading.Event()

    def act(self, observation: Observation) -> Step:  # type: ignore[override]
        self.released.wait(60)
        return Step(done=True, answer="rung")


async def test_an_agent_can_be_a_blocking_function():
    one, other = Blocking(), Scripted()
    blocked = asyncio.ensure_future(run_episode(task(), Hall(), one))
    # Another episode is not delayed.
    assert (await run_episode(task(), Hall(), other)).error is None
    one.released.set()
    assert (await blocked).answer == "rung"


async def test_an_agent_that_blocks_is_stopped_at_the_time_limit():
    agent = Blocking()
    limited = task(seconds=0.05)
    episode = await run_episode(limited, Hall(), agent)
    agent.released.set()
    assert episode.outcome == "errored"
    assert "longer than 0.05 s" in str(episode.error)


async def test_remaining_actions_of_a_step_are_skipped_after_a_page_change():
    hall = Hall()
    episode = await run_episode(task(), hall, Scripted(ring(1, -1, 2, 3), ring(4)))
    assert hall.rung == [1, -1, 4]
    skipped = "skipped: the page changed before this action"
    assert messages(episode)[:2] == [["rang 1", "rang -1", skipped, skipped], ["rang 4"]]
    assert [result.ok for result in episode.steps[0].results] == [True, True, False, False]
