"""`webproctor observe`: show how an agent sees a page."""

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from webproctor.cli.options import as_json
from webproctor.core.errors import UserError
from webproctor.core.sessions import SessionLost

if TYPE_CHECKING:
    from webproctor.environments.any_page import Mark


@click.command("observe")
@click.argument("page")
@click.option(
    "--screenshot",
    type=click.Path(path_type=Path),
    help="File for the screenshot with marked elements.",
)
@click.option(
    "--mirror",
    type=click.Path(path_type=Path),
    help="Folder of recorded pictures that a file can load: `webproctor data turkingbench` "
    "writes it.",
)
@as_json
def command(page: str, screenshot: Path | None, mirror: Path | None, as_json: bool) -> int:
    """Show how an agent sees PAGE: an address, an HTML file or an archived page (`.mhtml`).

    A file gets jQuery, Bootstrap and other public libraries from the local copies of TurkingBench.
    """
    # Imported here to keep `--help` fast.
    from webproctor.benchmarks.turkingbench.mirror import recorded
    from webproctor.environments.any_page import look
    from webproctor.environments.browser import Mirror

    file = _file(page)
    if mirror is not None and file is None:
        raise UserError("--mirror is for files: the page of an address loads its own pictures.")
    copies = recorded.Mirrors(recorded.read(mirror) if mirror is not None else None)
    try:
        seen = asyncio.run(look(_address(page), file, Mirror(copies.hosts, copies.find)))
    except SessionLost as lost:
        raise UserError(f"{page} cannot be opened: {str(lost).partition(chr(10))[0]}") from lost
    if screenshot is not None:
        screenshot.write_bytes(seen.picture)
    if as_json:
        click.echo(json.dumps(seen.plain()))
        return 0
    click.secho(f"{seen.title or seen.url}: {len(seen.marks)} marks", bold=True)
    for mark in seen.marks:
        click.echo(_line(mark))
    for heading, text in (("Content", seen.content), ("Accessibility tree", seen.axtree)):
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
        raise UserError(f"{page}: not a file, and not an address such as http://host/.")
    return path


def _address(page: str) -> str:
    return page if urlsplit(page).scheme in ("http", "https") else ""
