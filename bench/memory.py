"""Measure the memory of a long run: at its start, middle and end, and the maximum.

    python bench/memory.py --data FOLDER [--agent oracle] [--instances N] [--json]

See README.md in this folder for the method.
"""

import argparse
import contextlib
import json
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil
from work import BenchFault

from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.core.errors import UserError
from webproctor.harness import runs
from webproctor.run.episode_results import Result

# All 600 instances are similar, so that start and end are comparable.
REAL_TASK = "Human evaluation - gentle vs canary"
SAMPLING = 0.25  # seconds between two samples
WARM_UP = 25  # instances before the measurement of the start
MB = 1e6


@dataclass
class Usage:
    """Samples of the memory of this process and its descendants.

    Attributes:
        finished: Number of finished instances.
        samples: Finished instances and bytes in use of each sample.
    """

    finished: int = 0
    samples: list[tuple[int, int]] = field(default_factory=list)

    def between(self, first: float, last: float) -> float:
        """Return the median MB while `first` to `last` instances were finished."""
        window = [used for finished, used in self.samples if first <= finished <= last]
        if not window:
            raise BenchFault(f"no sample between instances {first:g} and {last:g}")
        return statistics.median(window) / MB


@dataclass(frozen=True)
class Report:
    """The memory of a run in MB; `growth` is the end divided by the start."""

    agent: str
    data: str
    instances: int
    parallel: int
    start: float
    middle: float
    end: float
    most: float
    growth: float


def bytes_in_use() -> int:
    """Return the memory of this process and its descendants, with shared pages counted once.

    If a process's proportional set size (PSS) is not available, its resident memory is used.
    """
    this = psutil.Process()
    used = 0
    for process in (this, *this.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            try:
                used += process.memory_full_info().pss
            except (AttributeError, psutil.AccessDenied):
                used += process.memory_info().rss
    return used


@contextmanager
def sampled(usage: Usage) -> Iterator[None]:
    """Sample the memory from a thread while the block runs."""
    done = threading.Event()

    def take() -> None:
        while not done.wait(SAMPLING):
            usage.samples.append((usage.finished, bytes_in_use()))

    thread = threading.Thread(target=take)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def measure(data: Path | None, agent: str, instances: int, parallel: int) -> Report:
    """Run instances and sample the memory.

    The sample is repeated until there are enough instances, each time with a new browser.

    Raises:
        BenchFault: If an episode errored.
        UserError: If the data is invalid.
    """
    usage = Usage()

    def note(result: Result) -> None:
        usage.finished += 1

    with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as name, sampled(usage):
        folder = Path(name)
        while usage.finished < instances:
            run = runs.run(
                "turkingbench",
                agent,
                settings=_settings(folder, data, instances - usage.finished),
                folder=folder / str(usage.finished),
                parallel=parallel,
                on_result=note,
            )
            failed = {**run.causes("errored"), **run.causes("void")}
            if failed:
                raise BenchFault(f"episodes failed: {failed}")
    tenth = instances / 10
    start = usage.between(WARM_UP, WARM_UP + tenth)
    end = usage.between(instances - tenth, instances)
    return Report(
        agent=agent,
        data="sample, repeated" if data is None else "given",
        instances=instances,
        parallel=parallel,
        start=start,
        middle=usage.between((instances - tenth) / 2, (instances + tenth) / 2),
        end=end,
        most=max(used for _, used in usage.samples) / MB,
        growth=end / start,
    )


def _settings(folder: Path, data: Path | None, left: int) -> dict[str, object]:
    """Return the settings of a benchmark with at most `left` instances."""
    chosen: dict[str, object] = {"data": data, "split": "all"}
    if data is not None:
        chosen["task"] = (REAL_TASK,)
    rows: dict[str, list[int]] = {}
    for task in turkingbench(**chosen).tasks()[:left]:  # type: ignore[arg-type]
        rows.setdefault(str(task.tags["task"]), []).append(int(task.tags["row"]))
    listed = folder / f"{left}.json"
    listed.write_text(json.dumps(rows), encoding="utf-8")
    return {"data": data, "rows": listed}


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
        print(
            f"{report.instances} instances by {report.agent}, {report.parallel} at a time, "
            f"data: {report.data}\n"
            f"MB at the start {report.start:.0f}, in the middle {report.middle:.0f}, "
            f"at the end {report.end:.0f}, at most {report.most:.0f}\n"
            f"end / start {report.growth:.2f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
