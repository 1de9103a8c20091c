"""Measure processor seconds per episode by process: Python, driver, and the browser's processes.

    python bench/parts.py BENCHMARK [--agent oracle] [--data FOLDER] [--episodes N] [--json]

See README.md in this folder for the method.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from rich.console import Console
from rich.table import Table

from webproctor.agents import make_agent, surface_of, task_for
from webproctor.benchmarks import load_benchmark
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.harness import runs

SAMPLING = 0.02  # seconds between two samples; a process that ends in between loses that time
Parts = dict[str, float]


def part(process: psutil.Process) -> str:
    """Name the part of the system that a process belongs to."""
    command = process.cmdline()
    kind = next((one.partition("=")[2] for one in command if one.startswith("--type=")), "")
    if kind:
        return {"renderer": "renderers", "gpu-process": "compositing"}.get(
            kind, "network and others"
        )
    named = Path(command[0]).name if command else ""
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
                name = self._seconds[key][0] if key in self._seconds else part(one)
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


def measure(name: str, settings: dict[str, Any], agent: str, episodes: int) -> dict[str, Parts]:
    """Return seconds per episode by part, of `webproctor run` and of the episode loop alone."""
    measured: dict[str, Parts] = {}
    count = min(episodes, len(load_benchmark(name, **settings).tasks()))
    with sampled() as parts:
        asyncio.run(core(name, settings, agent, count))
    measured["core"] = {key: value / count for key, value in parts.items()}
    with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as folder, sampled() as parts:
        runs.run(name, agent, settings=settings, folder=Path(folder) / "run", limit=count)
    measured["run"] = {key: value / count for key, value in parts.items()}
    return measured


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("benchmark")
    parser.add_argument("--agent", default="oracle")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--set", action="append", default=[], metavar="SETTING=VALUE")
    parser.add_argument("--episodes", type=int, default=50)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    settings = dict(one.split("=", 1) for one in given.set) | (
        {"data": given.data} if given.data else {}
    )
    try:
        measured = measure(given.benchmark, settings, given.agent, given.episodes)
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    if given.json:
        print(json.dumps(measured))
        return 0
    table = Table(title=f"Processor seconds per episode: {given.benchmark}", box=None)
    for column in ("", *measured):
        table.add_column(column, justify="right" if column else "left")
    names = sorted({one for parts in measured.values() for one in parts})
    for name in names:
        table.add_row(name, *(f"{parts.get(name, 0):.3f}" for parts in measured.values()))
    table.add_row("total", *(f"{sum(parts.values()):.3f}" for parts in measured.values()))
    Console().print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
