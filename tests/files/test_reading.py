"""Untrusted files are read, or refused with their name and the fault."""

import io
import struct
import zlib
from pathlib import Path
from random import Random

import pytest
from PIL import ExifTags, Image
from pydantic import BaseModel, ValidationError

from webproctor.core.errors import UserError
from webproctor.files.reading import (
    check_parquet,
    decode_picture,
    describe_errors,
    file_in,
    files_in,
    finite,
    missing_shards,
    parquet_rows,
    parse_json,
    picture_size,
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


def test_a_parquet_file_that_is_incomplete_is_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(b"PAR1 and no end")
    with pytest.raises(UserError, match=r"a\.parquet: is incomplete"):
        check_parquet(tmp_path / "a.parquet")


def test_the_error_for_parquet_files_that_do_not_fit_gives_files_and_reason(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="needs the extra `data`")
    files = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
    for file, value in zip(files, (1, "one"), strict=True):
        datasets.Dataset.from_list([{"column": value}]).to_parquet(file)
    with pytest.raises(UserError, match=r"a\.parquet to .*b\.parquet: .*Failed to parse .*'one'"):
        parquet_rows(files)


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


def test_a_damaged_image_is_a_user_error(tmp_path: Path) -> None:
    Image.new("RGB", (5, 3)).save(tmp_path / "a.png")
    assert picture_size(tmp_path / "a.png") == (5, 3)
    (tmp_path / "a.png").write_bytes((tmp_path / "a.png").read_bytes()[:20])
    with pytest.raises(UserError, match=r"a\.png: is not a readable image"):
        picture_size(tmp_path / "a.png")


def _written(kind: str) -> bytes:
    out = io.BytesIO()
    Image.effect_noise((60, 40), 50).convert("RGB").save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize("order", ["I;16", "I;16B"])
def test_an_image_of_16_bits_is_decoded_to_8_bits(order: str) -> None:
    out = io.BytesIO()
    high_byte_at = 1 if order == "I;16" else 0
    pixel = bytes(0x40 if index == high_byte_at else 0 for index in range(2))
    Image.frombytes(order, (2, 1), pixel * 2).save(out, "TIFF")
    assert decode_picture(out.getvalue(), "it").getpixel((1, 0)) == (0x40, 0x40, 0x40)


def test_an_empty_json_file_is_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "a.json").touch()
    with pytest.raises(UserError, match=r"a\.json: is empty"):
        read_json(tmp_path / "a.json")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP"])
def test_a_complete_image_is_decoded(kind: str) -> None:
    picture = decode_picture(_written(kind), "it")
    assert (picture.mode, picture.size) == ("RGB", (60, 40))


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "ICO"])
def test_a_damaged_image_is_decoded_or_a_user_error(kind: str) -> None:
    whole, random, messages = _written(kind), Random(kind), []
    for _ in range(100):
        damaged = bytearray(
            whole[: random.randrange(1, len(whole))] if random.random() < 0.5 else whole
        )
        for _ in range(5):
            damaged[random.randrange(min(len(damaged), 100))] = random.randrange(256)
        try:
            decode_picture(bytes(damaged), "step 3")
        except UserError as error:
            messages.append(str(error))
    assert messages
    assert all(one.startswith("step 3: is not a readable image") for one in messages)


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_an_image_that_declares_too_many_pixels_is_not_decoded() -> None:
    head = struct.pack(">II5B", 12_000, 12_000, 8, 0, 0, 0, 0)
    chunk = struct.pack(">I", len(head)) + b"IHDR" + head
    png = b"\x89PNG\r\n\x1a\n" + chunk + struct.pack(">I", zlib.crc32(chunk[4:]))
    with pytest.raises(UserError, match="more than 100,000,000 pixels"):
        decode_picture(png + _written("PNG")[33:], "it")


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


@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "TIFF"])
def test_an_image_is_rotated_as_its_metadata_says(kind: str) -> None:
    exif, out = Image.Exif(), io.BytesIO()
    exif[ExifTags.Base.Orientation] = 6  # By 90 degrees clockwise.
    picture = Image.new("RGB", (64, 32), "white")
    picture.paste("black", (0, 0, 32, 32))
    picture.save(out, kind, exif=exif)
    assert picture_size(out.getvalue()) == (32, 64)
    grey = decode_picture(out.getvalue(), "it").convert("L")
    top, bottom = ((4, 4, 28, 28), (4, 36, 28, 60))
    assert grey.crop(top).getextrema() == (0, 0)
    assert grey.crop(bottom).getextrema() == (255, 255)


def test_files_that_are_not_read_are_named() -> None:
    names = ("a.json", "a.json.gz", "b.json.gz", "c.jsonl", "d.jsonl.ZST", "e.csv", "f.csv.gz")
    files = [Path(name) for name in names]
    found = [sentence for _, sentence in unread_files(files, lambda file: file.suffix == ".json")]
    assert found == [
        "b.json.gz: is not read; unpack it.",
        "c.jsonl: is not read; write it as one JSON array.",
        "d.jsonl.ZST: is not read; unpack it.",
    ]


def test_the_error_for_parquet_files_with_different_columns_is_short(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `data` is not installed")
    files = [tmp_path / f"{name}.parquet" for name in "ab"]
    for file in files:
        datasets.Dataset.from_list([{file.stem: 1}]).to_parquet(file)
    with pytest.raises(UserError, match=r"a\.parquet to .*column names don't match") as refused:
        parquet_rows(files)
    assert "\n" not in str(refused.value)
