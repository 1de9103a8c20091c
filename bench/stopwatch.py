"""Wall-clock time and processor time, of this process and of all processes that it started."""

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import psutil


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
