"""Audio clips as samples: one channel, 16,000 a second, between -1 and 1."""

from math import gcd
from pathlib import Path

import numpy as np

from webproctor.errors import UserError

RATE = 16_000
Samples = np.ndarray
"""Of shape (samples,) and type float32."""


def read(path: Path) -> Samples:
    """A clip of any common format, channels drawn together, at 16,000 samples a second.

    Raises:
        UserError: If it cannot be read, or the library soundfile is not installed.
    """
    try:
        import soundfile
    except ImportError as error:
        raise UserError("audio needs the extra: pip install 'webproctor[speech]'.") from error
    try:
        told, rate = soundfile.read(path, dtype="float32", always_2d=True)
    except (OSError, soundfile.LibsndfileError) as error:
        raise UserError(f"{path}: no readable audio: {error}.") from error
    samples = told.mean(axis=1)
    return samples if rate == RATE else _resampled(samples, rate)


def write(path: Path, samples: Samples) -> None:
    """Write a clip; the format is that of the file's name."""
    import soundfile

    soundfile.write(path, samples, RATE)


def sixteen_bit(samples: Samples) -> bytes:
    """The samples as 16-bit whole numbers, as recognisers of old take them."""
    return (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()


def _resampled(samples: Samples, rate: int) -> Samples:
    from scipy.signal import resample_poly

    common = gcd(RATE, rate)
    return resample_poly(samples, RATE // common, rate // common).astype(np.float32)
