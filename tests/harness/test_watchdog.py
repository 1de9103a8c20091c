"""Tests of the time limit of episodes."""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from harness.conftest import TARGETS, run_targets
from per_change import first

from webproctor.agents import episodes
from webproctor.benchmarks.grounding.benchmark import Grounding
from webproctor.core.sessions import SessionLost
from webproctor.core.tasks import Task
from webproctor.core.watchdog import watched

Register = Callable[[str, Callable[..., Any]], str]


async def test_work_in_time_returns_its_value():
    async def work() -> int:
        return 7

    assert await watched(work(), 5) == 7


async def test_an_exception_of_the_work_is_raised():
    async def work() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await watched(work(), 5)


async def test_work_that_takes_too_long_is_cancelled():
    cancelled = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    with pytest.raises(SessionLost) as lost:
        await watched(work(), 0.01)
    assert lost.value.cause == "watchdog"
    assert cancelled.is_set()


async def test_work_that_ignores_cancellation_is_abandoned():
    over = asyncio.Event()

    async def work() -> None:
        while not over.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await over.wait()

    with pytest.raises(SessionLost):
        await watched(work(), 0.01, grace=0.01)
    over.set()


async def test_cancelling_the_wait_cancels_the_work():
    began, cancelled = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    waiting = asyncio.create_task(watched(work(), 60))
    await began.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert cancelled.is_set()


async def test_a_failure_of_abandoned_work_is_not_logged(caplog: pytest.LogCaptureFixture):
    over = asyncio.Event()

    async def work() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await over.wait()
        await over.wait()
        raise ValueError("too late")

    with pytest.raises(SessionLost):
        await watched(work(), 0.01, grace=0.01)
    over.set()
    for _ in range(3):
        await asyncio.sleep(0)
    gc.collect()
    assert caplog.messages == []


async def test_work_ends_before_a_cancelled_scope():
    ended = False

    async def work() -> None:
        nonlocal ended
        scope.cancel()
        try:
            await asyncio.Event().wait()
        finally:
            for _ in range(5):
                await asyncio.sleep(0)
            ended = True

    with anyio.CancelScope() as scope:
        await watched(work(), 60)
    assert ended


@pytest.mark.parametrize("when", first("opening", "closing"))
def test_a_session_that_hangs_does_not_hang_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    real = Grounding.session

    def hangs(task: Task) -> bool:
        return task.id == TARGETS[1]

    @contextlib.asynccontextmanager
    async def session(self: Grounding, task: Task, *more: Any) -> AsyncIterator[Any]:
        if hangs(task) and when == "opening":
            await asyncio.Event().wait()
        async with real(self, task, *more) as one:
            yield one
        if hangs(task) and when == "closing":
            await asyncio.Event().wait()

    monkeypatch.setattr(Grounding, "session", session)
    # When closing, the episode itself must finish, even on a busy machine.
    limit = {"opening": 2.0, "closing": 12.0}[when]
    monkeypatch.setattr(episodes, "limit_of", lambda task: limit if hangs(task) else 300.0)
    done = run_targets(tmp_path / "run", parallel=2)
    lost = {"watchdog": 1} if when == "opening" else {}
    assert done.causes("void") == lost
    assert done.outcomes()["scored"] == 4 - len(lost)
