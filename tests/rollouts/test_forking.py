"""Forks: a second episode in the state after a step, with equal observations."""

import contextlib
import json
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from per_change import first, only
from processes import find

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core.errors import UserError
from webproctor.core.observations import View
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.session import WebSession
from webproctor.rollouts.client_observations import ClientObservation
from webproctor.rollouts.episode import EpisodeEnded, OpenEpisode
from webproctor.rollouts.forking import DIFFERS, fork, prepare_fork

pytestmark = pytest.mark.usefixtures("executable")
READS: frozenset[View] = frozenset({"elements", "text"})
GAMES = sorted(
    str(task.tags["game"]) for task in load_benchmark("webgames", difficulty=("base",)).tasks()
)
STEPS = 8


def some_call(seen: ClientObservation, random: Random) -> dict[str, Any]:
    """Return a click on some element, or one of a few other actions."""
    shown = json.loads(seen.texts["elements"])
    if shown and random.random() < 0.7:
        return {"name": "click", "arguments": {"element": random.choice(shown)["index"]}}
    others = {"wait": {"seconds": 0.2}, "press": {"keys": "ArrowRight"}}
    name = random.choice(list(others))
    return {"name": name, "arguments": others[name]}


async def walked(episode: OpenEpisode, seen: ClientObservation, seed: int) -> None:
    random = Random(seed)
    for _ in range(STEPS):
        stepped = await episode.step(some_call(seen, random))
        assert stepped.observation is not None
        assert stepped.ended is None
        seen = stepped.observation


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def games(executable: object) -> AsyncIterator[Benchmark]:
    """All games, under the virtual clock."""
    async with load_benchmark("webgames", clock="virtual", difficulty=("base",)) as benchmark:
        yield benchmark


@contextlib.asynccontextmanager
async def playing(
    games: Benchmark, game: str, *calls: dict[str, Any], reads: frozenset[View] = READS
) -> AsyncIterator[OpenEpisode]:
    """Yield an episode of a game after some steps, or after random ones."""
    [task] = [one for one in games.tasks() if one.tags["game"] == game]
    source = OpenEpisode(games, task, reads)
    try:
        seen = await source.begin()
        if not calls:
            await walked(source, seen, seed=1)
        for call in calls:
            await source.step(call)
        yield source
    finally:
        await source.close()


def call(name: str, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


# A game with random addresses.
@pytest.mark.parametrize("game", only(("maze/*",), GAMES))
async def test_a_fork_after_any_step_has_the_same_observation(games: Benchmark, game: str) -> None:
    async with playing(games, game) as source:
        for step in (0, STEPS // 2, STEPS):
            forked = await fork(source, step)
            assert forked.digests == source.digests[: step + 1]
            await forked.close()


async def test_a_fork_with_another_observation_is_lost(games: Benchmark) -> None:
    async with playing(games, "date") as source:
        source.digests[3] = "of another page"
        with pytest.raises(SessionLost, match="after step 3 is not that") as lost:
            await fork(source, 3)
        assert lost.value.cause == DIFFERS
        await (await fork(source, 2)).close()
        with pytest.raises(UserError, match="has 8 steps"):
            await fork(source, 9)


async def test_a_fork_whose_pages_receive_other_input_is_lost(games: Benchmark) -> None:
    async with playing(
        games, "date", call("click", x=600, y=100), call("press", keys="Tab")
    ) as source:
        trace = source.traces[0]
        assert trace is not None
        source.traces[0] = replace(trace, parts=trace.parts[1:])
        with pytest.raises(SessionLost, match="input event 1 is ") as lost:
            await fork(source, 2)
        assert lost.value.cause == DIFFERS


@pytest.mark.parametrize(
    ("game", "steps"),
    first(
        # Links and forms that open another document.
        ("recipe-calculator", (call("click", element=0), call("click", element=1))),
        # Elements below the view, which are scrolled into it.
        ("calendar2", (call("type", element=3, text="7"), call("click", element=4))),
        # A file that is downloaded.
        ("file-credentials", (call("click", element=0),)),
        ("date", ()),
        count=2,
    ),
)
async def test_input_steps_are_replayed_without_executing_them_again(
    games: Benchmark, game: str, steps: tuple[dict[str, Any], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(games, game, *steps) as source:
        monkeypatch.delattr(OpenEpisode, "step")
        forked = await fork(source, len(source.traces))
        assert forked.digests == source.digests
        assert [one.actions for one in forked.record.steps] == [
            one.actions for one in source.record.steps
        ]
        await forked.close()


async def test_other_steps_are_executed_again(games: Benchmark) -> None:
    steps = (call("new_tab"), call("switch_tab", tab=0), call("click", x=600, y=100))
    async with playing(games, "tab-sync", *steps) as source:
        assert source.traces[:2] == [None, None]
        forked = await fork(source, 3)
        assert forked.digests == source.digests
        await forked.close()


async def test_a_fork_with_another_step_result_is_lost(games: Benchmark) -> None:
    async with playing(games, "date", call("new_tab"), call("switch_tab", tab=0)) as source:
        assert source.traces == [None, None]
        source.results[1] = "another result"
        with pytest.raises(SessionLost, match="not 'another result'") as lost:
            await fork(source, 2)
        assert lost.value.cause == DIFFERS
        await (await fork(source, 1)).close()


async def focused(episode: OpenEpisode) -> str:
    """Return the tag of the element with the focus."""
    assert isinstance(episode._session, WebSession)
    return await episode._session.page.run("document.activeElement.tagName")


@pytest.mark.parametrize("before", [(), (call("wait", seconds=0.2),)], ids=["now", "a step ago"])
async def test_steps_in_a_fork_can_refer_to_elements_observed_by_the_client(
    games: Benchmark, before: tuple[dict[str, Any], ...]
) -> None:
    first, text = call("wait", seconds=0.2), frozenset[View]({"text"})
    async with playing(games, "brick-buster", first, reads=text) as source:
        await source.observe(frozenset({"elements"}))
        for one in (*before, call("focus", element=0)):
            await source.step(one)
        forked = await fork(source, len(source.calls))
        assert await focused(source) == await focused(forked) == "BUTTON"
        await forked.close()


async def test_a_fork_has_the_indices_of_elements_observed_by_the_client(
    games: Benchmark,
) -> None:
    first, text = call("wait", seconds=0.2), frozenset[View]({"text"})
    async with playing(games, "brick-buster", first, reads=text) as source:
        await source.observe(frozenset({"elements"}))
        forked = await fork(source, 1)
        await forked.step(call("focus", element=0))
        assert await focused(forked) == "BUTTON"
        await forked.close()


async def test_a_fork_can_paste_what_its_episode_copied(games: Benchmark) -> None:
    typed = [call("press", keys="Tab"), call("type", text="of the episode")]
    copied = [call("press", keys="Control+a"), call("press", keys="Control+c")]
    async with playing(games, "date", *typed, *copied, call("press", keys="Control+v")) as source:
        assert [trace is None for trace in source.traces] == [False, False, False, True, True]
        forked = await fork(source, 5)
        assert forked.digests == source.digests
        await forked.close()


async def test_an_episode_cannot_be_forked_after_its_last_step(games: Benchmark) -> None:
    async with playing(games, "date", call("wait", seconds=1), call("done", answer="x")) as source:
        with pytest.raises(UserError, match="has 1 steps, and step 2 ended it"):
            await fork(source, 2)
        forked = await fork(source, 1)
        assert forked.ended is None
        await forked.close()


async def test_the_next_fork_is_prepared_ahead_and_closed_with_the_episode(
    games: Benchmark,
) -> None:
    async with playing(games, "date") as source:
        first = await fork(source, 4)
        assert source.prepared_fork is not None
        ahead = source.prepared_fork.episode
        assert await fork(source, 6) is ahead
        assert ahead.digests == source.digests[:7]
        assert source.prepared_fork is not None
        unused = source.prepared_fork.episode
        await source.prepared_fork.preparation
        await source.close()
        with pytest.raises(EpisodeEnded):
            await unused.observe()
        await first.close()
        await ahead.close()


@pytest.mark.exhaustive
async def test_a_lost_prepared_fork_is_replaced() -> None:
    before = find("renderer")
    own = load_benchmark("webgames", clock="virtual", task=("date",))
    async with own, playing(own, "date") as source:
        await (await fork(source, 4)).close()
        assert source.prepared_fork is not None
        ahead = source.prepared_fork.episode
        await source.prepared_fork.preparation
        for pid in find("renderer") - before:
            os.kill(pid, signal.SIGKILL)
        forked = await fork(source, 4)
        assert forked is not ahead
        await forked.close()


async def test_a_standby_executes_the_steps_of_the_episode(games: Benchmark) -> None:
    steps = (call("click", x=600, y=100), call("press", keys="Tab"))
    async with playing(games, "date", *steps) as source:
        prepare_fork(source)
        assert source.prepared_fork is not None
        standby = source.prepared_fork.episode
        await source.step(call("wait", seconds=0.2))
        prepare_fork(source)  # Executes this step too, whether it has finished the others or not.
        await source.prepared_fork.preparation
        assert len(standby.calls) == 3
        forked = await fork(source, 3)
        assert forked is standby
        assert forked.digests == source.digests
        await forked.close()


async def test_a_fork_of_an_earlier_step_does_not_use_the_standby(
    games: Benchmark,
) -> None:
    async with playing(games, "date", call("click", x=600, y=100)) as source:
        prepare_fork(source)
        assert source.prepared_fork is not None
        standby, working = source.prepared_fork.episode, source.prepared_fork.preparation
        await working
        forked = await fork(source, 0)
        assert forked is not standby
        assert forked.digests == source.digests[:1]
        assert not standby.opened
        await forked.close()


async def test_a_standby_whose_state_differs_is_lost_on_forking(games: Benchmark) -> None:
    async with playing(games, "date", call("click", x=600, y=100)) as source:
        trace = source.traces[0]
        assert trace is not None
        source.traces[0] = replace(trace, parts=trace.parts[1:])
        prepare_fork(source)
        with pytest.raises(SessionLost) as lost:
            await fork(source, 1)
        assert lost.value.cause == DIFFERS


async def test_a_standby_that_waits_for_its_first_command_is_closed(games: Benchmark) -> None:
    async with playing(games, "date", call("click", x=600, y=100)) as source:
        prepare_fork(source)
        assert source.prepared_fork is not None
        await source.prepared_fork.preparation
        standby = source.prepared_fork.episode
        await source.step(call("wait", seconds=0.2))
        prepare_fork(source)  # Its task has not started.
        await source.close()
        assert not standby.opened
