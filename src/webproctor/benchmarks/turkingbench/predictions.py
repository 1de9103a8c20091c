"""Reader for recorded model answers.

An answer file is JSON or JSON Lines, with one record per instance,

    {"task_name": "...", "row_num": 3, "fields": [{"input_name": "q1", "output": ...}, ...]}

or one record per field,

    {"task_name": "...", "row_num": 3, "input_name": "q1", "output": ...}

Alternative keys: `task` for `task_name`; `row`, `row_number`, `instance_index` or `instance` for
`row_num`; `field` for `input_name`; and `action_sequence`, `prediction`, `answer`, `response` or
`command` for `output`. The output is a string, a list of strings (the lines of the answer), null
(no answer), or `{"input_name": ..., "action_sequence": <string or list>}`. A JSON file contains a
record, a list of records, an object of such lists by task name, or an object with a `task_name` and
one list. A record without a task name belongs to the task of the enclosing object, else to the task
with the name of the file, or, for files in subfolders, with the name of the subfolder.

In a list, a record with a row but without answers, as in the public repository's feature dumps
(`model_output`), names the task and the row of the records without a row that follow it. Text files
(`.txt`) are the logs that `recorded_logs` describes.
"""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

from webproctor.benchmarks.turkingbench.recorded_logs import is_log, read_log
from webproctor.core.errors import UserError
from webproctor.files.reading import files_in, read_json, read_json_lines, read_text

Predictions = dict[tuple[str, int], dict[str, str]]
"""Answers by task name and row (the instance's index), then by field, in file order."""


_TASK_KEYS = ("task_name", "task")
_ROW_KEYS = ("row_num", "row", "row_number", "instance_index", "instance")
_NAME_KEYS = ("input_name", "field")
_OUTPUT_KEYS = ("output", "action_sequence", "prediction", "answer", "response", "command")
_SUFFIXES = (".json", ".jsonl", ".ndjson", ".txt")


def read_predictions(path: Path) -> Predictions:
    """Read an answer file, or all answer files of a folder; see the formats above.

    Raises:
        UserError: If a file is invalid (the message names file, record and key), or has two answers
            to the same field.
    """
    predictions: Predictions = {}
    for file, task in _files(path):
        for where, record in _records(file, task):
            name, row = _task(record, where), _row(record, where)
            answers = predictions.setdefault((name, row), {})
            for field, answer in _answers(record, where):
                if field in answers:
                    raise UserError(
                        f"{where}: duplicate answer to field {field!r} of {name!r}, row {row}; "
                        "remove one of them"
                    )
                answers[field] = answer
    return predictions


def _files(path: Path) -> list[tuple[Path, str]]:
    """Return the files to read, each with the task name from its path."""
    if not path.is_dir():
        return [(path, path.stem)]
    files = sorted(file for file in files_in(path) if file.suffix.lower() in _SUFFIXES)
    if not files:
        raise UserError(f"{path}: contains no answer files ({', '.join(_SUFFIXES)})")
    return [(file, file.stem if file.parent == path else file.parent.name) for file in files]


def _records(file: Path, task: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every record with its location; records without a task name get one."""
    number = 0
    for document in _documents(file):
        for name, record in _of_document(document, task):
            number += 1
            where = f"{file}, record {number}"
            if not isinstance(record, dict):
                raise UserError(f"{where}: must be an object, not {_kind(record)}")
            yield where, record if _first(record, _TASK_KEYS) else record | {"task_name": name}


def _documents(file: Path) -> Iterator[Any]:
    if file.suffix.lower() == ".txt":
        text = read_text(file)
        if not is_log(text):
            raise UserError(f"{file}: is not the log of a run: it names no task.")
        yield list(read_log(text))
    elif file.suffix.lower() in (".jsonl", ".ndjson"):
        yield from (value for _, value in read_json_lines(file))
    else:
        yield read_json(file)


def _of_document(document: Any, task: str) -> Iterator[tuple[str, Any]]:
    """Yield the records of a document, each with the task name that applies to it."""
    if isinstance(document, list):
        yield from ((task, record) for record in _with_headers(document))
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


def _with_headers(records: list[Any]) -> Iterator[Any]:
    """Yield records with the task and the row of the header before them, without the headers."""
    header: dict[str, Any] = {}
    for record, after in zip_longest(records, records[1:]):
        if _is_header(record) and isinstance(after, dict) and not _first(after, _ROW_KEYS):
            header = record
        elif header and isinstance(record, dict) and not _first(record, _ROW_KEYS):
            yield header | record
        else:
            yield record


def _is_header(record: Any) -> bool:
    answers = ("fields", *_NAME_KEYS, *_OUTPUT_KEYS)
    return (
        isinstance(record, dict) and bool(_first(record, _ROW_KEYS)) and not _first(record, answers)
    )


def _is_record(document: Mapping[str, Any]) -> bool:
    return _first(document, ("fields", *_NAME_KEYS, *_ROW_KEYS)) is not None


def _answers(record: Mapping[str, Any], where: str) -> Iterator[tuple[str, str]]:
    """Yield the field names and answers of a record."""
    if "fields" not in record:
        yield _answer(record, where)
        return
    fields = record["fields"]
    if not isinstance(fields, list):
        raise UserError(f"{where}: 'fields' must be a list, not {_kind(fields)}")
    for number, field in enumerate(fields, start=1):
        location = f"{where}, field {number}"
        if not isinstance(field, dict):
            raise UserError(f"{location}: must be an object, not {_kind(field)}")
        yield _answer(field, location)


def _answer(entry: Mapping[str, Any], where: str) -> tuple[str, str]:
    key = _first(entry, _OUTPUT_KEYS)
    if key is None:
        raise UserError(f"{where}: the key {_or(_OUTPUT_KEYS)} is missing")
    output = entry[key]
    name = entry.get(_first(entry, _NAME_KEYS) or "")
    if isinstance(output, dict):
        if "action_sequence" not in output:
            raise UserError(f"{where}: {key!r} has no key 'action_sequence'")
        name = name if name is not None else output.get("input_name")
        output = output["action_sequence"]
    if not isinstance(name, str):
        raise UserError(f"{where}: 'input_name' must be the field's name, not {_kind(name)}")
    if output is None:
        return name, ""
    lines = output if isinstance(output, list) else [output]
    if not all(isinstance(line, str) for line in lines):
        raise UserError(f"{where}: {key!r} must be a string or a list of strings")
    return name, "\n".join(lines)


def _task(record: Mapping[str, Any], where: str) -> str:
    key = _first(record, _TASK_KEYS) or _TASK_KEYS[0]
    if not isinstance(record[key], str):
        raise UserError(f"{where}: {key!r} must be the task's name, not {_kind(record[key])}")
    return record[key]


def _row(record: Mapping[str, Any], where: str) -> int:
    key = _first(record, _ROW_KEYS)
    if key is None:
        raise UserError(f"{where}: the key {_or(_ROW_KEYS)}, the instance's index, is missing")
    row = record[key]
    if type(row) is not int or row < 0:
        raise UserError(f"{where}: {key!r} must be the instance's index, from 0, not {row!r}")
    return row


def _first(record: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    return next((key for key in keys if key in record), None)


def _or(keys: tuple[str, ...]) -> str:
    return " or ".join(map(repr, keys))


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a string", type(None): "null"}
    return names.get(type(value), "a number" if isinstance(value, int | float) else "nothing")
