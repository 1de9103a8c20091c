"""Switch off parts of Inspect that are imported and started in every run, but not used here.

They take longer than the first episode. They are not part of Inspect's public interface: parts that
another version of Inspect does not have are ignored.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from importlib import import_module
from types import ModuleType
from typing import Any

from inspect_ai.model import Model

_SERVER = "inspect_ai.agent._acp.server"


@contextmanager
def without_editors() -> Iterator[None]:
    """Run Inspect without its sessions for editors (Agent Client Protocol) and their server."""
    with ExitStack() as stack:
        # Inspect starts one session per sample, unless there is one already.
        module_names = _names_in("inspect_ai.agent._acp.transport")
        active: ContextVar[bool] | None = module_names.get("_acp_live_active")
        if active is not None:
            stack.callback(active.reset, active.set(True))
        # It imports the server even if it does not start it.
        if _SERVER not in sys.modules:
            sys.modules[_SERVER] = _no_server()
            stack.callback(sys.modules.pop, _SERVER)
        yield


@contextmanager
def without_providers(model: Model | None) -> Iterator[None]:
    """Run Inspect without importing the libraries of Anthropic and OpenAI, if there is no model.

    Inspect imports them to initialise state for each sample, which has a default.
    """
    module_names = _names_in("inspect_ai.model._assistant_internal")
    names = ("_HAS_ANTHROPIC", "_HAS_OPENAI") if model is None else ()
    previous = {name: module_names[name] for name in names if name in module_names}
    module_names.update(dict.fromkeys(previous, False))
    try:
        yield
    finally:
        module_names.update(previous)


def _names_in(module: str) -> dict[str, Any]:
    """Return the names of a module of Inspect, which can be changed; none if it is not there."""
    try:
        return import_module(module).__dict__
    except ImportError:
        return {}


def _no_server() -> ModuleType:
    """Return a module with the functions of the server that Inspect calls if it is not started."""
    module: Any = ModuleType(_SERVER)
    module.acp_server = lambda **_: nullcontext()
    module.acp_server_accepting_clients = lambda: False
    return module
