"""Measure how the time and the memory of the harness grow with the number of episodes.

    python bench/scale.py [--size N ...] [--parallel N] [--json]

The episodes are those of `scale_stub.py`: without a browser and a model, so that only the harness
remains. See README.md in this folder for the method.
"""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil
from printing import show
from results import Measured, Row

from webproctor.harness import runs
from webproctor.run.episode_results import Result

HERE = Path(__file__).parent
STUB = HERE / "scale_stub.py"
MB = 1e6
READERS = ("report", "compare", "board")
# A window is a tenth of the run. The first window also includes imports and other initialization.
_WINDOWS = 10


class Failed(Exception):
    """A command failed; the message is the last line that it wrote."""


@dataclass
class Growth:
    """The time and the memory of a run, over its duration.

    Attributes:
        size: Number of episodes.
        processor: Processor seconds of this process, after each tenth of the run.
        memory: Its MB in use at each result, by tenth of the run.
    """

    size: int
    processor: list[float] = field(default_factory=list)
    memory: list[list[float]] = field(default_factory=list)
    _count: int = 0

    def add(self, result: Result) -> None:
        """Take a sample when an episode has finished."""
        if self._count % max(1, self.size // _WINDOWS) == 0 and len(self.memory) < _WINDOWS:
            self.memory.append([])
            self.processor.append(_processor())
        self.memory[-1].append(psutil.Process().memory_info().rss / MB)
        self._count += 1

    @property
    def milliseconds(self) -> float:
        """Processor milliseconds per episode, without the first and the last tenth of the run."""
        each = self.size / _WINDOWS
        return 1000 * (self.processor[-1] - self.processor[1]) / (each * (_WINDOWS - 2))

    def used(self, window: int) -> float:
        """Return the median of the memory in one tenth of the run."""
        return statistics.median(self.memory[window])


def run(size: int, folder: Path, parallel: int) -> Growth:
    """Run episodes in this process.

    Raises:
        Failed: If an episode failed.
    """
    growth = Growth(size)
    done = runs.run(
        f"{STUB}:Stub",
        f"{STUB}:Presser",
        settings={"size": size},
        folder=folder,
        parallel=parallel,
        on_result=growth.add,
    )
    if not done.complete or done.causes("errored"):
        raise Failed(f"{folder}: {done.outcomes()}")
    return growth


def in_process(size: int, folder: Path, parallel: int) -> Growth:
    """Run episodes in a new process, so that its memory is its own."""
    command = [str(HERE / "scale.py"), "--only", str(folder)]
    printed, _, _ = _measured([*command, "--size", str(size), "--parallel", str(parallel)])
    return Growth(size, **json.loads(printed))


def reading(command: str, folder: Path) -> tuple[float, float]:
    """Return processor seconds and maximum MB of a command on the two runs in a folder."""
    given = {
        "report": [folder / "one"],
        "compare": [folder / "one", folder / "two", "--out", folder / "compared"],
        "board": [folder],
    }
    _, seconds, most = _measured(["-m", "webproctor", command, *map(str, given[command])])
    return seconds, most


def _measured(arguments: Sequence[str]) -> tuple[str, float, float]:
    """Run Python; return what it prints, its processor seconds and its maximum MB.

    Raises:
        Failed: If it fails.
    """
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen([sys.executable, *arguments], stdout=out, stderr=errors)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        out.seek(0)
        if process.returncode:
            raise Failed((errors.read().strip().splitlines() or ["no message"])[-1])
        return out.read(), used.ru_utime + used.ru_stime, 1024 * used.ru_maxrss / MB


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def measure(sizes: Sequence[int], parallel: int) -> list[Row]:
    """Measure every size, each compared with the first."""
    rows: list[Row] = []
    first: dict[str, tuple[Row, int]] = {}

    def add(name: str, unit: str, size: int, value: float) -> None:
        ours, title = Measured.single(value), f"{name}, {size:,} episodes"
        if name not in first:
            first[name] = Row(name=title, unit=unit, ours=ours), size
            rows.append(first[name][0])
        else:
            row, before = first[name]
            against = f"{before:,} episodes"
            rows.append(Row(name=title, unit=unit, ours=ours, against=against, theirs=row.ours))

    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as temporary:
            folder = Path(temporary)
            growth = in_process(size, folder / "one", parallel)
            logs = sum(log.stat().st_size for log in (folder / "one").glob("*.eval"))
            add("`run`", "ms of processor time per episode", size, growth.milliseconds)
            add("logs", "bytes per episode", size, logs / size)
            rows.append(
                Row(
                    name=f"`run`, {size:,} episodes: memory at the end",
                    unit="MB",
                    ours=Measured.single(growth.used(-1)),
                    against="in the middle",
                    theirs=Measured.single(growth.used(_WINDOWS // 2)),
                )
            )
            _say(f"{size:,} episodes: {growth.milliseconds:.1f} ms of processor time each")
            kept = ("run.json", "logs.sha256", "*.eval")
            (folder / "two").mkdir()
            for path in (path for name in kept for path in (folder / "one").glob(name)):
                shutil.copy(path, folder / "two")
            for command in READERS:
                seconds, most = reading(command, folder)
                milliseconds = 1000 * seconds / size
                add(f"`{command}`", "ms of processor time per episode", size, milliseconds)
                add(f"`{command}`: maximum memory", "MB", size, most)
                _say(f"{command}: {seconds:.1f} s of processor time, {most:.0f} MB")
    return sorted(rows, key=lambda row: row.name.partition(",")[0])


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--size", type=int, nargs="+", default=[1000, 10_000], help="Episodes.")
    parser.add_argument("--parallel", type=int, default=8, help="Parallel episodes (8).")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    try:
        if given.only:
            growth = run(given.size[0], given.only, given.parallel)
            print(json.dumps({"processor": growth.processor, "memory": growth.memory}))
            return 0
        rows = measure(given.size, given.parallel)
    except Failed as fault:
        print(fault, file=sys.stderr)
        return 1
    show("Long runs", rows, as_json=given.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
