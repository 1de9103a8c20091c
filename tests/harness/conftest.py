"""A tiny data set, and agents of a test's own, registered as any other package's are."""

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from models.server import ModelServer

from webproctor import registry
from webproctor.harness.registered import SOLVERS
from webproctor.harness.tasks import register_solver
from webproctor.serving import serve

FIELD = '<p>Say yes or no to ${word}: <input name="said"></p>'
HANGING = "<script>if ('${word}' === 'hang') while (true);</script>"

Start = Callable[[ModelServer], int]
Register = Callable[[str, Callable[..., Any]], str]


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A data set of one task with four instances; an oracle scores 1 on each."""
    return write_task(tmp_path / "tiny", FIELD, "one", "two", "three", "four")


@pytest.fixture
def hanging(tmp_path: Path) -> Path:
    """A data set whose second instance has a page that never answers."""
    return write_task(tmp_path / "hanging", FIELD + HANGING, "one", "hang", "three")


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A data set whose second instance has a field of a type that has no metric."""
    return write_task(tmp_path / "odd", '<input name="said" type="${word}">', "text", "date")


def write_task(root: Path, template: str, *words: str) -> Path:
    task = root / "tasks" / "Say it"
    task.mkdir(parents=True)
    (task / "template.html").write_text(template)
    rows = ["word,Answer.said", *(f"{word},yes to {word}" for word in words)]
    (task / "batch.csv").write_text("\n".join(rows) + "\n")
    return root


@pytest.fixture
def register_agent(monkeypatch: pytest.MonkeyPatch) -> Register:
    """`register_agent(name, factory)`: as if a package had brought the agent."""

    def register(name: str, factory: Callable[..., Any]) -> str:
        module = ModuleType("agents_of_tests")
        module.__dict__["factory"] = factory
        monkeypatch.setitem(sys.modules, module.__name__, module)
        point = EntryPoint(name, f"{module.__name__}:factory", "webproctor.agents")
        there = registry._registered
        known = dict(there("agents")) | {name: point}
        monkeypatch.setattr(
            registry, "_registered", lambda kind: known if kind == "agents" else there(kind)
        )
        monkeypatch.setitem(SOLVERS, name, register_solver(name))
        registry.factory.cache_clear()
        return name

    return register


@pytest.fixture
def start() -> Iterator[Start]:
    """Start model servers in a thread of their own; `start(server)` is the port."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    over: list[asyncio.Event] = []

    def start(server: ModelServer) -> int:
        started: asyncio.Future[int] = asyncio.Future(loop=loop)

        async def stay() -> None:
            over.append(asyncio.Event())
            async with serve(server.application()) as port:
                started.set_result(port)
                await over[-1].wait()

        asyncio.run_coroutine_threadsafe(stay(), loop)

        async def port() -> int:
            return await started

        return asyncio.run_coroutine_threadsafe(port(), loop).result()

    yield start
    for event in over:
        loop.call_soon_threadsafe(event.set)

    async def rest() -> None:
        while len(others := asyncio.all_tasks()) > 1:
            await asyncio.wait(others - {asyncio.current_task()}, timeout=0.1)  # type: ignore[arg-type]

    asyncio.run_coroutine_threadsafe(rest(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()
