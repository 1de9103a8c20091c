"""Runs with different settings of a benchmark have different conditions, or different tasks.

Settings with a few values, numbers and switches are checked, of every benchmark that has sample
data. Other numbers are timeouts, which decide only when an episode is void.
"""

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import pytest

from webproctor.benchmarks import load_benchmark
from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.core.factories import Setting, settings
from webproctor.run.provenance import condition_of, selection_of

BENCHMARKS = {
    name: settings(registry.factory("benchmarks", name)) for name in registry.names("benchmarks")
}


def other_values(setting: Setting) -> Iterator[Any]:
    """Yield values of a setting that are not its default; none if it is another kind of setting."""
    types = {setting.type, *get_args(setting.type)}
    if get_origin(setting.type) is Literal:
        yield from (one for one in get_args(setting.type) if one != setting.default)
    elif bool in types:
        yield not setting.default
    elif int in types and get_origin(setting.type) is not tuple:
        yield (setting.default or 0) + 1


def measured(benchmark: str, values: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Return what decides whether runs are compared."""
    loaded = load_benchmark(benchmark, **values)
    return condition_of(loaded), selection_of(loaded.tasks())


def with_effect(benchmark: str, name: str, value: Any) -> Iterator[dict[str, Any]]:
    """Yield settings with which a value is accepted: alone, or with one other setting."""
    companions = [{}] + [
        {one.name: other}
        for one in BENCHMARKS[benchmark]
        if one.name != name
        for other in other_values(one)
    ]
    for companion in companions:
        try:
            load_benchmark(benchmark, **companion, **{name: value})
        except UserError:
            continue
        yield companion
        return


@pytest.mark.parametrize(
    ("benchmark", "setting", "value"),
    [
        pytest.param(benchmark, one.name, value, id=f"{benchmark}-{one.name}-{value}")
        for benchmark, known in BENCHMARKS.items()
        for one in known
        for value in other_values(one)
    ],
)
def test_a_changed_setting_changes_the_condition_or_the_tasks(
    benchmark: str, setting: str, value: Any
) -> None:
    found = list(with_effect(benchmark, setting, value))
    if not found:
        pytest.skip("it needs data that is not built in")
    [others] = found
    assert measured(benchmark, others | {setting: value}) != measured(benchmark, others)
