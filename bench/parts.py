"""Measure processor seconds per episode by process: Python, driver, and the browser's processes.

    python bench/parts.py BENCHMARK [--agent oracle] [--data FOLDER] [--episodes N] [--rounds N]

See README.md in this folder for the method.
"""

import asyncio
import contextlib
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from choosing import parser_of, settings_of
from printing import show
from results import Measured, Row
from stopwatch import Stopwatch

from webproctor.agents import make_agent, surface_of, task_for
from webproctor.benchmarks import load_benchmark
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.harness import runs

SAMPLING = 0.02  # seconds between two samples; a process that ends in between loses that time
Parts = dict[str, float]


def part(process: psutil.Process, before: str = "Python") -> str:
    """Name the part of the system that a process belongs to; `before` if it has ended."""
    command = process.cmdline()
    if not command:
        return before
    kind = next((one.partition("=")[2] for one in command if one.startswith("--type=")), "")
    if kind:
        return {"renderer": "renderers", "gpu-process": "GPU process"}.get(
            kind, "network and others"
        )
    named = Path(command[0]).name
    if "chrom" in named:
        return "browser process"
    return {"node": "Playwright's driver", "bwrap": "sandbox"}.get(named, "Python")


class Sampler:
    """Samples the processor time of this process and its descendants."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[int, float], tuple[str, float]] = {}

    def take(self) -> None:
        this = psutil.Process()
        for one in (this, *this.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                times = one.cpu_times()
                key = one.pid, one.create_time()
                # A new process has its parent's name until it executes its own program.
                name = part(one, self._seconds.get(key, ("Python", 0))[0])
                self._seconds[key] = name, times.user + times.system

    def parts(self) -> Parts:
        totals: dict[str, float] = defaultdict(float)
        for name, seconds in self._seconds.values():
            totals[name] += seconds
        return dict(totals)


@contextmanager
def sampled() -> Iterator[Parts]:
    """Fill a dictionary with the seconds of each part when the block ends."""
    sampler, done, found = Sampler(), threading.Event(), Parts()
    sampler.take()
    before = sampler.parts()

    own: list[float] = []

    def sample() -> None:
        while not done.wait(SAMPLING):
            sampler.take()
        own.append(time.thread_time())

    thread = threading.Thread(target=sample)
    thread.start()
    try:
        yield found
    finally:
        done.set()
        thread.join()
        sampler.take()
        found |= {name: value - before.get(name, 0) for name, value in sampler.parts().items()}
        found["Python"] -= own[0]


async def core(name: str, settings: dict[str, Any], agent: str, episodes: int) -> None:
    """Run the episodes with `run_episode`, one at a time, without harness, logs and scores."""
    async with load_benchmark(name, **settings) as benchmark:
        for task in benchmark.tasks()[:episodes]:
            acting = make_agent(agent, benchmark)
            fitting = task_for(acting, task, benchmark)
            async with benchmark.session(fitting, surface_of(acting)) as session:
                await run_episode(fitting, session, acting)


def whole(name: str, settings: dict[str, Any], agent: str, episodes: int) -> None:
    """Run the episodes as `webproctor run` does, one at a time, with logs and scores."""
    with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as folder:
        runs.run(
            name,
            agent,
            settings=settings,
            folder=Path(folder) / "run",
            limit=episodes,
            parallel=1,
        )


@dataclass
class Taken:
    """The times of one contestant's rounds, in seconds: by part, and by the wall clock."""

    parts: list[Parts] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, work: Callable[[], None], episodes: int) -> None:
        with Stopwatch() as took, sampled() as parts:
            work()
        self.parts.append({name: value / episodes for name, value in parts.items()})
        self.seconds.append(took.seconds / episodes)

    def of(self, part: str) -> Measured:
        return Measured(rounds=[parts.get(part, 0) for parts in self.parts])

    def whole(self) -> Measured:
        totals = [sum(parts.values()) for parts in self.parts]
        return Measured(rounds=self.seconds, processor=totals)


def measure(
    name: str, settings: dict[str, Any], agent: str, episodes: int, rounds: int
) -> list[Row]:
    """Return seconds per episode by part, of `webproctor run` and of the episode loop alone."""
    count = min(episodes, len(load_benchmark(name, **settings).tasks()))
    # A warm-up, which imports the harness library.
    asyncio.run(core(name, settings, agent, 1))
    whole(name, settings, agent, 1)
    alone, run = Taken(), Taken()
    for _ in range(rounds):
        alone.add(lambda: asyncio.run(core(name, settings, agent, count)), count)
        run.add(lambda: whole(name, settings, agent, count), count)
    against = "`run_episode` alone"
    unit = "processor s per episode"
    names = sorted(
        {name for parts in run.parts + alone.parts for name, used in parts.items() if used}
    )
    rows = [
        Row(name=part, unit=unit, ours=run.of(part), against=against, theirs=alone.of(part))
        for part in names
    ]
    total = Row(
        name=f"{name}: {count} episodes",
        unit="s per episode",
        ours=run.whole(),
        against=against,
        theirs=alone.whole(),
    )
    return [total, *rows]


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--episodes", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=1)
    given = parser.parse_args()
    settings = settings_of(given)
    try:
        rows = measure(given.benchmark, settings, given.agent, given.episodes, given.rounds)
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    show(f"Parts of {given.benchmark}", rows, as_json=given.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
