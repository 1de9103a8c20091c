"""Tests of task folders, their instances and gold answers, and the splits."""

import math

import pytest
from benchmarks.turkingbench.real_data import DATA, needs_data
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.turkingbench.dataset import Dataset, TaskFolder, cell_text, fill
from webproctor.benchmarks.turkingbench.splits import LISTS
from webproctor.core.errors import UserError

COUNTS = {  # Rows, instances and Answer columns of the public data.
    "Ethical rule-of-thumb quality": (500, 10, 14),
    "Associate countries and languages with Ethnologue": (142, 48, 4),
    "Radiology Report Sentence Classification": (1674, 400, 6),
    "Scalar Adjectives Identification": (499, 167, 16),
    "Story Relations": (150, 50, 75),
    "Text Game Eval": (105, 21, 11),
    "Event effect": (408, 136, 11),
    "Missing Adjective": (497, 100, 10),
    "Simplicity rating": (149, 50, 24),
    "Word Formality Annotation": (1594, 107, 20),
}


def folder(tmp_path, batch, template="", name="Quiz"):
    path = tmp_path / "tasks" / name
    path.mkdir(parents=True)
    (path / "template.html").write_text(template, encoding="utf-8")
    if batch is not None:
        (path / "batch.csv").write_text(batch, encoding="utf-8-sig")
    return TaskFolder(path)


# Instances and gold answers


def test_columns_are_inputs_unless_named_answer(tmp_path):
    task = folder(tmp_path, "Title,Answer.q,late,Answer.r,Answer.r\nt,1,x,2,3\n")
    assert task.columns == ("Title", "late")
    assert task.answer_columns == ("Answer.q", "Answer.r", "Answer.r.1")
    assert task.field_names == ("q", "r", "r.1")


def test_instances_are_distinct_inputs_in_order_of_first_appearance(tmp_path):
    task = folder(tmp_path, "a,b,Answer.q\n2,x,1\n1,x,2\n2,x,3\n2,y,4\n")
    assert task.instances == [{"a": "2", "b": "x"}, {"a": "1", "b": "x"}, {"a": "2", "b": "y"}]
    assert task.rows == ((0, 2), (1,), (3,))


def test_gold_has_the_answers_of_all_rows_of_the_instance_in_file_order(tmp_path):
    task = folder(tmp_path, "a,Answer.q,Answer.r\n1,x,5\n2,y,6\n1,z,7\n")
    assert task.gold(0) == {"q": ["x", "z"], "r": [5, 7]}


def test_gold_values_have_the_type_of_the_whole_column(tmp_path):
    task = folder(tmp_path, "a,Answer.q,Answer.r\n1,4,True\n2,,False\n")
    assert [repr(cell) for cell in task.gold(0)["q"] + task.gold(1)["q"]] == ["4.0", "nan"]
    assert task.gold(1)["r"] == [False]


def test_instances_are_distinguished_by_typed_inputs(tmp_path):
    task = folder(tmp_path, "a,b,Answer.q\n1.0,007,x\n1,7,y\n1.5,8,z\n")
    assert task.instances == [{"a": "1.0", "b": "7"}, {"a": "1.5", "b": "8"}]
    assert task.gold(0) == {"q": ["x", "y"]}


def test_an_instance_with_an_empty_input_has_no_gold(tmp_path):
    task = folder(tmp_path, "a,b,Answer.q\n,x,1\n,x,2\n5,x,3\n")
    assert task.instances == [{"a": "", "b": "x"}, {"a": "5.0", "b": "x"}]
    assert task.gold(0) == {"q": []}
    assert task.gold(1) == {"q": [3]}


def test_an_input_of_one_space_is_not_empty(tmp_path):
    assert folder(tmp_path, "a,b,Answer.q\n ,x,1\n").gold(0) == {"q": [1]}


@pytest.mark.parametrize("index", [-1, 2])
def test_an_unknown_instance_is_a_user_error(tmp_path, index):
    task = folder(tmp_path, "a,Answer.q\n1,x\n2,y\n")
    for ask in (task.gold, task.render, task.page):
        with pytest.raises(UserError, match=f"no instance {index}; the task has 2"):
            ask(index)


@pytest.mark.parametrize(
    ("cell", "text"),
    [(3, "3"), (19.0, "19.0"), (1e16, "1e+16"), (1e-5, "1e-05"), (True, "True"), (math.nan, "")],
)
def test_values_are_written_like_pandas(cell, text):
    assert cell_text(cell) == text


# Pages


def test_known_variables_are_replaced_and_unknown_ones_kept(tmp_path):
    task = folder(tmp_path, "a,b,Answer.q\n1,x,\n,y,\n", "${a} ${b} ${b} ${c} ${Answer.q}")
    assert task.render(0) == "1.0 x x ${c} ${Answer.q}"
    assert task.render(1) == " y y ${c} ${Answer.q}"


def test_a_variable_in_the_value_of_an_earlier_column_is_replaced():
    assert fill("${a} ${b}", {"a": "<${b}${a}>", "b": "${a}"}) == "<${a}${a}> ${a}"


@given(st.text())
def test_a_text_without_variables_is_unchanged(text):
    assert fill(text, {"a": "b"}) == text.replace("${a}", "b")


def test_the_page_is_a_form_with_a_token_and_a_disabled_submit_button(tmp_path):
    assert folder(tmp_path, "a,Answer.q\nx,1\n", "<p>${a}</p>").page(0) == (
        '<form name="mturk_form" id="mturk_form" method="post" action="#">\n'
        '<input type="hidden" name="csrfmiddlewaretoken" value="">\n'
        "<p>x</p>\n"
        '<input type="submit" value="Submit" disabled>\n'
        "</form>"
    )


@pytest.mark.parametrize("button", ["<input type=submit>", '<INPUT id=x type="SUBMIT" />'])
def test_a_template_with_a_submit_button_gets_no_second_one(tmp_path, button):
    assert "disabled" not in folder(tmp_path, "a,Answer.q\nx,1\n", button).page(0)


@pytest.mark.parametrize(
    "other", ["<button type=submit>", "<!-- <input type=submit> -->", "<input type=button>"]
)
def test_other_elements_are_not_submit_buttons(tmp_path, other):
    assert "disabled" in folder(tmp_path, "a,Answer.q\nx,1\n", other).page(0)


def test_invalid_utf8_in_a_template_is_decoded_like_a_browser_does(tmp_path):
    task = folder(tmp_path, "a,Answer.q\nx,1\n")
    (task.path / "template.html").write_bytes(b"\xef\xbb\xbfcaf\xe9 ${a}")
    assert task.render(0) == "caf\ufffd x"


# Data sets


def data(tmp_path, names, **lists):
    for name in names:
        folder(tmp_path, "a,Answer.q\n1,x\n", name=name)
    (tmp_path / "splits").mkdir()
    for split, file in LISTS.items():
        text = "\n".join(lists.get(split, []))
        (tmp_path / "splits" / file).write_text(text, encoding="utf-8")
    return Dataset(tmp_path)


def test_the_train_split_has_the_unlisted_tasks(tmp_path):
    dataset = data(tmp_path, "dcba", test=["b"], challenge=["c"])
    assert dataset.names("test") == ("b",)
    assert dataset.names("challenge") == ("c",)
    assert dataset.names("subjective") == ()
    assert dataset.names("train") == ("a", "d")
    assert dataset.names("all") == ("a", "b", "c", "d")
    assert [dataset.split_of(name) for name in "abcd"] == ["train", "test", "challenge", "train"]


def test_splits_can_be_selected_by_the_names_in_the_original_code(tmp_path):
    dataset = data(tmp_path, "ab", test=["b"], challenge=["a"])
    assert dataset.names("test_easy") == ("b",)
    assert dataset.names("test_hard") == ("a",)


def test_listed_tasks_without_a_folder_are_reported_and_left_out(tmp_path):
    dataset = data(tmp_path, "a", test=["gone", "a"])
    assert dataset.names("test") == ("a",)
    assert dataset.absent()["test"] == ("gone",)


def test_a_task_in_two_lists_is_a_user_error(tmp_path):
    with pytest.raises(UserError, match=r"'a' is in both .*easy\.txt and .*hard\.txt"):
        data(tmp_path, "ab", test=["a"], challenge=["b", "a"])


def test_the_error_for_an_unknown_split_lists_the_known_ones(tmp_path):
    with pytest.raises(UserError, match=r"no split 'dev'\. Available: test, challenge"):
        data(tmp_path, "a").names("dev")


@pytest.mark.parametrize("split", ["test", "train"])
def test_without_split_lists_only_all_is_available(tmp_path, split):
    folder(tmp_path, "a\n1\n")
    dataset = Dataset(tmp_path)
    assert dataset.names("all") == ("Quiz",)
    with pytest.raises(UserError, match=r"evaluation_tasks_easy\.txt: no such file"):
        dataset.names(split)


def test_hidden_folders_and_files_are_not_tasks(tmp_path):
    folder(tmp_path, "a\n1\n")
    folder(tmp_path, "a\n1\n", name=".git")
    folder(tmp_path, "a\n1\n", name="__MACOSX")
    (tmp_path / "tasks" / "README").touch()
    assert list(Dataset(tmp_path).folders) == ["Quiz"]


def test_a_task_without_submissions_is_listed_but_not_available(tmp_path):
    folder(tmp_path, None, name="Empty")
    dataset = Dataset(tmp_path)
    assert dataset.names("all") == ("Empty",)
    assert dataset.folders["Empty"].instances == []
    with pytest.raises(UserError, match=r"Empty has no batch\.csv"):
        dataset.task("Empty")


def test_the_error_for_a_task_without_a_template_names_the_file(tmp_path):
    folder(tmp_path, "a\n1\n", name="Bare")
    (tmp_path / "tasks" / "Bare" / "template.html").unlink()
    with pytest.raises(UserError, match=r"Bare has no template\.html, so the task cannot be run"):
        Dataset(tmp_path).task("Bare")


def test_the_error_for_an_unknown_task_suggests_similar_ones(tmp_path):
    folder(tmp_path, "a\n1\n", name="Event effect")
    with pytest.raises(UserError, match="no task 'Event efect'; did you mean 'Event effect'"):
        Dataset(tmp_path).task("Event efect")


@pytest.mark.parametrize("place", [".", "data"])
def test_the_root_is_the_data_folder_or_its_parent(tmp_path, place):
    folder(tmp_path / place, "a\n1\n")
    assert list(Dataset(tmp_path).folders) == ["Quiz"]


def test_the_root_can_be_a_checkout_with_its_lists_below_data(tmp_path):
    folder(tmp_path, "a\n1\n")
    (tmp_path / "data" / "splits").mkdir(parents=True)
    (tmp_path / "data" / "splits" / "evaluation_tasks_easy.txt").write_text("Quiz\n", "utf-8")
    assert Dataset(tmp_path).names("test") == ("Quiz",)


def test_the_error_for_a_root_without_tasks_names_the_searched_folders(tmp_path):
    with pytest.raises(UserError) as error:
        Dataset(tmp_path)
    assert f"{tmp_path / 'tasks'} or {tmp_path / 'data' / 'tasks'}" in str(error.value)


# The public data


@needs_data
@pytest.mark.parametrize("name", COUNTS)
def test_public_test_tasks_have_their_published_counts(name):
    counts = Dataset(DATA).task(name).counts
    assert (counts.submissions, counts.instances, counts.answers) == COUNTS[name]


@needs_data
def test_the_public_lists_have_20_17_and_3_names():
    lists = Dataset(DATA).lists
    assert [len(lists[name]) for name in ("test", "challenge", "subjective")] == [20, 17, 3]


@needs_data
@pytest.mark.exhaustive
def test_no_input_of_the_public_data_is_empty():
    for task in Dataset(DATA).folders.values():
        for index, rows in enumerate(task.rows):
            gold = task.gold(index)
            assert {len(cells) for cells in gold.values()} == {len(rows)}
