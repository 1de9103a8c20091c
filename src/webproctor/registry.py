"""Names to things: benchmarks and agents, found by entry point, made from settings.

A benchmark or an agent is registered as a *factory*: a function whose keyword parameters are its
settings. The signature is all that the command line, the harness and Python need to know:

    def random(benchmark: Benchmark, *, seed: Annotated[int, "Seed of its choices."] = 0) -> Agent

An agent that a model drives takes the model too: `def web(benchmark, model, *, ...)`.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, ValidationError, validate_call

from webproctor.errors import UserError

Kind = Literal["benchmarks", "agents"]
Factory = Callable[..., Any]
_CHECKED = ConfigDict(arbitrary_types_allowed=True)


@dataclass(frozen=True)
class Setting:
    """One keyword parameter of a factory: its name, type, default and what it is for.

    A switch can have an `opposite`: what its other position is called, such as `text-only`.
    """

    name: str
    type: Any
    default: Any
    help: str
    opposite: str = ""

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty


@cache
def _registered(kind: Kind) -> Mapping[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=f"webproctor.{kind}")}


def names(kind: Kind) -> list[str]:
    """Every registered name, sorted."""
    return sorted(_registered(kind))


@cache
def factory(kind: Kind, name: str) -> Factory:
    """The factory of that name.

    Raises:
        UserError: If nothing of that name is registered.
    """
    point = _registered(kind).get(name)
    if point is None:
        raise UserError(f"there is no {kind[:-1]} {name!r}. There are: {', '.join(names(kind))}.")
    return point.load()


def companion(benchmark: str, module: str) -> ModuleType:
    """A module beside a benchmark's factory: `data`, `site`, `dump`, `score` or `demo`.

    Raises:
        UserError: If the benchmark has none of that name.
    """
    if not has_companion(benchmark, module):
        raise UserError(f"{benchmark} has no {module}: nothing can be done here.")
    return import_module(f"{_package(benchmark)}.{module}")


def has_companion(benchmark: str, module: str) -> bool:
    """Whether there is such a module beside a benchmark's factory."""
    return find_spec(f"{_package(benchmark)}.{module}") is not None


def _package(benchmark: str) -> str:
    return factory("benchmarks", benchmark).__module__.rpartition(".")[0]


def settings(make: Factory) -> list[Setting]:
    """The settings of a factory, in the order of its signature."""
    hints = get_type_hints(make, include_extras=True)
    found = []
    for parameter in inspect.signature(make).parameters.values():
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
            continue
        hint, help, opposite = hints[parameter.name], "", ""
        if get_origin(hint) is Annotated:
            hint, help, *more = get_args(hint)
            opposite = more[0] if more else ""
        found.append(Setting(parameter.name, hint, parameter.default, help, opposite))
    return found


def takes_model(make: Factory) -> bool:
    """Whether a factory takes a model beside the benchmark."""
    return "model" in inspect.signature(make).parameters


def needs_model(make: Factory) -> bool:
    """Whether a factory cannot do without the model that it takes."""
    taken = inspect.signature(make).parameters.get("model")
    return taken is not None and taken.default is inspect.Parameter.empty


def make(kind: Kind, name: str, *arguments: Any, **values: Any) -> Any:
    """Make a benchmark or an agent from its settings.

    Raises:
        UserError: If the name is unknown, or a setting is missing, unknown or not of its type.
    """
    build = factory(kind, name)
    known = {setting.name: setting for setting in settings(build)}
    for value in values:
        if value not in known:
            there = f"It has: {', '.join(known)}." if known else "It has no settings."
            raise UserError(f"{kind[:-1]} {name!r} has no setting {value!r}. {there}")
        # Programs that pass on what a user typed give several values as one text.
        if get_origin(known[value].type) is tuple and isinstance(values[value], str):
            values[value] = tuple(part.strip() for part in values[value].split(","))
    checked = validate_call(config=_CHECKED)(build)
    try:
        return checked(*arguments, **values)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(map(str, fault["loc"]))
        raise UserError(f"{kind[:-1]} {name!r}, setting {where!r}: {fault['msg']}.") from error
