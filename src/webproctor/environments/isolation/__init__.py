"""Isolation: sandboxes for programs, and temporary folders that are always cleaned up."""

from webproctor.environments.isolation.network import Entrance, Gate, SandboxGone, entrance
from webproctor.environments.isolation.owned import (
    owned_folder,
    sweep,
    sweep_once,
    temporary_folder,
)
from webproctor.environments.isolation.sandbox import (
    MEBIBYTE,
    Isolation,
    Sandbox,
    hidden_folders,
    how_to_fix,
    isolation,
    request,
    unavailable_reason,
)

__all__ = [
    "MEBIBYTE",
    "Entrance",
    "Gate",
    "Isolation",
    "Sandbox",
    "SandboxGone",
    "entrance",
    "hidden_folders",
    "how_to_fix",
    "isolation",
    "owned_folder",
    "request",
    "sweep",
    "sweep_once",
    "temporary_folder",
    "unavailable_reason",
]
