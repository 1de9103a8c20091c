"""The built-in sample: small tasks of our own that stand in for the data set."""

import re
from pathlib import Path

import pytest

from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.benchmarks.turkingbench.benchmark import SAMPLE
from webproctor.benchmarks.turkingbench.dataset import Dataset, TaskFolder
from webproctor.benchmarks.turkingbench.markup import Control, controls
from webproctor.benchmarks.turkingbench.scoring import BOOKKEEPING
from webproctor.benchmarks.turkingbench.table import is_blank, read_texts
from webproctor.episodes import run_episode

DATASET = Dataset(SAMPLE)
TASKS = [DATASET.task(name) for name in DATASET.names("all")]
LIBRARIES = {
    "https://maxcdn.bootstrapcdn.com/bootstrap/4.0.0/css/bootstrap.min.css",
    "https://code.jquery.com/jquery-3.2.1.slim.min.js",
}
# Per-box columns that stand beside a merged one, as survey tools write them: no field has the name.
MERGED = re.compile(r"flags\..+")

each_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)


def own_controls(task: TaskFolder) -> list[Control]:
    """The controls that the template itself names, before any script has run."""
    return [control for control in controls(task.template) if control.name]


def choices(task: TaskFolder, *kinds: str) -> dict[str, set[str]]:
    """The values that can be chosen, per field of these kinds."""
    found: dict[str, set[str]] = {}
    for control in own_controls(task):
        if control.type in kinds:
            values = control.options if control.tag == "select" else [control.value or "on"]
            found.setdefault(control.name, set()).update(values)
    return found


def answers(task: TaskFolder, field: str) -> list[str]:
    """What workers answered in a field, as it stands in the file; blanks left out."""
    return [text for text in read_texts(task.path / "batch.csv")[f"Answer.{field}"] if text]


def all_answers() -> list[str]:
    return [text for task in TASKS for name in task.field_names for text in answers(task, name)]


# The format


@each_task
def test_batch_starts_with_a_byte_order_mark(task: TaskFolder):
    assert (task.path / "batch.csv").read_bytes().startswith(b"\xef\xbb\xbf")


@each_task
def test_batch_has_the_usual_columns(task: TaskFolder):
    assert list(task.table)[:3] == ["Title", "Description", "Keywords"]
    assert list(task.table) == [*task.columns, *task.answer_columns]


@each_task
def test_template_asks_only_for_columns_of_the_batch(task: TaskFolder):
    assert set(re.findall(r"\$\{(.*?)\}", task.template)) <= set(task.columns)


@each_task
def test_every_input_column_is_shown(task: TaskFolder):
    shown = {"Title", "Description", "Keywords", *re.findall(r"\$\{(.*?)\}", task.template)}
    assert set(task.columns) == shown


@each_task
def test_no_input_cell_is_empty(task: TaskFolder):
    assert not any(is_blank(cell) for name in task.columns for cell in task.table[name])


@each_task
def test_pages_load_nothing_but_the_two_libraries(task: TaskFolder):
    pages = "".join(task.page(row) for row in range(len(task.rows)))
    without_names = re.sub(r'xmlns="[^"]*"', "", pages)
    assert set(re.findall(r"(?:https?:)?//[a-z][^\s\"'<>]*", without_names)) <= LIBRARIES


@each_task
def test_templates_stay_short(task: TaskFolder):
    assert len(task.template.splitlines()) < 150


# The size and the splits


def test_there_are_tasks_for_every_split():
    sizes = {split: len(DATASET.names(split)) for split in ("test", "challenge", "subjective")}
    assert sizes == {"test": 14, "challenge": 1, "subjective": 1}
    assert len(DATASET.names("train")) == 2


def test_every_listed_task_is_there():
    assert not any(DATASET.absent().values())


@each_task
def test_a_task_has_four_to_six_instances_of_one_to_four_workers(task: TaskFolder):
    assert 4 <= len(task.rows) <= 6
    assert {len(rows) for rows in task.rows} <= {1, 2, 3, 4}


# The answers


@each_task
def test_every_instance_is_answered(task: TaskFolder):
    for row in range(len(task.rows)):
        assert any(not is_blank(cell) for cells in task.gold(row).values() for cell in cells)


@each_task
def test_chosen_answers_are_among_the_options(task: TaskFolder):
    for field, values in choices(task, "radio", "checkbox", "select").items():
        if field in task.field_names and values != {""}:  # a script fills in the empty list
            chosen = {part for text in answers(task, field) for part in text.split("|")}
            assert chosen <= values | {"1", "2", "3", "4", "5"} & chosen if values == {""} else values


@each_task
def test_slider_answers_are_within_the_slider(task: TaskFolder):
    for tag in re.findall(r'<input type="range"[^>]*>', task.template):
        name, low, high = (re.findall(rf'\b{key}="([^"]*)"', tag)[0] for key in ("name", "min", "max"))
        assert all(float(low) <= float(text) <= float(high) for text in answers(task, name))
