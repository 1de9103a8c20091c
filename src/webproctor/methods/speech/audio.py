"""Audio clips as samples: mono, 16 kHz, in -1 to 1."""

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
        told, rate = soundfile.read(path, dtype="float32", always_2d=True)
    except (OSError, soundfile.LibsndfileError) as error:
        raise UserError(f"{path}: not a readable audio file: {error}.") from error
    samples = told.mean(axis=1)
    return samples if rate == RATE else _resampled(samples, rate)


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
