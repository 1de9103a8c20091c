"""Measure WebGames: solved games and times under both clocks, and page loads.

    python bench/webgames.py [--clock virtual real] [--seeds N] [--parallel N] [--json]

See README.md in this folder for the method.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from webproctor.agents import make_agent
from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.core.loop import run_episode
from webproctor.core.tasks import Task

# The original suite's median page load, measured earlier on this kind of machine.
ORIGINAL_LOAD_MS, ORIGINAL_BUNDLE_KB = 507, 1630
NAVIGATION = """(() => {
  const [page] = performance.getEntriesByType('navigation');
  const files = [page, ...performance.getEntriesByType('resource')];
  return { load: page.loadEventEnd, files: files.map((one) => [one.name, one.transferSize]) };
})()"""


async def over(games: WebGames, lanes: int, work: Callable[[Task], Awaitable[None]]) -> float:
    """Run a function on every task, `lanes` in parallel; return the seconds."""
    gate = asyncio.Semaphore(lanes)

    async def one(task: Task) -> None:
        async with gate:
            await work(task)

    async with games:
        first, *_ = games.tasks()
        async with games.session(first):  # Starts the browser before the measurement.
            began = time.perf_counter()
        await asyncio.gather(*map(one, games.tasks()))
        return time.perf_counter() - began


async def play(agent: str, clock: str, seed: int, lanes: int) -> dict[str, Any]:
    """Run an agent on all games once."""
    games = WebGames(list(suite.entries().values()), [seed], clock=clock)
    solved, lost, game_seconds, episodes = 0, [], 0.0, 0.0

    async def episode(task: Task) -> None:
        nonlocal solved, game_seconds, episodes
        async with games.session(task) as session:
            played = await run_episode(task, session, make_agent(agent, games))
        score = games.score(task, played)
        solved += int(score.value)
        game_seconds += score.details["game_seconds"]
        episodes += played.seconds
        if not score.value:
            lost.append(f"{task.id}: {played.error.message if played.error else 'not solved'}")

    seconds = await over(games, lanes, episode)
    return {
        "agent": agent,
        "clock": clock,
        "seed": seed,
        "solved": solved,
        "tasks": len(games.tasks()),
        "wall": seconds,
        "episodes": episodes,
        "game": game_seconds,
        "lost": lost if agent == "oracle" else [],
    }


async def loads() -> dict[str, float]:
    """Measure page loads in sequence, each in a new context without a cache."""
    games = WebGames(list(suite.entries().values()))
    times: list[float] = []
    sizes: list[int] = []
    files: dict[str, int] = {}

    async def load(task: Task) -> None:
        async with games.session(task) as session:
            told = await session.page.run(NAVIGATION)
        times.append(told["load"])
        sizes.append(sum(size for _, size in told["files"]))
        files.update({name: size for name, size in told["files"] if "/kit/" in name})
        own = [size for name, size in told["files"] if "/kit/" not in name]
        files[task.id] = sum(own)

    await over(games, 1, load)
    return {
        "median_ms": statistics.median(times),
        "p90_ms": statistics.quantiles(times, n=10)[-1],
        "page_kb": statistics.median(sizes) / 1000,
        "all_kb": sum(files.values()) / 1000,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--clock", nargs="+", default=["virtual", "real"])
    parser.add_argument("--agent", nargs="+", default=["oracle"])
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--parallel", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    passes = []
    for clock in given.clock:
        for agent in given.agent:
            for seed in range(given.seeds):
                passes.append(asyncio.run(play(agent, clock, seed, given.parallel)))
                print(passes[-1], file=sys.stderr)
    pages = asyncio.run(loads())
    if given.json:
        print(json.dumps({"passes": passes, "pages": pages, "parallel": given.parallel}))
    else:
        show(passes, pages, given.parallel)
    if any(one["lost"] for one in passes):
        sys.exit(1)


def show(passes: list[dict[str, Any]], pages: dict[str, float], lanes: int) -> None:
    table = Table(title=f"All games, {lanes} at a time", title_justify="left", box=None)
    for name in ("agent", "clock", "seed", "solved", "wall s", "episodes s", "on the clock s"):
        table.add_column(name, justify="right")
    for one in passes:
        table.add_row(
            one["agent"], one["clock"], str(one["seed"]), f"{one['solved']}/{one['tasks']}",
            f"{one['wall']:.1f}", f"{one['episodes']:.1f}", f"{one['game']:.1f}",
        )  # fmt: skip
    console = Console(width=100)
    console.print(table)
    walls = {
        clock: statistics.median(one["wall"] for one in mine)
        for clock in ("virtual", "real")
        if (mine := [one for one in passes if one["clock"] == clock and one["agent"] == "oracle"])
    }
    if len(walls) == 2:
        console.print(f"real / virtual: {walls['real'] / walls['virtual']:.1f}")
    console.print(
        f"page load: median {pages['median_ms']:.0f} ms, p90 {pages['p90_ms']:.0f} ms "
        f"(original, quoted: {ORIGINAL_LOAD_MS} ms, {ORIGINAL_LOAD_MS / pages['median_ms']:.1f} x)"
    )
    console.print(
        f"transfer: {pages['page_kb']:.0f} kB a page (median, nothing cached), "
        f"{pages['all_kb']:.0f} kB for all 150 pages with shared files counted once "
        f"(original, quoted: one bundle of {ORIGINAL_BUNDLE_KB} kB)"
    )


if __name__ == "__main__":
    main()
