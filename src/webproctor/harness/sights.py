"""What there was before each turn of a run: pictures and pages in words, each kept once."""

import asyncio
import hashlib
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from PIL import Image

from webproctor.actions import Action
from webproctor.episodes import Place, Sight
from webproctor.errors import UserError
from webproctor.observations import Observation, View
from webproctor.sessions import Session
from webproctor.texts import TextView, view_text

Record = Literal["shown", "all", "none"]
"""What is kept: what the agent was shown, the view and its text before every turn, or nothing."""
SCREENS, TEXTS = "screens", "texts"
_QUALITY = 80
_VIEW_TOKENS = 4000


class Sights:
    """Keeps them in a run's folder, by their content.

    Args:
        folder: The run's.
        record: Which.
    """

    def __init__(self, folder: Path, record: Record) -> None:
        self._folder = folder
        self._record = record

    async def look(
        self, session: Session, shown: Observation | None, actions: Sequence[Action]
    ) -> Sight:
        """Keep a session as it is before it is acted on.

        Args:
            shown: What the agent was shown, if it looked: that is not taken again.
            actions: What it is about to do.
        """
        seen = shown
        if self._record == "all":
            asked: set[View] = {"text"} if shown is None or shown.text is None else set()
            if shown is None or not (shown.marked_screenshot or shown.screenshot):
                asked.add("screenshot")
            seen = await _peek(session, shown, asked)
        png = (seen.marked_screenshot or seen.screenshot) if seen else None
        if self._record == "shown" and getattr(session, "recorded", False):
            png = None  # Its pictures are in the data, where they need not be packed again.
        words = in_words(seen) if seen else ""
        places = [await _place(session, action) for action in actions] if png else []
        return Sight(
            screenshot=await asyncio.to_thread(self.keep, png) if png else "",
            text=self.keep_text(words) if words else "",
            instruction=seen.instruction if seen else "",
            places=places,
        )

    def keep(self, png: bytes) -> str:
        """Write a picture as WebP, unless it is there already; returns its name."""

        def packed() -> bytes:
            out = io.BytesIO()
            with Image.open(io.BytesIO(png)) as picture:
                picture.convert("RGB").save(out, "WEBP", quality=_QUALITY, method=2)
            return out.getvalue()

        return self._write(SCREENS, f"{hashlib.sha256(png).hexdigest()[:20]}.webp", packed)

    def keep_text(self, words: str) -> str:
        """Write a text, unless it is there already; returns its name."""
        # With the mark of its encoding: a browser that opens the file is told it by nobody.
        raw = words.encode("utf-8-sig")
        return self._write(TEXTS, f"{hashlib.sha256(raw).hexdigest()[:20]}.txt", lambda: raw)

    def _write(self, kind: str, name: str, content: Any) -> str:
        path = self._folder / kind / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            # Two episodes may keep one thing at once: the later replaces like by like.
            fresh = path.with_suffix(f".{id(content)}.new")
            fresh.write_bytes(content())
            fresh.replace(path)
        return name


def in_words(shown: Observation) -> str:
    """The views that an agent was shown as text, each under its heading and cut to a few pages."""
    there = [view for view in get_args(TextView) if getattr(shown, view) is not None]
    return "\n\n".join(view_text(shown, view, _VIEW_TOKENS) for view in there)


async def _peek(session: Session, shown: Observation | None, views: set[View]) -> Observation:
    """What was shown, and further views of the session as it is, as far as it has them."""
    peek = getattr(session, "peek", session.observe)
    try:
        seen: Observation = await peek(frozenset(views))
    except UserError:
        # A recording without pictures, a desktop without text: one view after another.
        if len(views) < 2:
            return shown or await peek(frozenset())
        for view in views:
            shown = await _peek(session, shown, {view})
        return shown or await peek(frozenset())
    if shown is None:
        return seen
    return shown.model_copy(update={view: getattr(seen, view) for view in views})


async def _place(session: Session, action: Action) -> Place | None:
    find = getattr(session, "place", None)
    return await find(action) if find else None
