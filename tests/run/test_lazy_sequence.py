"""Sequences whose items are created on access."""

import pickle

import pytest

from webproctor.run.lazy_sequence import LazySequence


def test_an_item_is_created_on_each_access() -> None:
    created: list[int] = []
    items = LazySequence(3, lambda index: created.append(index) or 10 * index)
    assert created == []
    assert (items[1], items[1], created) == (10, 10, [1, 1])


def test_it_is_a_sequence() -> None:
    items = LazySequence(4, lambda index: 10 * index)
    assert (len(items), list(items), items[-1]) == (4, [0, 10, 20, 30], 30)
    assert (items[1:3], items[::-2]) == ([10, 20], [30, 10])
    with pytest.raises(IndexError):
        items[4]


def test_it_equals_a_sequence_of_the_same_items() -> None:
    items = LazySequence(2, lambda index: index)
    assert items == [0, 1]
    assert items != [0, 2]
    assert items != [0, 1, 2]
    assert items != 2


def test_it_is_pickled_as_a_list_of_its_items() -> None:
    items = LazySequence(3, lambda index: 10 * index)
    assert pickle.loads(pickle.dumps(items)) == [0, 10, 20]
