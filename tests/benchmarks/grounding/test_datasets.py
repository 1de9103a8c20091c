"""Tests of the readers for the public data sets."""

import csv
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from benchmarks.grounding.conftest import GOOD, Write
from PIL import Image

from webproctor.benchmarks.grounding.datasets import names, read
from webproctor.core.errors import DataIncomplete, UserError
from webproctor.methods.grounding.targets import Polygon, Rectangle


def test_images_of_the_same_name_in_several_folders_are_a_user_error(write: Write) -> None:
    folder = write("v2.json", [GOOD])
    (folder / "images").rename(folder / "mobile")
    (folder / "web").mkdir()
    (folder / "web/a.png").write_bytes((folder / "mobile/a.png").read_bytes())
    with pytest.raises(UserError, match=r"several images a\.png, such as .*mobile.* and .*web"):
        read("screenspot-v2", folder, None)


def test_a_folder_of_images_for_realwebassist_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="--images is not available for realwebassist"):
        read("realwebassist", None, tmp_path)


def test_screenspot_v2_is_read_in_both_formats(write: Write) -> None:
    old = {"img_filename": "a.png", "instruction": "old", "bbox": [10, 20, 30, 5]}
    new = old | {"img_size": [200, 100], "platform": "desktop", "ui_type": "text"}
    new |= {"bbox": [10, 20, 30, 25]}
    one, other = read("screenspot-v2", write("screenspot_v2.json", [old, new]), None)
    assert one.regions[0].corners == (10, 20, 40, 25)
    assert other.regions[0].corners == (10, 20, 30, 25)
    assert ("category", "desktop, text") in other.groups


def test_screenspot_pro_boxes_are_edges_in_pixels(write: Write) -> None:
    record = {"id": "cad_1", "img_filename": "a.png", "instruction": "draw", "bbox": [1, 2, 9, 8]}
    more = {"img_size": [200, 100], "ui_type": "icon", "group": "CAD", "application": "autocad"}
    [target] = read("screenspot-pro", write("annotations.json", [record | more]), None)
    assert (target.key, target.regions[0].corners) == ("cad_1", (1, 2, 9, 8))
    assert ("group", "CAD") in target.groups


def test_showdown_clicks_is_a_table(tmp_path: Path) -> None:
    Image.new("RGB", (200, 100)).save(tmp_path / "a.png")
    with (tmp_path / "clicks.csv").open("w", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(["id", "image", "instruction", "x1", "y1", "x2", "y2", "width", "height"])
        lines.writerow(["one", "frames/a.png", "press", "1", "2.5", "3", "4", "200", "100"])
    [target] = read("showdown-clicks", tmp_path, None)
    assert target.regions[0].corners == (1, 2.5, 3, 4)


def test_osworld_g_has_boxes_polygons_and_refusals(write: Write) -> None:
    def record(id: str, kind: str, numbers: list[float]) -> dict[str, Any]:
        shape = {"box_type": kind, "box_coordinates": numbers, "GUI_types": ["Table", "Icon"]}
        return {"id": id, "image_path": "a.png", "instruction": "x", **shape}

    records = [
        record("a", "bbox", [1, 2, 3, 4]),
        record("b", "polygon", [0, 0, 10, 0, 0, 10]),
        record("c", "refusal", [-1, -1, -1, -1]),
    ]
    box, polygon, refusal = read("osworld-g", write("OSWorld-G.json", records), None)
    assert box.regions == (Rectangle(1, 2, 3, 4),)
    assert polygon.regions == (Polygon(((0, 0), (10, 0), (0, 10))),)
    assert refusal.regions == ()
    assert [value for kind, value in box.groups if kind == "GUI type"] == ["Table", "Icon"]


def test_multimodal_mind2web_targets_are_the_positive_elements(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="needs the extra `data`")
    Image.new("RGB", (200, 100)).save(tmp_path / "page.png")
    attributes = {"backend_node_id": "7", "bounding_box_rect": "10,20,30,5"}
    positive = json.dumps(
        {
            "tag": "a",
            "backend_node_id": "7",
            "attributes": json.dumps(attributes),
            "is_original_target": True,
            "is_top_level_target": True,
        }
    )
    row = {
        "annotation_id": "t1",
        "action_uid": "u1",
        "confirmed_task": "buy a hat",
        "website": "hats",
        "domain": "Shopping",
        "subdomain": "Fashion",
        "operation": json.dumps({"op": "CLICK", "original_op": "CLICK", "value": ""}),
        "pos_candidates": [positive],
        "neg_candidates": [],
        "raw_html": "",
        "cleaned_html": '<html><a backend_node_id="7">Hat</a></html>',
        "action_reprs": ["[link]  Hat -> CLICK"],
        "target_action_index": "0",
        "screenshot": {"bytes": (tmp_path / "page.png").read_bytes(), "path": None},
    }
    datasets.Dataset.from_list([row]).to_parquet(tmp_path / "test_task-00000-of-00001.parquet")
    [target] = read("multimodal-mind2web", tmp_path, None)
    assert target.instruction == "[link]  Hat -> CLICK"
    assert target.regions == (Rectangle(10, 20, 30, 5),)
    assert target.read() == row["screenshot"]["bytes"]


def test_the_built_in_sample_requires_no_folder() -> None:
    targets = read("realwebassist", None, None)
    assert len(targets) == 80
    assert all(target.regions for target in targets)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"bbox": [1, 2, 3]}, "entry 1, bbox: .* is not a list of 4 numbers"),
        ({"bbox": "1,2,3,4"}, "is not a list of 4 numbers"),
        ({"instruction": None}, "entry 1, instruction: must be a string"),
        ({"instruction": " "}, "entry 1, instruction: must be a string that is not empty"),
        ({"img_filename": "gone.png"}, "no image gone.png"),
    ],
)
def test_the_error_for_an_invalid_record_gives_its_position(
    write: Write, change: dict[str, Any], what: str
) -> None:
    with pytest.raises(UserError, match=what):
        read("screenspot-v2", write("v2.json", [GOOD, GOOD | change]), None)


def test_text_that_is_not_json_is_a_user_error(write: Write) -> None:
    folder = write("v2.json", [GOOD])
    (folder / "v2.json").write_text("{")
    with pytest.raises(UserError, match=r"v2\.json: is not JSON"):
        read("screenspot-v2", folder, None)


def test_the_error_for_an_unknown_data_set_lists_the_known_ones() -> None:
    with pytest.raises(UserError, match="Available: multimodal-mind2web, osworld-g"):
        read("screenspot-v3", None, None)


@pytest.mark.parametrize("name", sorted(set(names()) - {"realwebassist"}))
def test_a_data_set_that_is_not_in_the_package_requires_its_folder(name: str) -> None:
    with pytest.raises(UserError, match="with --data"):
        read(name, None, None)
    with pytest.raises(UserError, match="not found"):
        read(name, Path("/nowhere"), None)


def test_duplicate_target_ids_are_a_user_error(write: Write) -> None:
    record = GOOD | {"id": "same"}
    with pytest.raises(UserError, match="duplicate target 'same'"):
        read("screenspot-pro", write("a.json", [record, record]), None)


def test_an_image_path_outside_the_data_is_a_user_error(write: Write) -> None:
    folder = write("v2.json", [GOOD | {"img_filename": "../images/a.png"}])
    with pytest.raises(UserError, match=r"no image \.\./images/a\.png"):
        read("screenspot-v2", folder, None)


def test_a_damaged_image_is_a_user_error(write: Write) -> None:
    folder = write("screenspot_web.json", [GOOD | {"bbox": [0.1, 0.1, 0.2, 0.2]}])
    (folder / "images/a.png").write_bytes(b"\x89PNG")
    with pytest.raises(UserError, match=r"a\.png: is not a readable image"):
        read("screenspot", folder, None)


@pytest.mark.parametrize("number", [10**400, float("nan"), float("inf"), True, "1", None])
def test_box_coordinates_must_be_finite(write: Write, number: object) -> None:
    folder = write("v2.json", [GOOD | {"bbox": [1, 2, 3, number]}])
    with pytest.raises(UserError, match="is not a list of 4 numbers"):
        read("screenspot-v2", folder, None)


def test_a_flat_outline_contains_its_centre(write: Write) -> None:
    flat = {"id": "1", "image_path": "a.png", "instruction": "go"}
    outline = {"box_type": "polygon", "box_coordinates": [0, 5, 10, 5, 4, 5]}
    [target] = read("osworld-g", write("OSWorld-G.json", [flat | outline]), None)
    assert target.regions[0].centre == (5, 5)
    assert target.regions[0].contains(5, 5)


@pytest.mark.parametrize("content", [b"id,image\xff\n", b"id\n" + b"1" * 200_000])
def test_an_invalid_table_of_clicks_is_a_user_error(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "clicks.csv").write_bytes(content)
    with pytest.raises(UserError, match=r"clicks\.csv"):
        read("showdown-clicks", tmp_path / "clicks.csv", None)


def test_a_table_of_clicks_with_semicolons_is_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "clicks.csv").write_text("id;image;instruction;x1;y1;x2;y2\n1;a.png;go;1;2;3;4\n")
    with pytest.raises(UserError, match=r"clicks\.csv: has no column id, .*Separate .* commas"):
        read("showdown-clicks", tmp_path, None)


def test_the_screenspot_mirror_is_parquet_with_embedded_images(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="needs the extra `data`")
    Image.new("RGB", (200, 100)).save(tmp_path / "a.png")
    data = (tmp_path / "a.png").read_bytes()
    row = {
        "file_name": "pc_a.png",
        "bbox": [0.1, 0.2, 0.5, 0.4],
        "instruction": "close this window",
        "data_type": "icon",
        "data_source": "windows",
        "image": {"bytes": data, "path": "pc_a.png"},
    }
    (tmp_path / "mirror/data").mkdir(parents=True)
    file = tmp_path / "mirror/data/test-00000-of-00001.parquet"
    datasets.Dataset.from_list([row, row | {"data_source": "shop"}]).to_parquet(file)
    one, other = read("screenspot", tmp_path / "mirror", None)
    assert one.read() == data
    assert one.regions[0].corners == pytest.approx((20, 20, 100, 40))
    assert ("category", "desktop, icon") in one.groups
    assert ("category", "web, icon") in other.groups
    file.rename(file.with_name("test-00001-of-00002.parquet"))
    with pytest.warns(DataIncomplete, match=r"such as number 00000"):
        read("screenspot", tmp_path / "mirror", None)


def test_a_damaged_parquet_file_is_a_user_error(tmp_path: Path) -> None:
    pytest.importorskip("datasets", reason="needs the extra `data`")
    (tmp_path / "test.parquet").write_bytes(b"PAR1")
    with pytest.raises(UserError, match=r"test\.parquet: is incomplete"):
        read("screenspot", tmp_path, None)


def test_images_are_found_in_an_archive_made_on_windows(write: Write) -> None:
    folder = write("screenspot_web_v2.json", [GOOD | {"img_filename": "web\\b.png"}])
    with zipfile.ZipFile(folder / "images.zip", "w") as archive:
        archive.writestr("images\\web\\b.png", (folder / "images/a.png").read_bytes())
    [target] = read("screenspot-v2", folder, None)
    assert target.read() == (folder / "images/a.png").read_bytes()


def test_files_that_macos_adds_are_not_data(write: Write) -> None:
    folder = write("screenspot_web_v2.json", [GOOD])
    (folder / "._screenspot_web_v2.json").write_bytes(b"\0\5\x16\xff")
    assert len(read("screenspot-v2", folder, None)) == 1


def test_screenspot_v2_is_read_with_an_archive_or_folder_of_images(write: Write) -> None:
    folder = write("screenspot_web_v2.json", [GOOD])
    image = (folder / "images/a.png").read_bytes()
    (folder / "images/a.png").unlink()
    with zipfile.ZipFile(folder / "screenspotv2_image.zip", "w") as archive:
        archive.writestr("__MACOSX/screenspotv2_image/._a.png", b"")
        archive.writestr("screenspotv2_image/a.png", image)
    [packed] = read("screenspot-v2", folder, None)
    assert packed.read() == image
    (folder / "screenspotv2_image").mkdir()
    (folder / "screenspotv2_image/a.png").write_bytes(image)
    [unpacked] = read("screenspot-v2", folder, None)
    assert unpacked.image == folder / "screenspotv2_image/a.png"


def test_a_damaged_archive_of_images_is_a_user_error(write: Write) -> None:
    folder = write("screenspot_web_v2.json", [GOOD | {"img_filename": "b.png"}])
    (folder / "screenspotv2_image.zip").write_bytes(b"PK")
    with pytest.raises(UserError, match=r"screenspotv2_image\.zip: not a complete zip archive"):
        read("screenspot-v2", folder, None)


def test_screenspot_pro_has_chinese_and_negative_instructions(write: Write) -> None:
    record = {"img_filename": "a.png", "instruction": "draw", "bbox": [1, 2, 9, 8], "ui_type": "x"}
    chinese = record | {"id": "1", "instruction_cn": "画"}
    negative = record | {"id": "2", "negative": "order a pizza"}
    marked = record | {"id": "3", "instruction": "fly", "gt_type": "negative"}
    folder = write("a.json", [chinese, negative | {"instruction_cn": "画"}])
    assert [one.instruction for one in read("screenspot-pro-cn", folder, None)] == ["画", "画"]
    write("a.json", [chinese, negative, marked])
    one, two, three = read("screenspot-pro", folder, None)
    assert (one.instruction, two.instruction) == ("draw", "draw")
    assert (len(one.regions), len(two.regions), three.regions) == (1, 1, ())
    declined = read("screenspot-pro-negative", folder, None)
    assert [(one.instruction, one.regions) for one in declined] == [
        ("order a pizza", ()),
        ("fly", ()),
    ]


def test_osworld_g_is_read_with_both_files_and_abilities(write: Write) -> None:
    shape = {"image_path": "a.png", "box_type": "bbox", "box_coordinates": [1, 2, 3, 4]}
    one, other = shape | {"id": "a", "instruction": "x"}, shape | {"id": "b", "instruction": "y"}
    folder = write("OSWorld-G.json", [one, other])
    write("OSWorld-G_refined.json", [one | {"instruction": "the x"}])
    classes = {"text_matching": [one], "layout_understanding": ["a", "b"], "refusal": []}
    for classification in (classes, {"classified": classes}):
        (folder / "classification_result.json").write_text(json.dumps(classification))
        first, second = read("osworld-g", folder, None)
        assert [value for kind, value in first.groups if kind == "ability"] == [
            "text_matching",
            "layout_understanding",
        ]
        assert ("ability", "layout_understanding") in second.groups
    [refined] = read("osworld-g-refined", folder, None)
    assert refined.instruction == "the x"


@pytest.mark.parametrize(
    "classification", [[], {"text": "a"}, {"text": [{"name": "a"}]}, {"text": [None]}]
)
def test_abilities_in_another_format_are_a_user_error(write: Write, classification: object) -> None:
    shape = {"image_path": "a.png", "box_type": "bbox", "box_coordinates": [1, 2, 3, 4]}
    folder = write("OSWorld-G.json", [shape | {"id": "a", "instruction": "x"}])
    (folder / "classification_result.json").write_text(json.dumps(classification))
    with pytest.raises(UserError, match=r"classification_result\.json"):
        read("osworld-g", folder, None)
