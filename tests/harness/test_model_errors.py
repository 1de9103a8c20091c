"""Descriptions of the errors of model providers."""

from webproctor.harness.model_errors import model_failure


def test_a_tokenizer_that_cannot_be_downloaded_is_named() -> None:
    error = ConnectionError("Max retries exceeded with url: /encodings/o200k_base.tiktoken")
    failure = model_failure(error)
    assert failure.cause == "model"
    assert str(failure).startswith("the tokenizer of the model could not be downloaded")
