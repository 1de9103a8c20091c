"""Fixtures: runs of the agents in `agents.py`, whose episodes need no browser."""

import asyncio
import contextlib
import json
import math
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from webproctor.environments.parallel import Parallel
from webproctor.harness import runs
from webproctor.run.results import Run
from webproctor.workers import pool
from webproctor.workers.connection import Connection, Executor, Socket
from webproctor.workers.greeting import Expected, greet
from webproctor.workers.pool import Pool
from webproctor.workers.worker import work

AGENTS = Path(__file__).with_name("agents.py")
Worked = Callable[..., Run]


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """The file in which agents note where they run."""
    return tmp_path / "notes"


@pytest.fixture
def worked(tmp_path: Path) -> Worked:
    """`worked(executor, agent, **agent_settings)`: run an agent on 8 targets."""

    def run(
        executor: Executor | None, agent: str, *, tasks: int = 8, how: Any = None, **settings: Any
    ) -> Run:
        return runs.run(
            "grounding",
            f"{AGENTS}:{agent}",
            settings={"targets": tasks},
            agent_settings=settings,
            folder=tmp_path / "run",
            workers=executor,
            **(how or {}),
        )

    return run


def about_workers(folder: Path) -> list[dict[str, Any]]:
    """Return what `run.json` says about the workers of a run."""
    return json.loads((folder / "run.json").read_text())["workers"]


def started(notes: Path) -> Counter[str]:
    """Return how often each task was started."""
    return Counter(line.split()[0] for line in notes.read_text().splitlines())


def signals(notes: Path, count: int) -> None:
    """Let the agent `signalling` send its signal this number of times."""
    for number in range(count):
        notes.with_name(f"signal-{number}").touch()


class Thread:
    """A worker in a thread, which starts faster than a process."""

    name = "thread"

    cores = math.inf

    def __init__(self, parallel: Parallel) -> None:
        self.parallel: Parallel = parallel
        ours, theirs = socket.socketpair()
        self._socket = Socket(ours)
        self.send, self.receive = self._socket.send, self._socket.receive
        self._thread = threading.Thread(target=self._work, args=[theirs], name="worker")
        self._thread.start()

    def _work(self, connected: socket.socket) -> None:
        with connected:
            asyncio.run(work(Socket(connected)))

    async def wait_for_machine(self) -> None:
        """A thread needs none."""

    async def close(self) -> None:
        self._socket.close()
        await asyncio.to_thread(self._thread.join)

    def kill(self) -> None:
        """Threads cannot be killed."""


class Threads:
    """Workers in threads of this process."""

    location = "this process"

    def __init__(self, count: int, parallel: Parallel) -> None:
        self._parallel = [parallel] * count

    async def open(self) -> list[Thread]:
        return [Thread(parallel) for parallel in self._parallel]

    async def replace(self, lost: Thread) -> Thread:
        return Thread(lost.parallel)

    def close(self) -> None:
        """Nothing else was started."""


class One:
    """Starts one worker, and the one that replaces it."""

    location = "this process"

    def __init__(self, worker: Connection, replacement: Connection | None = None) -> None:
        self._worker = worker
        self._replacement = replacement

    async def open(self) -> list[Connection]:
        return [self._worker]

    async def replace(self, lost: Any) -> Connection:
        assert self._replacement is not None, "the worker must not be replaced"
        return self._replacement

    def close(self) -> None:
        """Nothing else was started."""


@contextlib.contextmanager
def driver_of(
    worker: Connection, monkeypatch: pytest.MonkeyPatch, replacement: Connection | None = None
) -> Iterator[Pool]:
    """A pool with one worker, which need not introduce itself; its replacement must."""

    async def greet_others(connection: Connection, expected: Expected) -> tuple[str, str]:
        if connection is worker:
            return connection.name, "here"
        return await greet(connection, expected)

    monkeypatch.setattr(pool, "greet", greet_others)
    with pool.started(One(worker, replacement), cast(Any, None)) as started_pool:
        yield started_pool
