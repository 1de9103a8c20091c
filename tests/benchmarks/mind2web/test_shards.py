"""Tests of reading shards in pieces."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.mind2web import shards
from webproctor.core.errors import UserError

HARD = st.text(st.sampled_from('ab"\\{}[]:,é\n'), max_size=30)
VALUES = st.recursive(
    HARD | st.integers() | st.none() | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(HARD, inner, max_size=3),
    max_leaves=8,
)


@st.composite
def tasks(draw: st.DrawFn) -> list[dict[str, Any]]:
    records = []
    for number in range(draw(st.integers(0, 4))):
        actions = [
            {"raw_html": draw(HARD), "action_uid": f"u{number}-{one}", "more": draw(VALUES)}
            for one in range(draw(st.integers(0, 3)))
        ]
        records.append({"annotation_id": draw(HARD), "actions": actions, "more": draw(VALUES)})
    return records


@given(tasks(), st.integers(1, 50), st.sampled_from([None, 1]))
def test_every_task_in_a_shard_is_indexed(
    tmp_path_factory: pytest.TempPathFactory,
    records: list[dict[str, Any]],
    piece: int,
    indent: int | None,
) -> None:
    path = tmp_path_factory.mktemp("shards") / "train_0.json"
    path.write_text(json.dumps(records, indent=indent))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shards, "_CHUNK_SIZE", piece)
        found = list(shards.entries(path))
    assert [entry.header for entry in found] == [one | {"actions": []} for one in records]
    read = [[shards.read_action(path, span) for span in entry.actions.values()] for entry in found]
    assert read == [one["actions"] for one in records]


def test_an_index_is_cached_until_the_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "train_0.json"
    path.write_text(json.dumps([{"annotation_id": "a", "actions": [{"action_uid": "u"}]}]))
    first = shards.index(path, tmp_path / "cache")
    [kept] = (tmp_path / "cache").iterdir()
    assert shards.index(path, tmp_path / "cache") == first
    kept.write_text("[]")
    assert shards.index(path, tmp_path / "cache") == []
    path.write_text(json.dumps([{"annotation_id": "b", "actions": []}]))
    assert shards.index(path, tmp_path / "cache")[0].header["annotation_id"] == "b"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"annotation_id": "a"}', "not an object or JSON Lines"),
        ('[{"annotation_id": "a", "actions": [{"action_uid": "u", "x": "half', "inside a string"),
        ('[{"annotation_id": "a", "actions": [{"action_uid": "u"', "is incomplete"),
        ('[{"annotation_id": "a", "actions": [{"op": "CLICK"}]}]', "no action_uid"),
        ('[{"annotation_id": nothing, "actions": []}]', "the task that ends at byte"),
        ("", "must be one JSON array"),
        ('[{"actions": []}] [{"actions": []}]', "byte 18: more data follows the array"),
        ('[{"actions": []}]\n, {"actions": []}]', "byte 18: more data follows the array"),
        ('[{"actions": [{"action_uid": 5, "x": "y"}]}]', "action_uid must be text"),
        ('[{"actions": [{"action_uid": "u"}, {"action_uid": "u"}]}]', "duplicate action u"),
    ],
)
def test_the_error_for_an_invalid_shard_names_the_file(
    tmp_path: Path, text: str, what: str
) -> None:
    path = tmp_path / "train_0.json"
    path.write_text(text)
    with pytest.raises(UserError, match=what) as error:
        list(shards.entries(path))
    assert str(path) in str(error.value)


@pytest.mark.parametrize("space", [3, 100])
def test_a_second_array_is_found_after_any_white_space(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, space: int
) -> None:
    monkeypatch.setattr(shards, "_CHUNK_SIZE", 10)
    path = tmp_path / "train_0.json"
    path.write_text(f"[]{' ' * space}")
    assert list(shards.entries(path)) == []
    path.write_text(f"[]{' ' * space}[]")
    with pytest.raises(UserError, match=f"byte {2 + space}: more data follows"):
        list(shards.entries(path))
