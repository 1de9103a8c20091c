"""The mcp agent: one client of the Model Context Protocol works on all tasks of a run.

The run and the MCP server have separate event loops. The `EpisodeQueue` connects them: it holds the
current episode and passes the client's calls to it.
"""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from webproctor.agents.episode_tools import EpisodeTools, ToolResult, Views
from webproctor.benchmarks import Benchmark
from webproctor.core.errors import UserError
from webproctor.core.llm import ModelFailed
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.tasks import Task

CLIENT_LEFT = "client left"
_NO_MORE = "There are no more tasks."
_HAS_ENDED = "The task has ended already."
_NEXT_TASK = "Call `task` for the next task; a void task is offered once more."


@dataclass
class OfferedEpisode:
    """An episode that the client controls.

    Attributes:
        end: Waits for the end of the episode; cancelled if the client disconnects before.
    """

    tools: EpisodeTools
    loop: asyncio.AbstractEventLoop
    end: asyncio.Future[Any]

    def cancel(self) -> None:
        """End the episode, from another thread."""
        self.loop.call_soon_threadsafe(self.end.cancel)


class EpisodeQueue:
    """Passes episodes to the client, one at a time."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._offered: OfferedEpisode | None = None
        # The client's episode, which can have ended: until the client calls `task`, its calls are
        # not meant for the next one.
        self._current: OfferedEpisode | None = None
        self.disconnected = False  # The client has disconnected.
        self.finished = False  # The run has finished.

    @contextlib.contextmanager
    def _change(self) -> Iterator[None]:
        """Let the block change attributes that another thread waits for."""
        with self._changed:
            yield
            self._changed.notify_all()

    async def offer(self, tools: EpisodeTools) -> str | None:
        """Offer an episode to the client, and wait until the client has finished it."""
        end = asyncio.ensure_future(tools.over.wait())
        offered = OfferedEpisode(tools, asyncio.get_running_loop(), end)
        with self._change():
            self._offered = offered
            if self.disconnected:
                offered.cancel()
        try:
            await asyncio.wait([end])
        finally:
            with self._change():
                self._offered = None
            end.cancel()
        if end.cancelled():
            raise ModelFailed(CLIENT_LEFT, "the client disconnected before it called done")
        return tools.result()

    def disconnect(self) -> None:
        with self._change():
            self.disconnected = True
            if self._offered is not None:
                self._offered.cancel()

    def finish(self) -> None:
        with self._change():
            self.finished = True

    async def call(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        """Execute a call of the client in its episode; the first call and `task` start one."""
        current = self._current
        if name == "task" or current is None:
            offered = await self._next_episode()
            if offered is None:
                return ToolResult(_NO_MORE, ok=name == "task")
            # Another call can have started an episode meanwhile.
            current = offered if name == "task" else self._current or offered
            self._current = current
        if name != "task" and current.tools.over.is_set():
            return ToolResult(f"{_HAS_ENDED} {_NEXT_TASK}", ok=False)
        coroutine = current.tools.call(name, arguments)
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(coroutine, current.loop))

    async def _next_episode(self) -> OfferedEpisode | None:
        """Wait for the next episode and return it; None when the run has ended."""

        def current() -> OfferedEpisode | None:
            offered = self._offered
            return None if offered is None or offered.tools.over.is_set() else offered

        def wait() -> OfferedEpisode | None:
            with self._changed:
                self._changed.wait_for(lambda: current() or self.finished or self.disconnected)
                return current()

        return await asyncio.to_thread(wait)


class McpAgent:
    """Executes the calls of the client of a queue."""

    takes = frozenset({"web"})

    def __init__(self, queue: EpisodeQueue, views: Views) -> None:
        self._queue = queue
        self._views = views

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        tools = EpisodeTools(task, session, self._views, after=_NEXT_TASK)
        try:
            return await self._queue.offer(tools)
        finally:
            await tools.close()


def mcp(benchmark: Benchmark) -> McpAgent:
    """A client of the Model Context Protocol; `webproctor mcp` starts it.

    Raises:
        UserError: Always: `webproctor mcp` creates the agent with its client.
    """
    raise UserError("agent 'mcp' needs an MCP client: start the run with `webproctor mcp`.")
