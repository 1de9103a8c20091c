"""Tests of `webproctor speech`."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from webproctor.cli import command
from webproctor.core.errors import UserError

RECOGNISER = """
class Listener:
    name = "fixed"

    def __init__(self, sentences=()):
        self.sentences = sentences

    def transcribe(self, samples):
        return f"{len(samples)} samples, {float(abs(samples).sum()):.3f}, {len(self.sentences)}"
"""


@pytest.fixture
def recogniser(tmp_path: Path) -> str:
    pytest.importorskip("soundfile", reason="needs the extra `speech`")
    pytest.importorskip("jiwer", reason="needs the extra `speech`")
    (tmp_path / "own.py").write_text(RECOGNISER)
    return f"{tmp_path}/own.py:Listener"


def speech(recogniser: str, folder: Path, *more: str) -> list[dict[str, Any]]:
    """Return the clips of the condition 10 dB."""
    given = ["--recogniser", recogniser, "--normaliser", "none", "--snr", "10", "--noise", "babble"]
    arguments = ["speech", "realwebassist", *given, "--out", str(folder), *more, "--json"]
    CliRunner().invoke(command, arguments, standalone_mode=False, catch_exceptions=False)
    return json.loads((folder / "10-dB.json").read_text())["clips"]


def test_only_the_selected_participants_are_transcribed_with_the_same_result(
    recogniser: str, tmp_path: Path
) -> None:
    every = speech(recogniser, tmp_path / "all")
    some = speech(recogniser, tmp_path / "some", "--participant", "2")
    assert {clip["participant"] for clip in every} == {1, 2, 3}
    assert some == [clip for clip in every if clip["participant"] == 2]


def test_an_unknown_participant_is_a_user_error(recogniser: str, tmp_path: Path) -> None:
    arguments = ["speech", "realwebassist", "--recogniser", recogniser, "--participant", "7"]
    with pytest.raises(UserError, match=r"--participant 7: has no clips.* 1, 2, 3"):
        CliRunner().invoke(
            command,
            [*arguments, "--out", str(tmp_path)],
            standalone_mode=False,
            catch_exceptions=False,
        )


@pytest.mark.parametrize("snr", ["nan", "clean,inf", "loud"])
def test_a_noise_ratio_that_is_not_a_number_is_a_user_error(snr: str, tmp_path: Path) -> None:
    arguments = ["speech", "realwebassist", "--snr", snr, "--out", str(tmp_path)]
    with pytest.raises(UserError, match=f"--snr {snr}: give numbers in dB or `clean`"):
        CliRunner().invoke(command, arguments, standalone_mode=False, catch_exceptions=False)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--model", "mockllm/model"], "--model is the model of an agent: add --agent"),
        (["--transcripts", "10-dB.json"], "--transcripts cannot be given"),
        (["--parallel", "2"], "--parallel has no effect without --agent: add --agent"),
    ],
)
def test_options_that_have_no_effect_are_refused_before_transcribing(
    arguments: list[str], why: str, tmp_path: Path
) -> None:
    with pytest.raises(UserError, match=why):
        CliRunner().invoke(
            command,
            ["speech", "realwebassist", "--out", str(tmp_path / "out"), *arguments],
            standalone_mode=False,
            catch_exceptions=False,
        )
    assert not (tmp_path / "out").exists()
