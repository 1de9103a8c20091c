"""Record an agent's actions on live pages in the format of the Mind2Web data set.

Before every action that the format can represent (a click, a text, a choice), a DOM snapshot of the
page is taken and the action's target is marked in it. The pipeline for recorded pages does the
rest.
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
from webproctor.core.episodes import Turn
from webproctor.core.recorder import perform_directly
from webproctor.core.sessions import Session
from webproctor.core.tasks import Task
from webproctor.environments.browser import Page
from webproctor.methods.mindact.reprs import Repr

# Ids are derived from what they identify: the same recording gets the same ids.
_SPACE = uuid.UUID("a3c5e2f0-6d0b-4b51-9d0e-0f7c2f4f9b11")
_DOCTYPE = (
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" '
    '"http://www.w3.org/TR/REC-html40/loose.dtd">\n'
)


@runtime_checkable
class Aimed(Protocol):
    """A live session that can resolve an action's target element."""

    @property
    def page(self) -> Page: ...

    async def target(self, action: Action) -> int | None:
        """Return the backend node id of the element; None if there is none."""
        ...


@dataclass(frozen=True)
class _Said:
    """An action in the format's terms: its original operation and its value."""

    op: str
    value: str = ""


class Recorder:
    """Executes turns in a session and records every successful action.

    Attributes:
        actions: The records so far, in the format.
        reprs: Their `action_reprs`.
        unsaid: Number of actions by name that the format cannot represent.
    """

    def __init__(self, task: Task, session: Session) -> None:
        self.actions: list[dict[str, Any]] = []
        self.reprs: list[str] = []
        self.unsaid: dict[str, int] = {}
        self._task = task
        self._session = session

    async def perform(self, turn: Turn) -> Sequence[ActionResult]:
        """Execute a turn's actions in order, as `run_episode` requires of a harness."""
        return await perform_directly(self._act, turn)

    async def _act(self, action: Action) -> ActionResult:
        made = await self._before(action)
        result = await self._session.act(action)
        if result.ok and made:
            record, words = made
            self.actions.append(record)
            self.reprs.append(words)
        return result

    async def _before(self, action: Action) -> tuple[dict[str, Any], str] | None:
        """Return the record of an action before its execution; None if the format has none."""
        session = self._session
        say = _SAYS.get(type(action))
        said = say(action) if say else None
        if not isinstance(session, Aimed):
            return None
        node = await session.target(action) if said else None
        if said is None or node is None:
            self.unsaid[action.name] = self.unsaid.get(action.name, 0) + 1
            return None
        snapshot = await session.page.send("DOMSnapshot.captureSnapshot", {"computedStyles": []})
        uid = str(uuid.uuid5(_SPACE, f"{self._task.benchmark}/{self._task.id}/{len(self.actions)}"))
        return action_record(snapshot, node, uid, said.op, said.value)

    def record(self, *, website: str, domain: str, subdomain: str) -> dict[str, Any]:
        """Return the demonstration as one task of a shard."""
        return {
            "website": website,
            "domain": domain,
            "subdomain": subdomain,
            "annotation_id": str(uuid.uuid5(_SPACE, f"{self._task.benchmark}/{self._task.id}")),
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
    found = candidates(raw)
    target = raw.places.get(str(node))
    accepted = {} if target is None else {one.place: one for one in positives(raw, target, found)}
    words = Repr("generic", "", original_op, value)
    if target is not None:
        words = Repr(role(raw, target), field_name(raw, target), original_op, value)
    record = {
        "action_uid": uid,
        "raw_html": _DOCTYPE + to_xml(raw),
        "cleaned_html": to_xml(cleaned(raw, found)),
        "operation": {"original_op": original_op, "value": value, "op": words.mapped},
        "pos_candidates": [
            _candidate(raw, one.place)
            | {"is_original_target": one.original, "is_top_level_target": one.top_level}
            for one in accepted.values()
        ],
        "neg_candidates": [_candidate(raw, place) for place in found if place not in accepted],
    }
    return record, str(words)


def _candidate(tree: Tree, place: int) -> dict[str, Any]:
    given = tree.attributes[place]
    kept = {key: value for key, value in given.items() if key != MARKER}
    return {
        "tag": tree.tags[place],
        "attributes": json.dumps(kept),
        "backend_node_id": given[ID],
    }


def _form_value(action: Any) -> str:
    return str(action.input_value)


_SAYS: dict[type[Action], Callable[[Any], _Said | None]] = {
    web.Click: lambda action: _Said("CLICK"),
    web.Hover: lambda action: _Said("HOVER"),
    web.Type: lambda action: _Said("TYPE", action.text),
    web.InsertText: lambda action: _Said("TYPE", action.text),
    web.SelectOption: lambda action: _Said("SELECT", action.option),
    web.SetRange: lambda action: _Said("TYPE", f"{action.value:g}"),
    web.Press: lambda action: _Said("ENTER") if action.keys == "Enter" else None,
    form.ModifyText: lambda action: _Said("TYPE", _form_value(action)),
    form.ModifyRange: lambda action: _Said("TYPE", _form_value(action)),
    form.ModifySelect: lambda action: _Said("SELECT", _form_value(action)),
    form.ModifyRadio: lambda action: _Said("CLICK"),
    form.ModifyCheckbox: lambda action: _Said("CLICK"),
}
