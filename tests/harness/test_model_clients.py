"""Models on servers that deviate from the protocols, and clients with retries of their own."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from harness.conftest import CHAT, Examine
from in_memory import MEMORY, answers
from models.server import Fault, ModelServer
from per_change import every, first

from webproctor.core.llm import ModelFailed
from webproctor.core.observations import Observation, View
from webproctor.harness.model_clients import correct_answers
from webproctor.harness.model_errors import CONTEXT_LENGTH
from webproctor.harness.models import ModelSettings, make_model
from webproctor.harness.runs import run

CLAUDE = "anthropic/claude-sonnet-4-6"
Start = Callable[[ModelServer], int]


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


def odd_stream(stop: str = "tool_calls", arguments: str = '{"element": 0}') -> Fault:
    """Return an answer of a server that imitates Anthropic's."""
    opened = {"role": "assistant", "model": None, "content": [], "usage": None}
    call = {"type": "tool_use", "id": None, "name": "click", "input": None}
    part = {"type": "input_json_delta", "partial_json": arguments}
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": opened},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking"}},
        {"type": "content_block_start", "index": 1, "content_block": call},
        {"type": "content_block_delta", "index": 1, "delta": part},
        {"type": "message_delta", "delta": {"stop_reason": stop}},
        {"type": "message_stop"},
    ]
    return stream(events)


def stream(events: Sequence[dict[str, Any]]) -> Fault:
    body = "".join(f"data: {json.dumps(event)}\r\n\r\n" for event in events)
    return Fault(status=200, body=body, content_type="text/event-stream")


def test_a_stream_that_deviates_from_the_protocol_is_used(examine: Examine) -> None:
    done = examine(ModelServer(answers, [Fault(), odd_stream()]), CLAUDE)
    [result] = done.results
    assert (result.score.value, result.invalid_actions, result.message) == (1, 0, None)
    assert (done.usage()["calls"], done.usage()["unmetered_calls"]) == (3, 1)


def test_a_streamed_completion_whose_calls_have_no_id_is_used(examine: Examine) -> None:
    def streamed(delta: dict[str, Any], reason: str) -> Fault:
        parts = [{"index": 0, "delta": delta}, {"index": 0, "delta": {}, "finish_reason": reason}]
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        chunks = [{"choices": [part]} for part in parts]
        return stream([*chunks, {"choices": [], "usage": usage}])

    call = {"index": 0, "function": {"name": "done", "arguments": '{"answer": "42"}'}}
    faults = [streamed({"content": "plan"}, "stop"), streamed({"tool_calls": [call]}, "tool_calls")]
    done = examine(ModelServer(answers, faults), stream=True)
    assert [(result.score.value, result.message) for result in done.results] == [(1, None)]
    assert (done.usage()["input_tokens"], done.usage()["output_tokens"]) == (20, 10)


def test_a_paused_answer_is_used_and_not_continued_without_limit(examine: Examine) -> None:
    server = ModelServer(answers, [Fault(), odd_stream("pause_turn")])
    assert examine(server, CLAUDE).results[0].score.value == 1
    assert (len(server.requests), server.refused) == (3, [])


def test_arguments_that_are_not_json_are_an_invalid_action(examine: Examine) -> None:
    server = ModelServer(answers, [Fault(), odd_stream(arguments="{element: 0}")])
    [result] = examine(server, CLAUDE).results
    assert (result.score.value, result.invalid_actions) == (1, 1)
    assert "not a JSON object: {element: 0}" in str(server.requests[2]["messages"])


def test_an_answer_that_ends_because_the_context_window_is_full_is_errored(
    examine: Examine,
) -> None:
    delta = {"stop_reason": "model_context_window_exceeded"}
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {"model": "m"}},
        {"type": "message_delta", "delta": delta},
    ]
    [result] = examine(ModelServer(answers, [Fault(), stream(events)]), CLAUDE).results
    assert result.cause == CONTEXT_LENGTH


def test_usage_of_zero_is_unknown(examine: Examine) -> None:
    zero = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
    call = {"id": "a", "function": {"name": "click", "arguments": "{}"}}
    done = examine(ModelServer(answers, [Fault(), answer({"tool_calls": [call]}, usage=zero)]))
    assert done.usage()["unmetered_calls"] == 1


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
    every(
        4,
        [
            {
                "code": "invalid",
                "error": "This model's maximum prompt length is 10, not 12 tokens.",
            },
            {
                "error": {
                    "message": "input length and `max_tokens` exceed context limit: 9 + 8 > 10"
                }
            },
            {"error": {"message": "Your request exceeded model token limit: 10 (requested: 12)"}},
            [
                {
                    "error": {
                        "message": "The input token count (12) exceeds the maximum number of tokens"
                    }
                }
            ],
            {"error": {"code": "1261", "message": "Prompt exceeds max length"}},
            {"error": {"message": "prompt token count of 12 exceeds the limit of 10"}},
            {"message": {"detail": [{"msg": "Prompt too long"}]}, "code": "3051"},
            {"message": "Input prompt (12 tokens) is too long and exceeds limit of 10"},
            # https://github.com/Aider-AI/aider/issues/2296
            {
                "error": {
                    "message": "Request body too large for gpt-4o model. Max size: 8000 tokens."
                }
            },
        ],
    ),
)
def test_a_conversation_that_is_too_long_is_recognised_in_each_form(
    examine: Examine, body: Any
) -> None:
    fault = Fault(status=400, body=json.dumps(body))
    [result] = examine(ModelServer(answers, [Fault(), fault])).results
    assert result.cause == CONTEXT_LENGTH


def test_a_context_that_is_full_while_the_model_writes_is_recognised(examine: Examine) -> None:
    # https://github.com/ggml-org/llama.cpp/issues/19774
    body = {"error": {"code": 500, "message": "Context size has been exceeded."}}
    faults = [Fault(), *[Fault(status=500, body=json.dumps(body))] * 2]
    [result] = examine(ModelServer(answers, faults)).results
    assert result.cause == CONTEXT_LENGTH


@pytest.mark.parametrize(
    ("status", "message", "reason"),
    every(
        9,
        [
            (400, "foo/bar is not a valid model ID", "no such model"),
            (400, "Model Not Exist", "no such model"),
            (400, "Incorrect API key provided: x.", "rejected the API key"),
            (400, "library/gemma:2b does not support tools", "does not support tools"),
            (404, "No endpoints found that support tool use", "does not support tools"),
            (500, "tools param requires --jinja flag", "does not support tools"),
            (400, "Stream must be set to true", "add -M stream=true"),
            (400, "This model only support stream mode, please enable", "add -M stream=true"),
            (404, "No endpoints found that support image input", "does not support images"),
            (
                500,
                "image input is not supported - hint: provide the mmproj",
                "does not support images",
            ),
            (400, "llama is not a multimodal model", "does not support images"),
            (400, "unknown variant `image_url`, expected `text`", "does not support images"),
            (400, "You have reached your specified API usage limits.", "no quota is left"),
            (400, "API key expired. Please renew the API key.", "rejected the API key"),
            # https://github.com/BerriAI/litellm/issues/20615
            (400, "Budget has been exceeded! Current cost: 3, Max budget: 2", "no quota is left"),
            (412, "Account x is suspended, possibly due to the spending limit", "no quota is left"),
            # https://github.com/BerriAI/litellm/issues/10313
            (400, "Function calling is not enabled for models/gemma", "does not support tools"),
            (400, "`tool calling` is not supported with this model", "does not support tools"),
            (400, "model does not support multimodal requests", "does not support images"),
            (
                400,
                "for 'role:user' (messages.1.content: value must be a string)",
                "not support images",
            ),
            # Bedrock
            (400, "The provided model identifier is invalid.", "no such model"),
            (400, "This model doesn't support tool use.", "does not support tools"),
            (400, "This model doesn't support the image content block", "does not support images"),
            (
                400,
                "Unsupported value: 'temperature' does not support 0 with this",
                "refuses a setting",
            ),
            (400, "Model grok-4 does not support parameter reasoningEffort.", "refuses a setting"),
            (400, "`temperature` and `top_p` cannot both be specified", "refuses a setting"),
            (400, "max_tokens: 9 > 8, which is the maximum allowed number", "refuses a setting"),
            # https://github.com/vllm-project/vllm/issues/13513
            (400, "At most 1 image(s) may be provided in one request.", "set --screenshots"),
            (
                400,
                "Too many images provided. This model supports up to 5 images",
                "set --screenshots",
            ),
        ],
    ),
)
def test_a_bad_request_that_every_episode_would_repeat_stops_the_run(
    examine: Examine, status: int, message: str, reason: str
) -> None:
    body = json.dumps({"error": {"message": message}})
    server = ModelServer(answers, always=Fault(status=status, body=body))
    done = examine(server, limit=2)
    assert (done.results, len(server.requests)) == ([], 1)
    assert reason in (done.stopped or "")


def test_a_stream_in_answer_to_a_request_without_one_stops_the_run(examine: Examine) -> None:
    body = 'data: {"choices": [{"delta": {"content": "I"}}]}\n\ndata: [DONE]\n\n'
    fault = Fault(status=200, body=body, content_type="text/event-stream")
    server = ModelServer(answers, always=fault)
    done = examine(server, limit=2)
    assert (done.results, len(server.requests)) == ([], 1)
    assert "add -M stream=true" in (done.stopped or "")


@pytest.mark.parametrize("provider", first("ollama/llama", "vllm/qwen", "openrouter/x", CHAT))
def test_a_request_is_retried_as_often_as_the_user_said(examine: Examine, provider: str) -> None:
    server = ModelServer(answers, always=Fault(status=503))
    done = examine(server, provider)
    assert len(server.requests) == done.usage()["calls"] == 2


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ('{"input_tokens": 3}', 200),
        ('{"input_tokens": "3"}', 404),
        ("{}", 404),
        ("[]", 404),
        ("<p>Welcome</p>", 404),
    ],
)
async def test_an_answer_without_a_count_of_tokens_is_an_error(body: str, status: int) -> None:
    transport = httpx.MockTransport(lambda request: httpx.Response(200, text=body))
    async with httpx.AsyncClient(transport=transport) as client:
        correct_answers(SimpleNamespace(_client=client))
        answer = await client.post("http://127.0.0.1/v1/messages/count_tokens")
    assert answer.status_code == status


def test_retries_of_a_client_can_be_set() -> None:
    arguments = {"api_key": "none", "max_retries": 3}
    model = make_model(ModelSettings(name=CHAT, base_url="http://127.0.0.1", arguments=arguments))
    assert model.api.client.max_retries == 3  # type: ignore[attr-defined]


def test_an_agent_without_access_to_its_own_model_stops_the_run(tmp_path: Path) -> None:
    observations: list[Observation] = []

    class Locked:
        reads: frozenset[View] = frozenset()

        async def act(self, observation: Observation) -> Any:
            observations.append(observation)
            raise ModelFailed("model access", "the key is wrong")

    done = run(MEMORY, lambda benchmark: Locked(), folder=tmp_path / "run", parallel=1)
    assert (done.results, done.stopped, len(observations)) == ([], "the key is wrong", 1)


@pytest.mark.parametrize("reason", ["error", {"type": "abort", "message": "queue is full"}])
def test_the_reason_of_an_empty_answer_is_given(examine: Examine, reason: Any) -> None:
    choice = {"index": 0, "message": {"content": ""}, "finish_reason": reason}
    empty = Fault(status=200, body=json.dumps({"choices": [choice]}))
    [result] = examine(ModelServer(answers, always=empty)).results
    assert result.cause == "no action"
    assert f"[empty answer, {reason}]" in (result.message or "")
