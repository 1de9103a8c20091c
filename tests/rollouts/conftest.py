"""A served pool of sessions, and its client."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest_asyncio
from conftest import NEVER

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.environments.serving import serve
from webproctor.rollouts.schema import MESSAGE_BYTES
from webproctor.rollouts.service import application
from webproctor.rollouts.sessions import Sessions

TOKEN = "secret"
HEADERS = {"authorization": f"Bearer {TOKEN}"}


def games(*tasks: str, **settings: Any) -> Callable[[], Benchmark]:
    """Return a function that loads games under the virtual clock, with equal puzzles each time."""
    return lambda: load_benchmark("webgames", clock="virtual", task=tasks, salt="s", **settings)


@dataclass
class Service:
    """A service with its pool, and a client that is entered."""

    pool: Sessions
    http: httpx.AsyncClient

    async def post(self, path: str, **body: Any) -> dict[str, Any]:
        answer = await self.http.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    async def create(self, **fields: Any) -> dict[str, Any]:
        return await self.post("/sessions", **fields)

    async def step(self, session: str, name: str, **arguments: Any) -> dict[str, Any]:
        action = {"name": name, "arguments": arguments}
        return await self.post(f"/sessions/{session}/step", action=action)

    async def metric(self, name: str) -> float:
        text = (await self.http.get("/metrics")).text
        [line] = [line for line in text.splitlines() if line.startswith(f"{name} ")]
        return float(line.split()[-1])


@contextlib.asynccontextmanager
async def serving(
    load: Callable[[], Benchmark], port: int = 0, **settings: Any
) -> AsyncIterator[Service]:
    """Serve a pool while the block runs, by default on a free port."""
    async with contextlib.AsyncExitStack() as stack:
        pool = await stack.enter_async_context(Sessions(load, **settings))
        app = application(pool, TOKEN, "webgames")
        taken = await stack.enter_async_context(serve(app, port, message_bytes=MESSAGE_BYTES))
        client = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{taken}", headers=HEADERS, timeout=60, trust_env=False
        )
        yield Service(pool, await stack.enter_async_context(client))


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def service(executable: object) -> AsyncIterator[Service]:
    """A service of two games, with at most four sessions."""
    async with serving(games("date", "patience"), limit=4) as running:
        yield running
        async with asyncio.timeout(NEVER):
            while running.pool.open:  # The last client's connection may just be closing.
                await running.pool.wait_until_closed()


def elements(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return json.loads(answer["observation"]["texts"]["elements"])
