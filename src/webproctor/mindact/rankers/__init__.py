"""Rankers: how well each candidate fits a query. One file each; `ranker(spec)` makes one."""

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Protocol

from webproctor.errors import UserError
from webproctor.mindact.weights import last_change


class Ranker(Protocol):
    """Scores the candidates of one page.

    `name` says what it is, for run records and model cards. Episodes that go on at once share one.
    """

    @property
    def name(self) -> str: ...

    def score(self, query: str, candidates: Sequence[str]) -> list[float]:
        """How well each candidate fits; higher is better, and only the order counts.

        Args:
            query: What is looked for; see `texts.query`.
            candidates: The candidates' texts; see `texts.candidate_texts`.
        """
        ...


def ranker(spec: str, device: str = "") -> Ranker:
    """A ranker, whose weights are loaded once: every episode makes its agent anew.

    Args:
        spec: `bm25`; `embeddings` or `embeddings:MODEL`; `cross-encoder:MODEL`, where MODEL is a
            folder or a name on a model hub.
        device: Where a neural ranker runs, such as `cuda`; by default the best there is.

    Raises:
        UserError: If there is no such ranker, or its library or model cannot be had.
    """
    kind, _, setting = spec.partition(":")
    known = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    module = kind.replace("-", "_")
    if module not in known:
        names = ", ".join(name.replace("_", "-") for name in known)
        raise UserError(f"there is no ranker {kind!r}. There are: {names}.")
    return _loaded(module, setting, device, last_change(setting))


@lru_cache(maxsize=2)
def _loaded(module: str, setting: str, device: str, changed: int) -> Ranker:
    return import_module(f"{__name__}.{module}").make(setting, device)


def ranks(scores: Sequence[float]) -> list[int]:
    """The rank of each candidate, from 0; of equal scores the first in the page ranks higher."""
    order = sorted(range(len(scores)), key=lambda place: -scores[place])
    found = [0] * len(scores)
    for rank, place in enumerate(order):
        found[place] = rank
    return found


def top(scores: Sequence[float], k: int) -> list[int]:
    """The best `k`, the best first."""
    return sorted(range(len(scores)), key=lambda place: -scores[place])[:k]
