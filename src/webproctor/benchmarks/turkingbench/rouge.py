"""ROUGE-L with the results of rouge-score 0.1.2 with its stemmer, but much faster.

Text is lower-cased and split at every character that is not an ASCII letter or digit; words longer
than three characters are stemmed (Porter, with NLTK's extensions). Text without ASCII letters and
digits has no words and always scores 0.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from webproctor.benchmarks.turkingbench.stemmer import stem

_WORD = re.compile(r"[a-z0-9]+")
_stem = cache(stem)


def rouge_l(gold: str, answer: str) -> float:
    """Return the F1 of the longest common subsequence of words, 0 to 1; 0 without words."""
    return f_measure(words(gold), words(answer))


def f_measure(gold: Sequence[str], answer: Sequence[str]) -> float:
    """Return the F1 of the longest common subsequence of two lists of words."""
    common = common_subsequence(gold, answer)
    if common == 0:
        return 0.0
    precision, recall = common / len(answer), common / len(gold)
    return 2 * precision * recall / (precision + recall)


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """Return the stemmed words of a text."""
    return tuple(_stem(word) if len(word) > 3 else word for word in _WORD.findall(text.lower()))


def common_subsequence(first: Sequence[str], second: Sequence[str]) -> int:
    """Return the length of the longest common subsequence.

    A column of the dynamic programming table is stored as the bits of an integer (a bit is 0 where
    the length grows by one), so that each word of `second` costs a few integer operations.
    """
    positions: dict[str, int] = {}
    for index, word in enumerate(first):
        positions[word] = positions.get(word, 0) | 1 << index
    full = (1 << len(first)) - 1
    column = full
    for word in second:
        matches = column & positions.get(word, 0)
        column = (column + matches | column - matches) & full
    return len(first) - column.bit_count()
