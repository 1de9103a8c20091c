"""A benchmark that is started while the rest of the program is imported."""

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from types import TracebackType
from typing import Self

import processes
import pytest

import webproctor
from webproctor.core.sessions import Session, SessionLost
from webproctor.environments.browser import Browser
from webproctor.run.early_start import start_early
from webproctor.run.provenance import provenance


class Recording(webproctor.Benchmark):
    """Records when it is entered, started and left; `launch` waits until it may continue."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.seen: list[str] = []
        self.may_start, self.has_started = asyncio.Event(), asyncio.Event()
        self.fault = fault

    async def __aenter__(self) -> Self:
        self.seen.append("entered")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.seen.append("left")

    async def launch(self) -> None:
        if self.fault is not None:
            raise self.fault
        await self.may_start.wait()
        self.seen.append("started")
        self.has_started.set()

    def tasks(self) -> Sequence[webproctor.Task]:
        return []

    def session(
        self, task: webproctor.Task, surface: str = "page"
    ) -> AbstractAsyncContextManager[Session]:
        raise NotImplementedError

    def score(self, task: webproctor.Task, episode: webproctor.Episode) -> webproctor.Score:
        raise NotImplementedError


class Browsing(Recording):
    """Starts a browser."""

    def __init__(self, executable: Path) -> None:
        super().__init__()
        self.browser = Browser({}, executable=executable)
        self.browses = threading.Event()

    async def launch(self) -> None:
        await self.browser.__aenter__()
        await self.browser.start()
        self.browses.set()


async def running_loop() -> asyncio.AbstractEventLoop:
    return asyncio.get_running_loop()


def test_a_run_takes_over_the_event_loop_once() -> None:
    with start_early(Recording()) as ahead, ahead.in_next_loop():
        assert asyncio.run(running_loop()) is ahead.loop
        assert asyncio.run(running_loop()) is not ahead.loop


def test_provenance_is_collected_in_parallel() -> None:
    with start_early(Recording()) as ahead:
        assert ahead.provenance.result() == provenance()


def test_other_threads_have_their_own_event_loops() -> None:
    with start_early(Recording()) as ahead, ahead.in_next_loop(), ThreadPoolExecutor(1) as pool:
        assert pool.submit(asyncio.run, running_loop()).result() is not ahead.loop


def test_a_benchmark_that_is_still_starting_finishes_in_the_run() -> None:
    benchmark = Recording()

    async def run() -> None:
        benchmark.may_start.set()
        await benchmark.has_started.wait()

    with start_early(benchmark) as ahead, ahead.in_next_loop():
        asyncio.run(run())
    assert benchmark.seen == ["entered", "started"]


def test_the_run_uses_the_already_started_browser(executable: Path) -> None:
    benchmark = Browsing(executable)

    async def run() -> set[int]:
        try:
            async with benchmark.browser.page() as page:
                await page.open("about:blank")
                return processes.find("browser")
        finally:
            await benchmark.browser.__aexit__(None, None, None)

    with start_early(benchmark) as ahead:
        benchmark.browses.wait()
        started = processes.find("browser")
        with ahead.in_next_loop():
            assert asyncio.run(run()) == started


def test_without_a_run_the_benchmark_is_closed() -> None:
    benchmark = Recording()
    with start_early(benchmark):
        assert benchmark.seen == ["entered"]
    assert benchmark.seen == ["entered", "left"]


def test_an_error_or_an_interrupt_before_the_run_closes_the_benchmark() -> None:
    benchmark = Recording()
    with pytest.raises(KeyboardInterrupt), start_early(benchmark):
        raise KeyboardInterrupt
    assert benchmark.seen == ["entered", "left"]


def test_a_benchmark_that_fails_to_start_raises_no_error_before_its_first_session() -> None:
    benchmark = Recording(SessionLost("browser", "it does not start"))
    with start_early(benchmark) as ahead, ahead.in_next_loop():
        assert asyncio.run(running_loop()) is ahead.loop


def test_the_event_loop_policy_is_restored_afterwards() -> None:
    before = asyncio.get_event_loop_policy()
    with start_early(Recording()) as ahead, ahead.in_next_loop():
        pass
    assert asyncio.get_event_loop_policy() is before
