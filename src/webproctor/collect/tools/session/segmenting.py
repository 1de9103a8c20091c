"""Find the parts of a recording in which someone speaks, by the energy of the sound."""

import numpy as np

from webproctor.methods.speech.audio import RATE

_FRAME = RATE // 50
_PIECE = 5000
# Levels in dB relative to full scale. Digital silence has no level, and gets the lowest.
_LOWEST = -80.0
# With less than this between loud and quiet frames, nothing is speech among silence.
_LEAST_RANGE = 6.0
# A constant sound at this level or above is taken for speech without a pause.
_AUDIBLE = -45.0
# Where the threshold is between the quiet and the loud frames.
_BETWEEN = 0.35
# Frames to which silence inside a sentence can last, least frames of speech, frames added around.
_PAUSE, _LEAST, _AROUND = 30, 8, 6


def spoken(sound: np.ndarray) -> list[tuple[float, float]]:
    """Return start and end in seconds of each part with speech, in order.

    The threshold follows the recording: it is between the level of its quiet and of its loud
    frames of 20 ms.

    Args:
        sound: 16-bit samples at 16 kHz.
    """
    whole = len(sound) // _FRAME
    if not whole:
        return []
    frames = sound[: whole * _FRAME].reshape(-1, _FRAME)
    # By pieces: as numbers with a fraction, hours of sound need gigabytes.
    pieces = (frames[at : at + _PIECE] / np.float32(32768) for at in range(0, whole, _PIECE))
    power = np.concatenate([(piece**2).mean(axis=1) for piece in pieces])
    levels = 10 * np.log10(np.maximum(power, 10 ** (_LOWEST / 10)))
    quiet, loud = np.percentile(levels, [10, 98])
    if loud - quiet < _LEAST_RANGE:
        return [(0.0, len(sound) / RATE)] if loud >= _AUDIBLE else []
    found: list[list[int]] = []
    for frame in np.flatnonzero(levels > quiet + _BETWEEN * (loud - quiet)):
        if found and frame - found[-1][1] <= _PAUSE:
            found[-1][1] = int(frame)
        else:
            found.append([int(frame), int(frame)])
    kept = [(first, last) for first, last in found if last - first + 1 >= _LEAST]
    return [
        (max(0, first - _AROUND) * _FRAME / RATE, min(whole, last + 1 + _AROUND) * _FRAME / RATE)
        for first, last in kept
    ]
