"""Reading and checking sessions in the public format."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.realwebassist.conftest import SESSIONS, Record, Write, step
from click.testing import CliRunner

from webproctor.benchmarks.realwebassist.benchmark import realwebassist
from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
from webproctor.cli import command
from webproctor.core.errors import UserError


def test_instructions_are_separated_by_text_and_task(write: Write) -> None:
    session = Dataset(write()).sessions[1]
    assert [(one.utterance, one.index_in_instruction) for one in session] == [
        (0, 0),
        (1, 0),
        (1, 1),
        (2, 0),
        (3, 0),
        (4, 0),
    ]
    assert all(one.is_utterance_derived for one in session)


def test_instruction_ids_are_used_if_present(write: Write) -> None:
    twice = [step(1, "next") | {"instruction_id": 1}, step(2, "next") | {"instruction_id": 2}]
    session = Dataset(write({1: twice})).sessions[1]
    assert [one.utterance for one in session] == [0, 1]


@pytest.mark.parametrize("name", ["extracted_actions_gt.json", "extracted_actions_GT.json"])
def test_both_spellings_of_the_history_file_are_found(write: Write, name: str) -> None:
    history = Dataset(write(history=name)).history(1)
    assert history[0] == ("open the shop", "did it")


def test_a_missing_history_file_is_a_user_error_at_the_start(write: Write) -> None:
    folder = write()
    with pytest.raises(UserError, match="required for histories"):
        Dataset(folder).history(1)
    with pytest.raises(UserError, match="required for histories"):
        realwebassist(data=folder, past=1)


@pytest.mark.parametrize(
    ("record", "what"),
    [
        (step(1, "x", box={"x": 1}), "entry 0: bounding_box must have"),
        (step(1, "x") | {"instruction": 3}, "entry 0: instruction must be a string"),
        (step(1, "x", box=dict.fromkeys(("x", "y", "width", "height"), 10**400)), "entry 0"),
        (step(1, "x", box=dict.fromkeys(("x", "y", "width", "height"), "nan")), "finite numbers"),
        (step(1, "x") | {"final_image": f"images/{'9' * 20}.png"}, "final_image"),
        (
            step(1, "x") | {"final_image": "images/1.png"} | {"final_image": "one.png"},
            "final_image",
        ),
    ],
)
def test_the_error_for_an_invalid_record_gives_its_position(
    write: Write, record: Record, what: str
) -> None:
    with pytest.raises(UserError, match=what):
        _ = Dataset(write({1: [record]})).steps


def test_a_folder_without_participants_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no participant folders"):
        Dataset(tmp_path)


def test_a_check_compares_with_the_published_counts(write: Write) -> None:
    outside = {
        2: [
            step(1, "x", box={"x": 55, "y": 0, "width": 10, "height": 5}),
            step(2, "y", box=[]),
            step(3, "z", box={"x": 9, "y": 9, "width": -5, "height": 5}),
        ]
    }
    arguments = ["data", "realwebassist", "--check", str(write(SESSIONS | outside)), "--json"]
    report = json.loads(CliRunner().invoke(command, arguments, standalone_mode=False).output)
    assert report["counts"]["scored steps"] == 8
    text = " ".join(problem["text"] for problem in report["problems"])
    for what in (
        "found 2 participants; the published data has 10",
        "1 scored steps have a box that extends beyond the screenshot, such as 2/1",
        "1 scored steps have no box",
        "1 scored steps have a box of negative size",
        "required for histories",
    ):
        assert what in text
    assert report["errors"] == 2


SAMPLE_STEP = Dataset(SAMPLE).steps[0]


def test_the_scored_steps_of_the_public_revision_are_counted(data: Path) -> None:
    listed = json.loads((data / "realwebassist" / "steps_scored.json").read_bytes())
    from webproctor.benchmarks.realwebassist.data import _DIGESTS, _SCORED_STEPS, digest

    assert tuple(len(of) for of in listed.values()) == _SCORED_STEPS
    steps = [
        [replace(SAMPLE_STEP, image=number) for number in numbers] for numbers in listed.values()
    ]
    assert tuple(map(digest, steps)) == _DIGESTS
