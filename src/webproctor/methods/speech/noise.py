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
class Mixed:
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
    spoken, hiss = speaking_level(speech), _root_mean_square(noise)
    if not spoken or not hiss:
        return speech
    scaled = speech * (_LEVEL / spoken)
    mixed = scaled + noise * (_LEVEL / hiss / 10 ** (snr / 20))
    # Scaled after mixing: the ratio is unchanged, and nothing is clipped.
    return (mixed * min(1.0, _PEAK / float(np.abs(mixed).max()))).astype(np.float32)


def speaking_level(speech: Samples) -> float:
    """Return the root mean square of the frames with speech."""
    whole = len(speech) // _FRAME * _FRAME
    if not whole:
        return _root_mean_square(speech)
    frames = np.sqrt((speech[:whole].reshape(-1, _FRAME).astype(np.float64) ** 2).mean(axis=1))
    loud = frames[frames > _QUIET * frames.max()] if frames.max() else frames
    return float(np.sqrt((loud**2).mean()))


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
        if kind not in _MADE:
            self._files = _recordings(kind)
        elif kind == "babble" and not self._voices:
            raise UserError("noise babble is mixed from other clips, and there are none.")

    def over(self, speech: Samples, snr: float, seed: str) -> Mixed:
        """Mix speech with this noise; the same seed gives the same result."""
        chance = np.random.default_rng(list(seed.encode()))
        if not self._files:
            made = _MADE[self.kind](len(speech), chance, self._voices)
            return Mixed(mix(speech, made, snr), self.kind, 0, snr, seed)
        file = self._files[int(chance.integers(len(self._files)))]
        recorded = read(file)
        offset = int(chance.integers(len(recorded)))
        part = np.resize(np.roll(recorded, -offset), len(speech))
        return Mixed(mix(speech, part, snr), file.name, offset, snr, seed)


def _white(length: int, chance: np.random.Generator, voices: Sequence[Samples]) -> Samples:
    return chance.standard_normal(length)


def _babble(length: int, chance: np.random.Generator, voices: Sequence[Samples]) -> Samples:
    """Return the sum of several other clips."""
    total = np.zeros(length)
    for _ in range(_VOICES):
        voice = voices[int(chance.integers(len(voices)))]
        level = speaking_level(voice) or 1.0
        total += np.resize(np.roll(voice, -int(chance.integers(len(voice)))), length) / level
    return total


def _typing(length: int, chance: np.random.Generator, voices: Sequence[Samples]) -> Samples:
    """Return key strokes: short decaying clicks at irregular intervals."""
    total = 0.001 * chance.standard_normal(length)
    place, fade = 0.0, np.exp(-np.arange(RATE // 25) / (RATE / 250))
    while (place := place + chance.exponential(RATE / _STROKES)) < length:
        start = int(place)
        stroke = fade * chance.standard_normal(len(fade)) * chance.uniform(0.4, 1.0)
        end = min(length, start + len(stroke))
        total[start:end] += stroke[: end - start]
    return total


_MADE: dict[str, Callable[[int, np.random.Generator, Sequence[Samples]], Samples]] = {
    "white": _white,
    "babble": _babble,
    "typing": _typing,
}


def _recordings(named: str) -> list[Path]:
    path = Path(named)
    pattern = "*.wav"
    if not path.exists() and ":" in named:
        folder, _, kind = named.rpartition(":")
        path, pattern = Path(folder), f"{kind}_*.wav"
    if path.is_file():
        return [path]
    found = sorted(path.glob(pattern)) if path.is_dir() else []
    if not found:
        raise UserError(
            f"noise {named!r}: must be {', '.join(_MADE)}, a file, or a folder with recordings "
            f"({pattern})."
        )
    return found
