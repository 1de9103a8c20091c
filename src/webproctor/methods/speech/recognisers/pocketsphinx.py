"""The PocketSphinx recogniser: small, with a bundled model, so it needs no download."""

import re
from collections.abc import Sequence
from typing import Any

from webproctor.core.errors import UserError
from webproctor.methods.speech.audio import Samples, sixteen_bit

_SEARCH = "sentences"


class PocketSphinx:
    """A decoder of PocketSphinx.

    Args:
        decoder: A decoder of the library.
        name: Its name in tables.
    """

    def __init__(self, decoder: Any, name: str) -> None:
        self.name = name
        self._decoder = decoder

    def transcribe(self, samples: Samples) -> str:
        # Otherwise a transcript depends on earlier clips.
        self._decoder.reinit_feat()
        self._decoder.start_utt()
        self._decoder.process_raw(sixteen_bit(samples), full_utt=True)
        self._decoder.end_utt()
        hypothesis = self._decoder.hyp()
        return "" if hypothesis is None else hypothesis.hypstr


def grammar(sentences: Sequence[str], is_known: Any) -> str:
    """Return a JSGF grammar of whole sentences, without words that are not in the dictionary."""
    texts = dict.fromkeys(
        " ".join(word for word in re.findall(r"[a-z']+", sentence.lower()) if is_known(word))
        for sentence in sentences
    )
    rules = " | ".join(sentence for sentence in texts if sentence)
    return f"#JSGF V1.0;\ngrammar said;\npublic <said> = {rules};\n"


def make(setting: str, sentences: Sequence[str], device: str) -> PocketSphinx:
    """Create a recogniser with a grammar of the sentences, or with `open` with its language model.

    Raises:
        UserError: If the library is not installed, the setting is invalid, or there are no
            sentences.
    """
    try:
        import pocketsphinx
    except ImportError as error:
        raise UserError(
            "this recogniser needs the speech extra: pip install 'webproctor[speech]'."
        ) from error
    if setting not in ("", "open"):
        raise UserError(f"pocketsphinx:{setting}: must be pocketsphinx or pocketsphinx:open.")
    if setting == "open":
        return PocketSphinx(pocketsphinx.Decoder(loglevel="FATAL"), "pocketsphinx, open")
    if not sentences:
        raise UserError(
            "pocketsphinx recognises only given sentences, and here are none: "
            "use pocketsphinx:open or another recogniser."
        )
    decoder = pocketsphinx.Decoder(lm=None, loglevel="FATAL")
    decoder.add_jsgf_string(_SEARCH, grammar(sentences, decoder.lookup_word))
    decoder.activate_search(_SEARCH)
    return PocketSphinx(decoder, "pocketsphinx, grammar")
