"""Read downloaded files for agents that have no program to open them."""

import io
from pathlib import Path

from webproctor.core.actions import ActionResult
from webproctor.core.errors import UserError
from webproctor.core.pictures import encoded
from webproctor.files.pictures import decode_picture

_MAX_CHARACTERS = 100_000


def file_in(folder: Path, name: str) -> Path | None:
    """Return the path of a file in a folder, or None if there is no such file.

    Only the last part of a path is used. Symbolic links do not count, as they could point outside
    the folder.
    """
    try:
        path = folder / Path(name).name
        return path if path.is_file() and not path.is_symlink() else None
    except (OSError, ValueError):  # Too long, or contains a null byte.
        return None


def read(path: Path) -> ActionResult:
    """Read a file: text, the text of a PDF, or an image as PNG. For others, return their size."""
    body = path.read_bytes()
    summary = f"{path.name}, {len(body)} bytes"
    if body.startswith(b"%PDF"):
        from pypdf import PdfReader  # Its import takes as long as opening a page.

        try:
            pages = [page.extract_text() for page in PdfReader(io.BytesIO(body)).pages]
        except Exception as error:  # noqa: BLE001 - damaged files raise errors of any type
            return ActionResult(ok=False, message=f"{summary}: the PDF cannot be read: {error}")
        return _text(f"{summary}: text of a PDF", "\n\n".join(pages))
    if (png := _picture(body)) is not None:
        return ActionResult(ok=True, message=f"{summary}: an image", image=png)
    try:
        return _text(summary, body.decode("utf-8"))
    except UnicodeDecodeError:
        return ActionResult(ok=True, message=f"{summary}: not a text, PDF or image")


def _picture(body: bytes) -> bytes | None:
    """Convert an image to PNG; None if the bytes are not an image."""
    try:
        picture = decode_picture(body, "the file")
    except UserError:
        return None
    return encoded(picture)


def _text(summary: str, text: str) -> ActionResult:
    truncated = text[:_MAX_CHARACTERS]
    note = f"; truncated to {_MAX_CHARACTERS} characters" if len(text) > len(truncated) else ""
    return ActionResult(ok=True, message=summary + note, data=truncated)
