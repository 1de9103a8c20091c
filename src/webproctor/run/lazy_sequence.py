"""Sequences whose items are created when they are accessed."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, overload

T = TypeVar("T")


class LazySequence(Sequence[T]):
    """A sequence that does not store its items: each is created on every access.

    Args:
        count: The number of items.
        create: Returns the item with an index.
    """

    def __init__(self, count: int, create: Callable[[int], T]) -> None:
        self._count = count
        self._create = create

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, int) and 0 <= index < self._count:
            return self._create(index)
        indices = range(self._count)[index]
        return self._create(indices) if isinstance(indices, int) else [*map(self._create, indices)]

    def __iter__(self) -> Iterator[T]:
        return map(self._create, range(self._count))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(self) != len(other):
            return False
        return all(item == another for item, another in zip(self, other, strict=True))

    def __reduce__(self) -> tuple[type[list[Any]], tuple[list[T]]]:
        """Pickle the items, as a list: functions cannot be pickled."""
        return list, ([*self],)

    def __repr__(self) -> str:
        return f"<{self._count} items>"
