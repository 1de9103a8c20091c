"""What the episodes of a run used: steps, actions, time, tokens and dollars."""

from array import array
from collections.abc import Mapping, Sequence
from math import floor, log10
from statistics import median

from webproctor.core.scores import Cell, Table
from webproctor.run.episode_results import Result

_FIELDS = {
    "steps": "steps",
    "actions": "actions",
    "invalid actions": "invalid_actions",
    "refused requests": "refused",
    "seconds": "seconds",
}
# What a text says of some kinds of requests, by the name of their usage.
_REQUESTS = {
    "reported_calls": "{:,.0f} of them reported by the agent",
    "failed_calls": "{:,.0f} of them failed",
    "unmetered_calls": "{:,.0f} of them with unknown usage",
    "unpriced_calls": "{:,.0f} of them with unknown price",
    "cached_calls": "{:,.0f} answers from the cache",
}


def resources_table(results: Sequence[Result], usage: Mapping[str, float], successes: int) -> Table:
    """Return a table of what was used per episode, in total, and per success.

    Args:
        usage: The total usage of models, by name; it can include requests of episodes without a
            result.
        successes: Number of episodes with the full score.
    """
    values = {name: array("d") for name in (*_FIELDS, *usage)}
    for result in results:
        for name, field in _FIELDS.items():
            values[name].append(getattr(result, field))
        for name in usage:
            values[name].append(result.usage.get(name, 0))
    totals = {name: sum(values[name]) for name in _FIELDS} | dict(usage)
    rows: list[list[Cell]] = []
    for name, total in totals.items():
        if not total:
            continue
        typical, maximum = (median(values[name]), max(values[name])) if results else (None, None)
        per_success = total / successes if successes else None
        rows.append([name.replace("_", " "), *_amounts(typical, maximum, total, per_success)])
    columns = ["", "median", "maximum", "total", "per success"]
    return Table(title="Resources used", columns=columns, rows=rows)


def usage_text(usage: Mapping[str, float], invalid_actions: int) -> str:
    """Return the usage of models as text; "" if there was none."""
    if not usage:
        return ""
    calls = usage.get("calls", 0)
    parts = [f"{calls:,.0f} model {'request' if calls == 1 else 'requests'}"]
    parts += [text.format(usage[name]) for name, text in _REQUESTS.items() if name in usage]
    parts += [
        f"{usage.get(f'{kind}_tokens', 0):,.0f} {kind} tokens" for kind in ("input", "output")
    ]
    parts += [cost] if (cost := cost_text(usage)) else []
    parts += [f"invalid actions: {invalid_actions}"] if invalid_actions else []
    return "; ".join(parts)


def cost_text(usage: Mapping[str, float]) -> str | None:
    """Return the cost of model requests as text; None if it is unknown.

    Requests whose usage or price is unknown cost more than is known. What an agent has reported is
    not verified.
    """
    if "dollars" not in usage:
        return None
    more = usage.get("unmetered_calls") or usage.get("unpriced_calls")
    source = " (reported)" if "reported_calls" in usage else ""
    return f"{'at least ' if more else ''}{dollars_text(usage['dollars'])}{source}"


def dollars_text(amount: float) -> str:
    """Format an amount of dollars, 0 or more; one below a cent has two significant digits."""
    decimals = 1 - floor(log10(amount)) if 0 < amount < 0.01 else 2
    return f"${amount:,.{decimals}f}"


def _amounts(
    median: float | None, maximum: float | None, total: float, per_success: float | None
) -> list[str]:
    """Format the amounts of one resource.

    Counts are whole numbers; medians and counts per success have one decimal below 1,000. Other
    amounts have the same number of decimals: two, or as many as the smallest needs for two
    significant digits.
    """
    amounts = [median, maximum, total, per_success]
    if float(total).is_integer() and (maximum is None or float(maximum).is_integer()):
        ratio_decimals = 1 if max(median or 0, per_success or 0) < 1000 else 0
        decimals = [ratio_decimals, 0, 0, ratio_decimals]
    else:
        smallest = min(amount for amount in amounts if amount)
        decimals = [max(2, 1 - floor(log10(smallest)))] * 4
    return [
        "-" if amount is None else f"{amount:,.{count}f}"
        for amount, count in zip(amounts, decimals, strict=True)
    ]
