"""`webproctor compare`: compare runs of one benchmark, task by task."""

import json
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from webproctor.cli.disk import writing_to
from webproctor.cli.options import ConditionalOption, SettingsCommand, as_json
from webproctor.cli.unused import importing_harness
from webproctor.core.factories import OnlyIf


@click.command("compare", cls=SettingsCommand)
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder for the comparison page and its plots."
)
@click.option(
    "--format",
    "form",
    cls=ConditionalOption,
    only_if=OnlyIf("with --json", lambda its: not its["as_json"]),
    type=click.Choice(["text", "markdown", "latex"]),
    default="text",
    show_default=True,
    help="Format of the printed tables.",
)
@as_json
def command(folders: tuple[Path, ...], out: Path | None, form: Any, as_json: bool) -> int:
    """Compare the runs in FOLDERS, paired by task."""
    # Imported here to keep `--help` fast: importing the harness takes a second.
    with importing_harness():
        from webproctor.analysis.comparing import compare
        from webproctor.analysis.tables import format_tables
        from webproctor.cli import show
        from webproctor.core.sanitize import without_controls
        from webproctor.harness.reading import read_run, shared_benchmarks
        from webproctor.report.comparing import write_comparison

    load = shared_benchmarks()
    comparison = compare([read_run(folder, load=load) for folder in folders])
    page = None
    if out:
        with writing_to(out):
            page = write_comparison(comparison, out)
    if as_json:
        content = comparison.model_dump(mode="json")
        click.echo(json.dumps(content | ({"report": str(page)} if page else {})))
        return 0
    if form != "text":
        differences = comparison.unlike()
        click.echo(
            format_tables([*([differences] if differences else []), *comparison.tables()], form),
            nl=False,
        )
        return 0
    console = Console()
    for key, values in comparison.differing.items():
        content = ", ".join(map(str, values))
        console.print(
            without_controls(f"Conditions differ: {key} is {content}"),
            style="yellow",
            highlight=False,
            markup=False,
        )
    for table in comparison.tables():
        show.table(table, console)
    for pair in comparison.pairs:
        for winner, other, tasks in (
            (pair.second, pair.first, pair.only_second),
            (pair.first, pair.second, pair.only_first),
        ):
            if tasks:
                task_list = ", ".join(tasks[:8]) + (", ..." if len(tasks) > 8 else "")
                console.print(
                    without_controls(f"Solved by {winner}, not by {other}: {task_list}"),
                    highlight=False,
                    markup=False,
                )
    if page:
        click.echo(f"Report: {page}")
    return 0
