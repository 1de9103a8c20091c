"""Participants of a study: scripted browsers that take tasks as people do."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any
from urllib.parse import urlsplit

from collect.screens import enter
from collect.visitors import store_in
from playwright.async_api import Browser, Page
from sqlalchemy import select
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webproctor.benchmarks.turkingbench.scoring import clean, collect_gold, majority
from webproctor.benchmarks.turkingbench.table import Cell
from webproctor.benchmarks.webgames.oracle import Oracle
from webproctor.benchmarks.webgames.people import GameAttempt
from webproctor.benchmarks.webgames.session import GameWebSession, write_sample_files
from webproctor.collect import links
from webproctor.collect.play import open_study, play
from webproctor.collect.play.study import Live, Study
from webproctor.collect.server import serving
from webproctor.collect.store import Person, Store
from webproctor.core.episodes import Episode
from webproctor.core.recorder import EpisodeRecorder, perform_directly
from webproctor.environments import browser as harness


@dataclass
class Served:
    """A study that is served.

    Attributes:
        address: The origin of the panel.
        sent: The path and the content of everything that the server has sent so far.
    """

    store: Store
    study: Study
    address: str
    administrator: str
    sent: list[tuple[str, bytes]]
    stack: contextlib.AsyncExitStack

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 80

    def link(self, name: str) -> str:
        with self.store.writing() as session:
            return links.url(session, self.store.key, links.make(session, name, "annotator"))

    async def take(self, name: str, tasks: int) -> None:
        """Let a person give up the practice task and some tasks, without a browser."""
        self.link(name)
        person = self.person(name)
        for number in range(tasks + 1):
            await self.study.start(person, practice=number == 0)
            [live] = [live for live in self.lives if live.person == person.id]
            await self.study.give_up(live)

    def person(self, name: str) -> Person:
        with self.store.reading() as session:
            return session.scalars(select(Person).where(Person.name == name)).one()

    @property
    def lives(self) -> list[Live]:
        """The attempts that run."""
        return list(self.study._live.values())

    @property
    def live(self) -> Live:
        """The only attempt that runs."""
        [live] = self.lives
        return live


@contextlib.asynccontextmanager
async def served(
    folder: Path,
    benchmark: str,
    settings: Mapping[str, Any] | None = None,
    store: Store | None = None,
    **more: Any,
) -> AsyncIterator[Served]:
    """Serve a study while the block runs, and write its run at the end."""
    async with contextlib.AsyncExitStack() as stack:
        own = store or stack.enter_context(store_in(folder))
        study = open_study(own, folder / "run", benchmark, settings or {}, **more)
        tool, sent = play(study), list[tuple[str, bytes]]()
        wrap = tool.wrap
        recorded = replace(tool, wrap=lambda panel: _recorded(wrap(panel), sent))
        async with serving(own, "play", recorded) as link, contextlib.AsyncExitStack() as people:
            yield Served(own, study, link.partition("/enter")[0], link, sent, people)
        await asyncio.to_thread(study.write)


def _recorded(app: ASGIApp, sent: list[tuple[str, bytes]]) -> ASGIApp:
    """Return an application that adds everything it sends to a list."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def keep(message: Message) -> None:
            content = message.get("body") or str(message.get("headers", "")).encode()
            sent.append((scope["path"], content))
            await send(message)

        await app(scope, receive, keep)

    return answer


@dataclass
class Player:
    """A participant; `page` is the panel."""

    page: Page

    @classmethod
    async def enter(cls, chromium: Browser, link: str, faults: list[str] | None = None) -> "Player":
        return cls(await enter(chromium, link, [] if faults is None else faults))

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

    write_sample_files(page.folder)
    session = await GameWebSession.open(page, url, before_open=join)
    episode = Episode(task=attempt.task.id)

    async def perform(step: Any) -> Any:
        return await perform_directly(session.act, step)

    return await Oracle().run(
        attempt.task, EpisodeRecorder(session, attempt.task, episode, perform)
    )


async def fill(window: Page, gold: Mapping[str, Sequence[Cell]]) -> None:
    """Fill in a form as its workers did, with mouse and keyboard."""
    left = dict(gold)
    while done := [name for name in left if await _enter(window, name, left[name])]:
        for name in done:
            del left[name]


async def _enter(window: Page, name: str, cells: Sequence[Cell]) -> bool:
    """Enter the workers' answer to a field; return false if it is not visible."""
    controls = window.locator(f"[name={_quoted(name)}]")
    if not await controls.count() or not await controls.first.is_visible():
        return False
    kind = await controls.first.evaluate("one => one.type")
    given = collect_gold("select" if kind.startswith("select") else kind, cells)
    if kind == "radio":
        wanted = controls.and_(window.locator(f"[value={_quoted(clean(str(majority(given))))}]"))
        if await wanted.count():
            await wanted.first.click()
    elif kind == "checkbox":
        for value in filter(None, map(clean, str(given[0]).split("|"))):
            await controls.and_(window.locator(f"[value={_quoted(value)}]")).first.check()
    elif kind.startswith("select"):
        await controls.first.select_option(clean(str(majority(given))))
    elif kind == "range":
        await controls.first.fill(f"{fmean(float(one) for one in given):g}")
    elif given and kind != "submit":
        await controls.first.fill("")
        await controls.first.press_sequentially(clean(given[0]))
    return True


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
