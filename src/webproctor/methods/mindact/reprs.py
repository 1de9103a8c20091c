"""Actions as text in the format of Mind2Web's `action_reprs`: `[button]  Search -> CLICK`."""

import re
from dataclasses import dataclass
from typing import Literal

MAX_NAME_LENGTH = 50
_REPR = re.compile(r"\[(?P<role>[^\]]*)\] {1,2}(?P<name>.*) -> (?P<op>[A-Z]+)(?:: (?P<value>.*))?")
_MAPPED: dict[str, Literal["CLICK", "TYPE", "SELECT"]] = {
    "CLICK": "CLICK",
    "TYPE": "TYPE",
    "SELECT": "SELECT",
    "HOVER": "CLICK",
    "ENTER": "CLICK",
}


@dataclass(frozen=True, slots=True)
class Repr:
    """An action as text.

    Attributes:
        role: The element's accessibility role, or its tag.
        name: Its accessible name, truncated; may be empty.
        op: The operation: CLICK, TYPE, SELECT, HOVER or ENTER.
        value: The text typed or chosen.
    """

    role: str
    name: str
    op: str
    value: str = ""

    @property
    def mapped(self) -> Literal["CLICK", "TYPE", "SELECT"]:
        """The operation that it is scored as."""
        return _MAPPED[self.op]

    def __str__(self) -> str:
        name, end = self.name, "..."
        if len(name.removesuffix(end)) > MAX_NAME_LENGTH:
            name = f"{name[:MAX_NAME_LENGTH]}{end}"
        value = f": {' '.join(self.value.splitlines())}" if self.op in ("TYPE", "SELECT") else ""
        return f"[{self.role}]  {name} -> {self.op}{value}"


def read_repr(text: str) -> Repr | None:
    """Parse an action; None if the text is not one."""
    match = _REPR.fullmatch(text)
    if match is None or match["op"] not in _MAPPED:
        return None
    return Repr(match["role"], match["name"], match["op"], match["value"] or "")
