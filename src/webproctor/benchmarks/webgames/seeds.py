"""Seeds of games, and their splits for training."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Literal

from webproctor.core.errors import UserError

Split = Literal["any", "train", "validation", "test"]
MAX_SEEDS = 10_000
"""The maximum number of instances of a task in one run."""
# The last digit of a seed determines its split, so that splits never overlap.
_DIGITS: Mapping[Split, Sequence[int]] = {
    "any": range(10),
    "train": range(8),
    "validation": (8,),
    "test": (9,),
}


def seeds_of(split: Split, first: int, count: int) -> list[int]:
    """Return `count` seeds of a split, beginning with `first` or the next one in the split.

    Raises:
        UserError: If a run cannot have that many instances of a task.
    """
    if count < 1:
        raise UserError(f"seeds {count}: a run needs at least one.")
    if count > MAX_SEEDS:
        raise UserError(f"seeds {count}: a run has at most {MAX_SEEDS:,} instances of each task.")
    digits = _DIGITS[split]
    matching = (seed for seed in itertools.count(first) if seed % 10 in digits)
    return list(itertools.islice(matching, count))
