"""Train a cross-encoder to rank candidates (Mind2Web paper, section 3)."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.core.errors import UserError
from webproctor.methods.mindact.rankers.cross_encoder import MAX_LENGTH, MAX_TOKENS, POSITIONS
from webproctor.methods.weights import position_limit, scorer
from webproctor.training.card import card_of, train_and_save
from webproctor.training.checkpoints import check_folder
from webproctor.training.examples import NEGATIVES, RankerSample, pairs, trainable
from webproctor.training.loop import Progress, Settings, Trained

BASE = "microsoft/deberta-v3-base"
Order = Literal["query-first", "candidate-first"]
"""The order of a pair in the model's input. The released code trains candidate-first and evaluates
query-first; here the default of both is query-first.
"""


def train_ranker(
    dataset: Dataset,
    folder: Path,
    settings: Settings,
    *,
    base: str = BASE,
    split: str = "",
    order: Order = "query-first",
    max_length: int = MAX_TOKENS,
    similar_negatives: float = 0.0,
    positions: bool = False,
    resume: bool = False,
    listen: Callable[[Progress], None] | None = None,
) -> Trained:
    """Train a cross-encoder with binary cross-entropy on correct and wrong candidates.

    Args:
        folder: Folder for the model, with its tokenizer, card and checkpoints.
        base: The base model: a folder or a name on a hub.
        split: The split to train on; "" for all that are not test or validation splits.
        max_length: Maximum tokens of a pair, if the base model has as many positions. The model's
            folder records it, so the ranker `cross-encoder` truncates pairs in the same way.
        similar_negatives: Share of the wrong candidates that are of the correct one's kind; see
            `pairs`.
        positions: Train with candidates' positions. The model's folder records it, so the
            ranker `cross-encoder` gets them too.

    Raises:
        UserError: If the data, the base or a library is not available, a test split is given, or
            `max_length` leaves no tokens for texts; see also `loop.train`.
    """
    check_folder(folder, resume=resume)
    indices = trainable(dataset, split)
    model, tokenizer = scorer(base, settings.seed, train=True)
    # One output and float labels: binary cross-entropy on the logit.
    model.config.problem_type = "multi_label_classification"
    max_length = min(max_length, position_limit(model) or max_length)
    if max_length <= (special := tokenizer.num_special_tokens_to_add(pair=True)):
        raise UserError(
            f"max length {max_length}: a pair has {special} special tokens, and needs more for its "
            "texts. Use a larger --max-length."
        )
    setattr(model.config, POSITIONS, positions)
    setattr(model.config, MAX_LENGTH, max_length)
    tokenizer.model_max_length = max_length
    card = card_of(
        dataset,
        indices,
        kind="ranker",
        base=base,
        use="--ranker cross-encoder:FOLDER of agent mindact",
        more={
            "order": order,
            "max_length": max_length,
            "positions": positions,
            "negatives": NEGATIVES,
            "similar_negatives": similar_negatives,
        },
    )

    def batches(epoch: int, sizes: Sequence[int]) -> Iterator[dict[str, Any]]:
        samples = pairs(
            dataset,
            indices,
            seed=settings.seed,
            epoch=epoch,
            similar_negatives=similar_negatives,
            positions=positions,
        )
        return _batches(samples, sizes, tokenizer, order, max_length)

    samples = len(indices) * (1 + NEGATIVES)
    return train_and_save(
        model, tokenizer, batches, samples, settings, folder, card, resume=resume, listen=listen
    )


def _batches(
    samples: Iterable[RankerSample],
    sizes: Sequence[int],
    tokenizer: Any,
    order: Order,
    max_length: int,
) -> Iterator[dict[str, Any]]:
    import torch  # pyright: ignore

    stream = iter(samples)
    for size in itertools.cycle(sizes):
        batch = list(itertools.islice(stream, size))
        if not batch:
            return
        first = [one.query if order == "query-first" else one.candidate for one in batch]
        second = [one.candidate if order == "query-first" else one.query for one in batch]
        inputs = tokenizer(
            first,
            second,
            truncation="longest_first",
            max_length=max_length,
            padding=True,
            return_tensors="pt",
        )
        yield {**inputs, "labels": torch.tensor([[one.label] for one in batch])}
