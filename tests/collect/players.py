"""Participants of a study: scripted browsers that take tasks as people do."""

import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from collect.screens import enter
from playwright.async_api import Browser, Page, Response

from webproctor.benchmarks.webgames.people import GameAttempt
from webproctor.benchmarks.webgames.session import GameWebSession, stock
from webproctor.collect import links, tool
from webproctor.collect.play import play, study_of
from webproctor.collect.play.study import Live, Study
from webproctor.collect.server import serving
from webproctor.collect.store import Store, opened
from webproctor.core.episodes import Episode
from webproctor.core.recorder import EpisodeRecorder, perform_directly
from webproctor.environments import browser as harness


@dataclass
class Served:
    """A study that is served.

    Attributes:
        address: The origin of the panel.
    """

    store: Store
    study: Study
    address: str
    administrator: str

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 80

    def link(self, name: str) -> str:
        with self.store.writing() as session:
            return links.url(session, self.store.key, links.make(session, name, "annotator"))

    @property
    def live(self) -> Live:
        """The attempt that runs."""
        [live] = self.study._live.values()
        return live


@contextlib.asynccontextmanager
async def served(
    folder: Path, benchmark: str, settings: Mapping[str, Any] | None = None, **more: Any
) -> AsyncIterator[Served]:
    """Serve a study while the block runs, and write its run at the end."""
    with opened(folder, None, tool.migrations()) as store:
        study = study_of(store, folder / "run", benchmark, settings or {}, **more)
        async with serving(store, "play", play(study)) as link:
            yield Served(store, study, link.partition("/enter")[0], link)
        study.write()


@dataclass
class Player:
    """A participant at the panel.

    Attributes:
        page: The panel.
        received: The content of every answer that the participant's browser got.
    """

    page: Page
    received: list[tuple[str, bytes]] = field(default_factory=list)

    @classmethod
    async def enter(cls, chromium: Browser, link: str, faults: list[str]) -> "Player":
        page = await enter(chromium, link, faults)
        player = cls(page)
        page.context.on("response", player._receive)
        return player

    async def _receive(self, response: Response) -> None:
        with contextlib.suppress(Exception):  # Redirects and closed windows have no content.
            self.received.append((response.url, await response.body()))

    async def start(self, name: str = "Start") -> None:
        await self.page.get_by_role("button", name=name).click()
        await self.page.locator("#task").wait_for()

    async def window(self) -> Page:
        """Open the window of the task."""
        async with self.page.context.expect_page() as opening:
            await self.page.locator("#open").click()
        window = await opening.value
        await window.wait_for_load_state()
        return window

    async def answer(self, text: str) -> None:
        await self.page.get_by_label("Password").fill(text)
        await self.page.get_by_role("button", name="Submit the answer").click()
        await self.ended()

    async def give_up(self) -> None:
        await self.page.get_by_text("Give up this task").click()
        await self.page.get_by_role("button", name="Give up").click()
        await self.ended()

    async def ended(self) -> None:
        await self.page.locator("#task").wait_for(state="detached")

    async def practise(self) -> None:
        """End the practice task."""
        await self.start("Start the practice task")
        await self.give_up()


async def solve(page: harness.Page, live: Live, url: str) -> str | None:
    """Play a game in a participant's window by its oracle; return the password."""
    attempt = live.attempt
    assert isinstance(attempt, GameAttempt)

    def join(session: Any) -> None:
        session.game_session = attempt.game_session

    stock(page.folder)
    session = await GameWebSession.open(page, url, heard=join)
    episode = Episode(task=attempt.task.id)

    async def perform(turn: Any) -> Any:
        return await perform_directly(session.act, turn)

    from webproctor.benchmarks.webgames.oracle import Oracle

    return await Oracle().run(attempt.task, EpisodeRecorder(session, attempt.task, episode, perform))
