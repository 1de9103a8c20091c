"""Tests of the audit: each problem is reported with file, row and field."""

from pathlib import Path

import pytest
from benchmarks.turkingbench.real_data import DATA, needs_data

from webproctor.benchmarks.turkingbench.audit import audit, grouped
from webproctor.benchmarks.turkingbench.dataset import Counts
from webproctor.benchmarks.turkingbench.splits import LISTS
from webproctor.core.errors import UserError

PAGE = "<p>${a}</p><input type=radio name=q value=x><input type=radio name=q value=y>"
BATCH = "a,Answer.q\n1,x\n1,y\n2,x\n"


def task(
    root: Path,
    batch: str | bytes | None = BATCH,
    page: str | bytes | None = PAGE,
    name: str = "Quiz",
) -> None:
    folder = root / "tasks" / name
    folder.mkdir(parents=True)
    for file, content in (("batch.csv", batch), ("template.html", page)):
        if content is not None:
            data = content if isinstance(content, bytes) else content.encode()
            (folder / file).write_bytes(data)


def problems(root):
    return [str(problem) for problem in audit(root).problems]


def only(root):
    [problem] = audit(root).problems
    return problem


def test_a_valid_task_has_no_problem_and_is_counted(tmp_path):
    task(tmp_path)
    found = audit(tmp_path)
    assert found.problems == []
    assert found.counts == {"Quiz": Counts(submissions=3, instances=2, answers=1)}


def test_a_problem_is_one_line_with_its_location(tmp_path):
    task(tmp_path, 'a,b,Answer.q\n"1\n2",x,x\n,x,x\n', "${a}${b}" + PAGE)
    assert str(only(tmp_path)).startswith(
        "error: tasks/Quiz/batch.csv, row 2, line 4, field 'a': an empty input cell never"
    )


def test_a_missing_template_is_an_error(tmp_path):
    task(tmp_path, page=None)
    assert problems(tmp_path) == [
        "error: tasks/Quiz/template.html: is missing: the task cannot be run, and is left out of "
        "runs of a split"
    ]


def test_missing_submissions_are_a_warning(tmp_path):
    task(tmp_path, batch=None)
    assert problems(tmp_path) == [
        "warning: tasks/Quiz/batch.csv: is missing: the task has no instances"
    ]


@pytest.mark.parametrize(
    ("batch", "place", "fault"),
    [
        ("", "", "the file is empty"),
        ("a,Answer.q\n1,x\n1,2,x\n", ", row 2, line 3", "3 cells under 2 column names"),
        ('a,Answer.q\n1,"x\n', ", row 1, line 2", "never closed"),
        (b"a,Answer.q\n1,x\n1,\xe9\n", ", row 2, line 3", "byte 17 is not UTF-8"),
    ],
)
def test_a_table_that_cannot_be_read_is_an_error_and_not_counted(tmp_path, batch, place, fault):
    task(tmp_path, batch)
    assert str(only(tmp_path)).startswith(f"error: tasks/Quiz/batch.csv{place}: ")
    assert fault in only(tmp_path).message
    assert audit(tmp_path).counts == {}


def test_invalid_utf8_in_a_template_is_a_warning_with_byte_and_line(tmp_path):
    task(tmp_path, page=PAGE.encode() + b"\ncaf\xe9")
    problem = only(tmp_path)
    assert (problem.severity, problem.line) == ("warning", 2)
    assert f"byte {len(PAGE) + 4} is not UTF-8" in problem.message


def test_a_large_template_is_no_problem(tmp_path):
    task(tmp_path, page=PAGE + " " * 100_000)
    assert problems(tmp_path) == []


def test_a_variable_without_a_column_is_a_warning(tmp_path):
    task(tmp_path, page=PAGE + "${b} ${b}")
    assert (
        only(tmp_path).message == "${b} has no column in batch.csv and is not replaced in the page"
    )


def test_an_answer_column_without_an_element_is_a_warning(tmp_path):
    task(tmp_path, "a,Answer.q,Answer.r\n1,x,z\n")
    assert (only(tmp_path).field, only(tmp_path).severity) == ("r", "warning")


def test_an_answered_field_that_only_a_script_can_add_is_a_warning(tmp_path):
    batch = "a,Answer.q,Answer.r,Answer.s,Answer.t\n1,x,z,,true\n"
    task(tmp_path, batch, PAGE + "<SCRIPT src=x></SCRIPT>")
    assert (only(tmp_path).field, only(tmp_path).severity) == ("r", "warning")
    assert "only if a script has added it when the page is loaded" in only(tmp_path).message


def test_names_and_options_can_contain_variables(tmp_path):
    page = "<input type=radio name='q${a}' value='${b}'>"
    task(tmp_path, "a,b,Answer.q1,Answer.q2\n1,x,x,\n2,y,,z\n", page)
    assert (only(tmp_path).field, only(tmp_path).row) == ("q2", 2)
    assert only(tmp_path).message == "answer 'z' is not an option of the field in the page's HTML"


def test_metadata_fields_need_no_element(tmp_path):
    task(tmp_path, "a,Answer.q,Answer.ee\n1,x,3\n")
    assert problems(tmp_path) == []


def test_duplicate_column_names_are_a_warning(tmp_path):
    task(tmp_path, "a,a,Answer.q\n1,2,x\n")
    assert (only(tmp_path).field, only(tmp_path).severity) == ("a", "warning")
    assert "read as a.1" in only(tmp_path).message


def test_a_column_without_a_name_is_a_warning(tmp_path):
    task(tmp_path, "a,,Answer.q\n1,2,x\n")
    assert only(tmp_path).message == "a column has no name"


def test_a_table_without_answers_is_an_error(tmp_path):
    task(tmp_path, "a\n1\n")
    assert "nothing can be scored" in only(tmp_path).message
    assert only(tmp_path).severity == "error"


def test_a_table_without_rows_is_a_warning(tmp_path):
    task(tmp_path, "a,Answer.q\n", PAGE + "<script></script>")
    assert only(tmp_path).message == "has no rows: the task has no instances"


def test_a_field_type_without_a_metric_is_an_error(tmp_path):
    task(tmp_path, page="${a}<input type=date name=q>")
    assert (only(tmp_path).field, only(tmp_path).severity) == ("q", "error")
    assert "type 'date', which has no metric" in only(tmp_path).message


def test_an_input_type_that_does_not_exist_is_a_warning(tmp_path):
    task(tmp_path, page="${a}<input type=smart name=q>")
    assert only(tmp_path).message == "input type 'smart' is unknown: treated as a text field"


def test_a_custom_element_is_a_warning(tmp_path):
    task(tmp_path, page="${a}<crowd-input name=q></crowd-input>")
    assert only(tmp_path).message == "is a <crowd-input>, which is never asked or scored"


def test_fields_without_an_answer_column_are_not_checked(tmp_path):
    task(tmp_path, page=PAGE + "<input type=date name=other>")
    assert problems(tmp_path) == []


@pytest.mark.parametrize("page", ["<input type=radio name=q value=X>", "<select name=q><option>x"])
def test_an_answer_that_is_not_an_option_is_a_warning_with_its_first_row(tmp_path, page):
    task(tmp_path, page="${a}" + page)
    assert (only(tmp_path).row, only(tmp_path).line, only(tmp_path).field) == (2, 3, "q")
    assert only(tmp_path).message == "answer 'y' is not an option of the field in the page's HTML"


def test_equal_invalid_answers_are_reported_once(tmp_path):
    task(tmp_path, "a,Answer.q\n1,x\n1,z\n2,z\n")
    assert "(first of 2)" in only(tmp_path).message


def test_a_blank_answer_is_valid_for_radio_buttons_but_not_for_a_list(tmp_path):
    task(tmp_path, "a,Answer.q\n1,x\n1,\n")
    task(tmp_path, "a,Answer.q\n1,x\n1,\n", "${a}<select name=q><option>x", name="List")
    assert only(tmp_path).file == "tasks/List/batch.csv"
    assert "a blank answer, compared as 'nan', is not an option" in only(tmp_path).message


def test_an_instance_without_answers_is_a_warning(tmp_path):
    task(tmp_path, "a,Answer.q\n1,x\n2,\n2,\n3,\n")
    assert only(tmp_path).row == 2
    assert "no worker answered any field of this instance (first of 2" in only(tmp_path).message


def lists(root, **names):
    (root / "splits").mkdir()
    for split, text in names.items():
        (root / "splits" / LISTS[split]).write_bytes(text)


def test_a_listed_task_without_a_folder_is_a_warning(tmp_path):
    task(tmp_path)
    lists(tmp_path, test=b"Quiz\nGone\n")
    assert problems(tmp_path) == [
        "warning: splits/evaluation_tasks_easy.txt: lists 'Gone', which has no folder"
    ]


def test_a_task_in_two_lists_is_an_error(tmp_path):
    task(tmp_path)
    lists(tmp_path, test=b"Quiz\n", challenge=b"Quiz\n")
    assert problems(tmp_path) == [
        "error: splits/evaluation_tasks_hard.txt: lists 'Quiz', which is also in "
        "evaluation_tasks_easy.txt"
    ]


def test_a_list_that_cannot_be_read_is_an_error(tmp_path):
    task(tmp_path)
    lists(tmp_path, test=b"Qu\xefz\n")
    assert "byte 2 is not UTF-8" in only(tmp_path).message


def test_similar_problems_of_a_file_are_one_line_with_examples(tmp_path):
    fields = [f"f{number}" for number in range(6)]
    page = "${a}" + "".join(f"<crowd-input name={one}></crowd-input>" for one in fields)
    head = ",".join(f"Answer.{one}" for one in fields)
    task(tmp_path, f"a,{head}\n1,x,x,x,x,x,x\n", page)
    lists(tmp_path, test=b"Gone\nLost\nAway\n")
    found = audit(tmp_path)
    assert len(found.problems) == 9
    assert [str(group) for group in grouped(found.problems)] == [
        "warning: splits/evaluation_tasks_easy.txt: lists 'Gone', which has no folder (and 2 more "
        "like this: 'Lost', 'Away')",
        "warning: tasks/Quiz/batch.csv, field 'f0': is a <crowd-input>, which is never asked or "
        "scored (and 5 more like this: 'f1', 'f2', 'f3', ...)",
    ]


def test_different_problems_and_files_are_separate_lines(tmp_path):
    task(tmp_path, page=PAGE + "${b}", name="One")
    task(tmp_path, page=PAGE + "${b}", name="Two")
    task(tmp_path, "a,a,Answer.q\n1,2,x\n", name="Three")
    found = audit(tmp_path).problems
    assert [str(group) for group in grouped(found)] == [str(problem) for problem in found]


def test_a_root_without_tasks_is_a_user_error(tmp_path):
    with pytest.raises(UserError, match="no TurkingBench data"):
        audit(tmp_path)


@pytest.mark.exhaustive
@needs_data
def test_the_public_data_has_no_error_and_few_warnings():
    found = audit(DATA)
    assert [problem for problem in found.problems if problem.severity == "error"] == []
    odd = {Path(problem.file).parent.name for problem in found.problems} - {"splits"}
    assert odd == {
        "Creating Sentence Paraphrases",  # A script assembles the name of a variable.
        "Gun violence structured extraction",  # Workers left lists blank.
        "MCN - Multiple Choice testset",  # Instances without any answer.
        "Radiology Report Sentence Classification",  # Instances without any answer.
        "WikiHow Goal Membership",  # Custom elements.
    }
    assert found.counts["Radiology Report Sentence Classification"] == Counts(1674, 400, 6)


@pytest.mark.parametrize("column", ["WorkerId", ""])
def test_a_column_that_separates_the_workers_is_a_warning(tmp_path, column):
    task(tmp_path, f"{column},a,Answer.q\n1,1,x\n2,1,y\n3,2,x\n4,2,x\n")
    assert any("each row is an instance with one worker" in one for one in problems(tmp_path))


def test_a_column_that_separates_single_pages_is_no_problem(tmp_path):
    task(tmp_path, "model,a,Answer.q\n1,1,x\n2,1,y\n3,2,x\n4,3,x\n")
    assert problems(tmp_path) == []
