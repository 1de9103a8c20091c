"""A session at one game: a live web session, watched, on a server that judges."""

import wave
from pathlib import Path
from typing import Any

from webproctor.benchmarks.webgames.sitting import Sitting
from webproctor.browser import Page
from webproctor.browser.session import WebSession


class GameSession(WebSession):
    """One episode's page, and what the server knows of it.

    Attributes:
        sitting: The server's side.
    """

    sitting: Sitting

    @classmethod
    async def begin(cls, page: Page, sitting: Sitting, url: str, think: float) -> "GameSession":
        """Open a game.

        Raises:
            SessionLost: If the page cannot be loaded.
        """

        def join(session: WebSession) -> None:
            assert isinstance(session, GameSession)
            session.sitting = sitting
            sitting.inputs = session.inputs
            sitting.witnessed = True
            sitting.caught_up = session.heard

        _stock(page.folder)
        session = await cls.open(page, url, clock=sitting.clock, think=think, heard=join)
        assert isinstance(session, GameSession)
        return session

    async def evidence(self) -> dict[str, Any]:
        return await super().evidence() | self.sitting.evidence()


def _stock(folder: Path) -> None:
    """Files that a person would have at hand, for games that ask for one."""
    (folder / "notes.txt").write_text("Buy milk.\nCall Ada back.\n", encoding="utf-8")
    # One frame of silence: MPEG-1 layer III, 32 kbit/s, 44.1 kHz, mono, with an ID3 tag before it.
    tag = b"ID3\x03\x00\x00\x00\x00\x00\x00"
    frame = b"\xff\xfb\x10\xc4" + bytes(100)
    (folder / "silence.mp3").write_bytes(tag + frame * 20)
    with wave.open(str(folder / "silence.wav"), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(1600))
