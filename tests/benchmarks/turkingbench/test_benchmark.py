"""Tests of the benchmark's settings, tasks and scores."""

import json
from pathlib import Path
from typing import Any, Literal

import pytest

from webproctor.benchmarks import Benchmark
from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.benchmarks.turkingbench.splits import LISTS
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.outcomes import EpisodeError

MAP = "Map directions"


def ids(**settings: Any) -> list[str]:
    return [task.id for task in turkingbench(**settings).tasks()]


# Settings


def test_turkingbench_is_a_benchmark():
    benchmark = turkingbench()
    assert isinstance(benchmark, Benchmark)
    assert benchmark.name == "turkingbench"


def test_the_default_is_the_test_split_of_the_sample():
    assert len(ids()) == 72
    assert {task.split for task in turkingbench().tasks()} == {"test"}


@pytest.mark.parametrize(
    ("split", "instances"), [("challenge", 4), ("subjective", 4), ("train", 9), ("all", 89)]
)
def test_a_split_can_be_selected(split: str, instances: int):
    assert len(ids(split=split)) == instances


def test_tasks_can_be_selected_by_name_from_any_split():
    chosen = ids(task=("Steps in order", MAP), instances=1)
    assert chosen == ["Steps in order/0", "Map directions/0"]


def test_instances_are_the_first_ones_or_random_by_seed():
    assert ids(task=(MAP,), instances=2) == ["Map directions/0", "Map directions/1"]
    by_seed = ids(task=(MAP,), instances=3, sample_seed=2)
    assert len(by_seed) == 3
    assert by_seed == ids(task=(MAP,), instances=3, sample_seed=2)


def test_a_rows_file_selects_exactly_those_instances(tmp_path: Path):
    (tmp_path / "rows.json").write_text(json.dumps({MAP: [3, 1], "Steps in order": [0]}))
    chosen = ids(rows=tmp_path / "rows.json")
    assert chosen == ["Map directions/3", "Map directions/1", "Steps in order/0"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"instances": 0}, "instances 0: must be at least 1"),
        ({"instances": -1}, "instances -1: must be at least 1"),
        (
            {"task": ("Map direction",)},
            "has no task 'Map direction'; did you mean 'Map directions'",
        ),
        ({"split": "hard-ish"}, "hard-ish"),
        ({"data": Path("/nowhere")}, "no TurkingBench data at /nowhere/tasks"),
        ({"rows": Path("/nowhere.json")}, "/nowhere.json: cannot be read"),
    ],
)
def test_an_invalid_setting_is_a_user_error(settings: dict[str, Any], message: str):
    with pytest.raises(UserError) as caught:
        turkingbench(**settings)
    assert message in str(caught.value)


def test_data_without_instances_is_a_user_error(tmp_path: Path):
    (tmp_path / "tasks").mkdir()
    with pytest.raises(UserError, match=r"has no instances\.$"):
        turkingbench(data=tmp_path, split="all")


def test_an_empty_selection_is_a_user_error(tmp_path: Path):
    (tmp_path / "rows.json").write_text("{}")
    with pytest.raises(UserError, match="no instance"):
        turkingbench(rows=tmp_path / "rows.json")


# Tasks


def test_a_task_has_its_tags_and_description():
    task = turkingbench(task=(MAP,)).tasks()[4]
    assert (task.id, task.benchmark, task.split) == ("Map directions/4", "turkingbench", "test")
    assert task.tags == {"task": MAP, "row": 4}
    assert task.actions == "form"


def test_ids_are_unique():
    assert len(set(ids(split="all"))) == 89


def test_the_instruction_names_the_fields_by_default():
    [task] = turkingbench(task=(MAP,), instances=1).tasks()
    [nameless] = turkingbench(task=(MAP,), instances=1, field_names=False).tasks()
    for name in Dataset(turkingbench().dataset.root).task(MAP).field_names:
        assert name in task.instruction
        assert name not in nameless.instruction


def test_tasks_do_not_contain_answers():
    for task in turkingbench(split="all").tasks():
        assert "Answer." not in task.instruction
        assert set(task.tags) == {"task", "row"}


def test_limits_allow_a_step_for_every_field():
    benchmark = turkingbench(split="all")
    for task in benchmark.tasks():
        fields = len(benchmark.dataset.task(str(task.tags["task"])).field_names)
        assert task.limits.steps > fields


@pytest.mark.parametrize("split", ["test", "train", "all"])
@pytest.mark.parametrize("file", ["batch.csv", "template.html"])
def test_an_incomplete_task_is_left_out_and_named_in_the_condition(
    tmp_path: Path, split: str, file: str
):
    for name in ("Whole", "Damaged"):
        folder = tmp_path / "tasks" / name
        folder.mkdir(parents=True)
        (folder / "template.html").write_text("<input name=q>")
        (folder / "batch.csv").write_text("a,Answer.q\n1,x\n")
    (tmp_path / "tasks" / "Damaged" / file).unlink()
    (tmp_path / "splits").mkdir()
    for listed in LISTS.values():
        (tmp_path / "splits" / listed).touch()
    if split == "test":
        (tmp_path / "splits" / LISTS["test"]).write_text("Damaged\nWhole\n")
    benchmark = turkingbench(data=tmp_path, split=split)
    assert [task.id for task in benchmark.tasks()] == ["Whole/0"]
    assert benchmark.condition["absent"] == ["Damaged"]
    with pytest.raises(UserError, match=f"Damaged has no {file}"):
        turkingbench(data=tmp_path, task=("Damaged",))


def test_a_task_without_submissions_is_left_out_and_named_in_the_condition(tmp_path: Path):
    for name, rows in (("Whole", "1,x\n"), ("Empty", "")):
        folder = tmp_path / "tasks" / name
        folder.mkdir(parents=True)
        (folder / "template.html").write_text("<input name=q>")
        (folder / "batch.csv").write_text(f"a,Answer.q\n{rows}")
    assert turkingbench(data=tmp_path, split="all").condition["absent"] == ["Empty"]


def test_a_task_without_columns_of_answers_is_a_user_error(write_task):
    folder = write_task("T", "<input name=q>", [{"a;Answer.q": "1;x"}])
    with pytest.raises(UserError, match=r"batch\.csv: has no Answer.<field> column"):
        turkingbench(data=folder, split="all")


# The condition that must be equal in comparable runs


def test_the_condition_describes_the_selection():
    condition = turkingbench(instances=2, sample_seed=3).condition
    expected = {"metric_variant": "parity", "field_names": True, "split": "test"}
    expected |= {"instances": 2, "sample_seed": 3, "rows": None}
    assert condition | expected == condition
    assert json.loads(json.dumps(condition)) == condition


@pytest.mark.parametrize(
    "settings",
    [
        {"metric_variant": "strict"},
        {"field_names": False},
        {"split": "all"},
        {"instances": 1},
        {"task": (MAP,)},
        {"instances": 9, "sample_seed": 1},
    ],
)
def test_another_selection_changes_the_condition(settings: dict[str, Any]):
    assert turkingbench(**settings).condition != turkingbench().condition


def test_instance_ids_of_a_results_table_can_be_selected():
    benchmark = turkingbench(task=("Invoice fields/4", "Invoice fields/1"))
    assert [task.id for task in benchmark.tasks()] == ["Invoice fields/4", "Invoice fields/1"]
    assert benchmark.condition["rows"] == ["Invoice fields/1", "Invoice fields/4"]
    assert benchmark.condition != turkingbench(task=("Invoice fields/4",)).condition
    assert benchmark.condition != turkingbench(task=("Invoice fields",), instances=2).condition


def test_other_data_changes_the_condition(write_task):
    folder = write_task("T", "<input name=q>", [{"i": "1", "Answer.q": "x"}])
    before = turkingbench(data=folder, split="all").condition
    assert before == turkingbench(data=folder, split="all").condition
    (folder / "tasks/T/template.html").write_text("<input name=q> ")
    assert turkingbench(data=folder, split="all").condition != before


# Scores


def reading(**values: list[str]) -> Episode:
    fields = [
        {"name": name, "type": "text", "visible": True, "values": given}
        for name, given in values.items()
    ]
    return Episode(task="T/0", evidence={"fields": fields})


@pytest.fixture
def scored(write_task):
    """A benchmark with one task with the fields a and b, and this task."""
    rows = [{"i": "1", "Answer.a": "yes", "Answer.b": "one two"}]
    folder = write_task("T", "<input name=a><input name=b>", rows)
    benchmark = turkingbench(data=folder, split="all")
    return benchmark, benchmark.tasks()[0]


def test_a_score_is_the_mean_over_the_fields(scored):
    benchmark, task = scored
    score = benchmark.score(task, reading(a=["yes"], b=["one"]))
    assert score.value == pytest.approx((1 + 2 / 3) / 2)
    assert [field["score"] for field in score.details["fields"]] == [1.0, pytest.approx(2 / 3)]
    assert score.details["broke_off"] is False


@pytest.mark.parametrize(("variant", "value"), [("parity", 1.0), ("strict", 0.0)])
def test_every_score_has_both_variants_of_the_metric(
    write_task, variant: Literal["parity", "strict"], value: float
):
    folder = write_task("T", "<input type=radio name=a value=1>", [{"i": "1", "Answer.a": "-1"}])
    benchmark = turkingbench(data=folder, split="all", metric_variant=variant)
    field = {"name": "a", "type": "radio", "visible": True, "values": ["1"]}
    score = benchmark.score(benchmark.tasks()[0], Episode(task="T/0", evidence={"fields": [field]}))
    assert score.value == value
    assert score.details["variants"] == {
        "parity": {"value": 1.0, "scores": [1.0]},
        "strict": {"value": 0.0, "scores": [0.0]},
    }


def test_an_errored_episode_scores_0(scored):
    benchmark, task = scored
    episode = reading(a=["yes"], b=["one two"])
    episode.error = EpisodeError(cause="agent", message="it fell over")
    score = benchmark.score(task, episode)
    assert (score.value, score.details) == (0.0, {"broke_off": True, "fields": []})


def test_a_stored_episode_gets_the_same_score(scored):
    benchmark, task = scored
    episode = reading(a=["yes"], b=["one"])
    stored = Episode.model_validate_json(episode.model_dump_json())
    assert benchmark.score(task, stored) == benchmark.score(task, episode)


def test_a_score_is_json(scored):
    benchmark, task = scored
    score = benchmark.score(task, reading(a=["yes"], b=["one"]))
    assert json.loads(score.model_dump_json()) == score.model_dump()


def test_a_summary_has_a_headline_metric(scored):
    benchmark, task = scored
    score = benchmark.score(task, reading(a=["yes"], b=["one two"]))
    summary = benchmark.summarise([(task, score)])
    assert summary.figures[summary.headline] == 1.0


def test_published_results_are_listed():
    table = turkingbench().published()
    assert table.rows
    assert all(len(row) == len(table.columns) for row in table.rows)


def test_ready_requires_a_browser(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "/nowhere/chromium")
    with pytest.raises(UserError, match="WEBPROCTOR_BROWSER"):
        turkingbench().ready()
