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
from webproctor.rollouts.episode import EpisodeEnded, OpenEpisode
from webproctor.rollouts.forking import DIFFERS, fork, stand_by
from webproctor.rollouts.seen import Seen

pytestmark = pytest.mark.usefixtures("executable")
READS: frozenset[View] = frozenset({"elements", "text"})
GAMES = sorted(
    str(task.tags["game"]) for task in load_benchmark("webgames", difficulty=("base",)).tasks()
)
STEPS = 8


def some_call(seen: Seen, random: Random) -> dict[str, Any]:
    """Return a click on some element, or one of a few other actions."""
    shown = json.loads(seen.texts["elements"])
    if shown and random.random() < 0.7:
        return {"name": "click", "arguments": {"element": random.choice(shown)["index"]}}
    others = {"wait": {"seconds": 0.2}, "press": {"keys": "ArrowRight"}}
    name = random.choice(list(others))
    return {"name": name, "arguments": others[name]}


async def walked(episode: OpenEpisode, seen: Seen, seed: int) -> None:
    random = Random(seed)
    for _ in range(STEPS):
        stepped = await episode.step(some_call(seen, random))
        assert stepped.seen is not None
        assert stepped.ended is None
        seen = stepped.seen


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
async def test_a_fork_after_any_step_observes_the_same(games: Benchmark, game: str) -> None:
    async with playing(games, game) as source:
        for step in (0, STEPS // 2, STEPS):
            made = await fork(source, step)
            assert made.digests == source.digests[: step + 1]
            await made.close()


async def test_a_fork_that_observes_something_else_is_lost(games: Benchmark) -> None:
    async with playing(games, "date") as source:
        source.digests[3] = "of another page"
        with pytest.raises(SessionLost, match="after step 3 is not that") as lost:
            await fork(source, 3)
        assert lost.value.cause == DIFFERS
        await (await fork(source, 2)).close()
        with pytest.raises(UserError, match="has 8 steps"):
            await fork(source, 9)


async def test_a_fork_whose_pages_get_other_input_is_lost(games: Benchmark) -> None:
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
async def test_steps_of_input_are_repeated_without_being_executed_again(
    games: Benchmark, game: str, steps: tuple[dict[str, Any], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(games, game, *steps) as source:
        monkeypatch.delattr(OpenEpisode, "step")
        made = await fork(source, len(source.traces))
        assert made.digests == source.digests
        assert [one.actions for one in made.record.turns] == [
            one.actions for one in source.record.turns
        ]
        await made.close()


async def test_steps_that_do_more_are_executed_again(games: Benchmark) -> None:
    steps = (call("new_tab"), call("switch_tab", tab=0), call("click", x=600, y=100))
    async with playing(games, "tab-sync", *steps) as source:
        assert source.traces[:2] == [None, None]
        made = await fork(source, 3)
        assert made.digests == source.digests
        await made.close()


async def test_a_fork_whose_step_has_another_result_is_lost(games: Benchmark) -> None:
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
async def test_steps_in_a_fork_refer_to_elements_that_the_client_has_also_observed(
    games: Benchmark, before: tuple[dict[str, Any], ...]
) -> None:
    first, text = call("wait", seconds=0.2), frozenset[View]({"text"})
    async with playing(games, "brick-buster", first, reads=text) as source:
        await source.observe(frozenset({"elements"}))
        for one in (*before, call("focus", element=0)):
            await source.step(one)
        made = await fork(source, len(source.calls))
        assert await focused(source) == await focused(made) == "BUTTON"
        await made.close()


async def test_a_fork_has_numbers_for_the_elements_that_the_client_has_also_observed(
    games: Benchmark,
) -> None:
    first, text = call("wait", seconds=0.2), frozenset[View]({"text"})
    async with playing(games, "brick-buster", first, reads=text) as source:
        await source.observe(frozenset({"elements"}))
        made = await fork(source, 1)
        await made.step(call("focus", element=0))
        assert await focused(made) == "BUTTON"
        await made.close()


async def test_a_fork_pastes_what_its_episode_had_copied(games: Benchmark) -> None:
    typed = [call("press", keys="Tab"), call("type", text="of the episode")]
    copied = [call("press", keys="Control+a"), call("press", keys="Control+c")]
    async with playing(games, "date", *typed, *copied, call("press", keys="Control+v")) as source:
        assert [trace is None for trace in source.traces] == [False, False, False, True, True]
        made = await fork(source, 5)
        assert made.digests == source.digests
        await made.close()


async def test_an_episode_cannot_be_forked_after_the_step_that_ended_it(games: Benchmark) -> None:
    async with playing(games, "date", call("wait", seconds=1), call("done", answer="x")) as source:
        with pytest.raises(UserError, match="has 1 steps, and step 2 ended it"):
            await fork(source, 2)
        made = await fork(source, 1)
        assert made.ended is None
        await made.close()


async def test_the_next_fork_is_made_ahead_and_closed_with_the_episode(games: Benchmark) -> None:
    async with playing(games, "date") as source:
        first = await fork(source, 4)
        assert source.reserve is not None
        ahead = source.reserve.episode
        assert await fork(source, 6) is ahead
        assert ahead.digests == source.digests[:7]
        assert source.reserve is not None
        unused = source.reserve.episode
        await source.reserve.work
        await source.close()
        with pytest.raises(EpisodeEnded):
            await unused.observe()
        await first.close()
        await ahead.close()


@pytest.mark.exhaustive
async def test_a_fork_that_was_lost_ahead_is_made_again() -> None:
    before = find("renderer")
    own = load_benchmark("webgames", clock="virtual", task=("date",))
    async with own, playing(own, "date") as source:
        await (await fork(source, 4)).close()
        assert source.reserve is not None
        ahead = source.reserve.episode
        await source.reserve.work
        for pid in find("renderer") - before:
            os.kill(pid, signal.SIGKILL)
        made = await fork(source, 4)
        assert made is not ahead
        await made.close()


async def test_a_standby_executes_the_steps_of_the_episode(games: Benchmark) -> None:
    steps = (call("click", x=600, y=100), call("press", keys="Tab"))
    async with playing(games, "date", *steps) as source:
        stand_by(source)
        assert source.reserve is not None
        standby = source.reserve.episode
        await source.step(call("wait", seconds=0.2))
        stand_by(source)  # Executes this step too, whether it has finished the others or not.
        await source.reserve.work
        assert len(standby.calls) == 3
        made = await fork(source, 3)
        assert made is standby
        assert made.digests == source.digests
        await made.close()


async def test_a_fork_of_an_earlier_step_than_that_of_the_standby_is_another_one(
    games: Benchmark,
) -> None:
    async with playing(games, "date", call("click", x=600, y=100)) as source:
        stand_by(source)
        assert source.reserve is not None
        standby, working = source.reserve.episode, source.reserve.work
        await working
        made = await fork(source, 0)
        assert made is not standby
        assert made.digests == source.digests[:1]
        assert not standby.opened
        await made.close()


async def test_a_standby_whose_state_differs_is_lost_when_it_is_forked(games: Benchmark) -> None:
    async with playing(games, "date", call("click", x=600, y=100)) as source:
        trace = source.traces[0]
        assert trace is not None
        source.traces[0] = replace(trace, parts=trace.parts[1:])
        stand_by(source)
        with pytest.raises(SessionLost) as lost:
            await fork(source, 1)
        assert lost.value.cause == DIFFERS


async def test_a_standby_that_waits_for_its_first_command_is_closed(games: Benchmark) -> None:
    async with playing(games, "date", call("click", x=600, y=100)) as source:
        stand_by(source)
        assert source.reserve is not None
        await source.reserve.work
        standby = source.reserve.episode
        await source.step(call("wait", seconds=0.2))
        stand_by(source)  # Its task has not begun.
        await source.close()
        assert not standby.opened
