"""Tests of parsing recorded model answers and reading their files."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.turkingbench.answers import PredictedCall, parse_action
from webproctor.benchmarks.turkingbench.predictions import read_predictions
from webproctor.core.errors import UserError

TICK = "self.actions.modify_checkbox(input_name='q', input_value='a|b')"
TICKED = PredictedCall("modify_checkbox", {"input_name": "q", "input_value": "a|b"})


def values(text):
    parsed = parse_action(text)
    assert parsed.error is None
    return [call.arguments.get("input_value") for call in parsed.calls]


# Parsing answers


def test_a_call_is_parsed_to_its_name_and_arguments():
    assert parse_action(TICK).calls == (TICKED,)


def test_positional_arguments_are_name_and_value():
    assert parse_action("self.actions.modify_checkbox('q', 'a|b')").calls == (TICKED,)


def test_script_and_url_arguments_have_their_own_parameters():
    [script, html] = parse_action(
        "self.actions.execute_js_command('1+1'); self.actions.get_html('http://a')"
    ).calls
    assert (script.arguments, html.arguments) == ({"command": "1+1"}, {"url": "http://a"})


def test_a_call_without_arguments_is_parsed():
    assert parse_action("self.actions.maximize_window()").calls == (
        PredictedCall("maximize_window", {}),
    )


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("-1", -1),
        ("+2.5", 2.5),
        ("None", None),
        ("True", True),
        ("'it' \" is\"", "it is"),
        ("'say \"hi\"'", 'say "hi"'),
        ("'don\\'t'", "don't"),
        ("'''two\nlines'''", "two\nlines"),
        (r"'\d'", r"\d"),
        ("['a', 'b']", ["a", "b"]),
    ],
)
def test_literals_are_parsed(literal, value):
    assert values(f"self.actions.modify_text('q', {literal})") == [value]


@given(st.text())
def test_any_text_survives_parsing(text):
    text = text.replace("`", "'")
    assert values(f"self.actions.modify_text('q', {text!r})") == [text]


def test_statements_are_separated_by_newlines_or_semicolons():
    assert parse_action(f"{TICK}; {TICK}\n\n{TICK}  # done").calls == (TICKED,) * 3


def test_text_before_the_first_call_is_ignored():
    assert parse_action(f"Sure! The code is:\n```python\n{TICK}\n```").calls == (TICKED,)


def test_backticks_are_removed_even_within_a_value():
    assert values("self.actions.modify_text('q', 'a```b')") == ["ab"]


def test_an_empty_answer_has_no_calls():
    assert parse_action("") == parse_action("# nothing to do")
    assert parse_action("").error is None


@pytest.mark.parametrize(
    "text",
    [
        f"{TICK}\nThis ticks the boxes.",
        f"{TICK}\n  {TICK}",
        "  pass",
        "I cannot help with that.",
        "self.actions.modify_text('q', 'it's')",
        "self.actions.modify_text('q', 'a",
        f"{TICK}\nself.actions.modify_text(input_name='q', input_name='r')",
        f"{TICK}\nreturn",
        f"{TICK}\0",
        "self.actions." + "(" * 5000,
    ],
)
def test_an_answer_that_is_not_python_has_no_calls(text):
    parsed = parse_action(text)
    assert parsed.calls == ()
    assert parsed.error is not None
    assert parsed.error.startswith("not Python")


@pytest.mark.parametrize(
    "statement",
    [
        "pass",
        "x = 1",
        "import os",
        "actions.modify_text('q', 'a')",
        "self.other.modify_text('q', 'a')",
        "self.actions.modify_text('q', f'{1}')",
        "self.actions.modify_text('q', open('/etc/passwd').read())",
        "self.actions.modify_text('q', 'a' + 'b')",
        "self.actions.modify_text('q', b'a')",
        "self.actions.modify_text('q', {'a'})",
        "self.actions.modify_text(*['q', 'a'])",
        "self.actions.modify_text(**{'input_name': 'q'})",
        "self.actions.modify_text('q', 'a', 'b')",
        "self.actions.modify_text('q', input_name='q')",
        "self.actions.modify_text",
        "self.actions['modify_text']('q', 'a')",
    ],
)
def test_only_calls_before_the_first_other_statement_are_executed(statement):
    parsed = parse_action(f"{TICK}\n{statement}\n{TICK}")
    assert parsed.calls == (TICKED,)
    assert parsed.error is not None
    assert parsed.error.startswith("line 2: ")


@given(st.text(alphabet="self.actions(){}[]'\"\\=,;:#`\n\t 01ab*-"))
def test_any_text_can_be_parsed(text):
    parse_action("self.actions." + text)


# Reading files

ANSWERS = {("Quiz", 3): {"q2": TICK, "q1": "nothing"}}
INSTANCE = {
    "row_num": 3,
    "fields": [
        {"input_name": "q2", "output": {"input_name": "q2", "action_sequence": TICK}},
        {"input_name": "q1", "output": "nothing"},
    ],
}
FIELDS = [
    {"row": 3, "input_name": "q2", "action_sequence": TICK},
    {"row": 3, "input_name": "q1", "prediction": "nothing"},
]


def written(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def lines(records):
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("Quiz.json", [INSTANCE]),
        ("Quiz.json", INSTANCE),
        ("Quiz.json", FIELDS),
        ("Quiz.jsonl", lines([INSTANCE])),
        ("Quiz.jsonl", "\ufeff" + lines(FIELDS) + "\n"),
        ("any.json", [INSTANCE | {"task_name": "Quiz"}]),
        ("any.json", [INSTANCE | {"task": "Quiz"}]),
        ("any.json", {"Quiz": [INSTANCE]}),
        ("any.json", {"Quiz": FIELDS}),
        ("any.json", {"task_name": "Quiz", "instances": [INSTANCE]}),
        ("any.jsonl", lines([{"task": "Quiz"} | record for record in FIELDS])),
        ("any.jsonl", lines([{"Quiz": [record]} for record in FIELDS])),
    ],
)
def test_all_file_formats_give_the_answers_in_file_order(tmp_path, name, content):
    answers = read_predictions(written(tmp_path / name, content))
    assert answers == ANSWERS
    assert list(answers["Quiz", 3]) == ["q2", "q1"]


@pytest.mark.parametrize("name", ["Quiz/Quiz.json", "Quiz/part-1.json", "Quiz.json"])
def test_subfolders_name_the_tasks_of_files(tmp_path, name):
    written(tmp_path / "run" / name, [INSTANCE])
    written(tmp_path / "run" / "Other" / "Other.json", [])
    assert read_predictions(tmp_path / "run") == ANSWERS


def test_answers_are_read_through_links_to_folders(tmp_path):
    written(tmp_path / "disk" / "Quiz.json", [INSTANCE])
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "linked").symlink_to(tmp_path / "disk")
    assert list(read_predictions(tmp_path / "run").values()) == list(ANSWERS.values())


def test_a_list_of_texts_is_an_answer_with_several_lines(tmp_path):
    record = {"row_num": 0, "input_name": "q", "output": ["a", "b"]}
    assert read_predictions(written(tmp_path / "T.json", record)) == {("T", 0): {"q": "a\nb"}}


def test_a_null_output_is_an_empty_answer(tmp_path):
    record = {"row_num": 0, "input_name": "q", "output": None}
    assert read_predictions(written(tmp_path / "T.json", record)) == {("T", 0): {"q": ""}}


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("[", "T.json: is not JSON"),
        ("[" * 100_000, "T.json: is nested too deep"),
        (3, "record 1: must be an object, not a number"),
        ([INSTANCE, "x"], "record 2: must be an object, not a string"),
        ({"fields": []}, "record 1: the key 'row_num' or 'row'"),
        (INSTANCE | {"row_num": "3"}, "record 1: 'row_num' must be the instance's index"),
        (INSTANCE | {"row_num": -1}, "record 1: 'row_num' must be the instance's index"),
        (INSTANCE | {"task": 5}, "record 1: 'task' must be the task's name, not a number"),
        ({"row": 1, "fields": {}}, "record 1: 'fields' must be a list, not an object"),
        ({"row": 1, "fields": ["q"]}, "record 1, field 1: must be an object, not a string"),
        ({"row": 1, "input_name": "q"}, "record 1: the key 'output'"),
        ({"row": 1, "output": "x"}, "record 1: 'input_name' must be the field's name, not null"),
        ({"row": 1, "input_name": "q", "output": 4}, "record 1: 'output' must be a string or"),
        ({"row": 1, "input_name": "q", "output": {}}, "'output' has no key 'action_sequence'"),
        ([INSTANCE, INSTANCE], "record 2: duplicate answer to field 'q2' of 'T', row 3"),
        ({"colour": "red"}, "record 1: the key 'row_num'"),
    ],
)
def test_the_error_gives_file_record_and_key(tmp_path, content, fault):
    with pytest.raises(UserError, match=r"T\.json") as error:
        read_predictions(written(tmp_path / "T.json", content))
    assert fault in str(error.value)


def test_the_error_for_json_lines_gives_the_line(tmp_path):
    with pytest.raises(UserError, match=r"T\.jsonl, line 2: is not JSON"):
        read_predictions(written(tmp_path / "T.jsonl", lines([INSTANCE]) + "{"))


def test_a_missing_file_is_a_user_error(tmp_path):
    with pytest.raises(UserError, match=r"none\.json: cannot be read"):
        read_predictions(tmp_path / "none.json")


def test_a_folder_without_answers_is_a_user_error(tmp_path):
    with pytest.raises(UserError, match="contains no answer files"):
        read_predictions(tmp_path)


def test_the_error_for_invalid_utf8_gives_the_byte(tmp_path):
    (tmp_path / "T.json").write_bytes(b'{"a": "\xff"}')
    with pytest.raises(UserError, match="byte 7 is not UTF-8"):
        read_predictions(tmp_path / "T.json")


def test_a_record_without_answers_names_the_instance_of_the_following_ones(tmp_path):
    answer = {"input_name": "q", "output": {"input_name": "q", "action_sequence": TICK}}
    records = [
        {"task_name": "T", "instance_id": 13215, "row_num": 2},
        answer,
        {"task_name": "T", "instance_id": 13216, "row_num": 3},
        answer,
        answer | {"input_name": "r"},
    ]
    (tmp_path / "dump.json").write_text(json.dumps(records))
    assert read_predictions(tmp_path / "dump.json") == {
        ("T", 2): {"q": TICK},
        ("T", 3): {"q": TICK, "r": TICK},
    }


def test_files_with_an_extension_in_upper_case_are_read(tmp_path):
    record = {"task_name": "T", "input_name": "q", "output": "x"}
    (tmp_path / "a.json").write_text(json.dumps(record | {"row_num": 0}))
    (tmp_path / "b.JSONL").write_text(json.dumps(record | {"row_num": 1}))
    assert list(read_predictions(tmp_path)) == [("T", 0), ("T", 1)]
