"""Recognisers transcribe the sample's speech, and report missing requirements."""

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
        word_errors([clip.text for clip in some], [*map(listener.hear, sounds)], "english")
    )


@pytest.mark.exhaustive
def test_clean_speech_is_understood_and_noise_makes_it_worse() -> None:
    clean, noisy = rate(None), rate(0)
    assert clean <= 0.05
    assert noisy >= 0.6


def test_the_open_model_hears_something_of_each_clip() -> None:
    pytest.importorskip("pocketsphinx", reason="needs the extra `speech`")
    listener = recogniser("pocketsphinx:open")
    assert len(listener.hear(audio.read(clips()[0].path)).split()) > 3


def test_a_grammar_leaves_out_words_that_the_dictionary_does_not_know() -> None:
    made = grammar(["Go to Limoeiro!", "go to", "Buy it."], lambda word: word != "limoeiro")
    assert "public <said> = go to | buy it;" in made


@pytest.mark.parametrize(
    ("spec", "what"),
    [
        ("parrot", "Available: faster-whisper, pocketsphinx, whisper"),
        ("pocketsphinx", "the possible sentences"),
        ("pocketsphinx:best", "must be pocketsphinx or pocketsphinx:open"),
        ("whisper", "needs weights"),
    ],
)
def test_a_recogniser_that_cannot_be_is_told(spec: str, what: str) -> None:
    with pytest.raises(UserError, match=what):
        recogniser(spec)


def test_weights_of_faster_whisper_that_are_not_there_are_told() -> None:
    pytest.importorskip("faster_whisper", reason="needs the extra `speech`")
    with pytest.raises(UserError, match="cannot be loaded"):
        recogniser("faster-whisper:/nowhere/at/all")


def test_a_tiny_whisper_of_transformers_writes_something(tmp_path) -> None:
    torch = pytest.importorskip("torch", reason="needs the extra `models`")
    transformers = pytest.importorskip("transformers", reason="needs the extra `models`")
    from webproctor.methods.speech.recognisers.whisper import Whisper

    torch.manual_seed(0)
    config = transformers.WhisperConfig(
        vocab_size=60,
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

    class Processor:
        features = transformers.WhisperFeatureExtractor()

        def __call__(self, samples, **more):
            return self.features(samples, **more)

        def batch_decode(self, made, **more):
            return [" ".join(str(int(token)) for token in row) for row in made]

    model = transformers.WhisperForConditionalGeneration(config)
    model.generation_config.max_length = 12
    listener = Whisper(model, Processor(), "tiny")
    samples = audio.read(clips()[0].path)
    assert listener.hear(samples) == listener.hear(samples) != ""
