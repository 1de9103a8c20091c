"""Speech recognisers, one module each; `recogniser(spec)` creates one."""

from collections.abc import Sequence
from typing import Protocol

from webproctor.core import registry
from webproctor.methods.speech.audio import Samples


class Recogniser(Protocol):
    """Transcribes audio. `name` identifies it in tables."""

    @property
    def name(self) -> str: ...

    def transcribe(self, samples: Samples) -> str:
        """Return the words of a clip; empty if none are recognised."""
        ...


def recogniser(spec: str, sentences: Sequence[str] = (), device: str = "") -> Recogniser:
    """Create a recogniser.

    Args:
        spec: `faster-whisper` or `faster-whisper:MODEL`; `whisper:MODEL`, with transformers, where
            MODEL is a folder or a hub name; `pocketsphinx`, with a grammar of the sentences, or
            `pocketsphinx:open`, without a grammar. Or one of your own: an entry point
            `webproctor.recognisers`, or `path/file.py:NAME`; see `registry.create`.
        sentences: The possible sentences, for recognisers with a grammar.
        device: Device of a neural recogniser, such as `cuda`; by default the best available.

    Raises:
        UserError: If there is no such recogniser, or its library or weights are not available.
    """
    included = registry.modules(__name__, "make")
    values = {"sentences": sentences, "device": device}
    return registry.create("recognisers", spec, included, ("name", "transcribe"), **values)
