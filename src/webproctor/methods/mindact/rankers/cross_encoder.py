"""The cross-encoder ranker: one model encodes query and candidate (Mind2Web paper, section 3)."""

from collections.abc import Sequence
from threading import Lock
from typing import Any

from webproctor.core.errors import UserError
from webproctor.methods.mindact.rankers import Ranker
from webproctor.methods.weights import best_device, position_limit, scorer

# Maximum tokens of a pair. Published checkpoints were evaluated with the query first.
MAX_TOKENS = 512
# Entries of a model's configuration: whether it was trained with positions of candidates, and the
# maximum tokens of a pair in training.
POSITIONS = "webproctor_positions"
MAX_LENGTH = "webproctor_max_length"
# Maximum tokens of a batch, including padding; pairs of similar length are batched together.
_BATCH_TOKENS = 32_768


class CrossEncoder:
    """A sequence-classification model with one output; scores are its sigmoid, 0 to 1.

    Pairs are sorted by length before batching, and identical pairs are scored once.

    Attributes:
        positions: Whether it was trained with positions of candidates.
    """

    def __init__(self, model: Any, tokenizer: Any, name: str, device: str) -> None:
        self.name = f"cross-encoder:{name}"
        self.positions = bool(getattr(model.config, POSITIONS, False))
        self._model = model.to(device).eval()
        self._tokenizer = tokenizer
        self._device = device
        self._lock = Lock()  # Tokenizers are not thread-safe.
        # Pairs are truncated as in training.
        max_length = getattr(model.config, MAX_LENGTH, None)
        max_length = max_length or min(MAX_TOKENS, tokenizer.model_max_length)
        self._max_tokens = min(max_length, position_limit(model) or max_length)

    def score(self, query: str, candidates: Sequence[str]) -> list[float]:
        texts = list(dict.fromkeys(candidates))
        if not texts:
            return []
        with self._lock:
            scores = self._scores(query, texts)
        return [scores[text] for text in candidates]

    def _scores(self, query: str, texts: Sequence[str]) -> dict[str, float]:
        import torch  # pyright: ignore

        encoded = self._tokenizer(
            [query] * len(texts),
            list(texts),
            truncation="longest_first",
            max_length=self._max_tokens,
        )
        lengths = [len(ids) for ids in encoded["input_ids"]]
        order = sorted(range(len(texts)), key=lambda index: -lengths[index])
        scores: dict[str, float] = {}
        with torch.inference_mode():
            while order:
                size = max(1, _BATCH_TOKENS // lengths[order[0]])
                batch, order = order[:size], order[size:]
                padded = self._tokenizer.pad(
                    {name: [values[index] for index in batch] for name, values in encoded.items()},
                    return_tensors="pt",
                ).to(self._device)
                logits = self._model(**padded).logits.float().squeeze(-1)
                for index, score in zip(batch, torch.sigmoid(logits).tolist(), strict=True):
                    scores[texts[index]] = score
        return scores


def make(setting: str, device: str) -> Ranker:
    if not setting:
        raise UserError(
            "ranker cross-encoder needs a model: cross-encoder:FOLDER, from "
            "`webproctor train ranker`, or a published model, such as "
            "osunlp/MindAct_CandidateGeneration_deberta-v3-base."
        )
    model, tokenizer = scorer(setting)
    return CrossEncoder(model, tokenizer, setting, device or best_device())
