"""Wall-clock time and processor time, of this process and of all processes that it started."""

import contextlib
import ctypes
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import psutil

_SET_CHILD_SUBREAPER = 36  # of Linux's prctl
_LONGEST = 10.0  # maximum seconds to wait for orphans


def count_orphans() -> None:
    """Make orphaned descendants children of this process. Only on Linux.

    A browser ends shortly after its driver. Without this, its time would not be counted.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


@contextlib.contextmanager
def orphans_awaited() -> Iterator[None]:
    """At the end of the block, wait for processes that became children of this one in it."""
    before = psutil.Process().children()
    yield
    after = psutil.Process().children()
    psutil.wait_procs([one for one in after if one not in before], timeout=_LONGEST)


def cpu_seconds() -> float:
    """Return the processor time of this process and its descendants so far.

    The system counts that of other processes in steps of 10 ms.
    """
    this = psutil.Process()
    used = time.process_time() + sum(this.cpu_times()[2:4])  # with exited children
    for process in this.children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            used += sum(process.cpu_times()[:4])  # user, system, and both of exited children
    return used


@dataclass
class Stopwatch:
    """Measures a block of code, also of `async` code.

        with Stopwatch() as took:
            work()
        print(took.seconds, took.processor)

    Attributes:
        seconds: Wall-clock seconds of the block.
        processor: Processor seconds of all processes in the meantime.
    """

    seconds: float = 0
    processor: float = 0
    _began: tuple[float, float] = field(default=(0, 0), repr=False)

    def __enter__(self) -> "Stopwatch":
        count_orphans()
        self._began = cpu_seconds(), time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds = time.perf_counter() - self._began[1]
        self.processor = cpu_seconds() - self._began[0]


def timed(work: Callable[[], Any]) -> Stopwatch:
    """Measure one call of a function."""
    with Stopwatch() as took:
        work()
    return took
