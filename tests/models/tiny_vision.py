"""A tiny untrained vision-language model whose vocabulary are points."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

_SPECIAL = ("<pad>", "<s>", "</s>", "<image>", "<unk>")
_SIDE, _PATCH = 32, 16
_TEMPLATE = (
    "{% for m in messages %}{{ m['role'] }} {% if m['content'] is string %}{{ m['content'] }}"
    "{% else %}{% for c in m['content'] %}{% if c['type'] == 'image' %}<image> "
    "{% else %}{{ c['text'] }}{% endif %}{% endfor %}{% endif %} {% endfor %}"
    "{% if add_generation_prompt %}assistant {% endif %}"
)


def write_tiny_model(folder: Path, words: Sequence[str], seed: int = 0) -> Path:
    """Write a model and its processor with a vocabulary of whole words.

    The untrained model generates each word with about the same probability.
    """
    import torch  # pyright: ignore
    from tokenizers import Tokenizer, models, pre_tokenizers  # pyright: ignore

    library: Any = __import__("transformers")
    vocabulary = {word: place for place, word in enumerate(dict.fromkeys([*_SPECIAL, *words]))}
    inner = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.WhitespaceSplit()  # pyright: ignore
    tokenizer = library.PreTrainedTokenizerFast(
        tokenizer_object=inner,
        unk_token="<unk>",
        bos_token="<s>",
        eos_token="</s>",
        pad_token="<pad>",
        extra_special_tokens={"image_token": "<image>"},
    )
    pictures = library.CLIPImageProcessorPil(
        size={"shortest_edge": _SIDE}, crop_size={"height": _SIDE, "width": _SIDE}
    )
    processor = library.LlavaProcessor(
        pictures,
        tokenizer,
        patch_size=_PATCH,
        vision_feature_select_strategy="full",
        chat_template=_TEMPLATE,
        image_token="<image>",
        num_additional_image_tokens=1,
    )
    width = {"hidden_size": 32, "intermediate_size": 64, "num_attention_heads": 2}
    seeing = library.CLIPVisionConfig(
        **width, num_hidden_layers=1, image_size=_SIDE, patch_size=_PATCH
    )
    saying = library.LlamaConfig(
        **width,
        num_hidden_layers=1,
        vocab_size=len(vocabulary),
        bos_token_id=1,
        eos_token_id=2,
        pad_token_id=0,
    )
    torch.manual_seed(seed)
    model = library.LlavaForConditionalGeneration(
        library.LlavaConfig(
            vision_config=seeing,
            text_config=saying,
            image_token_index=3,
            vision_feature_select_strategy="full",
            vision_feature_layer=-1,
        )
    )
    model.generation_config.eos_token_id = 2
    model.generation_config.pad_token_id = 0
    model.save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder
