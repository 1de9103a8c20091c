"""Whisper by faster-whisper: the recogniser for real use; its weights are fetched or named."""

from collections.abc import Sequence
from typing import Any

from webproctor.errors import UserError
from webproctor.speech.audio import Samples


class FasterWhisper:
    """Args:
    model: A `WhisperModel` of the library.
    name: What it is, for tables.
    """

    def __init__(self, model: Any, name: str) -> None:
        self.name = name
        self._model = model

    def hear(self, samples: Samples) -> str:
        segments, _ = self._model.transcribe(
            samples, language="en", beam_size=5, condition_on_previous_text=False
        )
        return " ".join(segment.text.strip() for segment in segments)


def make(setting: str, sentences: Sequence[str], device: str) -> FasterWhisper:
    """By the weights of that name or folder; large-v3, as the paper used, by default.

    Raises:
        UserError: If the library is not installed, or the weights cannot be had.
    """
    try:
        import faster_whisper  # pyright: ignore
    except ImportError as error:
        raise UserError(
            "this recogniser needs the extra: pip install 'webproctor[speech]'."
        ) from error
    named = setting or "large-v3"
    try:
        model = faster_whisper.WhisperModel(
            named, device=device or "auto", compute_type="default" if device == "cuda" else "int8"
        )
    except Exception as error:
        raise UserError(f"faster-whisper: {named!r} cannot be loaded: {error}") from error
    return FasterWhisper(model, f"faster-whisper {named}")
