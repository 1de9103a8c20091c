"""Why an action set refuses calls."""

from collections.abc import Mapping, Sequence
from typing import Any

from webproctor.core.actions import ActionSet, BadAction


def refusal(actions: ActionSet, name: str, **arguments: Any) -> str:
    """Return why a call is invalid; "" if it is valid."""
    try:
        actions.parse(name, arguments)
    except BadAction as error:
        return str(error)
    return ""


def check_range(
    actions: ActionSet,
    name: str,
    arguments: Mapping[str, Any],
    valid: Sequence[float],
    invalid: Sequence[float],
) -> None:
    """Check which numbers are valid in place of the argument that is None."""
    [key] = [key for key, value in arguments.items() if value is None]
    assert not any(refusal(actions, name, **{**arguments, key: number}) for number in valid)
    for number in invalid:
        reason = refusal(actions, name, **{**arguments, key: number})
        assert f"{key}: must be a number from " in reason
