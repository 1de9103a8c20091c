"""Rate limits: waits that providers name, and limits that no wait of a run outlasts."""

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import Eventually
from harness.conftest import Examine
from in_memory import answers
from models.server import Fault, ModelServer
from per_change import first
from tenacity import Future, RetryCallState, wait_fixed

from webproctor.core.llm import Message, ModelFailed
from webproctor.harness.models import InspectModel, ModelSettings, make_model
from webproctor.harness.rate_limits import named_wait, wait_as_named

Start = Callable[[ModelServer], int]
GOOGLE_DAILY = {
    "code": 429,
    "message": "You exceeded your current quota, please check your plan and billing details.",
    "status": "RESOURCE_EXHAUSTED",
    "details": [
        {"violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]},
        {"retryDelay": "22s"},
    ],
}


def error_with(text: str, **headers: str) -> Exception:
    error: Any = Exception(text)
    error.response = SimpleNamespace(headers=headers)
    return error


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        # OpenAI, Groq
        ("on tokens per min (TPM): Limit 10, Used 9. Please try again in 9.816s. Visit", 9.816),
        ("Please try again in 644ms.", 0.644),
        ("Please try again in 9m38.5s. Need more tokens?", 578.5),
        # Azure
        ("Rate limit is exceeded. Try again in 2 seconds.", 2),
        ("Please retry after 86400 seconds. Please go here", 86_400),
        # Google
        ("{'@type': 'google.rpc.RetryInfo', 'retryDelay': '22s'}", 22),
        ("Too many tokens, please wait before trying again.", None),
    ],
)
def test_the_wait_in_the_text_of_an_error_is_read(text: str, seconds: float | None) -> None:
    assert named_wait(Exception(text)) == seconds


@pytest.mark.parametrize("status", [413, 429])
def test_a_request_that_is_larger_than_the_limit_is_not_retried(
    examine: Examine, status: int
) -> None:
    text = "Request too large for m on tokens per min (TPM): Limit 10, Requested 20."
    body = json.dumps({"error": {"message": text, "code": "rate_limit_exceeded"}})
    server = ModelServer(answers, always=Fault(status=status, body=body))
    [result] = examine(server).results
    assert (result.cause, len(server.requests)) == ("context length", 1)
    assert "tokens per minute" in (result.message or "")


def test_the_wait_in_the_header_of_an_error_comes_first() -> None:
    assert named_wait(error_with("try again in 9s", **{"retry-after": "30"})) == 30


@pytest.mark.parametrize(
    ("text", "seconds"), [("try again in 40s", 40), ("try again in 1s", 5), ("busy", 5)]
)
def test_a_retry_waits_at_least_as_long_as_the_provider_asks(text: str, seconds: float) -> None:
    api: Any = SimpleNamespace(retry_wait=lambda: wait_fixed(5))
    wait_as_named(api)
    state = RetryCallState(None, None, (), {})  # type: ignore[arg-type]
    state.outcome = Future.construct(1, error_with(text), has_exception=True)
    assert api.retry_wait()(state) == seconds


@pytest.mark.parametrize(
    "error",
    first(
        # OpenAI, Groq
        "on requests per day (RPD): Limit 200, Used 200. Please try again in 7m12s.",
        GOOGLE_DAILY,
        "on tokens per day (TPD): Limit 100000, Used 97050. Please try again in 9m38.016s.",
        # OpenRouter
        "Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 requests",
        # Anthropic
        "Number of request tokens has exceeded your daily rate limit",
        # Azure
        "have exceeded token rate limit of your tier. Please retry after 86400 seconds.",
        count=2,
    ),
)
def test_a_limit_that_no_wait_outlasts_stops_the_run(examine: Examine, error: Any) -> None:
    body = json.dumps({"error": error if isinstance(error, dict) else {"message": error}})
    server = ModelServer(answers, [Fault(), Fault(status=429, body=body)])
    done = examine(server, limit=2)
    assert (done.results, len(server.requests)) == ([], 2)
    assert "a limit of the account is used up: resume the run later" in (done.stopped or "")


def test_a_limit_in_a_failed_response_without_a_status_stops_the_run(
    examine: Examine,
) -> None:
    error = {"code": "rate_limit_exceeded", "message": "on requests per day (RPD): Limit 200"}
    body = json.dumps({"error": error})
    done = examine(ModelServer(answers, [Fault(status=200, body=body)]), limit=2)
    assert "a limit of the account is used up" in (done.stopped or "")


def test_a_limit_per_minute_is_retried(examine: Examine) -> None:
    limit = "Rate limit reached on tokens per min (TPM): Limit 10000. Please try again in 9ms."
    body = json.dumps({"error": {"message": limit, "code": "rate_limit_exceeded"}})
    done = examine(ModelServer(answers, [Fault(status=429, body=body)]), limit=2)
    assert [result.score.value for result in done.results] == [1, 1]
    assert done.usage()["failed_calls"] == 1


async def test_a_timeout_of_a_retry_names_the_error_before_it(
    start: Start, eventually: Eventually, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = json.dumps({"error": {"message": "the server is busy"}})
    server = ModelServer(answers, [Fault(status=429, body=body)], always=Fault(drip=0.5))
    settings = ModelSettings(
        name="openai-api/loopback/scripted",
        base_url=f"http://127.0.0.1:{start(server)}/v1",
        arguments={"api_key": "none"},
    )
    model, timeouts = make_model(settings), list[asyncio.Timeout]()
    model.api.retry_wait = lambda: wait_fixed(0)
    start_timeout = asyncio.timeout

    def noted(seconds: float | None) -> asyncio.Timeout:
        timeout = start_timeout(seconds)
        timeouts.extend([timeout] if seconds == settings.timeout else [])
        return timeout

    monkeypatch.setattr(asyncio, "timeout", noted)
    answer = asyncio.create_task(InspectModel(model).generate([Message("user", "Hello!")]))
    await eventually(lambda: len(server.requests) == 2)
    [timeout] = timeouts
    timeout.reschedule(0)
    with pytest.raises(ModelFailed, match=r"timeout after 600 s; .* failed: .* the server is busy"):
        await answer
