"""`webproctor board`: show many runs on one page."""

import json
from pathlib import Path

import click

from webproctor.cli.disk import writing_to
from webproctor.cli.options import as_json
from webproctor.cli.unused import importing_harness


@click.command("board")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), help="The page to write; default: DIR/board.html."
)
@as_json
def command(folder: Path, out: Path | None, as_json: bool) -> int:
    """Show every run in DIR and its subfolders on one page, with one table per condition."""
    # Imported here to keep `--help` fast: importing the harness takes a second.
    with importing_harness():
        from webproctor.core.sanitize import without_controls
        from webproctor.report.board import gather, write_board

    board = gather(folder)
    page = out or folder / "board.html"
    with writing_to(page.parent):
        write_board(board, page)
    if as_json:
        click.echo(json.dumps(board.outline() | {"report": str(page)}, default=str))
    else:
        count = sum(len(section.runs) for section in board.sections)
        click.echo(f"Runs: {count}; conditions: {len(board.sections)}")
        for path, reason in board.unreadable.items():
            click.echo(without_controls(f"Not shown: {path}: {reason}"), err=True)
        for section in board.sections:
            for run in section.runs:
                for warning in run.warnings:
                    click.echo(f"{run.folder}: {warning}", err=True)
        click.echo(f"Board: {page}")
    return 0
