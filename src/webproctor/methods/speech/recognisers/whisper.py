"""Whisper and other speech-to-text models with transformers."""

from collections.abc import Sequence
from typing import Any

from webproctor.core.errors import UserError
from webproctor.methods.speech.audio import RATE, Samples
from webproctor.methods.weights import best_device, library, loading


class Whisper:
    """Args:
    model, processor: A speech-to-text model and its processor.
    name: Its name in tables.
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
    """Load the weights of that folder or name.

    Raises:
        UserError: If none is named, or the libraries or the weights are not available.
    """
    if not setting:
        raise UserError("whisper needs weights: whisper:openai/whisper-large-v3, or a folder.")
    transformers = library()
    with loading(setting):
        model: Any = transformers.AutoModelForSpeechSeq2Seq.from_pretrained(setting)
        processor: Any = transformers.AutoProcessor.from_pretrained(setting)
        model = model.to(device or best_device())
    return Whisper(model, processor, f"whisper {setting}")
