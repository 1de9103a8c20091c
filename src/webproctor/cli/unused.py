"""Leave out modules that Inspect always imports, and that webproctor's commands never use.

They take a third of the time of importing Inspect.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from types import ModuleType
from typing import NoReturn

from pydantic import BaseModel

from webproctor.cli.importing import importing

VERSIONS = frozenset({"0.3.285"})
"""Versions of Inspect that were checked. With other versions, all modules are imported."""
# Each module with the names that Inspect takes from it when it is imported.
_UNUSED = {
    # Settings by which other programs run sets of evaluations.
    "inspect_ai._eval.eval_set_overrides": (
        "EvalSetOverrides",
        "EvalSetOverridesEpochs",
        "check_eval_set_overrides",
        "eval_set_overrides_requested",
        "merge_eval_set_overrides",
        "read_eval_set_overrides",
        "validate_eval_set_overrides",
    ),
    # The display that fills a terminal, with forms for people; `webproctor run` has its own.
    "inspect_ai._display.textual.display": ("TextualDisplay",),
    "inspect_ai.agent._human.panel": ("HumanAgentPanel",),
    "inspect_ai.approval._human.panel": ("panel_approval",),
    "inspect_ai.util._panel": ("InputPanel", "input_panel"),
    # Containers for the tools of a task; tasks of webproctor have none.
    "inspect_ai.util._sandbox.compose": (
        "ComposeBuild",
        "ComposeConfig",
        "ComposeHealthcheck",
        "ComposeService",
        "ComposeVolumeMount",
        "is_compose_yaml",
        "is_docker_compatible_config",
        "is_docker_compatible_sandbox_type",
        "is_dockerfile",
        "parse_compose_yaml",
    ),
    "inspect_ai.util._sandbox.docker.docker": ("DockerSandboxEnvironment",),
}
# The client for HTTP has a command line, and can run in Trio, if it is installed.
_ABSENT = ("httpx._main", "trio")


@contextmanager
def importing_harness() -> Iterator[None]:
    """Import modules that import Inspect, without what Inspect imports and webproctor never uses.

    See `importing` and `without_unused`.
    """
    with importing(), without_unused():
        yield


@contextmanager
def without_unused() -> Iterator[None]:
    """Leave these modules out of an import of Inspect in this block.

    Use it only in webproctor's own programs: the parts of Inspect that need these modules do not
    work afterwards.
    """
    with ExitStack() as stack:
        if "inspect_ai" not in sys.modules and version("inspect-ai") in VERSIONS:
            for name in {*_UNUSED, *_ABSENT} - sys.modules.keys():
                # Python treats a module that is None as not installed.
                modules: dict[str, ModuleType | None] = sys.modules  # pyright: ignore
                modules[name] = _placeholder(name) if name in _UNUSED else None
                stack.callback(modules.pop, name)
        yield


class _Omitted(BaseModel):
    """Stands for a class or a function; a model, because Inspect's models have such fields."""

    def __init__(self, *_: object, **__: object) -> NoReturn:
        raise RuntimeError(f"webproctor's commands do not import Inspect's {type(self).__name__}.")


def _placeholder(module: str) -> ModuleType:
    placeholder = ModuleType(module)
    for name in _UNUSED[module]:
        setattr(placeholder, name, type(name, (_Omitted,), {}))
    return placeholder
