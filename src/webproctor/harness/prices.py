"""Prices of models: given by the user, or from the included table.

Inspect has no prices. The table `prices.json` is written by `scripts/refresh_prices.py`; it has a
date and a source. Higher prices of long conversations are left out.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from inspect_ai.model import ModelUsage
from pydantic import BaseModel

_TABLE = Path(__file__).with_name("prices.json")
# Parts of Inspect's names that say where a model is served.
_SERVICES = frozenset({"azure", "bedrock", "vertex"})
_VERSION = re.compile(r"-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$")
# Providers that run models on the user's machines.
_LOCAL = ("vllm/", "sglang/", "ollama/", "hf/", "llama-cpp-python/", "mockllm/")


class Price(BaseModel):
    """The price of a model in dollars per million tokens.

    Attributes:
        input: Input tokens that are not cached.
        output: Output tokens, including reasoning.
        cached_input: Input tokens that are read from the provider's cache.
        cache_write: Input tokens that are written to it.
        source: Where the price comes from, and its date.
    """

    input: float
    output: float
    cached_input: float
    cache_write: float
    source: str

    def cost(self, used: ModelUsage) -> float:
        """Return the cost of a request in dollars."""
        return (
            used.input_tokens * self.input
            + used.output_tokens * self.output
            + (used.input_tokens_cache_read or 0) * self.cached_input
            + (used.input_tokens_cache_write or 0) * self.cache_write
        ) / 1e6

    def maximum(self, input_tokens: int, output_tokens: int) -> float:
        """Return the highest cost of a request in dollars."""
        return (
            input_tokens * max(self.input, self.cache_write) + output_tokens * self.output
        ) / 1e6


def price_of(
    name: str, price: tuple[float, ...] | None = None, *, batch: bool = False
) -> Price | None:
    """Return the price of a model; None if it is unknown.

    Args:
        name: The model in Inspect's notation.
        price: The user's price: input, output and optionally cached input.
        batch: Whether requests are sent in batches, for which some providers have other prices.
    """
    if price is not None:
        input_price, output_price, *cached_prices = price
        cached_price = cached_prices[0] if cached_prices else input_price
        return Price(
            input=input_price,
            output=output_price,
            cached_input=cached_price,
            cache_write=input_price,
            source="--price",
        )
    row = _row(name)
    return None if row is None else _from_table(row, batch=batch)


def is_local(name: str) -> bool:
    """Whether a model runs on the user's own machines, where requests have no price."""
    return name.startswith(_LOCAL)


def _from_table(row: dict[str, float], *, batch: bool) -> Price:
    input_price, output_price = row["input"], row["output"]
    cached_price, write_price = (
        row.get("cached_input", input_price),
        row.get("cache_write", input_price),
    )
    if batch and "batch_input" in row and "batch_output" in row:
        share = row["batch_input"] / input_price
        input_price, output_price = row["batch_input"], row["batch_output"]
        cached_price, write_price = cached_price * share, write_price * share
    source = f"{_table()['source']}, {_table()['date']}"
    return Price(
        input=input_price,
        output=output_price,
        cached_input=cached_price,
        cache_write=write_price,
        source=source,
    )


def _row(name: str) -> dict[str, float] | None:
    """Return a model's row of the table; a dated version has the price of its model."""
    provider, *parts = name.removeprefix("openai-api/").split("/")
    model = "/".join(parts[1:] if parts and parts[0] in _SERVICES else parts)
    models = _table()["models"]
    for candidate in (model, _VERSION.sub("", model)):
        if row := models.get(f"{provider}/{candidate}"):
            return row
    return None


@cache
def _table() -> dict[str, Any]:
    return json.loads(_TABLE.read_text(encoding="utf-8"))
