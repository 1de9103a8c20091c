"""`webproctor tables`: write a run as tidy tables."""

import json
from pathlib import Path
from typing import Any

import click

from webproctor.cli.disk import writing_to
from webproctor.cli.options import as_json
from webproctor.cli.unused import importing_harness


@click.command("tables")
@click.argument("folder", metavar="RUN", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Output folder; default: RUN/tables.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["csv", "parquet", "markdown", "latex"]),
    default="csv",
    show_default=True,
    help="csv, parquet: all tasks, steps and actions; markdown, latex: the tables of the summary.",
)
@as_json
def command(folder: Path, out: Path | None, form: Any, as_json: bool) -> int:
    """Write the tasks, steps and actions of the run in folder RUN as tables."""
    # Imported here to keep `--help` fast: importing the harness takes a second.
    with importing_harness():
        from webproctor.analysis.tables import tables, write_summary, write_tables
        from webproctor.files.writing import remove_link
        from webproctor.harness.logs import read_episodes
        from webproctor.harness.reading import benchmark_of_run, read_run

    benchmark = benchmark_of_run(folder)
    run = read_run(folder, benchmark)
    if out is None:
        out = folder / "tables"
        remove_link(out)
    if form in ("markdown", "latex"):
        with writing_to(out):
            path = write_summary(run, out, form)
        click.echo(json.dumps({"files": [str(path)]}) if as_json else str(path))
        return 0
    rows_by_table = tables(run, benchmark, read_episodes(folder))
    with writing_to(out):
        paths = write_tables(rows_by_table, out, form)
    if as_json:
        counts = {name: len(rows) for name, rows in rows_by_table.items()}
        click.echo(json.dumps({"files": list(map(str, paths)), "rows": counts}))
    else:
        for path, rows in zip(paths, rows_by_table.values(), strict=True):
            click.echo(f"{path}: {len(rows):,} rows")
    return 0
