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


def snapshot(task: Path, index: int) -> Mapping[str, Any]:
    """Return the DOM snapshot before a task's action.

    Raises:
        UserError: If there is none.
    """
    return _state_before(task / DOM, index, actions(task)[index], "dom", dict)


def picture(task: Path, uid: str) -> bytes | None:
    """Return the full-page screenshot before an action, or None if the dump has none."""
    path = task / PICTURES
    if not path.is_file():
        return None
    for index, action in enumerate(recorded(path)):
        if action["action_uid"] == uid:
            encoded = _state_before(path, index, action, "screenshot", str)
            try:
                return base64.b64decode(encoded)
            except (binascii.Error, ValueError) as error:
                raise UserError(f"{path}, entry {index}: screenshot: {error}.") from error
    return None


def recorded(path: Path) -> list[dict[str, Any]]:
    """Return the recorded actions of one of a task's files, in file order.

    Each has an `action_uid`.

    Raises:
        UserError: If the file is invalid.
    """
    entries = read_json(path)
    if not isinstance(entries, list):
        raise UserError(f"{path}: must be a list of recorded actions.")
    for index, entry in enumerate(entries):
        if not isinstance(entry, dict) or not isinstance(entry.get("action_uid"), str):
            raise UserError(f"{path}, entry {index}: action_uid must be text.")
    return entries


def _state_before(path: Path, index: int, action: Mapping[str, Any], name: str, kind: type) -> Any:
    before = action.get("before")
    value = before.get(name) if isinstance(before, dict) else None
    if not isinstance(value, kind):
        raise UserError(f"{path}, entry {index}: before.{name} is missing or has the wrong type.")
    return value


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
    operation = read_repr(words)
    if operation is None:
        raise UserError(f"{annotation_id}, action {uid}: {words!r} is not an action.")
    try:
        raw = raw_tree(snapshot)
    except MarkupError as error:
        raise UserError(f"{annotation_id}, action {uid}: {error}") from error
    candidate_nodes = candidates(raw)
    targets = [
        node for node, attributes in enumerate(raw.attributes) if attributes.get(MARKER) == uid
    ]
    accepted = {
        candidate.index: candidate
        for target in targets[:1]
        for candidate in positives(raw, target, candidate_nodes, box)
    }
    page = to_xml(cleaned(raw, candidate_nodes))
    for attributes in raw.attributes:
        attributes.pop(MARKER, None)
    by_node = {
        node: Candidate(
            id=raw.attributes[node][ID],
            tag=raw.tags[node],
            attributes=raw.attributes[node],
            original=node in accepted and accepted[node].original,
            top_level=node in accepted and accepted[node].top_level,
        )
        for node in candidate_nodes
    }
    return Step(
        annotation_id=annotation_id,
        uid=uid,
        raw_html=to_xml(raw),
        cleaned_html=page,
        operation=Operation(operation.mapped, operation.value, operation.op),
        positives=tuple(one for node, one in by_node.items() if node in accepted),
        negatives=tuple(one for node, one in by_node.items() if node not in accepted),
        screenshot=screenshot,
    )
