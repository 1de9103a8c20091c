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
from webproctor.files.folders import make_folder

if TYPE_CHECKING:
    from webproctor.environments.any_page import Mark

_ABORTED = "net::ERR_ABORTED"  # The browser began to download the file.


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
    from webproctor.environments.any_page import open_and_observe
    from webproctor.environments.browser import Mirror

    if screenshot is not None:
        make_folder(screenshot.parent)
        if screenshot.is_dir():
            raise UserError(f"--screenshot {screenshot}: is a folder. Give the name of a file.")
    file = _file(page)
    if mirror is not None and file is None:
        raise UserError("--mirror is for files: the page of an address loads its own pictures.")
    mirrors = recorded.Mirrors(recorded.read(mirror) if mirror is not None else None)
    try:
        mirror_site = Mirror(mirrors.hosts, mirrors.find)
        page_view = asyncio.run(open_and_observe(_address(page), file, mirror_site))
    except SessionLost as error:
        reason = str(error).partition("\n")[0].removeprefix(f"{page}: ")
        if file is not None and _ABORTED in reason:
            reason = "the browser does not show files of this type. Give an HTML file (.html)."
        raise UserError(f"{page} cannot be opened: {reason}") from error
    if screenshot is not None:
        screenshot.write_bytes(page_view.picture)
    if as_json:
        click.echo(json.dumps(page_view.as_json()))
        return 0
    marks = "1 mark" if len(page_view.marks) == 1 else f"{len(page_view.marks)} marks"
    click.secho(f"{page_view.title or page_view.url}: {marks}", bold=True)
    for mark in page_view.marks:
        click.echo(_mark_line(mark))
    for heading, text in (("Content", page_view.content), ("Accessibility tree", page_view.axtree)):
        click.secho(f"\n{heading}", bold=True)
        click.echo(text.strip())
    return 0


def _mark_line(mark: "Mark") -> str:
    box = mark.box
    position = f"{box.x:.0f},{box.y:.0f} {box.width:.0f}x{box.height:.0f}" if box else "no box"
    name = f" {mark.label[:60]!r}" if mark.label else ""
    frame = f" in {mark.frame}" if mark.frame else ""
    visibility = "" if mark.view else ", not in view"
    return (
        f"[{mark.index}] {mark.role or mark.tag}{name} ({position}{visibility}) {mark.path}{frame}"
    )


def _file(page: str) -> Path | None:
    if urlsplit(page).scheme in ("http", "https"):
        return None
    path = Path(page.removeprefix("file://"))
    if not path.is_file():
        raise UserError(f"{page}: not a file, and not an address such as http://host/.")
    path.open("rb").close()  # Raises an error if it may not be read.
    return path


def _address(page: str) -> str:
    return page if urlsplit(page).scheme in ("http", "https") else ""
