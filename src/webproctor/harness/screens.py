"""Pictures of a run: each kept once, by its content, small."""

import asyncio
import hashlib
import io
from pathlib import Path
from typing import Literal

from PIL import Image

from webproctor.errors import UserError
from webproctor.observations import Observation
from webproctor.sessions import Session

Record = Literal["shown", "all", "none"]
"""Which pictures are kept: those that the agent was shown, one before every turn, or none."""
FOLDER = "screens"
_QUALITY = 80


class Screens:
    """Keeps pictures in a run's folder.

    Args:
        folder: The run's.
        record: Which.
    """

    def __init__(self, folder: Path, record: Record) -> None:
        self._folder = folder / FOLDER
        self._record = record

    async def look(self, session: Session, shown: Observation | None) -> str:
        """Keep a picture of a session as it is; returns its name, or "" where there is none."""
        png = (shown.marked_screenshot or shown.screenshot) if shown else None
        if self._record == "shown" and getattr(session, "recorded", False):
            return ""  # Its pictures are in the data, where they need not be packed again.
        if png is None and self._record == "all":
            try:
                png = (await session.observe(frozenset({"screenshot"}))).screenshot
            except UserError:
                png = None  # A recording without pictures.
        return await asyncio.to_thread(self.keep, png) if png else ""

    def keep(self, png: bytes) -> str:
        """Write a picture as WebP, unless it is there already; returns its name."""
        name = f"{hashlib.sha256(png).hexdigest()[:20]}.webp"
        path = self._folder / name
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            out = io.BytesIO()
            with Image.open(io.BytesIO(png)) as picture:
                picture.convert("RGB").save(out, "WEBP", quality=_QUALITY, method=2)
            # Two episodes may keep one picture at once: the later replaces like by like.
            fresh = path.with_suffix(f".{id(out)}.new")
            fresh.write_bytes(out.getvalue())
            fresh.replace(path)
        return name
