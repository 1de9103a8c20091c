"""Types for tasks, steps and candidates, shared by all formats of Mind2Web's data."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from webproctor.core.dom import MARKER, MarkupError, Rect, Tree, parse, rect
from webproctor.core.errors import UserError
from webproctor.files.reading import finite, parse_json

Op = Literal["CLICK", "TYPE", "SELECT"]
# Attributes that the recording tool left in the pages. They reveal the answer.
_MARKER_NAME = re.compile(rf"{MARKER}(?!\w)")
_MARKER_ATTRIBUTE = re.compile(rf"""\s{MARKER}\w*\s*=\s*("[^"]*"|'[^']*')""")


class RecordError(Exception):
    """A record is invalid. The message names the field."""


@dataclass(frozen=True, slots=True)
class Operation:
    """The annotated operation of a step.

    Attributes:
        op: The operation that is scored.
        value: The text typed, or the label of the option selected; "" for clicks.
        original_op: What the annotator did; may also be HOVER or ENTER.
    """

    op: Op
    value: str = ""
    original_op: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that could be the target.

    Attributes:
        id: Backend node id, unique within a page.
        tag: Lower-case tag name.
        attributes: Attributes in the data, without those of the recording tool.
        original: Whether the annotator picked this element.
        top_level: Whether it is the nearest clickable element around the picked one.
    """

    id: str
    tag: str
    attributes: Mapping[str, str]
    original: bool = False
    top_level: bool = False

    @property
    def box(self) -> Rect:
        """x, y, width and height, in pixels of the page."""
        return rect(self.attributes.get("bounding_box_rect", ""))


@dataclass(frozen=True, slots=True)
class Step:
    """One recorded step: the page before an action, and the action.

    Attributes:
        annotation_id: The task's id.
        uid: The action's id.
        raw_html: The page with boxes and classes; "" if the format has none.
        cleaned_html: The page as given to models.
        operation: The annotated operation.
        positives: Accepted candidates; may be empty.
        negatives: The other candidates, in document order.
        screenshot: The full page as PNG or JPEG; None if the format has none.
        marks: Number of attributes of the recording tool that were removed from the record; they
            reveal targets of this step or an earlier one.
        source: Where its record is, for errors: the file, in a table the row, task and action.
    """

    annotation_id: str
    uid: str
    raw_html: str
    cleaned_html: str
    operation: Operation
    positives: tuple[Candidate, ...]
    negatives: tuple[Candidate, ...]
    screenshot: bytes | None = None
    marks: int = 0
    source: str = field(default="", compare=False)

    @property
    def key(self) -> str:
        """The key of the step in files of scores and predictions."""
        return _key(self.annotation_id, self.uid)

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """All candidates, the accepted ones first."""
        return (*self.positives, *self.negatives)

    def page(self) -> Tree:
        """Parse the cleaned page.

        Raises:
            UserError: If it is not well-formed XML.
        """
        try:
            return parse(self.cleaned_html)
        except MarkupError as error:
            source = self.source or f"step {self.key}"
            raise UserError(
                f"{source}: cleaned_html is not valid XML: {error}. Repair it, or download the "
                "file again."
            ) from error


@dataclass(frozen=True, slots=True)
class Demonstration:
    """One annotated task. Its steps are read from the data set when needed.

    Attributes:
        annotation_id: The task's id.
        task: The instruction.
        split: `train`, `test_task`, `test_website`, `test_domain`, or the file's name.
        reprs: The record's `action_reprs`: every action as text.
        uids: The actions' ids, in order.
        numbers: Index of each action in `reprs`; filtered data leaves actions out.
        more: Other fields of the record, such as a canary string; exports keep them.
    """

    annotation_id: str
    task: str
    website: str
    domain: str
    subdomain: str
    split: str
    reprs: tuple[str, ...]
    uids: tuple[str, ...]
    numbers: tuple[int, ...]
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def keys(self) -> list[str]:
        """The keys of the steps; see `Step.key`."""
        return [_key(self.annotation_id, uid) for uid in self.uids]

    def words(self, step: int) -> str:
        """Return a step's action as text."""
        return self.reprs[self.numbers[step]]

    def previous(self, step: int) -> tuple[str, ...]:
        """Return the actions before a step, as text."""
        return self.reprs[: self.numbers[step]]


def _key(annotation_id: str, uid: str) -> str:
    return f"{annotation_id}_{uid}"


_HEADER = ("annotation_id", "confirmed_task", "website", "domain", "subdomain", "action_reprs")


def demonstration(
    record: Mapping[str, Any],
    uids: Sequence[str],
    split: str,
    numbers: Sequence[int] | None = None,
) -> Demonstration:
    """Read a task record without its actions.

    Args:
        numbers: Index of each action in `action_reprs`; consecutive by default.

    Raises:
        RecordError: If a field is missing or invalid.
    """
    reprs = _decoded(record, "action_reprs", list)
    if not all(isinstance(one, str) for one in reprs):
        raise RecordError("action_reprs must be text")
    if numbers is None:
        numbers = range(len(uids))
        if uids and len(reprs) != len(uids):
            raise RecordError(
                f"has {len(uids)} actions and {len(reprs)} action_reprs; every action must have one"
            )
    if len(set(numbers)) < len(numbers) or max(numbers, default=-1) >= len(reprs):
        raise RecordError(
            f"the indices of its actions are {', '.join(map(str, numbers))}; they must differ and "
            f"be less than {len(reprs)}, the number of action_reprs"
        )
    return Demonstration(
        annotation_id=_field(record, "annotation_id", str),
        task=_field(record, "confirmed_task", str),
        website=_field(record, "website", str),
        domain=_field(record, "domain", str),
        subdomain=_field(record, "subdomain", str),
        split=split,
        reprs=tuple(reprs),
        uids=tuple(uids),
        numbers=tuple(numbers),
        more={name: value for name, value in record.items() if name not in (*_HEADER, "actions")},
    )


def step(record: Mapping[str, Any], annotation_id: str, screenshot: bytes | None = None) -> Step:
    """Read an action record of a shard, or of a Multimodal-Mind2Web row (fields encoded as JSON).

    Raises:
        RecordError: If a field is missing or invalid.
    """
    operation = _decoded(record, "operation", dict)
    op = operation.get("op")
    if op not in get_args(Op):
        raise RecordError(f"operation: op is {op!r}; it must be CLICK, TYPE or SELECT")
    original, value = (operation.get(name) or "" for name in ("original_op", "value"))
    if not isinstance(original, str) or not isinstance(value, str):
        raise RecordError("operation: original_op and value must be text")
    raw = record.get("raw_html") or ""
    if not isinstance(raw, str):
        raise RecordError(f"raw_html is {type(raw).__name__}; it must be str")
    return Step(
        annotation_id=annotation_id,
        uid=_field(record, "action_uid", str),
        raw_html=without_markers(raw),
        cleaned_html=without_markers(_field(record, "cleaned_html", str)),
        operation=Operation(op, value, original or op),
        positives=tuple(_candidates(record, "pos_candidates")),
        negatives=tuple(_candidates(record, "neg_candidates")),
        screenshot=screenshot,
        marks=_marker_count(record),
    )


def _marker_count(record: Mapping[str, Any]) -> int:
    parts = (record.get("raw_html") or "", record["pos_candidates"], record["neg_candidates"])
    return sum(len(_MARKER_NAME.findall(str(part))) for part in parts)


def without_markers(markup: str) -> str:
    """Remove the recording tool's attributes from markup."""
    return _MARKER_ATTRIBUTE.sub("", markup) if MARKER in markup else markup


def _candidates(record: Mapping[str, Any], name: str) -> list[Candidate]:
    return [
        _candidate(candidate, f"{name}[{index}]")
        for index, candidate in enumerate(_decoded(record, name, list))
    ]


def _candidate(record: Mapping[str, Any] | str, source: str) -> Candidate:
    fields = _parsed(record, source, dict)
    attributes = _parsed(fields.get("attributes", "{}"), f"{source}.attributes", dict)
    return Candidate(
        id=node_id(fields.get("backend_node_id") or attributes.get("backend_node_id"), source),
        tag=str(fields.get("tag", "")),
        attributes={
            name: str(value) for name, value in attributes.items() if not name.startswith(MARKER)
        },
        original=bool(fields.get("is_original_target")),
        top_level=bool(fields.get("is_top_level_target")),
    )


def node_id(value: Any, source: str) -> str:
    """Return an element's id as it is in pages. Tables can contain ids as decimal numbers, `4.0`.

    Args:
        source: The name of the record in errors.

    Raises:
        RecordError: If it is not an id.
    """
    if value is None or value == "":
        raise RecordError(f"{source}: backend_node_id is missing")
    if not isinstance(value, str) and finite(value) is None:
        raise RecordError(f"{source}: backend_node_id is {value!r:.100}; it must be an id")
    return str(value).removesuffix(".0")


def _field(record: Mapping[str, Any], name: str, kind: type) -> Any:
    if name not in record:
        raise RecordError(f"{name} is missing")
    if not isinstance(record[name], kind):
        raise RecordError(f"{name} is {type(record[name]).__name__}; it must be {kind.__name__}")
    return record[name]


def _decoded(record: Mapping[str, Any], name: str, kind: type) -> Any:
    if name not in record:
        raise RecordError(f"{name} is missing")
    return _parsed(record[name], name, kind)


def _parsed(value: Any, source: str, kind: type) -> Any:
    if isinstance(value, str):
        try:
            value = parse_json(value, source)
        except UserError as error:
            raise RecordError(str(error).removesuffix(".")) from error
    if not isinstance(value, kind):
        raise RecordError(f"{source} is {type(value).__name__}; it must be {kind.__name__}")
    return value
