"""Isolation: sandboxes for programs, and temporary folders that are always cleaned up."""

from webproctor.environments.isolation.network import Entrance, Gate, SandboxGone, entrance
from webproctor.environments.isolation.owned import owned_folder, owner, sweep, sweep_once
from webproctor.environments.isolation.sandbox import (
    HOW_TO_INSTALL,
    MEBIBYTE,
    Isolation,
    Sandbox,
    hidden_folders,
    isolation,
    request,
    unavailable_reason,
)

__all__ = [
    "HOW_TO_INSTALL",
    "MEBIBYTE",
    "Entrance",
    "Gate",
    "Isolation",
    "Sandbox",
    "SandboxGone",
    "entrance",
    "hidden_folders",
    "isolation",
    "owned_folder",
    "owner",
    "request",
    "sweep",
    "sweep_once",
    "unavailable_reason",
]
