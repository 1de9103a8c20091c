"""`webproctor replay`: repeat the actions of a run."""

from pathlib import Path
from typing import Any

import click

from webproctor.cli.options import as_json
from webproctor.cli.run import how, run_and_report, run_options


@click.command("replay")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--epoch", type=click.IntRange(1), default=1, show_default=True, help="Epoch to repeat."
)
@run_options
@as_json
def command(folder: Path, epoch: int, as_json: bool, **values: Any) -> int:
    """Repeat the actions of the run in FOLDER with its settings, and score them as a new run.

    What differs from the recorded run is printed, and noted at the steps in the report.
    """
    # Imported here to keep `--help` fast.
    from webproctor.run.provenance import about_run, settings_of

    about = about_run(folder)
    return run_and_report(
        about["benchmark"],
        "replay",
        settings_of(about),
        {"recorded": folder, "epoch": epoch},
        machine=as_json,
        limit=about["condition"].get("limit"),
        **how(values),
    )
