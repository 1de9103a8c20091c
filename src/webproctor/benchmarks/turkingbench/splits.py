"""The public lists of the tasks in each split.

| split | alias | list |
|---|---|---|
| `test` | `test_easy` | `evaluation_tasks_easy.txt` (20 names) |
| `challenge` | `test_hard` | `evaluation_tasks_hard.txt` (17 names) |
| `subjective` | | `subjective_evaluation_tasks.txt` (3 names) |
| `train` | | all folders that are in no list |
| `all` | | all folders |

A list has one task name per line; blank lines are ignored.
"""

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

from webproctor.core.errors import UserError, did_you_mean

LISTS = {
    "test": "evaluation_tasks_easy.txt",
    "challenge": "evaluation_tasks_hard.txt",
    "subjective": "subjective_evaluation_tasks.txt",
}
SPLITS = (*LISTS, "train", "all")
_ALIASES = {"test_easy": "test", "test_hard": "challenge"}


def canonical(split: str) -> str:
    """Return the name of a split, given its name or alias.

    Raises:
        UserError: If there is no such split.
    """
    name = _ALIASES.get(split, split)
    if name not in SPLITS:
        known = (*SPLITS, *_ALIASES)
        hint = did_you_mean(split, known)
        raise UserError(
            f"TurkingBench has no split {split!r}.{hint} Available: {', '.join(known)}."
        )
    return name


def read_lists(folder: Path) -> dict[str, tuple[str, ...]]:
    """Read the lists in a folder: task names by split, in file order, without missing files.

    Raises:
        UserError: If a file is not UTF-8.
    """
    lists = {}
    for split, file_name in LISTS.items():
        path = folder / file_name
        if not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise UserError(f"{path}: byte {error.start} is not UTF-8; save it as UTF-8") from error
        names = (line.strip() for line in text.splitlines())
        lists[split] = tuple(dict.fromkeys(name for name in names if name))
    return lists


def overlaps(lists: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str, str]]:
    """Return every (name, split, split) that is in two lists. The lists should be disjoint."""
    return [
        (name, first, second)
        for first, second in combinations(lists, 2)
        for name in lists[first]
        if name in lists[second]
    ]
