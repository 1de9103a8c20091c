"""Brick Buster on busy machines: when a mouse move counts, and slow screenshots."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.oracle import Oracle
from webproctor.benchmarks.webgames.player import Player
from webproctor.benchmarks.webgames.session import GameWebSession
from webproctor.core.actions import web
from webproctor.core.loop import run_episode

# Tracks the mouse from now on, and keeps the time stamps of its moves.
TRACK = """(async () => {
  const { trackMouse } = await import('/kit/moves.js');
  const { clock } = await import('/kit/kit.js');
  globalThis.stamps = [];
  addEventListener('pointermove', (event) => stamps.push(clock.timeOf(event)), { capture: true });
  globalThis.began = clock.now();
  globalThis.mouse = trackMouse(document.body);
  mouse.restart(began);
  return true;
})()"""
DUE = "mouse.moves.map(([step], n) => [step, Math.floor((stamps[n] - began) * 60 / 1000 + 1e-6)])"
# Blocks the page until a tenth of a second after this script ends.
BLOCK = """setTimeout(() => {
  const end = performance.now() + 100;
  while (performance.now() < end);
})"""


@pytest_asyncio.fixture(loop_scope="session")
async def page(executable: object) -> AsyncIterator[Any]:
    benchmark = WebGames([suite.entry("date")], clock="real")
    async with benchmark, benchmark.session(benchmark.tasks()[0]) as session:
        assert isinstance(session, GameWebSession)
        yield session
        assert not (await session.evidence())["errors"]


async def test_a_move_counts_from_the_simulation_step_of_its_time(page: Any) -> None:
    assert await page.page.run(TRACK)
    for x in (10, 20, 30):
        await page.page.run(BLOCK)
        await page.act(web.MoveMouse(path=[[x, x]], seconds=0))
    found = await page.page.run(DUE)
    assert len(found) >= 3
    assert all(step == due for step, due in found)


async def test_a_move_does_not_count_in_a_step_that_is_already_simulated(page: Any) -> None:
    assert await page.page.run(TRACK)
    assert await page.page.run("mouse.newPosition(100000)") is None
    await page.act(web.MoveMouse(path=[[10, 20]], seconds=0))
    assert {step for step, _ in await page.page.run(DUE)} == {100001}
    assert await page.page.run("mouse.newPosition(100000)") is None
    assert await page.page.run("mouse.newPosition(100001)") == {"x": 10, "y": 20}


@pytest.mark.exhaustive
async def test_the_oracle_wins_in_real_time_with_slow_screenshots(
    monkeypatch: pytest.MonkeyPatch, executable: object
) -> None:
    pixels = Player.pixels

    async def slow(self: Player, *where: float) -> Any:
        shown = await pixels(self, *where)
        await asyncio.sleep(0.3)  # The screenshot is older than the oracle can know.
        return shown

    monkeypatch.setattr(Player, "pixels", slow)
    benchmark = WebGames([suite.entry("brick-buster-easy")], clock="real")
    async with benchmark, benchmark.session(benchmark.tasks()[0]) as session:
        episode = await run_episode(benchmark.tasks()[0], session, Oracle())
    assert benchmark.score(benchmark.tasks()[0], episode).value == 1, episode.error
    assert not benchmark.score(benchmark.tasks()[0], episode).details["audit"]
