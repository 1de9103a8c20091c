"""Every game, played through under the virtual clock: won, without a fault, and twice the same."""

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.oracle import Oracle
from webproctor.benchmarks.webgames.scoring import PASSWORD_SHAPE
from webproctor.episodes import Episode, RecordedSession, Turn, run_episode
from webproctor.tasks import Task

# What is fresh in every episode: its password, and its token in addresses.
_FRESH = re.compile(rf"{PASSWORD_SHAPE.pattern}|localhost/[\w-]+")


class Watched:
    """The oracle; before each of its turns, elements and text of the page are hashed."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    async def run(self, task: Task, session: RecordedSession) -> str | None:
        perform = session.turn

        async def watched(turn: Turn) -> object:
            observation = await session.unwrapped.observe(frozenset({"elements", "text"}))
            shown = f"{observation.read('elements')}{observation.read('text')}"
            self.seen.append(hashlib.sha256(_FRESH.sub("", shown).encode()).hexdigest())
            return await perform(turn)

        session.turn = watched  # type: ignore[method-assign]
        return await Oracle().run(task, session)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def games(executable: Path) -> AsyncIterator[WebGames]:
    async with WebGames(list(suite.entries().values()), clock="virtual") as benchmark:
        yield benchmark


@pytest.mark.parametrize("id", list(suite.entries()))
async def test_the_oracle_wins_twice_and_sees_the_same(games: WebGames, id: str) -> None:
    task = next(one for one in games.tasks() if one.tags["game"] == id)

    async def play() -> tuple[Episode, list[str]]:
        oracle = Watched()
        async with games.session(task) as session:
            return await run_episode(task, session, oracle), oracle.seen

    plays = await asyncio.gather(play(), play())
    for episode, _ in plays:
        assert games.score(task, episode).value == 1, episode.error
        seen = episode.evidence
        assert not any(seen[key] for key in ("faults", "foreign", "errors", "refused", "scripts"))
        assert seen["deeds"] >= seen["effort"]
    (_, once), (_, again) = plays
    assert once == again
