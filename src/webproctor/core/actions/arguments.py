"""Types of action arguments: every number is finite and has bounds, stated in the JSON schema."""

from typing import Annotated

from pydantic import Field

# Seconds.
MAX_SECONDS = 60
# Larger than any page or image; beyond it, browsers lose precision and overflow.
MAX_COORDINATE = 1_000_000
_MAX_NUMBER = 10**18

Coordinate = Annotated[float, Field(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
Point = Annotated[list[Coordinate], Field(min_length=2, max_length=2, description="[x, y]")]
Seconds = Annotated[float, Field(ge=0, le=MAX_SECONDS)]
Index = Annotated[int, Field(ge=0, le=MAX_COORDINATE)]
Number = Annotated[float, Field(ge=-_MAX_NUMBER, le=_MAX_NUMBER)]
Integer = Annotated[int, Field(ge=-_MAX_NUMBER, le=_MAX_NUMBER)]


def check_point(x: float | None, y: float | None, names: str = "x and y") -> None:
    """Raise `ValueError` if a point has only one of its coordinates."""
    if (x is None) != (y is None):
        raise ValueError(f"a point needs both {names}")
