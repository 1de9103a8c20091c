"""A server that no page may reach, a session that shows any content, and pages with a proxy."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import pytest
import pytest_asyncio

from webproctor.environments.browser import Browser, Page
from webproctor.environments.browser.proxy import DevToolsProxy, expose
from webproctor.environments.browser.proxy_policy import Permissions, Policy, inside
from webproctor.environments.browser.session import WebSession


@dataclass
class Outside:
    """A port of this machine that no page may reach.

    Attributes:
        visits: All TCP and UDP data received, on any of its addresses.
    """

    port: int
    visits: list[str] = field(default_factory=list)

    @property
    def addresses(self) -> dict[str, str]:
        return {
            "address": f"127.0.0.1:{self.port}",
            "short address": f"127.1:{self.port}",
            "number": f"2130706433:{self.port}",
            "any address": f"0.0.0.0:{self.port}",
            "name": f"localhost:{self.port}",
            "longer name": f"x.localhost:{self.port}",
            "IPv6": f"[::1]:{self.port}",
            "IPv4 in IPv6": f"[::ffff:127.0.0.1]:{self.port}",
        }


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, visits: list[str]) -> None:
        self._visits = visits

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self._visits.append("datagram")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def outside() -> AsyncIterator[Outside]:
    loop = asyncio.get_running_loop()

    async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        place.visits.append("stream")
        writer.close()

    async with contextlib.AsyncExitStack() as stack:
        server = await asyncio.start_server(visit, "127.0.0.1", 0)
        place = Outside(server.sockets[0].getsockname()[1])
        await stack.enter_async_context(server)
        with contextlib.suppress(OSError):  # The machine may not have IPv6.
            await stack.enter_async_context(await asyncio.start_server(visit, "::1", place.port))
        datagrams, _ = await loop.create_datagram_endpoint(
            lambda: _Datagrams(place.visits), local_addr=("127.0.0.1", place.port)
        )
        yield place
        datagrams.close()


@pytest.fixture
def nothing_left(outside: Outside):
    """Check that the server received nothing while the test ran."""
    yield
    assert outside.visits == []


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def show(site, browser: Browser) -> AsyncIterator[Callable[[str], Awaitable[WebSession]]]:
    """`await show(html)`: the same session, with that content and observed once."""
    async with browser.page() as page:
        session = await WebSession.open(page, site.add("<title>Page</title><body>"))

        async def show(html: str) -> WebSession:
            await page.run(f"void (document.body.innerHTML = {json.dumps(html)})")
            await session.wait_until_idle()  # Frames load later than the content.
            await session.observe(frozenset({"elements"}))
            return session

        yield show


EXPOSED = "<title>Exposed</title><h1>Exposed page</h1><input><input type=file id=file><p id=p></p>"


@dataclass
class ExposedPage:
    """A page and its proxy."""

    page: Page
    proxy: DevToolsProxy


ExposePage = Callable[..., Awaitable[ExposedPage]]


@pytest_asyncio.fixture(loop_scope="session")
async def expose_page(open_page: Callable[..., Awaitable[Page]]) -> AsyncIterator[ExposePage]:
    """`await expose_page(policy)`: open a page with a proxy until the test ends."""
    async with contextlib.AsyncExitStack() as stack:

        async def expose_one(policy: Policy = "script", html: str = EXPOSED) -> ExposedPage:
            page = await open_page(html)
            limits = Permissions(policy, page.folder, inside(page.url))
            worlds = {page.world_name}
            arguments = page.devtools, page.endpoint, page.target, limits
            proxy = await stack.enter_async_context(expose(*arguments, worlds=lambda: worlds))
            return ExposedPage(page, proxy)

        yield expose_one
