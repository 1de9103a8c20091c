"""The interface of a tool, and where tools are found.

A tool is a folder in `collect/tools`, a package whose `__init__.py` defines a function with the
folder's name: `def propose(store, *, ...) -> Tool`. Its keyword parameters are options of the
command `webproctor collect propose`. With a second parameter `model`, it also gets a language
model. An installed package registers a tool as an entry point of `webproctor.collection_tools`; the
command line also takes `path/file.py:NAME`.
"""

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy.orm import Session
from starlette.types import ASGIApp

from webproctor.collect import tools
from webproctor.collect.sockets import Socket
from webproctor.collect.store import Role
from webproctor.collect.visit import Page
from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.core.scores import Table

Json = list[dict[str, Any]]
_ON_EXISTING = "on_existing_collection"


@dataclass(frozen=True)
class MenuItem:
    """A link at the top of all pages.

    Attributes:
        path: The path of a page of the tool; the first item of a role is its start page.
        label: The text.
        roles: The roles that see it.
    """

    path: str
    label: str
    roles: Sequence[Role]


async def _prepare_nothing() -> None:
    """Prepare nothing."""


def _unwrapped(app: ASGIApp) -> ASGIApp:
    return app


def _no_tables(_: Session) -> list[Table]:
    return []


@dataclass(frozen=True)
class Tool:
    """A tool. Only the first four attributes are required.

    Attributes:
        title: The name that people see.
        folder: The tool's folder. Its `templates`, `static` and `migrations`, if there are any, are
            served, rendered and run: the page template `review.html` of the tool `propose` is
            `propose/review.html`, the file `boxes.js` is `/static/propose/boxes.js`.
        pages: The pages; their paths are relative to the tool's name.
        menu: Links at the top of all pages.
        sockets: WebSockets; their paths are relative to the tool's name.
        prepare: Runs before the server accepts requests; a `UserError` ends the command.
        running: Returns what is open while the server accepts requests, such as a browser.
        progress: Returns tables for the administrator.
        exports: Functions that return what the tool exports as JSON, by name. The first is the
            default of `webproctor collect export`.
        folders: Functions that write what the tool exports as a folder, by name: each gets a new,
            empty folder and returns the number of its records. Without `exports`, the first is the
            default.
        wrap: Wraps the web application, for a tool that also answers requests to other hosts.
    """

    title: str
    folder: Path
    pages: Sequence[Page]
    menu: Sequence[MenuItem]
    sockets: Sequence[Socket] = ()
    prepare: Callable[[], Awaitable[None]] = _prepare_nothing
    running: Callable[[], AbstractAsyncContextManager[Any]] = nullcontext
    progress: Callable[[Session], list[Table]] = _no_tables
    exports: Mapping[str, Callable[[Session], Json]] = field(default_factory=dict)
    folders: Mapping[str, Callable[[Session, Path], int]] = field(default_factory=dict)
    wrap: Callable[[ASGIApp], ASGIApp] = _unwrapped


F = TypeVar("F", bound=Callable[..., Tool])


def check_number(option: str, value: int, minimum: int, maximum: int) -> None:
    """Check a number that is an option of a tool.

    Raises:
        UserError: If it is out of its range.
    """
    if not minimum <= value <= maximum:
        raise UserError(f"--{option} must be {minimum} to {maximum}, not {value}.")


def names() -> list[str]:
    """Return the names of all tools, sorted."""
    return sorted({*registry.modules(tools.__name__), *registry.names("collection_tools")})


def factory(name: str) -> Callable[..., Tool]:
    """Return the function that makes a tool.

    Raises:
        UserError: If there is no tool of that name, or it cannot be imported.
    """
    return registry.find("collection_tools", name, registry.modules(tools.__name__))


def on_existing_collection(factory: F) -> F:
    """Mark a tool that uses what other tools have collected: it creates no collection."""
    setattr(factory, _ON_EXISTING, True)
    return factory


def creates_collection(factory: Callable[..., Tool]) -> bool:
    """Whether the server of a tool creates a collection if there is none."""
    return not getattr(factory, _ON_EXISTING, False)


def migrations(*factories: Callable[..., Tool]) -> list[Path]:
    """Return the folders of migrations of all included and installed tools, and of further ones.

    A database has the tables of all of them, so that every tool can be started on it.
    """
    installed = [factory(name) for name in registry.names("collection_tools")]
    external = {
        Path(inspect.getfile(factory_function)).parent
        for factory_function in (*installed, *factories)
    }
    included = {path for folder in tools.__path__ for path in Path(folder).iterdir()}
    included.add(Path(__file__).parent / "play")
    folders = (folder / "migrations" for folder in sorted(external | included))
    return [folder for folder in folders if folder.is_dir()]
