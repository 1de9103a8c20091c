"""Actions that an agent can call, each defined once.

An action is a pydantic model; an action set is a union of them. The JSON schema of a set is the
list of tools offered to a model, and the same set parses the model's calls.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.core.sanitize import clean_json

_Text = Annotated[str, BeforeValidator(clean_json)]
_RANGE_ERRORS = frozenset(
    {"finite_number", "greater_than_equal", "less_than_equal", "int_parsing_size"}
)
# Most errors reported for one call; a path of 2,000 points can have as many.
_MAX_ERRORS = 5


class Action(BaseModel):
    """Base class of actions; the class attribute `name` is the tool's name.

    The class docstring is the tool's description for the model.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    name: ClassVar[str]

    @model_validator(mode="before")
    @classmethod
    def _clean(cls, value: Any) -> Any:
        return clean_json(value) if isinstance(value, dict) else value

    def call(self) -> dict[str, Any]:
        """Return the action as plain data: `{"name": ..., "arguments": {...}}`."""
        return {"name": self.name, "arguments": self.model_dump(mode="json")}


class ActionResult(BaseModel):
    """The result of an action, shown to the agent.

    Attributes:
        ok: Whether the action succeeded.
        message: One sentence for the agent.
        data: Text that the action returned (a page's source, a script's value).
        image: PNG bytes of the screenshot that the action took; not stored with the result.
        page_changed: Whether the page was replaced; the remaining actions of the step are skipped.
    """

    ok: bool
    message: _Text
    data: _Text | None = None
    image: bytes | None = Field(default=None, exclude=True)
    page_changed: bool = False


class InvalidAction(Action):
    """An invalid action: a call that cannot be parsed. It is recorded and never executed."""

    name: ClassVar[str] = "invalid_action"
    asked: str
    arguments: Annotated[
        dict[str, Any], BeforeValidator(lambda value: clean_json(value, finite=True))
    ] = {}
    fault: str

    def result(self) -> "ActionResult":
        """Return the error result for the agent."""
        return ActionResult(ok=False, message=self.fault)


class BadAction(Exception):
    """A call is not a valid action; the message is shown to the agent."""


@dataclass(frozen=True)
class ActionSet:
    """A named set of actions.

    Attributes:
        name: The name in `Task.actions`; see `action_set`.
        actions: The action classes.
    """

    name: str
    actions: tuple[type[Action], ...]

    def __post_init__(self) -> None:
        for action in self.actions:
            if "name" not in dir(action):
                raise UserError(
                    f"action {action.__name__} of the set {self.name!r} has no name. Add to its "
                    f'class: name: ClassVar[str] = "{action.__name__.lower()}"'
                )

    @cached_property
    def by_name(self) -> Mapping[str, type[Action]]:
        return {action.name: action for action in self.actions}

    def parse(self, name: str, arguments: Mapping[str, Any]) -> Action:
        """Return the action for a call.

        Raises:
            BadAction: If there is no such action, or the arguments do not match its schema.
        """
        model = self.by_name.get(name)
        if model is None:
            names = ", ".join((*self.by_name, "done"))
            raise BadAction(f"there is no action {name!r}: actions are {names}")
        try:
            return model.model_validate(dict(arguments))
        except ValidationError as error:
            raise BadAction(f"{name}: {describe_errors(model, error)}") from error

    def read(self, name: str, arguments: Mapping[str, Any], fault: str = "") -> Action:
        """Return the action for a call, or an `InvalidAction` that states the error.

        Args:
            fault: An error that is already known, such as arguments that are not JSON.
        """
        try:
            if fault:
                raise BadAction(f"{name}: {fault}")
            return self.parse(name, arguments)
        except BadAction as error:
            return InvalidAction(asked=name, arguments=dict(arguments), fault=str(error))

    def schema(self) -> list[dict[str, Any]]:
        """Return the set as a list of tools: name, description, JSON schema of the parameters."""
        return json.loads(self._schema)

    @cached_property
    def _schema(self) -> str:
        """The schema as JSON. Every episode needs it, and generating it takes 20 ms."""
        tools = [
            {
                "name": action.name,
                "description": " ".join((action.__doc__ or "").split()),
                "parameters": action.model_json_schema(),
            }
            for action in self.actions
        ]
        return json.dumps(tools)


def describe_errors(model: type[Action], error: ValidationError) -> str:
    """Describe the errors in an action's arguments, with the valid range of numbers."""
    schema = model.model_json_schema()
    descriptions = []
    for detail in error.errors(include_url=False, include_input=False)[:_MAX_ERRORS]:
        path, message = detail["loc"], detail["msg"]
        if detail["type"] in _RANGE_ERRORS and (bounds := _bounds(schema, path)):
            message = f"must be a number from {bounds[0]:,} to {bounds[1]:,}"
        elif detail["type"] == "missing":
            message = "is missing"
        elif detail["type"] == "extra_forbidden":
            message = f"there is no such argument: {_arguments(schema)}"
        elif detail["type"] == "value_error":
            message = message.removeprefix("Value error, ")
        of_all = detail["type"] == "value_error" and not path  # Written for the whole action.
        where = "" if of_all else f"{'.'.join(map(str, path)) or 'arguments'}: "
        descriptions.append(where + message)
    if (remaining := error.error_count() - len(descriptions)) > 0:
        descriptions.append(f"and {remaining} more errors")
    return "; ".join(dict.fromkeys(descriptions))


def _arguments(schema: dict[str, Any]) -> str:
    names = ", ".join(schema.get("properties", ()))
    return f"arguments are {names}" if names else "the action has no arguments"


def _bounds(schema: dict[str, Any], path: Sequence[int | str]) -> tuple[Any, Any] | None:
    """Return the minimum and maximum that a schema allows at a path."""
    for key in path:
        for option in (schema, *schema.get("anyOf", ())):
            inner = (
                option.get("items")
                if isinstance(key, int)
                else option.get("properties", {}).get(key)
            )
            if inner:
                schema = inner
                break
    for option in (schema, *schema.get("anyOf", ())):
        if "minimum" in option and "maximum" in option:
            return option["minimum"], option["maximum"]
    return None


def action_set(name: str) -> ActionSet:
    """Return the action set that tasks refer to by a name.

    Args:
        name: `form`, `web` or `computer`, each defined by the module of that name; an entry point
            of `webproctor.action_sets`; or `path/file.py:NAME`.

    Raises:
        UserError: If no action set has this name.
    """
    included = registry.modules(__name__)
    del included["arguments"]  # Types of arguments, not actions.
    value = registry.find("action_sets", name, included)
    if not isinstance(value, ActionSet):
        raise UserError(f"action set {name!r}: must be an `ActionSet`, not {type(value).__name__}.")
    return value
