"""Tests of the selection of a run's instances."""

import json
from pathlib import Path
from typing import Any

import pytest

from webproctor.benchmarks.turkingbench.benchmark import SAMPLE, turkingbench
from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.benchmarks.turkingbench.selection import read_rows, select, split_ids
from webproctor.core.errors import DataIncomplete, UserError

DATASET = Dataset(SAMPLE)
SIX, FIVE = "Map directions", "Invoice fields"


def rows_of(chosen: list[tuple[str, int]], name: str) -> list[int]:
    return [row for task, row in chosen if task == name]


def test_all_instances_are_selected_in_order():
    chosen = select(DATASET, [SIX, FIVE])
    assert chosen == [(SIX, row) for row in range(6)] + [(FIVE, row) for row in range(5)]


def test_a_number_of_instances_selects_the_first():
    assert select(DATASET, [SIX, FIVE], instances=1) == [(SIX, 0), (FIVE, 0)]


def test_a_number_larger_than_the_data_selects_all():
    assert len(select(DATASET, [SIX], instances=100)) == 6
    assert len(select(DATASET, [SIX], instances=100, seed=1)) == 6


def test_a_seed_selects_a_reproducible_random_sample():
    chosen = select(DATASET, [SIX, FIVE], instances=3, seed=1)
    assert chosen == select(DATASET, [SIX, FIVE], instances=3, seed=1)
    assert len(set(chosen)) == 6
    assert any(select(DATASET, [SIX, FIVE], instances=3, seed=n) != chosen for n in range(2, 9))


def test_a_sample_is_the_same_on_every_machine():
    assert rows_of(select(DATASET, [SIX], instances=4, seed=7), SIX) == [0, 1, 3, 4]


def test_the_sample_of_a_task_does_not_depend_on_other_tasks():
    both = select(DATASET, [FIVE, SIX], instances=3, seed=5)
    assert rows_of(both, SIX) == rows_of(select(DATASET, [SIX], instances=3, seed=5), SIX)


def test_listed_rows_are_selected_in_their_order():
    assert select(DATASET, [SIX], rows={SIX: [4, 0, 2]}) == [(SIX, 4), (SIX, 0), (SIX, 2)]


def test_a_row_that_is_listed_twice_is_selected_once():
    assert select(DATASET, [SIX], rows={SIX: [3, 3, 1, 3]}) == [(SIX, 3), (SIX, 1)]


def test_a_task_without_listed_rows_is_left_out():
    assert select(DATASET, [SIX, FIVE], rows={FIVE: [0]}) == [(FIVE, 0)]


@pytest.mark.parametrize("row", [-1, 6, 10**9])
def test_an_unknown_listed_row_is_a_user_error(row: int):
    message = f"rows of 'Map directions': no instance {row}; the task has 6"
    with pytest.raises(UserError, match=message):
        select(DATASET, [SIX], rows={SIX: [0, row]})


def test_a_seed_without_a_number_of_instances_is_a_user_error():
    with pytest.raises(UserError, match=r"sample_seed 3: has no effect, .* add a number"):
        select(DATASET, [SIX], seed=3)


def test_a_number_of_instances_with_listed_rows_is_a_user_error():
    with pytest.raises(UserError, match="instances 2: has no effect, because the rows"):
        select(DATASET, [SIX], rows={SIX: [1]}, instances=2)


def test_instance_ids_can_be_combined_with_task_names():
    names, ids = split_ids([f"{FIVE}/4", SIX, f"{FIVE}/1"])
    chosen = select(DATASET, names, ids=ids)
    assert chosen == [(FIVE, 4), (FIVE, 1), *((SIX, row) for row in range(6))]
    assert select(DATASET, names, ids=ids, instances=1) == [(FIVE, 4), (FIVE, 1), (SIX, 0)]


def test_an_unknown_instance_id_is_a_user_error():
    names, ids = split_ids([f"{FIVE}/5"])
    with pytest.raises(UserError, match="'Invoice fields': no instance 5; the task has 5"):
        select(DATASET, names, ids=ids)


def test_a_task_by_name_and_by_instance_id_is_a_user_error():
    with pytest.raises(UserError, match="task 'Invoice fields/4': the task 'Invoice fields' is"):
        split_ids([FIVE, f"{FIVE}/4"])


@pytest.mark.parametrize("setting", [{"rows": {FIVE: [0]}}, {"instances": 1}])
def test_settings_without_effect_on_instance_ids_are_user_errors(setting: dict[str, Any]):
    names, ids = split_ids([f"{FIVE}/4"])
    with pytest.raises(UserError, match="has no effect"):
        select(DATASET, names, ids=ids, **setting)


def test_rows_are_read_from_a_file(tmp_path: Path):
    file = tmp_path / "rows.json"
    file.write_text(json.dumps({SIX: [1, 2], "é": []}), encoding="utf-8")
    assert read_rows(file) == {SIX: [1, 2], "é": []}


def test_the_rows_of_the_recorded_run_can_be_read(data: Path):
    rows = read_rows(data / "turkingbench/recorded_donothing_rows.json")
    assert len(rows) == 20
    assert sum(map(len, rows.values())) == 390


@pytest.mark.parametrize("there", [[1, 2], "text", 3, None])
def test_a_rows_file_must_be_an_object(tmp_path: Path, there: Any):
    file = tmp_path / "rows.json"
    file.write_text(json.dumps(there), encoding="utf-8")
    with pytest.raises(UserError, match=r"rows\.json: must be an object of row numbers by task"):
        read_rows(file)


@pytest.mark.parametrize("numbers", [3, "1", None, ["1"], [1.0], [True], {"0": 1}])
def test_rows_must_be_integers(tmp_path: Path, numbers: Any):
    file = tmp_path / "rows.json"
    file.write_text(json.dumps({SIX: numbers}), encoding="utf-8")
    with pytest.raises(UserError, match=r"rows\.json: 'Map directions' must be a list of row num"):
        read_rows(file)


def test_a_rows_file_must_be_json(tmp_path: Path):
    file = tmp_path / "rows.json"
    file.write_text("{1: 2}", encoding="utf-8")
    with pytest.raises(UserError, match=r"rows\.json: is not JSON: "):
        read_rows(file)


def test_a_rows_file_must_be_utf8(tmp_path: Path):
    file = tmp_path / "rows.json"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match=r"rows\.json: byte \d is not UTF-8"):
        read_rows(file)


@pytest.mark.parametrize("name", ["none.json", "."])
def test_a_missing_rows_file_is_a_user_error(tmp_path: Path, name: str):
    with pytest.raises(UserError, match="cannot be read: "):
        read_rows(tmp_path / name)


def test_a_column_that_separates_the_workers_is_a_warning(tmp_path: Path):
    folder = tmp_path / "tasks/T"
    folder.mkdir(parents=True)
    (folder / "template.html").write_text("${a}<input name=q>")
    (folder / "batch.csv").write_text("WorkerId,a,Answer.q\n1,x,y\n2,x,z\n")
    with pytest.warns(DataIncomplete, match=r"batch\.csv: each row is an instance .* \(WorkerId\)"):
        turkingbench(data=tmp_path, split="all")
