"""The number of parallel episodes of a run, and how `run.json` records it."""

import threading
from collections.abc import Callable
from pathlib import Path

from webproctor.environments.parallel import Parallel, Slots, slots
from webproctor.files.reading import read_json
from webproctor.harness.folders import write_run_json
from webproctor.workers.pool import Pool

# Workers report their numbers of episodes in another thread.
_RUN_JSON_LOCK = threading.Lock()


def slots_of_run(
    folder: Path,
    parallel: Parallel,
    pool: Pool | None,
    on_parallel: Callable[[str], None] | None,
) -> Slots:
    """Return the slots for a run's episodes; choices are written to `run.json` and reported."""

    def on_choice(sentence: str) -> None:
        record_parallelism(folder, running_slots, pool)
        if on_parallel:
            on_parallel(sentence)

    running_slots = slots(parallel, on_choice)
    if pool is not None:
        pool.on_choice = on_choice
    return running_slots


def record_parallelism(folder: Path, slots: Slots, pool: Pool | None) -> None:
    """Write to `run.json` how the number of parallel episodes was chosen, if it was not given.

    With workers, write the present and the lost workers, each with its number.
    """
    entry = {"workers": pool.about()} if pool else {"parallel": slots.about()}
    with _RUN_JSON_LOCK:
        if any(entry.values()):
            write_run_json(folder, read_json(folder / "run.json") | entry)
