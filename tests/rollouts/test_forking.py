"""Forks: a second episode in the state after a step, with equal observations."""

import json
from random import Random
from typing import Any

import pytest
from per_change import only

from webproctor.benchmarks import load_benchmark
from webproctor.core.errors import UserError
from webproctor.core.observations import View
from webproctor.core.sessions import SessionLost
from webproctor.rollouts.episode import OpenEpisode, Seen
from webproctor.rollouts.forking import DIFFERS, fork

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


# A game with an animation, one with random addresses, one that these steps solve.
@pytest.mark.parametrize("game", only(("brick-buster", "maze/*", "i-accept"), GAMES))
async def test_a_fork_after_any_step_observes_the_same(game: str) -> None:
    benchmark = load_benchmark("webgames", clock="virtual", task=(game,))
    async with benchmark:
        [task] = benchmark.tasks()
        source = OpenEpisode(benchmark, task, READS)
        await walked(source, await source.begin(), seed=1)
        for step in (0, STEPS // 2, STEPS):
            made = await fork(source, step)
            assert made.digests == source.digests[: step + 1]
            await made.close()
        await source.close()


async def test_a_fork_that_observes_something_else_is_lost() -> None:
    benchmark = load_benchmark("webgames", clock="virtual", task=("date",))
    async with benchmark:
        [task] = benchmark.tasks()
        source = OpenEpisode(benchmark, task, READS)
        await walked(source, await source.begin(), seed=1)
        source.digests[3] = "of another page"
        with pytest.raises(SessionLost, match="after step 3 is not that") as lost:
            await fork(source, 5)
        assert lost.value.cause == DIFFERS
        await (await fork(source, 2)).close()
        with pytest.raises(UserError, match="has 8 steps"):
            await fork(source, 9)
        await source.close()
