"""Presets: named, versioned settings with which an agent follows a published protocol.

An agent's module defines its presets by name and benchmark:

    PRESETS = {
        ("paper", "turkingbench"): Preset(version=1, source="Xu et al. 2025", agent={"rounds": 1})
    }
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from webproctor.core import registry
from webproctor.core.errors import UserError, did_you_mean
from webproctor.core.factories import Factory, as_json, name_of, without_effect


@dataclass(frozen=True)
class Preset:
    """Settings of an agent and of a benchmark that replace their defaults.

    Attributes:
        version: Increases with each change of the settings.
        source: Where the protocol is published: the paper and its section, or a public file.
        agent: Settings of the agent.
        benchmark: Settings of the benchmark.
    """

    version: int
    source: str
    agent: Mapping[str, Any] = field(default_factory=dict)
    benchmark: Mapping[str, Any] = field(default_factory=dict)


def presets_of(agent: Factory) -> Mapping[tuple[str, str], Preset]:
    """Return the presets of an agent, by name and benchmark."""
    return getattr(sys.modules[agent.__module__], "PRESETS", {})


def find_preset(name: str, agent: str | Factory, benchmark: str) -> Preset:
    """Return the preset of an agent for a benchmark.

    Args:
        agent: The agent's name, `path/file.py:NAME`, or its factory.
        benchmark: The benchmark's name.

    Raises:
        UserError: If the agent has no such preset for the benchmark.
    """
    factory = registry.factory("agents", agent) if isinstance(agent, str) else agent
    label = registry.short(agent) if isinstance(agent, str) else name_of(factory)
    presets = presets_of(factory)
    if (preset := presets.get((name, registry.short(benchmark)))) is None:
        known = {preset_name for preset_name, _ in presets}
        listed = ", ".join(map(" on ".join, sorted(presets))) or "none"
        raise UserError(
            f"agent {label!r} has no preset {name!r} for {benchmark}."
            f"{did_you_mean(name, known)} Its presets: {listed}."
        )
    return preset


def with_preset(
    make: Factory, preset: Mapping[str, Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return settings with those of a preset as defaults.

    Those of the preset that have no effect with the given ones are left out.
    """
    merged = {**preset, **given}
    unused = {one.name for one in without_effect(make, merged) if one.name in preset}
    return {
        name: value
        for name, value in merged.items()
        if name not in unused or as_json(value) != as_json(preset[name])
    }


def described(
    name: str, preset: Preset, agent: Mapping[str, Any], benchmark: Mapping[str, Any]
) -> str:
    """Return the entry of a run's condition: the preset, its version and what was changed.

    Args:
        agent: The agent's settings in the run.
        benchmark: The benchmark's settings in the run.
    """
    changed = [
        key
        for preset_values, run_values in ((preset.agent, agent), (preset.benchmark, benchmark))
        for key, value in preset_values.items()
        if as_json(run_values.get(key, value)) != as_json(value)
    ]
    return f"{name} (version {preset.version})" + (
        f", except {', '.join(changed)}" if changed else ""
    )
