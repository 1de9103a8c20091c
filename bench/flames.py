"""Measure where the processor time of the oracle's episodes goes, and draw it as a flame graph.

    python bench/flames.py BENCHMARK [--data FOLDER] [--every N] [--episodes N] [--set NAME=VALUE]

See README.md in this folder for the method.
"""

import asyncio
import re
import sys
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from choosing import parser_of, settings_of
from flame_graph import parts, pruned
from floor import Recorded, record, replayed
from parts import Parts, Taken, sampled
from printing import show
from python_stacks import Stacks, profiled
from replay import ReplayFault
from results import Measured, Row

from webproctor.agents import make_agent, task_for
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.harness import runs

# The script of this folder, not the module of the standard library.
tracing: Any = import_module("trace")
# Numbers of threads.
_THREADS = re.compile(r"/?\d+$")
# The processes of a trace, and what `parts.py` calls them.
_PROCESSES = {"Renderer": "renderers", "Browser": "browser process", "GPU Process": "GPU process"}


def loaded(name: str, settings: dict[str, Any], tasks: Collection[str]) -> Benchmark:
    """Return a benchmark with only some of its tasks."""
    benchmark = load_benchmark(name, **settings)
    chosen = [task for task in benchmark.tasks() if task.id in tasks]
    setattr(benchmark, "tasks", lambda: chosen)  # noqa: B010 - not a method of the class
    return benchmark


def run(benchmark: Benchmark) -> None:
    """Run the oracle as `webproctor run` does, one episode at a time, with logs and scores."""
    with TemporaryDirectory(prefix="webproctor-bench-") as folder:
        runs.run(benchmark, "oracle", folder=Path(folder) / "run")


async def recorded(
    name: str, settings: dict[str, Any], tasks: Collection[str]
) -> tuple[Benchmark, list[Recorded]]:
    """Return the commands of those of the episodes that can be sent again."""
    async with loaded(name, settings, tasks) as benchmark:
        found = [await record(benchmark, task) for task in benchmark.tasks()]
    return benchmark, [one for one in found if one is not None]


async def traced(name: str, settings: dict[str, Any], tasks: Collection[str]) -> Stacks:
    """Return the seconds of Chromium's threads by process, thread, kind of work and event."""
    found: Stacks = defaultdict(float)
    async with loaded(name, settings, tasks) as benchmark:
        first, *_ = benchmark.tasks()
        async with benchmark.session(first) as session:
            shown: Any = session
            devtools = shown.page.devtools
        for task in benchmark.tasks():
            acting = make_agent("oracle", benchmark)
            async with (
                tracing.traced(devtools) as trace,
                benchmark.session(task_for(acting, task, benchmark)) as session,
            ):
                await run_episode(task, session, acting)
            for stack, seconds in in_browser(trace).items():
                found[stack] += seconds
    return dict(found)


def in_browser(trace: Mapping[str, Any]) -> Stacks:
    """Return the seconds of a trace by process, thread, kind of work and event."""
    found: Stacks = defaultdict(float)
    for process, thread, events in tracing.by_thread(trace):
        if process in _PROCESSES:
            for event, seconds in tracing.own_times(events):
                name = _THREADS.sub("", thread)
                found[_PROCESSES[process], name, tracing.kind(event), event] += max(seconds, 0)
    return dict(found)


def combined(used: Parts, python: Stacks, chromium: Stacks, episodes: int) -> dict[str, float]:
    """Return milliseconds per episode of all stacks of all processes.

    The width of a process is its measured time. Stacks divide the time of Python and of each
    process of Chromium in proportion to their samples and traced times.
    """
    inside: dict[str, Stacks] = {"Python": python}
    for (process, *stack), seconds in chromium.items():
        inside.setdefault(process, {})[tuple(stack)] = seconds
    found: dict[str, float] = {}
    for process, seconds in used.items():
        stacks = inside.get(process) or {(): 1.0}
        total = sum(stacks.values())
        for stack, weight in stacks.items():
            name = ";".join([process, *stack])
            found[name] = found.get(name, 0) + 1000 * seconds * weight / total / episodes
    return {stack: value for stack, value in found.items() if value > 0}


def part_rows(graph: Mapping[str, float]) -> list[Row]:
    """Return a row of each part, the largest first."""
    named = {
        "browser": "browser work",
        "transport": "transport: the pipe to the browser",
        "webproctor": "webproctor's Python, with the libraries that it calls",
        "files": "files: logs and data",
        "other": "event loop and others",
    }
    found = sorted(parts(graph).items(), key=lambda one: -one[1])
    return [
        Row(name=named.get(name, name), unit="processor ms per episode", ours=Measured.single(ms))
        for name, ms in found
    ]


def floor_row(name: str, ours: Taken, theirs: Taken, episodes: int) -> Row:
    """Return the time of an episode, compared with its DevTools commands sent again alone."""
    return Row(
        name=f"{name}: {episodes} episodes",
        unit="s per episode",
        ours=ours.whole(),
        against="bare DevTools commands",
        theirs=theirs.whole(),
    )


async def send_again(benchmark: Benchmark, episodes: Sequence[Recorded]) -> None:
    """Send the commands of episodes again.

    Raises:
        ReplayFault: If a task is not solved.
    """
    solved = await replayed(benchmark, episodes)
    if len(solved) != len(episodes):
        raise ReplayFault(f"{benchmark.name}: {len(episodes) - len(solved)} tasks are not solved")


def measure(name: str, settings: dict[str, Any], tasks: Sequence[str], rounds: int) -> list[Row]:
    """Return the rows of the floor: of the episodes whose commands can be sent again."""
    benchmark, episodes = asyncio.run(recorded(name, settings, tasks))
    solved = asyncio.run(replayed(benchmark, episodes))
    again = [one for one in episodes if one.task in solved]
    if not again:
        raise ReplayFault(f"{name}: no episode can be sent again")
    chosen = [one.task.id for one in again]
    ours, theirs = Taken(), Taken()
    for _ in range(rounds):
        fresh = loaded(name, settings, chosen)
        ours.add(partial(run, fresh), len(again))
        theirs.add(lambda: asyncio.run(send_again(benchmark, again)), len(again))
    return [floor_row(name, ours, theirs, len(again))]


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--episodes", type=int, default=8)
    parser.add_argument("--every", type=int, default=1, help="only each Nth task")
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    settings, name = settings_of(given), str(given.benchmark)
    try:
        benchmark = load_benchmark(name, **settings)
        tasks = [task.id for task in benchmark.tasks()[:: given.every][: given.episodes]]
        run(loaded(name, settings, tasks[:1]))  # A warm-up, which imports the harness library.
        fresh, again = (loaded(name, settings, tasks) for _ in range(2))
        with sampled() as used:
            run(fresh)
        python: Stacks = {}
        with profiled(python):
            run(again)
        chromium: Stacks = {}
        rows: list[Row] = []
        if benchmark.live:
            chromium = asyncio.run(traced(name, settings, tasks))
            rows = measure(name, settings, tasks, given.rounds)
    except (UserError, ReplayFault) as error:
        print(error, file=sys.stderr)
        return 1
    graph = combined(used, python, chromium, len(tasks))
    rows += part_rows(graph)
    show(f"Flames of {name}", rows, as_json=given.json, graph=pruned(graph))
    return 0


if __name__ == "__main__":
    sys.exit(main())
