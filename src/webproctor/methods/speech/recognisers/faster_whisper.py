"""The faster-whisper recogniser: Whisper with downloaded or local weights."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from webproctor.core.errors import UserError
from webproctor.methods.speech.audio import Samples
from webproctor.methods.weights import loading


class FasterWhisper:
    """A Whisper model of the library faster-whisper. It transcribes English.

    Args:
        model: A `WhisperModel` of the library.
        name: Its name in tables.
    """

    def __init__(self, model: Any, name: str) -> None:
        self.name = name
        self._model = model

    def transcribe(self, samples: Samples) -> str:
        segments, _ = self._model.transcribe(
            samples, language="en", beam_size=5, condition_on_previous_text=False
        )
        return " ".join(segment.text.strip() for segment in segments)


def make(setting: str, sentences: Sequence[str], device: str) -> FasterWhisper:
    """Load the weights of that name or folder; by default large-v3, as in the RealWebAssist paper.

    Raises:
        UserError: If the library is not installed, or the weights are not available.
    """
    try:
        # Imported by name, since this module has the library's name.
        faster_whisper: Any = import_module("faster_whisper")
    except ImportError as error:
        raise UserError(
            "this recogniser needs the speech extra: pip install 'webproctor[speech]'."
        ) from error
    source = setting or "large-v3"
    with loading(source):
        model = faster_whisper.WhisperModel(
            source, device=device or "auto", compute_type="default" if device == "cuda" else "int8"
        )
    return FasterWhisper(model, f"faster-whisper {source}")
