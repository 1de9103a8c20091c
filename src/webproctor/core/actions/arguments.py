"""Types of action arguments: every number is finite and has bounds, stated in the JSON schema."""

from typing import Annotated

from pydantic import Field

# Seconds.
LONGEST = 60
# Larger than any page or image; beyond it, browsers lose precision and overflow.
FARTHEST = 1_000_000
_GREATEST = 10**18

Coordinate = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST)]
Point = Annotated[list[Coordinate], Field(min_length=2, max_length=2, description="[x, y]")]
Seconds = Annotated[float, Field(ge=0, le=LONGEST)]
Index = Annotated[int, Field(ge=0, le=FARTHEST)]
Number = Annotated[float, Field(ge=-_GREATEST, le=_GREATEST)]
Integer = Annotated[int, Field(ge=-_GREATEST, le=_GREATEST)]
