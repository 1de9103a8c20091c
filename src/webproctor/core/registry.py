"""Registry of everything that can be added: benchmarks, agents, games, rankers, ...

A name stands for something included, for an entry point `webproctor.<kind>` of an installed
package, or, as `path/file.py:NAME`, for something in a Python file.

A benchmark or an agent is registered as a *factory*: a function whose keyword parameters are its
settings. The command line, the harness and Python callers read the settings from the signature:

    def random(benchmark: Benchmark, *, seed: Annotated[int, "Seed of its choices."] = 0) -> Agent

An agent with a model takes it as its second parameter: `def web(benchmark, model, *, ...)`.
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from inspect import isclass
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, ValidationError, validate_call

from webproctor.core.errors import UserError, did_you_mean
from webproctor.core.python_files import defined_in, errors_as_user_errors

Kind = Literal[
    "benchmarks",
    "agents",
    "games",
    "action_sets",
    "grounding_models",
    "grounding_data_sets",
    "rankers",
    "predictors",
    "recognisers",
    "chart_kinds",
    "collection_tools",
]
Factory = Callable[..., Any]
_CHECKED = ConfigDict(arbitrary_types_allowed=True)
# A class or function in a Python file.
_IN_FILE = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)")
# The same, with an optional setting after a further colon; or a name with an optional setting.
_SPEC = re.compile(r"(?P<name>.+?\.py:\w+|[^:]*)(:(?P<setting>.*))?", re.DOTALL)
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
# What the modules of a benchmark's package provide, for errors.
_COMPANIONS = {
    "clips": "spoken instructions to transcribe",
    "data": "data to check or download",
    "dump": "training data to write",
    "people": "tasks for people",
    "rank": "candidates to rank",
    "score": "results to score",
    "site": "pages to serve",
}


@dataclass(frozen=True)
class Setting:
    """One keyword parameter of a factory: its name, type, default and help text.

    A boolean can have an `opposite`: the name of its false value, such as `text-only`. A text can
    have `values`: a function that returns the possible ones, with which shells complete it. The
    type of a number can have a bound, such as `pydantic.PositiveInt`.
    """

    name: str
    type: Any
    default: Any
    help: str
    opposite: str = ""
    values: Callable[[], Iterable[str]] | None = None

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty


@cache
def _registered(kind: Kind) -> Mapping[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=f"webproctor.{kind}")}


def names(kind: Kind) -> list[str]:
    """Return every registered name, sorted."""
    return sorted(_registered(kind))


def find(kind: Kind, name: str, included: Mapping[str, Any] | None = None) -> Any:
    """Return what a name stands for.

    Args:
        included: What comes with webproctor, by name; values can be entry points. By default
            everything is found by the entry points of `webproctor.<kind>`.

    Raises:
        UserError: If there is nothing of that name, it cannot be imported, or it is a file without
            a name.
    """
    if match := _IN_FILE.fullmatch(name):
        return defined_in(Path(match["file"]), match["name"])
    known = {**_registered(kind), **(included or {})}
    if name not in known and name.endswith(".py"):
        raise UserError(
            f"{label(kind)} {name!r}: the name in the file is missing. Add it after a colon: "
            f"{name}:NAME."
        )
    if name not in known:
        available = ", ".join(sorted(known))
        raise UserError(
            f"no {label(kind)} {name!r}.{did_you_mean(name, known)} Available: {available}; or "
            "path/file.py:NAME."
        )
    value = known[name]
    return _load(value, label(kind)) if isinstance(value, EntryPoint) else value


def modules(package: str, attribute: str = "") -> dict[str, EntryPoint]:
    """Return an attribute of each module of a package, by the module's name with `-` for `_`.

    Nothing is imported before `find` needs it.

    Args:
        attribute: The attribute; by default the one with the module's name.
    """
    return {
        name.replace("_", "-"): EntryPoint(name, f"{package}.{name}:{attribute or name}", package)
        for _, name, _ in iter_modules(sys.modules[package].__path__)
    }


def split_spec(spec: str) -> tuple[str, str]:
    """Return the name and the setting of `NAME:SETTING`; the setting is "" if there is none."""
    parts = _SPEC.fullmatch(spec)
    assert parts is not None
    return parts["name"], parts["setting"] or ""


def create(
    kind: Kind, spec: str, included: Mapping[str, Any], attributes: Sequence[str], **values: Any
) -> Any:
    """Create something from `NAME`, `NAME:SETTING`, or a file's `path/file.py:NAME[:SETTING]`.

    The name stands for a function or a class. It gets the setting ("" if there is none) and those
    of the given values that it has parameters for.

    Args:
        attributes: Attributes that the result must have.
        values: Values by name of the parameter.

    Raises:
        UserError: If there is nothing of that name, or it does not make what is needed.
    """
    name, setting = split_spec(spec)
    make = find(kind, name, included)
    description = f"{label(kind)} {name!r}"
    if not callable(make):
        raise UserError(f"{description}: is neither a function nor a class.")
    created = make(*arguments(make, {"setting": setting, **values}))
    for attribute in attributes:
        if not hasattr(created, attribute):
            type_name = type(created).__name__
            raise UserError(f"{description}: makes {type_name}, which has no {attribute!r}.")
    return created


@cache
def factory(kind: Kind, name: str) -> Factory:
    """Return the factory with the given name.

    Raises:
        UserError: If the name is not registered.
    """
    value = find(kind, name)
    if not callable(value):
        raise UserError(f"{label(kind)} {name!r}: is neither a function nor a class.")
    return value


def label(kind: Kind) -> str:
    """Return the name of one thing of a kind, for messages."""
    return kind[:-1].replace("_", " ")


def located(name: str) -> str:
    """Return a name with the absolute path of its file, if it has one."""
    match = _IN_FILE.fullmatch(name)
    return f"{Path(match['file']).resolve()}:{match['name']}" if match else name


def short(name: str) -> str:
    """Return a name without its file."""
    match = _IN_FILE.fullmatch(name)
    return match["name"] if match else name


def _load(point: EntryPoint, label: str) -> Any:
    try:
        return point.load()
    except Exception as error:
        raise UserError(
            f"{label} {point.name!r}: {point.value} cannot be imported: "
            f"{type(error).__name__}: {error}."
        ) from error


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
                f"{make.__name__} requires the argument {parameter.name!r}. A factory can have the "
                f"positional parameters {' and '.join(available)}; settings are keyword-only."
            )
        else:
            result.append(parameter.default)
    return result


def companion(benchmark: str, module: str) -> ModuleType:
    """Import a module from a benchmark's package by its name, such as `data` or `site`.

    Raises:
        UserError: If the benchmark has no such module.
    """
    if not has_companion(benchmark, module):
        raise UserError(missing_companion(benchmark, module))
    return import_module(f"{_package(benchmark)}.{module}")


def missing_companion(benchmark: str, module: str) -> str:
    """Say what a benchmark without this module does not have."""
    return f"{benchmark} has no {_COMPANIONS.get(module, f'module {module!r}')}."


def has_companion(benchmark: str, module: str) -> bool:
    """Whether a benchmark's package has a module of that name."""
    package = _package(benchmark)
    return bool(package) and find_spec(f"{package}.{module}") is not None


def _package(benchmark: str) -> str:
    """Return the package of a benchmark, or "" for one that is defined in a single file."""
    return factory("benchmarks", benchmark).__module__.rpartition(".")[0]


def settings(make: Factory) -> list[Setting]:
    """Return the settings of a factory, in the order of its signature."""
    hints = get_type_hints(make.__init__ if isclass(make) else make, include_extras=True)
    result = []
    for parameter in inspect.signature(make).parameters.values():
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
            continue
        hint, *annotations = get_args(Annotated[hints.get(parameter.name, str), ""])
        help, opposite, *_ = [one for one in annotations if isinstance(one, str)] + [""]
        values: list[Any] = [one for one in annotations if callable(one)]
        bounds = [one for one in annotations if not isinstance(one, str) and not callable(one)]
        kind = Annotated[hint, *bounds] if bounds else hint
        result.append(Setting(parameter.name, kind, parameter.default, help, opposite, *values))
    return result


def absolute(make: Factory, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings of a factory with absolute paths, as far as their files and folders exist.

    These are settings of type `Path`, and names of the form `path/file.py:NAME`.
    """
    paths = {setting.name for setting in settings(make) if "Path" in str(setting.type)}
    return {name: _absolute(value, name in paths) for name, value in values.items()}


def _absolute(value: Any, path: bool) -> Any:
    if isinstance(value, list | tuple):
        return [_absolute(one, path) for one in value]
    if path and isinstance(value, str | Path) and Path(value).exists():
        return Path(value).resolve()
    return located(value) if isinstance(value, str) else value


def takes_model(make: Factory) -> bool:
    """Whether a factory accepts a model."""
    return "model" in inspect.signature(make).parameters


def needs_model(make: Factory) -> bool:
    """Whether a factory requires a model."""
    parameter = inspect.signature(make).parameters.get("model")
    return parameter is not None and parameter.default is inspect.Parameter.empty


def make(kind: Kind, name: str, *arguments: Any, **values: Any) -> Any:
    """Create a registered benchmark or agent from its settings.

    Raises:
        UserError: If the name is unknown, or a setting is missing, unknown or of the wrong type, or
            if a factory that is not part of webproctor raises an exception.
    """
    factory_function, description = factory(kind, name), f"{label(kind)} {name!r}"
    with errors_as_user_errors(factory_function, description):
        return call(factory_function, description, arguments, values)


def call(make: Factory, label: str, arguments: Sequence[Any], values: Mapping[str, Any]) -> Any:
    """Call a factory with checked settings.

    Args:
        label: What the factory makes, for errors.

    Raises:
        UserError: If a setting is missing, unknown or of the wrong type.
    """
    known = {setting.name: setting for setting in settings(make)}
    resolved = dict(values)
    for name, value in values.items():
        if name not in known:
            available = f"Available: {', '.join(known)}." if known else "It has no settings."
            raise UserError(
                f"{label} has no setting {name!r}.{did_you_mean(name, known)} {available}"
            )
        # Some callers, such as Inspect, pass several values as one comma-separated string.
        if get_origin(known[name].type) is tuple and isinstance(value, str):
            resolved[name] = tuple(part.strip() for part in value.split(","))
    if isclass(make):
        # Pydantic checks the arguments of functions, not of classes.
        for setting in known.values():
            if setting.required and setting.name not in resolved:
                raise UserError(f"{label}, setting {setting.name!r}: missing.")
        return make(*arguments, **resolved)
    checked = validate_call(config=_CHECKED)(make)
    try:
        return checked(*arguments, **resolved)
    except ValidationError as error:
        fault = error.errors()[0]
        first, *rest = fault["loc"]
        if isinstance(first, int):  # An argument that is passed by position.
            first = list(inspect.signature(make).parameters)[first]
        path = ".".join(map(str, (first, *rest)))
        message = fault["msg"]
        if fault["type"] == "literal_error":
            expected = fault.get("ctx", {}).get("expected")
            message = f"must be {expected}, not {fault['input']!r}"
        raise UserError(f"{label}, setting {path!r}: {message}.") from error
