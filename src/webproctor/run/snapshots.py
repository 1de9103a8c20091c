"""Keep snapshots of a run's steps: screenshots and text views, each stored once."""

import asyncio
import hashlib
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, get_args

from PIL import Image

from webproctor.core.actions import Action
from webproctor.core.episodes import Snapshot
from webproctor.core.errors import UserError
from webproctor.core.observations import Observation, View
from webproctor.core.sessions import DATA, Session, SessionLost
from webproctor.core.text_views import TextView, view_text

Record = Literal["shown", "all", "none"]
"""Snapshots to keep: what the agent was shown, view and text before every step, or none."""
SCREENS, TEXTS = "screens", "texts"
_WEBP_QUALITY = 80
_VIEW_TOKENS = 4000


class Snapshots:
    """Writes snapshots to a run's folder; the files are named by a hash of their content.

    Args:
        folder: Folder of the run.
        record: Which snapshots to keep.
    """

    def __init__(self, folder: Path, record: Record) -> None:
        self._folder = folder
        self._record = record

    async def take(
        self, session: Session, last_observation: Observation | None, actions: Sequence[Action]
    ) -> Snapshot:
        """Take a snapshot of a session before actions are executed.

        Args:
            last_observation: The agent's last observation, if any; its views are reused.
            actions: The actions that are about to be executed.
        """
        observation = last_observation
        if self._record == "all":
            observation = await _peek(session, last_observation, _missing_views(last_observation))
        png = _picture(observation)
        if self._record == "shown" and session.recorded:
            png = None  # The screenshots are in the data set; do not copy them.
        text = observation_text(observation) if observation else ""
        rects = [await session.rect(action) for action in actions] if png else []
        return Snapshot(
            screenshot=await asyncio.to_thread(self.keep, png) if png else "",
            text=self.keep_text(text) if text else "",
            instruction=observation.instruction if observation else "",
            rects=rects,
        )

    def keep(self, png: bytes) -> str:
        """Write an image as WebP unless it exists; return its file name."""

        def encode() -> bytes:
            out = io.BytesIO()
            with Image.open(io.BytesIO(png)) as picture:
                picture.convert("RGB").save(out, "WEBP", quality=_WEBP_QUALITY, method=2)
            return out.getvalue()

        return self._write(SCREENS, f"{hashlib.sha256(png).hexdigest()[:20]}.webp", encode)

    def keep_text(self, text: str) -> str:
        """Write a text unless it exists; return its file name."""
        # With a byte order mark, so that browsers detect the encoding of the local file.
        raw = text.encode("utf-8-sig")
        return self._write(TEXTS, f"{hashlib.sha256(raw).hexdigest()[:20]}.txt", lambda: raw)

    def _write(self, kind: str, name: str, content: Callable[[], bytes]) -> str:
        path = self._folder / kind / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            # Two episodes may write the same file at once; their contents are equal.
            temporary = path.with_suffix(f".{id(content)}.new")
            temporary.write_bytes(content())
            temporary.replace(path)
        return name


def observation_text(shown: Observation) -> str:
    """Return an observation's text views, each with a heading and truncated to 4,000 tokens."""
    views = [view for view in get_args(TextView) if getattr(shown, view) is not None]
    return "\n\n".join(view_text(shown, view, _VIEW_TOKENS) for view in views)


def _picture(shown: Observation | None) -> bytes | None:
    return (shown.marked_screenshot or shown.screenshot) if shown else None


def _missing_views(shown: Observation | None) -> set[View]:
    """Return the views that an observation lacks and that every snapshot should have."""
    has_view: dict[View, bool] = {
        "text": shown is not None and shown.text is not None,
        "screenshot": bool(_picture(shown)),
    }
    return {view for view, there in has_view.items() if not there}


async def _peek(session: Session, shown: Observation | None, views: set[View]) -> Observation:
    """Add those of the further views that the session has to an observation."""
    try:
        observation = await session.peek(frozenset(views))
    except (UserError, SessionLost) as error:
        if isinstance(error, SessionLost) and error.cause != DATA:
            raise
        # A data set without screenshots or a desktop without text: try each view by itself.
        if len(views) < 2:
            return shown or await session.peek()
        for view in views:
            shown = await _peek(session, shown, {view})
        return shown or await session.peek()
    if shown is None:
        return observation
    return shown.model_copy(update={view: getattr(observation, view) for view in views})
