"""Recognisers: audio in, words out. One file each; `recogniser(spec)` makes one."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol

from webproctor.errors import UserError
from webproctor.speech.audio import Samples


class Recogniser(Protocol):
    """Writes down what it hears. `name` says what it is, for tables."""

    @property
    def name(self) -> str: ...

    def hear(self, samples: Samples) -> str:
        """The words of a clip; empty where it hears none."""
        ...


def recogniser(spec: str, sentences: Sequence[str] = (), device: str = "") -> Recogniser:
    """Make a recogniser.

    Args:
        spec: `faster-whisper` or `faster-whisper:MODEL`; `whisper:MODEL`, by transformers, where
            MODEL is a folder or a hub's name; `pocketsphinx`, which expects the sentences that it
            is told, or `pocketsphinx:open`, which expects anything.
        sentences: What can be said, for recognisers with a grammar.
        device: Where a neural one runs, such as `cuda`; by default the best there is.

    Raises:
        UserError: If there is no such recogniser, or its library or weights cannot be had.
    """
    kind, _, setting = spec.partition(":")
    known = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    module = kind.replace("-", "_")
    if module not in known:
        names = ", ".join(name.replace("_", "-") for name in known)
        raise UserError(f"there is no recogniser {kind!r}. There are: {names}.")
    return import_module(f"{__name__}.{module}").make(setting, sentences, device)
