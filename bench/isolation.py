"""Measure the cost of isolation: of sandboxes per run, and of the DevTools proxy per command.

    python bench/isolation.py [--data FOLDER] [--instances N] [--rounds N] [--parallel N] [--json]

See README.md in this folder for the method.
"""

import argparse
import asyncio
import itertools
import json
import statistics
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import httpx
from printing import show
from results import Measured, Row, leave_out
from stopwatch import Stopwatch
from websockets.asyncio.client import ClientConnection, connect

from webproctor.agents import make_agent
from webproctor.benchmarks import load_benchmark
from webproctor.benchmarks.webgames.session import GameWebSession
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.sessions import Surface
from webproctor.core.tasks import Task
from webproctor.environments.isolation import request, unavailable_reason

Wanted = Literal["namespaces", "none"]
KINDS: tuple[Wanted, ...] = ("none", "namespaces")
GAME = "slider-symphony"
_SESSIONS = itertools.count(1)


async def work(
    name: str, settings: dict[str, Any], isolation: Wanted, lanes: int, every: int
) -> tuple[float, float]:
    """Return the oracle's seconds and processor seconds per task.

    Starting and closing the browser is not included.
    """
    request("required" if isolation == "namespaces" else "none")
    benchmark = load_benchmark(name, **settings)
    gate = asyncio.Semaphore(lanes)

    async def one(task: Task) -> None:
        async with gate, benchmark.session(task) as session:
            episode = await run_episode(task, session, make_agent("oracle", benchmark))
        if benchmark.score(task, episode).value < 1:
            raise SystemExit(f"{task.id}: the oracle scores less than 1 with isolation {isolation}")

    async with benchmark:
        first, *_ = tasks = benchmark.tasks()[::every]
        await one(first)
        with Stopwatch() as took:
            await asyncio.gather(*map(one, tasks))
        return took.seconds / len(tasks), took.processor / len(tasks)


async def runs(name: str, settings: dict[str, Any], rounds: int, lanes: int, every: int) -> Row:
    """Run rounds of one benchmark, alternating between sandboxes and none."""
    taken: dict[str, list[tuple[float, float]]] = {kind: [] for kind in KINDS}
    for number in range(rounds):
        # The order alternates, so that a drift of the machine affects both.
        for kind in KINDS if number % 2 else reversed(KINDS):
            taken[kind].append(await work(name, settings, kind, lanes, every))
            seconds, processor = taken[kind][-1]
            took = f"{seconds:.4f} s, {processor:.4f} s of processor time a task"
            print(f"{name}, {kind}: {took}", file=sys.stderr)
    without, inside = (
        Measured(rounds=[one for one, _ in taken[kind]], processor=[one for _, one in taken[kind]])
        for kind in KINDS
    )
    return Row(
        name=f"{name}, {lanes} at a time",
        unit="s per task",
        ours=inside,
        against="no isolation",
        theirs=without,
    )


async def send(socket: ClientConnection, session: str | None, method: str, given: Any) -> Any:
    """Return the result of a DevTools command; events before it are dropped."""
    number = next(_SESSIONS)
    message = {"id": number, "method": method, "params": given}
    await socket.send(json.dumps(message if session is None else message | {"sessionId": session}))
    while (answer := json.loads(await socket.recv())).get("id") != number:
        pass
    if "error" in answer:
        raise SystemExit(f"{method}: {answer['error']['message']}")
    return answer["result"]


@asynccontextmanager
async def client(surface: Surface | None) -> AsyncIterator[tuple[ClientConnection, str]]:
    """Connect to a game's page over DevTools: directly, or through the proxy as programs do."""
    benchmark = load_benchmark("webgames", task=(GAME,))
    [task] = benchmark.tasks()
    async with benchmark, benchmark.session(task, surface or "browser-input") as session:
        assert isinstance(session, GameWebSession)
        assert session.proxy is not None
        if surface:
            async with httpx.AsyncClient(trust_env=False) as http:
                version = (await http.get(f"{session.proxy.address}/json/version")).json()
            address = version["webSocketDebuggerUrl"]
            socket = await connect(
                address, max_size=None, proxy=None, compression=None, ping_interval=None
            )
        else:
            socket = await session.page.endpoint.open()
        async with socket:
            found = (await send(socket, None, "Target.getTargets", {}))["targetInfos"]
            target = session.page.target if not surface else found[0]["targetId"]
            given = {"targetId": target, "flatten": True}
            attached = await send(socket, None, "Target.attachToTarget", given)
            yield socket, attached["sessionId"]


async def commands(count: int) -> list[Row]:
    """Measure consecutive commands through the proxy and directly."""
    surfaces: dict[str, Surface | None] = {
        "straight": None,
        "proxy, input": "browser-input",
        "proxy, script": "browser",
    }
    asked: dict[str, dict[str, Any]] = {
        "DOM.getDocument": {"depth": -1},
        "Page.captureScreenshot": {"format": "png"},
        "Input.dispatchMouseEvent": {"type": "mouseMoved", "x": 100, "y": 100},
    }
    taken: dict[tuple[str, str], Measured] = {}
    for name, surface in surfaces.items():
        async with client(surface) as (socket, session):
            for method, given in asked.items():
                times = []
                with Stopwatch() as all_took:
                    for number in range(count):
                        there = given | ({"x": 100 + number % 50} if "x" in given else {})
                        began = time.perf_counter()
                        await send(socket, session, method, there)
                        times.append(time.perf_counter() - began)
                taken[name, method] = Measured.single(
                    1000 * statistics.median(times), 1000 * all_took.processor / count
                )
    return [
        Row(
            name=f"{method}, {name}",
            unit="ms per command",
            ours=taken[name, method],
            against="no proxy",
            theirs=taken["straight", method],
        )
        for method in asked
        for name in list(surfaces)[1:]
    ]


async def measure(given: argparse.Namespace) -> list[Row]:
    data = {"data": str(given.data)} if given.data and given.data.is_dir() else {}
    only = {"task": tuple(given.task)} if given.task else {}
    settings: dict[str, dict[str, Any]] = {
        "turkingbench": {"instances": given.instances, "split": "test", **data, **only},
        "webgames": {"clock": "virtual", "difficulty": ("base",)},
    }
    found = [
        await runs(name, settings[name], given.rounds, given.parallel, given.every)
        for name in given.benchmark or settings
    ]
    request("auto")
    return [*found, *await commands(given.commands)]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--benchmark", action="append", choices=["turkingbench", "webgames"])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--task", action="append", help="TurkingBench task; repeatable")
    parser.add_argument("--instances", type=int, default=4)
    parser.add_argument("--every", type=int, default=1, help="only every Nth task")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--commands", type=int, default=100)
    parser.add_argument("--parallel", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    if missing := unavailable_reason():
        leave_out(f"Isolation is not available: {missing}.")
    try:
        rows = asyncio.run(measure(given))
    except UserError as error:
        raise SystemExit(str(error)) from error
    show("Isolation", rows, as_json=given.json)


if __name__ == "__main__":
    main()
