"""Examples in the prompt of a language model: steps with their groups of candidates and answers."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from webproctor.core.dom import MarkupError, Tree, parse
from webproctor.core.errors import UserError
from webproctor.files.reading import describe_errors, read_json

INCLUDED = Path(__file__).with_name("examples.json")
"""The included examples: invented pages with questions and answers of the paper's kinds."""


@dataclass(frozen=True, slots=True)
class Example:
    """A step, a group of its candidates, and the right answer.

    Attributes:
        tree: The cleaned page.
        task: The task's instruction.
        previous: The earlier actions as text.
        group: Indices of the candidates.
        right: Index of the right one; None if none of them is right.
        op: The operation on it: CLICK, TYPE or SELECT.
        value: The text to type or choose.
    """

    tree: Tree
    task: str
    previous: tuple[str, ...]
    group: tuple[int, ...]
    right: int | None = None
    op: str = ""
    value: str = ""


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid")

    task: str
    previous: list[str]
    html: str
    group: Annotated[list[str], Field(min_length=1, max_length=25)]
    right: str = ""
    op: Literal["CLICK", "TYPE", "SELECT", ""] = ""
    value: str = ""


_ENTRIES = TypeAdapter(list[_Entry])


def read_examples(path: Path = INCLUDED) -> list[Example]:
    """Read a JSON file of examples.

    The file is a list of objects: `task`, `previous` (the earlier actions as text), `html` (a
    cleaned page), `group` (backend node ids of the candidates), and the answer: `right` (the id of
    the right candidate, or ""), `op` and `value`.

    Raises:
        UserError: If it cannot be read, or an entry is invalid.
    """
    try:
        entries = _ENTRIES.validate_python(read_json(path))
    except ValidationError as error:
        raise UserError(f"{path}: {describe_errors(error)}.") from error
    return [_example(entry, f"{path}, entry {number}") for number, entry in enumerate(entries)]


def _example(entry: _Entry, location: str) -> Example:
    try:
        tree = parse(entry.html)
    except MarkupError as error:
        raise UserError(f"{location}: html is not valid XML: {error}.") from error
    if missing := [node_id for node_id in entry.group if node_id not in tree.indices]:
        raise UserError(f"{location}: html has no element with the id {missing[0]!r} of the group.")
    if len(set(entry.group)) < len(entry.group):
        raise UserError(f"{location}: an id occurs twice in the group.")
    if entry.right and entry.right not in entry.group:
        raise UserError(f"{location}: right is {entry.right!r}, which is not in the group.")
    if bool(entry.right) != bool(entry.op):
        raise UserError(f"{location}: give both right and op, or neither.")
    return Example(
        tree,
        entry.task,
        tuple(entry.previous),
        tuple(tree.indices[node_id] for node_id in entry.group),
        tree.indices[entry.right] if entry.right else None,
        entry.op,
        entry.value,
    )
