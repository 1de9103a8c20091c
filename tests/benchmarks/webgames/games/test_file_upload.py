"""File Upload: MP3 audio of every sampling rate is accepted, other files are not."""

import io
from pathlib import Path

import numpy as np
import pytest
import soundfile

from webproctor.benchmarks.webgames.games.file_upload.game import is_mp3
from webproctor.benchmarks.webgames.session import write_sample_files


def encode(rate: int, format: str) -> bytes:
    """Return a second of noise in an audio format."""
    file = io.BytesIO()
    noise = np.random.default_rng(0).uniform(-0.1, 0.1, rate)
    soundfile.write(file, noise, rate, format=format)
    return file.getvalue()


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000])
def test_audio_of_every_sampling_rate_is_accepted(rate: int) -> None:
    assert is_mp3(encode(rate, "MP3"))


@pytest.mark.parametrize("format", ["WAV", "OGG", "FLAC"])
def test_other_audio_is_not_accepted(format: str) -> None:
    assert not is_mp3(encode(44_100, format))


@pytest.mark.parametrize(
    "body",
    [b"", b"ID3", b"\xff\xfb\x90\xc4" * 100, b"\xff" * 5000, b"\xff\xeb\x90\xc4" + bytes(9000)],
)
def test_bytes_that_are_not_frames_are_not_accepted(body: bytes) -> None:
    assert not is_mp3(body)


def test_only_the_sample_in_mp3_format_is_accepted(tmp_path: Path) -> None:
    files = write_sample_files(tmp_path)
    assert [name for name, body in files.items() if is_mp3(body)] == ["silence.mp3"]
