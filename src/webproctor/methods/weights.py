"""Load models from a folder or a hub with transformers."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from webproctor.core.errors import UserError
from webproctor.files.reading import read_json


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
        reason = str(error) or type(error).__name__
        raise UserError(f"{source!r} cannot be loaded: {reason}") from error


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


def scorer(source: str, seed: int | None = None, *, train: bool = False) -> tuple[Any, Any]:
    """Load a model with one output, and its tokenizer.

    Args:
        seed: Seed of weights that the source does not have.
        train: Load the weights in float32, in which they can be trained; otherwise in the
            precision of the source.

    Raises:
        UserError: If it cannot be loaded, or the libraries are not installed.
    """
    transformers = library(seed)
    with loading(source):
        model = transformers.AutoModelForSequenceClassification.from_pretrained(
            source, num_labels=1
        )
        # AdamW's updates of float16 weights become NaN; those of bfloat16 weights are rounded away.
        model = model.float() if train else model
        return model, transformers.AutoTokenizer.from_pretrained(source)


def writer(source: str, seed: int | None = None, *, train: bool = False) -> tuple[Any, Any]:
    """Load a sequence-to-sequence or causal model, and its tokenizer.

    A folder of LoRA weights contains the name of its base model.

    Args:
        seed: Seed of weights that the source does not have.
        train: Load the weights in float32, in which they can be trained; otherwise in the
            precision of the source.

    Raises:
        UserError: If it cannot be loaded, or the libraries are not installed.
    """
    transformers = library(seed)
    with loading(source):
        config = transformers.AutoConfig.from_pretrained(_base(source))
        kind = "Seq2SeqLM" if config.is_encoder_decoder else "CausalLM"
        model = getattr(transformers, f"AutoModelFor{kind}").from_pretrained(source)
        model = model.float() if train else model
        return model, transformers.AutoTokenizer.from_pretrained(source)


def _base(source: str) -> str:
    adapter = Path(source) / "adapter_config.json"
    if not adapter.is_file():
        return source
    config = read_json(adapter)
    base = config.get("base_model_name_or_path") if isinstance(config, dict) else None
    if not isinstance(base, str):
        raise UserError(f"{adapter}: base_model_name_or_path is missing: it names the base model.")
    return base
