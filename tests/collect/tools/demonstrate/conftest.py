"""A served collection with the tasks of the shop, and people who demonstrate them."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest_asyncio
from collect.screens import enter
from collect.tools.demonstrate.annotator import Annotator
from collect.tools.demonstrate.shop import ERRANDS, HOST, PAGES, html
from collect.visitors import Collection, served
from conftest import NEVER
from playwright.async_api import Browser
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from webproctor.collect import tool
from webproctor.collect.store import opened
from webproctor.collect.tool import Tool
from webproctor.collect.tools.demonstrate import demonstrate
from webproctor.collect.tools.demonstrate.tasks import add
from webproctor.environments.serving import serve


@dataclass
class Shop:
    """The server of the shop.

    Attributes:
        asked: The paths of all requests.
        changed: Pages in place of the shop's, by path.
    """

    asked: list[str]
    changed: dict[str, str]
    port: int = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        self.asked.append(path)
        shown = self.changed.get(path) or (html(path) if path in PAGES else None)
        answer = Response(status_code=404) if shown is None else HTMLResponse(shown)
        await answer(scope, receive, send)


@dataclass(frozen=True)
class Demonstrating:
    """A served collection.

    Attributes:
        collection: The collection.
        made: The tool.
        shop: The website.
        annotator: `await annotator(name)`: a person who has entered.
    """

    collection: Collection
    made: Tool
    shop: Shop
    annotator: Callable[[str], Awaitable[Annotator]]


Serve = Callable[..., Awaitable[Demonstrating]]


@pytest_asyncio.fixture(loop_scope="session")
async def shop() -> AsyncIterator[Shop]:
    made = Shop([], {})
    async with serve(made) as made.port:
        yield made


@pytest_asyncio.fixture(loop_scope="session")
async def start(tmp_path: Path, shop: Shop, chromium: Browser) -> AsyncIterator[Serve]:
    """`await start(**settings)`: serve a collection with the tasks of the shop."""
    async with contextlib.AsyncExitStack() as stack:

        async def started(**settings: Any) -> Demonstrating:
            store = stack.enter_context(opened(tmp_path / "data", None, tool.migrations()))
            with store.writing() as session:
                add(session, [one.listed for one in ERRANDS], "the shop")
            given: dict[str, Any] = {"local": (f"{HOST}={shop.port}",)} | settings
            made = demonstrate(store, **given)
            collection = await stack.enter_async_context(served(store, "demonstrate", made))

            async def annotator(name: str) -> Annotator:
                page = await enter(chromium, collection.link(name), [])
                page.set_default_timeout(1000 * NEVER)
                stack.push_async_callback(page.context.close)
                return Annotator(page, collection.address)

            return Demonstrating(collection, made, shop, annotator)

        yield started
