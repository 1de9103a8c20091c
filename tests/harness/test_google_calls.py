"""Malformed calls of Google's models."""

from types import SimpleNamespace
from typing import Any

import pytest
from inspect_ai.model import ModelUsage
from inspect_ai.tool import ToolCall

from webproctor.core.llm import ModelFailed
from webproctor.harness.accounting import (
    Budget,
    EpisodeAccount,
    Question,
    RunAccount,
    current_question,
)
from webproctor.harness.google_calls import correct_calls, restore_calls
from webproctor.harness.prices import price_of


async def corrected(name: str | None, arguments: Any) -> Any:
    """Return a call as Inspect gets it from the client."""
    part = SimpleNamespace(function_call=SimpleNamespace(name=name, args=arguments))
    content = SimpleNamespace(parts=[SimpleNamespace(function_call=None), part])
    candidates = [SimpleNamespace(content=None), SimpleNamespace(content=content)]

    async def generate_content() -> Any:
        return SimpleNamespace(candidates=candidates)

    models = SimpleNamespace(generate_content=generate_content)
    client = SimpleNamespace(aio=SimpleNamespace(models=models))
    api: Any = SimpleNamespace(model_client=lambda: client)
    correct_calls(api)
    await api.model_client().aio.models.generate_content()
    return part.function_call


@pytest.mark.parametrize("name", ["back", None])
async def test_a_call_without_arguments_has_none(name: str | None) -> None:
    call = await corrected(name, None)
    assert (call.name, call.args) == (name or "", {})


@pytest.mark.parametrize(
    ("name", "given", "read"),
    [
        ("click_at", {"x": 1.6, "y": "3"}, {"x": 2, "y": 3}),
        ("click_at", {"x": None, "y": [3]}, {}),
        ("scroll_at", {"x": float("nan"), "magnitude": "much"}, {}),
        ("key_combination", {"keys": ["control", "a"]}, {"keys": "control+a"}),
        ("key_combination", {}, {"keys": ""}),
        ("mine", {"x": "1", "y": None}, {"x": "1", "y": None}),
    ],
)
async def test_values_that_inspect_cannot_convert_are_corrected(
    name: str, given: dict[str, Any], read: dict[str, Any]
) -> None:
    assert (await corrected(name, given)).args == read


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"x": 0, "y": 0}, None),
        ({"x": 5}, "click_at: y must be a number from 0 to 999"),
        ({}, "click_at: x, y must be a number from 0 to 999"),
    ],
)
def test_a_click_without_a_coordinate_is_invalid(given: dict[str, Any], fault: str | None) -> None:
    call = ToolCall(id="click_at_1", function="computer", arguments={"action": "left_click"})
    part = {"functionCall": {"name": "click_at", "args": given}}
    restore_calls([call], [{"content": {"parts": [part]}}])
    assert call.parse_error == fault


# A request costs at most a dollar: 10,000 output tokens.
PRICE = price_of("x/y", (0.0, 100.0))


async def asked(budget: float, requests: int) -> Question:
    """Send a request and its repeats, as Inspect does, and count their answers."""

    async def generate_content() -> Any:
        return SimpleNamespace(candidates=[])

    models = SimpleNamespace(generate_content=generate_content)
    client = SimpleNamespace(aio=SimpleNamespace(models=models))
    api: Any = SimpleNamespace(model_client=lambda: client)
    correct_calls(api)
    run = RunAccount(budget=Budget(budget, PRICE))
    question = Question(EpisodeAccount(run), PRICE, 0, 10_000)
    token = current_question.set(question)
    try:
        reserved = await question.reserve()
        generate = api.model_client().aio.models.generate_content
        for _ in range(requests):
            await generate()
    finally:
        current_question.reset(token)
    question.answered(reserved, ModelUsage(input_tokens=1, output_tokens=1000 * requests))
    return question


async def test_the_repeats_of_a_malformed_call_are_counted() -> None:
    question = await asked(budget=3.0, requests=3)
    budget = question.account.run.budget
    assert budget is not None
    assert question.usage["calls"] == 3
    assert budget.spent == pytest.approx(0.3)
    assert budget.reserve(0, 20_000) is not None  # Nothing is reserved any more.


async def test_a_malformed_call_is_not_repeated_if_the_budget_does_not_cover_it() -> None:
    with pytest.raises(ModelFailed, match="the next answer may cost more"):
        await asked(budget=2.5, requests=3)
