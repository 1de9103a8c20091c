"""Folders of LoRA weights, if the libraries are installed."""

import importlib.util
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from unittest.mock import patch

from fuzz import mutation
from fuzz.target import Files, Target, of_files

from webproctor.methods.weights import writer

_LIBRARIES = ("torch", "transformers", "peft")
_ABSENT = [name for name in _LIBRARIES if importlib.util.find_spec(name) is None]
MISSING = {"lora weights": f"not installed: {', '.join(_ABSENT)}"} if _ABSENT else {}
"""Skipped targets and the reasons."""


@cache
def _base() -> "tempfile.TemporaryDirectory[str]":
    """A folder with a model of a few hundred parameters and its tokenizer."""
    import tokenizers  # pyright: ignore
    import transformers  # pyright: ignore

    folder = tempfile.TemporaryDirectory(prefix="webproctor-fuzz-")
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel({"<unk>": 0, "a": 1}, "<unk>"))
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, unk_token="<unk>", pad_token="<unk>"
    )
    config = transformers.GPT2Config(vocab_size=2, n_embd=8, n_layer=1, n_head=1, n_positions=8)
    transformers.GPT2LMHeadModel(config).save_pretrained(folder.name)
    tokenizer.save_pretrained(folder.name)
    return folder


@cache
def _whole() -> Files:
    import peft  # pyright: ignore
    import transformers  # pyright: ignore

    model = transformers.AutoModelForCausalLM.from_pretrained(_base().name)
    settings = peft.LoraConfig(r=2, target_modules=["c_attn"], fan_in_fan_out=True)
    with tempfile.TemporaryDirectory() as folder:
        peft.get_peft_model(model, settings).save_pretrained(folder)
        return {one.name: one.read_bytes() for one in Path(folder).iterdir() if one.is_file()} | {
            one.name: one.read_bytes() for one in Path(_base().name).glob("token*")
        }


def _faulty(random: Random) -> Files:
    return mutation.files(random, _whole())


def _load(folder: Path) -> object:
    # Other names of the base model than folders must not reach a hub.
    with patch("huggingface_hub.constants.HF_HUB_OFFLINE", True):
        return writer(str(folder))


TARGETS = [Target("lora weights", _faulty, of_files(_load))]
