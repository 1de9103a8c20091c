"""The types of command-line options for the settings of benchmarks and agents."""

import inspect
import types
from collections.abc import Collection
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import click

from webproctor.cli.numbers import Integer, Number
from webproctor.core.errors import UserError


def option_type(hint: Any) -> tuple[Any, bool]:
    """Return the type of an option, and whether the option can be repeated.

    Raises:
        UserError: If the command line has no such values, as for a list or a union of types.
    """
    if get_origin(hint) in (Union, types.UnionType):
        parts = [part for part in get_args(hint) if part is not type(None)]
        hint = parts[0] if len(parts) == 1 else hint
    if get_origin(hint) is tuple:
        return option_type(get_args(hint)[0])[0], True
    if get_origin(hint) is Annotated:
        return _range(*get_args(hint)), False
    if get_origin(hint) is Literal:
        return click.Choice(get_args(hint)), False
    if (
        not inspect.isclass(hint)
        or get_origin(hint)
        or (issubclass(hint, Collection) and not issubclass(hint, str))
    ):
        raise UserError(
            f"it has the type {inspect.formatannotation(hint)}, which is not available as an "
            "option. Use str, bool, int, float, Path, a Literal, one of them `| None`, or "
            "tuple[str, ...] for several values."
        )
    return Number() if hint is float else hint, False


def _range(number_type: type, bound: Any) -> click.ParamType:
    """Return the type of a number with a bound, such as `PositiveInt`."""
    range_type = Integer if number_type is int else Number
    return range_type(bound.gt, min_open=True) if hasattr(bound, "gt") else range_type(bound.ge)
