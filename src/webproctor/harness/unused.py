"""Switch off parts of Inspect that its runs always import and start, and runs of agents never use.

They take longer than the first episode. Each has no effect if another version of Inspect is
organised differently.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from types import ModuleType
from typing import Any

from inspect_ai.agent._acp import transport
from inspect_ai.model import Model, _assistant_internal

_SERVER = "inspect_ai.agent._acp.server"


@contextmanager
def without_editors() -> Iterator[None]:
    """Run Inspect without its sessions for editors (Agent Client Protocol) and their server."""
    with ExitStack() as stack:
        # Inspect starts one session per sample, unless there is one already.
        active: ContextVar[bool] | None = getattr(transport, "_acp_live_active", None)
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
    states: dict[str, Any] = _assistant_internal.__dict__
    names = ("_HAS_ANTHROPIC", "_HAS_OPENAI") if model is None else ()
    before = {name: states[name] for name in names if name in states}
    states.update(dict.fromkeys(before, False))
    try:
        yield
    finally:
        states.update(before)


def _no_server() -> ModuleType:
    """Return a module with the functions of the server that Inspect calls if it is not started."""
    module: Any = ModuleType(_SERVER)
    module.acp_server = lambda **_: nullcontext()
    module.acp_server_accepting_clients = lambda: False
    return module
