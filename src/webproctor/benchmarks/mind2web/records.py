"""One type for every form in which Mind2Web's data comes (catalogue, sections 1.2 to 1.5)."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from webproctor.dom import MARKER, Rect, rect

Op = Literal["CLICK", "TYPE", "SELECT"]
# What instrumentation left behind; a model that reads it has seen the answer.
_TARGET = re.compile(rf"{MARKER}(?!\w)")
_MARKED = re.compile(rf'\s{MARKER}\w*="[^"]*"')


class RecordError(Exception):
    """A record is not what it should be; the message names the field."""


@dataclass(frozen=True, slots=True)
class Operation:
    """What was done to the element.

    Attributes:
        op: What it counts as.
        original_op: What the annotator did: HOVER and ENTER too.
        value: The text typed, or the label of the option chosen; "" for clicks.
    """

    op: Op
    value: str = ""
    original_op: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that could be the target.

    Attributes:
        id: Its backend node id, unique in one page.
        tag: Lower-case tag name.
        attributes: What the data says of it, without the marks of the recording tool.
        original: The annotator picked this very element.
        top_level: It is the nearest clickable element round the picked one.
    """

    id: str
    tag: str
    attributes: Mapping[str, str]
    original: bool = False
    top_level: bool = False

    @property
    def box(self) -> Rect:
        """Where it is, in pixels of the page: x, y, width, height."""
        return rect(self.attributes.get("bounding_box_rect", ""))


@dataclass(frozen=True, slots=True)
class Step:
    """One recorded step: the page before an action, and the action.

    Attributes:
        annotation_id: The task's id.
        uid: The action's id.
        raw_html: The page with boxes and classes, "" where the form has none.
        cleaned_html: The page as models read it.
        positives: Candidates accepted as the right one; may be empty.
        negatives: The other candidates, in document order.
        screenshot: The page as PNG or JPEG, in full length, where the form has one.
        marks: How many marks of the recording tool were taken out of the record: they name
            targets, of this step or of an earlier one.
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

    @property
    def key(self) -> str:
        """The name of the step in files of scores and predictions."""
        return f"{self.annotation_id}_{self.uid}"


@dataclass(frozen=True, slots=True)
class Demonstration:
    """One task as people demonstrated it; its steps are read one by one from the data set.

    Attributes:
        annotation_id: The task's id.
        task: What was to be done.
        split: `train`, `test_task`, `test_website`, `test_domain`, or the file's own name.
        reprs: The actions in words.
        uids: The actions' ids, in order.
        numbers: The place of each action among the words: filtered data leaves actions out.
        more: What else the record says, such as a canary; exports carry it on.
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

    def words(self, step: int) -> str:
        """A step's action in words, "" where the record has none."""
        number = self.numbers[step]
        return self.reprs[number] if number < len(self.reprs) else ""

    def previous(self, step: int) -> tuple[str, ...]:
        """The actions before a step, in words."""
        return self.reprs[: self.numbers[step]]


_HEADER = ("annotation_id", "confirmed_task", "website", "domain", "subdomain", "action_reprs")


def demonstration(
    record: Mapping[str, Any],
    uids: Sequence[str],
    split: str,
    numbers: Sequence[int] | None = None,
) -> Demonstration:
    """Read a task record, its actions left out.

    Args:
        numbers: The place of each action among the words; by default they follow one another.

    Raises:
        RecordError: If a field is missing or wrong.
    """
    reprs = _field(record, "action_reprs", list)
    return Demonstration(
        annotation_id=_field(record, "annotation_id", str),
        task=_field(record, "confirmed_task", str),
        website=_field(record, "website", str),
        domain=_field(record, "domain", str),
        subdomain=_field(record, "subdomain", str),
        split=split,
        reprs=tuple(map(str, reprs)),
        uids=tuple(uids),
        numbers=tuple(range(len(uids)) if numbers is None else numbers),
        more={name: value for name, value in record.items() if name not in (*_HEADER, "actions")},
    )


def step(record: Mapping[str, Any], annotation_id: str, screenshot: bytes | None = None) -> Step:
    """Read an action record: of a shard, or of a Multimodal row, whose fields are JSON in JSON.

    Raises:
        RecordError: If a field is missing or wrong.
    """
    told = _decoded(record, "operation", dict)
    op = told.get("op")
    if op not in get_args(Op):
        raise RecordError(f"operation: op is {op!r}; it must be CLICK, TYPE or SELECT")
    return Step(
        annotation_id=annotation_id,
        uid=_field(record, "action_uid", str),
        raw_html=without_marks(record.get("raw_html") or ""),
        cleaned_html=without_marks(_field(record, "cleaned_html", str)),
        operation=Operation(op, told.get("value") or "", told.get("original_op") or op),
        positives=tuple(_candidates(record, "pos_candidates")),
        negatives=tuple(_candidates(record, "neg_candidates")),
        screenshot=screenshot,
        marks=_marks(record),
    )


def _marks(record: Mapping[str, Any]) -> int:
    whole = record.get("raw_html") or ""
    listed = (*record["pos_candidates"], *record["neg_candidates"])
    return len(_TARGET.findall(whole)) + sum(len(_TARGET.findall(str(one))) for one in listed)


def without_marks(markup: str) -> str:
    """Markup without what the recording tool wrote into it."""
    return _MARKED.sub("", markup) if MARKER in markup else markup


def _candidates(record: Mapping[str, Any], name: str) -> list[Candidate]:
    return [
        _candidate(one, f"{name}[{place}]") for place, one in enumerate(_field(record, name, list))
    ]


def _candidate(record: Mapping[str, Any] | str, where: str) -> Candidate:
    told = _parsed(record, where, dict)
    attributes = _parsed(told.get("attributes", "{}"), f"{where}.attributes", dict)
    return Candidate(
        id=str(told.get("backend_node_id") or attributes.get("backend_node_id", "")),
        tag=str(told.get("tag", "")),
        attributes={
            name: str(value) for name, value in attributes.items() if not name.startswith(MARKER)
        },
        original=bool(told.get("is_original_target")),
        top_level=bool(told.get("is_top_level_target")),
    )


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


def _parsed(value: Any, where: str, kind: type) -> Any:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except json.JSONDecodeError as error:
            raise RecordError(f"{where} is no JSON: {error}") from error
    if not isinstance(value, kind):
        raise RecordError(f"{where} is {type(value).__name__}; it must be {kind.__name__}")
    return value
