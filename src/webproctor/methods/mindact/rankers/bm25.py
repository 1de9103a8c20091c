"""The BM25 ranker: weighted common words. Needs no model and no download.

No library is used: the collection is one page's candidates and changes with every step,
so there is no index to keep, and a candidate's own words count more than those around it.
"""

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from webproctor.core.errors import UserError
from webproctor.methods.mindact.rankers import Ranker

# Usual parameters of Okapi BM25.
_K1, _B = 1.5, 0.75
# Weight of a word of the candidate itself, relative to a word of its surroundings.
_TARGET_WEIGHT = 3
_WORD = re.compile(r"[a-z0-9]+")
# Words of the texts' template, and stop words.
_STOP = frozenset(
    (
        *("task", "is", "previous", "actions", "ancestors", "target", "id", "html", "div", "span"),
        *("a", "an", "and", "as", "at", "by", "for", "from", "in", "it", "my", "of", "on", "or"),
        *("that", "the", "this", "to", "with"),
    )
)


class Bm25:
    """Scores candidates with the page's candidates as the collection of documents."""

    name = "bm25"

    def score(self, query: str, candidates: Sequence[str]) -> list[float]:
        query_words = set(words(query))
        if not query_words or not candidates:
            return [0.0] * len(candidates)
        document_counts: Counter[str] = Counter()
        documents: list[tuple[int, dict[str, int]]] = []
        for text in candidates:
            context, _, target = text.partition("\ntarget:")
            text_words = words(context) + _TARGET_WEIGHT * words(target)
            counts: dict[str, int] = {}
            for word in text_words:
                if word in query_words:
                    counts[word] = counts.get(word, 0) + 1
            document_counts.update(counts.keys())
            documents.append((len(text_words), counts))
        count = len(candidates)
        average_length = sum(length for length, _ in documents) / count or 1.0
        weight = {
            word: log(1 + (count - document_count + 0.5) / (document_count + 0.5))
            for word, document_count in document_counts.items()
        }
        scores = []
        for length, counts in documents:
            saturation = _K1 * (1 - _B + _B * length / average_length)
            scores.append(
                sum(
                    weight[word] * frequency * (_K1 + 1) / (frequency + saturation)
                    for word, frequency in counts.items()
                )
            )
        return scores


def words(text: str) -> list[str]:
    """Return the words without stop words, in lower case and without a plural s."""
    return [
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
        for word in _WORD.findall(text.lower())
        if word not in _STOP
    ]


def make(setting: str) -> Ranker:
    if setting:
        raise UserError(f"ranker bm25 has no model: leave {setting!r} out.")
    return Bm25()
