"""`webproctor score`: compute scores from existing results."""

from pathlib import Path
from typing import Any

import click
from rich.console import Console

from webproctor.cli.disk import writing_to
from webproctor.cli.options import PerBenchmark, as_json
from webproctor.core import registry
from webproctor.core.errors import UserError


def _command(benchmark: str) -> click.Command:
    scoring = registry.companion(benchmark, "score")

    @as_json
    def score(as_json: bool, out: Path | None = None, **values: Any) -> int:
        # Imported here to keep `--help` fast.
        from webproctor.cli import show

        if out is not None and (out / "run.json").exists():
            raise UserError(f"{out}: the folder already contains a run. Choose another folder.")
        table, machine = scoring.score(**values)
        if as_json:
            click.echo(machine)
        else:
            show.table(table, Console())
        if out is not None:
            _write_run(benchmark, out, *scoring.replayed(**values))
        return 0

    parsed = click.command(benchmark, help="Compute scores from a table of results.")(score)
    parsed.params = [*scoring.options(), *parsed.params]
    if hasattr(scoring, "replayed"):
        about = "Also write a run of the agent `replay` with these answers, and its report, here."
        parsed.params.append(click.Option(["--out"], type=click.Path(path_type=Path), help=about))
    return parsed


def _write_run(benchmark: str, out: Path, settings: dict[str, Any], answers: Path) -> None:
    from webproctor.cli import show
    from webproctor.harness import runs
    from webproctor.report.page import write_report

    with writing_to(out), show.progress(quiet=True):
        run = runs.run(
            benchmark,
            "replay",
            settings=settings,
            agent_settings={"predictions": answers},
            folder=out,
        )
    with writing_to(out):
        click.echo(f"Report: {write_report(run)}", err=True)


command = PerBenchmark(
    "score", _command, needs="score", help="Compute scores from existing results."
)
