"""The adapter to Inspect AI: tasks, solvers, models, tools and logs."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def _without_collection() -> Iterator[None]:
    """Pause garbage collection, which takes a sixth of the time of large imports."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


with _without_collection():
    import inspect_ai as inspect_ai
