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
from webproctor.run.ahead import started_ahead
from webproctor.run.provenance import provenance


class Recording(webproctor.Benchmark):
    """Records when it is entered, started and left; `launch` waits until it may go on."""

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


def test_a_run_takes_over_the_loop_once() -> None:
    with started_ahead(Recording()) as ahead, ahead.in_next_loop():
        assert asyncio.run(running_loop()) is ahead.loop
        assert asyncio.run(running_loop()) is not ahead.loop


def test_versions_are_asked_for_at_the_same_time() -> None:
    with started_ahead(Recording()) as ahead:
        assert ahead.provenance.result() == provenance()


def test_other_threads_have_loops_of_their_own() -> None:
    with started_ahead(Recording()) as ahead, ahead.in_next_loop(), ThreadPoolExecutor(1) as pool:
        assert pool.submit(asyncio.run, running_loop()).result() is not ahead.loop


def test_what_is_being_started_goes_on_in_the_run() -> None:
    benchmark = Recording()

    async def run() -> None:
        benchmark.may_start.set()
        await benchmark.has_started.wait()

    with started_ahead(benchmark) as ahead, ahead.in_next_loop():
        asyncio.run(run())
    assert benchmark.seen == ["entered", "started"]


def test_the_run_uses_the_browser_that_was_started(executable: Path) -> None:
    benchmark = Browsing(executable)

    async def run() -> set[int]:
        try:
            async with benchmark.browser.page() as page:
                await page.open("about:blank")
                return processes.find("browser")
        finally:
            await benchmark.browser.__aexit__(None, None, None)

    with started_ahead(benchmark) as ahead:
        benchmark.browses.wait()
        started = processes.find("browser")
        with ahead.in_next_loop():
            assert asyncio.run(run()) == started


def test_without_a_run_the_benchmark_is_left() -> None:
    benchmark = Recording()
    with started_ahead(benchmark):
        assert benchmark.seen == ["entered"]
    assert benchmark.seen == ["entered", "left"]


def test_an_error_or_an_interrupt_before_the_run_leaves_the_benchmark() -> None:
    benchmark = Recording()
    with pytest.raises(KeyboardInterrupt), started_ahead(benchmark):
        raise KeyboardInterrupt
    assert benchmark.seen == ["entered", "left"]


def test_a_benchmark_that_does_not_start_is_no_error_before_its_first_session() -> None:
    benchmark = Recording(SessionLost("browser", "it does not start"))
    with started_ahead(benchmark) as ahead, ahead.in_next_loop():
        assert asyncio.run(running_loop()) is ahead.loop


def test_the_policy_of_event_loops_is_the_same_afterwards() -> None:
    before = asyncio.get_event_loop_policy()
    with started_ahead(Recording()) as ahead, ahead.in_next_loop():
        pass
    assert asyncio.get_event_loop_policy() is before
