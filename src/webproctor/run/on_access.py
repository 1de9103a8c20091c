"""Sequences whose items are made when they are got."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, overload

T = TypeVar("T")


class OnAccess(Sequence[T]):
    """A sequence of items that are not kept: each is made whenever it is got.

    Args:
        count: The number of items.
        make: Returns the item with an index.
    """

    def __init__(self, count: int, make: Callable[[int], T]) -> None:
        self._count = count
        self._make = make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, int) and 0 <= index < self._count:
            return self._make(index)
        among = range(self._count)[index]
        return self._make(among) if isinstance(among, int) else [*map(self._make, among)]

    def __iter__(self) -> Iterator[T]:
        return map(self._make, range(self._count))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(self) != len(other):
            return False
        return all(one == another for one, another in zip(self, other, strict=True))

    def __reduce__(self) -> tuple[type[list[Any]], tuple[list[T]]]:
        """Pickle the items, as a list: functions that make them cannot be pickled."""
        return list, ([*self],)

    def __repr__(self) -> str:
        return f"<{self._count} items>"
