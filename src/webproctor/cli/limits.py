"""Detect that a limit of the process was reached, whichever exception it caused."""

import errno
import os

from webproctor.cli.disk import causes

_LARGE_FILE = (
    "a file is larger than the limit that `ulimit -f` shows. Raise it, then repeat the command."
)
_MEMORY = (
    "there is not enough memory. Free some, or raise the limit that `ulimit -v` shows, then repeat "
    "the command."
)
# Inspect and SQLite do not keep the error number, and libraries have their own messages.
_MEMORY_MESSAGES = (
    os.strerror(errno.ENOMEM),
    "not enough memory",
    "failed to map segment",
    "can't start new thread",
    "error return without exception set",  # Python itself.
)
# SQLite's message if it could not write a page.
_FAILED_WRITE = "disk I/O error"


def limit_reached(error: BaseException) -> str:
    """Return which limit has caused an exception, and what to do, as sentences; "" if none has."""
    for cause in causes(error):
        number, text = getattr(cause, "errno", None), str(cause)
        if isinstance(cause, MemoryError) or number == errno.ENOMEM:
            return _MEMORY
        if number == errno.EFBIG or os.strerror(errno.EFBIG) in text:
            return _LARGE_FILE
        if _is_limited("RLIMIT_AS") and any(message in text for message in _MEMORY_MESSAGES):
            return _MEMORY
        if _is_limited("RLIMIT_FSIZE") and _FAILED_WRITE in text:
            return _LARGE_FILE
    return ""


def _is_limited(name: str) -> bool:
    """Whether the process has a limit, such as `RLIMIT_AS`."""
    try:
        import resource
    except ImportError:  # Only Unix has it.
        return False
    return resource.getrlimit(getattr(resource, name))[0] != resource.RLIM_INFINITY
