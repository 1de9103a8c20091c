"""Sequence-to-sequence and causal models that answer questions, by the library transformers."""

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

from webproctor.errors import UserError
from webproctor.mindact.prompts import Question
from webproctor.mindact.weights import best_device, last_change, writer

# Tokens: of the page, of the question, of the answer (catalogue, section 2.7).
CONTEXT, QUESTION, ANSWER = 512, 512, 50
IGNORED = -100  # A label that costs nothing.


class Generator:
    """A model that answers questions, greedily and a batch at a time.

    Attributes:
        name: Where it was loaded from.
        encodes: Whether it has an encoder of its own (T5), or reads and writes one text (GPT).
    """

    def __init__(self, model: Any, tokenizer: Any, name: str, device: str) -> None:
        self.name = name
        self.encodes = bool(model.config.is_encoder_decoder)
        self._model = model.to(device).eval()
        self._tokenizer = tokenizer
        self._device = device
        self._busy = Lock()  # Tokenizers do not bear two threads.

    def answer(self, questions: Sequence[Question]) -> list[str]:
        """The answer to each question; at most 50 tokens."""
        with self._busy:
            return self._answers(questions)

    def _answers(self, questions: Sequence[Question]) -> list[str]:
        import torch  # pyright: ignore

        read = [question_ids(self._tokenizer, one, self.encodes) for one in questions]
        longest = max(map(len, read))
        padding = pad_id(self._tokenizer)
        # A causal model goes on where its text ends: padding stands before it.
        rows = [_padded(ids, longest, padding, before=not self.encodes) for ids in read]
        masks = [_padded([1] * len(ids), longest, 0, before=not self.encodes) for ids in read]
        with torch.inference_mode():
            made = self._model.generate(
                input_ids=torch.tensor(rows, device=self._device),
                attention_mask=torch.tensor(masks, device=self._device),
                max_new_tokens=ANSWER,
                do_sample=False,
                num_beams=1,
                pad_token_id=padding,
            )
        new = made if self.encodes else made[:, longest:]
        return self._tokenizer.batch_decode(new, skip_special_tokens=True)


def question_ids(tokenizer: Any, question: Question, encodes: bool) -> list[int]:
    """Tokens of a question: the page cut to 512, then the question cut to 512 by itself."""
    context = tokenizer(
        question.context, truncation=True, max_length=CONTEXT, add_special_tokens=False
    )["input_ids"]
    asked = tokenizer(
        question.text, truncation=True, max_length=QUESTION, add_special_tokens=encodes
    )["input_ids"]
    return [*context, *asked]


def pad_id(tokenizer: Any) -> int:
    """The token that fills up; a tokenizer without one fills up with its end."""
    found = tokenizer.pad_token_id
    return tokenizer.eos_token_id if found is None else found


def _padded(ids: Sequence[int], length: int, padding: int, *, before: bool) -> list[int]:
    filling = [padding] * (length - len(ids))
    return [*filling, *ids] if before else [*ids, *filling]


def load_generator(kind: str, source: str, device: str) -> Generator:
    """A model from a folder or a hub, loaded once: every episode makes its agent anew.

    A folder of LoRA weights names its base itself.

    Raises:
        UserError: If none is named, or its library or weights cannot be had.
    """
    if not source:
        raise UserError(
            f"predictor {kind} needs a model: {kind}:FOLDER, made by `webproctor train predictor`, "
            "or the name of a published one, such as osunlp/MindAct_ActionPrediction_flan-t5-base."
        )
    return _loaded(source, device, last_change(source))


@lru_cache(maxsize=2)
def _loaded(source: str, device: str, changed: int) -> Generator:
    model, tokenizer = writer(source)
    where = device or best_device()
    if where.startswith("cuda"):
        # T5 in half precision overflows; the card's own wide type does not.
        model = model.bfloat16()
    return Generator(model, tokenizer, source, where)
