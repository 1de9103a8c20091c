"""Actions as Inspect tools: scripted agents and models act through the same ones."""

import base64
from collections.abc import Sequence
from functools import cache
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ContentImage,
    ContentText,
    execute_tools,
)
from inspect_ai.tool import ToolCall, ToolDef, ToolError, ToolParams

from webproctor.actions import Action, ActionResult, ActionSet, Misread
from webproctor.episodes import Turn
from webproctor.sessions import Session, SessionLost

Content = str | list[ContentText | ContentImage]


class Hands:
    """The tools of one session. What came of each call is kept in order, as `results`.

    Args:
        messages: The transcript that turns are written into.
    """

    def __init__(self, session: Session, messages: list[ChatMessage]) -> None:
        self.results: list[ActionResult] = []
        self._session = session
        self._messages = messages
        self._replaced = False
        self._lost: SessionLost | None = None
        self.tools: dict[type[Action], ToolDef] = {}

    async def perform(self, turn: Turn) -> Sequence[ActionResult]:
        """Do a turn's actions as tool calls of one assistant message."""
        before = len(self.results)
        self._replaced = False
        message = ChatMessageAssistant(
            content=turn.thought,
            tool_calls=[
                ToolCall(id=f"{before + n}", function=action.name, arguments=arguments(action))
                for n, action in enumerate(turn.actions)
            ],
        )
        self._messages.append(message)
        for kind in {type(action) for action in turn.actions} - set(self.tools):
            self.tools[kind] = self._tool(kind)
        answers, _ = await execute_tools([message], list(self.tools.values()))
        self._messages.extend(answers)
        if self._lost is not None:
            raise self._lost
        return self.results[before:]

    def _tool(self, action: type[Action]) -> ToolDef:
        async def execute(**given: Any) -> Content:
            return await self._act(action, given)

        return ToolDef(
            execute,
            name=action.name,
            description=_described(action)[0],
            parameters=_described(action)[1],
            parallel=False,
        )

    async def _act(self, kind: type[Action], given: dict[str, Any]) -> Content:
        if self._replaced:
            result = ActionResult(ok=False, message="skipped: the page changed", page_changed=True)
        else:
            action = kind.model_validate(given)
            try:
                if isinstance(action, Misread):
                    result = action.result()
                else:
                    result = await self._session.act(action)
            except SessionLost as lost:
                # Inspect would wrap it in a group of errors: carried past it instead.
                self._lost = lost
                result = ActionResult(ok=False, message=str(lost), page_changed=True)
        self._replaced = result.page_changed
        self.results.append(result)
        if not result.ok:
            raise ToolError(result.message)
        return _content(result)


@cache
def _described(action: type[Action]) -> tuple[str, ToolParams]:
    """An action's description and parameters; every episode has the same ones."""
    [tool] = ActionSet("", (action,)).schema()
    schema = tool["parameters"]
    parameters = {key: schema[key] for key in ("properties", "required") if key in schema}
    return tool["description"], ToolParams.model_validate(parameters)


def arguments(action: Action) -> dict[str, Any]:
    """An action's arguments as a model would have given them."""
    return action.model_dump(mode="json")


def _content(result: ActionResult) -> Content:
    text = result.message if result.data is None else f"{result.message}:\n{result.data}"
    if result.image is None:
        return text
    image = f"data:image/png;base64,{base64.b64encode(result.image).decode()}"
    return [ContentText(text=text), ContentImage(image=image)]
