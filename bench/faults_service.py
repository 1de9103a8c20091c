"""A rollout service in a separate process, into which faults are injected."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import IO, Literal, get_args

import httpx
import psutil

from webproctor.environments.isolation.owned import OWNER, PREFIX
from webproctor.rollouts.client import Client

Fault = Literal[
    "browser killed",
    "renderer killed",
    "page stopped",
    "service killed",
    "service stopped",
    "client gone",
]
FAULTS: tuple[Fault, ...] = get_args(Fault)
TOKEN = "faults"
PREPARED_PAGES = 2
# The maximum number of pages that it keeps: two for each prepared page if their contexts are
# reused, and one that it is opening.
KEPT = 2 * PREPARED_PAGES + 1
# Timeout in seconds. Even on a loaded machine, nothing that is waited for takes longer.
LATEST = 120.0
_TRACEBACK = "Traceback (most recent call last)"


@dataclass
class Service:
    """A service that can be killed, and started again on the same port.

    Attributes:
        benchmark: What it serves.
        sessions: Its maximum number of sessions.
        log: What it writes to standard error.
        pids: Its process ids so far.
        seen: The processes that it had started when a fault was injected.
    """

    benchmark: Sequence[str]
    sessions: int
    log: IO[str]
    port: int = 0
    process: subprocess.Popen[str] | None = None
    pids: set[int] = field(default_factory=set)
    seen: set[psutil.Process] = field(default_factory=set)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "webproctor", "rollouts", "serve", *self.benchmark]
        flags = {
            "max-sessions": self.sessions,
            "port": self.port,
            "prepared-pages": PREPARED_PAGES,
            "drain": 1,
        }
        options = [text for name, value in flags.items() for text in (f"--{name}", str(value))]
        self.process = subprocess.Popen(
            [*command, "--timeout", "3", "--json", *options],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env={**os.environ, "WEBPROCTOR_ROLLOUTS_TOKEN": TOKEN},
        )
        self.pids.add(self.process.pid)
        assert self.process.stdout is not None
        self.port = int(json.loads(self.process.stdout.readline())["url"].rpartition(":")[2])

    def end(self, sign: signal.Signals) -> None:
        """End the service with a signal."""
        assert self.process is not None
        self.process.send_signal(sign)
        self.process.wait()

    def processes(self, kind: str = "") -> list[psutil.Process]:
        """Return the service's descendants whose command line contains a text."""
        assert self.process is not None
        found = []
        with contextlib.suppress(psutil.NoSuchProcess):
            for one in psutil.Process(self.process.pid).children(recursive=True):
                with contextlib.suppress(psutil.NoSuchProcess):
                    if kind in " ".join(one.cmdline()):
                        found.append(one)
        return found

    def renderers(self) -> list[psutil.Process]:
        return self.processes("--type=renderer")

    async def inject(self, fault: Fault, client: Client, random: Random) -> int:
        """Inject a fault; return how many processes or connections it hit."""
        self.seen.update(self.processes())
        match fault:
            case "browser killed":
                return _signal(self.processes("--remote-debugging-p"), signal.SIGKILL)
            case "renderer killed":
                return _signal(_one(self.renderers(), random), signal.SIGKILL)
            case "page stopped":
                return _signal(_one(self.renderers(), random), signal.SIGSTOP)
            case "client gone":
                client.abort()
            case "service killed" | "service stopped":
                sign = signal.SIGKILL if fault == "service killed" else signal.SIGTERM
                await asyncio.to_thread(self.end, sign)
                await asyncio.to_thread(self.start)
        return 1

    async def emptied(self) -> int:
        """Wait until the service has no open sessions; return the number that remain."""
        headers = {"authorization": f"Bearer {TOKEN}"}
        with httpx.Client(headers=headers, trust_env=False, timeout=LATEST) as http:
            return await least(lambda: http.get(f"{self.url}/health").json()["sessions"])

    async def spare_pages(self) -> int:
        """Wait until it has at most `KEPT` pages; return the number of others that remain."""
        return await least(lambda: len(self.renderers()) - KEPT)

    async def orphans(self) -> int:
        """Wait until its orphaned processes have ended; return the number that remain."""
        return await least(lambda: len(_running(self.seen - set(self.processes()))))

    def folders(self) -> int:
        """Return the number of temporary folders that its processes have left."""
        owners = Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{OWNER}")
        return sum(int(one.read_text().split()[0]) in self.pids for one in owners)

    def tracebacks(self) -> int:
        """Return the number of tracebacks in its log, and print the last one."""
        self.log.seek(0)
        first, *found = self.log.read().split(_TRACEBACK)
        if found:
            print(f"{first[-500:]}{_TRACEBACK}{found[-1]}", file=sys.stderr)
        return len(found)


async def least(count: Callable[[], int]) -> int:
    """Wait until a number is 0 or less; return the number after at most `LATEST` seconds."""
    end = time.monotonic() + LATEST
    while (left := count()) > 0 and time.monotonic() < end:  # noqa: ASYNC110 - other processes
        await asyncio.sleep(0.02)
    return max(0, left)


def _one(processes: Sequence[psutil.Process], random: Random) -> list[psutil.Process]:
    return [random.choice(processes)] if processes else []


def _running(processes: Iterable[psutil.Process]) -> list[psutil.Process]:
    found = []
    for one in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            if one.is_running() and one.status() != psutil.STATUS_ZOMBIE:
                found.append(one)
    return found


def _signal(processes: Iterable[psutil.Process], sign: signal.Signals) -> int:
    """Send a signal to processes; return how many got it."""
    sent = 0
    for one in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            one.send_signal(sign)
            sent += 1
    return sent
