"""Tests of rows: the parquet files of Multimodal-Mind2Web, with one row for each action."""

import io
import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from benchmarks.mind2web.conftest import TASKS, WriteShard
from PIL import Image

from webproctor.benchmarks.mind2web.benchmark import mind2web
from webproctor.benchmarks.mind2web.data import check
from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.core.errors import DataIncomplete, UserError


def _picture() -> bytes:
    picture = io.BytesIO()
    Image.new("RGB", (8, 8)).save(picture, "PNG")
    return picture.getvalue()


PICTURE = _picture()


def _rows() -> list[dict[str, Any]]:
    return [
        {
            **{key: value for key, value in task.items() if key != "actions"},
            **action,
            "operation": json.dumps(action["operation"]),
            "pos_candidates": [json.dumps(one) for one in action["pos_candidates"]],
            "neg_candidates": [json.dumps(one) for one in action["neg_candidates"]],
            "target_action_index": str(number),
            "screenshot": {"bytes": PICTURE, "path": None},
        }
        for task in TASKS
        for number, action in enumerate(task["actions"])
    ]


def test_rows_of_multimodal_mind2web_give_the_same_steps(
    write_shard: WriteShard, tmp_path: Path
) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    # The published rows are not in the order of the steps.
    rows = _rows()[::-1]
    folder = tmp_path / "rows"
    folder.mkdir()
    datasets.Dataset.from_list(rows).to_parquet(folder / "train-00000-of-00001.parquet")
    mine, theirs = Dataset(folder), Dataset(write_shard())
    assert mine.demonstration("a1") == theirs.demonstration("a1")
    for demo in theirs.demonstrations:
        for one, other in zip(mine.steps(demo), theirs.steps(demo), strict=True):
            assert one.screenshot == PICTURE
            assert (one.key, one.operation, one.positives) == (
                other.key,
                other.operation,
                other.positives,
            )


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("train.parquet", "train"),
        ("default/test_task/0000.parquet", "test_task"),
        ("default/partial-train/0000.parquet", "train"),
    ],
)
def test_the_names_of_parquet_files_and_of_the_hubs_copies_state_the_split(
    tmp_path: Path, name: str, split: str
) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    datasets.Dataset.from_list(_rows()).to_parquet(tmp_path / name)
    assert Dataset(tmp_path).splits == [split]
    dataset = Dataset(tmp_path / name)
    assert sum(len(list(dataset.steps(demo))) for demo in dataset.demonstrations) == 5


def test_missing_parquet_files_are_a_warning_of_a_run_and_an_error_of_the_check(
    tmp_path: Path,
) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    file = tmp_path / "train-00000-of-00003.parquet"
    datasets.Dataset.from_list(_rows()).to_parquet(file)
    with pytest.warns(DataIncomplete, match=r"2 of the 3 files train-\*-of-00003 are missing"):
        mind2web(data=tmp_path)
    errors = [one for one in check(tmp_path)["problems"] if one["severity"] == "error"]
    assert ["2 of the 3 files" in one["text"] for one in errors] == [True]
    with warnings.catch_warnings(action="error"):
        mind2web(data=file)


@pytest.mark.parametrize("number", ["0", "3"])
def test_rows_with_an_index_that_is_not_of_an_action_of_its_own_are_a_user_error(
    tmp_path: Path, number: str
) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    rows = _rows()
    rows[1]["target_action_index"] = number
    datasets.Dataset.from_list(rows).to_parquet(tmp_path / "train-00000-of-00001.parquet")
    with pytest.raises(UserError, match=r"a1: the indices of its actions are 0, .* must differ"):
        Dataset(tmp_path)


def test_duplicate_rows_are_a_user_error(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    path = tmp_path / "train-00000-of-00001.parquet"
    datasets.Dataset.from_list([*_rows(), _rows()[1]]).to_parquet(path)
    with pytest.raises(UserError, match="rows 1 and 5 are both action u2 of task a1"):
        Dataset(tmp_path)


def test_rows_without_the_order_of_their_steps_are_a_user_error(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    rows = datasets.Dataset.from_list(_rows()).remove_columns(["target_action_index"])
    rows.to_parquet(tmp_path / "train-00000-of-00001.parquet")
    with pytest.raises(UserError, match="missing columns: target_action_index"):
        Dataset(tmp_path)


def test_missing_steps_remain_in_the_history(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    task, action = TASKS[0], TASKS[0]["actions"][2]
    row = {key: value for key, value in task.items() if key != "actions"} | action
    row |= {"operation": json.dumps(action["operation"]), "target_action_index": "2"}
    row |= {name: [json.dumps(one) for one in row[name]] for name in ("pos_candidates",)}
    row |= {name: [json.dumps(one) for one in row[name]] for name in ("neg_candidates",)}
    path = tmp_path / "test_task-00000-of-00001.parquet"
    datasets.Dataset.from_list([row]).to_parquet(path)
    demo = Dataset(tmp_path).demonstration("a1")
    assert demo.previous(0) == tuple(task["action_reprs"][:2])
    assert demo.words(0) == "[button]  Go -> CLICK"


@pytest.mark.parametrize(
    "odd",
    [
        {"target_action_index": "first"},
        {"target_action_index": "1.5"},
        {"action_uid": None},
        {"annotation_id": 5},
    ],
)
def test_the_error_for_a_row_of_another_format_names_it(
    tmp_path: Path, odd: dict[str, Any]
) -> None:
    pytest.importorskip("datasets", reason="the extra `data` is not installed")
    import pyarrow  # pyright: ignore
    import pyarrow.parquet  # pyright: ignore

    task, action = TASKS[0], TASKS[0]["actions"][0]
    row = {key: value for key, value in task.items() if key != "actions"}
    row |= {"action_uid": action["action_uid"], "cleaned_html": "", "target_action_index": "0"}
    path = tmp_path / "train-00000-of-00001.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([row | odd]), path)
    with pytest.raises(UserError, match=r"parquet, row 0: annotation_id and action_uid"):
        Dataset(tmp_path).demonstrations  # noqa: B018 - it is read when it is first asked for


def test_a_screenshot_that_is_not_an_image_is_a_user_error(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    rows = [row | {"screenshot": [row["screenshot"]]} for row in _rows()]
    datasets.Dataset.from_list(rows).to_parquet(tmp_path / "train.parquet")
    with pytest.raises(UserError, match=r"train\.parquet: the column screenshot does not contain"):
        Dataset(tmp_path)


def test_the_hubs_copy_of_a_part_of_a_split_is_a_warning(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    (tmp_path / "partial-train").mkdir()
    datasets.Dataset.from_list(_rows()).to_parquet(tmp_path / "partial-train/0000.parquet")
    with pytest.warns(DataIncomplete, match="partial-train: has only a part of the split"):
        mind2web(data=tmp_path)


@pytest.mark.parametrize("convert", [int, float, lambda index: f"{index}.0"])
def test_the_index_of_an_action_can_be_a_number_or_text(
    tmp_path: Path, convert: Callable[[str], object]
) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    rows = _rows()[::-1]
    for row in rows:
        row["target_action_index"] = convert(row["target_action_index"])
    datasets.Dataset.from_list(rows).to_parquet(tmp_path / "train.parquet")
    assert Dataset(tmp_path).demonstration("a1").uids == ("u1", "u2", "u3")


@pytest.mark.parametrize("column", ["action_reprs", "pos_candidates", "neg_candidates"])
def test_lists_can_be_json_text(tmp_path: Path, column: str) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    for name, convert in (("lists", list), ("texts", json.dumps)):
        rows = [row | {column: convert(row[column])} for row in _rows()]
        datasets.Dataset.from_list(rows).to_parquet(tmp_path / f"{name}.parquet")
    lists, texts = (Dataset(tmp_path / f"{name}.parquet") for name in ("lists", "texts"))
    assert texts.demonstration("a1").reprs == lists.demonstration("a1").reprs
    assert texts.step("a1", "u1") == lists.step("a1", "u1")


def test_the_error_for_an_invalid_record_gives_its_file_and_row(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    rows = _rows()
    rows[3]["operation"] = "{}"
    for number, part in enumerate((rows[:2], rows[2:])):
        file = tmp_path / f"train-0000{number}-of-00002.parquet"
        datasets.Dataset.from_list(part).to_parquet(file)
    with pytest.raises(UserError, match=r"train-00001-of-00002\.parquet, row 1, b1, action u4: op"):
        Dataset(tmp_path).step("b1", "u4")


def test_a_check_finds_steps_without_a_screenshot_and_unreadable_ones(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    rows = _rows()
    rows[1]["screenshot"] = None
    rows[2]["screenshot"] = {"bytes": PICTURE[:20], "path": None}
    datasets.Dataset.from_list(rows).to_parquet(tmp_path / "train.parquet")
    found = [one["text"] for one in check(tmp_path)["problems"] if "screenshot" in one["text"]]
    assert found == [
        "error: train: 1 screenshots are not readable images. For example a1_u3.",
        "warning: train: 1 steps have no screenshot, although others do. For example a1_u2.",
    ]
