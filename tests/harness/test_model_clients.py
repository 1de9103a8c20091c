"""Models on servers that deviate from the protocols, and clients with retries of their own."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from in_memory import MEMORY, answers
from models.server import Fault, ModelServer

from webproctor.core.llm import ModelFailed
from webproctor.core.observations import Observation, View
from webproctor.harness.model_errors import CONTEXT_LENGTH
from webproctor.harness.models import ModelSettings, make_model
from webproctor.harness.runs import run
from webproctor.run.results import Run

CHAT = "openai-api/loopback/scripted"
CLAUDE = "anthropic/claude-sonnet-4-6"
Start = Callable[[ModelServer], int]
Examine = Callable[..., Run]


@pytest.fixture
def examine(tmp_path: Path, start: Start) -> Examine:
    """Run the `web` agent on a task without a browser, with a model on a server."""

    def examine(server: ModelServer, provider: str = CHAT, limit: int = 1) -> Run:
        url = f"http://127.0.0.1:{start(server)}"
        base = url if provider == CLAUDE else f"{url}/v1"
        model = ModelSettings(
            name=provider, base_url=base, arguments={"api_key": "none"}, retries=1, price=(1, 10)
        )
        return run(MEMORY, "web", model=model, folder=tmp_path / "run", limit=limit)

    return examine


def answer(message: dict[str, Any], **more: Any) -> Fault:
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    return Fault(status=200, body=json.dumps({"choices": [choice], **more}))


def test_an_answer_in_another_form_is_used(examine: Examine) -> None:
    call = {"function": {"name": "click", "arguments": {"element": 0}}}
    odd = answer({"content": [{"type": "text", "text": "so"}], "tool_calls": [call]}, usage={})
    done = examine(ModelServer(answers, [Fault(), odd]))
    [result] = done.results
    assert (result.score.value, result.invalid_actions, result.message) == (1, 0, None)
    assert (done.usage()["calls"], done.usage()["unmetered_calls"]) == (3, 1)


def test_an_answer_without_the_content_type_of_json_is_used(examine: Examine) -> None:
    call = {"function": {"name": "click", "arguments": {"element": 0}}}
    odd = replace(answer({"tool_calls": [call]}), content_type="text/plain")
    [result] = examine(ModelServer(answers, [Fault(), odd])).results
    assert (result.score.value, result.invalid_actions, result.message) == (1, 0, None)


def test_an_answer_whose_stream_ends_early_is_requested_again(examine: Examine) -> None:
    done = examine(ModelServer(answers, [Fault(), Fault(events=4)]), CLAUDE)
    assert done.results[0].score.value == 1
    assert (done.usage()["calls"], done.usage()["unmetered_calls"]) == (4, 1)


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ('{"type": "error", "error": {"type": "overloaded_error"}}', "application/json"),
        ("event: message_start\ndata: {\n\n", "text/event-stream"),
    ],
)
def test_a_body_instead_of_a_stream_is_an_error_that_is_retried(
    examine: Examine, body: str, content_type: str
) -> None:
    fault = Fault(status=200, body=body, content_type=content_type)
    done = examine(ModelServer(answers, [Fault(), fault]), CLAUDE)
    assert done.results[0].score.value == 1


def test_an_error_with_the_status_of_an_answer_is_retried_and_costs_nothing(
    examine: Examine,
) -> None:
    error = {"error": {"message": "Provider returned error", "code": 502}}
    server = ModelServer(answers, [Fault(), Fault(status=200, body=json.dumps(error))])
    done = examine(server)
    assert done.results[0].score.value == 1
    assert done.usage()["failed_calls"] == 1


@pytest.mark.parametrize("provider", [CHAT, "openai/gpt-5.4"])
def test_a_web_page_instead_of_an_answer_is_an_error_with_its_text(
    examine: Examine, provider: str
) -> None:
    page = Fault(status=502, body="<html><h1>Bad gateway</h1></html>")
    [result] = examine(ModelServer(answers, always=page), provider).results
    assert result.cause == "model"
    assert "Bad gateway" in (result.message or "")


@pytest.mark.parametrize(
    "body",
    [
        {"code": "invalid", "error": "This model's maximum prompt length is 10, not 12 tokens."},
        {"error": {"message": "input length and `max_tokens` exceed context limit: 9 + 8 > 10"}},
        {"error": {"message": "Your request exceeded model token limit: 10 (requested: 12)"}},
        [{"error": {"message": "The input token count (12) exceeds the maximum number of tokens"}}],
        {"error": {"code": "1261", "message": "Prompt exceeds max length"}},
        {"error": {"message": "prompt token count of 12 exceeds the limit of 10"}},
        {"message": {"detail": [{"msg": "Prompt too long"}]}, "code": "3051"},
    ],
)
def test_a_conversation_that_is_too_long_is_recognised_in_each_form(
    examine: Examine, body: Any
) -> None:
    fault = Fault(status=400, body=json.dumps(body))
    [result] = examine(ModelServer(answers, [Fault(), fault])).results
    assert result.cause == CONTEXT_LENGTH


@pytest.mark.parametrize(
    ("status", "message", "reason"),
    [
        (400, "foo/bar is not a valid model ID", "no such model"),
        (400, "Model Not Exist", "no such model"),
        (400, "Incorrect API key provided: x.", "rejected the API key"),
        (400, "library/gemma:2b does not support tools", "does not support tools"),
        (404, "No endpoints found that support tool use", "does not support tools"),
        (500, "tools param requires --jinja flag", "does not support tools"),
        (404, "No endpoints found that support image input", "does not support images"),
        (500, "image input is not supported - hint: provide the mmproj", "does not support images"),
        (400, "llama is not a multimodal model", "does not support images"),
        (400, "unknown variant `image_url`, expected `text`", "does not support images"),
        (400, "You have reached your specified API usage limits.", "no quota is left"),
        (400, "API key expired. Please renew the API key.", "rejected the API key"),
    ],
)
def test_a_bad_request_that_every_episode_would_repeat_stops_the_run(
    examine: Examine, status: int, message: str, reason: str
) -> None:
    body = json.dumps({"error": {"message": message}})
    server = ModelServer(answers, always=Fault(status=status, body=body))
    done = examine(server, limit=2)
    assert (done.results, len(server.asked)) == ([], 1)
    assert reason in (done.stopped or "")


@pytest.mark.parametrize("provider", ["ollama/llama", "vllm/qwen", "openrouter/x", CHAT])
def test_a_request_is_retried_as_often_as_the_user_said(examine: Examine, provider: str) -> None:
    server = ModelServer(answers, always=Fault(status=503))
    done = examine(server, provider)
    assert len(server.asked) == done.usage()["calls"] == 2


def test_retries_of_a_client_can_be_set() -> None:
    arguments = {"api_key": "none", "max_retries": 3}
    made = make_model(ModelSettings(name=CHAT, base_url="http://127.0.0.1", arguments=arguments))
    assert made.api.client.max_retries == 3  # type: ignore[attr-defined]


def test_an_agent_without_access_to_its_own_model_stops_the_run(tmp_path: Path) -> None:
    observations: list[Observation] = []

    class Locked:
        reads: frozenset[View] = frozenset()

        async def act(self, observation: Observation) -> Any:
            observations.append(observation)
            raise ModelFailed("model access", "the key is wrong")

    done = run(MEMORY, lambda benchmark: Locked(), folder=tmp_path / "run", parallel=1)
    assert (done.results, done.stopped, len(observations)) == ([], "the key is wrong", 1)
