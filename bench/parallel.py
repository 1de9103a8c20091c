"""Measure seconds per episode at several numbers of parallel episodes.

    python bench/parallel.py --data FOLDER [--width N ...] [--rounds N] [--split N] [--json]

See README.md in this folder for the method.
"""

import argparse
import math
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from printing import show
from results import Measured, Row
from stopwatch import cpu_seconds
from work import BenchFault, similar

from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.core.errors import UserError
from webproctor.harness import runs
from webproctor.run.episode_results import Result

Times = tuple[float, float]  # seconds and processor seconds per episode


def measure(data: Path | None, width: int, episodes: int) -> Times:
    """Run the oracle on similar instances; return the times per episode while all are busy.

    That is from the result number `width` until the last `width` episodes have begun.

    Raises:
        BenchFault: If an episode failed.
    """
    moments: list[tuple[float, float]] = []

    def note(result: Result) -> None:
        moments.append((time.perf_counter(), cpu_seconds()))

    settings = similar(data)
    there = len(turkingbench(**settings).tasks())
    epochs = math.ceil((episodes + 2 * width) / there)
    with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as folder:
        run = runs.run(
            "turkingbench",
            "oracle",
            settings=settings,
            folder=Path(folder) / "run",
            limit=math.ceil((episodes + 2 * width) / epochs),
            epochs=epochs,
            parallel=width,
            on_result=note,
        )
    if failed := {**run.causes("errored"), **run.causes("void")}:
        raise BenchFault(f"episodes failed: {failed}")
    first, last = moments[width - 1], moments[-width - 1]
    counted = len(moments) - 2 * width
    return (last[0] - first[0]) / counted, (last[1] - first[1]) / counted


def divided(data: Path | None, width: int, episodes: int, processes: int) -> Times:
    """Measure the same number of episodes at a time, divided among processes.

    Each process has its own browser.
    """
    spawn = multiprocessing.get_context("spawn")
    share = width // processes, math.ceil(episodes / processes)
    with ProcessPoolExecutor(processes, mp_context=spawn) as pool:
        begun = [pool.submit(measure, data, *share) for _ in range(processes)]
        times = [one.result() for one in begun]
    rate = sum(1 / seconds for seconds, _ in times)
    return 1 / rate, sum(processor for _, processor in times) / processes


def compared(taken: dict[str, list[Times]]) -> list[Row]:
    """Return the times of each way, compared with the first."""

    def of(name: str) -> Measured:
        return Measured(
            rounds=[seconds for seconds, _ in taken[name]],
            processor=[processor for _, processor in taken[name]],
        )

    first, *others = taken
    unit = "s per episode"
    return [
        Row(name=first, unit=unit, ours=of(first)),
        *(
            Row(name=name, unit=unit, ours=of(name), against=first, theirs=of(first))
            for name in others
        ),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, help="TurkingBench data; default: the sample.")
    parser.add_argument("--width", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--episodes", type=int, default=40, help="Measured episodes of each (40).")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--split", type=int, help="Also divide the last width among N processes.")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    ways: dict[str, Callable[[], Times]] = {
        f"`--parallel {width}`": partial(measure, given.data, width, given.episodes)
        for width in given.width
    }
    if given.split:
        last = given.width[-1]
        name = f"`--parallel {last // given.split}` in {given.split} processes"
        ways[name] = partial(divided, given.data, last, given.episodes, given.split)
    taken: dict[str, list[Times]] = {name: [] for name in ways}
    try:
        for number in range(given.rounds):
            for name, way in ways.items():
                taken[name].append(way())
                seconds, processor = taken[name][-1]
                took = f"{seconds:.3f} s, {processor:.3f} s of processor time"
                print(f"round {number + 1}, {name}: {took}", file=sys.stderr, flush=True)
    except (BenchFault, UserError) as fault:
        print(fault, file=sys.stderr)
        return 1
    show("Parallel episodes", compared(taken), as_json=given.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
