"""Tests of faults in columns, which the audit lists and which end a run before it begins."""

import json

import pytest

from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.benchmarks.turkingbench.columns import column_faults
from webproctor.benchmarks.turkingbench.dataset import TaskFolder
from webproctor.core.errors import UserError

PAGE = "<p>${text}</p><input type=radio name=q value=yes><input type=radio name=q value=no>"


def faults(folder, name="T"):
    return [
        (fault.field, fault.row, fault.message)
        for fault in column_faults(TaskFolder(folder / "tasks" / name))
    ]


def test_a_valid_task_has_no_fault(write_task):
    assert faults(write_task("T", PAGE, [{"text": "x", "Answer.q": "yes"}])) == []


@pytest.mark.parametrize("name", ["answer.q", " Answer.q", "ANSWER.q "])
def test_an_answer_column_in_another_spelling_is_named(write_task, name: str):
    [(_, _, message)] = faults(write_task("T", PAGE, [{"text": "x", name: "yes"}]))
    assert message.endswith(f"rename {name!r} to 'Answer.q'")


def test_an_input_column_of_mechanical_turk_must_be_renamed(write_task):
    folder = write_task("T", PAGE, [{"Input.text": "x", "Answer.q": "yes"}])
    message = "the page's variable is ${text}: rename the column text"
    assert faults(folder) == [("Input.text", None, message)]


def test_an_input_column_of_mechanical_turk_that_the_page_does_not_use_is_no_fault(write_task):
    row = {"text": "x", "Input.more": "x", "Answer.q": "yes"}
    assert faults(write_task("T", PAGE, [row])) == []


def test_a_column_of_all_answers_must_be_divided(write_task):
    answers = json.dumps([{"q": {"yes": True}}])
    [(field, _, message)] = faults(
        write_task("T", PAGE, [{"text": "x", "Answer.taskAnswers": answers}])
    )
    assert field == "taskAnswers"
    assert "a column Answer.<field> for each field" in message


def test_a_column_for_each_choice_must_be_merged(write_task):
    row = {"text": "x", "Answer.q.yes": "true", "Answer.q.no": "false"}
    [(field, _, message)] = faults(write_task("T", PAGE, [row]))
    assert field == "q"
    assert "(Answer.q.yes, Answer.q.no): replace them by one column Answer.q" in message


def test_columns_of_choices_next_to_the_merged_column_are_no_fault(write_task):
    row = {"text": "x", "Answer.q": "yes", "Answer.q.yes": "true", "Answer.q.no": "false"}
    assert faults(write_task("T", PAGE, [row])) == []


def test_a_variable_of_ground_truth_is_a_fault(write_task):
    page = "{{ task.input.text | escape }}<input name=q>"
    [(_, _, message)] = faults(write_task("T", page, [{"text": "x", "Answer.q": "yes"}]))
    assert message.startswith("the page has {{ task.input.text | escape }}")


def test_an_empty_input_cell_is_a_fault_and_an_empty_column_is_one(write_task):
    rows = [{"text": text, "more": "", "Answer.q": "yes"} for text in ("x", "", "z")]
    found = [(field, row) for field, row, _ in faults(write_task("T", PAGE, rows))]
    assert found == [("text", 1), ("more", None)]


def test_a_run_of_a_task_with_faults_is_refused(write_task):
    rows = [{"text": text, "more": "", "Answer.q": "yes"} for text in ("x", "")]
    folder = write_task("T", PAGE, rows)
    with pytest.raises(UserError) as error:
        turkingbench(data=folder, split="all")
    assert f"{folder}/tasks/T/batch.csv, row 2, field 'text': an empty input cell" in str(
        error.value
    )
    assert "`webproctor data turkingbench --check` lists 1 more." in str(error.value)
