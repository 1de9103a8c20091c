"""Handlers of the file actions of the `web` set. They only access the episode's folder."""

import base64
from pathlib import Path

from webproctor.core.actions import ActionResult, web
from webproctor.environments.browser import files, frame_actions
from webproctor.environments.browser.dispatch import ActionFailed, done, handler
from webproctor.environments.browser.handlers import PRESS, call_at, element_at, pause, target_point
from webproctor.environments.browser.session import WebSession


def _file_named(folder: Path, name: str) -> Path:
    """Return the path of a file in the folder.

    Raises:
        ActionFailed: If there is no such file.
    """
    if (path := files.file_in(folder, name)) is None:
        names = ", ".join(sorted(one.name for one in folder.iterdir())) or "none"
        raise ActionFailed(f"there is no file {name[:100]!r}: the files are {names}")
    return path


@handler(web.Upload)
async def upload(session: WebSession, action: web.Upload) -> ActionResult:
    page, node = session.page, None
    paths = [_file_named(page.folder, name) for name in action.files]
    if action.element is not None:
        element = await element_at(session, action.element)
        node = await frame_actions.node(page, "controls.files", action.element)
        if node is None:
            raise ActionFailed(
                f"element {action.element} is a {element.tag}, not a file input; click it, and "
                "upload without an element if a file dialog opens"
            )
    elif action.x is not None:
        await page.click(*(await target_point(session, None, action.x, action.y)).point)
    if len(paths) > 1 and not await _allows_several(session, action.element):
        raise ActionFailed("the file input does not allow several files: choose one")
    if not await page.choose(paths, node):
        if node is not None:
            raise ActionFailed(f"element {action.element} is no longer on the page")
        raise ActionFailed("no file dialog is open, and no file input was given")
    await pause(session, PRESS)
    return done(f"chose {', '.join(action.files)}")


async def _allows_several(session: WebSession, element: int | None) -> bool:
    """Return whether a file input, or the input of the last file dialog, allows several files."""
    if element is not None:
        return await call_at(session, "controls.several", element)
    dialogs = session.page.file_dialogs
    return await dialogs.wait_until_open() is None or dialogs.multiple


@handler(web.ListFiles)
async def list_files(session: WebSession, action: web.ListFiles) -> ActionResult:
    await session.page.wait_for_downloads()
    names = sorted(path.name for path in session.page.folder.iterdir())
    return done(f"{len(names)} files", data="\n".join(names))


@handler(web.ReadFile)
async def read_file(session: WebSession, action: web.ReadFile) -> ActionResult:
    await session.page.wait_for_downloads()
    return files.read(_file_named(session.page.folder, action.file))


@handler(web.PrintPage)
async def print_page(session: WebSession, action: web.PrintPage) -> ActionResult:
    path = session.page.folder / "print.pdf"
    printed = await session.page.send("Page.printToPDF", {"printBackground": True})
    path.write_bytes(base64.b64decode(printed["data"]))
    await pause(session, PRESS)
    return files.read(path)
