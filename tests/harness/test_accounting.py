"""Every request to a model is counted; errors that no request can avoid stop the run."""

import json
import re
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.model import ModelUsage
from models.server import Fault, ModelServer
from per_change import first

from webproctor.core.episodes import Step
from webproctor.core.errors import CostUnknown, UserError
from webproctor.core.llm import Message, Model, ModelFailed, Reply
from webproctor.core.observations import Observation, View
from webproctor.harness.accounting import Budget, EpisodeAccount, Question
from webproctor.harness.models import ModelSettings
from webproctor.harness.prices import price_of
from webproctor.harness.reading import read_run
from webproctor.harness.runs import run
from webproctor.run.ledger import LEDGER
from webproctor.run.results import Run

PROVIDERS = ("openai-api/loopback/scripted", "openai/gpt-4o", "anthropic/claude-sonnet-4-6")
# Dollars per million tokens; an answer of the server has 1,000 input and 100 output tokens.
QUESTION = "Where is the button? " * 200  # About 1,000 tokens.
PRICE, COST = (1000.0, 10_000.0), 2.0
Start = Callable[[ModelServer], int]
Ask = Callable[..., Run]


class Asker:
    """Asks its model a number of questions, one per step; it fails at empty answers."""

    reads: frozenset[View] = frozenset()

    def __init__(self, model: Model, questions: int) -> None:
        self._model = model
        self._left = questions

    async def act(self, observation: Observation) -> Step:
        self._left -= 1
        reply = await self._model.generate([Message("user", QUESTION)])
        if not reply.text:
            raise ValueError("the answer is empty")
        return Step(done=self._left <= 0, usage=reply.usage)


def asker(benchmark: object, model: Model, *, questions: int = 2) -> Asker:
    return Asker(model, questions)


@pytest.fixture
def ask(tmp_path: Path, start: Start) -> Ask:
    """Run `Asker` on tasks without a browser, with a model on a server."""

    def ask(server: ModelServer, provider: str = PROVIDERS[0], **more: Any) -> Run:
        url = f"http://127.0.0.1:{start(server)}"
        base = url if provider.startswith("anthropic") else f"{url}/v1"
        how = {name: more.pop(name) for name in ("parallel", "resume") if name in more}
        tasks, questions = more.pop("tasks", 3), more.pop("questions", 1)
        given = {"retries": 0, "price": PRICE, "max_tokens": 100, **more}
        model = ModelSettings(name=provider, base_url=base, arguments={"api_key": "none"}, **given)
        return run(
            "grounding",
            asker,
            settings={"targets": tasks},
            agent_settings={"questions": questions},
            model=model,
            folder=tmp_path / "run",
            **how,
        )

    return ask


def server(*faults: Fault, always: Fault | None = None) -> ModelServer:
    return ModelServer(lambda messages, acting: Reply("here"), list(faults), always)


@pytest.mark.exhaustive
def test_requests_of_episodes_stopped_by_the_budget_are_counted(ask: Ask, tmp_path: Path) -> None:
    served = server()
    done = ask(served, tasks=6, questions=3, parallel=4, budget=7 * COST)
    assert not done.complete
    assert len(served.requests) > sum(one.usage["calls"] for one in done.results)
    assert done.usage() == pytest.approx(
        {
            "calls": len(served.requests),
            "input_tokens": 1000 * len(served.requests),
            "output_tokens": 100 * len(served.requests),
            "dollars": COST * len(served.requests),
        }
    )
    assert done.usage()["dollars"] <= 7 * COST
    assert f"{len(served.requests)} model requests" in done.spent()
    [total] = [row[3] for row in done.spending().rows if row[0] == "calls"]
    assert total == str(len(served.requests))
    assert read_run(tmp_path / "run").usage() == done.usage()


def test_running_requests_reserve_their_maximum_costs() -> None:
    budget = Budget(3.0, price_of("a/b", PRICE))
    dollar = 100  # Output tokens.
    assert [budget.reserve(0, dollar) for _ in range(2)] == [1.0, 1.0]
    assert budget.reserve(0, 2 * dollar) is None
    budget.settle(1.0, 0.5)
    assert budget.reserve(0, dollar + 50) == 1.5
    with pytest.raises(ModelFailed, match=r"\$0\.50 of \$3\.00 are spent"):
        budget.reserve(0, 3 * dollar)


def test_a_request_waits_for_parallel_ones_that_may_leave_enough_of_the_budget(ask: Ask) -> None:
    most = (PRICE[0] * 1000 + PRICE[1] * 1000) / 1e6  # Of one request.
    done = ask(server(), tasks=6, parallel=4, max_tokens=1000, budget=most + 5 * COST + 0.5)
    assert (done.stopped, len(done.results)) == (None, 6)
    assert done.usage()["dollars"] == pytest.approx(6 * COST)


def test_requests_before_and_after_resuming_are_counted_together(ask: Ask, tmp_path: Path) -> None:
    first, second = server(), server()
    ask(first, budget=2 * COST)
    ledger = tmp_path / "run" / LEDGER
    ledger.write_text(ledger.read_text() + '{"task": "killed while')
    done = ask(second, resume=True)
    assert done.complete
    assert done.usage()["calls"] == len(first.requests) + len(second.requests) == 3


@pytest.mark.parametrize("provider", first(*PROVIDERS))
def test_a_failed_request_and_its_retry_are_counted(ask: Ask, provider: str) -> None:
    served = server(Fault(status=503))
    done = ask(served, provider, tasks=1, retries=1)
    assert done.usage() == pytest.approx(
        {
            "calls": 2,
            "failed_calls": 1,
            "input_tokens": 1000,
            "output_tokens": 100,
            "dollars": COST,
        }
    )
    assert done.results[0].usage == done.usage()
    assert len(served.requests) == 2


def test_a_lost_answer_costs_its_maximum_in_the_budget(ask: Ask) -> None:
    served = server(Fault(drip=0.5))
    done = ask(served, timeout=4, budget=COST + 0.5)
    assert done.usage()["calls"] == len(served.requests) == 1
    assert done.usage()["unmetered_calls"] == 1
    assert "1 of them with unknown usage" in done.spent()
    assert "$2.05 of $2.50 are spent" in (done.stopped or "")


@pytest.mark.parametrize(
    ("provider", "effort", "most"),
    first(
        # Inspect's default: 32,000 tokens, and 16,000 of reasoning.
        ("anthropic/claude-sonnet-4-5", "high", 48_000),
        # Reasons with medium effort by default.
        ("openai/gpt-5-mini", None, 8192 + 10_000),
        ("openai/gpt-4o", None, 8192),
        ("anthropic/claude-sonnet-4-5", None, 8192),
        ("openai/gpt-5-mini", "xhigh", 8192 + 32_000),
        ("openai-api/loopback/scripted", "low", 8192 + 4096),
        count=2,
    ),
)
def test_the_budget_includes_tokens_for_reasoning(
    ask: Ask, provider: str, effort: str | None, most: int
) -> None:
    # The maximum cost of a request is its output, and about $1 for the input.
    settings = {"reasoning_effort": effort, "max_tokens": None, "tasks": 1}
    served = server()
    done = ask(served, provider, budget=most * PRICE[1] / 1e6 - 1, **settings)
    assert (done.results, served.requests) == ([], [])
    done = ask(served, provider, budget=most * PRICE[1] / 1e6 + 5, resume=True, **settings)
    assert done.complete
    assert done.results[0].cause is None, done.results[0].message
    names = ("max_tokens", "max_output_tokens", "max_completion_tokens")
    assert [served.requests[0][name] for name in names if name in served.requests[0]] == [most]


def test_a_request_without_a_connection_costs_nothing(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    model = ModelSettings(
        name=PROVIDERS[0],
        base_url=f"http://127.0.0.1:{port}/v1",
        arguments={"api_key": "none"},
        price=PRICE,
        budget=1.5 * COST,
        max_tokens=100,
        retries=0,
    )
    done = run("grounding", asker, settings={"targets": 2}, model=model, folder=tmp_path / "run")
    assert [one.cause for one in done.results] == ["model", "model"]
    assert done.usage() == {"calls": 2, "failed_calls": 2}


def test_a_run_of_a_version_without_ledger_is_counted_when_resumed(
    ask: Ask, tmp_path: Path
) -> None:
    ask(server(), budget=2.5 * COST)
    (tmp_path / "run" / LEDGER).unlink()
    assert read_run(tmp_path / "run").usage()["calls"] == 2
    assert ask(server(), resume=True).usage()["calls"] == 3


def test_tokens_of_an_empty_answer_are_counted(ask: Ask, tmp_path: Path) -> None:
    served = server(always=Fault(reply=Reply()))
    done = ask(served, tasks=2)
    assert [one.cause for one in done.results] == ["agent", "agent"]
    assert [one.usage["output_tokens"] for one in done.results] == [100, 100]
    assert done.usage()["calls"] == len(served.requests) == 2
    lines = (tmp_path / "run" / LEDGER).read_text().splitlines()
    assert [json.loads(line)["task"] for line in lines] == [one.task for one in done.results]


@pytest.mark.parametrize("provider", first(*PROVIDERS))
@pytest.mark.parametrize(
    ("fault", "message"),
    first(
        (
            Fault(status=401, message="wrong key"),
            "rejected the API key: check .*_API_KEY; .*wrong key",
        ),
        (Fault(status=429, code="insufficient_quota"), "no quota is left: add credit"),
        (Fault(status=403), "denied access: check that the key may use the model"),
        (Fault(status=404), "no such model or address: check --model and --base-url"),
        (Fault(status=402), "no quota is left: add credit"),
        count=2,
    ),
)
def test_an_error_that_affects_every_request_stops_the_run(
    ask: Ask, provider: str, fault: Fault, message: str
) -> None:
    served = server(always=fault)
    done = ask(served, provider, retries=2)
    assert (done.results, done.complete, len(served.requests)) == ([], False, 1)
    assert done.stopped is not None
    assert re.search(message, done.stopped)
    assert provider in done.stopped


def test_a_run_stopped_by_a_wrong_key_can_be_resumed(ask: Ask) -> None:
    assert not ask(server(always=Fault(status=401))).complete
    assert ask(server(), resume=True).complete


def test_a_client_error_after_a_successful_request_affects_one_episode(ask: Ask) -> None:
    done = ask(server(Fault(), Fault(status=403)))
    assert [one.cause for one in done.results] == [None, "model", None]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_conversation_that_is_too_long_is_an_error_with_that_cause(
    ask: Ask, provider: str
) -> None:
    message = "prompt is too long: maximum context length is 10 tokens"
    fault = Fault(status=400, message=message, code="context_length_exceeded")
    [result] = ask(server(always=fault), provider, tasks=1).results
    assert (result.cause, result.unfinished) == ("context length", False)
    assert message in (result.message or "")
    assert result.usage == {"calls": 1, "failed_calls": 1}


def test_an_unknown_price_is_a_warning_and_stops_only_runs_with_a_budget(ask: Ask) -> None:
    unknown = "the price of 'openai-api/loopback/scripted' is unknown: add --price IN,OUT"
    with pytest.warns(CostUnknown, match=unknown):
        done = ask(server(), price=None)
    assert done.complete
    assert "dollars" not in done.usage()
    with pytest.raises(UserError, match=f"--budget requires a price, and {unknown}"):
        ask(server(), price=None, budget=1.0, resume=True)


def test_the_settings_of_requests_are_sent_and_recorded(ask: Ask, tmp_path: Path) -> None:
    served = server()
    ask(
        served,
        tasks=1,
        seed=7,
        top_p=0.5,
        reasoning_effort="low",
        generation={"frequency_penalty": 0.25},
    )
    sent = {"seed": 7, "top_p": 0.5, "reasoning_effort": "low", "frequency_penalty": 0.25}
    assert served.requests[0].items() >= sent.items()
    about = json.loads((tmp_path / "run/run.json").read_text())["model"]
    assert (about["seed"], about["top_p"], about["reasoning_effort"]) == (7, 0.5, "low")
    assert about["generation"] == {"frequency_penalty": 0.25}
    assert about["arguments"] == {"api_key": "[redacted]"}
    assert about["price"]["input"] == PRICE[0]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"temperature": 1.0}, "temperature is None there and 1.0 now"),
        ({"reasoning_effort": "high"}, "reasoning_effort is None there and 'high' now"),
        ({"generation": {"verbosity": "low"}}, "verbosity is not set there and 'low' now"),
    ],
)
def test_a_run_is_not_resumed_with_other_settings_of_the_answers(
    ask: Ask, changed: dict[str, Any], message: str
) -> None:
    ask(server(), budget=2 * COST + 0.5)
    with pytest.raises(UserError, match=message):
        ask(server(), resume=True, **changed)


def test_a_run_is_resumed_with_other_timeouts_and_retries(ask: Ask) -> None:
    ask(server(), budget=2 * COST + 0.5)
    assert ask(server(), resume=True, timeout=30, retries=1).complete


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"generation": {"wit": 1}}, "wit"),
        ({"reasoning_effort": "much"}, "reasoning_effort"),
        ({"fallback": ("openai/gpt-5",)}, "only anthropic/ models"),
        ({"batch": True}, "--batch is not available"),
    ],
)
def test_invalid_request_settings_are_user_errors(
    ask: Ask, wrong: dict[str, Any], message: str
) -> None:
    with pytest.raises(UserError, match=message):
        ask(server(), **wrong)


def test_a_resumed_run_includes_its_earlier_cost(ask: Ask) -> None:
    ask(server(), budget=2 * COST + 0.5)
    second = server()
    done = ask(second, budget=2 * COST + 0.5, resume=True)
    assert (len(done.results), len(second.requests)) == (2, 0)
    assert done.stopped is not None
    assert done.stopped.startswith("$4.00 of $4.50 are spent; the next answer may cost more")
    assert ask(second, budget=3 * COST + 0.5, resume=True).complete


def test_answers_from_the_cache_are_counted_beside_requests(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path / "cache"))
    served = server()
    done = ask(served, tasks=2, questions=3, parallel=1, cache=True)
    assert len(served.requests) == 1
    assert (done.usage()["calls"], done.usage()["cached_calls"]) == (1, 5)
    assert sum(one.usage["cached_calls"] for one in done.results) == 5
    assert "5 answers from the cache" in done.spent()


def test_an_answer_with_negative_numbers_of_tokens_has_unknown_usage() -> None:
    # Inspect subtracts the cached tokens from the input tokens that the server states.
    stated = ModelUsage(input_tokens=-900, output_tokens=10, input_tokens_cache_read=1000)
    question = Question(EpisodeAccount(), price_of("a/b", PRICE), 1000, 100)
    question.answered(0.0, stated)
    assert question.usage == {"calls": 1, "unmetered_calls": 1}
