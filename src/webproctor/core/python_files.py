"""Import Python files by their paths, outside of installed packages."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from webproctor.core.errors import UserError, did_you_mean


def package(folder: Path) -> ModuleType:
    """Return a folder as a package, whose modules `submodule` imports; `__init__.py` is not run."""
    name = f"webproctor_folder_{_digest(folder)}"
    if name not in sys.modules:
        module = ModuleType(name)
        module.__path__ = [str(folder.resolve())]
        sys.modules[name] = module
    return sys.modules[name]


def submodule(package: ModuleType, name: str) -> ModuleType:
    """Import a module of a package.

    Raises:
        UserError: If there is no such file, or it cannot be imported.
    """
    return _imported(f"{package.__name__}.{name}", Path(package.__path__[0]) / f"{name}.py")


def defined_in(path: Path, name: str) -> Any:
    """Import a Python file and return what it defines under a name.

    The file's folder is added to the end of the module search path, so that the file can import
    its neighbours.

    Raises:
        UserError: If there is no such file, it cannot be imported, or does not define the name.
    """
    path = path.resolve()
    if path.is_file() and str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    module = _imported(f"webproctor_file_{_digest(path)}", path)
    if not hasattr(module, name):
        own = [key for key in vars(module) if not key.startswith("_")]
        raise UserError(f"{path}: defines no {name!r}.{did_you_mean(name, own)}")
    return getattr(module, name)


def _imported(name: str, path: Path) -> ModuleType:
    """Import a Python file under a module name, once per process."""
    if name in sys.modules:
        return sys.modules[name]
    if not path.is_file():
        raise UserError(f"{path}: file not found.")
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise UserError(f"{path}: cannot be imported: {describe_error(error, path)}.") from error
    return module


def _digest(path: Path) -> str:
    return sha256(str(path.resolve()).encode()).hexdigest()[:16]


def describe_error(error: BaseException, path: Path) -> str:
    """Describe an exception of a file, with the line of the file that raised it."""
    line = _line(error, str(path))
    relative = isinstance(error, ImportError) and "relative import" in str(error)
    hint = " (import files of the same folder by their names alone)" if relative else ""
    return f"{f'line {line}: ' if line else ''}{type(error).__name__}: {error}{hint}"


@contextmanager
def errors_as_user_errors(function: Callable[..., Any], label: str) -> Iterator[None]:
    """Convert what a function or class that is not part of webproctor raises to a `UserError`.

    Args:
        function: What the block calls.
        label: The thing that the function creates, for error messages.

    Raises:
        UserError: If the block raises an exception; that of a function of webproctor passes.
    """
    try:
        yield
    except UserError:
        raise
    except (Exception, SystemExit) as error:
        module = getattr(function, "__module__", None) or ""
        if module.partition(".")[0] == "webproctor":
            raise
        file = getattr(sys.modules.get(module), "__file__", None) or ""
        line = _line(error, file)
        location = f" ({Path(file).name}, line {line})" if line else ""
        raise UserError(f"{label}: {type(error).__name__}: {error}{location}.") from error


def _line(error: BaseException, file: str) -> int | None:
    """Return the line of a file that raised an exception, or called what raised it."""
    lines = [one.lineno for one in extract_tb(error.__traceback__) if one.filename == file]
    return lines[-1] if lines else None
