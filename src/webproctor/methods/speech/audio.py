"""Audio clips as samples: mono, 16 kHz, in -1 to 1."""

import wave
from math import gcd
from pathlib import Path

import numpy as np

from webproctor.core.errors import UserError

RATE = 16_000
Samples = np.ndarray
"""Of shape (samples,) and type float32."""


def read(path: Path) -> Samples:
    """Read a clip of any common format as mono at 16 kHz.

    Raises:
        UserError: If it cannot be read, or the library soundfile is not installed.
    """
    try:
        import soundfile
    except ImportError as error:
        raise UserError(
            "audio needs the speech extra: pip install 'webproctor[speech]'."
        ) from error
    try:
        channels, rate = soundfile.read(path, dtype="float32", always_2d=True)
    except (OSError, soundfile.LibsndfileError) as error:
        raise UserError(f"{path}: not a readable audio file: {error}.") from error
    samples = channels.mean(axis=1)
    if not np.isfinite(samples).all():
        raise UserError(f"{path}: has samples that are not finite numbers; record it again.")
    return samples if rate == RATE else _resampled(samples, rate)


def read_wav(path: Path) -> np.ndarray:
    """Read a WAV file with 16-bit samples as mono at 16 kHz, without further libraries.

    Returns:
        16-bit samples, of shape (samples,).

    Raises:
        UserError: If it is not such a file.
    """
    requirement = (
        "it must be a WAV file with 16-bit samples (ffmpeg -i FILE -c:a pcm_s16le sound.wav)"
    )
    try:
        with wave.open(str(path)) as file:
            if file.getsampwidth() != 2 or not file.getnchannels() or not file.getframerate():
                raise UserError(f"{path}: {requirement}.")
            channels, rate = file.getnchannels(), file.getframerate()
            values = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    except (wave.Error, EOFError, OSError, OverflowError, ValueError, RuntimeError) as error:
        raise UserError(f"{path}: {requirement}: {error}.") from error
    frames = values[: len(values) // channels * channels].reshape(-1, channels)
    mono = frames[:, 0] if channels == 1 else frames.mean(axis=1, dtype=np.float32)
    if rate != RATE:
        if not RATE // 8 <= rate <= 12 * RATE:
            raise UserError(f"{path}: has {rate:,} samples a second; use {RATE:,}.")
        mono = _resampled(mono.astype(np.float32), rate)
    return np.clip(np.round(mono), -32768, 32767).astype("<i2")


def write(path: Path, samples: Samples) -> None:
    """Write a clip in the format of the file name's suffix."""
    import soundfile

    soundfile.write(path, samples, RATE)


def sixteen_bit(samples: Samples) -> bytes:
    """Return the samples as 16-bit integers, for classical recognisers."""
    return (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()


def _resampled(samples: Samples, rate: int) -> Samples:
    from scipy.signal import resample_poly

    common = gcd(RATE, rate)
    return resample_poly(samples, RATE // common, rate // common).astype(np.float32)
