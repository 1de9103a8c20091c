"""Tests of matching recorded answers with the tasks of a data set."""

import json
import warnings
from pathlib import Path

import pytest

import webproctor
from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.benchmarks.turkingbench.coverage import coverage, renames, with_present_names
from webproctor.core.errors import AnswersUnused, UserError
from webproctor.run.provenance import read_run_json

FIELDS = {"A": ["q", "r"], "B": ["q"]}
SELECTED = [("A", 0), ("A", 1), ("B", 0)]


def test_answers_to_selected_instances_are_counted_by_task():
    found = coverage({("A", 0): {"q": "x", "r": "y"}, ("B", 0): {"q": "x"}}, FIELDS, SELECTED)
    assert {name: (of.answered, of.instances, of.fields) for name, of in found.tasks.items()} == {
        "A": (1, 2, 2),
        "B": (1, 1, 1),
    }
    assert not found.complete
    assert found.report() == (
        "Recorded answers. All answers are used.\n"
        "A: answers to 1 of 2 instances, 2 fields\nB: answers to 1 of 1 instances, 1 fields"
    )


def test_unused_answers_are_counted_by_reason():
    answers = {
        ("A", 0): {"q": "x", "no such field": "y"},
        ("A", 1): {"nor this one": "x"},
        ("A", 7): {"q": "x", "r": "y"},
        ("C", 0): {"q": "x"},
        ("C", 1): {"q": "x"},
    }
    found = coverage(answers, FIELDS, SELECTED)
    assert (found.unknown_tasks, found.unselected, found.unknown_fields) == ({"C": 2}, 2, 2)
    assert found.report().startswith(
        "Recorded answers. Unused: 2 answers to 'C', which is not in the data; 2 answers to "
        "instances that are not selected; 2 answers to fields that their task does not have.\n"
    )
    assert (found.tasks["A"].answered, found.tasks["A"].fields) == (1, 1)


def test_complete_answers_need_no_warning():
    answers = {(name, row): {"q": "x"} for name, row in SELECTED}
    assert coverage(answers, FIELDS, SELECTED).complete


@pytest.mark.parametrize("other", [("A", 7, "q"), ("C", 0, "q"), ("A", 0, "no such field")])
def test_an_unused_answer_makes_complete_answers_incomplete(other: tuple[str, int, str]):
    answers = {(name, row): {"q": "x"} for name, row in SELECTED}
    name, row, field = other
    answers.setdefault((name, row), {})[field] = "x"
    assert not coverage(answers, FIELDS, SELECTED).complete


def test_answers_with_old_task_names_match_the_new_ones():
    answers = {("Arch - Rel Eval 3", 4): {"q": "x"}, ("Other", 0): {"q": "y"}}
    assert with_present_names(answers, ["Story Relations"]) == {
        ("Story Relations", 4): {"q": "x"},
        ("Other", 0): {"q": "y"},
    }


def test_a_data_set_that_has_the_old_name_keeps_it():
    answers = {("Arch - Rel Eval 3", 4): {"q": "x"}}
    assert with_present_names(answers, ["Arch - Rel Eval 3"]) == answers


def test_answers_under_both_names_are_a_user_error():
    answers = {("Arch - Rel Eval 3", 4): {"q": "x"}, ("Story Relations", 4): {"q": "y"}}
    with pytest.raises(
        UserError, match="duplicate answer to field 'q' of 'Story Relations', row 4"
    ):
        with_present_names(answers, ["Story Relations"])


def test_renamed_tasks_are_in_the_public_lists(data: Path):
    names = {
        line.strip()
        for file in (data / "turkingbench/splits").glob("*.txt")
        for line in file.read_text().splitlines()
    }
    folders = {path.name for path in (data / "turkingbench/tasks").iterdir()}
    others = {
        "Congressional Bills",
        "Question Typing",
    }  # Train tasks that are not in the test data.
    assert set(renames().values()) <= names | folders | others
    assert not set(renames()) & folders


def test_replay_warns_once_about_unused_answers(write_task, tmp_path: Path):
    rows = [{"i": n, "Answer.q": "yes"} for n in "12"]
    folder = write_task("T", "<p>${i}<input name=q>", rows)
    record = {"row": 1, "fields": [{"input_name": "q", "output": ""}, {"field": "z", "output": ""}]}
    (tmp_path / "T.jsonl").write_text(json.dumps(record))
    benchmark = turkingbench(data=folder, split="all")
    with pytest.warns(AnswersUnused, match="1 answers to fields") as caught:
        benchmark.replay(tmp_path / "T.jsonl")
    assert "T: answers to 1 of 2 instances, 1 fields" in str(caught[0].message)
    with warnings.catch_warnings(action="error"):
        benchmark.replay(tmp_path / "T.jsonl")


def test_a_table_lists_tasks_and_unused_answers():
    table = coverage({("T", 0): {"q": "", "z": ""}, ("U", 3): {"q": ""}}, {"T": ["q"]}, [("T", 0)])
    assert table.table().rows == [
        ["T", 1, 1, 1],
        ["unused, not in the data: U", None, None, 1],
        ["unused, for fields that their task does not have", None, None, 1],
    ]


def test_a_run_of_recorded_answers_reports_their_coverage(write_task, tmp_path: Path, executable):
    folder = write_task("T", "<p>${i}<input name=q>", [{"i": "1", "Answer.q": "yes"}])
    record = {
        "row": 0,
        "fields": [{"input_name": "q", "output": "self.actions.modify_text('q', 'yes')"}],
    }
    (tmp_path / "T.jsonl").write_text(json.dumps(record))
    run = webproctor.evaluate(
        "turkingbench",
        "replay",
        settings={"data": folder, "split": "all"},
        agent_settings={"predictions": tmp_path / "T.jsonl"},
        out=tmp_path / "run",
    )
    assert run.score == 1.0
    assert read_run_json(run.folder)["coverage"]["rows"] == [["T", 1, 1, 1]]
    assert "with answers" in (run.folder / "report.html").read_text(encoding="utf-8")
