"""Record an agent's actions on live pages in the format of the Mind2Web data set.

Before every action that the format can represent (a click, a text, a choice), a DOM snapshot of the
page is taken and the action's target is marked in it. The records are made from it as from recorded
pages.
"""

import json
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from webproctor.core.actions import Action, ActionResult, form, web
from webproctor.core.dom import (
    ID,
    MARKER,
    Tree,
    candidates,
    cleaned,
    field_name,
    positives,
    raw_tree,
    role,
    to_xml,
)
from webproctor.core.episodes import Step
from webproctor.core.recorder import perform_directly
from webproctor.core.sessions import Session
from webproctor.core.tasks import Task
from webproctor.environments.browser import Page
from webproctor.methods.mindact.reprs import Repr

# Ids are derived from what they identify: the same recording gets the same ids.
_NAMESPACE = uuid.UUID("a3c5e2f0-6d0b-4b51-9d0e-0f7c2f4f9b11")
_DOCTYPE = (
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" '
    '"http://www.w3.org/TR/REC-html40/loose.dtd">\n'
)


@runtime_checkable
class TargetResolver(Protocol):
    """A live session that can resolve an action's target element."""

    @property
    def page(self) -> Page: ...

    async def target(self, action: Action) -> int | None:
        """Return the backend node id of the element; None if there is none."""
        ...


@dataclass(frozen=True)
class _Operation:
    """An action in the terms of the format: its original operation and its value."""

    op: str
    value: str = ""


class Recorder:
    """Executes steps in a session and records every successful action.

    Attributes:
        actions: The records so far, in the format.
        reprs: Their `action_reprs`.
        unrepresented: Number of actions by name that the format cannot represent.
    """

    def __init__(self, task: Task, session: Session) -> None:
        self.actions: list[dict[str, Any]] = []
        self.reprs: list[str] = []
        self.unrepresented: dict[str, int] = {}
        self._task = task
        self._session = session

    async def perform(self, step: Step) -> Sequence[ActionResult]:
        """Execute a step's actions in order, as `run_episode` requires of a harness."""
        return await perform_directly(self._act, step)

    async def _act(self, action: Action) -> ActionResult:
        recorded = await self._before(action)
        result = await self._session.act(action)
        if result.ok and recorded:
            record, action_repr = recorded
            self.actions.append(record)
            self.reprs.append(action_repr)
        return result

    async def _before(self, action: Action) -> tuple[dict[str, Any], str] | None:
        """Return the record of an action before its execution; None if the format has none."""
        session = self._session
        to_operation = _OPERATIONS.get(type(action))
        operation = to_operation(action) if to_operation else None
        if not isinstance(session, TargetResolver):
            return None
        node = await session.target(action) if operation else None
        if operation is None or node is None:
            self.unrepresented[action.name] = self.unrepresented.get(action.name, 0) + 1
            return None
        snapshot = await session.page.send("DOMSnapshot.captureSnapshot", {"computedStyles": []})
        uid = str(
            uuid.uuid5(_NAMESPACE, f"{self._task.benchmark}/{self._task.id}/{len(self.actions)}")
        )
        return action_record(snapshot, node, uid, operation.op, operation.value)

    def record(self, *, website: str, domain: str, subdomain: str) -> dict[str, Any]:
        """Return the demonstration as one task of a shard."""
        return {
            "website": website,
            "domain": domain,
            "subdomain": subdomain,
            "annotation_id": str(uuid.uuid5(_NAMESPACE, f"{self._task.benchmark}/{self._task.id}")),
            "confirmed_task": self._task.instruction,
            "action_reprs": self.reprs,
            "actions": self.actions,
        }


def action_record(
    snapshot: dict[str, Any],
    node: int,
    uid: str,
    original_op: str,
    value: str,
    *,
    ascii_only: bool = True,
) -> tuple[dict[str, Any], str]:
    """Return one action in the format, and its `action_repr`.

    Args:
        snapshot: The page before the action, from `DOMSnapshot.captureSnapshot`.
        node: Backend node id of the target element.
        uid: The action's id.
        original_op: CLICK, TYPE, SELECT, HOVER or ENTER.
        value: The text typed or chosen.
        ascii_only: Drop every non-ASCII character of the page, as in the published data.

    Raises:
        MarkupError: If the snapshot has no page.
    """
    raw = raw_tree(snapshot, ascii_only=ascii_only, marked={node: uid})
    candidate_indices = candidates(raw)
    target = raw.indices.get(str(node))
    accepted, action_repr = {}, Repr("generic", "", original_op, value)
    if target is not None:
        accepted = {one.index: one for one in positives(raw, target, candidate_indices)}
        action_repr = Repr(role(raw, target), field_name(raw, target), original_op, value)
    record = {
        "action_uid": uid,
        "raw_html": _DOCTYPE + to_xml(raw),
        "cleaned_html": to_xml(cleaned(raw, candidate_indices)),
        "operation": {"original_op": original_op, "value": value, "op": action_repr.mapped},
        "pos_candidates": [
            _candidate(raw, one.index)
            | {"is_original_target": one.original, "is_top_level_target": one.top_level}
            for one in accepted.values()
        ],
        "neg_candidates": [
            _candidate(raw, index) for index in candidate_indices if index not in accepted
        ],
    }
    return record, str(action_repr)


def _candidate(tree: Tree, index: int) -> dict[str, Any]:
    attributes = tree.attributes[index]
    without_marker = {key: value for key, value in attributes.items() if key != MARKER}
    return {
        "tag": tree.tags[index],
        "attributes": json.dumps(without_marker),
        "backend_node_id": attributes[ID],
    }


def _form_value(action: Any) -> str:
    return str(action.input_value)


_OPERATIONS: dict[type[Action], Callable[[Any], _Operation | None]] = {
    web.Click: lambda action: _Operation("CLICK"),
    web.Hover: lambda action: _Operation("HOVER"),
    web.Type: lambda action: _Operation("TYPE", action.text),
    web.InsertText: lambda action: _Operation("TYPE", action.text),
    web.SelectOption: lambda action: _Operation("SELECT", action.option),
    web.SetRange: lambda action: _Operation("TYPE", f"{action.value:g}"),
    web.Press: lambda action: _Operation("ENTER") if action.keys == "Enter" else None,
    form.ModifyText: lambda action: _Operation("TYPE", _form_value(action)),
    form.ModifyRange: lambda action: _Operation("TYPE", _form_value(action)),
    form.ModifySelect: lambda action: _Operation("SELECT", _form_value(action)),
    form.ModifyRadio: lambda action: _Operation("CLICK"),
    form.ModifyCheckbox: lambda action: _Operation("CLICK"),
}
