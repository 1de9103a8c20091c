"""Import the modules of a command without garbage collections."""

import gc
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def importing() -> Iterator[None]:
    """Pause garbage collection while modules are imported, and exclude them from later ones.

    Modules live as long as the program, but each collection would traverse them, which takes a
    sixth of Python's time in a small run. Use it only in webproctor's own programs: all other
    objects that exist at the end of the block are excluded too, and never freed if they are part of
    a cycle.

    Ctrl-C is handled at the end of the block.
    """
    module_count = len(sys.modules)
    gc.disable()
    try:
        with _deferred_interrupts():
            yield
    finally:
        if len(sys.modules) > module_count:
            gc.freeze()
        gc.enable()


@contextmanager
def _deferred_interrupts() -> Iterator[None]:
    """Handle interrupts after the block: some callbacks of imports ignore exceptions."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupted: list[FrameType | None] = []

    def record_interrupt(_: int, frame: FrameType | None) -> None:
        interrupted.append(frame)

    signal.signal(signal.SIGINT, record_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if interrupted:
            handler(signal.SIGINT, interrupted[0])
