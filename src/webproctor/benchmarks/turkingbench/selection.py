"""Which instances a run holds."""

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.errors import UserError

Rows = Mapping[str, Sequence[int]]


def read_rows(path: Path) -> Rows:
    """Read a list of instances: a JSON object of row numbers by task name.

    Raises:
        UserError: If the file is not such an object.
    """
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise UserError(f"{path}: is not JSON: {error}.") from error
    if not isinstance(rows, dict):
        raise UserError(f"{path}: must be an object of row numbers by task name.")
    for task, numbers in rows.items():
        if not isinstance(numbers, list) or not all(type(n) is int for n in numbers):
            raise UserError(f"{path}: {task!r} must be a list of row numbers, from 0.")
    return rows


def select(
    dataset: Dataset,
    names: Sequence[str],
    *,
    rows: Rows | None = None,
    instances: int | None = None,
    seed: int | None = None,
) -> list[tuple[str, int]]:
    """The instances of a run, task by task, in a fixed order.

    Args:
        names: The tasks.
        rows: Exactly these instances; tasks without an entry are left out.
        instances: At most so many of each task: the first, or with a seed a random choice.
        seed: Seed of that choice, which is the same on every machine.

    Raises:
        UserError: If `rows` names an instance that is not there.
    """
    chosen = []
    for name in names:
        there = len(dataset.task(name).instances)
        if rows is not None:
            numbers = list(rows.get(name, ()))
            for number in numbers:
                if not 0 <= number < there:
                    raise UserError(f"rows of {name!r}: there is no instance {number} of {there}.")
        elif instances is not None and seed is not None:
            numbers = random.Random(f"{seed}:{name}").sample(range(there), min(instances, there))
        else:
            numbers = list(range(there))[:instances]
        chosen += [(name, number) for number in dict.fromkeys(numbers)]
    return chosen
