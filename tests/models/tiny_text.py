"""Tiny text models with random weights."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import pytest

MODELS = "PyTorch and transformers are not installed: pip install 'webproctor[models]'"
Kind = Literal["bert", "t5", "gpt2"]


def create(kind: Kind, texts: Iterable[str], folder: Path) -> Path:
    """Create a model whose vocabulary is the words of some texts; return its folder."""
    pytest.importorskip("torch", reason=MODELS)
    transformers = pytest.importorskip("transformers", reason=MODELS)
    pytest.importorskip("accelerate", reason=MODELS)
    tokenizers = pytest.importorskip("tokenizers", reason=MODELS)
    marks = ["<pad>", "</s>", "<unk>", "[CLS]", "[SEP]"]
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel(unk_token="<unk>"))
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    trainer = tokenizers.trainers.WordLevelTrainer(special_tokens=marks)
    words.train_from_iterator(texts, trainer)
    ends = {"bert": "[CLS] $A [SEP] $B:1 [SEP]:1", "t5": "$A </s> $B </s>", "gpt2": "$A $B"}
    words.post_processor = tokenizers.processors.TemplateProcessing(
        single="$A </s>" if kind == "t5" else "$A",
        pair=ends[kind],
        special_tokens=[(mark, marks.index(mark)) for mark in ("</s>", "[CLS]", "[SEP]")],
    )
    names = {"cls_token": "[CLS]", "sep_token": "[SEP]"} if kind == "bert" else {}
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words,
        pad_token="<pad>",
        eos_token="</s>",
        unk_token="<unk>",
        **names,
    )
    size = len(tokenizer)
    transformers.set_seed(3)
    if kind == "bert":
        config = transformers.BertConfig(
            vocab_size=size,
            hidden_size=32,
            num_hidden_layers=2,
            num_attention_heads=2,
            intermediate_size=64,
            num_labels=1,
        )
        model = transformers.BertForSequenceClassification(config)
    elif kind == "t5":
        config = transformers.T5Config(
            vocab_size=size,
            d_model=32,
            d_kv=16,
            d_ff=64,
            num_layers=1,
            num_heads=2,
            pad_token_id=0,
            eos_token_id=1,
            decoder_start_token_id=0,
        )
        model = transformers.T5ForConditionalGeneration(config)
    else:
        config = transformers.GPT2Config(
            vocab_size=size, n_embd=32, n_layer=1, n_head=2, bos_token_id=1, eos_token_id=1
        )
        model = transformers.GPT2LMHeadModel(config)
    model_folder = folder / kind
    model.save_pretrained(model_folder)
    tokenizer.save_pretrained(model_folder)
    return model_folder
