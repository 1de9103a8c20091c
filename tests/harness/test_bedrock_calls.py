"""Malformed calls of Bedrock's models."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from webproctor.core.anthropic_answers import MALFORMED_ARGUMENTS
from webproctor.harness.bedrock_calls import correct_calls, without_retries


def corrected(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer as Inspect gets it from the client."""
    handlers: dict[str, Any] = {}
    api: Any = SimpleNamespace(session=SimpleNamespace(register=handlers.__setitem__))
    correct_calls(api)
    handlers["after-call.bedrock-runtime.Converse"](parsed=answer, model=None, context={})
    return answer


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"element": 1}, {"element": 1}),
        ('{"element": 1}', {"element": 1}),
        (None, {}),
        ("element 1", {MALFORMED_ARGUMENTS: "element 1"}),
        ([1], {MALFORMED_ARGUMENTS: "[1]"}),
    ],
)
def test_the_input_of_a_call_is_an_object(given: Any, read: dict[str, Any]) -> None:
    call = {"toolUseId": "a", "name": "click", "input": given}
    corrected({"output": {"message": {"content": [{"text": "so"}, {"toolUse": call}]}}})
    assert call["input"] == read


def test_an_answer_without_content_is_empty() -> None:
    answer = corrected({"output": {"message": {"role": "assistant"}}})
    assert answer["output"]["message"]["content"] == []


def test_an_error_is_not_changed() -> None:
    error = {"Error": {"Code": "ThrottlingException"}}
    assert corrected(error)["Error"] == {"Code": "ThrottlingException"}


def test_the_client_does_not_retry_by_itself() -> None:
    config_module = pytest.importorskip("botocore.config", reason="botocore is not installed")
    created: list[Any] = []
    session = SimpleNamespace(create_client=lambda **options: created.append(options))
    without_retries(cast(Any, SimpleNamespace(session=session)))
    given = config_module.Config(read_timeout=7, retries={"mode": "adaptive"})
    session.create_client(service_name="bedrock-runtime", config=given)
    config = created[0]["config"]
    assert (config.retries["total_max_attempts"], config.read_timeout) == (1, 7)
