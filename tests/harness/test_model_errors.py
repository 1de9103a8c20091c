"""Descriptions of the errors of model providers."""

import pytest

from webproctor.harness.model_errors import access_error, model_failure


def test_a_tokenizer_that_cannot_be_downloaded_is_named() -> None:
    error = ConnectionError("Max retries exceeded with url: /encodings/o200k_base.tiktoken")
    failure = model_failure(error)
    assert failure.cause == "model"
    assert str(failure).startswith("the tokenizer of the model could not be downloaded")


class _Refusal(Exception):
    """An error of a provider's client, with the status of the server's answer."""

    def __init__(self, status_code: int, message: str) -> None:
        super().__init__(message)
        self.status_code = status_code


@pytest.mark.parametrize(
    ("status", "message", "before_an_answer", "after_one"),
    [
        (401, "unauthorized", True, True),
        (402, "payment required", True, True),
        (429, "insufficient_quota", True, True),
        (400, "API key not valid", True, True),
        (403, "forbidden", True, False),
        (404, "not found", True, False),
        (400, "the model does not exist", True, False),
        (429, "try again in 2s", False, False),
        (400, "the prompt was filtered", False, False),
        (500, "API key not valid", False, False),
    ],
)
def test_an_error_stops_a_run_if_it_affects_every_request(
    status: int, message: str, before_an_answer: bool, after_one: bool
) -> None:
    error = _Refusal(status, message)
    stops = [access_error(error, "a/b", answered=answered) for answered in (False, True)]
    assert [one is not None for one in stops] == [before_an_answer, after_one]
