"""The mcp agent: any client of the Model Context Protocol, with task, observation and actions as
tools.

The run and the MCP server have separate event loops. The `EpisodeQueue` connects them: it holds the
current episode and passes the client's calls to it.
"""

import asyncio
import base64
import contextlib
import threading
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from webproctor.benchmarks import Benchmark
from webproctor.core.actions import ActionSet
from webproctor.core.episodes import Turn
from webproctor.core.errors import UserError
from webproctor.core.llm import ModelFailed
from webproctor.core.observations import View
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.sessions import SessionLost
from webproctor.core.tasks import Task
from webproctor.core.text_views import default_picture, default_views, page_text, result_text

if TYPE_CHECKING:
    from mcp import types

T = TypeVar("T")
CLIENT_LEFT = "client left"
_TOKENS = 12_000
_NO_MORE = "There are no more tasks."
_VOID = (
    "This episode is void: the environment failed ({cause}: {message}). It is run again once. Call "
    "`task` for the next try, or the next task."
)


@dataclass
class OfferedEpisode:
    """An episode that the client controls."""

    task: Task
    session: EpisodeRecorder
    loop: asyncio.AbstractEventLoop
    over: asyncio.Event = field(default_factory=asyncio.Event)
    lost: SessionLost | None = None
    answer: str | None = None


class EpisodeQueue:
    """Passes episodes to the client, one at a time."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._offered: OfferedEpisode | None = None
        self.open = False
        self.left = False  # The client has disconnected.
        self.finished = False  # The run has finished.

    def _change(self, **values: Any) -> None:
        with self._changed:
            for name, value in values.items():
                setattr(self, name, value)
            self._changed.notify_all()

    async def offer(self, task: Task, session: EpisodeRecorder) -> str | None:
        """Offer an episode to the client, and wait until the client has finished it."""
        offered = OfferedEpisode(task, session, asyncio.get_running_loop())
        self._change(_offered=offered)
        try:
            while not offered.over.is_set():
                if self.left:
                    raise ModelFailed(CLIENT_LEFT, "the client disconnected before it called done")
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.2):
                        await offered.over.wait()
        finally:
            self._change(_offered=None)
        if offered.lost:
            raise offered.lost
        return offered.answer

    def leave(self) -> None:
        self._change(left=True)

    def finish(self) -> None:
        self._change(finished=True)

    async def next(self) -> OfferedEpisode | None:
        """Wait for the next episode and return it; None when the run has ended."""

        def here() -> OfferedEpisode | None:
            offered = self._offered
            return None if offered is None or offered.over.is_set() else offered

        def wait() -> OfferedEpisode | None:
            with self._changed:
                self._changed.wait_for(lambda: here() or self.finished or self.left)
                return here()

        return await asyncio.to_thread(wait)


queue = EpisodeQueue()


class McpAgent:
    """Executes the calls of the client."""

    takes = frozenset({"web"})

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        return await queue.offer(task, session)


def mcp(benchmark: Benchmark) -> McpAgent:
    """A client of the Model Context Protocol; `webproctor mcp` starts it.

    Raises:
        UserError: If the run was not started by `webproctor mcp`.
    """
    if not queue.open:
        raise UserError("agent 'mcp' needs an MCP client: start the run with `webproctor mcp`.")
    return McpAgent()


# ---- The server


class Server:
    """The MCP server: the tools that a client can call.

    Args:
        actions: The action set of the tasks.
        vision: Whether observations have a screenshot.
        lacks: The views that the benchmark's pages do not have.
    """

    def __init__(self, actions: ActionSet, *, vision: bool, lacks: Collection[View] = ()) -> None:
        self._actions = actions
        self._texts = default_views(lacks)
        # Data without text is shown by its screenshots.
        self._picture: View | None = default_picture(lacks) if vision or not self._texts else None
        reads: set[View | None] = {*self._texts, None if "tabs" in lacks else "tabs", self._picture}
        self._reads: frozenset[View] = frozenset(view for view in reads if view)

    async def serve(self, ready: Callable[[], object]) -> None:
        """Serve the client on standard input and output until it disconnects.

        Args:
            ready: Called when the server has taken standard output, so that it can be redirected.
        """
        from mcp.server.stdio import stdio_server

        async with stdio_server() as (asked, told):
            ready()
            await self.talk(asked, told)

    async def talk(self, asked: Any, told: Any) -> None:
        """Serve a client until it disconnects.

        Args:
            asked: The stream of the client's messages.
            told: The stream of messages to the client.
        """
        from mcp.server import Server as Protocol

        protocol = Protocol("webproctor", on_list_tools=self._list, on_call_tool=self._call)
        await protocol.run(asked, told, protocol.create_initialization_options())

    async def _list(self, context: Any, asked: Any) -> "types.ListToolsResult":
        from mcp import types

        nothing = {"type": "object", "properties": {}}
        answer = {"type": "object", "properties": {"answer": {"type": "string"}}}
        about = [
            ("task", "Read the task and the number of actions left.", nothing),
            ("observe", "Observe the page: its text with numbered elements.", nothing),
            ("done", "Finish the task with an answer; the next task begins.", answer),
        ]
        tools = [
            *({"name": n, "description": d, "parameters": p} for n, d, p in about),
            *self._actions.schema(),
        ]
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=one["name"],
                    description=one["description"],
                    input_schema=one["parameters"],
                )
                for one in tools
            ]
        )

    async def _call(self, context: Any, asked: Any) -> "types.CallToolResult":
        from mcp import types

        offered = await queue.next()
        if offered is None:
            return types.CallToolResult(content=[types.TextContent(type="text", text=_NO_MORE)])
        text, image, ok = await _there(
            offered, self._safely(offered, asked.name, asked.arguments or {})
        )
        content: list[Any] = [types.TextContent(type="text", text=text)]
        if image is not None:
            data = base64.b64encode(image).decode()
            content.append(types.ImageContent(type="image", data=data, mime_type="image/png"))
        return types.CallToolResult(content=content, is_error=not ok)

    async def _safely(
        self, offered: OfferedEpisode, name: str, given: dict[str, Any]
    ) -> tuple[str, bytes | None, bool]:
        """Call `_do`; if the environment fails, end the episode and tell the client."""
        try:
            return await self._do(offered, name, given)
        except SessionLost as lost:
            offered.lost = lost
            offered.over.set()
            return _VOID.format(cause=lost.cause, message=lost), None, False

    async def _do(
        self, offered: OfferedEpisode, name: str, given: dict[str, Any]
    ) -> tuple[str, bytes | None, bool]:
        """Execute a call; return its text, its image, and whether it succeeded."""
        session = offered.session
        left = offered.task.limits.turns - len(session.episode.turns)
        if name == "task":
            told = (await session.observe()).instruction
            return f"{told}\n\n{left} actions are left.", None, True
        if name == "observe":
            return await self._observe(session)
        if name == "done":
            answer = given.get("answer")
            offered.answer = None if answer is None else str(answer)
            offered.over.set()
            return "The answer was recorded. Call `task` for the next task.", None, True
        if left <= 0:
            return "refused: no actions are left; call done with your answer", None, False
        [result] = await session.turn(Turn(actions=[self._actions.read(name, given)]))
        if session.statement is not None:
            offered.over.set()
        return result_text(result), result.image, result.ok

    async def _observe(self, session: EpisodeRecorder) -> tuple[str, bytes | None, bool]:
        seen = await session.observe(self._reads)
        image = seen.read(self._picture) if self._picture else None
        return page_text(seen, self._texts, _TOKENS), image, True


async def _there(offered: OfferedEpisode, work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in the event loop of the episode."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, offered.loop))
