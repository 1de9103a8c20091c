"""Measure the memory of a long run by process: at its start, middle and end, and the maximum.

    python bench/memory.py --data FOLDER [--agent oracle] [--instances N] [--json]

See README.md in this folder for the method.
"""

import argparse
import contextlib
import json
import math
import statistics
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil
from parts import part
from rich.console import Console
from rich.table import Table
from work import BenchFault

from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.core.errors import UserError
from webproctor.harness import runs
from webproctor.run.episode_results import Result

# All 600 instances are similar, so that start and end are comparable.
REAL_TASK = "Human evaluation - gentle vs canary"
SAMPLING = 0.25  # seconds between two samples
WARM_UP = 25  # instances before the measurement of the start
PROGRESS = 100  # instances between two lines of progress
MB = 1e6


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

    def between(self, first: float, last: float) -> Parts:
        """Return the median MB of each part and of the total while `first` to `last` instances
        were finished."""
        window = [used for finished, used in self.samples if first <= finished <= last]
        if not window:
            raise BenchFault(f"no sample between instances {first:g} and {last:g}")
        names = sorted({name for used in window for name in used})
        median = {name: statistics.median(used.get(name, 0) for used in window) for name in names}
        return median | {"total": statistics.median(sum(used.values()) for used in window)}


@dataclass(frozen=True)
class Report:
    """The memory of a run in MB by part; `growth` is the total at the end divided by the middle."""

    agent: str
    data: str
    instances: int
    parallel: int
    start: Parts
    middle: Parts
    end: Parts
    most: float
    growth: float


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


def measure(data: Path | None, agent: str, instances: int, parallel: int) -> Report:
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
            told = ", ".join(f"{name} {used:.0f}" for name, used in sorted(parts))
            print(f"{usage.finished} instances, MB: {told}", file=sys.stderr, flush=True)

    chosen: dict[str, object] = {"data": data, "split": "all"}
    if data is not None:
        chosen["task"] = (REAL_TASK,)
    there = len(turkingbench(**chosen).tasks())  # type: ignore[arg-type]
    epochs = math.ceil(instances / there)
    with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as name, sampled(usage):
        run = runs.run(
            "turkingbench",
            agent,
            settings=chosen,
            folder=Path(name) / "run",
            limit=math.ceil(instances / epochs),
            epochs=epochs,
            parallel=parallel,
            on_result=note,
        )
        failed = {**run.causes("errored"), **run.causes("void")}
        if failed:
            raise BenchFault(f"episodes failed: {failed}")
    tenth = usage.finished / 10
    middle = usage.between((usage.finished - tenth) / 2, (usage.finished + tenth) / 2)
    # The last result is reported before the run is written.
    end = usage.between(usage.finished - tenth, usage.finished - 1)
    return Report(
        agent=agent,
        data="sample" if data is None else "given",
        instances=usage.finished,
        parallel=parallel,
        start=usage.between(WARM_UP, WARM_UP + tenth),
        middle=middle,
        end=end,
        most=max(sum(used.values()) for _, used in usage.samples),
        growth=end["total"] / middle["total"],
    )


def table(report: Report) -> Table:
    title = (
        f"MB, {report.instances} instances by {report.agent}, {report.parallel} at a time, "
        f"data: {report.data}"
    )
    shown = Table("", title=title, title_justify="left", box=None)
    windows = {"start": report.start, "middle": report.middle, "end": report.end}
    for name in windows:
        shown.add_column(name, justify="right")
    for name in report.end:
        shown.add_row(name, *(f"{window.get(name, 0):.0f}" for window in windows.values()))
    return shown


def options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--data", type=Path, help="TurkingBench data; default: the built-in sample."
    )
    parser.add_argument("--agent", default="oracle", choices=("oracle", "do-nothing"))
    parser.add_argument("--instances", type=int, default=500, help="Number of instances (500).")
    parser.add_argument("--parallel", type=int, default=2, help="Parallel instances (2).")
    parser.add_argument(
        "--json", action="store_true", help="Print one JSON object instead of text."
    )
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    given = options(arguments)
    data = given.data if given.data and given.data.is_dir() else None
    try:
        report = measure(data, given.agent, given.instances, given.parallel)
    except (BenchFault, UserError) as fault:
        print(fault, file=sys.stderr)
        return 1
    if given.json:
        print(json.dumps(asdict(report)))
    else:
        Console().print(table(report))
        print(f"at most {report.most:.0f} MB; end / middle {report.growth:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
