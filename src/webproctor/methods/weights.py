"""Load models from a folder or a hub with transformers."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from webproctor.core.errors import UserError
from webproctor.files.reading import read_json

_LORA = "adapter_config.json"


def last_change(source: str) -> int:
    """Return the modification time of a folder of weights; 0 for a name on a hub.

    Part of the cache key of loaded models, since training can overwrite a folder.
    """
    folder = Path(source)
    if not source or not folder.is_dir():
        return 0
    return max((file.stat().st_mtime_ns for file in folder.iterdir()), default=0)


def best_device() -> str:
    """Return the default device for models."""
    import torch  # pyright: ignore

    return "cuda" if torch.cuda.is_available() else "cpu"


@contextmanager
def loading(source: str) -> Iterator[None]:
    """Convert exceptions of a library that loads a model to user errors.

    Raises:
        UserError: If the model cannot be loaded.
    """
    try:
        yield
    except UserError:
        raise
    except Exception as error:
        # For incomplete or damaged files, the libraries raise errors of any type.
        reason = " ".join(str(error).split()) or type(error).__name__
        if _is_missing_folder(source):
            reason = "folder not found. The name of a model on the Hub is OWNER/MODEL."
        raise UserError(f"{source!r} cannot be loaded: {reason}") from error


def _is_missing_folder(source: str) -> bool:
    """Whether a source can only be a folder, and does not exist."""
    is_path = source.startswith(("/", ".", "~")) or source.count("/") > 1
    return is_path and not Path(source).exists()


def library(seed: int | None = None) -> Any:
    """Return the library transformers.

    Args:
        seed: PyTorch's seed; not set if None.

    Raises:
        UserError: If it is not installed.
    """
    try:
        import torch  # pyright: ignore
        import transformers  # pyright: ignore
    except ImportError as error:
        raise UserError(
            "this needs PyTorch and transformers: pip install 'webproctor[models]'."
        ) from error
    transformers.utils.logging.disable_progress_bar()
    if seed is not None:
        torch.manual_seed(seed)
    return transformers


def position_limit(model: Any) -> int | None:
    """Return the number of tokens that a model has positions for; None if it has no such limit."""
    # The positions of DeBERTa-v3 are relative.
    if not getattr(model.config, "position_biased_input", True):
        return None
    limit = getattr(model.config, "max_position_embeddings", None)
    if not isinstance(limit, int) or limit <= 0:
        return None
    # The positions of RoBERTa and its kind begin after that of padding.
    used = (
        1 + module.padding_idx
        for name, module in model.named_modules()
        if name.endswith("position_embeddings") and getattr(module, "padding_idx", None) is not None
    )
    return limit - max(used, default=0)


def scorer(source: str, seed: int | None = None, *, train: bool = False) -> tuple[Any, Any]:
    """Load a model with one output, and its tokenizer.

    Args:
        seed: Seed of weights that the source does not have.
        train: Load the weights in float32, in which they can be trained; otherwise in the
            precision of the source.

    Raises:
        UserError: If it cannot be loaded, has no weights for its output and is not loaded to train
            them, has LoRA weights or no padding token, or the libraries are not installed.
    """
    transformers = library(seed)
    if train:
        _refuse_lora(source)
    with loading(source):
        model, report = transformers.AutoModelForSequenceClassification.from_pretrained(
            source, num_labels=1, ignore_mismatched_sizes=True, output_loading_info=True
        )
        # AdamW's updates of float16 weights become NaN; those of bfloat16 weights are rounded away.
        model = model.float() if train else model
        tokenizer = transformers.AutoTokenizer.from_pretrained(source)
    if getattr(model, "peft_config", None):
        # They are those of a predictor, or transformers does not load the weights of the output.
        raise UserError(
            f"{source!r} is not a ranker: it has LoRA weights. Merge them with their base model, "
            "or train a ranker with `webproctor train ranker`."
        )
    # From transformers 5 on, each key comes with its sizes.
    of_other_sizes = (key if isinstance(key, str) else key[0] for key in report["mismatched_keys"])
    if (missing := sorted([*report["missing_keys"], *of_other_sizes])) and not train:
        raise UserError(
            f"{source!r} is not a ranker: it has no weights for {missing[0]}. Train it with "
            "`webproctor train ranker`."
        )
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.convert_ids_to_tokens(pad_id(tokenizer, source))
    if model.config.pad_token_id is None:
        model.config.pad_token_id = tokenizer.pad_token_id
    return model, tokenizer


def writer(source: str, seed: int | None = None, *, train: bool = False) -> tuple[Any, Any]:
    """Load a sequence-to-sequence or causal model, and its tokenizer.

    A folder of LoRA weights contains the name of its base model.

    Args:
        seed: Seed of weights that the source does not have.
        train: Load the weights in float32, in which they can be trained; otherwise in the
            precision of the source.

    Raises:
        UserError: If it cannot be loaded, is of another kind, cannot be trained or has no padding
            token, or the libraries are not installed.
    """
    transformers = library(seed)
    if train:
        _refuse_lora(source)
    with loading(source):
        config = transformers.AutoConfig.from_pretrained(_base(source))
        _check_writes(transformers, config, source)
        kind = "Seq2SeqLM" if config.is_encoder_decoder else "CausalLM"
        model = getattr(transformers, f"AutoModelFor{kind}").from_pretrained(source)
        model = model.float() if train else model
        tokenizer = transformers.AutoTokenizer.from_pretrained(source)
    pad_id(tokenizer, source)
    return model, tokenizer


def pad_id(tokenizer: Any, source: str = "") -> int:
    """Return the padding token, or the end token if the tokenizer has none.

    Raises:
        UserError: If it has neither.
    """
    for token in (tokenizer.pad_token_id, tokenizer.eos_token_id):
        if token is not None:
            return token
    raise UserError(
        f"{source!r}: its tokenizer has neither a padding nor an end token. Set `pad_token` in its "
        "tokenizer_config.json."
    )


def _check_writes(transformers: Any, config: Any, source: str) -> None:
    """Raise `UserError` for a bidirectional model, such as BERT.

    It can be loaded as a causal model, but its attention sees the answer that it learns.
    """
    if (
        type(config) in transformers.MODEL_FOR_MASKED_LM_MAPPING
        and not config.is_encoder_decoder
        and not getattr(config, "is_decoder", False)
    ):
        raise UserError(
            f"{source!r} ({config.model_type}) is not a sequence-to-sequence or causal model: use "
            "another model, such as google/flan-t5-base."
        )


def _refuse_lora(source: str) -> None:
    """Raise `UserError` for a folder of LoRA weights, which cannot be trained further."""
    if (Path(source) / _LORA).is_file():
        raise UserError(
            f"{source}: LoRA weights cannot be trained further. Train their base model, "
            f"{_base(source)}."
        )


def _base(source: str) -> str:
    adapter = Path(source) / _LORA
    if not adapter.is_file():
        return source
    config = read_json(adapter)
    base = config.get("base_model_name_or_path") if isinstance(config, dict) else None
    if not isinstance(base, str):
        raise UserError(f"{adapter}: base_model_name_or_path is missing: it names the base model.")
    return base
