"""The files from which limits and use of a machine are read, in a temporary folder."""

import os
from pathlib import Path

from webproctor.environments.machine import Machine

MB = 10**6


class Files:
    """A machine with 8 GB of memory, of which this process may use one core.

    Attributes:
        machine: Reads these files.
    """

    def __init__(self, root: Path) -> None:
        self.machine = Machine(root)
        self._root = root
        self._processor = self._idle = 0.0
        self.write("proc/self/cgroup", "0::/pod/job\n")
        self.write("sys/fs/cgroup/cpu.max", "100000 100000\n")
        self.write("proc/pressure/memory", "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n")
        self.memory(free=8000)
        self.uses(memory=100)

    def write(self, path: str, text: str) -> None:
        file = self._root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def memory(self, *, free: int, stalled: float = 0.0) -> None:
        """Set the free memory in MB, and the percentage of time in which processes wait for it."""
        self.write(
            "proc/meminfo",
            f"MemTotal: {8000 * MB // 1024} kB\nMemFree: 0 kB\n"
            f"MemAvailable: {free * MB // 1024} kB\n",
        )
        self.write("proc/pressure/memory", f"some avg10={stalled:.2f} avg60=0.00 total=1\n")

    def uses(self, *, processor: float = 0.0, idle: float = 0.0, memory: float) -> None:
        """Add seconds of this process and of idle cores, and set the memory of this process."""
        self._processor += processor
        self._idle += idle
        pid = os.getpid()
        ticks = f"{round(100 * self._processor)} 0 0 0"
        self.write(f"proc/{pid}/stat", f"{pid} (a (name) S 1 0 0 0 0 0 0 0 0 0 {ticks} 20\n")
        self.write(f"proc/{pid}/smaps_rollup", f"Pss_Anon: {round(memory * MB / 1024)} kB\n")
        self.write("proc/stat", f"cpu  0 0 0 {round(100 * self._idle)} 0 0\n")
