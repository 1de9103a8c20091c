"""Train a model to choose a candidate, or to generate its text (Mind2Web paper, section 3)."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.core.errors import UserError
from webproctor.methods.mindact.language_models import (
    ANSWER,
    CONTEXT,
    IGNORED,
    QUESTION,
    input_limit,
    question_ids,
)
from webproctor.methods.mindact.ranking import Scores, require_steps
from webproctor.methods.weights import pad_id, writer
from webproctor.training.card import card_of, train_and_save
from webproctor.training.checkpoints import check_folder
from webproctor.training.examples import DRAWS, Kind, PredictorSample, answers, trainable
from webproctor.training.loop import Progress, Settings, Trained

BASE = "google/flan-t5-base"
# LoRA's rank and scale, on the attention's queries and values.
_LORA = {"r": 8, "lora_alpha": 16, "lora_dropout": 0.05}


def train_predictor(
    dataset: Dataset,
    folder: Path,
    settings: Settings,
    *,
    kind: Kind = "multi-choice",
    base: str = BASE,
    split: str = "",
    scores: Scores | None = None,
    lora: bool = False,
    draws: int = DRAWS,
    resume: bool = False,
    listen: Callable[[Progress], None] | None = None,
) -> Trained:
    """Fine-tune a sequence-to-sequence or causal model on groups of candidates.

    Args:
        folder: Folder for the model, with its tokenizer, card and checkpoints.
        kind: The kind of question.
        base: The base model: a folder or a name on a hub.
        split: The split to train on; "" for all that are not test or validation splits.
        scores: A ranker's scores; negatives are then mostly its top candidates.
        lora: Train LoRA weights instead of all weights.
        draws: Groups per step and epoch.

    Raises:
        UserError: If the data, the base or a library is not available, a test split is given, or a
            step has no scores; see also `loop.train`.
    """
    check_folder(folder, resume=resume)
    indices = trainable(dataset, split)
    if scores is not None:
        require_steps(scores, (index.key for index in indices), "the scores file")
    model, tokenizer = writer(base, settings.seed, train=True)
    model = _with_lora(model) if lora else model
    is_encoder_decoder, max_length = bool(model.config.is_encoder_decoder), input_limit(model)
    card = card_of(
        dataset,
        indices,
        kind=kind,
        base=base,
        use=f"--predictor {kind}:FOLDER of agent mindact",
        more={"groups per step": draws, "LoRA": lora, "hard negatives": scores is not None},
    )

    def batches(epoch: int, sizes: Sequence[int]) -> Iterator[dict[str, Any]]:
        samples = answers(
            dataset,
            indices,
            kind=kind,
            seed=settings.seed,
            epoch=epoch,
            scores=scores,
            draws=draws,
        )
        return _batches(samples, sizes, tokenizer, is_encoder_decoder, max_length)

    samples = len(indices) * draws
    return train_and_save(
        model, tokenizer, batches, samples, settings, folder, card, resume=resume, listen=listen
    )


def _with_lora(model: Any) -> Any:
    try:
        from peft import LoraConfig, get_peft_model  # pyright: ignore
    except ImportError as error:
        raise UserError("LoRA needs peft: pip install 'webproctor[models]'.") from error
    kind = "SEQ_2_SEQ_LM" if model.config.is_encoder_decoder else "CAUSAL_LM"
    try:
        return get_peft_model(model, LoraConfig(task_type=kind, **_LORA))
    except ValueError as error:
        raise UserError(
            f"LoRA cannot be added to this base model: {error}. Train it without --lora."
        ) from error


def _batches(
    samples: Iterable[PredictorSample],
    sizes: Sequence[int],
    tokenizer: Any,
    is_encoder_decoder: bool,
    max_length: int,
) -> Iterator[dict[str, Any]]:
    import torch  # pyright: ignore

    stream = iter(samples)
    padding = pad_id(tokenizer)
    for size in itertools.cycle(sizes):
        batch = list(itertools.islice(stream, size))
        if not batch:
            return
        encoded = [sample_ids(tokenizer, one, is_encoder_decoder, max_length) for one in batch]
        rows = [ids for ids, _ in encoded]
        labels = [target for _, target in encoded]
        yield {
            "input_ids": torch.tensor(_padded(rows, padding)),
            "attention_mask": torch.tensor(_padded([[1] * len(ids) for ids in rows], 0)),
            "labels": torch.tensor(_padded(labels, IGNORED)),
        }


def sample_ids(
    tokenizer: Any,
    sample: PredictorSample,
    is_encoder_decoder: bool,
    max_length: int = CONTEXT + QUESTION,
) -> tuple[list[int], list[int]]:
    """Return the input tokens and the target tokens of a sample.

    The input of a causal model includes the answer; only the answer's tokens have a loss.

    Args:
        is_encoder_decoder: Whether the model is an encoder-decoder.
        max_length: Maximum tokens of the question; see `input_limit`.
    """
    end = [] if is_encoder_decoder or tokenizer.eos_token_id is None else [tokenizer.eos_token_id]
    # Typed texts can be longer than a model's positions, and than any answer of an evaluation.
    longest = min(QUESTION, max_length + (0 if is_encoder_decoder else ANSWER))
    target = tokenizer(
        sample.target,
        add_special_tokens=is_encoder_decoder,
        truncation=True,
        max_length=longest - len(end),
    )["input_ids"]
    if is_encoder_decoder:
        return question_ids(tokenizer, sample.question, is_encoder_decoder, max_length), target
    answer = [*target, *end]
    # The model has positions for the longest question with an answer of the maximum length.
    question = question_ids(
        tokenizer, sample.question, is_encoder_decoder, max_length - max(0, len(answer) - ANSWER)
    )
    return [*question, *answer], [*([IGNORED] * len(question)), *answer]


def _padded(rows: list[list[int]], filling: int) -> list[list[int]]:
    longest = max(map(len, rows))
    return [[*row, *([filling] * (longest - len(row)))] for row in rows]
