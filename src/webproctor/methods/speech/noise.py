"""Add noise to speech at a signal-to-noise ratio.

Speech and noise are scaled to the same level, the noise is attenuated by the ratio, and both are
added. In contrast to the mixer of MS-SNSD (github.com/microsoft/MS-SNSD), the level of speech
excludes silence: silence around a sentence would make the noise weaker than the ratio.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from webproctor.core.errors import UserError
from webproctor.methods.speech.audio import RATE, Samples, read

_LEVEL = 10 ** (-25 / 20)  # Root mean square; full scale is 1.
_FRAME = RATE // 50
_QUIET = 10 ** (-40 / 20)  # Relative to the loudest frame; weaker frames are silence.
_PEAK = 0.99
_VOICES = 4
_STROKES = 7.0  # Per second.


@dataclass(frozen=True)
class NoisySpeech:
    """Speech mixed with noise.

    Attributes:
        samples: The mixed samples.
        noise: The name of the noise.
        offset: The start in the noise recording, in samples.
        snr: The signal-to-noise ratio in dB.
        seed: The seed.
    """

    samples: Samples
    noise: str
    offset: int
    snr: float
    seed: str


def mix(speech: Samples, noise: Samples, snr: float) -> Samples:
    """Return speech mixed with noise of the same length.

    Args:
        snr: Level of the speech, without silence, above the noise in dB.
    """
    speech_level, noise_level = speaking_level(speech), _root_mean_square(noise)
    if not speech_level or not noise_level:
        return speech
    scaled = speech * (_LEVEL / speech_level)
    mixed = scaled + noise * (_LEVEL / noise_level / 10 ** (snr / 20))
    # Scaled after mixing: the ratio is unchanged, and nothing is clipped.
    return (mixed * min(1.0, _PEAK / float(np.abs(mixed).max()))).astype(np.float32)


def speaking_level(speech: Samples) -> float:
    """Return the root mean square of the frames with speech."""
    length = len(speech) // _FRAME * _FRAME
    if not length:
        return _root_mean_square(speech)
    frames = np.sqrt((speech[:length].reshape(-1, _FRAME).astype(np.float64) ** 2).mean(axis=1))
    speech_frames = frames[frames > _QUIET * frames.max()] if frames.max() else frames
    return float(np.sqrt((speech_frames**2).mean()))


def _root_mean_square(samples: Samples) -> float:
    return float(np.sqrt((samples.astype(np.float64) ** 2).mean())) if len(samples) else 0.0


class Noise:
    """A noise by name: synthetic, or from recordings.

    Args:
        kind: `white`, `babble`, `typing`, or a file or folder of recordings; `FOLDER:Babble`
            selects one type of a folder with file names as in MS-SNSD.
        voices: Clips for babble.

    Raises:
        UserError: If there is no such noise.
    """

    def __init__(self, kind: str, voices: Sequence[Samples] = ()) -> None:
        self.kind = kind
        self._voices = [voice for voice in voices if len(voice)]
        self._files: list[Path] = []
        if kind not in _SYNTHETIC:
            self._files = _recordings(kind)
        elif kind == "babble" and not self._voices:
            raise UserError("noise babble is mixed from other clips, and there are none.")

    def over(self, speech: Samples, snr: float, seed: str) -> NoisySpeech:
        """Mix speech with this noise; the same seed gives the same result."""
        generator = np.random.default_rng(list(seed.encode()))
        if not self._files:
            noise = _SYNTHETIC[self.kind](len(speech), generator, self._voices)
            return NoisySpeech(mix(speech, noise, snr), self.kind, 0, snr, seed)
        file = self._files[int(generator.integers(len(self._files)))]
        recording = read(file)
        if not len(recording):
            raise UserError(f"{file}: contains no sound; remove it, or choose another recording.")
        offset = int(generator.integers(len(recording)))
        noise_part = np.resize(np.roll(recording, -offset), len(speech))
        return NoisySpeech(mix(speech, noise_part, snr), file.name, offset, snr, seed)


def _white(length: int, generator: np.random.Generator, voices: Sequence[Samples]) -> Samples:
    return generator.standard_normal(length)


def _babble(length: int, generator: np.random.Generator, voices: Sequence[Samples]) -> Samples:
    """Return the sum of several other clips."""
    total = np.zeros(length)
    for _ in range(_VOICES):
        voice = voices[int(generator.integers(len(voices)))]
        level = speaking_level(voice) or 1.0
        total += np.resize(np.roll(voice, -int(generator.integers(len(voice)))), length) / level
    return total


def _typing(length: int, generator: np.random.Generator, voices: Sequence[Samples]) -> Samples:
    """Return key strokes: short decaying clicks at irregular intervals."""
    total = 0.001 * generator.standard_normal(length)
    position, envelope = 0.0, np.exp(-np.arange(RATE // 25) / (RATE / 250))
    while (position := position + generator.exponential(RATE / _STROKES)) < length:
        start = int(position)
        stroke = envelope * generator.standard_normal(len(envelope)) * generator.uniform(0.4, 1.0)
        end = min(length, start + len(stroke))
        total[start:end] += stroke[: end - start]
    return total


_SYNTHETIC: dict[str, Callable[[int, np.random.Generator, Sequence[Samples]], Samples]] = {
    "white": _white,
    "babble": _babble,
    "typing": _typing,
}


def _recordings(name: str) -> list[Path]:
    path = Path(name)
    pattern = "*.wav"
    if not path.exists() and ":" in name:
        folder, _, kind = name.rpartition(":")
        path, pattern = Path(folder), f"{kind}_*.wav"
    if path.is_file():
        return [path]
    files = path.glob(pattern) if path.is_dir() else ()
    recordings = sorted(one for one in files if not one.name.startswith("."))
    if not recordings:
        raise UserError(
            f"noise {name!r}: must be {', '.join(_SYNTHETIC)}, a file, or a folder with recordings "
            f"({pattern})."
        )
    return recordings
