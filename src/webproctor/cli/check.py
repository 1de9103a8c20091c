"""`webproctor check`: check a benchmark or an agent against its interface."""

import contextlib
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from webproctor.cli.numbers import Integer
from webproctor.cli.options import (
    PerAgent,
    PerBenchmark,
    SettingsCommand,
    agent_options,
    agent_settings_of,
    as_json,
    named_option,
    option,
)
from webproctor.core import factories, registry

if TYPE_CHECKING:
    from webproctor.testing import Check

_COLOURS = {"passed": "green", "failed": "red", "skipped": "yellow"}


def _benchmark_command(name: str) -> click.Command:
    @click.option(
        "--check-tasks",
        type=Integer(1),
        default=3,
        show_default=True,
        help="Number of tasks to run, spread evenly over all tasks.",
    )
    @as_json
    def check(check_tasks: int, as_json: bool, **settings: Any) -> int:
        from webproctor.testing import check_benchmark  # Imported here to keep `--help` fast.

        run = partial(check_benchmark, name, settings=settings, sample=check_tasks)
        return _show_checks(name, run, as_json)

    click_command = click.command(
        name, cls=SettingsCommand, help=f"Check the benchmark {registry.short(name)}."
    )(check)
    settings = factories.settings(registry.factory("benchmarks", name))
    click_command.params = [*map(option, settings), *click_command.params]
    return click_command


def _agent_command(name: str) -> click.Command:
    @named_option(
        "--benchmark",
        "benchmarks",
        help="Benchmark whose first task is run: {names} or path/file.py:NAME; default: one page.",
    )
    @as_json
    def check(benchmark: str | None, as_json: bool, **values: Any) -> int:
        from webproctor.testing import check_agent

        settings = agent_settings_of(values)
        run = partial(check_agent, name, settings=settings, benchmark=benchmark)
        return _show_checks(name, run, as_json)

    help_text = f"Check the agent {registry.short(name)} on one task, with a scripted model."
    click_command = click.command(name, cls=SettingsCommand, help=help_text)(check)
    click_command.params += agent_options(name, [param.name for param in click_command.params])
    return click_command


def _show_checks(name: str, run_checks: "Callable[[], list[Check]]", print_json: bool) -> int:
    with contextlib.redirect_stdout(sys.stderr):  # What a plug-in prints is not a result.
        checks = run_checks()
    failed = [check for check in checks if check.outcome == "failed"]
    if print_json:
        rows = [asdict(check) for check in checks]
        click.echo(json.dumps({"checked": name, "passed": not failed, "checks": rows}))
    else:
        for check in checks:
            label = click.style(f"{check.outcome:>8}", fg=_COLOURS[check.outcome])
            click.echo(f"{label}  {check.name}{f': {check.message}' if check.message else ''}")
    return 1 if failed else 0


@click.group("check")
def command() -> None:
    """Check a benchmark or an agent against its interface, on a few tasks."""


command.add_command(PerBenchmark("benchmark", _benchmark_command, help="Check a benchmark."))
command.add_command(PerAgent("agent", _agent_command, help="Check an agent on one task."))
