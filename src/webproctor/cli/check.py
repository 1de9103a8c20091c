"""`webproctor check`: check a benchmark or an agent against its interface."""

import contextlib
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from webproctor.cli.options import (
    PerAgent,
    PerBenchmark,
    agent_options,
    agents_own,
    as_json,
    option,
)
from webproctor.core import registry

if TYPE_CHECKING:
    from webproctor.testing import Check

_COLOURS = {"passed": "green", "failed": "red", "skipped": "yellow"}


def _of_benchmark(name: str) -> click.Command:
    @click.option(
        "--check-tasks",
        type=click.IntRange(1),
        default=3,
        show_default=True,
        help="Number of tasks to run, spread evenly over all tasks.",
    )
    @as_json
    def check(check_tasks: int, as_json: bool, **settings: Any) -> int:
        from webproctor.testing import check_benchmark  # Imported here to keep `--help` fast.

        run = partial(check_benchmark, name, settings=settings, sample=check_tasks)
        return _show(name, run, as_json)

    parsed = click.command(name, help=f"Check the benchmark {registry.short(name)}.")(check)
    settings = registry.settings(registry.factory("benchmarks", name))
    parsed.params = [*map(option, settings), *parsed.params]
    return parsed


def _of_agent(name: str) -> click.Command:
    @click.option("--benchmark", help="Benchmark whose first task is run; default: one page.")
    @as_json
    def check(benchmark: str | None, as_json: bool, **values: Any) -> int:
        from webproctor.testing import check_agent

        settings = agents_own(values)
        run = partial(check_agent, name, settings=settings, benchmark=benchmark)
        return _show(name, run, as_json)

    about = f"Check the agent {registry.short(name)} on one task, with a scripted model."
    parsed = click.command(name, help=about)(check)
    parsed.params += agent_options(name, [param.name for param in parsed.params])
    return parsed


def _show(name: str, run: "Callable[[], list[Check]]", machine: bool) -> int:
    with contextlib.redirect_stdout(sys.stderr):  # What a plug-in prints is not a result.
        checks = run()
    failed = [one for one in checks if one.outcome == "failed"]
    if machine:
        rows = [asdict(one) for one in checks]
        click.echo(json.dumps({"checked": name, "passed": not failed, "checks": rows}))
    else:
        for one in checks:
            mark = click.style(f"{one.outcome:>8}", fg=_COLOURS[one.outcome])
            click.echo(f"{mark}  {one.name}{f': {one.message}' if one.message else ''}")
    return 1 if failed else 0


@click.group("check")
def command() -> None:
    """Check a benchmark or an agent against its interface, on a few tasks."""


command.add_command(PerBenchmark("benchmark", _of_benchmark, help="Check a benchmark."))
command.add_command(PerAgent("agent", _of_agent, help="Check an agent on one task."))
