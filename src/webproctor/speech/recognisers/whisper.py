"""Whisper, and any other speech-to-text model, by the library transformers."""

from collections.abc import Sequence
from typing import Any

from webproctor.errors import UserError
from webproctor.speech.audio import RATE, Samples


class Whisper:
    """Args:
    model, processor: A speech-to-text model and its processor.
    name: What it is, for tables.
    """

    def __init__(self, model: Any, processor: Any, name: str) -> None:
        self.name = name
        self._model = model.eval()
        self._processor = processor

    def hear(self, samples: Samples) -> str:
        import torch  # pyright: ignore

        inputs = self._processor(samples, sampling_rate=RATE, return_tensors="pt")
        features = inputs.input_features.to(self._model.device, self._model.dtype)
        with torch.inference_mode():
            made = self._model.generate(features, num_beams=1, do_sample=False)
        return self._processor.batch_decode(made, skip_special_tokens=True)[0].strip()


def make(setting: str, sentences: Sequence[str], device: str) -> Whisper:
    """By the weights of that folder or name.

    Raises:
        UserError: If none is named, or the libraries or the weights cannot be had.
    """
    if not setting:
        raise UserError("whisper needs weights: whisper:openai/whisper-large-v3, or a folder.")
    try:
        import torch  # pyright: ignore
        import transformers  # pyright: ignore
    except ImportError as error:
        raise UserError(
            "this needs PyTorch and transformers: pip install 'webproctor[models]'."
        ) from error
    try:
        model: Any = transformers.AutoModelForSpeechSeq2Seq.from_pretrained(setting)
        processor: Any = transformers.AutoProcessor.from_pretrained(setting)
    except (OSError, ValueError) as error:
        raise UserError(f"{setting!r} cannot be loaded: {error}") from error
    model = model.to(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    return Whisper(model, processor, f"whisper {setting}")
