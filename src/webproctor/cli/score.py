"""`webproctor score`: marks from results that are there already."""

from typing import Any

import click
from rich.console import Console

from webproctor import registry
from webproctor.cli.options import PerBenchmark, as_json


def _command(benchmark: str) -> click.Command:
    scoring = registry.companion(benchmark, "score")

    @as_json
    def score(as_json: bool, **values: Any) -> int:
        # Imported here: `--help` need not wait for the harness.
        from webproctor.cli import show

        table, machine = scoring.score(**values)
        if as_json:
            click.echo(machine)
        else:
            show.table(table, Console())
        return 0

    parsed = click.command(benchmark, help="Marks from a table of results.")(score)
    parsed.params = [*scoring.options(), *parsed.params]
    return parsed


command = PerBenchmark("score", _command, help="Compute marks from results that are there.")
