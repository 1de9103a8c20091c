"""Parts with speech are found by their energy."""

import numpy as np
import pytest
from collect.tools.session.material import material
from hypothesis import given
from hypothesis import strategies as st

from webproctor.collect.tools.session.segmenting import spoken
from webproctor.methods.speech.audio import RATE

NOISE = np.random.default_rng(7)


def tones(parts: list[tuple[float, float]], seconds: float, noise: float = 0.001) -> np.ndarray:
    """Return noise with a tone in each part; levels are relative to full scale."""
    sound = noise * NOISE.standard_normal(int(seconds * RATE))
    for start, end in parts:
        at = np.arange(int(start * RATE), int(end * RATE))
        sound[at] += 0.3 * np.sin(at * 2 * np.pi * 220 / RATE)
    return (np.clip(sound, -1, 1) * 32767).astype("<i2")


@pytest.mark.parametrize("noise", [0.0, 0.001, 0.02])
def test_speech_segments_are_found_at_their_positions(noise: float) -> None:
    parts = [(1.0, 2.5), (4.0, 4.6), (7.0, 9.0)]
    found = spoken(tones(parts, 10, noise))
    assert np.allclose(found, parts, atol=0.16)


def test_sentences_of_the_sample_are_found() -> None:
    sample = material()
    found = spoken(sample.sound)
    assert np.allclose(found, sample.spoken, atol=0.25)


def test_a_short_pause_does_not_divide_a_sentence() -> None:
    assert len(spoken(tones([(1.0, 2.0), (2.4, 3.0)], 5))) == 1


def test_a_click_is_not_speech() -> None:
    assert len(spoken(tones([(1.0, 1.05), (3.0, 4.0)], 6))) == 1


@pytest.mark.parametrize("sound", [np.zeros(0), np.zeros(100), np.zeros(RATE * 3), tones([], 3)])
def test_silence_has_no_speech(sound: np.ndarray) -> None:
    assert spoken(sound.astype("<i2")) == []


def test_speech_without_a_pause_is_one_part() -> None:
    assert spoken(tones([(0.0, 3.0)], 3)) == [(0.0, 3.0)]


@given(st.binary(max_size=20_000))
def test_segments_of_any_sound_are_ordered_and_within_the_sound(data: bytes) -> None:
    sound = np.frombuffer(data[: len(data) // 2 * 2], "<i2")
    edges = [edge for part in spoken(sound) for edge in part]
    assert edges == sorted(edges)
    assert all(0 <= edge <= len(sound) / RATE for edge in edges)
