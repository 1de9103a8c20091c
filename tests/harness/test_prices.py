"""Prices of models."""

import pytest
from inspect_ai.model import ModelUsage

from webproctor.harness.prices import is_local, price_of


@pytest.mark.parametrize(
    "name",
    [
        "openai/gpt-5-mini",
        "openai/gpt-5-mini-2025-08-07",
        "openai/gpt-5-mini-2031-01-01",
        "openai/azure/gpt-5-mini",
        "openai-api/openai/gpt-5-mini",
    ],
)
def test_the_table_has_the_price_of_a_model_and_its_versions(name: str) -> None:
    price = price_of(name)
    assert price is not None
    assert (price.input, price.output, price.cached_input) == (0.25, 2.0, 0.025)
    assert "litellm" in price.source


def test_models_of_the_readme_have_a_price() -> None:
    for name in ("openai/gpt-5-mini", "anthropic/claude-sonnet-4-6", "google/gemini-2.5-pro"):
        assert price_of(name) is not None, name


def test_a_given_price_overrides_the_table() -> None:
    price = price_of("openai/gpt-5-mini", (1.0, 2.0, 0.5))
    assert price is not None
    assert (price.input, price.output, price.cached_input) == (1.0, 2.0, 0.5)


def test_batch_requests_have_their_own_price() -> None:
    price = price_of("openai/gpt-5-mini", batch=True)
    assert price is not None
    assert (price.input, price.output, price.cached_input) == (0.125, 1.0, 0.0125)


def test_cached_tokens_have_their_own_price() -> None:
    price = price_of("anthropic/claude-sonnet-4-6")
    assert price is not None
    used = ModelUsage(
        input_tokens=1_000_000,
        output_tokens=100_000,
        input_tokens_cache_read=1_000_000,
        input_tokens_cache_write=1_000_000,
    )
    assert price.cost(used) == pytest.approx(3 + 1.5 + 0.3 + 3.75)
    # Providers without a cache state no cached tokens.
    assert price.cost(ModelUsage(input_tokens=1_000_000, output_tokens=0)) == pytest.approx(3)


def test_the_maximum_cost_of_a_request_writes_its_input_to_the_cache_if_that_costs_more() -> None:
    price = price_of("anthropic/claude-sonnet-4-6")
    assert price is not None
    assert price.maximum(1_000_000, 100_000) == pytest.approx(3.75 + 1.5)
    given = price_of("any", (2.0, 5.0, 1.0))
    assert given is not None
    assert given.maximum(1_000_000, 100_000) == pytest.approx(2 + 0.5)


def test_a_given_price_without_one_for_cached_input_is_that_of_the_input() -> None:
    price = price_of("any", (2.0, 5.0))
    assert price is not None
    assert (price.cached_input, price.cache_write, price.source) == (2.0, 2.0, "--price")


@pytest.mark.parametrize("service", ["vllm", "sglang", "ollama", "hf", "llama-cpp-python"])
def test_a_model_on_the_users_machine_is_local(service: str) -> None:
    assert is_local(f"{service}/qwen")
    assert not is_local(f"openai-api/{service}/qwen")


def test_a_model_that_is_not_in_the_table_has_no_price() -> None:
    assert price_of("openai-api/local/qwen") is None
