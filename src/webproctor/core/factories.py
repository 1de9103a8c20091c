"""Factories: functions or classes whose keyword parameters are settings.

The command line, the harness and Python callers read the settings from the signature:

    def random(benchmark: Benchmark, *, seed: Annotated[int, "Seed of its choices."] = 0) -> Agent

An agent with a model takes it as its second parameter: `def web(benchmark, model, *, ...)`.
Settings that several functions share can be one keyword parameter, whose type is a `SettingsGroup`.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import isclass, isroutine
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, ValidationError, create_model, validate_call

from webproctor.core.errors import UserError, did_you_mean

Factory = Callable[..., Any]
Values = Mapping[str, Any]
_CHECKED = ConfigDict(arbitrary_types_allowed=True)
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True)
class OnlyIf:
    """When a setting has an effect, declared in its annotation:

        shots: Annotated[int, "Examples.", OnlyIf("without --vision", lambda its: its["vision"])]

    Attributes:
        otherwise: What makes it have no effect: `with OPTION` or `without OPTION`; `{name}` stands
            for the value of a setting.
        holds: Whether it has an effect, given the values of all settings.
    """

    otherwise: str
    holds: Callable[[Values], bool]

    def error(self, option: str, values: Values, place: str = "") -> UserError:
        """Return the error for a setting that was given and has no effect."""
        otherwise = self.otherwise.format_map(values)
        word, _, other = otherwise.partition(" ")
        remedy = "add" if word == "without" else "change" if " " in other else "remove"
        return UserError(
            f"{place}{option} has no effect {otherwise}: {remedy} {other}, or remove {option}."
        )


@dataclass(frozen=True)
class Setting:
    """One keyword parameter of a factory: its name, type, default and help text.

    A boolean can have an `opposite`: the name of its false value, such as `text-only`. A text can
    have `values`: a function that returns the possible ones, with which shells complete it. The
    type of a number can have a bound, such as `pydantic.PositiveInt`. If `only_if` does not hold,
    the setting has no effect, and giving it is an error.
    """

    name: str
    type: Any
    default: Any
    help: str
    opposite: str = ""
    values: Callable[[], Iterable[str]] | None = None
    only_if: OnlyIf | None = None

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty


class SettingsGroup:
    """Base class of dataclasses with keyword-only fields, each of which is a setting."""


def settings(make: Factory) -> list[Setting]:
    """Return the settings of a factory, or of a group, in the order of its signature."""
    hints = get_type_hints(_function(make), include_extras=True)
    result = []
    for parameter in inspect.signature(make).parameters.values():
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
            continue
        hint, *annotations = get_args(Annotated[hints.get(parameter.name, str), ""])
        only_if = next((one for one in annotations if isinstance(one, OnlyIf)), None)
        if _is_group(hint):
            result += settings(hint)
            continue
        help, opposite, *_ = [one for one in annotations if isinstance(one, str)] + [""]
        values: Any = next((one for one in annotations if callable(one)), None)
        bounds = [one for one in annotations if not isinstance(one, str | OnlyIf | Callable)]
        kind = Annotated[hint, *bounds] if bounds else hint
        name, default = parameter.name, parameter.default
        result.append(Setting(name, kind, default, help, opposite, values, only_if))
    return result


def _is_group(hint: Any) -> bool:
    return isclass(hint) and issubclass(hint, SettingsGroup)


def without_effect(make: Factory, values: Values) -> list[Setting]:
    """Return the settings among `values` that have no effect and not their default."""
    known = settings(make)
    resolved = {one.name: one.default for one in known} | dict(values)
    return [
        one
        for one in known
        if one.only_if is not None
        and as_json(resolved[one.name]) != as_json(one.default)
        and not one.only_if.holds(resolved)
    ]


def as_json(value: Any) -> Any:
    """Return a value as the command line and JSON give it: tuples as lists, paths as strings."""
    if isinstance(value, list | tuple):
        return [as_json(one) for one in value]
    return value if isinstance(value, bool | int | float | None) else str(value)


def name_of(make: Factory) -> str:
    """Return the name of a factory: that of its function or class."""
    made = _unbound(make)
    return getattr(made, "__name__", type(made).__name__)


def _unbound(make: Factory) -> Factory:
    """Return the function or class to which `functools.partial` has given arguments."""
    return _unbound(make.func) if isinstance(make, partial) else make


def _function(make: Factory) -> Callable[..., Any]:
    """Return the function that has a factory's parameters."""
    made = _unbound(make)
    if isclass(made):
        return made.__init__
    return made if isroutine(made) else made.__call__


def arguments(make: Factory, available: Mapping[str, Any]) -> list[Any]:
    """Return the positional arguments that a factory takes, out of those that are available.

    Raises:
        UserError: If it requires another one.
    """
    result = []
    for parameter in inspect.signature(make).parameters.values():
        if parameter.kind not in _POSITIONAL:
            continue
        if parameter.name in available:
            result.append(available[parameter.name])
        elif parameter.default is inspect.Parameter.empty:
            raise UserError(
                f"{name_of(make)} requires the argument {parameter.name!r}. A factory can have the "
                f"positional parameters {' and '.join(available)}; settings are keyword-only."
            )
        else:
            result.append(parameter.default)
    return result


def takes(make: Factory, parameter: str) -> bool:
    """Whether a factory has a parameter of this name, such as `model`."""
    return parameter in inspect.signature(make).parameters


def needs_model(make: Factory) -> bool:
    """Whether a factory requires a model."""
    parameter = inspect.signature(make).parameters.get("model")
    return parameter is not None and parameter.default is inspect.Parameter.empty


def check_names(make: Factory, label: str, names: Iterable[str]) -> None:
    """Check that a factory has settings with these names.

    Raises:
        UserError: If it has no setting of a name.
    """
    known = [setting.name for setting in settings(make)]
    for name in names:
        if name not in known:
            available = f"Available: {', '.join(known)}." if known else "It has no settings."
            raise UserError(
                f"{label} has no setting {name!r}.{did_you_mean(name, known)} {available}"
            )


def check_values(make: Factory, label: str, values: Mapping[str, Any]) -> None:
    """Check settings without calling the factory.

    Raises:
        UserError: If a setting is unknown or of the wrong type.
    """
    check_names(make, label, values)
    if not isroutine(_unbound(make)):  # As in `call`.
        return
    known = settings(make)
    given: dict[str, Any] = {one.name: (one.type, ...) for one in known if one.name in values}
    model = create_model("Settings", __config__=_CHECKED, **given)
    try:
        model.model_validate(_with_lists(known, values))
    except ValidationError as error:
        raise _wrong_value(error, label, error.errors()[0]["loc"]) from error


def _with_lists(known: Iterable[Setting], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of settings, with texts split at commas where a setting takes several.
    Some callers, such as Inspect, pass several values as one text."""
    several = {setting.name for setting in known if get_origin(setting.type) is tuple}
    return {
        name: tuple(part.strip() for part in value.split(","))
        if name in several and isinstance(value, str)
        else value
        for name, value in values.items()
    }


def _wrong_value(error: ValidationError, label: str, location: Sequence[Any]) -> UserError:
    fault = error.errors()[0]
    path = ".".join(map(str, location))
    message = fault["msg"]
    if fault["type"] == "literal_error":
        expected = fault.get("ctx", {}).get("expected")
        message = f"must be {expected}, not {fault['input']!r}"
    return UserError(f"{label}, setting {path!r}: {message}.")


def call(make: Factory, label: str, arguments: Sequence[Any], values: Mapping[str, Any]) -> Any:
    """Call a factory with checked settings.

    Args:
        label: The thing that the factory creates, for error messages.

    Raises:
        UserError: If a setting is missing, unknown, of the wrong type or without effect.
    """
    known = {setting.name: setting for setting in settings(make)}
    check_names(make, label, values)
    resolved = _with_lists(known.values(), values)
    defaults = {name: setting.default for name, setting in known.items()}
    for setting in without_effect(make, resolved):
        if setting.only_if is not None:
            raise setting.only_if.error(
                f"setting {setting.name!r}", defaults | resolved, f"{label}: "
            )
    if not isroutine(_unbound(make)):
        # Pydantic checks the arguments of functions, not of classes and other objects.
        for setting in known.values():
            if setting.required and setting.name not in resolved:
                raise UserError(f"{label}, setting {setting.name!r}: missing.")
        return make(*arguments, **resolved)
    hints = get_type_hints(_function(make))
    groups = {name: hint for name, hint in hints.items() if _is_group(hint)}
    for group, hint in groups.items():
        names = [setting.name for setting in settings(hint)]
        # Pydantic checks them, and creates the group.
        resolved[group] = {name: resolved.pop(name) for name in names if name in resolved}
    checked = validate_call(config=_CHECKED)(make)
    try:
        return checked(*arguments, **resolved)
    except ValidationError as error:
        first, *rest = error.errors()[0]["loc"]
        if isinstance(first, int):  # An argument that is passed by position.
            first = list(inspect.signature(make).parameters)[first]
        if first in groups:
            first, *rest = rest
        raise _wrong_value(error, label, (first, *rest)) from error
