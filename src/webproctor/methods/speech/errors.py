"""Word error rates; their values depend on the normaliser."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from webproctor.core.errors import UserError
from webproctor.core.intervals import Interval, bootstrap_ratio

Normaliser = Callable[[str], str]
NORMALISERS = ("none", "lower", "basic", "english")


@dataclass(frozen=True)
class WordErrors:
    """The word errors of one clip.

    Attributes:
        reference, hypothesis: The normalised texts.
        substitutions, deletions, insertions: The edits of a minimal alignment.
        words: Number of words of the reference.
    """

    reference: str
    hypothesis: str
    substitutions: int
    deletions: int
    insertions: int
    words: int

    @property
    def edits(self) -> int:
        return self.substitutions + self.deletions + self.insertions


def word_errors(
    references: Sequence[str], hypotheses: Sequence[str], normaliser: str
) -> list[WordErrors]:
    """Compute the word errors of each clip.

    Args:
        references: The spoken texts.
        hypotheses: The recognised text for each reference.
        normaliser: `none`; `lower`: lower case, no punctuation; `basic` and `english`: those of
            Whisper; `english` also unifies numbers, contractions and spellings.

    Raises:
        UserError: If there is no such normaliser, or its library is not installed.
    """
    normalise = _normaliser(normaliser)
    try:
        import jiwer
    except ImportError as error:
        raise UserError(_EXTRA) from error
    errors = []
    for spoken, recognised in zip(references, hypotheses, strict=True):
        reference, normalised = (" ".join(normalise(text).split()) for text in (spoken, recognised))
        alignment = jiwer.process_words(reference, normalised)
        counts = alignment.substitutions, alignment.deletions, alignment.insertions
        errors.append(WordErrors(reference, normalised, *counts, words=len(reference.split())))
    return errors


def word_error_rate(errors: Sequence[WordErrors]) -> float:
    """Return the rate of a corpus: the total edits by the total words. It can exceed 1."""
    words = sum(one.words for one in errors)
    return sum(one.edits for one in errors) / words if words else 0.0


def interval(errors: Sequence[WordErrors]) -> Interval | None:
    """Return the rate's 95 % bootstrap interval over clips; None for too few clips."""
    return bootstrap_ratio([one.edits for one in errors], [one.words for one in errors])


_EXTRA = "word error rates need the speech extra: pip install 'webproctor[speech]'."
_NO_LETTER = re.compile(r"[^\w\s']|_")


def _lower(text: str) -> str:
    return _NO_LETTER.sub(" ", text.lower().replace("\u2019", "'"))


@cache
def _normaliser(name: str) -> Normaliser:
    if name not in NORMALISERS:
        raise UserError(f"there is no normaliser {name!r}. There are: {', '.join(NORMALISERS)}.")
    if name in ("none", "lower"):
        return _lower if name == "lower" else str
    try:
        from whisper_normalizer import basic, english
    except ImportError as error:
        raise UserError(_EXTRA) from error
    normaliser_class: Any = (
        basic.BasicTextNormalizer if name == "basic" else english.EnglishTextNormalizer
    )
    return normaliser_class()
