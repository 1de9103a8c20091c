"""Rankers, one module each: score candidates for a query. `ranker(spec)` creates one."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from webproctor.core import factories, registry
from webproctor.core.dom import Tree
from webproctor.core.errors import UserError
from webproctor.methods.mindact.texts import input_texts
from webproctor.methods.weights import last_change


class Ranker(Protocol):
    """Scores the candidates of one page.

    `name` identifies it in run records and model cards. Parallel episodes share one instance.
    If it has the attribute `positions`, and that is true, candidates' texts contain positions.
    """

    @property
    def name(self) -> str: ...

    def score(self, query: str, candidates: Sequence[str]) -> list[float]:
        """Return a score for each candidate; higher is better, and only the order matters.

        Args:
            query: The query; see `texts.query`.
            candidates: The candidates' texts; see `texts.candidate_texts`.
        """
        ...


def page_scores(
    ranker: Ranker, tree: Tree, candidates: Sequence[int], task: str, previous: Sequence[str]
) -> list[float]:
    """Return the score of each candidate of a page.

    Args:
        tree: A cleaned page.
        candidates: Indices of its candidates.
        task: The instruction.
        previous: The earlier actions as text.

    Raises:
        UserError: If the ranker does not return a number for each candidate, such as a model whose
            weights overflow.
    """
    positions = bool(getattr(ranker, "positions", False))
    query_text, texts = input_texts(tree, candidates, task, previous, positions=positions)
    scores = ranker.score(query_text, texts)
    if len(scores) != len(texts) or any(map(math.isnan, scores)):
        raise UserError(f"ranker {ranker.name}: must return a number for each candidate.")
    return scores


def ranker(spec: str, device: str = "") -> Ranker:
    """Create a ranker. Its weights are loaded once per process, since every episode creates an
    agent.

    Args:
        spec: `bm25`; `embeddings` or `embeddings:MODEL`; or `cross-encoder:MODEL`, where MODEL is a
            folder or a name on a model hub. Or one of your own: an entry point
            `webproctor.rankers`, or `path/file.py:NAME`; see `registry.create`.
        device: Device of a neural ranker, such as `cuda`; by default the best available.

    Raises:
        UserError: If there is no such ranker, or its library or model is not available.
    """
    _, setting = registry.split_spec(spec)
    return _loaded(spec, device, last_change(setting))


def takes_device(spec: str) -> bool:
    """Whether a ranker runs on a device: whether its factory has the parameter `device`.

    Raises:
        UserError: If there is no such ranker.
    """
    name, _ = registry.split_spec(spec)
    make = registry.find("rankers", name, registry.modules(__name__, "make"))
    return callable(make) and factories.takes(make, "device")


@lru_cache(maxsize=2)
def _loaded(spec: str, device: str, last_changed: int) -> Ranker:
    included = registry.modules(__name__, "make")
    return registry.create("rankers", spec, included, ("name", "score"), device=device)


def ranks(scores: Sequence[float]) -> list[int]:
    """Return the rank of each candidate, from 0; ties are in document order."""
    result = [0] * len(scores)
    for rank, index in enumerate(top(scores, len(scores))):
        result[index] = rank
    return result


def top(scores: Sequence[float], k: int) -> list[int]:
    """Return the indices of the best `k`, the best first; ties are in order."""
    return sorted(range(len(scores)), key=lambda index: -scores[index])[:k]
