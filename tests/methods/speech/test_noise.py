"""Noise mixed with speech at a given signal-to-noise ratio."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webproctor.core.errors import UserError
from webproctor.methods.speech import audio
from webproctor.methods.speech.noise import Noise, mix, speaking_level

pytest.importorskip("soundfile", reason="needs the extra `speech`")
SECOND = audio.RATE


def tone(seconds: float, hertz: float = 300.0) -> audio.Samples:
    time = np.arange(int(seconds * SECOND)) / SECOND
    return (0.3 * np.sin(2 * np.pi * hertz * time)).astype(np.float32)


def ratio(mixed: audio.Samples, noise: audio.Samples, speech: audio.Samples) -> float:
    """Return the ratio in dB of the two parts of a mixture, by least squares."""
    parts, *_ = np.linalg.lstsq(np.stack([speech, noise], axis=1), mixed, rcond=None)
    return 20 * np.log10(
        parts[0] * speaking_level(speech) / (parts[1] * np.sqrt((noise**2).mean()))
    )


@settings(max_examples=20, deadline=None)
@given(st.floats(-10, 40), st.integers(0, 9))
def test_the_mix_has_the_requested_signal_to_noise_ratio(snr: float, seed: int) -> None:
    speech, noise = tone(1), np.random.default_rng(seed).standard_normal(SECOND)
    mixed = mix(speech, noise, snr)
    assert ratio(mixed, noise, speech) == pytest.approx(snr, abs=0.2)
    assert np.abs(mixed).max() <= 1


def test_silence_around_speech_does_not_affect_the_noise_level() -> None:
    silence = np.zeros(2 * SECOND, dtype=np.float32)
    padded = np.concatenate([silence, tone(1), silence])
    assert speaking_level(padded) == pytest.approx(speaking_level(tone(1)), rel=0.02)


def test_silence_is_unchanged() -> None:
    silence = np.zeros(100, dtype=np.float32)
    assert mix(silence, np.ones(100), 10) is silence


@pytest.mark.parametrize("kind", ["white", "babble", "typing"])
def test_noise_depends_only_on_the_seed(kind: str) -> None:
    noise = Noise(kind, [tone(1, 200), tone(2, 450)])
    one, again, other = (noise.over(tone(1), 5, seed).samples for seed in ("a", "a", "b"))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
    assert len(one) == SECOND


def test_recorded_noise_is_repeated_and_its_offset_returned(tmp_path: Path) -> None:
    audio.write(tmp_path / "Babble_1.wav", tone(0.1))
    audio.write(tmp_path / "Typing_1.wav", tone(0.1, 900))
    mixed = Noise(f"{tmp_path}:Babble").over(tone(1, 700), 0, "seed")
    assert (mixed.noise, len(mixed.samples)) == ("Babble_1.wav", SECOND)
    assert 0 <= mixed.offset < 0.1 * SECOND


def test_a_folder_of_recordings_is_read_without_the_files_that_macos_adds(tmp_path: Path) -> None:
    audio.write(tmp_path / "a.wav", tone(0.1))
    (tmp_path / "._a.wav").touch()
    noise = Noise(str(tmp_path))
    assert {noise.over(tone(1), 0, str(seed)).noise for seed in range(9)} == {"a.wav"}


def test_an_empty_recording_is_a_user_error(tmp_path: Path) -> None:
    audio.write(tmp_path / "a.wav", tone(0))
    with pytest.raises(UserError, match=r"a\.wav: contains no sound"):
        Noise(str(tmp_path)).over(tone(1), 0, "seed")


def test_unknown_noise_is_a_user_error(tmp_path: Path) -> None:
    for kind in ("thunder", str(tmp_path), f"{tmp_path}:Babble"):
        with pytest.raises(UserError, match="white, babble, typing, a file, or a folder"):
            Noise(kind)
    with pytest.raises(UserError, match="mixed from other clips"):
        Noise("babble")


def test_clips_are_converted_to_mono_at_16000_hz(tmp_path: Path) -> None:
    import soundfile

    stereo = np.stack([np.ones(44100), np.zeros(44100)], axis=1)
    soundfile.write(tmp_path / "a.wav", stereo, 44100)
    read = audio.read(tmp_path / "a.wav")
    assert read.shape == (SECOND,)
    assert read[SECOND // 2] == pytest.approx(0.5, abs=0.01)


def test_samples_that_are_not_finite_are_a_user_error(tmp_path: Path) -> None:
    import soundfile

    soundfile.write(tmp_path / "a.wav", np.array([0.1, np.nan]), SECOND, subtype="FLOAT")
    with pytest.raises(UserError, match=r"a\.wav: has samples that are not finite"):
        audio.read(tmp_path / "a.wav")


def test_a_file_that_is_not_audio_is_a_user_error(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_text("no")
    with pytest.raises(UserError, match="not a readable audio file"):
        audio.read(path)
