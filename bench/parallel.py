"""Measure episodes per minute and processor seconds per episode at several widths of `--parallel`.

    python bench/parallel.py --data FOLDER [--width N ...] [--split N] [--plot FILE] [--json]

See README.md in this folder for the method.
"""

import argparse
import json
import multiprocessing
import os
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table
from work import REAL, SAMPLE, BenchFault, cpu_seconds

from webproctor.harness import runs
from webproctor.run.episode_results import Result


@dataclass(frozen=True)
class Row:
    """A run: parallel episodes, harness processes, and what was measured once all were busy."""

    width: int
    processes: int
    per_minute: float
    processor: float


def measure(data: Path | None, width: int, episodes: int) -> Row:
    """Run the oracle, and measure from the result number `width` to the last one.

    Raises:
        BenchFault: If an episode failed.
    """
    moments: list[tuple[float, float]] = []

    def note(result: Result) -> None:
        moments.append((time.perf_counter(), cpu_seconds()))

    tasks = (REAL if data is not None else SAMPLE).timed
    settings = {"data": data, "split": "all", "task": tasks}
    with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as folder:
        run = runs.run(
            "turkingbench",
            "oracle",
            settings=settings | {"instances": -(-episodes // len(tasks))},
            folder=Path(folder) / "run",
            limit=episodes,
            parallel=width,
            on_result=note,
        )
    if failed := {**run.causes("errored"), **run.causes("void")}:
        raise BenchFault(f"episodes failed: {failed}")
    first, last = moments[width - 1], moments[-1]
    counted = len(moments) - width
    seconds, processor = (last[i] - first[i] for i in (0, 1))
    return Row(width, 1, 60 * counted / seconds, processor / counted)


def divided(data: Path | None, width: int, episodes: int, processes: int) -> Row:
    """Measure the same width divided among processes, each with a browser of its own."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=spawn) as pool:
        share = [data, width // processes, episodes // processes]
        rows = [one.result() for one in [pool.submit(measure, *share) for _ in range(processes)]]
    per_minute = sum(row.per_minute for row in rows)
    return Row(width, processes, per_minute, sum(row.processor for row in rows) / processes)


def plot(path: Path, rows: list[Row]) -> None:
    """Draw episodes per minute over the width as SVG, with processor seconds per episode."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    one = sorted((row for row in rows if row.processes == 1), key=lambda row: row.width)
    widths = [row.width for row in one]
    with mpl.rc_context({"svg.hashsalt": "webproctor", "font.size": 9}):
        figure = Figure((5, 2.6), layout="constrained")
        rates = figure.subplots()
        used = rates.twinx()
        rates.plot(widths, [row.per_minute for row in one], "o-", color="#0072b2")
        used.plot(widths, [row.processor for row in one], "s--", color="#d55e00")
        rates.set(xlabel="--parallel", xticks=widths, ylim=(0, None))
        rates.set_ylabel("episodes per minute (solid)", color="#0072b2")
        used.set_ylabel("processor s per episode (dashed)", color="#d55e00")
        used.set_ylim(0, None)
        figure.savefig(path, format="svg", metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, help="TurkingBench data; default: the sample.")
    parser.add_argument("--width", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--episodes", type=int, default=40, help="Episodes of each width (40).")
    parser.add_argument("--split", type=int, help="Also divide the last width among N processes.")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="SVG file to draw.")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [measure(given.data, width, given.episodes) for width in given.width]
    if given.split:
        rows.append(divided(given.data, given.width[-1], given.episodes, given.split))
    if given.plot:
        plot(given.plot, rows)
    if given.json:
        print(json.dumps({"cores": os.cpu_count(), "rows": [asdict(row) for row in rows]}))
        return
    table = Table("--parallel", "processes", "episodes a minute", "processor s", box=None)
    for row in rows:
        numbers = f"{row.per_minute:.1f}", f"{row.processor:.3f}"
        table.add_row(str(row.width), str(row.processes), *numbers)
    Console().print(table)


if __name__ == "__main__":
    main()
