"""Tests of the built-in sample: a few small tasks of our own.

Together they have the features that make the real pages hard to run and to score.
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import pytest
from per_change import exhaustive

from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.benchmarks.turkingbench.benchmark import SAMPLE
from webproctor.benchmarks.turkingbench.dataset import Dataset, TaskFolder
from webproctor.benchmarks.turkingbench.markup import controls
from webproctor.benchmarks.turkingbench.scoring import BOOKKEEPING
from webproctor.benchmarks.turkingbench.table import Cell, is_blank, read_texts
from webproctor.core.episodes import Episode
from webproctor.core.loop import run_episode
from webproctor.core.observations import Element
from webproctor.core.scores import Score

DATASET = Dataset(SAMPLE)
TASKS = [DATASET.task(name) for name in DATASET.names("all")]
ABOUT = ("Title", "Description", "Keywords")
BOOTSTRAP = "https://maxcdn.bootstrapcdn.com/bootstrap/4.0.0/css/bootstrap.min.css"
JQUERY = "https://code.jquery.com/jquery-3.2.1.slim.min.js"
# Columns for single checkboxes of a group, written by survey tools; no control has such a name.
ONE_BOX = re.compile(r"flags\..+")

each_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)


def variables(task: TaskFolder) -> set[str]:
    return set(re.findall(r"\$\{(.*?)\}", task.template))


def options(task: TaskFolder, *kinds: str) -> dict[str, set[str]]:
    """Return the options of each field of these types in the template's HTML."""
    found: dict[str, set[str]] = {}
    for control in controls(task.template):
        if control.type in kinds and control.name in task.field_names:
            values = control.options if control.tag == "select" else [control.value or "on"]
            found.setdefault(control.name, set()).update(values)
    return found


def written(task: TaskFolder, field: str) -> list[str]:
    """Return the workers' answers as text, without blanks."""
    return [text for text in read_texts(task.path / "batch.csv")[f"Answer.{field}"] if text]


def everything_written() -> list[str]:
    return [text for task in TASKS for field in task.field_names for text in written(task, field)]


def golds(*kinds: str) -> Iterator[list[Cell]]:
    """Yield the workers' cells of every instance for the fields of these types."""
    for task in TASKS:
        for row in range(len(task.rows)):
            gold = task.gold(row)
            yield from (gold[field] for field in options(task, *kinds))


# The format of a task folder


@each_task
def test_batch_starts_with_a_byte_order_mark(task: TaskFolder):
    assert (task.path / "batch.csv").read_bytes().startswith(b"\xef\xbb\xbf")


@each_task
def test_batch_has_the_usual_columns_in_the_usual_order(task: TaskFolder):
    assert tuple(task.table)[:3] == ABOUT
    assert tuple(task.table) == task.columns + task.answer_columns


@each_task
def test_template_uses_exactly_the_inputs(task: TaskFolder):
    assert variables(task) == set(task.columns) - set(ABOUT)


@each_task
def test_no_input_is_blank(task: TaskFolder):
    assert not any(is_blank(cell) for name in task.columns for cell in task.table[name])


@each_task
def test_pages_refer_to_no_address_but_the_two_libraries(task: TaskFolder):
    pages = "".join(task.page(row) for row in range(len(task.rows)))
    assert set(re.findall(r"https?://[^\s\"'<>]*", pages)) <= {BOOTSTRAP, JQUERY}


@each_task
def test_templates_are_short(task: TaskFolder):
    assert len(task.template.splitlines()) < 150


# Splits and sizes


def test_every_split_has_tasks():
    splits = ("test", "challenge", "subjective", "train")
    assert [len(DATASET.names(split)) for split in splits] == [14, 1, 1, 2]


def test_every_listed_task_exists():
    assert not any(DATASET.absent().values())


@each_task
def test_a_task_has_four_to_six_instances_of_one_to_four_workers(task: TaskFolder):
    assert 4 <= len(task.rows) <= 6
    assert {len(workers) for workers in task.rows} <= {1, 2, 3, 4}


# Possible answers


@each_task
def test_every_instance_has_an_answer(task: TaskFolder):
    for row in range(len(task.rows)):
        assert any(not is_blank(cell) for cells in task.gold(row).values() for cell in cells)


@each_task
def test_choices_are_among_the_options(task: TaskFolder):
    for field, values in options(task, "radio", "checkbox", "select").items():
        filled_by_script = values == {""}
        if not filled_by_script:
            assert {part for text in written(task, field) for part in text.split("|")} <= values


@each_task
def test_numbers_are_within_the_range_of_their_slider(task: TaskFolder):
    for slider in re.findall(r'<input type="range"[^>]*>', task.template):
        of = dict(re.findall(r'(\w+)="([^"]*)"', slider))
        answers = [float(text) for text in written(task, of["name"])]
        assert answers
        assert all(float(of["min"]) <= number <= float(of["max"]) for number in answers)


@each_task
def test_text_area_answers_survive_the_markup(task: TaskFolder):
    for field in options(task, "textarea"):
        assert not any(re.search("[<>\u00a0]", text) for text in written(task, field))


# What the sample covers


@pytest.mark.parametrize(
    "kind", ["radio", "checkbox", "text", "textarea", "select", "range", "hidden", "submit"]
)
def test_every_kind_of_control_has_answers(kind: str):
    assert any(written(task, field) for task in TASKS for field in options(task, kind))


@pytest.mark.parametrize(
    "feature",
    {
        "a list in groups": "<optgroup ",
        "a list without groups": r"<select(?:(?!<optgroup|</select>).)*</select>",
        "a text field that is filled in beforehand": r'<input type="text"[^>]* value="\$\{',
        "an image": r'<img src="\$\{',
        "a drawing": "<svg ",
        "a table": "<table",
        "fields written by plain script": r"createElement\(",
        "fields written by jQuery": r"\$\(\"<select",
        "fields shown by jQuery": r"\.toggle\(",
        "fields shown by plain script": r"\.hidden = ",
        "dragging": "pointermove",
    }.items(),
    ids=lambda feature: feature[0],
)
def test_some_template_has_the_feature(feature: tuple[str, str]):
    assert any(re.search(feature[1], task.template, re.DOTALL) for task in TASKS)


@pytest.mark.parametrize(
    "feature",
    {
        "several ticks": r"^\w+\|\w+",
        "an ampersand": "&",
        "an angle bracket": "<",
        "more than one line": "\n",
        "Spanish": "ñ|á|í",
        "Japanese": "[\u3040-\u30ff\u4e00-\u9fff]",
        "a negative number": r"^-\d",
        "leading zeros": r"^0\d",
        "a blank in words": r"^(\{\}|N/A)$",
        "a truth value": "^(True|False)$",
    }.items(),
    ids=lambda feature: feature[0],
)
def test_some_answer_has_the_feature(feature: tuple[str, str]):
    assert any(re.search(feature[1], text) for text in everything_written())


@pytest.mark.parametrize("libraries", [set(), {BOOTSTRAP}, {BOOTSTRAP, JQUERY}])
def test_some_pages_load_these_libraries(libraries: set[str]):
    assert any(set(re.findall(r"https://[^\"]*", task.template)) == libraries for task in TASKS)


def test_some_pages_have_no_submit_button():
    own = {any(one.type == "submit" for one in controls(task.template)) for task in TASKS}
    assert own == {True, False}


def test_some_inputs_are_a_single_space():
    assert any(cell == " " for task in TASKS for name in task.columns for cell in task.table[name])


def test_some_inputs_are_booleans():
    assert any(cell is True for task in TASKS for name in task.columns for cell in task.table[name])


def test_some_integers_are_read_as_decimals_because_of_blanks():
    cells = [task.table[name] for task in TASKS for name in task.answer_columns]
    assert any(any(map(is_blank, column)) and 4.0 in column for column in cells)


def test_some_workers_tie():
    votes = (Counter(gold).most_common(2) for gold in golds("radio", "select") if len(gold) > 1)
    assert any(len(vote) == 2 and vote[0][1] == vote[1][1] for vote in votes)


def test_some_text_fields_are_left_empty_by_all():
    assert any(all(map(is_blank, gold)) for gold in golds("text", "textarea"))


def test_some_instances_have_rows_far_apart():
    assert any(b - a > 1 for task in TASKS for rows in task.rows for a, b in pairwise(rows))


def test_some_neighbouring_instances_share_an_input():
    assert any(
        first[name] == second[name]
        for task in TASKS
        for first, second in pairwise(task.instances)
        for name in task.columns
        if name not in ABOUT and first[name].strip()
    )


# The pages in a browser, filled in with the workers' answers


@dataclass(frozen=True)
class Worked:
    """One instance: its initial fields, the episode and the score."""

    before: tuple[Element, ...]
    episode: Episode
    score: Score


# The instances that have all fields of their task, where it is not the first one.
FULL = {
    "Causes and effects of an event": 1,
    "Comment moderation": 1,
    "Grammar ratings": 2,
    "Names in a news sentence": 3,
}


@pytest.fixture(scope="module")
def worked(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[Worked]]:
    """The instances by task name: one of each task at every change, all in `make test-all`."""
    some = tmp_path_factory.mktemp("rows") / "rows.json"
    some.write_text(json.dumps({task.name: [FULL.get(task.name, 0)] for task in TASKS}))
    rows = None if exhaustive(request.config) else some

    async def work() -> dict[str, list[Worked]]:
        done: dict[str, list[Worked]] = {}
        async with turkingbench(split="all", rows=rows) as benchmark:
            for instance in benchmark.tasks():
                async with benchmark.session(instance) as session:
                    before = (await session.observe(frozenset({"elements"}))).elements or ()
                    episode = await run_episode(instance, session, benchmark.oracle())
                score = benchmark.score(instance, episode)
                name = str(instance.tags["task"])
                done.setdefault(name, []).append(Worked(before, episode, score))
        return done

    return asyncio.run(work())


@each_task
def test_every_answered_field_is_on_its_page(task: TaskFolder, worked: dict[str, list[Worked]]):
    expected = {name for name in task.field_names if not ONE_BOX.fullmatch(name)}
    found = {field.name for one in worked[task.name] for field in one.before}
    assert found == expected - BOOKKEEPING


@each_task
def test_pages_load_without_errors(task: TaskFolder, worked: dict[str, list[Worked]]):
    for one in worked[task.name]:
        assert one.episode.error is None
        assert one.episode.evidence["errors"] == []
        assert one.episode.evidence["refused"] == []


@each_task
def test_answers_of_workers_get_the_full_score(task: TaskFolder, worked: dict[str, list[Worked]]):
    for one in worked[task.name]:
        assert one.score.value == 1.0, one.score.details


def test_some_fields_appear_only_after_another_is_filled_in(worked: dict[str, list[Worked]]):
    def appear(one: Worked) -> bool:
        before = {field.name for field in one.before if field.visible}
        after = {field["name"] for field in one.episode.evidence["fields"] if field["visible"]}
        return before < after

    for name in ("Causes and effects of an event", "Comment moderation"):
        assert any(appear(one) for one in worked[name])


def test_some_fields_are_below_the_fold(worked: dict[str, list[Worked]]):
    boxes = [field.box for field in worked["Names in a news sentence"][0].before if field.box]
    assert max(box.y for box in boxes) > 720
