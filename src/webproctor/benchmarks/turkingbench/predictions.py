"""Recorded model answers: files of them, and the actions that an answer's text asks for.

An answer is the text a model gave for one field, such as
`self.actions.modify_text(input_name="q1", input_value="yes")`. The original executes such text as
Python; here it is only read.

A file of answers is JSON or JSON Lines. Its records are either one per instance,

    {"task_name": "...", "row_num": 3, "fields": [{"input_name": "q1", "output": ...}, ...]}

or one per field,

    {"task_name": "...", "row_num": 3, "input_name": "q1", "output": ...}

where `task` may stand for `task_name`; `row`, `row_number`, `instance_index` or `instance` for
`row_num`; `field` for `input_name`; and `action_sequence`, `prediction`, `answer`, `response` or
`command` for `output`. The output is a text, a list of texts (one per
line of the answer), null (no answer), or `{"input_name": ..., "action_sequence": <text or list>}`.
A JSON file holds a record, a list of records, an object of such lists by task name, or an object
with a `task_name` and one list. A record without a task name belongs to the task of the enclosing
object, or else to that which the file is named after; within a folder of files, to that which the
file's own folder is named after.
"""

import ast
import json
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webproctor.errors import UserError

Predictions = dict[tuple[str, int], dict[str, str]]
"""The answers by task name and row (the instance's number), then by field, in file order."""

_CALL = "self.actions."
_PARAMETERS = ("input_name", "input_value")
_OTHER_PARAMETERS = {"execute_js_command": ("command",), "get_html": ("url",)}

_TASK_KEYS = ("task_name", "task")
_ROW_KEYS = ("row_num", "row", "row_number", "instance_index", "instance")
_NAME_KEYS = ("input_name", "field")
_OUTPUT_KEYS = ("output", "action_sequence", "prediction", "answer", "response", "command")
_SUFFIXES = (".json", ".jsonl", ".ndjson")


@dataclass(frozen=True)
class Call:
    """One action asked for: its name, and its arguments (JSON values) by parameter name."""

    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Parsed:
    """The actions of an answer up to its first fault, and what that fault is (None: there is none).

    Text that is not Python as a whole asks for nothing, since none of it would have been executed.
    """

    calls: tuple[Call, ...]
    error: str | None = None


def parse_action(text: str) -> Parsed:
    """Read the actions that an answer asks for.

    What stands before the first `self.actions.` and all triple backticks are left out. The rest
    must be Python statements, each a call `self.actions.<name>(...)` with literal arguments.
    """
    start = text.find(_CALL)
    source = text[max(start, 0) :].replace("```", "")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the model's escape sequences are none of ours
            module = ast.parse(source)
            compile(module, "<answer>", "exec", dont_inherit=True)  # finds what parsing does not
    except SyntaxError as error:
        return Parsed((), f"not Python: {error.msg} (line {error.lineno})")
    except (ValueError, RecursionError, MemoryError) as error:
        return Parsed((), f"not Python: {error or type(error).__name__}")
    calls = []
    for statement in module.body:
        try:
            calls.append(_call(statement))
        except ValueError as error:
            return Parsed(tuple(calls), f"line {statement.lineno}: {error}")
    return Parsed(tuple(calls))


def _call(statement: ast.stmt) -> Call:
    """The call that a statement is; ValueError says why it is none."""
    match statement:
        case ast.Expr(
            ast.Call(
                func=ast.Attribute(ast.Attribute(ast.Name("self"), "actions"), name),
                args=positional,
                keywords=keywords,
            )
        ):
            pass
        case _:
            raise ValueError("not a call of self.actions.<name>(...)")
    parameters = _OTHER_PARAMETERS.get(name, _PARAMETERS)
    if len(positional) > len(parameters):
        raise ValueError(f"{name} takes {len(parameters)} arguments, not {len(positional)}")
    arguments = dict(zip(parameters, map(_literal, positional), strict=False))
    for keyword in keywords:
        if keyword.arg is None:
            raise ValueError("** is not a literal argument")
        if keyword.arg in arguments:
            raise ValueError(f"{name} is given {keyword.arg} twice")
        arguments[keyword.arg] = _literal(keyword.value)
    return Call(name, arguments)


def _literal(node: ast.expr) -> Any:
    try:
        value = ast.literal_eval(node)
        json.dumps(value)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(f"not a literal argument: {ast.unparse(node)[:80]}") from error
    return value


def read_predictions(path: Path) -> Predictions:
    """Read a file of answers, or all of a folder's; see above for what they may look like.

    Raises `UserError` naming file, record and key for anything else, and for a second answer to
    the same field.
    """
    predictions: Predictions = {}
    for file, task in _files(path):
        for where, record in _records(file, task):
            name, row = _task(record, where), _row(record, where)
            answers = predictions.setdefault((name, row), {})
            for field, answer in _answers(record, where):
                if field in answers:
                    raise UserError(
                        f"{where}: a second answer to field {field!r} of {name!r}, row {row}; "
                        "keep one of them"
                    )
                answers[field] = answer
    return predictions


def _files(path: Path) -> list[tuple[Path, str]]:
    """The files to read, each with the task it is named after."""
    if not path.is_dir():
        return [(path, path.stem)]
    files = sorted(
        file
        for file in path.rglob("*")
        if file.suffix in _SUFFIXES and not file.name.startswith(".") and file.is_file()
    )
    if not files:
        raise UserError(f"{path}: no file of answers ({', '.join(_SUFFIXES)}) is in this folder")
    return [(file, file.stem if file.parent == path else file.parent.name) for file in files]


def _records(file: Path, task: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every record with the place it stands at and, where it had none, its task's name."""
    number = 0
    for document in _documents(file):
        for name, record in _of_document(document, task):
            number += 1
            where = f"{file}, record {number}"
            if not isinstance(record, dict):
                raise UserError(f"{where}: must be an object, not {_kind(record)}")
            yield where, record if _first(record, _TASK_KEYS) else record | {"task_name": name}


def _documents(file: Path) -> Iterator[Any]:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UserError(f"{file}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{file}: byte {error.start} is not UTF-8; save it as UTF-8") from error
    if file.suffix not in (".jsonl", ".ndjson"):
        yield _json(text, str(file))
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _json(line, f"{file}, line {number}")


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise UserError(f"{where}: is not JSON: {error}") from error
    except RecursionError as error:
        raise UserError(f"{where}: is nested too deep") from error


def _of_document(document: Any, task: str) -> Iterator[tuple[str, Any]]:
    """The records of a document, each with the name of the task around it."""
    if isinstance(document, list):
        yield from ((task, record) for record in document)
    elif not isinstance(document, dict) or _is_record(document):
        yield task, document
    elif key := _first(document, _TASK_KEYS):
        lists = [value for value in document.values() if isinstance(value, list)]
        if len(lists) != 1:
            yield document[key], document
        else:
            yield from ((document[key], record) for record in lists[0])
    else:
        for name, records in document.items():
            if not isinstance(records, list):
                yield task, document
                return
            yield from ((name, record) for record in records)


def _is_record(document: Mapping[str, Any]) -> bool:
    return _first(document, ("fields", *_NAME_KEYS, *_ROW_KEYS)) is not None


def _answers(record: Mapping[str, Any], where: str) -> Iterator[tuple[str, str]]:
    """The field names and answers of a record."""
    if "fields" not in record:
        yield _answer(record, where)
        return
    fields = record["fields"]
    if not isinstance(fields, list):
        raise UserError(f"{where}: 'fields' must be a list, not {_kind(fields)}")
    for number, field in enumerate(fields, start=1):
        place = f"{where}, field {number}"
        if not isinstance(field, dict):
            raise UserError(f"{place}: must be an object, not {_kind(field)}")
        yield _answer(field, place)


def _answer(entry: Mapping[str, Any], where: str) -> tuple[str, str]:
    key = _first(entry, _OUTPUT_KEYS)
    if key is None:
        raise UserError(f"{where}: lacks a key {_or(_OUTPUT_KEYS)}")
    output = entry[key]
    name = entry.get(_first(entry, _NAME_KEYS) or "")
    if isinstance(output, dict):
        if "action_sequence" not in output:
            raise UserError(f"{where}: {key!r} lacks the key 'action_sequence'")
        name = name if name is not None else output.get("input_name")
        output = output["action_sequence"]
    if not isinstance(name, str):
        raise UserError(f"{where}: 'input_name' must be the field's name, not {_kind(name)}")
    if output is None:
        return name, ""
    lines = output if isinstance(output, list) else [output]
    if not all(isinstance(line, str) for line in lines):
        raise UserError(f"{where}: {key!r} must be a text or a list of texts")
    return name, "\n".join(lines)


def _task(record: Mapping[str, Any], where: str) -> str:
    key = _first(record, _TASK_KEYS) or _TASK_KEYS[0]
    if not isinstance(record[key], str):
        raise UserError(f"{where}: {key!r} must be the task's name, not {_kind(record[key])}")
    return record[key]


def _row(record: Mapping[str, Any], where: str) -> int:
    key = _first(record, _ROW_KEYS)
    if key is None:
        raise UserError(f"{where}: lacks a key {_or(_ROW_KEYS)}, the instance's number")
    row = record[key]
    if type(row) is not int or row < 0:
        raise UserError(f"{where}: {key!r} must be the instance's number, from 0, not {row!r}")
    return row


def _first(record: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    return next((key for key in keys if key in record), None)


def _or(keys: tuple[str, ...]) -> str:
    return " or ".join(map(repr, keys))


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", type(None): "null"}
    return names.get(type(value), "a number" if isinstance(value, int | float) else "nothing")
