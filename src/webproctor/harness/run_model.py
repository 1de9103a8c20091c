"""The model of a run: whether its agent uses it, and what `run.json` says about it."""

import warnings
from typing import Any

from webproctor.agents import agent_name, is_agent
from webproctor.core import factories, registry
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.errors import ModelUnused, UserError
from webproctor.core.factories import Factory
from webproctor.core.llm import Model
from webproctor.core.redaction import redact_json
from webproctor.harness.accounting import RunAccount
from webproctor.harness.models import ModelSettings
from webproctor.run.provenance import plain


def check_model(
    agent: str | Agent | SelfDrivenAgent | Factory,
    agent_object: Agent | SelfDrivenAgent,
    model: ModelSettings | Model | None,
    budget: float | None,
) -> None:
    """Check that an agent uses the model that is given, and that a budget can be kept.

    Args:
        agent_object: The agent that was created.

    Raises:
        UserError: If the agent does not take the model, or the cost of the run is unknown.
    """
    name = agent_name(agent)
    factory: Any = registry.factory("agents", agent) if isinstance(agent, str) else agent
    takes_model = not is_agent(agent) and factories.takes(factory, "model")
    if model is not None and not takes_model:
        raise UserError(f"agent {name!r} does not take a model: remove --model.")
    if model is not None and not uses_model(agent_object):
        message = f"Agent {name!r} does not use the model with these settings: remove --model."
        warnings.warn(message, ModelUnused, stacklevel=2)
    if budget is None or isinstance(model, ModelSettings):
        return
    if model is not None or takes_model:
        raise UserError("--budget requires the name or the settings of a model: add --model.")
    if not getattr(agent_object, "reports_usage", False):
        raise UserError(
            f"agent {name!r} has no model and does not report its cost, so a budget has no effect: "
            "remove --budget. If the agent reports its usage, add the attribute "
            "`reports_usage = True` to it."
        )


def uses_model(agent: Agent | SelfDrivenAgent) -> bool:
    """Whether an agent uses the model that it was created with."""
    return getattr(agent, "uses_model", True)


def about_model(model: ModelSettings | Model | None, account: RunAccount) -> dict[str, Any] | None:
    """Return the settings of a model as JSON data, with the price by which costs are computed.

    For a Python object, only the name of its class is returned.
    """
    if not isinstance(model, ModelSettings):
        return {"name": type(model).__name__} if model else None
    price = account.price.model_dump() if account.price else None
    return redact_json(
        model.model_dump(mode="json", exclude={"arguments"})
        | {"arguments": plain(model.arguments), "price": price}
    )
