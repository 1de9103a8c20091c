"""Sessions of MiniWoB++, all in one browser."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager

import pytest
import pytest_asyncio

from webproctor.benchmarks.miniwob import package
from webproctor.benchmarks.miniwob.benchmark import MiniWob
from webproctor.benchmarks.miniwob.session import MiniWobSession
from webproctor.core.actions import ActionResult, web

Opened = Callable[..., AbstractAsyncContextManager[MiniWobSession]]
Press = Callable[[MiniWobSession, str], Awaitable[ActionResult]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def benchmark(executable: object) -> AsyncIterator[MiniWob]:
    """All environments with the seeds 0 and 1."""
    async with MiniWob(package.environments(), (0, 1)) as started:
        yield started


@pytest.fixture(scope="module")
def opened(benchmark: MiniWob) -> Opened:
    """Open an environment with a seed."""
    tasks = {task.id: task for task in benchmark.tasks()}

    def open(environment: str, seed: int = 0) -> AbstractAsyncContextManager[MiniWobSession]:
        return benchmark.session(tasks[f"{environment}@{seed}"])

    return open


@pytest.fixture(scope="module")
def press() -> Press:
    """Click the button with a label, or another element with a text."""

    async def click(session: MiniWobSession, label: str) -> ActionResult:
        seen = await session.observe(frozenset({"elements"}))
        [number] = [one.index for one in seen.read("elements") if one.label == label]
        return await session.act(web.Click(element=number))

    return click
