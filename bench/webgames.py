"""Measure WebGames: solved games and times under both clocks, and page loads.

    python bench/webgames.py [--clock virtual real] [--seeds N] [--limit N] [--every N]
        [--parallel N] [--json]

See README.md in this folder for the method.
"""

import argparse
import asyncio
import os
import statistics
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from printing import show
from results import Measured, Row
from stopwatch import Stopwatch

from webproctor.agents import make_agent
from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.core.loop import run_episode
from webproctor.core.tasks import Task

# The original suite's median page load, measured earlier on this kind of machine.
ORIGINAL = "original (quoted)"
ORIGINAL_LOAD_MS, ORIGINAL_BUNDLE_KB = 507, 1630
NAVIGATION = """(() => {
  const [page] = performance.getEntriesByType('navigation');
  const files = [page, ...performance.getEntriesByType('resource')];
  return { load: page.loadEventEnd, files: files.map((one) => [one.name, one.transferSize]) };
})()"""


@dataclass(frozen=True)
class Pass:
    """One pass of an agent over all games.

    Attributes:
        took: Times of the whole pass.
        episodes: Total seconds of all episodes.
        game: Seconds on the games' own clocks.
        lost: Games that the oracle did not solve, with the cause.
    """

    agent: str
    clock: str
    seed: int
    solved: int
    tasks: int
    took: Stopwatch
    episodes: float
    game: float
    lost: list[str]


async def over(
    games: WebGames, tasks: list[Task], lanes: int, work: Callable[[Task], Awaitable[None]]
) -> Stopwatch:
    """Run a function on every task, `lanes` in parallel; return the times."""
    gate = asyncio.Semaphore(lanes)

    async def one(task: Task) -> None:
        async with gate:
            await work(task)

    async with games:
        async with games.session(tasks[0]):  # Starts the browser before the measurement.
            pass
        with Stopwatch() as took:
            await asyncio.gather(*map(one, tasks))
        return took


async def play(agent: str, clock: str, seed: int, lanes: int, only: slice) -> Pass:
    """Run an agent on the games once."""
    games = WebGames(list(suite.entries().values()), [seed], clock=clock)
    tasks = list(games.tasks()[only])
    solved, game_seconds, episodes = 0, 0.0, 0.0
    lost: list[str] = []

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

    took = await over(games, tasks, lanes, episode)
    return Pass(
        agent=agent,
        clock=clock,
        seed=seed,
        solved=solved,
        tasks=len(tasks),
        took=took,
        episodes=episodes,
        game=game_seconds,
        lost=lost if agent == "oracle" else [],
    )


async def loads(only: slice) -> list[Row]:
    """Measure page loads in sequence, each in a new context without a cache."""
    games = WebGames(list(suite.entries().values()))
    tasks = list(games.tasks()[only])
    times: list[float] = []
    sizes: list[int] = []
    files: dict[str, int] = {}

    async def load(task: Task) -> None:
        async with games.session(task) as session:
            timing = await session.page.run(NAVIGATION)
        times.append(timing["load"])
        sizes.append(sum(size for _, size in timing["files"]))
        files.update({name: size for name, size in timing["files"] if "/kit/" in name})
        own = [size for name, size in timing["files"] if "/kit/" not in name]
        files[task.id] = sum(own)

    took = await over(games, tasks, 1, load)
    processor = 1000 * took.processor / len(tasks)
    return [
        Row(
            name="page load, median",
            unit="ms",
            ours=Measured.single(statistics.median(times), processor),
            against=ORIGINAL,
            theirs=Measured.single(ORIGINAL_LOAD_MS),
        ),
        Row(
            name="page load, 90th percentile",
            unit="ms",
            ours=Measured.single(statistics.quantiles(times, n=10)[-1]),
        ),
        Row(
            name="transferred for a page, median",
            unit="kB",
            ours=Measured.single(statistics.median(sizes) / 1000),
        ),
        Row(
            name=f"transferred for {len(tasks)} pages, shared files once",
            unit="kB",
            ours=Measured.single(sum(files.values()) / 1000),
            against=f"{ORIGINAL}, one bundle",
            theirs=Measured.single(ORIGINAL_BUNDLE_KB),
        ),
    ]


def compared(passes: list[Pass], pages: list[Row], lanes: int) -> list[Row]:
    """Return the passes under each clock, and the page loads."""
    rows: list[Row] = []
    for agent in dict.fromkeys(one.agent for one in passes):
        mine = {
            clock: [one for one in passes if (one.agent, one.clock) == (agent, clock)]
            for clock in dict.fromkeys(one.clock for one in passes)
        }
        walls = {clock: Measured.times(one.took for one in own) for clock, own in mine.items()}
        real = walls.get("real") if "virtual" in walls else None
        for clock, own in mine.items():
            name = f"{agent}, {own[0].tasks} games, {clock} clock"
            theirs = real if clock == "virtual" else None
            rows += [
                Row(
                    name=f"{name}, {lanes} at a time",
                    unit="s",
                    ours=walls[clock],
                    against="real clock" if theirs else "",
                    theirs=theirs,
                ),
                Row(
                    name=f"{name}: time on the games' clocks",
                    unit="s",
                    ours=Measured(rounds=[one.game for one in own]),
                ),
                Row(
                    name=f"{name}: solved",
                    unit="games",
                    ours=Measured(rounds=[one.solved for one in own]),
                ),
            ]
    return rows + pages


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--clock", nargs="+", default=["virtual", "real"])
    parser.add_argument("--agent", nargs="+", default=["oracle"])
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--limit", type=int, help="only the first N games")
    parser.add_argument("--every", type=int, default=1, help="only every Nth game")
    parser.add_argument("--parallel", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    only = slice(None, given.limit, given.every)
    passes: list[Pass] = []
    # A seed is a round: all clocks and agents take turns.
    for seed in range(given.seeds):
        for clock in given.clock:
            for agent in given.agent:
                passes.append(asyncio.run(play(agent, clock, seed, given.parallel, only)))
                print(passes[-1], file=sys.stderr)
    pages = asyncio.run(loads(only))
    show("WebGames", compared(passes, pages, given.parallel), as_json=given.json)
    if any(one.lost for one in passes):
        sys.exit(1)


if __name__ == "__main__":
    main()
