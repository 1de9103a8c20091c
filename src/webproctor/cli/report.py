"""`webproctor report`: the report page of a run, written again from its logs."""

import json
from pathlib import Path

import click

from webproctor.cli.options import as_json


@click.command("report")
@click.argument("folder", type=click.Path(path_type=Path))
@as_json
def command(folder: Path, as_json: bool) -> None:
    """Write the report page of the run in FOLDER from its logs."""
    from webproctor.harness.runs import read_run
    from webproctor.report.page import write_report

    run = read_run(folder)
    report = write_report(run)
    if as_json:
        click.echo(json.dumps(run.outline() | {"report": str(report)}))
    else:
        click.echo(f"Report: {report}")
