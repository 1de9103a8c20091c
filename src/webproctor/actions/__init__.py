"""Actions: what an agent can do, described once.

An action is a pydantic model; an action set is a union of them. The JSON schema of a set is the
list of tools that a model is given, and the same set parses the model's answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError


class Action(BaseModel):
    """The parent of every action; the class attribute `name` is what agents call it.

    The class docstring is the description that a model reads.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: ClassVar[str]

    def call(self) -> dict[str, Any]:
        """The action as plain data: `{"name": ..., "arguments": {...}}`."""
        return {"name": self.name, "arguments": self.model_dump(mode="json")}


class ActionResult(BaseModel):
    """What came of an action, told to the agent.

    Attributes:
        ok: Whether the action did what was asked.
        message: One sentence for the agent.
        data: Text that the action was asked to fetch (a page's source, a script's value).
        image: PNG bytes that the action was asked to take; left out when a result is stored.
        page_changed: The page was replaced; the turn's remaining actions have lost their ground.
    """

    ok: bool
    message: str
    data: str | None = None
    image: bytes | None = Field(default=None, exclude=True)
    page_changed: bool = False


class Misread(Action):
    """Stands where an agent asked for something that is no action; nothing is done for it."""

    name: ClassVar[str] = "misread"
    asked: str
    arguments: dict[str, Any] = {}
    fault: str

    def result(self) -> "ActionResult":
        """The agent's answer: what was wrong."""
        return ActionResult(ok=False, message=self.fault)


class BadAction(Exception):
    """The agent asked for something that is not an action; the message is its answer."""


@dataclass(frozen=True)
class ActionSet:
    """A named set of actions.

    Attributes:
        name: `form`, `web` or `computer`.
        actions: The models of its actions.
    """

    name: str
    actions: tuple[type[Action], ...]

    @cached_property
    def by_name(self) -> Mapping[str, type[Action]]:
        return {action.name: action for action in self.actions}

    def parse(self, name: str, arguments: Mapping[str, Any]) -> Action:
        """Make the action that an agent names.

        Raises:
            BadAction: If there is no such action, or its arguments are not as its schema says.
        """
        model = self.by_name.get(name)
        if model is None:
            raise BadAction(f"there is no action {name!r}: actions are {', '.join(self.by_name)}")
        try:
            return model.model_validate(dict(arguments))
        except ValidationError as error:
            faults = "; ".join(
                f"{'.'.join(map(str, fault['loc'])) or 'arguments'}: {fault['msg']}"
                for fault in error.errors()
            )
            raise BadAction(f"{name}: {faults}") from error

    def read(self, name: str, arguments: Mapping[str, Any], fault: str = "") -> Action:
        """Make the action that an agent names, or a `Misread` that says what is wrong.

        Args:
            fault: What is known to be wrong already, such as arguments that are not JSON.
        """
        try:
            if fault:
                raise BadAction(f"{name}: {fault}")
            return self.parse(name, arguments)
        except BadAction as error:
            return Misread(asked=name, arguments=dict(arguments), fault=str(error))

    def schema(self) -> list[dict[str, Any]]:
        """The set as a list of tools: name, description and JSON schema of the parameters."""
        return [
            {
                "name": action.name,
                "description": " ".join((action.__doc__ or "").split()),
                "parameters": action.model_json_schema(),
            }
            for action in self.actions
        ]


def action_set(name: str) -> ActionSet:
    """The set of that name: a file of this folder defines it under its own name.

    Raises:
        ModuleNotFoundError: If there is none.
    """
    return getattr(import_module(f"{__package__}.{name}"), name)
