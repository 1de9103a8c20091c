"""The public lists that divide the tasks into splits.

| split | also called | list |
|---|---|---|
| `test` | `test_easy` | `evaluation_tasks_easy.txt` (20 names) |
| `challenge` | `test_hard` | `evaluation_tasks_hard.txt` (17 names) |
| `subjective` | | `subjective_evaluation_tasks.txt` (3 names) |
| `train` | | every folder that no list names |
| `all` | | every folder |

A list has one task name a line; blank lines do not count.
"""

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

from webproctor.errors import UserError

LISTS = {
    "test": "evaluation_tasks_easy.txt",
    "challenge": "evaluation_tasks_hard.txt",
    "subjective": "subjective_evaluation_tasks.txt",
}
SPLITS = (*LISTS, "train", "all")
# What nobody may train on.
TEST_SPLITS = ("test", "challenge")
_ALIASES = {"test_easy": "test", "test_hard": "challenge"}


def canonical(split: str) -> str:
    """The split's own name for it or an alias of it; `UserError` for any other text."""
    name = _ALIASES.get(split, split)
    if name not in SPLITS:
        raise UserError(
            f"TurkingBench has no split {split!r}; choose one of {', '.join((*SPLITS, *_ALIASES))}"
        )
    return name


def read_lists(folder: Path) -> dict[str, tuple[str, ...]]:
    """Task names per list file found in `folder`, in file order; a missing file has no entry.

    Raises `UserError` for a file that is not UTF-8.
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
    """Every (name, split, split) that stands in two lists; the lists ought to be disjoint."""
    return [
        (name, first, second)
        for first, second in combinations(lists, 2)
        for name in lists[first]
        if name in lists[second]
    ]
