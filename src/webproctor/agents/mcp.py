"""Any client of the Model Context Protocol as the agent: task, observation and actions as tools.

The run goes on in one event loop, the server that the client talks to in another; the `Desk`
stands between them: an episode sits down at it, and the client's calls are passed on to whoever
sits there.
"""

import asyncio
import base64
import contextlib
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from webproctor.actions import ActionSet
from webproctor.agents.web import page_line
from webproctor.benchmarks import Benchmark
from webproctor.episodes import RecordedSession, Turn
from webproctor.errors import UserError
from webproctor.models import ModelFailed
from webproctor.observations import View
from webproctor.tasks import Task
from webproctor.texts import cut, elements_text

if TYPE_CHECKING:
    from mcp import types

T = TypeVar("T")
CLIENT_LEFT = "client left"
_READS: frozenset[View] = frozenset({"elements", "text", "tabs"})
_TOKENS = 6000
_NO_MORE = "There are no more tasks."


@dataclass
class Sitting:
    """An episode whose actions the client chooses."""

    task: Task
    session: RecordedSession
    loop: asyncio.AbstractEventLoop
    over: asyncio.Event = field(default_factory=asyncio.Event)
    answer: str | None = None


class Desk:
    """Where episodes wait for the client, one at a time."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._sitting: Sitting | None = None
        self.open = False
        self.left = False  # The client has gone.
        self.finished = False  # The run has.

    def _change(self, **values: Any) -> None:
        with self._changed:
            for name, value in values.items():
                setattr(self, name, value)
            self._changed.notify_all()

    async def attend(self, task: Task, session: RecordedSession) -> str | None:
        """Sit down, and stay until the client is done."""
        sitting = Sitting(task, session, asyncio.get_running_loop())
        self._change(_sitting=sitting)
        try:
            while not sitting.over.is_set():
                if self.left:
                    raise ModelFailed(CLIENT_LEFT, "the client left before it had finished")
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.2):
                        await sitting.over.wait()
        finally:
            self._change(_sitting=None)
        return sitting.answer

    def leave(self) -> None:
        self._change(left=True)

    def finish(self) -> None:
        self._change(finished=True)

    async def sitting(self) -> Sitting | None:
        """Who sits here, as soon as somebody does; None when the run has ended."""

        def wait() -> Sitting | None:
            with self._changed:
                self._changed.wait_for(lambda: self._sitting or self.finished or self.left)
                return self._sitting

        return await asyncio.to_thread(wait)


desk = Desk()


class McpAgent:
    """Does what the client at the desk says."""

    takes = frozenset({"web"})

    async def run(self, task: Task, session: RecordedSession) -> str | None:
        return await desk.attend(task, session)


def mcp(benchmark: Benchmark) -> McpAgent:
    """A client of the Model Context Protocol; `webproctor mcp` starts it.

    Raises:
        UserError: If no client can come, since the run was not started by `webproctor mcp`.
    """
    if not desk.open:
        raise UserError("agent 'mcp' needs a client: start the run by `webproctor mcp`.")
    return McpAgent()


# ---- The server


class Server:
    """The tools that a client is offered.

    Args:
        actions: The action set of the tasks.
        vision: Whether an observation has a picture.
    """

    def __init__(self, actions: ActionSet, *, vision: bool) -> None:
        self._actions = actions
        picture: frozenset[View] = frozenset({"marked_screenshot"} if vision else ())
        self._reads = _READS | picture

    async def serve(self, ready: Callable[[], object]) -> None:
        """Talk to the client on standard input and output until it leaves.

        Args:
            ready: Called when standard output is ours, and others may redirect it.
        """
        from mcp.server import Server as Protocol
        from mcp.server.stdio import stdio_server

        protocol = Protocol("webproctor", on_list_tools=self._list, on_call_tool=self._call)
        async with stdio_server() as (asked, told):
            ready()
            await protocol.run(asked, told, protocol.create_initialization_options())

    async def _list(self, context: Any, asked: Any) -> "types.ListToolsResult":
        from mcp import types

        nothing = {"type": "object", "properties": {}}
        answer = {"type": "object", "properties": {"answer": {"type": "string"}}}
        about = [
            ("task", "Read the task, and how many turns are left.", nothing),
            ("observe", "Look at the page: its elements with their numbers, its text.", nothing),
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

        sitting = await desk.sitting()
        if sitting is None:
            return types.CallToolResult(content=[types.TextContent(type="text", text=_NO_MORE)])
        text, image, ok = await _there(
            sitting, self._do(sitting, asked.name, asked.arguments or {})
        )
        content: list[Any] = [types.TextContent(type="text", text=text)]
        if image is not None:
            data = base64.b64encode(image).decode()
            content.append(types.ImageContent(type="image", data=data, mime_type="image/png"))
        return types.CallToolResult(content=content, is_error=not ok)

    async def _do(
        self, sitting: Sitting, name: str, given: dict[str, Any]
    ) -> tuple[str, bytes | None, bool]:
        """A call's text, picture, and whether it did what was asked."""
        session = sitting.session
        left = sitting.task.limits.turns - len(session.episode.turns)
        if name == "task":
            return f"{sitting.task.instruction}\n\n{left} actions are left.", None, True
        if name == "observe":
            return await self._observe(session)
        if name == "done":
            answer = given.get("answer")
            sitting.answer = None if answer is None else str(answer)
            sitting.over.set()
            return "The answer was taken. Call `task` for the next task.", None, True
        if left <= 0:
            return "refused: no actions are left; call done with your answer", None, False
        [result] = await session.turn(Turn(actions=[self._actions.read(name, given)]))
        text = result.message if result.data is None else f"{result.message}:\n{result.data}"
        return text, result.image, result.ok

    async def _observe(self, session: RecordedSession) -> tuple[str, bytes | None, bool]:
        seen = await session.observe(self._reads)
        tabs = "\n".join(f"{number}: {tab}" for number, tab in enumerate(seen.read("tabs")))
        parts = [
            page_line(seen),
            f"Tabs\n{tabs}",
            f"Elements\n{elements_text(seen.read('elements'), _TOKENS)}",
            f"Text\n{cut(seen.read('text').strip(), _TOKENS)}",
        ]
        return "\n\n".join(parts), seen.marked_screenshot, True


async def _there(sitting: Sitting, work: Coroutine[Any, Any, T]) -> T:
    """Do something in the event loop of the episode."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, sitting.loop))
