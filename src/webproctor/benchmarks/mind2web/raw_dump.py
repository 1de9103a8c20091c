"""Mind2Web's raw dump: a DOM snapshot for every step, no candidates (catalogue, section 1.4).

The dump's pages go through the same pipeline as live ones. What was done at a step stands in the
task's words (`action_reprs`), which the dump does not hold: a list of tasks beside it must.
"""

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web.records import Candidate, Operation, Step
from webproctor.dom import (
    ID,
    MARKER,
    EquivalenceBox,
    MarkupError,
    candidates,
    cleaned,
    positives,
    raw_tree,
    to_xml,
)
from webproctor.errors import UserError
from webproctor.mindact.reprs import read_repr

DOM, PICTURES = "processed/dom_content.json", "processed/screenshot.json"


def is_dump(folder: Path) -> bool:
    return (folder / "task_meta.json").is_file() or any(folder.glob(f"task/*/{DOM}"))


def actions(task: Path) -> list[dict[str, Any]]:
    """The recorded actions of a task's folder, in order.

    Raises:
        UserError: If the file is not what it should be.
    """
    path = task / DOM
    try:
        found = json.loads(path.read_bytes())
        if not all(isinstance(one["action_uid"], str) for one in found):
            raise ValueError("an action_uid must be text")
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise UserError(f"{path}: no list of recorded actions: {error}") from error
    return found


def picture(task: Path, uid: str) -> bytes | None:
    """The full-page screenshot before an action, if the dump has it."""
    path = task / PICTURES
    if not path.is_file():
        return None
    for one in json.loads(path.read_bytes()):
        if one.get("action_uid") == uid:
            return base64.b64decode(one["before"]["screenshot"])
    return None


def step_of(
    snapshot: Mapping[str, Any],
    annotation_id: str,
    uid: str,
    words: str,
    *,
    screenshot: bytes | None = None,
    box: EquivalenceBox = "target",
) -> Step:
    """A step from its DOM snapshot and its action in words.

    Raises:
        UserError: If the snapshot holds no page, or the words say no action.
    """
    told = read_repr(words)
    if told is None:
        raise UserError(f"{annotation_id}, action {uid}: {words!r} says no action.")
    try:
        raw = raw_tree(snapshot)
    except MarkupError as error:
        raise UserError(f"{annotation_id}, action {uid}: {error}") from error
    found = candidates(raw)
    target = next(
        (place for place, given in enumerate(raw.attributes) if given.get(MARKER) == uid), None
    )
    accepted = (
        {} if target is None else {one.place: one for one in positives(raw, target, found, box)}
    )
    page = to_xml(cleaned(raw, found))
    for given in raw.attributes:
        given.pop(MARKER, None)
    made = [
        Candidate(
            id=raw.attributes[place][ID],
            tag=raw.tags[place],
            attributes=raw.attributes[place],
            original=place in accepted and accepted[place].original,
            top_level=place in accepted and accepted[place].top_level,
        )
        for place in found
    ]
    return Step(
        annotation_id=annotation_id,
        uid=uid,
        raw_html=to_xml(raw),
        cleaned_html=page,
        operation=Operation(told.mapped, told.value, told.op),
        positives=tuple(one for one, place in zip(made, found, strict=True) if place in accepted),
        negatives=tuple(
            one for one, place in zip(made, found, strict=True) if place not in accepted
        ),
        screenshot=screenshot,
    )
