"""Registry of everything that can be added: benchmarks, agents, games, rankers, ...

A name stands for something included, for an entry point `webproctor.<kind>` of an installed
package, or, as `path/file.py:NAME`, for something in a Python file.

A benchmark or an agent is registered as a factory; see `factories`.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Literal

from webproctor.core.errors import UserError, did_you_mean
from webproctor.core.factories import Factory, arguments, call, settings
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
# A class or function in a Python file.
_IN_FILE = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)")
# The same, with an optional setting after a further colon; or a name with an optional setting.
_SPEC = re.compile(r"(?P<name>.+?\.py:\w+|[^:]*)(:(?P<setting>.*))?", re.DOTALL)
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


@cache
def _registered(kind: Kind) -> Mapping[str, EntryPoint]:
    points = entry_points(group=f"webproctor.{kind}")
    # Included last, so that no other package can replace them; the order is otherwise arbitrary.
    return {point.name: point for point in sorted(points, key=_is_included)}


def _is_included(point: EntryPoint) -> bool:
    return point.value.startswith("webproctor.")


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
        UserError: If the name does not exist, or the result does not have an attribute.
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
            raise UserError(f"{description}: returned {type_name}, which has no {attribute!r}.")
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


def code_files(value: Any) -> Iterator[Path]:
    """Yield the Python files and folders of games that a benchmark's name or settings name."""
    if isinstance(value, str):
        if match := _IN_FILE.fullmatch(value):
            yield Path(match["file"])
        elif _is_game(Path(value)):
            yield Path(value)
    elif isinstance(value, list | tuple | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from code_files(one)


def _is_game(folder: Path) -> bool:
    try:
        return (folder / "game.py").is_file()
    except (OSError, ValueError):  # The text is not a valid path.
        return False


def short(name: str) -> str:
    """Return a name without its file."""
    match = _IN_FILE.fullmatch(name)
    return match["name"] if match else name


def displayed(kind: Kind, name: str, own_name: str) -> str:
    """Return the name that results show for what was created from a name: its own name, or its file
    and name if its own name is that of something registered.

    Args:
        name: The name that it was created from.
        own_name: Its own name.
    """
    match = _IN_FILE.fullmatch(name)
    if match is None or own_name not in names(kind):
        return own_name
    return f"{Path(match['file']).name}:{match['name']}"


def _load(point: EntryPoint, label: str) -> Any:
    try:
        return point.load()
    except Exception as error:
        raise UserError(
            f"{label} {point.name!r}: {point.value} cannot be imported: "
            f"{type(error).__name__}: {error}."
        ) from error


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


def absolute(make: Factory, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings of a factory with absolute paths.

    Settings of type `Path` are changed if the file or folder exists, and so are names of the form
    `path/file.py:NAME`.
    """
    paths = {setting.name for setting in settings(make) if "Path" in str(setting.type)}
    return {name: _absolute(value, name in paths) for name, value in values.items()}


def _absolute(value: Any, path: bool) -> Any:
    if isinstance(value, list | tuple):
        return [_absolute(one, path) for one in value]
    if path and isinstance(value, str | Path) and Path(value).exists():
        return Path(value).resolve()
    return located(value) if isinstance(value, str) else value


def make(kind: Kind, name: str, *arguments: Any, **values: Any) -> Any:
    """Create a registered benchmark or agent from its settings.

    Raises:
        UserError: If the name is unknown, or a setting is missing, unknown or of the wrong type, or
            if a factory that is not part of webproctor raises an exception.
    """
    factory_function, description = factory(kind, name), f"{label(kind)} {name!r}"
    with errors_as_user_errors(factory_function, description):
        return call(factory_function, description, arguments, values)
