"""Types of options that are numbers, with their limits."""

import math
from typing import Any

import click


class Integer(click.IntRange):
    """An integer with limits. Click's own type calls it an `integer range` in errors and help."""

    name = "integer"


class Number(click.FloatRange):
    """A finite number with limits. Click's own type accepts `nan` and `inf`."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a valid number.", param, ctx)
        return number

    def _describe_range(self) -> str:
        """Return the limits for `--help`. Click describes a number without limits as `x<=None`."""
        return "" if self.min is None and self.max is None else super()._describe_range()


SEED = Integer(0, 2**32 - 1)
"""The type of a seed that PyTorch and NumPy accept."""
