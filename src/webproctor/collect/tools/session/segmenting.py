"""Find the parts of a recording in which someone speaks, by the energy of the sound."""

import numpy as np

from webproctor.methods.speech.audio import RATE

_FRAME = RATE // 50
_PIECE = 5000
# Levels in dB relative to full scale. Digital silence has no level, and gets the lowest.
_MIN_LEVEL = -80.0
# With less than this between loud and quiet frames, nothing is speech among silence.
_MIN_RANGE = 6.0
# A constant sound at this level or above is taken for speech without a pause.
_AUDIBLE = -45.0
# Where the threshold is between the quiet and the loud frames.
_THRESHOLD = 0.35
# Frames to which silence inside a sentence can last, least frames of speech, frames added around.
_PAUSE, _MIN_FRAMES, _PADDING = 30, 8, 6


def spoken(sound: np.ndarray) -> list[tuple[float, float]]:
    """Return start and end in seconds of each part with speech, in order.

    The threshold follows the recording: it is between the level of its quiet and of its loud
    frames of 20 ms.

    Args:
        sound: 16-bit samples at 16 kHz.
    """
    frame_count = len(sound) // _FRAME
    if not frame_count:
        return []
    frames = sound[: frame_count * _FRAME].reshape(-1, _FRAME)
    # In pieces: as floating-point numbers, hours of sound need gigabytes.
    pieces = (
        frames[start : start + _PIECE] / np.float32(32768)
        for start in range(0, frame_count, _PIECE)
    )
    power = np.concatenate([(piece**2).mean(axis=1) for piece in pieces])
    levels = 10 * np.log10(np.maximum(power, 10 ** (_MIN_LEVEL / 10)))
    quiet, loud = np.percentile(levels, [10, 98])
    if loud - quiet < _MIN_RANGE:
        return [(0.0, len(sound) / RATE)] if loud >= _AUDIBLE else []
    runs: list[list[int]] = []
    for frame in np.flatnonzero(levels > quiet + _THRESHOLD * (loud - quiet)):
        if runs and frame - runs[-1][1] <= _PAUSE:
            runs[-1][1] = int(frame)
        else:
            runs.append([int(frame), int(frame)])
    speech = [(first, last) for first, last in runs if last - first + 1 >= _MIN_FRAMES]
    return [
        (
            max(0, first - _PADDING) * _FRAME / RATE,
            min(frame_count, last + 1 + _PADDING) * _FRAME / RATE,
        )
        for first, last in speech
    ]
