"""Selection of a run's instances."""

import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.core.errors import UserError
from webproctor.files.reading import read_json

Rows = Mapping[str, Sequence[int]]
# The id of an instance; the names of tasks contain no slash, because they are those of folders.
_ID = re.compile(r"([^/]+)/([0-9]{1,9})")


def read_rows(path: Path) -> Rows:
    """Read a selection of instances: a JSON object of row numbers by task name.

    Raises:
        UserError: If the file is not such an object.
    """
    rows = read_json(path)
    if not isinstance(rows, dict):
        raise UserError(f"{path}: must be an object of row numbers by task name.")
    for task, numbers in rows.items():
        if not isinstance(numbers, list) or not all(type(n) is int for n in numbers):
            raise UserError(f"{path}: {task!r} must be a list of row numbers, from 0.")
    return rows


def split_ids(tasks: Sequence[str]) -> tuple[tuple[str, ...], Rows]:
    """Return the tasks of names (`NAME`) and ids (`NAME/ROW`), and the row numbers of the ids.

    Raises:
        UserError: If a task is given by its name and by an id.
    """
    rows: dict[str, list[int]] = {}
    for task in tasks:
        if (id := _ID.fullmatch(task)) is None:
            continue
        if id[1] in tasks:
            raise UserError(
                f"task {task!r}: the task {id[1]!r} is selected too; give its name or the ids of "
                "its instances, not both."
            )
        rows.setdefault(id[1], []).append(int(id[2]))
    names = (id[1] if (id := _ID.fullmatch(task)) else task for task in tasks)
    return tuple(dict.fromkeys(names)), rows


def select(
    dataset: Dataset,
    names: Sequence[str],
    *,
    rows: Rows | None = None,
    ids: Rows | None = None,
    instances: int | None = None,
    seed: int | None = None,
) -> list[tuple[str, int]]:
    """Return the instances (task, row) of a run, ordered by task.

    Args:
        names: The tasks.
        rows: Only these instances; tasks without an entry are left out.
        ids: Only these instances of the tasks that have an entry.
        instances: Maximum number per task: the first ones, or with a seed a random choice.
        seed: Seed of the random choice, which is the same on every machine.

    Raises:
        UserError: If `rows` or `ids` contain an instance that does not exist, or a setting would
            have no effect.
    """
    if seed is not None and instances is None:
        raise UserError(
            f"sample_seed {seed}: has no effect, because all instances are selected; add a number "
            "of instances (--instances N), or remove the seed."
        )
    if rows is not None and instances is not None:
        raise UserError(
            f"instances {instances}: has no effect, because the rows are selected by number; "
            "remove it, or remove the rows."
        )
    ids = ids or {}
    if ids and rows is not None:
        raise UserError("rows: has no effect on a task selected as NAME/ROW; use only one of them.")
    if instances is not None and ids and set(names) <= set(ids):
        raise UserError(
            f"instances {instances}: has no effect, because all tasks are selected as NAME/ROW; "
            "remove it."
        )
    selected = []
    for name in names:
        count = len(dataset.task(name).instances)
        if rows is not None or name in ids:
            numbers = list((ids if rows is None else rows).get(name, ()))
            for number in numbers:
                if not 0 <= number < count:
                    raise UserError(
                        f"rows of {name!r}: no instance {number}; the task has {count}, numbered "
                        "from 0."
                    )
        elif instances is not None and seed is not None:
            numbers = random.Random(f"{seed}:{name}").sample(range(count), min(instances, count))
        else:
            numbers = list(range(count))[:instances]
        selected += [(name, number) for number in dict.fromkeys(numbers)]
    return selected
