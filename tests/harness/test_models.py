"""Tests of agents with models on servers that implement the providers' protocols."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from in_memory import MEMORY, answers
from models.reader import Reader
from models.server import Fault, ModelServer
from per_change import first

from webproctor.core.errors import UserError
from webproctor.core.llm import Call, Message, ModelFailed, Reply
from webproctor.harness.models import InspectModel, ModelSettings, make_model
from webproctor.harness.reading import read_run
from webproctor.harness.runs import run
from webproctor.run.results import Run

PROVIDERS = ("openai-api/loopback/scripted", "openai/gpt-4o", "anthropic/claude-sonnet-4-6")
Examine = Callable[..., Run]
Start = Callable[[ModelServer], int]


@pytest.fixture
def examine(tmp_path: Path, start: Start) -> Examine:
    """Run an agent with a model on a server, by default `web` on one task without a browser."""

    def examine(
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

    return examine


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_model_of_each_protocol_solves_a_task(examine: Examine, provider: str) -> None:
    done = examine(ModelServer(answers), provider)
    assert done.results[0].score.value == 1
    assert done.model == provider


@pytest.mark.usefixtures("executable")
@pytest.mark.parametrize("provider", first(*PROVIDERS))
def test_a_model_of_each_protocol_solves_a_game(examine: Examine, provider: str) -> None:
    server = ModelServer(Reader().answer)
    done = examine(server, provider, benchmark="webgames", settings={"task": ("date",)})
    assert done.results[0].score.value == 1
    assert server.heard[-1][-1].images, "the model sees the page"


@pytest.mark.parametrize("provider", first(*PROVIDERS))
def test_a_request_that_fails_is_sent_again(examine: Examine, provider: str) -> None:
    server = ModelServer(answers, [Fault(status=429), Fault(cut=True)])
    assert examine(server, provider).results[0].score.value == 1
    assert len(server.asked) == 3 + 2


@pytest.mark.parametrize("provider", first(*PROVIDERS))
@pytest.mark.parametrize(
    ("spoiled", "cause", "told"),
    [
        (Fault(reply=Reply()), "no action", "consecutive replies called no tool; they were empty"),
        (Fault(reply=Reply(text="Hello!")), "no action", "the last was 'Hello!'"),
        (Fault(reply=Reply(stop="refused")), "refused", "repeatedly refused to return an answer"),
        (Fault(status=400), "model", "status 400"),
    ],
)
def test_answers_that_lead_nowhere_end_in_a_marked_episode(
    examine: Examine, provider: str, spoiled: Fault, cause: str, told: str
) -> None:
    done = examine(ModelServer(answers, always=spoiled), provider)
    assert done.complete
    [result] = done.results
    assert (result.score.value, result.cause) == (0, cause)
    assert told in (result.message or "")


FILTERED = """{
    "type": "error",
    "error": {
        "type": "invalid_request_error",
        "message": "Output blocked by content filtering policy"
    },
    "request_id": "req_011CSHoEeqs5C35K2UUqR7Fy"
}"""


def test_an_answer_that_anthropic_filters_is_an_answer_without_a_call(examine: Examine) -> None:
    server = ModelServer(answers, [Fault(), Fault(status=400, body=FILTERED)])
    assert examine(server, PROVIDERS[2]).results[0].score.value == 1
    assert server.refused == []
    assert "You called no tool" in str(server.asked[2]["messages"])


def test_answers_that_anthropic_filters_end_the_episode_as_refused(examine: Examine) -> None:
    server = ModelServer(answers, always=Fault(status=400, body=FILTERED))
    [result] = examine(server, PROVIDERS[2]).results
    assert result.cause == "refused"


def test_a_server_that_never_answers_ends_the_episode_after_the_last_try(examine: Examine) -> None:
    server = ModelServer(answers, always=Fault(status=500))
    [result] = examine(server, retries=1).results
    assert result.cause == "model"
    assert "500" in (result.message or "")
    assert len(server.asked) == 2


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_the_timeout_holds_for_an_answer_that_comes_byte_by_byte(
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
def test_the_computer_agent_speaks_the_providers_own_tool(examine: Examine, provider: str) -> None:
    declared, click = native(provider)

    def look_and_click(messages: Sequence[Message], acting: bool) -> Reply:
        looked = sum(bool(message.images) for message in messages)
        return Reply(calls=(click if looked == 1 else Call("d", "done", {"answer": "?"}),))

    server = ModelServer(look_and_click)
    game = {"benchmark": "webgames", "settings": {"task": ("right-click",)}}
    [result] = examine(server, provider, agent="computer", **game).results
    assert result.score.details["won"]
    tool = next(one for one in server.asked[0]["tools"] if one.get("type") == declared["type"])
    assert tool.items() >= declared.items()
    # The screenshot after the click was sent as the tool's result.
    assert sum(len(message.images) for message in server.heard[-1]) == 2
    assert [one.role for one in server.heard[-1] if one.images] == ["user", "tool"]


@pytest.mark.parametrize("provider", first(*PROVIDERS))
def test_a_malformed_call_is_answered_and_counted(examine: Examine, provider: str) -> None:
    server = ModelServer(answers, [Fault(), Fault(malformed='{"element": 0, ')])
    [result] = examine(server, provider).results
    assert result.invalid_actions == 1
    assert result.score.value == 1


def test_a_malformed_call_of_done_does_not_end_the_episode(examine: Examine) -> None:
    server = ModelServer(answers, [Fault(), Fault(), Fault(malformed='{"answer": "42')])
    [result] = examine(server).results
    assert result.invalid_actions == 1
    assert result.score.value == 1


def test_a_huge_answer_is_cut(examine: Examine) -> None:
    book = Reply(text="word " * 200_000, calls=(Call("c", "type", {"text": "x" * 2_000_000}),))
    server = ModelServer(answers, [Fault(), Fault(reply=book)])
    [result] = examine(server).results
    assert result.invalid_actions == 1
    assert result.score.value == 1
    assert len(str(server.asked[-1])) < 500_000


def test_a_call_of_no_tool_is_answered_with_the_tools_there_are(examine: Examine) -> None:
    wrong = Reply(calls=(Call("c", "teleport", {"to": "the end"}),))
    server = ModelServer(answers, [Fault(), Fault(reply=wrong)])
    [result] = examine(server).results
    assert result.score.value == 1
    told = [one for one in server.asked[-1]["messages"] if one["role"] == "tool"]
    assert "there is no action 'teleport': actions are click" in told[0]["content"]


def test_what_a_model_used_is_counted(examine: Examine) -> None:
    done = examine(ModelServer(answers))
    # A plan and two steps, each with 1,000 input and 100 output tokens.
    assert done.usage() == pytest.approx(
        {"calls": 3, "input_tokens": 3000, "output_tokens": 300, "dollars": 0.006}
    )


def test_a_budget_stops_the_run_before_it_costs_more(examine: Examine, tmp_path: Path) -> None:
    # Each request costs $2; its maximum cost is $1 more than its input.
    server = ModelServer(answers)
    done = examine(server, limit=None, price=(1900, 1000), max_tokens=100, budget=10.0)
    assert not done.complete
    assert "of $10.00 are spent" in (done.stopped or "")
    assert len(done.results) == 1
    spent = 2 * len(server.asked)
    assert spent <= 10
    done = examine(ModelServer(answers), limit=None, resume=True)
    assert done.complete
    assert [result.score.value for result in done.results] == [1, 1]
    assert read_run(tmp_path / "run").complete


def test_a_budget_needs_a_price(examine: Examine) -> None:
    with pytest.raises(UserError, match="add --price IN,OUT"):
        examine(ModelServer(answers), "openai-api/loopback/new", price=None, budget=1.0)


def test_an_agent_without_its_model_says_how_to_choose_one(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="add --model"):
        run("webgames", "web", folder=tmp_path)


def test_a_provider_that_does_not_exist_is_told_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nowhere/nothing"):
        run("webgames", "web", model=ModelSettings(name="nowhere/nothing"), folder=tmp_path / "r")
    assert not (tmp_path / "r").exists()
