"""What `run.json` says about the agent of a run."""

from typing import Any

from webproctor.agents import agent_name, surface_of
from webproctor.core import registry
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.factories import Factory
from webproctor.core.redaction import redact_json
from webproctor.core.scores import Table
from webproctor.run.provenance import plain


def about_agent(
    agent: str | Agent | SelfDrivenAgent | Factory,
    agent_object: Agent | SelfDrivenAgent,
    settings: dict[str, Any],
) -> dict[str, Any]:
    """Return the entries of `run.json` about an agent, with keys in its settings redacted."""
    coverage: Table | None = getattr(agent_object, "coverage", None)
    return {
        "agent": _recorded_name(agent),
        # Commands, addresses and the provider's arguments may contain keys.
        "agent_settings": redact_json(plain(settings)),
        "surface": surface_of(agent_object),
        **({} if coverage is None else {"coverage": coverage.model_dump()}),
    }


def _recorded_name(agent: str | Agent | SelfDrivenAgent | Factory) -> str:
    """Return the name of an agent in `run.json`, which for a Python object differs from the names
    of registered agents."""
    if isinstance(agent, str):
        return registry.located(agent)
    name, module = agent_name(agent), getattr(agent, "__module__", None) or ""
    is_included = module.startswith("webproctor.")
    return (
        name if is_included or name not in registry.names("agents") else f"{name} (Python object)"
    )
