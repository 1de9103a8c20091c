"""Whisper and other speech-to-text models with transformers."""

from collections.abc import Sequence
from typing import Any

from webproctor.core.errors import UserError
from webproctor.methods.speech.audio import RATE, Samples
from webproctor.methods.weights import best_device, library, loading

_WINDOW = 30  # Seconds that Whisper transcribes at once; longer clips need timestamps.


class Whisper:
    """A speech-to-text model. Whisper transcribes clips of any length, in English.

    Args:
        model, processor: A speech-to-text model and its processor.
        name: Its name in tables.
    """

    def __init__(self, model: Any, processor: Any, name: str) -> None:
        self.name = name
        self._model = model.eval()
        self._processor = processor

    def transcribe(self, samples: Samples) -> str:
        """Return the words of a clip.

        Raises:
            UserError: If the clip is longer than 30 s and the weights cannot tell times.
        """
        import torch  # pyright: ignore

        settings: dict[str, Any] = {"num_beams": 1, "do_sample": False}
        options: dict[str, Any] = {}
        # English-only weights refuse a language.
        if getattr(self._model.generation_config, "is_multilingual", False):
            settings["language"] = "en"
        if self._model.config.model_type == "whisper" and len(samples) > _WINDOW * RATE:
            if not hasattr(self._model.generation_config, "no_timestamps_token_id"):
                raise UserError(
                    f"{self.name}: a clip is longer than {_WINDOW} s, and the weights have no "
                    "timestamps in generation_config.json. Use other weights, or shorter clips."
                )
            # By default, the processor truncates clips.
            options = {"truncation": False, "padding": "longest", "return_attention_mask": True}
            settings["return_timestamps"] = True
        inputs = self._processor(samples, sampling_rate=RATE, return_tensors="pt", **options)
        features = inputs.input_features.to(self._model.device, self._model.dtype)
        if options:
            settings["attention_mask"] = inputs.attention_mask.to(self._model.device)
        with torch.inference_mode():
            output = self._model.generate(features, **settings)
        return self._processor.batch_decode(output, skip_special_tokens=True)[0].strip()


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
