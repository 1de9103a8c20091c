"""Find the pages and the registered environments of the installed package `miniwob`.

The package's own code is not used, except for its registration of environments with Gymnasium,
which imports neither Selenium nor the environments.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import gymnasium

from webproctor.core.errors import UserError

NAME = "miniwob"
_INSTALL = "pip install 'webproctor[miniwob]'."
_FLIGHT = "flight."
_PREFIX, _VERSION = "miniwob/", "-v"


def folder() -> Path:
    """Return the folder with the package's pages.

    Raises:
        UserError: If the package is not installed, or has no pages.
    """
    found = find_spec(NAME)
    if found is None or found.origin is None:
        raise UserError(f"MiniWoB++ needs the package miniwob, which is not installed: {_INSTALL}")
    pages = Path(found.origin).with_name("html")
    if not pages.is_dir():
        raise UserError(
            f"the package miniwob has no pages at {pages}: install it again, {_INSTALL}"
        )
    return pages


def installed_version() -> str:
    """Return the version of the installed package."""
    return version(NAME)


@cache
def environments() -> tuple[str, ...]:
    """Return the names of all registered environments, sorted.

    Raises:
        UserError: If the package is not installed, cannot be imported, or registers none.
    """
    folder()
    try:
        import_module(NAME)
    except ImportError as error:
        raise UserError(f"the package miniwob cannot be imported ({error}): {_INSTALL}") from error
    names = [_name(id) for id in gymnasium.registry if id.startswith(_PREFIX)]
    if not names:
        raise UserError("the package miniwob registers no environments: install version 1.1.")
    return tuple(sorted(names))


def document(environment: str) -> str:
    """Return the path of an environment's page, relative to the folder of pages."""
    if environment.startswith(_FLIGHT):
        return f"flight/{environment.removeprefix(_FLIGHT)}/wrapper.html"
    return f"miniwob/{environment}.html"


def is_flight(environment: str) -> bool:
    """Whether an environment is a copy of an airline's page, which is larger than the others."""
    return environment.startswith(_FLIGHT)


def _name(id: str) -> str:
    return id.removeprefix(_PREFIX).rpartition(_VERSION)[0]
