"""The BM25 ranker: weighted common words. Needs no model and no download.

Own code instead of a library: the collection is one page's candidates and changes with every step,
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
_OWN = 3
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
        asked = set(words(query))
        if not asked or not candidates:
            return [0.0] * len(candidates)
        holding: Counter[str] = Counter()
        found: list[tuple[int, dict[str, int]]] = []
        for text in candidates:
            around, _, own = text.partition("\ntarget:")
            said = words(around) + _OWN * words(own)
            counts: dict[str, int] = {}
            for word in said:
                if word in asked:
                    counts[word] = counts.get(word, 0) + 1
            holding.update(counts.keys())
            found.append((len(said), counts))
        count = len(candidates)
        usual = sum(length for length, _ in found) / count or 1.0
        weight = {
            word: log(1 + (count - having + 0.5) / (having + 0.5))
            for word, having in holding.items()
        }
        scores = []
        for length, counts in found:
            damp = _K1 * (1 - _B + _B * length / usual)
            scores.append(
                sum(
                    weight[word] * times * (_K1 + 1) / (times + damp)
                    for word, times in counts.items()
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


def make(setting: str, device: str) -> Ranker:
    if setting:
        raise UserError(f"ranker bm25 has no model: leave {setting!r} out.")
    return Bm25()
