"""Measure the memory of a long run by process: at its start, middle and end, and the maximum.

    python bench/memory.py --data FOLDER [--agent oracle] [--instances N] [--json]

See README.md in this folder for the method.
"""

import argparse
import contextlib
import math
import statistics
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import psutil
from parts import part
from printing import show
from results import Measured, Row
from work import BenchFault, similar

from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.core.errors import UserError
from webproctor.harness import runs
from webproctor.run.episode_results import Result

SAMPLING = 0.5  # seconds between two samples
WARM_UP = 25  # instances before the measurement of the start
PROGRESS = 100  # instances between two lines of progress
ROUNDS = 5  # parts of a window, each with a value; fewer if there are fewer samples
MB = 1e6
ALL, PYTHON = "all processes", "Python"

Parts = dict[str, float]


@dataclass
class Usage:
    """Samples of the memory of this process and its descendants.

    Attributes:
        finished: Number of finished instances.
        samples: Finished instances and MB in use by part of each sample.
    """

    finished: int = 0
    samples: list[tuple[int, Parts]] = field(default_factory=list)

    def between(self, first: float, last: float) -> list[Parts]:
        """Return the samples taken while `first` to `last` instances were finished.

        Raises:
            BenchFault: If there are none.
        """
        window = [used for finished, used in self.samples if first <= finished <= last]
        if not window:
            raise BenchFault(f"no sample between instances {first:g} and {last:g}")
        return window

    def rows(self) -> list[Row]:
        """Return the memory at the end of the run by part, compared with the middle."""
        tenth = self.finished / 10
        start = self.between(WARM_UP, WARM_UP + tenth)
        middle = self.between((self.finished - tenth) / 2, (self.finished + tenth) / 2)
        # The last result is reported before the run is written.
        end = self.between(self.finished - tenth, self.finished - 1)
        rounds = min(ROUNDS, *map(len, (start, middle, end)))
        names = sorted({name for used in (*middle, *end) for name in used})
        before, after = (_medians(window, PYTHON, rounds) for window in (middle, end))
        apart = (self.finished - tenth) / 2  # Instances between the two windows.
        growth = [1000 * (b - a) / apart for a, b in zip(before, after, strict=True)]
        return [
            *(_row(name, rounds, end, "in the middle", middle) for name in [ALL, *names]),
            _row(ALL, rounds, end, "at the start", start),
            Row(name="Python: growth", unit="kB per instance", ours=Measured(rounds=growth)),
            Row(
                name=f"{ALL}, at most",
                unit="MB",
                ours=Measured.single(max(_used(used, ALL) for _, used in self.samples)),
            ),
        ]


def _row(
    name: str, rounds: int, end: Sequence[Parts], against: str, before: Sequence[Parts]
) -> Row:
    ours, theirs = (Measured(rounds=_medians(window, name, rounds)) for window in (end, before))
    return Row(name=f"{name}, at the end", unit="MB", ours=ours, against=against, theirs=theirs)


def _medians(window: Sequence[Parts], name: str, rounds: int) -> list[float]:
    """Return the medians of consecutive parts of a window."""
    bounds = [len(window) * number // rounds for number in range(rounds + 1)]
    return [
        statistics.median(_used(one, name) for one in window[first:last])
        for first, last in pairwise(bounds)
    ]


def _used(used: Parts, name: str) -> float:
    return sum(used.values()) if name == ALL else used.get(name, 0)


def megabytes() -> Parts:
    """Return the memory of this process and its descendants without pages of files.

    Memory that they share is counted once. Pages of files, such as the browser's program, are
    shared with all other browsers of the machine.
    """
    this = psutil.Process()
    used: Parts = defaultdict(float)
    for process in (this, *this.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError, FileNotFoundError):
            used[part(process)] += _anonymous(process.pid)
    return used


def _anonymous(pid: int) -> float:
    text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    rows = (line.split() for line in text.splitlines())
    return sum(1024 / MB * int(row[1]) for row in rows if row[0] in ("Pss_Anon:", "Pss_Shmem:"))


@contextmanager
def sampled(usage: Usage) -> Iterator[None]:
    """Sample the memory from a thread while the block runs."""
    done = threading.Event()

    def take() -> None:
        while not done.wait(SAMPLING):
            usage.samples.append((usage.finished, megabytes()))

    thread = threading.Thread(target=take)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def measure(data: Path | None, agent: str, instances: int, parallel: int) -> list[Row]:
    """Run instances and sample the memory.

    Raises:
        BenchFault: If an episode errored.
        UserError: If the data is invalid.
    """
    usage = Usage()

    def note(result: Result) -> None:
        usage.finished += 1
        if usage.finished % PROGRESS == 0:
            parts = usage.samples[-1][1].items()
            text = ", ".join(f"{name} {used:.0f}" for name, used in sorted(parts))
            print(f"{usage.finished} instances, MB: {text}", file=sys.stderr, flush=True)

    settings = similar(data)
    there = len(turkingbench(**settings).tasks())
    epochs = math.ceil(instances / there)
    with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as name, sampled(usage):
        run = runs.run(
            "turkingbench",
            agent,
            settings=settings,
            folder=Path(name) / "run",
            limit=math.ceil(instances / epochs),
            epochs=epochs,
            parallel=parallel,
            on_result=note,
        )
        failed = {**run.causes("errored"), **run.causes("void")}
        if failed:
            raise BenchFault(f"episodes failed: {failed}")
    return usage.rows()


def options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--data", type=Path, help="TurkingBench data; default: the built-in sample."
    )
    parser.add_argument("--agent", default="oracle", choices=("oracle", "do-nothing"))
    parser.add_argument("--instances", type=int, default=500, help="Number of instances (500).")
    parser.add_argument("--parallel", type=int, default=2, help="Parallel instances (2).")
    parser.add_argument(
        "--json", action="store_true", help="Print one JSON object instead of a table."
    )
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    given = options(arguments)
    try:
        rows = measure(given.data, given.agent, given.instances, given.parallel)
    except (BenchFault, UserError) as fault:
        print(fault, file=sys.stderr)
        return 1
    title = f"Memory, {given.instances} instances by {given.agent}, {given.parallel} at a time"
    show(title, rows, as_json=given.json)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
