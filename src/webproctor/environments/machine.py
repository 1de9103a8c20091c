"""The resources that this process may use, and those that it and its descendants use.

Everything is read from Linux's `/proc` and `/sys/fs/cgroup`. On other systems, only the number of
cores is known.
"""

import os
import resource
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from pathlib import Path

_ERRORS = (OSError, ValueError)
_GROUPS = "sys/fs/cgroup"
_TICKS = 100  # of a second in Linux's `/proc`
_OPEN_FILES = 65_536


@dataclass(frozen=True)
class Memory:
    """The memory that this process may use.

    Attributes:
        total: Bytes of the machine, or of the smallest limit of its control groups.
        free: Bytes of these that are available.
        stalled: Share of the last 10 s in which some process waited for memory, 0 to 1.
    """

    total: float
    free: float
    stalled: float = 0.0


@dataclass(frozen=True)
class Usage:
    """What this process and its descendants use.

    Attributes:
        processor: Processor seconds so far.
        idle: Seconds so far in which the machine's cores, summed up, did nothing.
        memory: Bytes, with shared ones counted once.
    """

    processor: float
    idle: float
    memory: float


@dataclass(frozen=True)
class Machine:
    """Reads the limits and the use of the machine.

    Args:
        root: The folder in which `proc` and `sys` are.
    """

    root: Path = Path("/")

    def cores(self) -> float:
        """Return how many cores this process may use, by its affinity and its control groups."""
        count = float(_affinity())
        for group in self._groups("cpu"):
            with suppress(*_ERRORS):
                quota, period = _text(group / "cpu.max").split()
                count = min(count, int(quota) / int(period))  # Raises ValueError for "max".
            with suppress(*_ERRORS):
                quota = _number(group / "cpu.cfs_quota_us")
                period = _number(group / "cpu.cfs_period_us")
                count = min(count, quota / period) if quota > 0 else count
        return count

    def memory(self) -> Memory | None:
        """Return the memory that this process may use; None if the system does not say."""
        try:
            lines = _text(self.root / "proc/meminfo").splitlines()
            rows = {line.split(":")[0]: 1024.0 * int(line.split()[1]) for line in lines if line}
            total, free = rows["MemTotal"], rows["MemAvailable"]
        except (*_ERRORS, KeyError, IndexError):
            return None
        stalled = [_stalled(self.root / "proc/pressure/memory")]
        for group in self._groups("memory"):
            for limit_file, usage_file in (
                ("memory.max", "memory.current"),
                ("memory.limit_in_bytes", "memory.usage_in_bytes"),
            ):
                with suppress(*_ERRORS):
                    limit = _number(group / limit_file)  # Raises ValueError for "max".
                    # Pages of files that were not used recently are given up on demand.
                    used_bytes = _number(group / usage_file) - _inactive(group / "memory.stat")
                    if limit < rows["MemTotal"]:
                        total, free = min(total, limit), min(free, max(0.0, limit - used_bytes))
                        stalled.append(_stalled(group / "memory.pressure"))
        return Memory(total=total, free=free, stalled=max(stalled))

    def usage(self) -> Usage | None:
        """Return what this process and its descendants use; None if the system does not say."""
        parents: dict[int, int] = {}
        ticks: dict[int, int] = {}
        for path in (self.root / "proc").glob("[0-9]*"):
            with suppress(*_ERRORS, IndexError):
                # The name in parentheses may contain anything.
                fields = _text(path / "stat").rpartition(")")[2].split()
                parents[int(path.name)] = int(fields[1])
                ticks[int(path.name)] = sum(map(int, fields[11:15]))  # with those of exited ones
        own_pid = os.getpid()
        if own_pid not in parents:
            return None
        tree = list(_descendants(own_pid, parents))
        return Usage(
            processor=sum(ticks[pid] for pid in tree) / _TICKS,
            idle=self._idle(),
            memory=sum(map(self._memory_of, tree)),
        )

    def _idle(self) -> float:
        with suppress(*_ERRORS):
            _, _, _, _, idle, waiting, *_ = _text(self.root / "proc/stat").split()
            return (int(idle) + int(waiting)) / _TICKS
        return 0.0

    def _memory_of(self, pid: int) -> float:
        folder = self.root / "proc" / str(pid)
        with suppress(*_ERRORS):
            rows = (line.split() for line in _text(folder / "smaps_rollup").splitlines())
            counted = (row[1] for row in rows if row[0] in ("Pss_Anon:", "Pss_Shmem:"))
            return 1024.0 * sum(map(int, counted))
        with suppress(*_ERRORS, IndexError):  # The process of another user namespace.
            _, resident, shared, *_ = map(int, _text(folder / "statm").split())
            return float(resource.getpagesize() * (resident - shared))
        return 0.0  # It has ended.

    def _groups(self, controller: str) -> Iterator[Path]:
        """Yield the folders of this process's control group and of those that contain it."""
        with suppress(*_ERRORS):
            for line in _text(self.root / "proc/self/cgroup").splitlines():
                _, controllers, path = line.split(":", 2)
                if controllers and controller not in controllers.split(","):
                    continue
                top = self.root / _GROUPS / controllers
                # In a container, the path may be that of the host, which does not exist there.
                parts = Path(path.lstrip("/")).parts
                for length in range(len(parts), -1, -1):
                    yield top.joinpath(*parts[:length])


def cores() -> int:
    """Return how many cores this process may use, at least 1."""
    return max(1, ceil(Machine().cores()))


def _affinity() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _descendants(root: int, parents: dict[int, int]) -> Iterator[int]:
    children: dict[int, list[int]] = {}
    for pid, parent in parents.items():
        children.setdefault(parent, []).append(pid)
    pending = [root]
    while pending:
        pid = pending.pop()
        yield pid
        pending += children.get(pid, ())


def _stalled(path: Path) -> float:
    """Read the share of pressure in the line `some avg10=1.50 avg60=...`."""
    try:
        name, average, *_ = _text(path).split()
        return float(average.removeprefix("avg10=")) / 100 if name == "some" else 0.0
    except _ERRORS:
        return 0.0


def _inactive(path: Path) -> float:
    try:
        rows = dict(line.split(maxsplit=1) for line in _text(path).splitlines())
        return float(rows.get("total_inactive_file", rows.get("inactive_file", "0")))
    except _ERRORS:
        return 0.0


def _number(path: Path) -> float:
    return float(int(_text(path)))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def allow_open_files() -> None:
    """Let this process and its descendants open as many files as the machine allows, up to 65,536.

    The default is often 1,024, for programs with `select`. Episodes in parallel need more: every
    connection of a browser or program in a sandbox uses several.
    """
    soft_limit, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = _OPEN_FILES if hard_limit == resource.RLIM_INFINITY else min(_OPEN_FILES, hard_limit)
    if soft_limit != resource.RLIM_INFINITY and soft_limit < allowed:
        # macOS has a lower limit than the one that it reports.
        with suppress(*_ERRORS):
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard_limit))
