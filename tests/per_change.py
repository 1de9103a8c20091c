"""Choose the parameters that a test has at every change; `make test-all` takes the others too."""

from collections.abc import Iterable
from typing import Any

import pytest


def exhaustive(config: pytest.Config) -> bool:
    """Return whether tests that are marked exhaustive run too."""
    return "not exhaustive" not in config.option.markexpr


def first(*values: Any, count: int = 1) -> list[Any]:
    """Return values as parameters of a test; all but the first ones are marked exhaustive."""
    return [_parameter(value, chosen=n < count) for n, value in enumerate(values)]


def every(step: int, values: Iterable[Any]) -> list[Any]:
    """Return values as parameters of a test; all but every `step`-th are marked exhaustive."""
    return [_parameter(value, chosen=n % step == 0) for n, value in enumerate(values)]


def only(chosen: Iterable[Any], values: Iterable[Any]) -> list[Any]:
    """Return values as parameters of a test; all but the chosen ones are marked exhaustive.

    Raises:
        ValueError: If a chosen value is not among the values.
    """
    chosen, values = list(chosen), list(values)
    if unknown := [one for one in chosen if one not in values]:
        raise ValueError(f"not among the parameters: {unknown}")
    return [_parameter(value, chosen=value in chosen) for value in values]


def _parameter(value: Any, *, chosen: bool) -> Any:
    marks = [] if chosen else [pytest.mark.exhaustive]
    if isinstance(value, type(pytest.param())):
        return pytest.param(*value.values, marks=[*value.marks, *marks], id=value.id)
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=marks)
