"""Models and their weights, from a folder or a hub, by the library transformers."""

import json
from pathlib import Path
from typing import Any

from webproctor.errors import UserError


def last_change(source: str) -> int:
    """When a folder of weights was last written to; 0 for a name on a hub.

    Who keeps a loaded model asks for it anew by this: training writes to folders again.
    """
    folder = Path(source)
    if not source or not folder.is_dir():
        return 0
    return max((file.stat().st_mtime_ns for file in folder.iterdir()), default=0)


def best_device() -> str:
    """Where a model runs if nobody says where."""
    import torch  # pyright: ignore

    return "cuda" if torch.cuda.is_available() else "cpu"


def scorer(source: str, seed: int | None = None) -> tuple[Any, Any]:
    """A model with one output, and its tokenizer.

    Args:
        seed: Decides weights that the source does not have.

    Raises:
        UserError: If it cannot be loaded, or the libraries are not installed.
    """
    transformers = _library(seed)
    try:
        model = transformers.AutoModelForSequenceClassification.from_pretrained(
            source, num_labels=1
        )
        return model, transformers.AutoTokenizer.from_pretrained(source)
    except (OSError, ValueError) as error:
        raise UserError(f"{source!r} cannot be loaded: {error}") from error


def writer(source: str, seed: int | None = None, **more: Any) -> tuple[Any, Any]:
    """A sequence-to-sequence or causal model, and its tokenizer.

    A folder of LoRA weights names the model that they belong to itself.

    Raises:
        UserError: If it cannot be loaded, or the libraries are not installed.
    """
    transformers = _library(seed)
    try:
        config = transformers.AutoConfig.from_pretrained(_base(source))
        kind = "Seq2SeqLM" if config.is_encoder_decoder else "CausalLM"
        model = getattr(transformers, f"AutoModelFor{kind}").from_pretrained(source, **more)
        return model, transformers.AutoTokenizer.from_pretrained(source)
    except (OSError, ValueError) as error:
        raise UserError(f"{source!r} cannot be loaded: {error}") from error


def _library(seed: int | None) -> Any:
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


def _base(source: str) -> str:
    adapter = Path(source) / "adapter_config.json"
    if adapter.is_file():
        return json.loads(adapter.read_bytes())["base_model_name_or_path"]
    return source
