"""A served collection with the tasks of the shop, and people who demonstrate them."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from collect.screens import enter
from collect.tools.demonstrate.annotator import Annotator
from collect.tools.demonstrate.shop import ERRANDS, HOST, PAGES, html
from collect.visitors import Collection, served, store_in
from playwright.async_api import Browser
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from webproctor.collect.tool import Tool
from webproctor.collect.tools.demonstrate import demonstrate
from webproctor.collect.tools.demonstrate.tasks import add
from webproctor.environments.serving import serve


@dataclass
class Shop:
    """The server of the shop.

    Attributes:
        requested: The paths of all requests.
        changed: Pages in place of the shop's, by path.
    """

    requested: list[str] = field(default_factory=list)
    changed: dict[str, str | Response] = field(default_factory=dict)
    port: int = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        self.requested.append(path)
        shown = self.changed.get(path) or (html(path) if path in PAGES else None)
        if shown is None:
            shown = Response(status_code=404)
        answer = HTMLResponse(shown) if isinstance(shown, str) else shown
        await answer(scope, receive, send)


@dataclass(frozen=True)
class Demonstrating:
    """A served collection.

    Attributes:
        collection: The collection.
        tool: The tool.
        shop: The website.
        chromium: The browser of the annotators.
    """

    collection: Collection
    tool: Tool
    shop: Shop
    chromium: Browser

    async def annotator(self, name: str) -> Annotator:
        """Return a person who has entered in a new browser context."""
        page = await enter(self.chromium, self.collection.link(name), [])
        self.collection.stack.push_async_callback(page.context.close)
        return Annotator(page, self.collection.address)


@contextlib.asynccontextmanager
async def demonstrating(
    data: Path, chromium: Browser, **settings: Any
) -> AsyncIterator[Demonstrating]:
    """Serve a collection with the tasks of the shop while the block runs."""
    shop = Shop()
    async with serve(shop) as shop.port:
        with store_in(data) as store:
            with store.writing() as session:
                add(session, [one.listed for one in ERRANDS], "the shop")
            given: dict[str, Any] = {"local": (f"{HOST}={shop.port}",), "per_task": 50} | settings
            tool = demonstrate(store, **given)
            async with served(store, "demonstrate", tool) as collection:
                yield Demonstrating(collection, tool, shop, chromium)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def it(
    tmp_path_factory: pytest.TempPathFactory, chromium: Browser
) -> AsyncIterator[Demonstrating]:
    """A collection for the tests of a file; each has its own people."""
    data = tmp_path_factory.mktemp("demonstrate")
    async with demonstrating(data, chromium, mask=("Ave?nue",)) as it:
        yield it
