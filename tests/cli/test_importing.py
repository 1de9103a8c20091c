"""Tests of imports without garbage collections."""

import gc
import signal
import sys
import weakref
from types import ModuleType

import pytest

from webproctor.cli.importing import importing


class Node:
    def __init__(self) -> None:
        self.itself = self


def test_garbage_collection_is_off_during_imports():
    with importing():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_garbage_collection_is_on_again_after_an_error():
    with pytest.raises(ImportError), importing():
        raise ImportError
    assert gc.isenabled()


def test_an_interrupt_is_handled_after_the_imports():
    imported = []

    def interrupted() -> None:
        with importing(), importing():
            signal.raise_signal(signal.SIGINT)
            imported.append(True)

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert imported
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_imported_modules_are_excluded_from_garbage_collection(monkeypatch: pytest.MonkeyPatch):
    excluded = gc.get_freeze_count()
    with importing():
        lists = [[] for _ in range(1000)]
        monkeypatch.setitem(sys.modules, "imported_by_a_test", ModuleType("imported_by_a_test"))
    assert gc.get_freeze_count() >= excluded + len(lists)


def test_nothing_is_excluded_if_everything_was_already_imported():
    excluded = gc.get_freeze_count()
    with importing():
        lists = [[] for _ in range(1000)]
    assert gc.get_freeze_count() <= excluded
    assert lists


def test_cycles_of_later_objects_are_freed():
    with importing():
        pass
    node = Node()
    freed = weakref.ref(node)
    del node
    gc.collect()
    assert freed() is None
