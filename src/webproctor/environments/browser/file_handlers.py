"""Handlers of the file actions of the `web` set. They only access the episode's folder."""

from pathlib import Path

from webproctor.core.actions import ActionResult, web
from webproctor.environments.browser import files
from webproctor.environments.browser.dispatch import CannotReach, done, handler
from webproctor.environments.browser.handlers import PRESS, element_at, pause, place
from webproctor.environments.browser.session import WebSession


def _file_named(folder: Path, name: str) -> Path:
    """Return the path of a file in the folder.

    Raises:
        CannotReach: If there is no such file.
    """
    if (path := files.file_in(folder, name)) is None:
        there = ", ".join(sorted(one.name for one in folder.iterdir())) or "none"
        raise CannotReach(f"there is no file {name[:100]!r}: the files are {there}")
    return path


@handler(web.Upload)
async def upload(session: WebSession, action: web.Upload) -> ActionResult:
    page, node = session.page, None
    paths = [_file_named(page.folder, name) for name in action.files]
    if action.element is not None:
        element = await element_at(session, action.element)
        if (element.tag, element.type) != ("input", "file"):
            raise CannotReach(
                f"element {action.element} is a {element.tag}, not a file input; click it, and "
                "upload without an element if a file dialog opens"
            )
        node = await page.node(f"elements.at({action.element})")
    elif action.x is not None:
        await page.click(*(await place(session, None, action.x, action.y)).point)
    if not await page.choose(paths, node):
        if node is not None:
            raise CannotReach(f"element {action.element} is no longer on the page")
        raise CannotReach("no file dialog is open, and no file input was given")
    await pause(session, PRESS)
    return done(f"chose {', '.join(action.files)}")


@handler(web.ListFiles)
async def list_files(session: WebSession, action: web.ListFiles) -> ActionResult:
    await session.page.saved()
    names = sorted(path.name for path in session.page.folder.iterdir())
    return done(f"{len(names)} files", data="\n".join(names))


@handler(web.ReadFile)
async def read_file(session: WebSession, action: web.ReadFile) -> ActionResult:
    await session.page.saved()
    return files.read(_file_named(session.page.folder, action.file))


@handler(web.PrintPage)
async def print_page(session: WebSession, action: web.PrintPage) -> ActionResult:
    path = session.page.folder / "print.pdf"
    path.write_bytes(await session.page.print())
    await pause(session, PRESS)
    return files.read(path)
