"""The space of texts, for observations and actions in Gymnasium."""

import json
import multiprocessing
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import (
    create_shared_memory,
    read_from_shared_memory,
    write_to_shared_memory,
)
from gymnasium.wrappers.utils import create_zero_array

MAX_LENGTH = 200_000
"""The maximum number of characters of a text in an observation; longer ones are truncated."""


class Unicode(spaces.Space[str]):
    """The space of strings of at most `MAX_LENGTH` characters.

    Vectorised environments can keep it in shared memory.
    """

    def __init__(self, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(shape=(), dtype=str, seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        return "".join(chr(code) for code in self.np_random.integers(32, 127, size=8))

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= MAX_LENGTH

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unicode)

    @property
    def is_np_flattenable(self) -> bool:
        return False


def truncated(text: str) -> str:
    """Truncate a text that is too long; of a JSON list, the last entries are left out."""
    if len(text) <= MAX_LENGTH or text[:1] != "[":
        return text[:MAX_LENGTH]
    try:
        items = json.loads(text)
    except ValueError:
        return text[:MAX_LENGTH]
    while len(text := json.dumps(items)) > MAX_LENGTH:
        items = items[: len(items) // 2]
    return text


@create_zero_array.register
def _(space: Unicode) -> str:
    return ""


# One text in shared memory: its number of characters, then their code points.
_SLOT_SIZE = 1 + MAX_LENGTH


@create_shared_memory.register
def _(space: Unicode, n: int = 1, ctx: Any = multiprocessing) -> Any:
    return ctx.Array("i", n * _SLOT_SIZE)


@write_to_shared_memory.register
def _(space: Unicode, index: int, values: str, shared_memory: Any) -> None:
    slot = np.frombuffer(shared_memory.get_obj(), np.int32)[index * _SLOT_SIZE :]
    slot[0] = len(values)
    slot[1 : len(values) + 1] = np.frombuffer(values.encode("utf-32-le"), np.int32)


class SharedTexts(Sequence[str]):
    """The current texts in shared memory, one of each environment; a deep copy is a tuple.

    Gymnasium reads the memory once and expects that the result changes with it.
    """

    def __init__(self, shared_memory: Any, n: int) -> None:
        self._slots = np.frombuffer(shared_memory.get_obj(), np.int32).reshape(n, _SLOT_SIZE)

    def __len__(self) -> int:
        return len(self._slots)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self)[index]
        slot = self._slots[index]
        return slot[1 : slot[0] + 1].tobytes().decode("utf-32-le")

    def __deepcopy__(self, memo: Any) -> tuple[str, ...]:
        return tuple(self)


@read_from_shared_memory.register
def _(space: Unicode, shared_memory: Any, n: int = 1) -> Any:
    return SharedTexts(shared_memory, n)
