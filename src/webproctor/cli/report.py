"""`webproctor report`: the report page of a run, written again from its logs."""

import json
from pathlib import Path

import click

from webproctor.cli.options import as_json


@click.command("report")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--beside",
    "others",
    multiple=True,
    metavar="RUN",
    type=click.Path(path_type=Path),
    help="Another run of the benchmark, to be compared with on the page; can be given repeatedly.",
)
@as_json
def command(folder: Path, others: tuple[Path, ...], as_json: bool) -> None:
    """Write the report page of the run in FOLDER from its logs."""
    from webproctor.harness.runs import read_run
    from webproctor.report.page import write_report

    run = read_run(folder)
    report = write_report(run, [read_run(other) for other in others])
    if as_json:
        click.echo(json.dumps(run.outline() | {"report": str(report)}))
    else:
        click.echo(f"Report: {report}")
