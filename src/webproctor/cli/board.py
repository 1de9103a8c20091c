"""`webproctor board`: many runs on one page."""

import json
from pathlib import Path

import click

from webproctor.cli.options import as_json


@click.command("board")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="The page; default: DIR/board.html.")
@as_json
def command(folder: Path, out: Path | None, as_json: bool) -> int:
    """Gather every run in DIR and below it into one page, conditions kept apart."""
    # Imported here: the harness takes a second to import, which `--help` need not wait for.
    from webproctor.report.board import gather, write_board

    board = gather(folder)
    page = out or folder / "board.html"
    write_board(board, page)
    if as_json:
        click.echo(json.dumps(board.outline() | {"report": str(page)}, default=str))
    else:
        count = sum(len(section.runs) for section in board.sections)
        click.echo(f"Runs: {count}; conditions: {len(board.sections)}")
        for path, why in board.unreadable.items():
            click.echo(f"Not shown: {path}: {why}", err=True)
        click.echo(f"Board: {page}")
    return 0
