"""`webproctor report`: rewrite the report page of a run from its logs."""

import json
from pathlib import Path

import click

from webproctor.cli.disk import writing_to
from webproctor.cli.options import as_json
from webproctor.cli.unused import importing_harness


@click.command("report")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--compare-with",
    "others",
    multiple=True,
    metavar="RUN",
    type=click.Path(path_type=Path),
    help="Another run of the same benchmark to compare with; repeatable.",
)
@as_json
def command(folder: Path, others: tuple[Path, ...], as_json: bool) -> None:
    """Write the report page of the run in FOLDER from its logs."""
    with importing_harness():
        from webproctor.harness.reading import read_run, shared_benchmarks
        from webproctor.report.page import write_report

    load = shared_benchmarks()
    run = read_run(folder, load=load)
    with writing_to(folder):
        report = write_report(run, [read_run(other, load=load) for other in others])
    if as_json:
        click.echo(json.dumps(run.outline() | {"report": str(report)}))
    else:
        for warning in run.warnings:
            click.echo(warning, err=True)
        click.echo(f"Report: {report}")
