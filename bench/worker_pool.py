"""Measure seconds per episode with one worker and with several, on the cores of this machine.

    python bench/worker_pool.py [--workers N ...] [--episodes N] [--rounds N] [--ray] [--json]

Every worker runs one episode at a time, as a machine with one core would. `--ray` starts a Ray
cluster on this machine, with one node of one core for each worker. See README.md in this folder for
the method.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from printing import show
from results import Measured, Row
from work import BenchFault

from webproctor.core.errors import UserError
from webproctor.harness import runs
from webproctor.run.episode_results import Result
from webproctor.workers.executors import executor_of

Times = tuple[float, float]  # seconds per episode, and processor seconds of the driver


def measure(workers: str, count: int, episodes: int) -> Times:
    """Run the oracle on games, and return the times per episode from the first results on.

    Raises:
        BenchFault: If an episode failed.
    """
    moments: list[tuple[float, float]] = []

    def note(result: Result) -> None:
        own = os.times()
        moments.append((time.perf_counter(), own.user + own.system))

    with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as folder:
        run = runs.run(
            "webgames",
            "oracle",
            settings={"clock": "virtual"},
            folder=Path(folder) / "run",
            limit=episodes,
            workers=executor_of(workers, 1),
            on_result=note,
        )
    if failed := {**run.causes("errored"), **run.causes("void")}:
        raise BenchFault(f"episodes failed: {failed}")
    first, last = moments[count - 1], moments[-count]
    counted = len(moments) - 2 * count + 1
    return (last[0] - first[0]) / counted, (last[1] - first[1]) / counted


@contextmanager
def nodes(count: int) -> Iterator[None]:
    """Start a Ray cluster on this machine, with one core per node, while the block runs."""
    from ray.cluster_utils import Cluster  # pyright: ignore[reportMissingImports]

    cluster = Cluster(True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    for _ in range(count - 1):
        cluster.add_node(num_cpus=1)
    os.environ["RAY_ADDRESS"] = cluster.address
    try:
        yield
    finally:
        cluster.shutdown()


def times(count: int, episodes: int, *, on_ray: bool) -> Times:
    if not on_ray:
        return measure(str(count), count, episodes)
    with nodes(count):
        return measure("ray", count, episodes)


def _name(count: int) -> str:
    return f"{count} worker{'s' * (count > 1)}"


def rows(taken: dict[str, list[Times]]) -> list[Row]:
    """Return the times of each number of workers, compared with the first."""
    of = {
        name: Measured(
            rounds=[seconds for seconds, _ in each], processor=[driver for _, driver in each]
        )
        for name, each in taken.items()
    }
    first, *others = of
    unit = "s per episode; processor time of the driver"
    return [
        Row(name=first, unit=unit, ours=of[first]),
        *(
            Row(name=name, unit=unit, ours=of[name], against=first, theirs=of[first])
            for name in others
        ),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--episodes", type=int, default=40, help="Episodes of each (40).")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ray", action="store_true", help="On Ray nodes instead of processes.")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    taken: dict[str, list[Times]] = {_name(count): [] for count in given.workers}
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        for number in range(given.rounds):
            for count, (name, each) in zip(given.workers, taken.items(), strict=True):
                each.append(times(count, given.episodes, on_ray=given.ray))
                seconds, driver = each[-1]
                text = f"{seconds:.3f} s per episode, {driver:.4f} s of it in the driver"
                print(f"round {number + 1}, {name}: {text}", file=sys.stderr, flush=True)
    except (BenchFault, UserError) as fault:
        print(fault, file=sys.stderr)
        return 1
    show("Workers", rows(taken), as_json=given.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
