"""Transcribe spoken instructions with noise, and measure the word error rates."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from webproctor.core.errors import UserError
from webproctor.core.intervals import Interval
from webproctor.methods.speech import audio, errors, transcripts
from webproctor.methods.speech.noise import Noise
from webproctor.methods.speech.recognisers import recogniser as make_recogniser


@dataclass(frozen=True)
class Clip:
    """One spoken instruction.

    Attributes:
        participant: Number of the participant.
        number: Number of the instruction in the participant's session, from 1.
        text: The corrected transcript.
        path: The audio file.
    """

    participant: int
    number: int
    text: str
    path: Path


@dataclass(frozen=True)
class ErrorRate:
    """The word error rate of all clips in a condition, and how it was measured.

    Attributes:
        recogniser: Name of the recogniser.
        noise: Kind of noise; None for no noise.
        snr: Signal-to-noise ratio in dB; None for no noise.
        normaliser: Name of the text normalisation.
        wer: The rate; it can exceed 1.
        interval: Its 95 % confidence interval; None for too few clips.
        substitutions, deletions, insertions: Number of errors.
        words: Number of spoken words.
    """

    recogniser: str
    noise: str | None
    snr: float | None
    normaliser: str
    wer: float
    interval: Interval | None
    substitutions: int
    deletions: int
    insertions: int
    words: int


def transcribe(
    clips: Sequence[Clip],
    recogniser: str,
    ratios: Mapping[str, float | None],
    folder: Path,
    *,
    participants: Collection[int] = (),
    noise: str = "babble",
    seed: int = 0,
    normaliser: str = "english",
    device: str = "",
    keep_audio: bool = False,
    progress: Callable[[str], None] = lambda sentence: None,
) -> dict[str, ErrorRate]:
    """Transcribe clips in every condition, and write a file of transcripts `<label>.json` for each.

    The recogniser's sentences and the other speakers in the noise are those of all clips, so that a
    clip is transcribed in the same way whichever participants are selected.

    Args:
        recogniser: See `recognisers.recogniser`.
        ratios: Signal-to-noise ratios in dB by the conditions' labels; None for no noise.
        folder: An existing folder.
        participants: Only the clips of these participants; by default all.
        noise: See `Noise`.
        seed: Seed of the noise.
        normaliser: See `word_errors`.
        device: Device of the recogniser; by default the best available.
        keep_audio: Whether to keep the clips with noise, `<label>/<participant>/<number>.flac`.
        progress: Called with the recogniser and the label before each condition.

    Raises:
        UserError: If a participant has no clips, or a clip, a library or weights are not available.
    """
    selected = _selected(clips, participants)
    listener = make_recogniser(recogniser, list(dict.fromkeys(clip.text for clip in clips)), device)
    has_noise = any(snr is not None for snr in ratios.values())
    sounds = {clip: audio.read(clip.path) for clip in (clips if has_noise else selected)}
    rates: dict[str, ErrorRate] = {}
    for label, snr in ratios.items():
        progress(f"{listener.name}: {label}")
        texts, details = [], []
        for clip, sound, about in _with_noise(selected, sounds, noise, snr, seed):
            if keep_audio:
                path = folder / label / str(clip.participant) / f"{clip.number}.flac"
                path.parent.mkdir(parents=True, exist_ok=True)
                audio.write(path, sound)
            texts.append(listener.transcribe(sound))
            details.append(about)
        counts = errors.word_errors([clip.text for clip in selected], texts, normaliser)
        rates[label] = _error_rate(
            counts, listener.name, None if snr is None else noise, snr, normaliser
        )
        transcripts.write(
            folder / f"{label}.json",
            {
                (clip.participant, clip.number): text
                for clip, text in zip(selected, texts, strict=True)
            },
            asdict(rates[label])
            | {"clips": [one | asdict(count) for one, count in zip(details, counts, strict=True)]},
        )
    return rates


def _selected(clips: Sequence[Clip], participants: Collection[int]) -> list[Clip]:
    """Return the clips of these participants; all clips if none is named.

    Raises:
        UserError: If a participant has no clips.
    """
    existing = dict.fromkeys(clip.participant for clip in clips)
    if missing := sorted(set(participants) - set(existing)):
        raise UserError(
            f"--participant {missing[0]}: has no clips. The participants are: "
            f"{', '.join(map(str, existing))}."
        )
    return [clip for clip in clips if not participants or clip.participant in participants]


def _with_noise(
    selected: Sequence[Clip],
    sounds: Mapping[Clip, audio.Samples],
    kind: str,
    snr: float | None,
    seed: int,
) -> Iterator[tuple[Clip, audio.Samples, dict[str, Any]]]:
    """Yield each clip, its samples in a condition, and how they were made, as JSON data."""
    noises = {} if snr is None else _noises(kind, sounds, selected)
    for clip in selected:
        about = {"participant": clip.participant, "number": clip.number}
        if snr is None:
            yield clip, sounds[clip], about
            continue
        clip_seed = f"{seed}/{clip.participant}/{clip.number}"
        mixed = noises[clip.participant].over(sounds[clip], snr, clip_seed)
        made = {"noise": mixed.noise, "offset": mixed.offset, "seed": mixed.seed}
        yield clip, mixed.samples, about | made


def _noises(
    kind: str, sounds: Mapping[Clip, audio.Samples], selected: Sequence[Clip]
) -> dict[int, Noise]:
    """Return the noise for each participant's clips; babble is mixed from other participants."""
    return {
        number: Noise(
            kind,
            [sound for clip, sound in sounds.items() if clip.participant != number]
            or [*sounds.values()],
        )
        for number in {clip.participant for clip in selected}
    }


def _error_rate(
    counts: Sequence[errors.WordErrors],
    recogniser: str,
    noise: str | None,
    snr: float | None,
    normaliser: str,
) -> ErrorRate:
    return ErrorRate(
        recogniser=recogniser,
        noise=noise,
        snr=snr,
        normaliser=normaliser,
        wer=errors.word_error_rate(counts),
        interval=errors.interval(counts),
        substitutions=sum(one.substitutions for one in counts),
        deletions=sum(one.deletions for one in counts),
        insertions=sum(one.insertions for one in counts),
        words=sum(one.words for one in counts),
    )
