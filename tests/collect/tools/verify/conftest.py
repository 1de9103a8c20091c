"""Submitted demonstrations of the shop's tasks, and people who verify them."""

import contextlib
import html
import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import pytest_asyncio
from collect.screens import enter
from collect.tools.demonstrate.conftest import Shop
from collect.tools.demonstrate.shop import ERRANDS, HOST, PAGES, ROW, Do, Errand
from collect.visitors import Collection, Visitor, served, store_in
from playwright.async_api import Browser as Chromium
from playwright.async_api import Page
from sqlalchemy import select

from webproctor.collect import links
from webproctor.collect.demonstration import dump
from webproctor.collect.demonstration.live import Performed, perform, pick
from webproctor.collect.demonstration.steps import Operation, Step
from webproctor.collect.store import Person
from webproctor.collect.tool import Tool
from webproctor.collect.tools.demonstrate import tasks
from webproctor.collect.tools.demonstrate.files import folder
from webproctor.collect.tools.demonstrate.tables import Demonstration, State, Task
from webproctor.collect.tools.verify import verify
from webproctor.collect.tools.verify.export import decisions
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession
from webproctor.environments.serving import serve

OPERATIONS: dict[str, Operation] = {
    "Click": "CLICK", "Type": "TYPE", "Hover": "HOVER", "Press Enter": "ENTER",
    "Select an option": "SELECT", "Click (fake": "CLICK",
}  # fmt: skip
FolderOf = Callable[[int], Awaitable[Path]]


@dataclass(frozen=True)
class Verifying:
    """A served collection with submitted demonstrations; their ids count from 1.

    Attributes:
        collection: The collection.
        tool: The tool.
        shop: The website.
        chromium: The browser of the verifiers.
    """

    collection: Collection
    tool: Tool
    shop: Shop
    chromium: Chromium

    async def reader(self, name: str) -> "Reader":
        """Return a verifier who sends forms without a browser."""
        return Reader(await self.collection.person(name, "verifier"))

    async def verifier(self, name: str) -> Page:
        """Return the page of a verifier who has entered."""
        faults: list[str] = []
        page = await enter(self.chromium, self.collection.link(name, "verifier"), faults)
        self.collection.stack.push_async_callback(page.context.close)
        return page

    def records(self) -> list[dict[str, Any]]:
        with self.collection.store.reading() as session:
            return self.tool.exports["records"](session)

    def decisions(self) -> list[dict[str, Any]]:
        with self.collection.store.reading() as session:
            return decisions(session)

    def states(self) -> list[State]:
        with self.collection.store.reading() as session:
            return list(session.scalars(select(Demonstration.state).order_by(Demonstration.id)))

    def steps(self, id: int) -> list[Step]:
        return dump.steps(self.folder(id))

    def folder(self, id: int) -> Path:
        with self.collection.store.reading() as session:
            return folder(self.collection.store, session.get_one(Demonstration, id))


@dataclass(frozen=True)
class Reader:
    """A verifier who sends forms without a browser."""

    visitor: Visitor

    async def opened(self, id: int = 1) -> dict[str, Any]:
        """Open a demonstration, and return the fields of its form."""
        page = (await self.visitor.get(f"/verify/{id}")).text
        fields = dict(re.findall(r'name="(csrf|version)" value="(\w+)"', page))
        text = re.search(r'name="task"[^>]*>([^<]*)<', page)
        assert text is not None, page
        keep = re.findall(r'name="keep" value="([^"]+)"[^>]* checked', page)
        return fields | {"task": html.unescape(text[1]), "keep": keep}

    async def send(self, form: dict[str, Any], id: int = 1) -> httpx.Response:
        return await self.visitor.http.post(f"/verify/{id}", data=form)

    async def decide(self, decision: str, id: int = 1, **fields: Any) -> httpx.Response:
        """Open a demonstration and decide."""
        return await self.send(await self.opened(id) | {"decision": decision} | fields, id)


Serve = Callable[..., Awaitable[Verifying]]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shop() -> AsyncIterator[Shop]:
    shop = Shop()
    async with serve(shop) as shop.port:
        yield shop


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def demonstrated(
    shop: Shop, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[FolderOf]:
    """`await demonstrated(number)`: the folder of a demonstration of a task of the shop."""
    folders = tmp_path_factory.mktemp("demonstrated")
    async with Browser({HOST: shop.port}) as browser:

        async def folder_of(number: int) -> Path:
            where = folders / str(number)
            if not where.is_dir():
                await _demonstrate(browser, ERRANDS[number], where)
            return where

        yield folder_of


async def _demonstrate(browser: Browser, errand: Errand, where: Path) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, f"http://{HOST}/")
        for number, step in enumerate(errand.steps):
            dump.store(where, number, await _performed(session, step))


async def _performed(session: WebSession, step: Do) -> Performed:
    rows = [name for name, _ in PAGES[urlsplit(session.page.url).path]]
    target = await pick(session, 28, (rows.index(step.name) + 0.5) * ROW)
    assert target is not None
    fake = step.operation.startswith("Click (fake")
    return await perform(session, target, OPERATIONS[step.operation], step.value, fake=fake)


@pytest_asyncio.fixture(loop_scope="session")
async def start(
    tmp_path: Path, shop: Shop, demonstrated: FolderOf, chromium: Chromium
) -> AsyncIterator[Serve]:
    """`await start(numbers, **settings)`: serve a collection with demonstrations by `ann`."""
    async with contextlib.AsyncExitStack() as stack:

        async def started(
            numbers: Sequence[int] = (2,), database: str | None = None, **settings: Any
        ) -> Verifying:
            store = stack.enter_context(store_in(tmp_path / "data", database))
            with store.writing() as session:
                tasks.add(session, [one.listed for one in ERRANDS], "the shop")
                links.make(session, "ann", "annotator")
            with store.writing() as session:
                ann = session.scalars(select(Person).where(Person.name == "ann")).one()
                listed = list(session.scalars(select(Task).order_by(Task.id)))
                for number in numbers:
                    demonstration = tasks.start(session, listed[number], ann, 1)
                    demonstration.state = "submitted"
                    shutil.copytree(await demonstrated(number), folder(store, demonstration))
            given: dict[str, Any] = {"local": (f"{HOST}={shop.port}",)} | settings
            tool = verify(store, **given)
            collection = await stack.enter_async_context(served(store, "verify", tool))
            return Verifying(collection, tool, shop, chromium)

        yield started
        shop.changed.clear()
