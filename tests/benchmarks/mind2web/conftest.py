"""Fixtures: small data sets of recorded tasks."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Task = dict[str, Any]
WriteShard = Callable[..., Path]

PAGE = (
    '<html backend_node_id="1"><body>'
    '<a backend_node_id="2" title="Home"><text backend_node_id="3">Home</text></a>'
    '<input backend_node_id="4" type="text" name="city"/>'
    '<select backend_node_id="5" name="when"><option backend_node_id="6" value="9">'
    '<text backend_node_id="7">9:30 AM</text></option></select>'
    '<button backend_node_id="8"><text backend_node_id="9">Go</text></button></body></html>'
)
TAGS = {"2": "a", "4": "input", "5": "select", "8": "button"}


def candidate(one: str, **more: Any) -> dict[str, Any]:
    box = f"0,{20 * int(one)},100,18"
    given = {"backend_node_id": one, "bounding_box_rect": box} | more.pop("attributes", {})
    return {
        "tag": TAGS[one],
        "attributes": json.dumps(given | {"data_pw_testid_buckeye_candidate": "1"}),
        "backend_node_id": one,
        **more,
    }


def action(uid: str, right: str, op: str = "CLICK", value: str = "") -> dict[str, Any]:
    """Return an action whose target is the element `right`; "" for no positives."""
    picked = {"is_original_target": True, "is_top_level_target": True}
    return {
        "action_uid": uid,
        "raw_html": PAGE.replace('id="2"', f'id="2" data_pw_testid_buckeye="{uid}"'),
        "cleaned_html": PAGE,
        "operation": {"original_op": op, "value": value, "op": op},
        "pos_candidates": [candidate(right, **picked)] if right else [],
        "neg_candidates": [candidate(one) for one in TAGS if one != right],
    }


def task(name: str, *actions: dict[str, Any], reprs: list[str] | None = None) -> Task:
    return {
        "website": f"site-{name[0]}",
        "domain": "Travel",
        "subdomain": "Hotel",
        "annotation_id": name,
        "confirmed_task": f"Do {name}",
        "action_reprs": reprs or [f"[x]  {one['action_uid']} -> CLICK" for one in actions],
        "actions": list(actions),
    }


TASKS = [
    task(
        "a1",
        action("u1", "4", "TYPE", "new york"),
        action("u2", "5", "SELECT", "9 30 AM"),
        action("u3", "8"),
        reprs=[
            "[textbox]  city -> TYPE: new york",
            "[combobox]  when -> SELECT: 9:30 AM",
            "[button]  Go -> CLICK",
        ],
    ),
    task("b1", action("u4", ""), action("u5", "2")),
]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def write_shard(tmp_path: Path) -> WriteShard:
    """A function that writes tasks as a shard and returns the folder."""

    def write(tasks: list[Task] | None = None, name: str = "train_0.json") -> Path:
        folder = tmp_path / "data"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(json.dumps(TASKS if tasks is None else tasks))
        return folder

    return write
