"""Sample the Python stacks of this process with py-spy, and reduce them to a few frames."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from results import leave_out

Stacks = dict[tuple[str, ...], float]
RATE = 200  # samples per second
_FRAME = re.compile(r"(?P<function>.*) \((?P<file>[^()]*?)(:\d+)?\)")
# Functions in which a thread waits, though py-spy counts it as active in some containers.
_WAITING = ("Condition.wait", "_worker", "EpollSelector.select", "ThreadedChildWatcher._do_waitpid")
# Frames of the event loop. Their time counts for the functions that they call, or their callers.
_DROPPED = ("asyncio/", "anyio/", "concurrent/", "sniffio/", "bench/")
_DROPPED_FILES = ("threading.py", "contextlib.py", "functools.py", "selectors.py", "flames.py")
# Names for frames of other packages, by the beginning of the file's path.
_NAMES = {
    "inspect_ai/log/_recorders/buffer/": "files",
    "inspect_ai/": "Inspect",
    "playwright/": "Playwright",
    "pyee/": "Playwright",
    "greenlet/": "Playwright",
    "websockets/": "websockets",
    "asyncio/selector_events.py": "sockets",
    "asyncio/unix_events.py": "sockets",
    "uvicorn/": "page server",
    "starlette/": "page server",
    "h11/": "page server",
    "httptools/": "page server",
    "zipfile": "files",
    "pathlib": "files",
    "shutil.py": "files",
    "tempfile.py": "files",
    "fsspec/": "files",
    "importlib/": "imports",
    "<frozen importlib": "imports",
}


@contextlib.contextmanager
def profiled(folded: Stacks) -> Iterator[None]:
    """Fill a dictionary with the number of samples of each folded stack when the block ends.

    The script is left out if there is no program `py-spy`.
    """
    program = shutil.which("py-spy")
    if program is None:
        leave_out("py-spy is not on the path: install it in an environment of its own")
    with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as folder:
        raw = Path(folder) / "stacks"
        how = ("--format", "raw", "--function", "--rate", str(RATE), "--output", str(raw))
        command = [program, "record", *how, "--pid", str(os.getpid())]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as spy:
            assert spy.stdout is not None
            line = spy.stdout.readline()
            if "Sampling" not in line:
                leave_out(f"py-spy cannot sample this process: {line.strip()}")
            try:
                yield
            finally:
                spy.send_signal(signal.SIGINT)
                spy.communicate()
        folded |= read(raw.read_text(encoding="utf-8"))


def read(raw: str) -> Stacks:
    """Return the samples of each folded stack, of py-spy's format `raw`, without waiting threads.

    Raises:
        ValueError: If a line is not a stack and a number.
    """
    found: Stacks = defaultdict(float)
    for line in raw.splitlines():
        stack, _, samples = line.rpartition(" ")
        frames = stack.split(";")
        if not frames[-1].startswith(_WAITING):
            found[fold(frames)] += float(samples)
    return dict(found)


def fold(frames: Sequence[str]) -> tuple[str, ...]:
    """Return the frames of a stack that a graph shows, the outermost first.

    Functions of webproctor have parentheses after their names. Frames of another package that
    follow each other become one frame with the package's name. Frames of the event loop, and
    their callers, are left out.
    """
    inside = max((at for at, one in enumerate(frames) if one.startswith("Handle._run")), default=-1)
    found: list[str] = []
    for name in map(_name, frames[inside + 1 :]):
        if name and found[-1:] != [name]:
            found.append(name)
    return tuple(found) or ("event loop",)


def _name(frame: str) -> str:
    """Return the name of a frame; "" if it is left out."""
    parsed = _FRAME.fullmatch(frame)
    function, file = (parsed["function"], parsed["file"]) if parsed else (frame, "")
    if file.startswith("webproctor/"):
        return f"{function.partition('.<locals>')[0]}()"
    named = next((name for begin, name in _NAMES.items() if file.startswith(begin)), "")
    if named:
        return named
    if file.startswith(_DROPPED) or file in _DROPPED_FILES or function == "<module>":
        return ""
    return file.partition("/")[0].removesuffix(".py")
