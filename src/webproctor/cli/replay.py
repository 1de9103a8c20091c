"""`webproctor replay`: repeat the actions of a run."""

from pathlib import Path
from typing import Any

import click

from webproctor.cli.numbers import Integer
from webproctor.cli.options import as_json
from webproctor.cli.run import pop_run_options, run_and_report, run_options


@click.command("replay")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--epoch", type=Integer(1), default=1, show_default=True, help="Epoch to repeat.")
@run_options
@as_json
def command(folder: Path, epoch: int, as_json: bool, **values: Any) -> int:
    """Repeat the actions of the run in FOLDER with its settings, and score them as a new run.

    Differences from the recorded run are printed, and shown at the steps in the report.
    """
    # Imported here to keep `--help` fast.
    from webproctor.run.provenance import read_run_json, settings_of

    run_json = read_run_json(folder)
    return run_and_report(
        run_json["benchmark"],
        "replay",
        settings_of(run_json),
        {"recorded": folder, "epoch": epoch},
        print_json=as_json,
        limit=run_json["condition"].get("limit"),
        **pop_run_options(values),
    )
