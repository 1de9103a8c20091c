"""Untrusted files are read, or refused with their name and the fault."""

import io
import struct
import zlib
from pathlib import Path
from random import Random

import pytest
from PIL import Image
from pydantic import BaseModel, ValidationError

from webproctor.core.errors import UserError
from webproctor.files.reading import (
    decode_picture,
    faults,
    file_in,
    finite,
    parse_json,
    picture_size,
    read_json,
    read_json_lines,
    read_text,
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
def test_what_is_no_json_is_refused_by_name(written: bytes, what: str, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(written)
    with pytest.raises(UserError, match=what):
        read_json(tmp_path / "a.json")


@pytest.mark.parametrize("written", [r'{"a": ["x\ud83d"]}', '{"a": ["x\ud83d"]}'])
def test_half_of_a_surrogate_pair_becomes_the_replacement_character(written: str) -> None:
    assert parse_json(written, "it") == {"a": ["x\ufffd"]}


def test_a_whole_pair_is_its_character_and_backslashes_stay() -> None:
    assert parse_json(r'["\ud83d\ude00", "\\ud83d"]', "it") == ["\U0001f600", "\\ud83d"]


def test_lines_are_told_by_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"a": 1}\n\n[2]\n')
    assert list(read_json_lines(tmp_path / "a.jsonl")) == [(1, {"a": 1}), (3, [2])]
    (tmp_path / "a.jsonl").write_text('{"a": 1}\n{\n')
    with pytest.raises(UserError, match=r"a\.jsonl, line 2: is not JSON"):
        list(read_json_lines(tmp_path / "a.jsonl"))


def test_text_that_is_not_utf_8_is_refused_by_line(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"one\ntwo \xff\n")
    with pytest.raises(UserError, match=r"a\.txt, line 2: byte 8 is not UTF-8"):
        read_text(tmp_path / "a.txt")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        read_json(tmp_path / "none.json")


@pytest.mark.parametrize("value", [True, None, "1", float("nan"), float("inf"), 10**400, [1]])
def test_what_is_no_finite_number_is_none(value: object) -> None:
    assert finite(value) is None
    assert finite(3) == 3.0


@pytest.mark.parametrize("name", ["../a.png", "/a.png", "b/../../a.png", "x" * 300, "\0", "", "."])
def test_a_name_that_leads_out_of_a_folder_names_no_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.png").touch()
    (tmp_path / "in").mkdir()
    assert file_in(tmp_path / "in", name) is None
    assert file_in(tmp_path, "a.png") == tmp_path / "a.png"


def test_a_damaged_picture_is_told(tmp_path: Path) -> None:
    Image.new("RGB", (5, 3)).save(tmp_path / "a.png")
    assert picture_size(tmp_path / "a.png") == (5, 3)
    (tmp_path / "a.png").write_bytes((tmp_path / "a.png").read_bytes()[:20])
    with pytest.raises(UserError, match=r"a\.png: is not a readable image"):
        picture_size(tmp_path / "a.png")


def _written(kind: str) -> bytes:
    out = io.BytesIO()
    Image.effect_noise((60, 40), 50).convert("RGB").save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP"])
def test_a_whole_picture_is_decoded(kind: str) -> None:
    picture = decode_picture(_written(kind), "it")
    assert (picture.mode, picture.size) == ("RGB", (60, 40))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "ICO"])
def test_a_damaged_picture_is_decoded_or_told_by_name(kind: str) -> None:
    whole, random, told = _written(kind), Random(kind), []
    for _ in range(100):
        damaged = bytearray(
            whole[: random.randrange(1, len(whole))] if random.random() < 0.5 else whole
        )
        for _ in range(5):
            damaged[random.randrange(min(len(damaged), 100))] = random.randrange(256)
        try:
            decode_picture(bytes(damaged), "step 3")
        except UserError as error:
            told.append(str(error))
    assert told
    assert all(one.startswith("step 3: is not a readable image") for one in told)


def test_a_picture_that_claims_too_many_pixels_is_not_decoded() -> None:
    head = struct.pack(">II5B", 12_000, 12_000, 8, 0, 0, 0, 0)
    chunk = struct.pack(">I", len(head)) + b"IHDR" + head
    png = b"\x89PNG\r\n\x1a\n" + chunk + struct.pack(">I", zlib.crc32(chunk[4:]))
    with pytest.raises(UserError, match="more than 100,000,000 pixels"):
        decode_picture(png + _written("PNG")[33:], "it")


def test_the_faults_of_a_value_name_its_fields() -> None:
    class Value(BaseModel):
        a: int
        b: list[str]

    with pytest.raises(ValidationError) as refused:
        Value.model_validate({"a": "x", "b": [1]})
    told = faults(refused.value)
    assert told.startswith("a: Input should be a valid integer")
    assert "; b.0: Input should be a valid string" in told
