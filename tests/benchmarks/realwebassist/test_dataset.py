"""Tests of reading the data in layouts other than the public one, and of irregular records."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from webproctor.benchmarks.realwebassist.benchmark import realwebassist
from webproctor.benchmarks.realwebassist.clips import clips
from webproctor.benchmarks.realwebassist.data import check
from webproctor.benchmarks.realwebassist.dataset import QUESTIONS, Dataset
from webproctor.core.errors import DataIncomplete, UserError


def step(image: int, **more: Any) -> dict[str, Any]:
    box = {"x": 0, "y": 0, "width": 10, "height": 10}
    named = f"1/images/{image}.png"
    return {"instruction": "x", "bounding_box": box, "final_image": named, "task": "a"} | more


def written(folder: Path, *steps: dict[str, Any], participant: str = "1") -> Path:
    (folder / participant / "images").mkdir(parents=True)
    (folder / participant / QUESTIONS).write_text(json.dumps(steps))
    return folder


def test_two_scored_steps_with_the_same_image_are_a_user_error(tmp_path: Path) -> None:
    folder = written(tmp_path, step(1), step(1, bounding_box=None), step(1))
    with pytest.raises(UserError, match=r"entry 2: final_image has the number of that of entry 0"):
        _ = Dataset(folder).steps


def test_missing_values_of_a_table_are_read_as_none(tmp_path: Path) -> None:
    nothing = float("nan")
    records = step(1, task=nothing), step(2, task=nothing, bounding_box=nothing)
    one, other = Dataset(written(tmp_path, *records)).steps
    assert (one.task, other.task, other.boxes) == ("unknown_0", "unknown_1", None)


def test_names_of_images_can_have_backslashes(tmp_path: Path) -> None:
    folder = written(tmp_path, step(1, final_image="1\\images\\1.png"))
    (folder / "1/images/1.png").touch()
    [only] = Dataset(folder).steps
    assert (only.key, only.file.is_file()) == ("1/1", True)


def test_clips_are_found_without_the_files_that_macos_adds(tmp_path: Path) -> None:
    audio = written(tmp_path, step(1), participant="01") / "01/audio"
    audio.mkdir()
    for name in ("1.wav", "._1.wav"):
        (audio / name).touch()
    assert [clip.path.name for clip in clips(tmp_path)] == ["1.wav"]


def test_participants_are_found_in_other_folders(tmp_path: Path) -> None:
    written(tmp_path / "release 2" / "all", step(1))
    assert [step.key for step in Dataset(tmp_path).steps] == ["1/1"]


def test_participants_in_several_folders_are_a_user_error(tmp_path: Path) -> None:
    for name in ("old", "new"):
        written(tmp_path / name, step(1))
    with pytest.raises(UserError, match="contains no participant folders"):
        Dataset(tmp_path)


def test_an_archive_given_as_data_is_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "data.zip").touch()
    with pytest.raises(UserError, match="is a file; unpack it"):
        Dataset(tmp_path / "data.zip")


def test_two_folders_of_a_participant_are_a_user_error(tmp_path: Path) -> None:
    for name in ("1", "01"):
        written(tmp_path, step(1), participant=name)
    with pytest.raises(UserError, match=r"/0?1: is participant 1, as .*/0?1 is"):
        Dataset(tmp_path)


@pytest.mark.parametrize("name", ["../2/images/1.png", "2/images/1.png"])
def test_a_screenshot_of_another_participant_is_a_user_error(tmp_path: Path, name: str) -> None:
    written(tmp_path, step(1, final_image=name))
    with pytest.raises(UserError, match=r"entry 0: final_image .* screenshot of participant 1"):
        _ = Dataset(tmp_path).steps


def test_a_screenshot_is_found_by_a_path_on_another_machine(tmp_path: Path) -> None:
    written(tmp_path, step(1, final_image="/home/ada/data/1/images/1.png"))
    (tmp_path / "1/images/1.png").touch()
    [only] = Dataset(tmp_path).steps
    assert only.file == tmp_path / "1/images/1.png"


def test_a_step_without_a_bounding_box_is_a_user_error(tmp_path: Path) -> None:
    record = step(1)
    del record["bounding_box"]
    written(tmp_path, record)
    with pytest.raises(UserError, match=r"entry 0: has no bounding_box; it must be null"):
        _ = Dataset(tmp_path).steps


def test_folders_of_participants_without_a_number_are_named(tmp_path: Path) -> None:
    for name in ("P1", "ada"):
        written(tmp_path, step(1), participant=name)
    sentence = r"rename P1, ada to numbers; other folders are not read\."
    with pytest.raises(UserError, match=sentence):
        Dataset(tmp_path)
    written(tmp_path, step(1))
    assert check(tmp_path)["problems"][-2]["text"].startswith(
        f"warning: {tmp_path}: rename P1, ada"
    )
    with pytest.warns(DataIncomplete, match=sentence):
        realwebassist(data=tmp_path)


def test_screenshots_that_cannot_be_read_are_a_warning_of_a_run(tmp_path: Path) -> None:
    folder = written(tmp_path, step(1), step(2), step(3, bounding_box=None))
    Image.new("RGB", (40, 30)).save(folder / "1/images/2.png")
    with pytest.warns(
        DataIncomplete, match=r"1 of 2 scored steps .* For example .*/1/images/1\.png"
    ):
        realwebassist(data=folder)


def test_boxes_in_fractions_are_a_warning_of_a_run_and_of_the_check(tmp_path: Path) -> None:
    box = {"x": 0.1, "y": 0.1, "width": 0.2, "height": 0.2}
    folder = written(tmp_path, step(1, bounding_box=box))
    Image.new("RGB", (40, 30)).save(folder / "1/images/1.png")
    with pytest.warns(DataIncomplete, match="fractions of the image. Boxes must be in pixels"):
        realwebassist(data=folder)
    assert any("fractions of the image" in one["text"] for one in check(folder)["problems"])


def test_a_check_finds_screenshots_that_end_too_early(tmp_path: Path) -> None:
    folder = written(tmp_path, step(1), step(2))
    for name, kind in (("1.png", "PNG"), ("2.png", "JPEG")):
        path = folder / "1/images" / name
        Image.effect_noise((40, 30), 90).save(path, kind)
        path.write_bytes(path.read_bytes()[:-100])
    errors = [one["text"] for one in check(folder)["problems"] if one["severity"] == "error"]
    assert errors == ["error: 2 scored steps have no readable screenshot, such as 1/1, 1/2."]


def test_a_check_reports_every_participant_whose_file_is_invalid(tmp_path: Path) -> None:
    folder = written(tmp_path, step(1))
    for participant in ("2", "3"):
        written(tmp_path, step(1, instruction=None), participant=participant)
    report = check(folder)
    faults = [one["text"] for one in report["problems"] if "instruction must be" in one["text"]]
    assert [f"/{number}/" in faults[number - 2] for number in (2, 3)] == [True, True]
    assert all(fault.startswith("error: ") for fault in faults)
    assert (report["counts"]["participants"], report["counts"]["screenshots"]) == (1, 1)
