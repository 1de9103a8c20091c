"""Processes of browsers: their memory, and ending them even if they hang."""

import contextlib
import os
import re
import signal
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

# The line of `/proc/PID/status` with a process's anonymous memory in KiB.
_ANONYMOUS = re.compile(r"^RssAnon:\s+(\d+) kB$", re.MULTILINE)


@dataclass(frozen=True)
class Process:
    """A process, identified by its id and start time (ids are reused)."""

    pid: int
    start_time: str


def find(pid: int) -> Process | None:
    """Return the running process with the given id, or None."""
    fields = _stat(pid)
    if fields is None or fields[0] == "Z":
        return None
    return Process(pid, fields[19])


def memory(roots: Iterable[Process]) -> int:
    """Return the bytes of memory of processes and their descendants, without those of pages.

    Processes of pages end with them; the others last. 0 on systems without `/proc`.
    """
    return sum(map(_own_memory, {one.pid for one in with_descendants(roots)}))


def with_descendants(roots: Iterable[Process]) -> list[Process]:
    """Return processes and all their descendants."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*"):
        if fields := _stat(int(path.name)):
            children.setdefault(int(fields[1]), []).append(int(path.name))
    roots = list(roots)
    found_processes = {one.pid: one for one in roots}
    pending = [one.pid for one in roots if find(one.pid) == one]
    while pending:
        for pid in children.get(pending.pop(), ()):
            if pid not in found_processes and (process := find(pid)):
                found_processes[pid] = process
                pending.append(pid)
    return list(found_processes.values())


def kill(processes: Iterable[Process]) -> None:
    """Kill those of the processes that are still running."""
    for one in processes:
        if find(one.pid) == one:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one.pid, signal.SIGKILL)


def _own_memory(pid: int) -> int:
    """Return the bytes of a process that it shares with no other; 0 for a process of pages."""
    folder = Path(f"/proc/{pid}")
    try:
        if b"--type=renderer" in (folder / "cmdline").read_bytes():
            return 0
        text = (folder / "status").read_text(encoding="utf-8", errors="replace")
    except OSError:  # The process has ended.
        return 0
    found = _ANONYMOUS.search(text)
    return int(found[1]) * 1024 if found else 0


def _stat(pid: int) -> list[str] | None:
    """Return the fields of `/proc/PID/stat` from the third on: state, parent's id, ..."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:  # The process has ended, or there is no /proc.
        return None
    # The name before these fields is in parentheses and may contain anything.
    return text.rpartition(")")[2].split()
