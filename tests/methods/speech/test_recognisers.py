"""Recognisers transcribe the sample's speech, and report missing requirements."""

from typing import Any

import numpy as np
import pytest

from webproctor.benchmarks.realwebassist.clips import clips
from webproctor.core.errors import UserError
from webproctor.methods.speech import audio
from webproctor.methods.speech.errors import word_error_rate, word_errors
from webproctor.methods.speech.noise import Noise
from webproctor.methods.speech.recognisers import recogniser
from webproctor.methods.speech.recognisers.pocketsphinx import grammar

pytest.importorskip("soundfile", reason="needs the extra `speech`")


def rate(snr: float | None) -> float:
    pytest.importorskip("pocketsphinx", reason="needs the extra `speech`")
    some = clips()[::3]
    listener = recogniser("pocketsphinx", [clip.text for clip in clips()])
    sounds = [audio.read(clip.path) for clip in some]
    if snr is not None:
        noise = Noise("babble", sounds)
        sounds = [
            noise.over(sound, snr, f"{clip.participant}/{clip.number}").samples
            for clip, sound in zip(some, sounds, strict=True)
        ]
    return word_error_rate(
        word_errors([clip.text for clip in some], [*map(listener.transcribe, sounds)], "english")
    )


@pytest.mark.exhaustive
def test_noise_increases_the_error_rate() -> None:
    clean, noisy = rate(None), rate(0)
    assert clean <= 0.05
    assert noisy >= 0.6


def test_a_transcript_does_not_depend_on_the_clips_before() -> None:
    pytest.importorskip("pocketsphinx", reason="needs the extra `speech`")
    listener = recogniser("pocketsphinx", [clip.text for clip in clips()])
    sounds = [audio.read(clip.path) for clip in clips()[:12]]
    noise = Noise("babble", sounds)
    other, clip = (noise.over(sounds[index], 0, str(index)).samples for index in (0, 8))
    alone = listener.transcribe(clip)
    listener.transcribe(other)
    assert listener.transcribe(clip) == alone


def test_the_open_model_transcribes_each_clip() -> None:
    pytest.importorskip("pocketsphinx", reason="needs the extra `speech`")
    listener = recogniser("pocketsphinx:open")
    assert len(listener.transcribe(audio.read(clips()[0].path)).split()) > 3


def test_a_grammar_omits_words_that_are_not_in_the_dictionary() -> None:
    text = grammar(["Go to Limoeiro!", "go to", "Buy it."], lambda word: word != "limoeiro")
    assert "public <said> = go to | buy it;" in text


@pytest.mark.parametrize(
    ("spec", "what"),
    [
        ("parrot", "Available: faster-whisper, pocketsphinx, whisper"),
        ("pocketsphinx", "use pocketsphinx:open"),
        ("pocketsphinx:best", "must be pocketsphinx or pocketsphinx:open"),
        ("whisper", "needs weights"),
    ],
)
def test_an_invalid_recogniser_is_a_user_error(spec: str, what: str) -> None:
    with pytest.raises(UserError, match=what):
        recogniser(spec)


def test_missing_faster_whisper_weights_are_a_user_error() -> None:
    pytest.importorskip("faster_whisper", reason="needs the extra `speech`")
    with pytest.raises(UserError, match="cannot be loaded"):
        recogniser("faster-whisper:/nowhere/at/all")


class Processor:
    """Whisper's features, and tokens as numbers instead of words."""

    def __init__(self, features: Any) -> None:
        self._features = features

    def __call__(self, samples: Any, **more: Any) -> Any:
        return self._features(samples, **more)

    def batch_decode(self, tokens: Any, **more: Any) -> list[str]:
        return [" ".join(str(int(token)) for token in row) for row in tokens]


@pytest.fixture
def whisper() -> Any:
    """A tiny random Whisper without the settings of timestamps and languages."""
    torch = pytest.importorskip("torch", reason="needs the extra `models`")
    transformers = pytest.importorskip("transformers", reason="needs the extra `models`")
    from webproctor.methods.speech.recognisers.whisper import Whisper

    torch.manual_seed(0)
    config = transformers.WhisperConfig(
        vocab_size=1561,
        d_model=16,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=32,
        decoder_ffn_dim=32,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
        decoder_start_token_id=1,
        max_target_positions=32,
        suppress_tokens=None,
        begin_suppress_tokens=None,
    )
    model = transformers.WhisperForConditionalGeneration(config)
    model.generation_config.max_length = 12
    return Whisper(model, Processor(transformers.WhisperFeatureExtractor()), "tiny")


def noise(seconds: int) -> audio.Samples:
    return np.random.default_rng(0).normal(size=seconds * audio.RATE).astype(np.float32)


def test_a_tiny_whisper_model_returns_text(whisper: Any) -> None:
    samples = audio.read(clips()[0].path)
    assert whisper.transcribe(samples) == whisper.transcribe(samples) != ""


def test_whisper_transcribes_the_end_of_a_long_clip(whisper: Any) -> None:
    """The weights are random, and write about as much of each window of 30 s."""
    whisper._model.generation_config.no_timestamps_token_id = 59
    short, long = (len(whisper.transcribe(noise(seconds)).split()) for seconds in (31, 90))
    assert short < long


def test_a_long_clip_requires_weights_with_timestamps(whisper: Any) -> None:
    with pytest.raises(UserError, match=r"longer than 30 s, and the weights have no timestamps"):
        whisper.transcribe(noise(31))


@pytest.mark.parametrize("multilingual", [True, False])
def test_whisper_transcribes_in_english(whisper: Any, multilingual: bool) -> None:
    settings = whisper._model.generation_config
    settings.is_multilingual = multilingual
    settings.lang_to_id = {"<|de|>": 6, "<|en|>": 7}
    settings.task_to_id = {"transcribe": 8, "translate": 9}
    options: dict[str, Any] = {}
    generate = whisper._model.generate

    def listen(features: Any, **more: Any) -> Any:
        options.update(more)
        return generate(features, **more)

    whisper._model.generate = listen
    assert whisper.transcribe(noise(5))
    assert options.get("language") == ("en" if multilingual else None)
