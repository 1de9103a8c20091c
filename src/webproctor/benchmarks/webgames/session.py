"""A web session at one game, with recorded inputs and the server's game session."""

import io
import wave
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from webproctor.benchmarks.webgames.game_session import GameSession
from webproctor.core.outcomes import lost_by
from webproctor.environments.browser import Page
from webproctor.environments.browser.session import WebSession


class GameWebSession(WebSession):
    """The page of one episode and its game session on the server.

    Attributes:
        game_session: The game session.
    """

    game_session: GameSession
    stops_scripts = False  # A game that hangs is a fault of the environment.

    @classmethod
    async def begin(cls, page: Page, game_session: GameSession, url: str, think: float) -> Self:
        """Open a game.

        Args:
            page: The page to open it in.
            game_session: The server-side state of the game.
            url: The address of the game's first page.
            think: Seconds that a virtual clock advances at the beginning of every step.

        Raises:
            SessionLost: If the page cannot be loaded.
        """

        def attach(session: GameWebSession) -> None:
            session.game_session = game_session
            game_session.inputs = session.inputs
            game_session.witnessed = True
            game_session.wait_for_inputs = session.wait_for_inputs

        page.initial_files = write_sample_files(page.folder)
        return await cls.open(page, url, clock=game_session.clock, think=think, before_open=attach)

    @property
    def random_parts(self) -> Sequence[str]:
        return self.game_session.random_parts

    @property
    def random_texts(self) -> Sequence[str]:
        password = self.game_session.password
        return () if password is None else (password,)

    async def evidence(self) -> dict[str, Any]:
        """Return what the page and the server know.

        Raises:
            SessionLost: If the browser died, or the server could not answer a request.
        """
        evidence = await super().evidence() | self.game_session.evidence()
        if (failure := self.game_session.failure) is not None:
            raise lost_by(failure)
        return evidence


def write_sample_files(folder: Path) -> dict[str, bytes]:
    """Write files into a folder, for games in which the player uploads one.

    Returns:
        The contents by name.
    """
    # An MP3 file without sound: an ID3 tag and frames of 32 kbit/s, 44.1 kHz, mono.
    tag = b"ID3\x03\x00\x00\x00\x00\x00\x00"
    frame = b"\xff\xfb\x10\xc4" + bytes(100)
    samples = io.BytesIO()
    with wave.open(samples, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(1600))
    files = {
        "notes.txt": b"Buy milk.\nCall Ada back.\n",
        "silence.mp3": tag + frame * 20,
        "silence.wav": samples.getvalue(),
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return files
