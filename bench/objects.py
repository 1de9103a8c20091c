"""Find which Python objects a run keeps: their number and size per episode.

    python bench/objects.py BENCHMARK [--agent oracle] [--data FOLDER] [--set SETTING=VALUE]
        [--first N] [--last N] [--json]

See README.md in this folder for the method.
"""

import gc
import math
import sys
import tempfile
import tracemalloc
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from choosing import parser_of, settings_of
from memory import megabytes
from printing import show
from results import Measured, Row

from webproctor.benchmarks import load_benchmark
from webproctor.core.errors import UserError
from webproctor.harness import runs
from webproctor.run.episode_results import Result

SHOWN = 12  # rows of each kind
FRAMES = 2  # of the calls that allocate
Place = tuple[str, ...]  # files and lines of the innermost calls, the allocating one last


@dataclass
class State:
    """The objects of this process at one moment.

    Attributes:
        types: Number of objects that the garbage collector tracks, by type.
        places: Bytes in use, by the place of their allocation.
        megabytes: Memory of the process without pages of files.
    """

    types: Counter[str] = field(default_factory=Counter)
    places: Counter[Place] = field(default_factory=Counter)
    megabytes: float = 0

    @classmethod
    def now(cls) -> "State":
        gc.collect()
        kinds = Counter(map(type, gc.get_objects()))
        found = cls(megabytes=megabytes().get("Python", 0))
        found.types = Counter({f"{one.__module__}.{one.__qualname__}": kinds[one] for one in kinds})
        for one in tracemalloc.take_snapshot().statistics("traceback"):
            found.places[tuple(map(_place, one.traceback))] += one.size
        return found


def _place(frame: tracemalloc.Frame) -> str:
    path = Path(frame.filename)
    return f"{path.parent.name}/{path.name}:{frame.lineno}"


def measure(
    name: str, settings: dict[str, Any], agent: str, first: int, last: int
) -> tuple[State, State]:
    """Return the objects after `first` and after `last` episodes of one run."""
    states: list[State] = []
    finished = 0

    def note(result: Result) -> None:
        nonlocal finished
        finished += 1
        if finished in (first, last):
            states.append(State.now())

    there = len(load_benchmark(name, **settings).tasks())
    epochs = math.ceil((last + 2) / there)
    with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as folder:
        tracemalloc.start(FRAMES)
        runs.run(
            name,
            agent,
            settings=settings,
            folder=Path(folder) / "run",
            limit=math.ceil((last + 2) / epochs),
            epochs=epochs,
            parallel=2,
            on_result=note,
        )
        tracemalloc.stop()
    return states[0], states[1]


def compared(name: str, before: State, after: State, episodes: int) -> list[Row]:
    """Return what grew per episode: the process, its objects by type, and by allocating place."""

    def rows(growth: Sequence[tuple[str, float]], unit: str) -> list[Row]:
        return [
            Row(name=f"{name}: {what}", unit=unit, ours=Measured.single(value))
            for what, value in growth
        ]

    types, places = after.types.copy(), after.places.copy()
    types.subtract(before.types)
    places.subtract(before.places)
    own = Path(__file__).name  # The states themselves.
    allocated = {place: size for place, size in places.items() if own not in str(place)}
    largest = sorted(allocated, key=lambda place: -allocated[place])[:SHOWN]
    unit = "kB per episode"
    return [
        *rows([("the process", 1000 * (after.megabytes - before.megabytes) / episodes)], unit),
        *rows([("all objects", sum(allocated.values()) / 1000 / episodes)], unit),
        *rows([(" < ".join(one[::-1]), allocated[one] / 1000 / episodes) for one in largest], unit),
        *rows(
            [(kind, count / episodes) for kind, count in types.most_common(SHOWN)],
            "objects per episode",
        ),
    ]


def main() -> int:
    parser = parser_of(__doc__)
    # The log's buffer has 50 episodes.
    parser.add_argument("--first", type=int, default=50, help="Episodes before counting (50).")
    parser.add_argument("--last", type=int, default=150, help="Episodes until counting ends (150).")
    given = parser.parse_args()
    settings = settings_of(given)
    try:
        states = measure(given.benchmark, settings, given.agent, given.first, given.last)
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    rows = compared(given.benchmark, *states, given.last - given.first)
    show("Objects that a run keeps", rows, as_json=given.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
