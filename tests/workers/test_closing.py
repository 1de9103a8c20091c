"""Workers that do not react are killed when a run ends."""

import asyncio
import os
import signal
import threading
from collections.abc import Iterator

import pytest
from workers.conftest import driver_of

from webproctor.core.errors import WorkerLost
from webproctor.workers import processes
from webproctor.workers.pool import Pool
from webproctor.workers.processes import Process

NEVER = 3000.0  # seconds


class Hanging(Process):
    """A worker whose process does not react.

    Attributes:
        closing: Is set when it is being closed.
    """

    def __init__(self) -> None:
        super().__init__(1)
        self._process.send_signal(signal.SIGSTOP)
        self.closing = threading.Event()

    async def close(self) -> None:
        asyncio.get_running_loop().call_soon(self.closing.set)
        await super().close()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hanging]:
    """A worker that hangs, and is not killed by itself."""
    monkeypatch.setattr(processes, "CLOSE_TIMEOUT", NEVER)
    hanging = Hanging()
    yield hanging
    hanging.kill()


def test_a_hanging_lost_worker_is_killed_at_the_end_of_the_run(
    worker: Hanging, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(pool: Pool) -> None:
        pool._loop.call_soon_threadsafe(pool._drop, pool._workers[0], "it did not answer")
        assert worker.closing.wait(NEVER)

    with driver_of(worker, monkeypatch) as pool:
        with pytest.warns(WorkerLost, match="did not answer"):
            lose(pool)
        monkeypatch.setattr(processes, "CLOSE_TIMEOUT", 0.01)
    assert worker.status == -signal.SIGKILL


def test_ctrl_c_kills_a_hanging_worker_while_the_run_ends(
    worker: Hanging, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt() -> None:
        assert worker.closing.wait(NEVER)
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt), driver_of(worker, monkeypatch):
        threading.Thread(target=interrupt).start()
    assert worker.status == -signal.SIGKILL
