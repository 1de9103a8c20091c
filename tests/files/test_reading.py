"""Untrusted files are read, or refused with their name and the fault."""

from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from webproctor.core.errors import UserError
from webproctor.files.parquet import check_parquet
from webproctor.files.pictures import picture_size
from webproctor.files.reading import (
    describe_errors,
    file_in,
    files_in,
    finite,
    missing_shards,
    parse_json,
    read_json,
    read_json_lines,
    read_text,
    unread_files,
)


@pytest.mark.parametrize(
    ("written", "what"),
    [
        (b"{", r"a\.json: is not JSON: .*line 1 column 2"),
        (b'"\xff"', r"a\.json: byte 1 is not UTF-8"),
        (b"[" * 100_000, r"a\.json: is nested too deep"),
        (b"[" * 300 + b"]" * 300, r"a\.json: is nested more than 200 levels deep"),
        (b"9" * 5_000, r"a\.json: has a number of too many digits"),
    ],
)
def test_the_error_for_invalid_json_names_the_file(
    written: bytes, what: str, tmp_path: Path
) -> None:
    (tmp_path / "a.json").write_bytes(written)
    with pytest.raises(UserError, match=what):
        read_json(tmp_path / "a.json")


@pytest.mark.parametrize("written", [r'{"a": ["x\ud83d"]}', '{"a": ["x\ud83d"]}'])
def test_a_lone_surrogate_becomes_the_replacement_character(written: str) -> None:
    assert parse_json(written, "it") == {"a": ["x\ufffd"]}


def test_surrogate_pairs_are_combined_and_escaped_backslashes_kept() -> None:
    assert parse_json(r'["\ud83d\ude00", "\\ud83d"]', "it") == ["\U0001f600", "\\ud83d"]


@pytest.mark.parametrize(
    ("written", "what"),
    [
        (b"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer"),
        (b"\x1f\x8b\x08\x00", "compressed with gzip"),
        (b"\x28\xb5\x2f\xfd\x04", "compressed with zstd"),
        (b"\xfd7zXZ\x00", "compressed with xz"),
        (b"BZh91AY&SY", "compressed with bzip2"),
        (b"PK\x03\x04\xff", "a zip archive"),
        (b"<!doctype html>", "a web page"),
    ],
)
def test_the_error_for_a_file_of_another_format_names_the_format(
    written: bytes, what: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(written)
    for read in (read_json, lambda one: [*read_json_lines(one)], picture_size, check_parquet):
        with pytest.raises(UserError, match=f"It is {what}"):
            read(path)


def test_the_files_of_a_folder_are_found_through_links_and_without_hidden_ones(
    tmp_path: Path,
) -> None:
    folder, elsewhere = tmp_path / "data", tmp_path / "disk"
    for file in (elsewhere / "b.json", folder / "a.json", folder / "._a.json", folder / ".git/c"):
        file.parent.mkdir(exist_ok=True, parents=True)
        file.touch()
    (folder / "linked").symlink_to(elsewhere)
    (folder / "self").symlink_to(folder)
    assert [*files_in(folder)] == [folder / "a.json", folder / "linked/b.json"]


def test_a_name_with_backslashes_means_a_file_in_a_subfolder(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web/a.png").touch()
    assert file_in(tmp_path, "web\\a.png") == tmp_path / "web/a.png"
    assert file_in(tmp_path, "..\\a.png") is None


def test_json_lines_are_returned_with_their_line_number(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"a": 1}\n\n[2]\n')
    assert list(read_json_lines(tmp_path / "a.jsonl")) == [(1, {"a": 1}), (3, [2])]
    (tmp_path / "a.jsonl").write_text('{"a": 1}\n{\n')
    with pytest.raises(UserError, match=r"a\.jsonl, line 2: is not JSON"):
        list(read_json_lines(tmp_path / "a.jsonl"))


def test_the_error_for_invalid_utf8_gives_the_line(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"one\ntwo \xff\n")
    with pytest.raises(UserError, match=r"a\.txt, line 2: byte 8 is not UTF-8"):
        read_text(tmp_path / "a.txt")


def test_a_missing_file_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"none\.json: cannot be read: No such file"):
        read_json(tmp_path / "none.json")


@pytest.mark.parametrize("value", [True, None, "1", float("nan"), float("inf"), 10**400, [1]])
def test_a_value_that_is_not_a_finite_number_is_none(value: object) -> None:
    assert finite(value) is None
    assert finite(3) == 3.0


@pytest.mark.parametrize("name", ["../a.png", "/a.png", "b/../../a.png", "x" * 300, "\0", "", "."])
def test_a_name_outside_the_folder_gives_no_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.png").touch()
    (tmp_path / "in").mkdir()
    assert file_in(tmp_path / "in", name) is None
    assert file_in(tmp_path, "a.png") == tmp_path / "a.png"


def test_an_empty_json_file_is_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "a.json").touch()
    with pytest.raises(UserError, match=r"a\.json: is empty"):
        read_json(tmp_path / "a.json")


def test_errors_of_a_value_name_its_fields() -> None:
    class Value(BaseModel):
        a: int
        b: list[str]

    with pytest.raises(ValidationError) as refused:
        Value.model_validate({"a": "x", "b": [1]})
    message = describe_errors(refused.value)
    assert message.startswith("a: Input should be a valid integer")
    assert "; b.0: Input should be a valid string" in message


@pytest.mark.parametrize(
    ("names", "missing"),
    [
        (["train-00000-of-00002.parquet", "train-00001-of-00002.parquet"], []),
        (["test-0-of-1-8a3f.parquet", "a.parquet", "train_0.json"], []),
        (
            ["train-00000-of-00003.parquet", "test-00000-of-00001.parquet"],
            ["2 of the 3 files train-*-of-00003 are missing, such as number 00001"],
        ),
        (
            ["train-00001-of-00002-8a3f.parquet"],
            ["1 of the 2 files train-*-of-00002 is missing, such as number 00000"],
        ),
    ],
)
def test_missing_files_of_a_numbered_set_are_named(names: list[str], missing: list[str]) -> None:
    messages = missing_shards(Path("data", name) for name in names)
    assert messages == [f"data: {one}: download the data again." for one in missing]


def test_an_object_with_a_repeated_key_can_be_a_user_error() -> None:
    with pytest.raises(UserError, match="it: has several values of 'b'"):
        parse_json('{"a": {"b": 1, "b": 2}}', "it", unique_keys=True)
    assert parse_json('{"b": 1, "b": 2}', "it") == {"b": 2}


@pytest.mark.parametrize(("name", "file"), [("a.png", "a.PNG"), ("a.PNG", "a.png")])
def test_a_file_is_found_with_its_extension_in_another_case(
    tmp_path: Path, name: str, file: str
) -> None:
    (tmp_path / file).touch()
    assert file_in(tmp_path, name) == tmp_path / file


def test_files_that_are_not_read_are_named() -> None:
    names = ("a.json", "a.json.gz", "b.json.gz", "c.jsonl", "d.jsonl.ZST", "e.csv", "f.csv.gz")
    files = [Path(name) for name in names]
    found = [sentence for _, sentence in unread_files(files, lambda file: file.suffix == ".json")]
    assert found == [
        "b.json.gz: is not read; unpack it.",
        "c.jsonl: is not read; write it as one JSON array.",
        "d.jsonl.ZST: is not read; unpack it.",
    ]
