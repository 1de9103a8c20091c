"""Tests of reading the data sets in other layouts than the public ones."""

import gzip
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from benchmarks.grounding.conftest import GOOD, Write
from PIL import ExifTags, Image

from webproctor.benchmarks.grounding.datasets import read
from webproctor.core.errors import DataIncomplete, UserError

PRO = GOOD | {"id": "p1", "bbox": [10, 20, 30, 40]}
TABLE = "id,image,instruction,x1,y1,x2,y2\n1,images/a.png,go,1,2,3,4\n"


def test_names_of_files_can_be_in_upper_case(write: Write) -> None:
    folder = write("screenspot_web.json", [GOOD])
    write("SCREENSPOT_MOBILE.JSON", [GOOD])
    (folder / "images/a.png").rename(folder / "images/a.PNG")
    groups = [dict(target.groups)["platform"] for target in read("screenspot", folder, None)]
    assert groups == ["mobile", "web"]


def test_json_lines_can_have_an_extension_in_upper_case(write: Write) -> None:
    folder = write("other.txt", [])
    (folder / "v2.JSONL").write_text(f"{json.dumps(GOOD)}\n{json.dumps(GOOD)}\n")
    assert len(read("screenspot-v2", folder / "v2.JSONL", None)) == 2


def test_a_table_can_have_an_extension_in_upper_case(write: Write) -> None:
    folder = write("other.txt", [])
    (folder / "clicks.CSV").write_text(TABLE)
    assert len(read("showdown-clicks", folder, None)) == 1


def test_images_in_an_archive_with_an_extension_in_upper_case_are_found(write: Write) -> None:
    folder = write("v2.json", [GOOD])
    with zipfile.ZipFile(folder / "IMAGES.ZIP", "w") as archive:
        archive.write(folder / "images/a.png", "a.png")
    (folder / "images/a.png").unlink()
    assert len(read("screenspot-v2", folder, None)) == 1


def test_abilities_are_found_in_a_file_with_an_extension_in_upper_case(write: Write) -> None:
    record = {"id": "1", "image_path": "a.png", "instruction": "go", "box_type": "refusal"}
    folder = write("OSWorld-G.json", [record])
    (folder / "classification_result.JSON").write_text('{"text matching": ["1"]}')
    [target] = read("osworld-g", folder, None)
    assert ("ability", "text matching") in target.groups


@pytest.mark.parametrize("name", ["b.json.gz", "b.jsonl"])
def test_files_that_are_not_read_are_a_warning(write: Write, name: str) -> None:
    folder = write("a.json", [PRO])
    (folder / name).write_bytes(gzip.compress(b"[]"))
    with pytest.warns(DataIncomplete, match=f"{name}: is not read"):
        assert len(read("screenspot-pro", folder, None)) == 1


def test_a_size_with_height_before_width_is_a_user_error(write: Write) -> None:
    folder = write("a.json", [PRO | {"img_size": [100, 200]}])
    with pytest.raises(UserError, match=r"entry 0, img_size: must be width and .* 200 x 100"):
        read("screenspot-pro", folder, None)


def test_a_chinese_instruction_without_an_element_has_no_region(write: Write) -> None:
    record = PRO | {"instruction_cn": "x", "gt_type": "negative"}
    [target] = read("screenspot-pro-cn", write("a.json", [record]), None)
    assert target.regions == ()


def test_boxes_refer_to_a_photo_as_it_is_displayed(write: Write) -> None:
    folder = write("v2.json", [GOOD | {"img_filename": "a.jpg", "bbox": [10, 150, 20, 20]}])
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    Image.new("RGB", (200, 100)).save(folder / "images/a.jpg", exif=exif)
    [target] = read("screenspot-v2", folder, None)
    assert target.regions[0].corners == (10, 150, 30, 170)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (TABLE + "2,images/a.png,go\n", "entry 1: must have 7 cells"),
        (TABLE + "2,images/a.png,go, now,1,2,3,4\n", "entry 1: must have 7 cells"),
        (TABLE.replace("y2", "x1"), "has no column y2"),
        (TABLE.replace("y2\n", "y2,x1\n").replace("4\n", "4,9\n"), "has several columns x1"),
    ],
)
def test_tables_with_other_cells_or_columns_are_user_errors(
    write: Write, text: str, what: str
) -> None:
    folder = write("other.txt", [])
    (folder / "clicks.csv").write_text(text)
    with pytest.raises(UserError, match=rf"clicks\.csv.*{what}"):
        read("showdown-clicks", folder, None)


@pytest.mark.parametrize(
    ("image", "what"),
    [
        ("a.png", r"a\.parquet, entry 0, image: has only the name 'a\.png'"),
        ([{"bytes": b"x", "path": None}], r"a\.parquet: the column image does not contain images"),
    ],
)
def test_a_column_without_images_is_a_user_error(tmp_path: Path, image: Any, what: str) -> None:
    datasets = pytest.importorskip("datasets", reason="needs the extra `data`")
    row = {"instruction": "go", "bbox": [0.1, 0.1, 0.2, 0.2], "image": image}
    datasets.Dataset.from_list([row]).to_parquet(tmp_path / "a.parquet")
    with pytest.raises(UserError, match=what):
        read("screenspot", tmp_path, None)
