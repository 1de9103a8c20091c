"""Environments of the service for TRL's `GRPOTrainer`, whose tools are the actions of the tasks.

The trainer gives a rollout one environment, calls its methods as tools, and asks it for the reward.
The trainer cannot run a rollout again, so the environment does: if its episode is void, it executes
the same actions in a new one, and continues if every observation is equal. A rollout that stays
void has the reward None, and TRL excludes it from the group (since 1.16: its advantage is 0).
"""

import inspect
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from types import TracebackType
from typing import Any, Literal, Self, Union

from webproctor.core.errors import UserError
from webproctor.core.llm import Tool
from webproctor.core.observations import View
from webproctor.rollouts.client import (
    OBSERVATION_TOKENS,
    ServiceFull,
    ServiceLost,
    SessionGone,
    ThreadedClient,
    observation_text,
    tasks_of,
    tools_of,
)
from webproctor.rollouts.schema import STOPPED, Answer, End

_EPISODE_ENDED = "The episode has ended. No action is possible."
_FAILED = "The environment failed."
_LEASE_SECONDS = 24 * 3600.0


class Environments:
    """Creates the environments of a trainer, over one connection: its `environment_factory`.

    Args:
        url: The address that `webproctor rollouts serve` prints.
        token: The token that it prints.
        reads: The text views in observations; the service's own by default.
        tools: The names of the actions that the model may call; all by default.
        again: How often a void episode is run again.
        tokens: Token limit for an observation.
        wait: Seconds that a reset waits for a free session.
        reconnect: Seconds that it waits for a service that was stopped.

    Raises:
        UserError: If there is no service at the address, it refuses the token, or its tasks have
            no such actions, or different ones.
    """

    def __init__(
        self,
        url: str,
        token: str,
        *,
        reads: Sequence[View] | None = None,
        tools: Collection[str] = (),
        again: int = 2,
        tokens: int = OBSERVATION_TOKENS,
        wait: float = 600.0,
        reconnect: float = 60.0,
    ) -> None:
        self.create_options: dict[str, Any] = {
            "reads": reads,
            "wait": wait,
            "lease": _LEASE_SECONDS,
        }
        self.again = again
        self.tokens = tokens
        self._tasks = tasks_of(url, token)
        methods = {
            tool.name: _method(tool) for tool in _selected_tools(tools_of(url, token), tools)
        }
        self._environment_class = type("WebEnvironment", (Environment,), methods)
        self.connection = ThreadedClient(url, token, reconnect=reconnect)

    def __call__(self) -> "Environment":
        """Return a new environment."""
        return self._environment_class(self)

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of a training set: a conversation with the instruction, and the task."""
        return [
            {"prompt": [{"role": "user", "content": one.instruction}], "task": one.id}
            for one in self._tasks
        ]

    def close(self) -> None:
        """Close the connection, and with it the sessions of all environments."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Environment:
    """The session of one rollout at a time; its subclasses have a method for each action."""

    def __init__(self, factory: Environments) -> None:
        self._factory = factory
        self._connection = factory.connection
        self._session = ""
        self._task: str | None = None
        self._calls: list[tuple[str, dict[str, Any]]] = []
        self._digests: list[str] = []
        self._ended: End | None = None

    def reset(self, task: str | None = None, **_: Any) -> str:
        """Begin an episode; return the first observation, for the end of the prompt.

        Args:
            task: The id of the task, as in `Environments.rows`; a random one by default.
        """
        self._task = task
        self._calls, self._digests, self._ended = [], [], None
        return "\n\n" + self._connection.thread.run(self._begin())

    async def get_reward(self) -> float | None:
        """End the episode; return its score, 0 to 1, or None if it is void."""
        return await self._connection.thread.submit(self._score())

    async def _begin(self) -> str:
        answer = await self._retried(await self._open(), self._open)
        self._task = answer.task or self._task
        return self._tool_result(answer)

    async def _act(self, name: str, arguments: dict[str, Any]) -> str:
        """Execute an action; if the episode is void, in another one in the same state."""
        if self._ended is not None:
            return _EPISODE_ENDED
        answer = await self._step(name, arguments)
        answer = await self._retried(answer, partial(self._repeat, (name, arguments)))
        self._calls.append((name, arguments))
        return self._tool_result(answer)

    async def _score(self) -> float | None:
        if self._ended is None:
            answer = await self._retried(await self._ask("score"), self._repeat_and_score)
            self._ended = answer.ended
        return self._ended.value if self._ended else None

    async def _retried(self, answer: Answer, retry: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return an answer, or that of the first retry which is not void, if there is one."""
        for _ in range(self._factory.again):
            if not _is_void(answer):
                break
            answer = await retry()
        return answer

    async def _repeat_and_score(self) -> Answer:
        answer = await self._repeat()
        return answer if _is_void(answer) else await self._ask("score")

    async def _repeat(self, last: tuple[str, dict[str, Any]] | None = None) -> Answer:
        """Execute the episode's actions in a new episode, and then the last one, if it is given.

        The answer is void if an observation differs.
        """
        answer = await self._open()
        digests = [answer.observation.digest if answer.observation else ""]
        for name, arguments in self._calls:
            if _is_void(answer):
                return answer
            answer = await self._step(name, arguments)
            digests.append(answer.observation.digest if answer.observation else "")
        if digests != self._digests:
            return (
                answer
                if _is_void(answer)
                else _void_answer("repeat differs", "an observation differs")
            )
        return answer if last is None else await self._step(*last)

    async def _open(self) -> Answer:
        if self._session:
            answer = await self._ask("reset", task=self._task)
            if not _is_void(answer):
                return answer
            await self._ask("close")
        answer = await self._ask("create", "", task=self._task, **self._factory.create_options)
        self._session = answer.session
        return answer

    async def _step(self, name: str, arguments: dict[str, Any]) -> Answer:
        try:
            return await self._connection.client.act(self._session, name, arguments)
        except (ServiceLost, SessionGone) as error:
            return _void_answer(STOPPED, str(error))

    async def _ask(self, request: str, session: str | None = None, **body: Any) -> Answer:
        try:
            session = self._session if session is None else session
            return await self._connection.client.ask(request, session, **body)
        except (ServiceLost, ServiceFull, SessionGone) as error:
            return _void_answer(STOPPED, str(error))

    def _tool_result(self, answer: Answer) -> str:
        self._ended = answer.ended
        if _is_void(answer):
            return _FAILED
        observation = answer.observation
        self._digests.append(observation.digest if observation else "")
        text = (
            observation_text(observation, self._factory.tokens)
            if observation and not answer.ended
            else ""
        )
        return "\n\n".join(filter(None, (answer.result, text))) or _EPISODE_ENDED


def _is_void(answer: Answer) -> bool:
    return answer.ended is not None and answer.ended.outcome == "void"


def _void_answer(cause: str, message: str) -> Answer:
    ended = End(outcome="void", value=None, cause=cause, message=message, truncated=True)
    return Answer(session="", task="", ended=ended)


def _selected_tools(tools_by_set: dict[str, list[Tool]], names: Collection[str]) -> list[Tool]:
    """Return the tools of the service's only action set, or those of them that are named."""
    if len(tools_by_set) != 1:
        raise UserError(f"the service's tasks have different actions: {', '.join(tools_by_set)}.")
    [tools] = tools_by_set.values()
    known = [tool.name for tool in tools]
    if missing := [name for name in names if name not in known]:
        raise UserError(f"there is no action {missing[0]!r}: choose from {', '.join(known)}.")
    return [tool for tool in tools if not names or tool.name in names]


def _method(tool: Tool) -> Callable[..., Any]:
    """Return an action as a method, with the annotations and the docstring that TRL reads."""

    async def call(self: Environment, **arguments: Any) -> str:
        return await self._connection.thread.submit(self._act(tool.name, arguments))

    required = tool.parameters.get("required", ())
    parameters = tool.parameters.get("properties", {})
    annotations = {name: _annotation(schema) for name, schema in parameters.items()}
    call.__name__ = call.__qualname__ = tool.name
    call.__doc__ = _docstring(tool.description, parameters)
    call.__annotations__ = {**annotations, "return": str}
    call.__signature__ = inspect.Signature(  # pyright: ignore[reportFunctionMemberAccess]
        [
            inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD),
            *(
                inspect.Parameter(
                    name,
                    inspect.Parameter.KEYWORD_ONLY,
                    default=inspect.Parameter.empty
                    if name in required
                    else parameters[name].get("default"),
                    annotation=annotation,
                )
                for name, annotation in annotations.items()
            ),
        ],
        return_annotation=str,
    )
    return call


def _docstring(description: str, parameters: dict[str, Any]) -> str:
    lines = [
        f"    {name}: {schema.get('description') or name.replace('_', ' ').capitalize() + '.'}"
        for name, schema in parameters.items()
    ]
    arguments = ["", "Args:", *lines] if lines else []
    return "\n".join(
        [description, *arguments, "", "Returns:", "    The result and the observation."]
    )


_SIMPLE_TYPES = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "null": type(None),
}


def _annotation(schema: dict[str, Any]) -> Any:
    """Return the annotation of a JSON schema."""
    if "enum" in schema:
        return Literal[tuple(schema["enum"])]
    if "anyOf" in schema:
        return Union[tuple(_annotation(one) for one in schema["anyOf"])]  # noqa: UP007 - made of data
    if schema.get("type") == "array":
        return list[_annotation(schema.get("items", {"type": "string"}))]
    return _SIMPLE_TYPES.get(schema.get("type", ""), dict)
