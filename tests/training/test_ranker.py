"""Training of rankers from base models of several kinds."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.core.errors import UserError
from webproctor.methods.mindact.rankers import ranker
from webproctor.training.loop import Settings
from webproctor.training.predictor import train_predictor
from webproctor.training.ranker import train_ranker

Tiny = Callable[[str], Path]
QUICK = Settings(epochs=1, batch_size=16, micro_batch_size=16, rate=3e-3, seed=5)
# These texts are equal in their first 512 tokens.
LONG = ["help " * 600 + end for end in ("proceed", "news")]


@pytest.mark.parametrize(("max_length", "distinguished"), [(512, False), (700, True)])
def test_a_ranker_reads_as_many_tokens_as_in_training(
    dataset: Dataset, tiny: Tiny, tmp_path: Path, max_length: int, distinguished: bool
) -> None:
    base = resized(tiny("bert"), max_position_embeddings=1024)
    train_ranker(dataset, tmp_path / "out", QUICK, base=base, max_length=max_length)
    first, second = ranker(f"cross-encoder:{tmp_path / 'out'}", "cpu").score("shops", LONG)
    assert (first != second) is distinguished


def test_pairs_are_truncated_to_the_positions_of_the_model(
    dataset: Dataset, tiny: Tiny, tmp_path: Path
) -> None:
    base = resized(tiny("bert"), max_position_embeddings=24)
    train_ranker(dataset, tmp_path / "out", QUICK, base=base)
    assert "| max_length | 24 |" in (tmp_path / "out/README.md").read_text()
    assert len(ranker(f"cross-encoder:{tmp_path / 'out'}", "cpu").score("shops", LONG)) == 2
    assert len(ranker(f"cross-encoder:{base}", "cpu").score("shops", LONG)) == 2


def test_a_base_model_without_a_padding_token_is_trained(
    dataset: Dataset, tiny: Tiny, tmp_path: Path
) -> None:
    import transformers  # pyright: ignore

    base = tiny("gpt2")
    tokenizer: Any = transformers.AutoTokenizer.from_pretrained(base)
    tokenizer.pad_token = None
    tokenizer.save_pretrained(base)
    done = train_ranker(dataset, tmp_path / "out", replace(QUICK, epochs=4), base=str(base))
    assert done.losses[-1] < done.losses[0]
    scorer = ranker(f"cross-encoder:{tmp_path / 'out'}", "cpu")
    texts = ["proceed", "help news search", "basket"]
    alone = [scorer.score("shops", [text])[0] for text in texts]
    assert scorer.score("shops", texts) == pytest.approx(alone, rel=1e-4)


def test_a_model_that_was_not_trained_to_rank_is_a_user_error(tiny: Tiny) -> None:
    message = "not a ranker: it has no weights for .*webproctor train ranker"
    with pytest.raises(UserError, match=message):
        ranker(f"cross-encoder:{tiny('gpt2')}", "cpu")


def test_a_training_with_another_setting_is_not_resumed(
    dataset: Dataset, tiny: Tiny, tmp_path: Path
) -> None:
    base = str(tiny("bert"))
    train_ranker(dataset, tmp_path, QUICK, base=base)
    with pytest.raises(
        UserError, match=r"has other settings: similar_negatives 0\.0, now 0\.5\. Use the same"
    ):
        train_ranker(dataset, tmp_path, QUICK, base=base, similar_negatives=0.5, resume=True)


def test_a_pair_needs_more_tokens_than_the_special_ones(
    dataset: Dataset, tiny: Tiny, tmp_path: Path
) -> None:
    message = "max length 3: a pair has 3 special tokens"
    with pytest.raises(UserError, match=message):
        train_ranker(dataset, tmp_path, QUICK, base=str(tiny("bert")), max_length=3)


@pytest.mark.parametrize("kind", ["t5", "gpt2"])
def test_lora_weights_are_not_a_ranker(
    dataset: Dataset, tiny: Tiny, tmp_path: Path, kind: str
) -> None:
    pytest.importorskip("peft", reason="peft is not installed: it is in the extra `models`")
    out = tmp_path / "predictor"
    train_predictor(dataset, out, QUICK, base=str(tiny(kind)), draws=1, lora=True)
    with pytest.raises(UserError, match="not a ranker: it has LoRA weights"):
        ranker(f"cross-encoder:{out}", "cpu")
    with pytest.raises(UserError, match="LoRA weights cannot be trained further"):
        train_ranker(dataset, tmp_path / "ranker", QUICK, base=str(out))


@pytest.fixture
def three_classes(tiny: Tiny) -> str:
    """A classifier of three classes, such as one for natural language inference."""
    return resized(tiny("bert"), num_labels=3)


def test_a_classifier_with_other_classes_is_a_base_model(
    dataset: Dataset, three_classes: str, tmp_path: Path
) -> None:
    train_ranker(dataset, tmp_path / "out", QUICK, base=three_classes)
    assert ranker(f"cross-encoder:{tmp_path / 'out'}", "cpu").score("shops", ["help"])


def test_a_classifier_with_other_classes_is_not_a_ranker(three_classes: str) -> None:
    message = r"not a ranker: it has no weights for classifier\.bias"
    with pytest.raises(UserError, match=message):
        ranker(f"cross-encoder:{three_classes}", "cpu")


def resized(folder: Path, **settings: int) -> str:
    """Replace a model by one with other sizes, and return its folder."""
    import transformers  # pyright: ignore

    library: Any = transformers
    config = library.AutoConfig.from_pretrained(folder, **settings)
    library.BertForSequenceClassification(config).save_pretrained(folder)
    return str(folder)


@pytest.mark.parametrize("train", [train_ranker, train_predictor])
def test_a_folder_with_a_training_is_refused_before_the_model_is_loaded(
    dataset: Dataset, tmp_path: Path, train: Callable[..., object]
) -> None:
    (tmp_path / "checkpoints/epoch-000").mkdir(parents=True)
    with pytest.raises(UserError, match="already has a training"):
        train(dataset, tmp_path, QUICK, base="no such model")
