"""Reader for Mind2Web's raw dump, which has a DOM snapshot for every step and no candidates.

The snapshots go through the same pipeline as live pages. The annotated actions (`action_reprs`) are
not part of the dump; they are read from a separate list of tasks.
"""

import base64
import binascii
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web.records import Candidate, Operation, Step
from webproctor.core.dom import (
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
from webproctor.core.errors import UserError
from webproctor.files.reading import read_json
from webproctor.methods.mindact.reprs import read_repr

DOM, PICTURES = "processed/dom_content.json", "processed/screenshot.json"


def is_dump(folder: Path) -> bool:
    return (folder / "task_meta.json").is_file() or any(folder.glob(f"task/*/{DOM}"))


def actions(task: Path) -> list[dict[str, Any]]:
    """Return the recorded actions of a task's folder, in order.

    Raises:
        UserError: If the file is invalid.
    """
    return recorded(task / DOM)


def snapshot(task: Path, place: int) -> Mapping[str, Any]:
    """Return the DOM snapshot before a task's action.

    Raises:
        UserError: If there is none.
    """
    return _before(task / DOM, place, actions(task)[place], "dom", dict)


def picture(task: Path, uid: str) -> bytes | None:
    """Return the full-page screenshot before an action, or None if the dump has none."""
    path = task / PICTURES
    if not path.is_file():
        return None
    for place, one in enumerate(recorded(path)):
        if one["action_uid"] == uid:
            written = _before(path, place, one, "screenshot", str)
            try:
                return base64.b64decode(written)
            except (binascii.Error, ValueError) as error:
                raise UserError(f"{path}, entry {place}: screenshot: {error}.") from error
    return None


def recorded(path: Path) -> list[dict[str, Any]]:
    """Return the recorded actions of one of a task's files, in file order.

    Each has an `action_uid`.

    Raises:
        UserError: If the file is invalid.
    """
    listed = read_json(path)
    if not isinstance(listed, list):
        raise UserError(f"{path}: must be a list of recorded actions.")
    for place, one in enumerate(listed):
        if not isinstance(one, dict) or not isinstance(one.get("action_uid"), str):
            raise UserError(f"{path}, entry {place}: action_uid must be text.")
    return listed


def _before(path: Path, place: int, action: Mapping[str, Any], name: str, kind: type) -> Any:
    before = action.get("before")
    found = before.get(name) if isinstance(before, dict) else None
    if not isinstance(found, kind):
        raise UserError(f"{path}, entry {place}: before.{name} is missing or has the wrong type.")
    return found


def step_of(
    snapshot: Mapping[str, Any],
    annotation_id: str,
    uid: str,
    words: str,
    *,
    screenshot: bytes | None = None,
    box: EquivalenceBox = "target",
) -> Step:
    """Build a step from its DOM snapshot and its `action_reprs` entry.

    Args:
        words: The entry, such as `[button]  Go -> CLICK`.
        box: The element whose box accepted elements must lie in.

    Raises:
        UserError: If the snapshot contains no page, or `words` is not an action.
    """
    told = read_repr(words)
    if told is None:
        raise UserError(f"{annotation_id}, action {uid}: {words!r} is not an action.")
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
