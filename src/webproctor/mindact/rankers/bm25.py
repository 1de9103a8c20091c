"""BM25: words in common, the rare ones counting more. Needs no model and no download."""

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from webproctor.errors import UserError
from webproctor.mindact.rankers import Ranker

# Okapi BM25's usual settings.
_K1, _B = 1.5, 0.75
# How often a word of the candidate itself counts, for one of what stands round it.
_OWN = 3
_WORD = re.compile(r"[a-z0-9]+")
# Words of the texts' own frame, and words that say nothing.
_STOP = frozenset(
    (
        *("task", "is", "previous", "actions", "ancestors", "target", "id", "html", "div", "span"),
        *("a", "an", "and", "as", "at", "by", "for", "from", "in", "it", "my", "of", "on", "or"),
        *("that", "the", "this", "to", "with"),
    )
)


class Bm25:
    """Every page is a collection of its own: a word that all its candidates have counts little."""

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
    """The words that count, lower-case; a plural's s is dropped."""
    return [
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
        for word in _WORD.findall(text.lower())
        if word not in _STOP
    ]


def make(setting: str, device: str) -> Ranker:
    if setting:
        raise UserError(f"ranker bm25 has no model: leave {setting!r} out.")
    return Bm25()
