"""The MCP server with the official client: over standard streams, and in one process."""

import asyncio
import json
import re
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import processes
import psutil
import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client
from programs.mcp_client import connected

from webproctor.agents import make_agent
from webproctor.agents.episode_tools import ToolResult, views_for
from webproctor.agents.mcp import EpisodeQueue, McpAgent
from webproctor.benchmarks import load_benchmark
from webproctor.core.errors import UserError
from webproctor.core.llm import ModelFailed
from webproctor.core.loop import run_episode
from webproctor.environments.browser import find_browser
from webproctor.harness.reading import read_run

GAMES = ("right-click", "otp-entry")


@asynccontextmanager
async def client(folder: Path, *options: str) -> AsyncIterator[ClientSession]:
    find_browser()
    games = [part for game in GAMES for part in ("--task", game)]
    command = ["-m", "webproctor", "mcp", "webgames", *games, "--out", str(folder), *options]
    server = StdioServerParameters(command=sys.executable, args=command)
    async with (
        stdio_client(server) as (reading, writing),
        ClientSession(reading, writing) as session,
    ):
        await session.initialize()
        yield session


async def call(session: ClientSession, name: str, **given: Any) -> str:
    result = await session.call_tool(name, given)
    return result.content[0].text  # type: ignore[union-attr]


async def test_a_client_works_through_the_tasks_and_is_scored(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    async with client(folder) as session:
        names = [tool.name for tool in (await session.list_tools()).tools]
        assert names[:4] == ["task", "observe", "done", "click"]

        assert "Right-click the card" in await call(session, "task")
        number = re.search(r"\[(\d+) div \"Right-click", await call(session, "observe"))
        assert number is not None
        text = await call(session, "click", element=int(number[1]), button="right")
        assert text == "clicked div 'Right-click here' with the right button"
        password = re.search(r"password is[\s|]+(\S+)", await call(session, "observe"))
        assert password is not None
        assert "answer was recorded" in await call(session, "done", answer=password[1])

        assert "one-time code" in await call(session, "task")
        await call(session, "done", answer="no idea")
        assert await call(session, "task") == "There are no more tasks."
    run = read_run(folder)
    assert run.complete
    assert run.agent == "mcp"
    assert {result.task: result.score.value for result in run.results} == {
        "right-click@0": 1.0,
        "otp-entry@0": 0.0,
    }


@pytest.mark.exhaustive
async def test_after_a_lost_browser_the_episode_is_void_and_the_client_continues(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "run"
    async with client(folder) as session:
        instruction = await call(session, "task")
        [server] = (one.pid for one in psutil.Process().children() if str(folder) in one.cmdline())
        processes.send(signal.SIGKILL, processes.find("browser", server))
        text = await call(session, "observe")
        assert text.startswith("This episode is void: the environment failed (browser: ")
        assert "one-time code" in await call(session, "task")
        await call(session, "done", answer="no idea")
        assert await call(session, "task") == instruction  # The same task again.
        await call(session, "done", answer="no idea")
        assert await call(session, "task") == "There are no more tasks."
    run = read_run(folder)
    assert run.complete
    assert [result.tries for result in run.results] == [2, 1]


@asynccontextmanager
async def played(*, vision: bool) -> AsyncIterator[ClientSession]:
    """A client in this process that plays a game."""
    benchmark = load_benchmark("webgames", task=("right-click",))
    [task] = benchmark.tasks()
    async with (
        benchmark,
        benchmark.session(task) as browsed,
        asyncio.TaskGroup() as group,
        connected("web", vision=vision) as (session, agent),
    ):
        group.create_task(run_episode(task, browsed, agent))
        yield session
        await call(session, "done", answer="")


@pytest.mark.parametrize(("vision", "parts"), [(True, ["text", "image"]), (False, ["text"])])
async def test_an_observation_has_an_image_unless_vision_is_off(
    vision: bool, parts: list[str]
) -> None:
    async with played(vision=vision) as session:
        seen = await session.call_tool("observe", {})
        assert [part.type for part in seen.content] == parts


async def test_an_invalid_action_is_an_error_result() -> None:
    async with played(vision=False) as session:
        result = await session.call_tool("click", {"element": 17})
        assert result.is_error
        assert result.content[0].text == "no element 17: no element on the page has a mark"  # type: ignore[union-attr]
        await call(session, "observe")
        assert "marks are 0 to 0" in await call(session, "click", element=17)
        assert "give an element" in (await call(session, "click")).lower()
        assert "give the answer as `answer`" in await call(session, "done", text="42")


@pytest.mark.exhaustive
async def test_a_client_that_disconnects_stops_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    async with client(folder) as session:
        await call(session, "done", answer="x")
        await call(session, "task")
    about = json.loads((folder / "run.json").read_text())
    assert about["agent"] == "mcp"
    assert len(read_run(folder).results) == 1


@pytest.mark.exhaustive
async def test_the_next_client_of_a_run_gets_the_tasks_that_the_first_one_left(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "run"
    async with client(folder) as session:
        await call(session, "done", answer="x")
        second = await call(session, "task")
    async with client(folder, "--resume") as session:
        assert await call(session, "task") == second
        await call(session, "done", answer="y")
        assert await call(session, "task") == "There are no more tasks."
    assert read_run(folder).complete


async def test_an_offered_episode_ends_as_soon_as_the_client_disconnects() -> None:
    queue = EpisodeQueue()
    tools: Any = SimpleNamespace(over=asyncio.Event())
    offer = asyncio.create_task(queue.offer(tools))
    await asyncio.sleep(0)
    queue.disconnect()
    for _ in range(10):  # Turns of the event loop, which take no time.
        await asyncio.sleep(0)
    assert offer.done()
    with pytest.raises(ModelFailed, match="disconnected"):
        await offer


class Tools:
    """The tools of an episode, which lasts until `done`."""

    def __init__(self) -> None:
        self.over, self.calls = asyncio.Event(), list[str]()

    async def call(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        if self.over.is_set():
            return ToolResult("ended", ok=False)
        self.calls.append(name)
        if name == "done":
            self.over.set()
        return ToolResult("called")

    def result(self) -> None: ...


async def offered(queue: EpisodeQueue, episodes: Sequence[Tools]) -> None:
    for tools in episodes:
        await queue.offer(tools)  # type: ignore[arg-type]


async def test_calls_after_done_do_not_reach_the_next_task() -> None:
    queue, episodes = EpisodeQueue(), [Tools(), Tools()]
    async with asyncio.TaskGroup() as group:
        group.create_task(offered(queue, episodes))
        assert (await queue.call("done", {})).ok
        for name in ("done", "observe", "click"):
            late = await queue.call(name, {})
            assert not late.ok
            assert "has ended already. Call `task`" in late.text
        await queue.call("task", {})
        await queue.call("done", {})
    assert [tools.calls for tools in episodes] == [["done"], ["task", "done"]]


async def test_calls_sent_together_with_done_do_not_reach_the_next_task() -> None:
    queue, episodes = EpisodeQueue(), [Tools(), Tools()]
    names = ("done", "done", "click")
    async with asyncio.TaskGroup() as group:
        calls = [group.create_task(queue.call(name, {})) for name in names]
        group.create_task(offered(queue, episodes))
        assert sorted([(await one).ok for one in calls[:2]]) == [False, True]
        await queue.call("task", {})
        await queue.call("done", {})
    assert episodes[1].calls == ["task", "done"]


async def test_calls_after_an_episode_that_was_cancelled_do_not_reach_the_next_task() -> None:
    queue = EpisodeQueue()
    agent = McpAgent(queue, views_for((), vision=False))
    benchmark = load_benchmark("webgames", task=("right-click",))
    [task] = benchmark.tasks()
    session: Any = SimpleNamespace(
        observe=AsyncMock(return_value=SimpleNamespace(instruction="Click.")),
        episode=SimpleNamespace(steps=[]),
    )
    first = asyncio.create_task(agent.run(task, session))
    await queue.call("task", {})
    first.cancel()  # As at the time limit of an episode.
    await asyncio.wait([first])
    second = asyncio.create_task(agent.run(task, session))
    assert not (await queue.call("done", {"answer": "late"})).ok
    await queue.call("task", {})
    await queue.call("done", {"answer": "right"})
    assert await second == "right"


async def test_without_a_task_only_the_call_of_task_succeeds() -> None:
    queue = EpisodeQueue()
    queue.finish()
    results = [await queue.call(name, {}) for name in ("task", "click", "done")]
    assert [result.ok for result in results] == [True, False, False]


def test_the_agent_can_only_be_started_by_webproctor_mcp() -> None:
    with pytest.raises(UserError, match="start the run with `webproctor mcp`"):
        make_agent("mcp", load_benchmark("webgames"))
