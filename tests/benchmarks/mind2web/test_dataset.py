"""Tests that every format of the data is read into the same steps."""

import json
from pathlib import Path
from typing import Any

import pytest
from benchmarks.mind2web.conftest import TASKS, WriteShard, action, task
from click.testing import CliRunner

from webproctor.benchmarks import load_benchmark
from webproctor.benchmarks.mind2web.benchmark import mind2web
from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.mind2web.records import Step
from webproctor.cli import command
from webproctor.core.dom import parse
from webproctor.core.errors import DataIncomplete, UserError


def _steps(dataset: Dataset) -> list[Step]:
    return [step for demo in dataset.demonstrations for step in dataset.steps(demo)]


def test_a_folder_of_shards_is_read_with_its_splits(write_shard: WriteShard) -> None:
    folder = write_shard(TASKS[:1], "train_2.json")
    write_shard(TASKS[1:], "test_task_10.json")
    dataset = Dataset(folder)
    assert {demo.annotation_id: demo.split for demo in dataset.demonstrations} == {
        "a1": "train",
        "b1": "test_task",
    }
    assert [step.uid for step in _steps(dataset)] == ["u4", "u5", "u1", "u2", "u3"]


def test_a_step_has_its_operation_and_positives(write_shard: WriteShard) -> None:
    step = Dataset(write_shard()).step("a1", "u1")
    assert step.key == "a1_u1"
    assert (step.operation.op, step.operation.value) == ("TYPE", "new york")
    assert [one.id for one in step.positives] == ["4"]
    assert step.positives[0].box == (0, 80, 100, 18)
    assert [one.id for one in step.negatives] == ["2", "5", "8"]


def test_attributes_that_reveal_the_target_are_removed(write_shard: WriteShard) -> None:
    task = json.loads(json.dumps(TASKS[0]))
    for one in task["actions"][1]["neg_candidates"]:
        attributes = json.loads(one["attributes"]) | {"data_pw_testid_buckeye": "u1"}
        one["attributes"] = json.dumps(attributes)
    for step in _steps(Dataset(write_shard([task]))):
        assert "buckeye" not in str(step)
        assert step.marks >= 1


def test_attributes_in_single_quotes_that_reveal_the_target_are_removed(
    write_shard: WriteShard,
) -> None:
    page = TASKS[0]["actions"][0]["cleaned_html"]
    marked = page.replace('id="4"', "id=\"4\" data_pw_testid_buckeye = 'u1'")
    [step] = _steps(Dataset(write_shard(_broken({"cleaned_html": marked}))))
    assert step.cleaned_html == page


def test_other_fields_of_a_record_are_kept(write_shard: WriteShard) -> None:
    dataset = Dataset(write_shard([TASKS[0] | {"canary": "do not train on this"}]))
    assert dataset.demonstration("a1").more == {"canary": "do not train on this"}


@pytest.fixture
def dump(data: Path, tmp_path: Path) -> Path:
    """One task of the raw dump, with a list of tasks."""
    snapshot = data / "mind2web" / "reconstructed_dom_content_7bda9645_step0.json"
    place = tmp_path / "dump" / "task" / "7bda9645" / "processed"
    place.mkdir(parents=True)
    (place / "dom_content.json").write_bytes(snapshot.read_bytes())
    words = {
        "annotation_id": "7bda9645",
        "confirmed_task": "t",
        "website": "exploretock",
        "domain": "Travel",
        "subdomain": "Restaurant",
        "action_reprs": ["[combobox]  Reservation type -> SELECT: Pickup"],
    }
    (tmp_path / "dump" / "tasks.json").write_text(json.dumps([words]))
    return tmp_path / "dump"


def test_a_raw_dump_is_processed_like_the_released_data(dump: Path, data: Path) -> None:
    path = data / "mind2web" / "reconstructed_train_record_7bda9645_step0.json"
    record = json.loads(path.read_bytes())[0]["actions"][0]
    [step] = _steps(Dataset(dump))
    assert (step.operation.op, step.operation.value) == ("SELECT", "Pickup")
    assert [one.id for one in step.positives] == ["415"]
    listed = {one["backend_node_id"] for one in record["neg_candidates"]}
    assert {one.id for one in step.negatives} == listed
    assert len(parse(step.cleaned_html)) == 438


def test_the_condition_names_a_format_whose_pages_and_candidates_differ(
    dump: Path, write_shard: WriteShard
) -> None:
    assert mind2web(data=dump).condition["format"] == "raw dump"
    assert "format" not in mind2web(data=write_shard(TASKS)).condition


def test_mhtml_pages_are_processed_to_the_same_step(dump: Path, data: Path) -> None:
    before = _steps(Dataset(dump))[0]
    place = dump / "task" / "7bda9645" / "processed"
    (place / "dom_content.json").unlink()
    (place / "snapshots").mkdir()
    archive = data / "mind2web" / "exploretock_961c3a5e_before.mhtml"
    uid = "961c3a5e-f8ce-4c71-a917-aa546dcea7fb"
    (place / "snapshots" / f"{uid}_before.mhtml").write_bytes(archive.read_bytes())
    done = CliRunner().invoke(
        command, ["data", "mind2web", "--rebuild", str(dump), "--json"], standalone_mode=False
    )
    assert json.loads(done.output)["pages"] == 1
    [after] = _steps(Dataset(dump))
    # Node ids differ between browser runs; everything else is equal.
    assert parse(after.cleaned_html).tags == parse(before.cleaned_html).tags
    assert parse(after.cleaned_html).texts == parse(before.cleaned_html).texts
    assert [one.tag for one in after.positives] == ["select"]
    assert [one.box for one in after.negatives] == [one.box for one in before.negatives]


def test_a_dump_without_tasks_json_is_a_user_error(dump: Path) -> None:
    (dump / "tasks.json").unlink()
    with pytest.raises(UserError, match="also needs a JSON list of tasks"):
        Dataset(dump)


def _broken(change: dict[str, Any]) -> list[dict[str, Any]]:
    return [task("b1", TASKS[1]["actions"][1] | change)]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"operation": {"op": "JUMP"}}, "op is 'JUMP'"),
        ({"cleaned_html": 7}, "cleaned_html is int"),
        ({"pos_candidates": ["{"]}, r"pos_candidates\[0\]: is not JSON"),
        ({"neg_candidates": [{"attributes": "[]"}]}, r"neg_candidates\[0\].attributes is list"),
        ({"neg_candidates": [{"tag": "a"}]}, r"neg_candidates\[0\]: backend_node_id is missing"),
    ],
)
def test_the_error_for_an_invalid_action_gives_task_and_field(
    write_shard: WriteShard, change: dict[str, Any], what: str
) -> None:
    dataset = Dataset(write_shard(_broken(change)))
    with pytest.raises(UserError, match=what) as error:
        _steps(dataset)
    assert "b1, action u5" in str(error.value)


def test_a_task_without_a_field_is_a_user_error(write_shard: WriteShard) -> None:
    task = {key: value for key, value in TASKS[0].items() if key != "website"}
    with pytest.raises(UserError, match="a1: website is missing"):
        Dataset(write_shard([task]))


@pytest.mark.parametrize("kept", [1, 2])
def test_a_task_without_text_for_each_action_is_a_user_error(
    write_shard: WriteShard, kept: int
) -> None:
    actions, reprs = TASKS[1]["actions"], TASKS[1]["action_reprs"]
    with pytest.raises(UserError, match=rf"b1: has {3 - kept} actions and {kept} action_reprs"):
        Dataset(write_shard([task("b1", *actions[: 3 - kept], reprs=reprs[:kept])]))


def test_texts_of_actions_must_be_text(write_shard: WriteShard) -> None:
    with pytest.raises(UserError, match="a1: action_reprs must be text"):
        Dataset(write_shard([TASKS[0] | {"action_reprs": ["[a]  b -> CLICK", None, "x"]}]))


@pytest.mark.parametrize("written", [2.0, "2.0"])
def test_ids_of_candidates_can_be_decimal_numbers(write_shard: WriteShard, written: object) -> None:
    change = {"pos_candidates": [{"tag": "a", "backend_node_id": written}]}
    [step] = _steps(Dataset(write_shard(_broken(change))))
    assert [one.id for one in step.positives] == ["2"]


def test_a_folder_without_tasks_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="contains no Mind2Web tasks"):
        Dataset(tmp_path)
    with pytest.raises(UserError, match="not found"):
        Dataset(tmp_path / "none")


def test_an_empty_file_is_a_user_error_about_its_tasks(tmp_path: Path) -> None:
    (file := tmp_path / "records.json").write_text("[]", encoding="utf-8")
    with pytest.raises(UserError, match=r"records\.json: contains no tasks\.$"):
        Dataset(file)


def test_the_error_for_a_duplicate_task_names_both_files(write_shard: WriteShard) -> None:
    write_shard(TASKS[:1], "train_1.json")
    with pytest.raises(UserError, match=r"train_1\.json: duplicate task a1, .*train_0\.json"):
        Dataset(write_shard(TASKS[:1], "train_0.json"))


@pytest.mark.parametrize("name", ["train.json", "test_task.json"])
def test_one_file_with_the_name_of_a_split_is_a_shard(write_shard: WriteShard, name: str) -> None:
    assert Dataset(write_shard(name=name)).splits == [name.removesuffix(".json")]


def test_a_folder_of_links_is_read_without_the_files_that_macos_adds(
    write_shard: WriteShard, tmp_path: Path
) -> None:
    (write_shard() / "._train_1.json").write_bytes(b"\0\5")
    (tmp_path / "links").mkdir()
    (tmp_path / "links/train").symlink_to(tmp_path / "data")
    assert len(Dataset(tmp_path / "links").demonstrations) == 2


def test_a_cache_folder_that_cannot_be_written_is_no_error(
    write_shard: WriteShard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert len(Dataset(write_shard()).demonstrations) == 2


def test_a_link_to_a_file_that_was_not_downloaded_is_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "train_0.json").symlink_to("blobs/none")
    with pytest.raises(UserError, match=r"train_0\.json: cannot be read: No such file"):
        Dataset(tmp_path)


def test_the_error_for_a_folder_of_archives_says_to_unpack_them(tmp_path: Path) -> None:
    (tmp_path / "train_0.json.gz").touch()
    with pytest.raises(UserError, match=r"contains no Mind2Web tasks.* Unpack its archives"):
        Dataset(tmp_path)


def test_the_error_for_a_packed_split_says_to_unpack_it(write_shard: WriteShard) -> None:
    folder = write_shard()
    (folder / "test.zip").touch()
    with pytest.raises(UserError, match=r"Unpack .*test\.zip; the password is mind2web"):
        load_benchmark("mind2web", data=folder, split="cross-task")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"raw_html": 7}, "raw_html is int"),
        ({"pos_candidates": [{"backend_node_id": True}]}, "backend_node_id is True"),
        ({"operation": {"op": "TYPE", "value": ["x"]}}, "value must be text"),
        ({"operation": "[" * 100_000}, "operation: is nested too deep"),
        ({"pos_candidates": ["9" * 5_000]}, "number of too many digits"),
    ],
)
def test_values_of_invalid_types_are_user_errors(
    write_shard: WriteShard, change: dict[str, Any], what: str
) -> None:
    dataset = Dataset(write_shard(_broken(change)))
    with pytest.raises(UserError, match=what):
        dataset.step("b1", "u5")


def test_a_damaged_shard_index_is_rebuilt(write_shard: WriteShard, tmp_path: Path) -> None:
    folder = write_shard()
    before = Dataset(folder).demonstrations
    [kept] = (tmp_path / "cache").rglob("*.json")
    kept.write_text('[{"header": {}}]')
    assert Dataset(folder).demonstrations == before


def test_a_list_of_tasks_without_a_raw_dump_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"^--words .*tasks\.json: .* is not a raw dump"):
        load_benchmark("mind2web", words=tmp_path / "tasks.json")


@pytest.mark.parametrize(
    ("file", "content", "what"),
    [
        ("tasks.json", [{"annotation_id": "a", "action_reprs": 7}], "tasks.json, entry 0"),
        ("tasks.json", {}, "not a list"),
        ("task_meta.json", [{"annotation_id": [], "split": "x"}], "task_meta.json, entry 0"),
        ("task/a/processed/dom_content.json", [{"action_uid": 7}], "entry 0: action_uid"),
        ("task/a/processed/dom_content.json", [{"action_uid": "u"}], "before.dom is missing"),
        ("task/a/processed/screenshot.json", [{"action_uid": "u"}], "before.screenshot is missing"),
    ],
)
def test_the_error_for_an_invalid_raw_dump_gives_file_and_entry(
    file: str, content: object, what: str, tmp_path: Path
) -> None:
    task = {"annotation_id": "a", "action_reprs": ["[a]  b -> CLICK"], "confirmed_task": "Do it"}
    dump: dict[str, object] = {
        "tasks.json": [task | dict.fromkeys(("website", "domain", "subdomain"), "x")],
        "task_meta.json": [],
        "task/a/processed/dom_content.json": [{"action_uid": "u", "before": {"dom": {}}}],
    }
    for name, value in (dump | {file: content}).items():
        path = tmp_path / "dump" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value))
    with pytest.raises(UserError, match=what):
        Dataset(tmp_path / "dump").step("a", "u")


def test_a_sample_depends_on_the_seed_and_keeps_the_order(write_shard: WriteShard) -> None:
    names = [f"t{number:02}" for number in range(30)]
    folder = write_shard([task(name, action(f"u-{name}", "8")) for name in names])

    def drawn(**settings: Any) -> list[str]:
        benchmark = load_benchmark("mind2web", data=folder, **settings)
        return [one.id for one in benchmark.tasks()]

    some = drawn(sample=10)
    assert len(some) == 10
    assert some == sorted(some) == drawn(sample=10, sample_seed=0)
    assert drawn(sample=10, sample_seed=1) != some
    assert drawn(sample=30) == names
    condition = load_benchmark("mind2web", data=folder, sample=10).condition
    assert condition["sample"] == "10 of 30 tasks, seed 0"
    for wrong in ({"sample": 0}, {"sample": 31}):
        with pytest.raises(UserError, match="sample"):
            drawn(**wrong)


def test_the_extension_of_a_shard_can_be_in_upper_case(write_shard: WriteShard) -> None:
    folder = write_shard(TASKS[:1], "train_0.json")
    write_shard(TASKS[1:], "train_1.JSON")
    assert [demo.split for demo in Dataset(folder).demonstrations] == ["train", "train"]


@pytest.mark.parametrize("name", ["test_task_1.jsonl", "test_task_1.json.gz"])
def test_shards_that_are_not_read_are_named(write_shard: WriteShard, name: str) -> None:
    folder = write_shard()
    (folder / name).touch()
    with pytest.warns(DataIncomplete, match=rf"{name}: is not read"):
        load_benchmark("mind2web", data=folder)
    assert list(Dataset(folder).incomplete) == ["test_task"]


def test_a_file_with_another_name_is_read_if_it_is_named(write_shard: WriteShard) -> None:
    folder = write_shard(name="my tasks.json")
    with pytest.raises(UserError, match="To read a file with another name, name it with --data"):
        Dataset(folder)
    assert Dataset(folder / "my tasks.json").splits == ["my tasks"]


def test_the_error_for_a_folder_of_json_lines_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "train_0.jsonl").touch()
    with pytest.raises(UserError, match="Write JSON Lines as JSON arrays of tasks"):
        Dataset(tmp_path)


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("validation.json", "validation"),
        ("test.json", "test"),
        ("Train_0.json", "train"),
        ("TEST_TASK.json", "test_task"),
        ("cross-website_0.json", "test_website"),
        ("Mine_0.json", "Mine"),
    ],
)
def test_usual_names_of_splits_are_recognised(
    write_shard: WriteShard, name: str, split: str
) -> None:
    assert Dataset(write_shard(name=name)).splits == [split]
