"""The tools of one episode for programs that choose their own actions: `task`, `observe`, `done`
and the actions of the task.
"""

import asyncio
import contextlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from webproctor.agents.conversation import size_fault
from webproctor.core.actions import ActionSet
from webproctor.core.episodes import Step
from webproctor.core.llm import done_fault
from webproctor.core.observations import View
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.sessions import SessionLost
from webproctor.core.tasks import Task
from webproctor.core.text_views import (
    TextView,
    default_picture,
    default_views,
    page_text,
    result_text,
)

# Characters of a tool's name that are kept, as providers of models accept.
_MAX_NAME = 64
# Token limit of an observation.
_TOKENS = 12_000
# Calls after the last step that are refused before the program is stopped.
_MAX_REFUSED = 3
# Seconds that a program has to exit after its episode has ended.
_GRACE = 20.0
_REFUSED = "refused: no actions are left; call done with your answer"
_ENDED = "The episode has ended."
_VOID = "This episode is void: the environment failed ({cause}: {message})."


@dataclass(frozen=True)
class Views:
    """What observations contain: text views and at most one picture."""

    texts: tuple[TextView, ...]
    picture: View | None
    tabs: bool

    @property
    def reads(self) -> frozenset[View]:
        views: set[View | None] = {*self.texts, "tabs" if self.tabs else None, self.picture}
        return frozenset(view for view in views if view)


def views_for(lacks: Collection[View], *, vision: bool) -> Views:
    """Return the default views.

    Args:
        lacks: The views that the benchmark's pages do not have.
        vision: Whether to include a screenshot. Data without text is always shown by screenshots.
    """
    texts = default_views(lacks)
    picture = default_picture(lacks) if vision or not texts else None
    return Views(texts, picture, "tabs" not in lacks)


@dataclass(frozen=True)
class ToolResult:
    """The result of a call: a text, possibly a PNG image, and whether the call succeeded."""

    text: str
    image: bytes | None = None
    ok: bool = True


def tool_schemas(actions: ActionSet) -> list[dict[str, Any]]:
    """Return the tools of episodes with an action set: name, description, JSON schema of the
    parameters.
    """
    nothing = {"type": "object", "properties": {}}
    answer = {"type": "object", "properties": {"answer": {"type": "string"}}}
    tools = [
        ("task", "Read the task and the number of actions left.", nothing),
        ("observe", "Observe the page: its text with numbered elements.", nothing),
        ("done", "Finish the task with an answer.", answer),
    ]
    return [
        *({"name": n, "description": d, "parameters": p} for n, d, p in tools),
        *actions.schema(),
    ]


class EpisodeTools:
    """Executes the calls of a program in an episode, one at a time.

    Args:
        after: A message for the program after `done` and after the episode has become void.
        refusals: Whether to end the episode when the program continues to act after the step limit.

    Attributes:
        over: Set when the episode has ended: `done` was called, the task has no more steps, or the
            environment failed.
        calls: The number of calls so far.
    """

    def __init__(
        self,
        task: Task,
        session: EpisodeRecorder,
        views: Views,
        *,
        after: str = "",
        refusals: bool = False,
    ) -> None:
        self.over = asyncio.Event()
        self.calls = 0
        self._task = task
        self._session = session
        self._views = views
        self._after = after
        self._refusals = refusals
        self._refused_calls = 0
        self._late_calls = 0
        self._keeps_calling = asyncio.Event()
        self._shown_instruction = ""
        self._answer: str | None = None
        self._error: Exception | None = None
        self._lock = asyncio.Lock()
        self._running: set[asyncio.Task[ToolResult]] = set()

    def result(self) -> str | None:
        """Return the answer of the episode; None if there is none.

        Raises:
            SessionLost: If the environment failed.
        """
        if self._error is not None:
            raise self._error
        return self._answer

    async def call(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        """Execute a call. Invalid calls return an error result; they do not raise."""
        self.calls += 1
        running = asyncio.ensure_future(self._call_alone(name, arguments))
        # The action also continues if the program cancels its call.
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        await asyncio.wait([running])
        return ToolResult(_ENDED, ok=False) if running.cancelled() else running.result()

    async def ended(self) -> None:
        """Wait until the episode has ended, and until the program should have exited: after some
        seconds, or if it continues to call tools."""
        await self.over.wait()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GRACE):
                await self._keeps_calling.wait()

    async def close(self) -> None:
        """End the episode, and cancel the calls that are still running."""
        self.over.set()
        running = [*self._running]
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)

    async def _call_alone(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        async with self._lock:
            if self.over.is_set():
                self._late_calls += 1
                if self._late_calls >= _MAX_REFUSED:
                    self._keeps_calling.set()
                return ToolResult(_ENDED, ok=False)
            try:
                return await self._execute(name, arguments)
            except SessionLost as error:
                self._fail(error)
                message = _VOID.format(cause=error.cause, message=error)
                return ToolResult(f"{message} {self._after}".strip(), ok=False)
            except Exception as error:  # noqa: BLE001 - raised by `result`
                self._fail(error)
                return ToolResult(_ENDED, ok=False)

    def _fail(self, error: Exception) -> None:
        self._error = error
        self.over.set()

    async def _execute(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        session = self._session
        remaining = self._task.limits.steps - len(session.episode.steps)
        if name == "task":
            self._shown_instruction = (await session.observe()).instruction
            return ToolResult(f"{self._shown_instruction}\n\n{remaining} actions are left.")
        if name == "observe":
            return await self._observe()
        fault = size_fault(arguments)
        if name == "done" and (fault := fault or done_fault(arguments)):
            return ToolResult(f"done: {fault}", ok=False)
        if name == "done":
            answer = arguments.get("answer")
            self._answer = None if answer is None else str(answer)
            self.over.set()
            return ToolResult(f"The answer was recorded. {self._after}".strip())
        if remaining <= 0:
            self._refused_calls += 1
            if self._refusals and self._refused_calls >= _MAX_REFUSED:
                self.over.set()
            return ToolResult(_REFUSED, ok=False)
        action = session.actions.read(name[:_MAX_NAME], {} if fault else arguments, fault)
        [result] = await session.step(Step(actions=[action]))
        text = result_text(result)
        if session.statement is not None or session.over:
            self.over.set()
            text = f"{text}\n\n{_ENDED} {self._after}".rstrip()
        return ToolResult(text, result.image, result.ok)

    async def _observe(self) -> ToolResult:
        observation = await self._session.observe(self._views.reads)
        image = observation.read(self._views.picture) if self._views.picture else None
        text = page_text(observation, self._views.texts, _TOKENS)
        if observation.instruction != self._shown_instruction:
            self._shown_instruction = observation.instruction
            text = f"Task: {observation.instruction}\n\n{text}"
        return ToolResult(text, image)
