"""Clips are transcribed in several conditions; a file and an error rate for each."""

import json
from pathlib import Path

import numpy as np
import pytest

from webproctor.core.errors import UserError
from webproctor.methods.speech import audio
from webproctor.methods.speech.transcribing import Clip, transcribe

pytest.importorskip("soundfile", reason="needs the extra `speech`")
pytest.importorskip("jiwer", reason="needs the extra `speech`")

RECOGNISER = """
class Fixed:
    name = "fixed"

    def transcribe(self, samples):
        return "press the red button"
"""


@pytest.fixture
def recogniser(tmp_path: Path) -> str:
    (tmp_path / "own.py").write_text(RECOGNISER)
    return f"{tmp_path}/own.py:Fixed"


@pytest.fixture
def clips(tmp_path: Path) -> list[Clip]:
    """One clip of a second of each of two participants."""
    texts = {1: "press the green button", 2: "press the red button"}
    clips = [Clip(one, 1, text, tmp_path / f"{one}.wav") for one, text in texts.items()]
    for clip in clips:
        tone = np.sin(np.arange(audio.RATE) * clip.participant / 10)
        audio.write(clip.path, (0.3 * tone).astype(np.float32))
    return clips


def test_each_condition_has_transcripts_and_an_error_rate(
    recogniser: str, clips: list[Clip], tmp_path: Path
) -> None:
    ratios = {"clean": None, "5-dB": 5.0}
    rates = transcribe(clips, recogniser, ratios, tmp_path, normaliser="none")
    assert [rate.wer for rate in rates.values()] == [1 / 8, 1 / 8]
    assert [rate.noise for rate in rates.values()] == [None, "babble"]
    for label in ratios:
        written = json.loads((tmp_path / f"{label}.json").read_text())
        assert written["transcripts"]["2"] == {"1": "press the red button"}
        assert [clip["substitutions"] for clip in written["clips"]] == [1, 0]


def test_a_participant_without_clips_is_a_user_error(
    recogniser: str, clips: list[Clip], tmp_path: Path
) -> None:
    with pytest.raises(UserError, match=r"--participant 3: has no clips\. .* are: 1, 2"):
        transcribe(clips, recogniser, {"clean": None}, tmp_path, participants=[3])
