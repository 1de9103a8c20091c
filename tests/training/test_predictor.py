"""Training of predictors: the tokens of samples, and base models of several kinds."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.core.errors import UserError
from webproctor.methods.mindact.language_models import IGNORED
from webproctor.methods.mindact.predictors import Conditions, Situation, predictor
from webproctor.methods.mindact.prompts import CandidateQuestion
from webproctor.training.examples import PredictorSample
from webproctor.training.loop import Settings
from webproctor.training.predictor import sample_ids, train_predictor

Tiny = Callable[[str], Path]
QUICK = Settings(epochs=1, batch_size=16, micro_batch_size=16, rate=3e-3, seed=5)


class Words:
    """A tokenizer with a token for each word: the number that the word is."""

    eos_token_id = 99

    def __call__(
        self, text: str, *, add_special_tokens: bool, truncation: bool = False, max_length: int = 0
    ) -> dict[str, list[int]]:
        ids = [int(word) for word in text.split()] + [self.eos_token_id] * add_special_tokens
        return {"input_ids": ids[:max_length] if truncation else ids}


SAMPLE = PredictorSample(CandidateQuestion("1 2 3 4", "5 6", ()), "7 8")


def test_only_the_answer_of_a_causal_model_has_a_loss() -> None:
    ids, labels = sample_ids(Words(), SAMPLE, is_encoder_decoder=False)
    assert ids == [1, 2, 3, 4, 5, 6, 7, 8, 99]
    assert labels == [*[IGNORED] * 6, 7, 8, 99]


def test_the_end_of_the_page_is_left_out_if_the_model_has_too_few_positions() -> None:
    ids, labels = sample_ids(Words(), SAMPLE, is_encoder_decoder=False, max_length=4)
    assert ids == [1, 2, 5, 6, 7, 8, 99]
    assert labels == [*[IGNORED] * 4, 7, 8, 99]


def test_long_answers_leave_less_of_the_page() -> None:
    long_answer = replace(SAMPLE, target="7 " * 51)
    ids, _ = sample_ids(Words(), long_answer, is_encoder_decoder=False, max_length=4)
    # 51 words and the end are 2 tokens more than the 50 that an answer in a run can have.
    assert ids[:2] == [5, 6]
    assert len(ids) == 4 + 50


@pytest.mark.parametrize(("is_encoder_decoder", "limit"), [(False, 100 + 50), (True, 100)])
def test_answers_are_truncated_to_the_positions_of_the_model(
    is_encoder_decoder: bool, limit: int
) -> None:
    typed = replace(SAMPLE, target="7 " * 2000)
    ids, labels = sample_ids(Words(), typed, is_encoder_decoder, max_length=100)
    assert len(labels) == limit
    assert len(ids) == (6 + 1 if is_encoder_decoder else limit)


async def test_a_causal_model_with_few_positions_is_trained_and_answers(
    dataset: Dataset, tiny: Tiny, tmp_path: Path, situation: Situation
) -> None:
    import transformers  # pyright: ignore

    library: Any = transformers
    base = tiny("gpt2")
    config = library.AutoConfig.from_pretrained(base, n_positions=100)
    library.GPT2LMHeadModel(config).save_pretrained(base)
    train_predictor(dataset, tmp_path / "out", QUICK, base=str(base), draws=2)
    trained = predictor(f"multi-choice:{tmp_path / 'out'}", None, Conditions(device="cpu"))
    assert (await trained.predict(situation)).notes["rounds"]


def test_a_model_that_sees_its_answer_is_refused(
    dataset: Dataset, tiny: Tiny, tmp_path: Path
) -> None:
    """Attention to later tokens makes the loss 0, but nothing is learned."""
    with pytest.raises(UserError, match="not a sequence-to-sequence or causal model"):
        train_predictor(dataset, tmp_path / "out", QUICK, base=str(tiny("bert")))


@pytest.mark.parametrize("lora", [False, True])
def test_lora_weights_are_not_a_base_model(tmp_path: Path, dataset: Dataset, lora: bool) -> None:
    """Their own base model would be the base of the result, without them."""
    config = {"base_model_name_or_path": "google/flan-t5-base"}
    (tmp_path / "adapter_config.json").write_text(json.dumps(config))
    with pytest.raises(UserError, match="LoRA weights cannot be trained further"):
        train_predictor(dataset, tmp_path / "out", QUICK, base=str(tmp_path), lora=lora)


def test_lora_on_layers_without_support_is_a_user_error(
    dataset: Dataset, tiny: Tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    peft: Any = pytest.importorskip("peft", reason="peft is not installed: extra `models`")

    def refuse(*_: object) -> None:
        raise ValueError("Please specify `target_modules`")

    monkeypatch.setattr(peft, "get_peft_model", refuse)
    with pytest.raises(UserError, match="LoRA cannot be added to this base model: Please"):
        train_predictor(dataset, tmp_path / "out", QUICK, base=str(tiny("t5")), lora=True)


def test_a_tokenizer_without_a_padding_or_end_token_is_a_user_error(
    dataset: Dataset, tiny: Tiny, tmp_path: Path
) -> None:
    base = tiny("gpt2")
    file = base / "tokenizer_config.json"
    tokens = json.loads(file.read_text()) | {"pad_token": None, "eos_token": None}
    file.write_text(json.dumps(tokens))
    with pytest.raises(UserError, match="neither a padding nor an end token"):
        train_predictor(dataset, tmp_path / "out", QUICK, base=str(base))
