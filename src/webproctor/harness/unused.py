"""Switch off parts of Inspect that are imported and started in every run, but not used here.

They take longer than the first episode. They are not part of Inspect's public interface: parts that
another version of Inspect does not have are ignored.
"""

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from importlib import import_module
from types import ModuleType, TracebackType
from typing import Any

from inspect_ai.model import Model

_SERVER = "inspect_ai.agent._acp.server"
# The modules that log the errors of model requests and of samples.
_LOGGING_ERRORS = ("inspect_ai.model._model", "inspect_ai.log._log")
# The length of a logged traceback in characters, of which half are from its beginning.
_MAX_LENGTH = 100_000
_HALF = _MAX_LENGTH // 2


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


@contextmanager
def without_coloured_tracebacks() -> Iterator[None]:
    """Run Inspect without colours in logged tracebacks.

    Rendering one with colours takes 0.1 to 1 s, in which all episodes wait, and a model that is
    overloaded can refuse many requests.
    """
    with ExitStack() as stack:
        for module in _LOGGING_ERRORS:
            stack.enter_context(_replaced(module, "format_traceback", _plain_traceback))
        yield


def without_results_table() -> AbstractContextManager[None]:
    """Run Inspect without its table of results, which it renders even if it does not print it."""
    return _replaced("inspect_ai._display.rich.display", "tasks_results", lambda _: "")


@contextmanager
def _replaced(module: str, name: str, function: Callable[..., object]) -> Iterator[None]:
    """Replace a function of Inspect, if it has it."""
    module_names = _names_in(module)
    previous = module_names.get(name)
    if previous is not None:
        module_names[name] = function
    try:
        yield
    finally:
        if previous is not None:
            module_names[name] = previous


def _plain_traceback(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> tuple[str, str]:
    """Return the traceback twice: Inspect expects one without and one with colours."""
    text = "".join(traceback.format_exception(kind, error, trace))
    text = text if len(text) <= _MAX_LENGTH else f"{text[:_HALF]}\n...\n{text[-_HALF:]}"
    return text, text


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
