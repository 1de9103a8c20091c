"""Import the modules of a command without garbage collections."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def importing() -> Iterator[None]:
    """Pause garbage collection while modules are imported, and exclude them from later ones.

    Modules live as long as the program, but collections would traverse them again and again: a
    sixth of Python's time in a small run. Only for programs of our own, as all other objects that
    exist at the end are excluded too: those that are part of a cycle are never freed.
    """
    before = len(sys.modules)
    gc.disable()
    try:
        yield
    finally:
        if len(sys.modules) > before:
            gc.freeze()
        gc.enable()
