"""Processes that a program has started for its browsers, to kill or to stop them in tests."""

import contextlib
import os
import signal
from typing import Literal

import psutil

Kind = Literal["driver", "browser", "renderer"]


def find(kind: Kind, of: int | None = None) -> set[int]:
    """The ids of the drivers, browsers or renderers that a process has started.

    Args:
        of: The process; by default this one.
    """
    found: dict[int, int] = {}
    for process in psutil.Process(of).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):  # It may have ended meanwhile.
            command = process.cmdline()
            # The command lines of a sandbox, and of shells, have the browser's options too.
            around = any("gate.py" in part for part in command)
            around = around or (command[:1] != [] and command[0].endswith(("bwrap", "/sh")))
            chromium = any("--remote-debugging-p" in part for part in command) and not around
            is_kind = {
                "driver": "run-driver" in command,
                "browser": chromium and not any("--type=" in part for part in command),
                "renderer": "--type=renderer" in command,
            }[kind]
            if is_kind and process.status() != psutil.STATUS_ZOMBIE:
                found[process.pid] = process.ppid()
    # A process that a browser has just forked has the same command line at first.
    return {pid for pid, parent in found.items() if parent not in found or kind != "browser"}


def named(text: str) -> set[int]:
    """Return the running processes of this machine whose command line has a text."""
    found = set()
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.NoSuchProcess):
            if text in " ".join(process.cmdline()):
                found.add(process.pid)
    return found


def running(pids: set[int]) -> set[int]:
    """Return the processes that have not ended, even if their parent has."""
    found = set()
    for pid in pids:
        with contextlib.suppress(psutil.NoSuchProcess):
            if psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
                found.add(pid)
    return found


def send(sign: signal.Signals, pids: set[int]) -> None:
    """Send a signal to processes, as far as they still run."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, sign)
