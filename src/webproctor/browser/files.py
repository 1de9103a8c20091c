"""Files that pages gave: read for an agent that has no program to open them with."""

import io
from pathlib import Path

from PIL import Image, UnidentifiedImageError
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from webproctor.actions import ActionResult

_LONGEST = 100_000


def read(path: Path) -> ActionResult:
    """A file's text; a PDF's text; a picture as PNG. Other files are described by their size."""
    body = path.read_bytes()
    about = f"{path.name}, {len(body)} bytes"
    if body.startswith(b"%PDF"):
        try:
            pages = [page.extract_text() for page in PdfReader(io.BytesIO(body)).pages]
        except PyPdfError as error:
            return ActionResult(ok=False, message=f"{about}: a PDF that cannot be read: {error}")
        return _text(f"{about}: text of a PDF", "\n\n".join(pages))
    if (png := _picture(body)) is not None:
        return ActionResult(ok=True, message=f"{about}: a picture", image=png)
    try:
        return _text(about, body.decode("utf-8"))
    except UnicodeDecodeError:
        return ActionResult(ok=True, message=f"{about}: neither text, PDF nor picture")


def _picture(body: bytes) -> bytes | None:
    """A picture as PNG, or None when these bytes are none."""
    try:
        with Image.open(io.BytesIO(body)) as picture:
            png = io.BytesIO()
            picture.convert("RGB").save(png, "PNG")
            return png.getvalue()
    except UnidentifiedImageError:
        return None


def _text(about: str, text: str) -> ActionResult:
    cut = text[:_LONGEST]
    note = f"; the first {_LONGEST} characters" if len(text) > len(cut) else ""
    return ActionResult(ok=True, message=about + note, data=cut)
