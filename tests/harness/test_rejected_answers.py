"""Answers that servers report as errors or mark as refusals."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from in_memory import MEMORY, answers
from models.server import Fault, ModelServer
from per_change import every, first

from webproctor.harness.logs import read_episodes
from webproctor.harness.models import ModelSettings
from webproctor.harness.runs import run
from webproctor.run.episode_results import Result

CHAT, OPENAI, RESPONSES = "openai-api/loopback/scripted", "openai/gpt-4o", "openai/gpt-5.4"
Start = Callable[[ModelServer], int]
Play = Callable[..., Result]


@pytest.fixture
def play(tmp_path: Path, start: Start) -> Play:
    """Run the `web` agent on a task without a browser; return the result."""

    def play(server: ModelServer, provider: str = CHAT) -> Result:
        settings = ModelSettings(
            name=provider,
            base_url=f"http://127.0.0.1:{start(server)}/v1",
            arguments={"api_key": "none"},
            retries=1,
        )
        done = run(MEMORY, "web", model=settings, folder=tmp_path / "run", limit=1)
        assert done.results, done.stopped
        assert server.refused == []
        return done.results[0]

    return play


def error(status: int, message: str, **more: Any) -> Fault:
    return Fault(status=status, body=json.dumps({"error": {"message": message, **more}}))


GROQ = "Failed to call a function. Please adjust your prompt."


@pytest.mark.parametrize(
    ("fault", "tool", "said"),
    every(
        2,
        [
            (
                error(400, GROQ, code="tool_use_failed", failed_generation="<function=click>{x"),
                "click",
                f"{GROQ} The call: <function=click>{{x",
            ),
            (
                error(400, "t", code="tool_use_failed", failed_generation='{"name": "back", "x'),
                "back",
                'The call: {"name": "back", "x',
            ),
            (
                error(500, "error parsing tool call: raw='{', err=unexpected end"),
                "unknown",
                "raw='{'",
            ),
            (
                error(500, "Failed to parse input at pos 12: </tool_call>"),
                "unknown",
                "</tool_call>",
            ),
        ],
    ),
)
def test_a_call_that_the_server_cannot_parse_is_an_invalid_action(
    play: Play, tmp_path: Path, fault: Fault, tool: str, said: str
) -> None:
    server = ModelServer(answers, [Fault(), fault])
    result = play(server)
    assert (result.score.value, result.invalid_actions, result.message) == (1, 1, None)
    [episode] = read_episodes(tmp_path / "run").values()
    assert said in episode.steps[0].results[0].message
    assert said in server.requested_messages[-1][-2].text
    assert episode.steps[0].actions[0]["arguments"]["asked"] == tool


@pytest.mark.parametrize(
    "fault",
    every(
        3,
        [
            Fault(status=403, body=json.dumps({"error": "Content violates usage guidelines."})),
            # LiteLLM in front of Azure leaves the code out.
            error(400, "litellm.ContentPolicyViolationError: AzureException", code="400"),
            error(403, "x requires moderation. Your input was flagged for violence."),
            error(400, "InternalError.Algo.DataInspectionFailed: Input data may be unsuitable."),
            error(400, "Content Exists Risk"),
        ],
    ),
)
def test_a_refusal_with_the_status_of_an_error_is_a_refusal(play: Play, fault: Fault) -> None:
    assert play(ModelServer(answers, always=fault)).cause == "refused"


def completion(message: dict[str, Any], finish: str) -> Fault:
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
    return Fault(status=200, body=json.dumps({"id": "x", "choices": [choice]}))


@pytest.mark.parametrize("provider", first(CHAT, OPENAI))
@pytest.mark.parametrize(
    "fault",
    [
        completion({"content": None, "refusal": "I cannot help with that."}, "stop"),
        completion({"content": ""}, "sensitive"),
    ],
)
def test_repeated_refusals_end_the_episode_as_refused(
    play: Play, provider: str, fault: Fault
) -> None:
    assert play(ModelServer(answers, always=fault), provider).cause == "refused"


def test_the_error_of_a_refused_episode_has_the_text_of_the_refusal(play: Play) -> None:
    fault = completion({"content": None, "refusal": "I cannot help with that."}, "stop")
    result = play(ModelServer(answers, always=fault))
    assert "repeatedly refused to return an answer: I cannot help" in (result.message or "")


def refused_response(number: int) -> Fault:
    content = [{"type": "refusal", "refusal": "I cannot help with that."}]
    message = {"type": "message", "id": f"m{number}", "role": "assistant", "status": "completed"}
    response = {"id": "r", "object": "response", "output": [message | {"content": content}]}
    return Fault(status=200, body=json.dumps(response))


def test_a_refusal_of_the_responses_protocol_is_a_refusal(play: Play) -> None:
    faults = [refused_response(number) for number in range(4)]
    assert play(ModelServer(answers, faults), RESPONSES).cause == "refused"
