"""Tests of limits of the process, such as those that `ulimit` sets."""

import errno
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from cli.conftest import Program

from webproctor.cli import doctor
from webproctor.cli.limits import limit_reached

MEMORY, LARGE_FILE = "not enough memory", "larger than the limit that `ulimit -f` shows"


@contextmanager
def limited(kind: int) -> Iterator[None]:
    """Set a soft limit that the process does not reach."""
    before = resource.getrlimit(kind)
    resource.setrlimit(kind, (2**50, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(kind, before)


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (MemoryError(), MEMORY),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), MEMORY),
        (ExceptionGroup("", [OSError(errno.EFBIG, "File too large")]), LARGE_FILE),
        (ValueError("[Errno 27] File too large"), LARGE_FILE),
        (OSError(errno.ENOENT, "No such file or directory"), ""),
    ],
)
def test_a_limit_is_found_in_the_causes_of_an_error(error: Exception, message: str) -> None:
    outer = RuntimeError("the run failed")
    outer.__cause__ = error
    found = limit_reached(outer)
    assert message in found
    assert bool(message) == bool(found)


@pytest.mark.parametrize(
    ("error", "kind", "message"),
    [
        (RuntimeError("can't start new thread"), resource.RLIMIT_AS, MEMORY),
        (ImportError("x.so: failed to map segment from shared object"), resource.RLIMIT_AS, MEMORY),
        (sqlite3.OperationalError("disk I/O error"), resource.RLIMIT_FSIZE, LARGE_FILE),
    ],
)
def test_ambiguous_errors_are_those_of_a_limit_only_if_it_is_set(
    error: Exception, kind: int, message: str
) -> None:
    assert not limit_reached(error)
    with limited(kind):
        assert message in limit_reached(error)


def test_a_command_without_enough_memory_prints_one_line(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(doctor.command, "callback", fail)
    done = program("doctor")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("webproctor: there is not enough memory.")
    assert "Traceback" not in done.stderr
