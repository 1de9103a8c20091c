"""Actions in words, as Mind2Web writes them: `[button]  Search -> CLICK` (catalogue, 1.2)."""

import re
from dataclasses import dataclass
from typing import Literal

LONGEST_NAME = 50
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
    """An action in words.

    Attributes:
        role: The element's accessibility role, or its tag.
        name: Its accessible name, cut; may be empty.
        op: What was done: CLICK, TYPE, SELECT, HOVER or ENTER.
        value: What was typed or chosen.
    """

    role: str
    name: str
    op: str
    value: str = ""

    @property
    def mapped(self) -> Literal["CLICK", "TYPE", "SELECT"]:
        """What the action counts as."""
        return _MAPPED[self.op]

    def __str__(self) -> str:
        name, end = self.name, "..."
        if len(name.removesuffix(end)) > LONGEST_NAME:
            name = f"{name[:LONGEST_NAME]}{end}"
        value = f": {' '.join(self.value.splitlines())}" if self.op in ("TYPE", "SELECT") else ""
        return f"[{self.role}]  {name} -> {self.op}{value}"


def read_repr(words: str) -> Repr | None:
    """Read an action in words; None if it is none."""
    found = _REPR.fullmatch(words)
    if found is None or found["op"] not in _MAPPED:
        return None
    return Repr(found["role"], found["name"], found["op"], found["value"] or "")
