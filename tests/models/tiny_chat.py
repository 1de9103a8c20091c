"""A tiny chat model with random weights, whose replies are tool calls."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

NEEDED = "TRL is not installed: pip install 'webproctor[grpo]'"
END = "<|im_end|>"


def create(calls: Sequence[dict[str, Any]], folder: Path) -> Path:
    """Create a model with a vocabulary of whole tool calls and the end of a reply, which it chooses
    at random; return its folder.

    Args:
        calls: Calls with `name` and `arguments`.
    """
    for name in ("torch", "transformers", "tokenizers", "trl"):
        pytest.importorskip(name, reason=NEEDED)
    import tokenizers  # pyright: ignore
    import transformers  # pyright: ignore
    import trl  # pyright: ignore

    texts = [f"<tool_call>\n{json.dumps(call)}\n</tool_call>" for call in calls]
    words = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({"<pad>": 0, "<unk>": 1, END: 2}, unk_token="<unk>")
    )
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    words.decoder = tokenizers.decoders.Fuse()
    words.add_tokens([tokenizers.AddedToken(text, normalized=False) for text in texts])
    words.add_special_tokens(["<pad>", "<unk>", END])
    templates = Path(str(trl.__file__)).parent / "chat_templates"
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words,
        pad_token="<pad>",
        unk_token="<unk>",
        eos_token=END,
        padding_side="left",
        chat_template=(templates / "qwen2_5.jinja").read_text(),
    )
    transformers.set_seed(3)
    config = transformers.Qwen2Config(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=8192,
        pad_token_id=0,
        eos_token_id=2,
        bos_token_id=None,
    )
    model_folder = folder / "chat"
    transformers.Qwen2ForCausalLM(config).save_pretrained(model_folder)
    tokenizer.save_pretrained(model_folder)
    return model_folder
