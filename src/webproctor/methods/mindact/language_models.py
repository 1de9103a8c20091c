"""Sequence-to-sequence and causal models that answer questions, with transformers."""

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

from webproctor.core.errors import UserError
from webproctor.methods.mindact.prompts import CandidateQuestion
from webproctor.methods.weights import best_device, last_change, pad_id, position_limit, writer

# Maximum tokens of the page, the question and the answer.
CONTEXT, QUESTION, ANSWER = 512, 512, 50
IGNORED = -100  # The label that the loss ignores.


class Generator:
    """A model that answers questions greedily, in batches.

    Attributes:
        name: The folder or hub name that it was loaded from.
        is_encoder_decoder: Whether it is an encoder-decoder (T5) or a causal model (GPT).
    """

    def __init__(self, model: Any, tokenizer: Any, name: str, device: str) -> None:
        self.name = name
        self.is_encoder_decoder = bool(model.config.is_encoder_decoder)
        self._model = model.to(device).eval()
        self._tokenizer = tokenizer
        self._device = device
        self._max_length = input_limit(model)
        self._lock = Lock()  # Tokenizers are not thread-safe.

    def answer(self, questions: Sequence[CandidateQuestion]) -> list[str]:
        """Return the answer to each question, of at most 50 tokens."""
        with self._lock:
            return self._answers(questions)

    def _answers(self, questions: Sequence[CandidateQuestion]) -> list[str]:
        import torch  # pyright: ignore

        inputs = [
            question_ids(self._tokenizer, one, self.is_encoder_decoder, self._max_length)
            for one in questions
        ]
        longest = max(map(len, inputs))
        padding = pad_id(self._tokenizer)
        # A causal model continues its text, so padding is on the left.
        rows = [_padded(ids, longest, padding, left=not self.is_encoder_decoder) for ids in inputs]
        masks = [
            _padded([1] * len(ids), longest, 0, left=not self.is_encoder_decoder) for ids in inputs
        ]
        with torch.inference_mode():
            output = self._model.generate(
                input_ids=torch.tensor(rows, device=self._device),
                attention_mask=torch.tensor(masks, device=self._device),
                max_new_tokens=ANSWER,
                do_sample=False,
                num_beams=1,
                pad_token_id=padding,
            )
        new = output if self.is_encoder_decoder else output[:, longest:]
        return self._tokenizer.batch_decode(new, skip_special_tokens=True)


def question_ids(
    tokenizer: Any,
    question: CandidateQuestion,
    is_encoder_decoder: bool,
    max_length: int = CONTEXT + QUESTION,
) -> list[int]:
    """Return the tokens of a question: the page and the question, each truncated to 512.

    Args:
        max_length: Maximum tokens of both; the page is truncated first.
    """
    context = tokenizer(
        question.context, truncation=True, max_length=CONTEXT, add_special_tokens=False
    )["input_ids"]
    text = tokenizer(
        question.text, truncation=True, max_length=QUESTION, add_special_tokens=is_encoder_decoder
    )["input_ids"]
    kept = text[: max(0, max_length)]
    return [*context[: max(0, max_length - len(kept))], *kept]


def input_limit(model: Any) -> int:
    """Return the maximum number of tokens of a question to a model.

    It is the limit of the paper, or less if the model has too few positions for a question and, in
    a causal model, its answer.
    """
    positions = position_limit(model)
    if positions is None:
        return CONTEXT + QUESTION
    return min(CONTEXT + QUESTION, positions - (0 if model.config.is_encoder_decoder else ANSWER))


def _padded(ids: Sequence[int], length: int, padding: int, *, left: bool) -> list[int]:
    fill = [padding] * (length - len(ids))
    return [*fill, *ids] if left else [*ids, *fill]


def load_generator(kind: str, source: str, device: str) -> Generator:
    """Load a model from a folder or a hub, once per process, since every episode creates an agent.

    A folder of LoRA weights contains the name of its base model.

    Raises:
        UserError: If none is named, or its library or weights are not available.
    """
    if not source:
        raise UserError(
            f"predictor {kind} needs a model: {kind}:FOLDER, from `webproctor train predictor`, "
            "or a published model, such as osunlp/MindAct_ActionPrediction_flan-t5-base."
        )
    return _loaded(source, device, last_change(source))


@lru_cache(maxsize=2)
def _loaded(source: str, device: str, last_changed: int) -> Generator:
    model, tokenizer = writer(source)
    target_device = device or best_device()
    if target_device.startswith("cuda"):
        # T5 overflows in float16, but not in bfloat16.
        model = model.bfloat16()
    return Generator(model, tokenizer, source, target_device)
