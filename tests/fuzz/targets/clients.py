"""Clients that control an episode: calls over the Model Context Protocol, and Gymnasium actions."""

import asyncio
import contextlib
import json
import threading
from collections.abc import AsyncIterator
from functools import cache
from random import Random
from typing import Any

from fuzz import mutation
from fuzz.target import Target
from fuzz.targets.model_answers import CALLS
from mcp import ClientSession
from programs.mcp_client import connected

from webproctor.benchmarks import Benchmark
from webproctor.core.actions import Action, ActionResult, action_set
from webproctor.core.episodes import Episode
from webproctor.core.loop import run_episode
from webproctor.core.observations import Element, Observation, View
from webproctor.core.sanitize import clean_json
from webproctor.core.scores import Score
from webproctor.core.sessions import Session, Surface
from webproctor.core.tasks import Limits, Task
from webproctor.gym import WebEnv

TASK = Task(id="t", benchmark="memory", instruction="Do it.", limits=Limits(steps=50, seconds=1e6))
_OBSERVED: dict[str, Any] = {
    "url": "http://a.test/",
    "text": "text",
    "content": 'text [0 link "Home"]',
    "elements": (Element(index=0, tag="a", label="Home"),),
    "tabs": ("a",),
}


class Memory(Session):
    """A session without a page: every action succeeds."""

    actions = action_set("web")

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        return Observation(**_OBSERVED)

    async def act(self, action: Action) -> ActionResult:
        return ActionResult(ok=True, message=json.dumps(action.call()))

    async def evidence(self) -> dict[str, Any]:
        return {}


class OneTask(Benchmark):
    """A benchmark of one task in memory."""

    name = "memory"

    def tasks(self) -> list[Task]:
        return [TASK]

    @contextlib.asynccontextmanager
    async def session(self, task: Task, surface: Surface = "page") -> AsyncIterator[Memory]:
        yield Memory()

    def score(self, task: Task, episode: Episode) -> Score:
        json.dumps(episode.model_dump(mode="json"))
        return Score(value=0.0)


@cache
def _env() -> WebEnv:
    env = WebEnv(OneTask())
    env.reset()
    return env


def _step(text: str) -> None:
    *_, terminated, truncated, info = _env().step(text)
    assert "void" not in info, info
    if terminated or truncated:
        _env().reset()


def _action(random: Random) -> str:
    _, name, arguments = random.choice(CALLS)
    call = {"name": "done", "arguments": {"answer": "a"}} if random.random() < 0.1 else None
    return mutation.json_text(random, call or {"name": name, "arguments": arguments})


def _call(random: Random) -> tuple[str, dict[str, Any]]:
    kind = random.random()
    if kind < 0.2:
        name, given = random.choice([("done", {"answer": "a"}), ("task", {}), ("observe", {})])
    else:
        _, name, given = random.choice(CALLS)
    name = mutation.text(random, name) if random.random() < 0.1 else name
    faulty = mutation.plain(random, given)
    # The client's library sends no lone surrogates and no infinite numbers.
    call = name, faulty if isinstance(faulty, dict) else {"value": faulty}
    name, given = clean_json(call, finite=True)
    return name, given


@cache
def _client() -> tuple[asyncio.AbstractEventLoop, ClientSession]:
    """Return a client of a server whose episodes never end, and its event loop."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop, asyncio.run_coroutine_threadsafe(_connect(), loop).result(60)


async def _connect() -> ClientSession:
    ready: asyncio.Future[ClientSession] = asyncio.get_running_loop().create_future()

    async def stay() -> None:
        async with connected("web", vision=False) as (client, agent):
            ready.set_result(client)
            while True:
                episode = await run_episode(TASK, Memory(), agent)
                assert episode.error is None, episode.error
                json.dumps(episode.model_dump(mode="json"))

    _kept.append(asyncio.ensure_future(stay()))
    return await ready


_kept: list[asyncio.Future[None]] = []


def _ask(call: tuple[str, dict[str, Any]]) -> None:
    loop, client = _client()
    done = asyncio.run_coroutine_threadsafe(client.call_tool(*call), loop).result(60)
    [content] = done.content
    assert content.type == "text"
    assert not any(one.done() for one in _kept), "the server has stopped"
    if call[0] == "done":  # The next calls are for the next task.
        asyncio.run_coroutine_threadsafe(client.call_tool("task"), loop).result(60)


TARGETS = [
    Target("gymnasium actions", _action, _step, ()),
    Target("mcp calls", _call, _ask, ()),
]
