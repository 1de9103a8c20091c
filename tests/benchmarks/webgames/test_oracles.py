"""The oracle wins every task under the virtual clock without a fault.

At every change, the fastest task of each kind of input and page is played; two are played twice,
and both episodes show the same. `make test-all` plays the first tasks of all families twice, and
all other tasks. After a change to a game: `pytest -m "" -k FAMILY tests/benchmarks/webgames`.
"""

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
import pytest_asyncio
from per_change import first, only

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.oracle import Oracle
from webproctor.benchmarks.webgames.scoring import PASSWORD_FORMAT
from webproctor.core.agents import SelfDrivenAgent
from webproctor.core.episodes import Step
from webproctor.core.loop import run_episode
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.tasks import Task

# What differs in every episode: its password, and its token in addresses.
_RANDOM = re.compile(rf"{PASSWORD_FORMAT.pattern}|localhost/[\w-]+")
# Text that a faulty script shows instead of a value.
_MISSING_VALUE = re.compile(r"^(null|undefined|NaN|\[object Object\])$", re.MULTILINE)


# The page is observed before each of this many steps, and then before every tenth.
_OBSERVED_STEPS = 100


class ObservingOracle:
    """The oracle; before its steps, elements and text of the page are hashed."""

    def __init__(self) -> None:
        self.hashes: list[str] = []
        self.steps = 0

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        original_step = session.step

        async def observe_and_step(step: Step) -> object:
            self.steps += 1
            if self.steps > _OBSERVED_STEPS and self.steps % 10:
                return await original_step(step)
            observation = await session.unwrapped.observe(frozenset({"elements", "text"}))
            content = f"{observation.read('elements')}{observation.read('text')}"
            assert not _MISSING_VALUE.search(str(observation.read("text")))
            self.hashes.append(hashlib.sha256(_RANDOM.sub("", content).encode()).hexdigest())
            return await original_step(step)

        session.step = observe_and_step  # type: ignore[method-assign]
        return await Oracle().run(task, session)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def games(executable: Path) -> AsyncIterator[WebGames]:
    async with WebGames(list(suite.entries().values()), clock="virtual") as benchmark:
        yield benchmark


# The easiest variant of each family.
FIRST = [next(iter(game.variants.values())).id for game in suite.games().values()]
# Played twice at every change: in real time, and in frames.
TWICE = ("bullseye-easy", "iframe-nest-easy")
# Played once: a click on a canvas, a list, text, files, keys, pages, hovering, a code, windows,
# a print, images in a frame, a drag, the wheel, a simulation and tabs.
ONCE = (
    *("click-pixel-easy", "combination-lock-easy", "dateeasy", "file-credentials-easy"),
    *("key-combo-easy", "maze-easy/*", "menu-navigator-easy", "otp-entry-easy"),
    *("popup-chaos-easy", "print-reveal", "robo-check-easy", "slider-symphony-easy"),
    *("scroll-vertical-easy", "herding-easy", "tab-sync", "file-upload"),
)
OTHERS = [id for id in suite.entries() if id not in (*TWICE, *ONCE)]


async def play(games: WebGames, id: str, agent: SelfDrivenAgent) -> None:
    """Play a task.

    Raises:
        AssertionError: If the agent did not win, or the audit has findings.
    """
    task = next(task for task in games.tasks() if task.tags["game"] == id)
    async with games.session(task) as session:
        episode = await run_episode(task, session, agent)
    assert games.score(task, episode).value == 1, episode.error
    evidence = episode.evidence
    assert not any(evidence[key] for key in ("faults", "foreign", "errors", "refused", "scripts"))
    assert evidence["input_count"] >= evidence["minimum_actions"]


@pytest.mark.parametrize("id", only(TWICE, FIRST))
async def test_the_oracle_wins_twice_with_the_same_observations(games: WebGames, id: str) -> None:
    first, second = ObservingOracle(), ObservingOracle()
    await asyncio.gather(play(games, id, first), play(games, id, second))
    assert first.hashes == second.hashes


# The published challenges that differ from the default ones.
PUBLISHED = [
    id for id, entry in suite.entries("published").items() if entry.name in entry.game.published
]


@pytest.mark.parametrize("id", only(["webs-assemble"], PUBLISHED))
async def test_the_oracle_wins_a_published_challenge(id: str, executable: Path) -> None:
    entry = suite.entries("published")[id]
    async with WebGames([entry], clock="virtual", challenges="published") as games:
        await play(games, id, Oracle())


def pairs(ids: Sequence[str]) -> list[list[str]]:
    return [list(ids[n : n + 2]) for n in range(0, len(ids), 2)]


@pytest.mark.parametrize(
    "pair", first(*pairs(ONCE), *pairs(OTHERS), count=len(pairs(ONCE))), ids=" ".join
)
async def test_the_oracle_wins(games: WebGames, pair: Sequence[str]) -> None:
    await asyncio.gather(*(play(games, id, Oracle()) for id in pair))
