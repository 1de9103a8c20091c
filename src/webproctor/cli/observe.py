"""`webproctor observe`: what an agent would see of a page."""

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from webproctor.cli.options import as_json
from webproctor.errors import UserError
from webproctor.sessions import SessionLost

if TYPE_CHECKING:
    from webproctor.observing import Mark


@click.command("observe")
@click.argument("page")
@click.option(
    "--screenshot", type=click.Path(path_type=Path), help="Write the marked picture here."
)
@as_json
def command(page: str, screenshot: Path | None, as_json: bool) -> int:
    """Show what an agent would see of PAGE, an address or an HTML file."""
    # Imported here: `--help` need not wait for the browser's libraries.
    from webproctor.observing import observe

    try:
        seen = asyncio.run(observe(_address(page), _file(page)))
    except SessionLost as lost:
        raise UserError(f"{page} cannot be shown: {str(lost).partition(chr(10))[0]}") from lost
    if screenshot is not None:
        screenshot.write_bytes(seen.picture)
    if as_json:
        click.echo(json.dumps(seen.plain()))
        return 0
    click.secho(f"{seen.title or seen.url}: {len(seen.marks)} marks", bold=True)
    for mark in seen.marks:
        click.echo(_line(mark))
    for heading, text in (("Text", seen.text), ("Accessibility tree", seen.axtree)):
        click.secho(f"\n{heading}", bold=True)
        click.echo(text.strip())
    return 0


def _line(mark: "Mark") -> str:
    box = mark.box
    place = f"{box.x:.0f},{box.y:.0f} {box.width:.0f}x{box.height:.0f}" if box else "no box"
    name = f" {mark.label[:60]!r}" if mark.label else ""
    frame = f" in {mark.frame}" if mark.frame else ""
    away = "" if mark.view else ", not in view"
    return f"[{mark.index}] {mark.role or mark.tag}{name} ({place}{away}) {mark.path}{frame}"


def _file(page: str) -> Path | None:
    if urlsplit(page).scheme in ("http", "https"):
        return None
    path = Path(page.removeprefix("file://"))
    if not path.is_file():
        raise UserError(f"{page}: no file of this name, and no address such as http://host/.")
    return path


def _address(page: str) -> str:
    return page if urlsplit(page).scheme in ("http", "https") else ""
