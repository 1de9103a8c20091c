"""Tests of reading and writing labels in the formats of other tools."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from webproctor.collect.labels import Screenshot, audacity, coco, cvat, label_studio
from webproctor.collect.labels.audacity import Segment
from webproctor.core.errors import UserError
from webproctor.methods.grounding.targets import Rectangle

SHOTS = [Screenshot(f"images/{number}.png", 1920, 1080) for number in (1, 2, 3)]
LABELS = {"images/1.png": (Rectangle(10, 20, 30.5, 40),), "images/2.png": None}

small = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
inside = st.builds(
    Rectangle, st.floats(0, 1800), st.floats(0, 1000), st.floats(1, 100), st.floats(1, 80)
)
labels = st.dictionaries(
    st.sampled_from([shot.name for shot in SHOTS]),
    st.none() | st.lists(inside, min_size=1, max_size=3).map(tuple),
)


def corners(label):
    return label and [one.corners for one in label]


def assert_equal(found, expected):
    assert set(found) == set(expected)
    for name, label in expected.items():
        if label is None:
            assert found[name] is None
        else:
            for one, other in zip(corners(found[name]), corners(label), strict=True):
                assert one == pytest.approx(other, abs=1e-6)


# What was written is read


@small
@given(labels)
@pytest.mark.parametrize("form", [cvat, coco])
def test_labels_of_one_annotator_survive_export_and_import(tmp_path: Path, form, labels):
    form.write(tmp_path / "labels", labels, SHOTS)
    assert_equal(form.read(tmp_path / "labels", SHOTS), labels)


@small
@given(labels, labels)
def test_label_studio_keeps_the_labels_of_each_annotator(tmp_path: Path, one, other):
    file = tmp_path / "labels.json"
    label_studio.write(file, {"anna": one, "ben": other}, SHOTS)
    found = label_studio.read(file, SHOTS)
    assert_equal(found.get("anna", {}), one)
    assert_equal(found.get("ben", {}), other)


@small
@given(st.lists(st.tuples(st.integers(0, 10**9), st.integers(0, 10**6), st.text(max_size=30))))
def test_segments_survive_export_and_import(tmp_path: Path, given_segments):
    segments = sorted(
        (Segment(at / 1000, (at + long) / 1000, text) for at, long, text in given_segments),
        key=lambda one: (one.start, one.end),
    )
    file = tmp_path / "labels.txt"
    audacity.write(file, segments)
    found = audacity.read(file)
    assert [(one.start, one.end) for one in found] == [(one.start, one.end) for one in segments]
    assert [one.text for one in found] == [" ".join(one.text.split()) for one in segments]


# Files as other tools write them


def test_a_label_studio_export_is_read(tmp_path: Path):
    file = tmp_path / "export.json"
    value = {"x": 50, "y": 50, "width": 10, "height": 10, "rotation": 0}
    drawn = {"type": "rectanglelabels", "original_width": 1920, "original_height": 1080}
    task = {
        "id": 7,
        "data": {"image": "/data/upload/3/0a1b2c3d-1.png"},
        "annotations": [
            {
                "id": 1,
                "completed_by": {"id": 4, "email": "anna@example.org"},
                "was_cancelled": False,
                "result": [{**drawn, "value": {**value, "rectanglelabels": ["click"]}}],
            },
            {"id": 2, "completed_by": 5, "was_cancelled": True, "result": [{}]},
            {"id": 3, "completed_by": 6, "result": []},
        ],
    }
    file.write_text(json.dumps([task]), encoding="utf-8")
    found = label_studio.read(file, SHOTS)
    assert set(found) == {"anna@example.org"}
    assert_equal(found["anna@example.org"], {"images/1.png": (Rectangle(960, 540, 192, 108),)})


def test_local_files_in_label_studio_are_found(tmp_path: Path):
    file = tmp_path / "export.json"
    flag = {"type": "choices", "value": {"choices": ["not a click"]}}
    task = {
        "data": {"image": "/data/local-files/?d=sessions/images/2.png"},
        "annotations": [{"completed_by": 1, "result": [flag]}],
    }
    file.write_text(json.dumps([task]), encoding="utf-8")
    assert label_studio.read(file, SHOTS) == {"1": {"images/2.png": None}}


def test_a_cvat_export_is_read(tmp_path: Path):
    file = tmp_path / "annotations.xml"
    file.write_text(
        """<?xml version="1.0" encoding="utf-8"?>
        <annotations><version>1.1</version><meta><job><id>1</id></job></meta>
        <image id="0" name="1.png" width="1920" height="1080">
          <box label="button" source="manual" occluded="0" xtl="10.00" ytl="20.00" xbr="40.50"
               ybr="60.00" z_order="0"><attribute name="note">x</attribute></box>
        </image>
        <image id="1" name="2.png" width="1920" height="1080"><tag label="not a click"/></image>
        <image id="2" name="3.png" width="1920" height="1080"/></annotations>""",
        encoding="utf-8",
    )
    assert_equal(cvat.read(file, SHOTS), LABELS)


def test_frequencies_in_a_label_track_are_ignored(tmp_path: Path):
    file = tmp_path / "labels.txt"
    file.write_text("1.5\t2.5\tgo back\n\\\t100.0\t200.0\n0.5\t1.0\n", encoding="utf-8")
    assert audacity.read(file) == [Segment(0.5, 1.0), Segment(1.5, 2.5, "go back")]


# Invalid files


def test_entities_in_xml_are_not_resolved(tmp_path: Path):
    secret = tmp_path / "secret"
    secret.write_text("images/1.png", encoding="utf-8")
    file = tmp_path / "annotations.xml"
    file.write_text(
        f'<!DOCTYPE a [<!ENTITY e SYSTEM "{secret.as_uri()}">]>'
        "<annotations><image><name>&e;</name></image></annotations>",
        encoding="utf-8",
    )
    with pytest.raises(UserError, match="must be the name of a screenshot"):
        cvat.read(file, SHOTS)


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ('xtl="0" ytl="0" xbr="2000" ybr="10"', "outside the image by 80 pixels"),
        ('xtl="0" ytl="0" xbr="0" ybr="10"', "has no area"),
        ('xtl="0" ytl="0" xbr="nan" ybr="10"', "finite"),
        ('xtl="0" ytl="0" xbr="10"', "four numbers"),
        ('xtl="0" ytl="0" xbr="10" ybr="10" rotation="30"', "rotated by 30 degrees"),
    ],
)
def test_the_error_for_an_invalid_box_gives_the_line(tmp_path: Path, edges: str, message: str):
    file = tmp_path / "annotations.xml"
    file.write_text(
        f'<annotations>\n<image name="1.png">\n<box {edges}/></image></annotations>',
        encoding="utf-8",
    )
    with pytest.raises(UserError, match=f"line 3: .*{message}"):
        cvat.read(file, SHOTS)


def test_a_box_within_a_pixel_of_the_edge_is_clipped(tmp_path: Path):
    file = tmp_path / "coco.json"
    image = {"id": 1, "file_name": "1.png"}
    region = {"image_id": 1, "bbox": [-0.5, 0, 1921, 1080.5]}
    file.write_text(json.dumps({"images": [image], "annotations": [region]}), encoding="utf-8")
    assert coco.read(file, SHOTS) == {"images/1.png": (Rectangle(0, 0, 1920, 1080),)}


def test_a_name_that_matches_several_screenshots_is_ambiguous(tmp_path: Path):
    shots = [Screenshot(f"{person}/images/1.png", 10, 10) for person in (1, 2)]
    file = tmp_path / "coco.json"
    file.write_text(json.dumps({"images": [{"id": 1, "file_name": "1.png"}]}), encoding="utf-8")
    with pytest.raises(UserError, match=r"ambiguous: it can be 1/images/1.png, 2/images/1.png"):
        coco.read(file, shots)
    file.write_text(
        json.dumps({"images": [{"id": 1, "file_name": "/a/2/images/1.png", "not_a_click": True}]}),
        encoding="utf-8",
    )
    assert coco.read(file, shots) == {"2/images/1.png": None}


@pytest.mark.parametrize("line", ["1.0", "a\tb\tc", "2\t1\tx", "-1\t1\tx", "nan\t1\tx"])
def test_the_error_for_an_invalid_label_gives_the_line(tmp_path: Path, line: str):
    file = tmp_path / "labels.txt"
    file.write_text(f"0\t1\tfine\n{line}\n", encoding="utf-8")
    with pytest.raises(UserError, match="line 2"):
        audacity.read(file)


KEYS = "images annotations bbox image_id id file_name data image result value type completed_by"
values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(KEYS.split()),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@small
@given(values)
@pytest.mark.parametrize("form", [coco, label_studio])
def test_any_json_is_read_or_refused(tmp_path: Path, form, values):
    file = tmp_path / "any.json"
    file.write_text(json.dumps(values), encoding="utf-8")
    with suppress(UserError):
        form.read(file, SHOTS)
