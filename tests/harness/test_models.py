"""Tests of agents with models on servers that implement the providers' protocols."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from in_memory import MEMORY, answers
from models.reader import Reader
from models.server import Fault, ModelServer
from per_change import every, first

from webproctor.core.errors import UserError
from webproctor.core.llm import Call, Message, ModelFailed, Reply
from webproctor.harness.models import InspectModel, ModelSettings, make_model, model_outside_a_run
from webproctor.harness.reading import read_run
from webproctor.harness.runs import run
from webproctor.run.results import Run

PROVIDERS = ("openai-api/loopback/scripted", "openai/gpt-4o", "anthropic/claude-sonnet-4-6")
Evaluate = Callable[..., Run]
Start = Callable[[ModelServer], int]


@pytest.fixture
def evaluate(tmp_path: Path, start: Start) -> Evaluate:
    """Run an agent with a model on a server, by default `web` on one task without a browser."""

    def evaluate(
        server: ModelServer,
        provider: str = PROVIDERS[0],
        *,
        benchmark: str = MEMORY,
        agent: str = "web",
        settings: dict[str, Any] | None = None,
        limit: int | None = 1,
        resume: bool = False,
        **more: Any,
    ) -> Run:
        url = f"http://127.0.0.1:{start(server)}"
        base = url if provider.startswith("anthropic") else f"{url}/v1"
        given = {"retries": 3, "price": (1.0, 10.0), **more}
        model = ModelSettings(name=provider, base_url=base, arguments={"api_key": "none"}, **given)
        folder = tmp_path / "run"
        return run(
            benchmark,
            agent,
            settings=settings,
            model=model,
            folder=folder,
            limit=limit,
            resume=resume,
        )

    return evaluate


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_model_of_each_protocol_solves_a_task(evaluate: Evaluate, provider: str) -> None:
    done = evaluate(ModelServer(answers), provider)
    assert done.results[0].score.value == 1
    assert done.model == provider


@pytest.mark.usefixtures("executable")
@pytest.mark.parametrize("provider", first(*PROVIDERS))
def test_a_model_of_each_protocol_solves_a_game(evaluate: Evaluate, provider: str) -> None:
    server = ModelServer(Reader().answer)
    done = evaluate(server, provider, benchmark="webgames", settings={"task": ("date",)})
    assert done.results[0].score.value == 1
    assert server.requested_messages[-1][-1].images, "the model sees the page"


@pytest.mark.parametrize("provider", first(*PROVIDERS))
def test_a_failed_request_is_retried(evaluate: Evaluate, provider: str) -> None:
    server = ModelServer(answers, [Fault(status=429), Fault(cut=True)])
    assert evaluate(server, provider).results[0].score.value == 1
    assert len(server.requests) == 3 + 2


@pytest.mark.parametrize("provider", first(*PROVIDERS))
@pytest.mark.parametrize(
    ("spoiled", "cause", "message"),
    every(
        2,
        [
            (
                Fault(reply=Reply()),
                "no action",
                "consecutive replies called no tool; they were empty",
            ),
            (Fault(reply=Reply(text="Hello!")), "no action", "the last was 'Hello!'"),
            (Fault(reply=Reply(text="So", stop="length")), "no action", "raise --max-tokens"),
            (
                Fault(reply=Reply(stop="refused")),
                "refused",
                "repeatedly refused to return an answer",
            ),
            (Fault(status=400), "model", "status 400"),
        ],
    ),
)
def test_useless_answers_end_the_episode_as_errored(
    evaluate: Evaluate, provider: str, spoiled: Fault, cause: str, message: str
) -> None:
    done = evaluate(ModelServer(answers, always=spoiled), provider)
    assert done.complete
    [result] = done.results
    assert (result.score.value, result.cause) == (0, cause)
    assert message in (result.message or "")


FILTERED = """{
    "type": "error",
    "error": {
        "type": "invalid_request_error",
        "message": "Output blocked by content filtering policy"
    },
    "request_id": "req_011CSHoEeqs5C35K2UUqR7Fy"
}"""


def test_an_answer_filtered_by_anthropic_counts_as_an_answer_without_a_call(
    evaluate: Evaluate,
) -> None:
    server = ModelServer(answers, [Fault(), Fault(status=400, body=FILTERED)])
    assert evaluate(server, PROVIDERS[2]).results[0].score.value == 1
    assert server.refused == []
    assert "You called no tool" in str(server.requests[2]["messages"])


def test_repeatedly_filtered_answers_end_the_episode_as_refused(evaluate: Evaluate) -> None:
    server = ModelServer(answers, always=Fault(status=400, body=FILTERED))
    [result] = evaluate(server, PROVIDERS[2]).results
    assert result.cause == "refused"


def test_a_server_that_never_responds_ends_the_episode_after_the_last_retry(
    evaluate: Evaluate,
) -> None:
    server = ModelServer(answers, always=Fault(status=500))
    [result] = evaluate(server, retries=1).results
    assert result.cause == "model"
    assert "500" in (result.message or "")
    assert len(server.requests) == 2


@pytest.mark.parametrize("provider", first(*PROVIDERS))
async def test_the_timeout_applies_to_an_answer_that_arrives_byte_by_byte(
    provider: str, start: Start
) -> None:
    url = f"http://127.0.0.1:{start(ModelServer(answers, always=Fault(drip=0.5)))}"
    base = url if provider.startswith("anthropic") else f"{url}/v1"
    settings = ModelSettings(
        name=provider, base_url=base, arguments={"api_key": "none"}, timeout=2, retries=0
    )
    with pytest.raises(ModelFailed, match="the model gave no answer: timeout after 2 s"):
        await InspectModel(make_model(settings)).generate([Message("user", "Hello!")])


def native(provider: str) -> tuple[dict[str, Any], Call]:
    """Return the declaration of the provider's own tool, and a right click in its format."""
    if provider.startswith("openai"):
        click = {"type": "click", "button": "right", "x": 640, "y": 123}
        return {"type": "computer"}, Call("c", "computer", {"actions": [click]})
    click = {"action": "right_click", "coordinate": [640, 123]}
    return {"type": "computer_20251124", "name": "computer"}, Call("c", "computer", click)


@pytest.mark.usefixtures("executable")
@pytest.mark.parametrize("provider", first("anthropic/claude-opus-4-6", "openai/gpt-5.4"))
def test_the_computer_agent_uses_the_native_tool_of_the_provider(
    evaluate: Evaluate, provider: str
) -> None:
    declared, click = native(provider)

    def look_and_click(messages: Sequence[Message], acting: bool) -> Reply:
        looked = sum(bool(message.images) for message in messages)
        return Reply(calls=(click if looked == 1 else Call("d", "done", {"answer": "?"}),))

    server = ModelServer(look_and_click)
    game = {"benchmark": "webgames", "settings": {"task": ("right-click",)}}
    [result] = evaluate(server, provider, agent="computer", **game).results
    assert result.score.details["won"]
    tool = next(one for one in server.requests[0]["tools"] if one.get("type") == declared["type"])
    assert tool.items() >= declared.items()
    # The screenshot after the click was sent as the tool's result.
    assert sum(len(message.images) for message in server.requested_messages[-1]) == 2
    assert [one.role for one in server.requested_messages[-1] if one.images] == ["user", "tool"]


@pytest.mark.parametrize("provider", first(*PROVIDERS))
def test_a_malformed_call_is_an_invalid_action(evaluate: Evaluate, provider: str) -> None:
    server = ModelServer(answers, [Fault(), Fault(malformed='{"element": 0, ')])
    [result] = evaluate(server, provider).results
    assert result.invalid_actions == 1
    assert result.score.value == 1


def test_a_malformed_call_of_done_does_not_end_the_episode(evaluate: Evaluate) -> None:
    server = ModelServer(answers, [Fault(), Fault(), Fault(malformed='{"answer": "42')])
    [result] = evaluate(server).results
    assert result.invalid_actions == 1
    assert result.score.value == 1


def test_a_truncated_call_of_done_does_not_end_the_episode(evaluate: Evaluate) -> None:
    # Anthropic's client returns what has arrived of the arguments, as an object.
    truncated = Reply(calls=(Call("c", "done", {}),), stop="length")
    server = ModelServer(answers, [Fault(), Fault(), Fault(reply=truncated)])
    [result] = evaluate(server, PROVIDERS[2]).results
    assert (result.invalid_actions, result.score.value) == (1, 1)
    assert "the answer was truncated in this call" in str(server.requests[-1]["messages"])


def test_a_huge_answer_is_truncated(evaluate: Evaluate) -> None:
    book = Reply(text="word " * 200_000, calls=(Call("c", "type", {"text": "x" * 2_000_000}),))
    server = ModelServer(answers, [Fault(), Fault(reply=book)])
    [result] = evaluate(server).results
    assert result.invalid_actions == 1
    assert result.score.value == 1
    assert len(str(server.requests[-1])) < 500_000


def test_the_error_for_an_unknown_action_lists_the_available_ones(evaluate: Evaluate) -> None:
    wrong = Reply(calls=(Call("c", "teleport", {"to": "the end"}),))
    server = ModelServer(answers, [Fault(), Fault(reply=wrong)])
    [result] = evaluate(server).results
    assert result.score.value == 1
    results = [one for one in server.requests[-1]["messages"] if one["role"] == "tool"]
    assert "there is no action 'teleport': actions are click" in results[0]["content"]


def test_usage_of_a_model_is_counted(evaluate: Evaluate) -> None:
    done = evaluate(ModelServer(answers))
    # A plan and two steps, each with 1,000 input and 100 output tokens.
    assert done.usage() == pytest.approx(
        {"calls": 3, "input_tokens": 3000, "output_tokens": 300, "dollars": 0.006}
    )


def test_a_budget_stops_the_run_before_it_is_exceeded(evaluate: Evaluate, tmp_path: Path) -> None:
    # Each request costs $2; its maximum cost is $1 more than its input.
    server = ModelServer(answers)
    done = evaluate(server, limit=None, price=(1900, 1000), max_tokens=100, budget=10.0)
    assert not done.complete
    assert "of $10.00 are spent" in (done.stopped or "")
    assert len(done.results) == 1
    spent = 2 * len(server.requests)
    assert spent <= 10
    done = evaluate(ModelServer(answers), limit=None, max_tokens=100, resume=True)
    assert done.complete
    assert [result.score.value for result in done.results] == [1, 1]
    assert read_run(tmp_path / "run").complete


async def test_a_budget_outside_a_run_includes_what_earlier_calls_cost(
    tmp_path: Path, start: Start
) -> None:
    settings = ModelSettings(
        name=PROVIDERS[0],
        base_url=f"http://127.0.0.1:{start(ModelServer(lambda messages, acting: Reply('yes')))}/v1",
        arguments={"api_key": "none"},
        price=(1000.0, 10_000.0),  # Each request costs $2.
        max_tokens=100,
        budget=3.0,
    )
    earlier = model_outside_a_run(settings, tmp_path, "asked.jsonl")
    assert (await earlier.generate([Message("user", "Is it?")])).text == "yes"
    later = model_outside_a_run(settings, tmp_path, "asked.jsonl")
    with pytest.raises(ModelFailed, match=r"\$2.00 of \$3.00 are spent"):
        await later.generate([Message("user", "Is it? " * 200)])


def test_a_budget_requires_a_price(evaluate: Evaluate) -> None:
    with pytest.raises(UserError, match="add --price IN,OUT"):
        evaluate(ModelServer(answers), "openai-api/loopback/new", price=None, budget=1.0)


def test_the_error_for_a_missing_model_says_how_to_choose_one(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="add --model"):
        run("webgames", "web", folder=tmp_path)


def test_the_error_for_a_model_without_a_provider_says_how_to_name_one(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"the provider is missing.*for example openai/gpt-5"):
        run("webgames", "web", model=ModelSettings(name="gpt-5"), folder=tmp_path)


def test_the_error_for_an_unknown_provider_suggests_a_similar_one(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"'opnai/gpt-5': .* Did you mean 'openai'"):
        run("webgames", "web", model=ModelSettings(name="opnai/gpt-5"), folder=tmp_path / "r")


def test_an_unknown_provider_is_a_user_error_before_the_run_starts(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nowhere/nothing"):
        run("webgames", "web", model=ModelSettings(name="nowhere/nothing"), folder=tmp_path / "r")
    assert not (tmp_path / "r").exists()
