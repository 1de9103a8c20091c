"""Tests of reading the text logs of recorded model runs."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.turkingbench.answers import parse_action
from webproctor.benchmarks.turkingbench.predictions import read_predictions
from webproctor.benchmarks.turkingbench.recorded_logs import read_log
from webproctor.core.errors import UserError

LINE = " = = = = starting new task: `{}` = = = = "


def element(name: str, *lines: str) -> str:
    head = (
        f" - - - - -  starting a new element: `Input(name=`{name}`, type=`text`, task=`T`)` - - -  "
    )
    return "\n".join([head, f"input: Input(name=`{name}`, type=`text`, task=`T`)", *lines])


def instance(*elements: str, row: int = 9) -> str:
    start = [f"instance_id: 1037{row} <-> row_number: {row}", " --> inputs: ['a', 'b']"]
    return "\n".join([*start, *elements])


def log(*instances: str, task: str = "T") -> str:
    return "\n".join(
        ["Solver: gpt4-text", LINE.format(task), "First instance id: 10370", *instances]
    )


def outputs(text: str) -> dict[str, str]:
    return {record["input_name"]: record["output"] for record in read_log(text)}


ACTION = "self.actions.modify_text('a', 'yes')"


def test_an_executed_action_is_the_answer_for_its_field():
    [record] = read_log(
        log(
            instance(element("a", f"Executing one action: {ACTION}", "Add text `yes` to this text"))
        )
    )
    assert record == {"task_name": "T", "row_num": 9, "input_name": "a", "output": ACTION}


def test_answers_belong_to_the_preceding_row_and_task():
    done = element("a", f"Executing one action: {ACTION}")
    first = log(instance(done, row=3), instance(done, row=4))
    records = list(read_log(f"{first}\n{log(instance(done, row=5), task='U')}"))
    assert [(one["task_name"], one["row_num"]) for one in records] == [("T", 3), ("T", 4), ("U", 5)]


def test_an_action_with_several_lines_is_read_completely():
    text = f"{ACTION}\n\nself.actions.modify_text('b', '''two\nlines''')"
    entry = element("a", f"Executing one action: {text}", "Add text `two", "lines` to this area")
    assert outputs(log(instance(entry, element("b")))) == {"a": text}


def test_a_failed_action_is_read_with_the_text_after_it():
    text = f"{ACTION}\n\nThis fills in the field.\nself.actions stays"
    failed = f"Failed to execute an action {text}, error: invalid syntax (<string>, line 3)"
    assert outputs(log(instance(element("a", f"Executing one action: {text}", failed)))) == {
        "a": text
    }


def test_output_printed_by_a_failed_action_is_not_part_of_the_answer():
    text = "self.actions.modify_radio('a', '7')"
    failed = f"Failed to execute an action {text}, error: no such button"
    lines = (
        f"Executing one action: {text}",
        "Looking for the value `7`",
        failed,
        "Stacktrace:",
        "#0",
    )
    assert outputs(log(instance(element("a", *lines)))) == {"a": text}


def test_skipped_fields_have_no_answer():
    skipped = element("a", "Skipping element `a` since it is not visible.")
    assert outputs(log(instance(skipped, element("b", f"Executing one action: {ACTION}")))) == {
        "b": ACTION
    }


def test_actions_without_a_row_or_a_field_of_their_own_are_not_answers():
    done = f"Executing one action: {ACTION}"
    first = log(instance(element("a", done, done)))
    records = list(read_log(f"{first}\n{log(element('b', done), task='U')}"))
    assert [(one["task_name"], one["input_name"]) for one in records] == [("T", "a")]


def test_a_log_can_be_read_as_predictions(tmp_path: Path):
    text = log(instance(element("a", f"Executing one action: {ACTION}")))
    (tmp_path / "text_gpt.txt").write_text(text)
    assert read_predictions(tmp_path) == {("T", 9): {"a": ACTION}}


def test_other_text_is_a_user_error(tmp_path: Path):
    (tmp_path / "notes.txt").write_text("requests==2.31\n")
    with pytest.raises(UserError, match=r"notes\.txt: is not the log of a run"):
        read_predictions(tmp_path / "notes.txt")


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"])))
def test_any_typed_text_survives(text: str):
    action = f"self.actions.modify_text('a', {text.replace('`', '')!r})"
    entry = element("a", f"Executing one action: {action}", "Add text `", "` to this text input")
    assert parse_action(outputs(log(instance(entry)))["a"]) == parse_action(action)


LINES = (
    LINE.format("T"),
    "instance_id: 10379 <-> row_number: 9",
    element("a", f"Executing one action: {ACTION}"),
    element("b", "Executing one action: self.actions.modify_text('b', ("),
    f"Failed to execute an action {ACTION}, error: no such option",
    " ------- evaluating input: ",
)


@given(st.lists(st.sampled_from(LINES) | st.text()))
def test_any_log_can_be_read(lines: list[str]):
    for record in read_log("\n".join([*LINES[:2], *lines])):
        assert (record["task_name"], record["row_num"]) == ("T", 9)
        assert record["input_name"] in ("a", "b")
