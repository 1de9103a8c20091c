"""Execute actions as Inspect tool calls, for scripted agents and models alike."""

import base64
from collections.abc import Sequence
from functools import cache
from typing import Any

from inspect_ai._util.exception import TerminateSampleError
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageTool,
    ContentImage,
    ContentText,
    execute_tools,
)
from inspect_ai.tool import ToolCall, ToolDef, ToolError, ToolParams
from inspect_ai.util import LimitExceededError

from webproctor.core.actions import Action, ActionResult, ActionSet, BadAction
from webproctor.core.episodes import Step
from webproctor.core.outcomes import LimitReached, lost_by
from webproctor.core.recorder import Act, perform_next
from webproctor.core.sessions import SessionLost


class EpisodeVoid(Exception):
    """The environment failed in an episode; Inspect reruns it."""


Content = str | list[ContentText | ContentImage]


class ActionTools:
    """The tools of one session; `results` has the result of each call, in order.

    Args:
        act: Executes one action, such as the session's `act`.
        messages: The transcript to which calls and results are appended.
    """

    def __init__(self, act: Act, messages: list[ChatMessage]) -> None:
        self.results: list[ActionResult] = []
        self._execute = act
        self._messages = messages
        self._previous: ActionResult | None = None
        self._lost: SessionLost | None = None
        self.tools: dict[type[Action], ToolDef] = {}

    async def perform(self, step: Step) -> Sequence[ActionResult]:
        """Execute the actions of a step as tool calls of one assistant message.

        Raises:
            SessionLost: If the environment fails.
            LimitReached: If the sample has reached a limit of Inspect, or a person ends it.
        """
        try:
            return await self._perform(step)
        except LimitExceededError as error:
            raise limit_reached(error) from error
        except TerminateSampleError as error:
            raise LimitReached("operator", str(error)) from error

    async def _perform(self, step: Step) -> Sequence[ActionResult]:
        first_result = len(self.results)
        self._previous = None
        message = ChatMessageAssistant(
            content=step.thought,
            tool_calls=[
                ToolCall(
                    id=f"{first_result + n}", function=action.name, arguments=arguments(action)
                )
                for n, action in enumerate(step.actions)
            ],
        )
        self._messages.append(message)
        for action_type in {type(action) for action in step.actions} - set(self.tools):
            self.tools[action_type] = self._tool(action_type)
        answers, _ = await execute_tools([message], list(self.tools.values()))
        self._messages.extend(answers)
        if self._lost is not None:
            raise self._lost
        for index, answer in enumerate(answers, first_result):
            if (refusal := _refusal(answer)) is not None:  # The call was not executed.
                self.results.insert(index, refusal)
        return self.results[first_result:]

    def _tool(self, action: type[Action]) -> ToolDef:
        # Some versions of Inspect pass all arguments only to a parameter of this name.
        async def execute(**kwargs: Any) -> Content:
            return await self._act(action, kwargs)

        return ToolDef(
            execute,
            name=action.name,
            description=described(action)[0],
            parameters=described(action)[1],
            parallel=False,
        )

    async def _act(self, action_type: type[Action], arguments: dict[str, Any]) -> Content:
        action = action_type.model_validate(arguments)
        try:
            result = await perform_next(self._execute, action, self._previous)
        except BadAction:
            raise
        except Exception as error:  # noqa: BLE001 - raised again as a lost session
            # Raised later: Inspect would wrap the exception, or return it to the agent.
            self._lost = lost_by(error)
            result = ActionResult(ok=False, message=str(self._lost), page_changed=True)
        self._previous = result
        self.results.append(result)
        if not result.ok:
            raise ToolError(result.message)
        return content(result)


def _refusal(answer: ChatMessage) -> ActionResult | None:
    """Return the result of a call that an approver of Inspect has rejected; None for others."""
    if not isinstance(answer, ChatMessageTool) or answer.error is None:
        return None
    if answer.error.type != "approval":
        return None
    return ActionResult(ok=False, message=f"rejected: {answer.error.message}")


def limit_reached(error: LimitExceededError) -> LimitReached:
    """Convert the exception of a limit of Inspect, such as `--token-limit`."""
    return LimitReached(f"{error.type} limit", error.message)


@cache
def described(action: type[Action]) -> tuple[str, ToolParams]:
    """Return an action's description and parameters, which are the same in every episode."""
    [tool] = ActionSet("", (action,)).schema()
    schema = tool["parameters"]
    parameters = ToolParams.model_validate(
        {key: schema[key] for key in ("properties", "required") if key in schema}
    )
    for name, parameter in parameters.properties.items():
        # Inspect refuses tools with a parameter that has no description.
        parameter.description = parameter.description or name.replace("_", " ")
    return tool["description"], parameters


def arguments(action: Action) -> dict[str, Any]:
    """Return an action's arguments as a model would give them."""
    return action.model_dump(mode="json")


def content(result: ActionResult) -> Content:
    text = result.message if result.data is None else f"{result.message}:\n{result.data}"
    if result.image is None:
        return text
    image = f"data:image/png;base64,{base64.b64encode(result.image).decode()}"
    return [ContentText(text=text), ContentImage(image=image)]
