"""WebSockets: access, closing, and accepted messages."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from collect.screens import enter
from collect.visitors import Collection, Visitor, served, site, store_in
from playwright.async_api import Browser
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from webproctor.collect import sockets
from webproctor.collect.sockets import Connection, ConnectionHandler, Socket
from webproctor.collect.tools.propose import propose
from webproctor.collect.tools.propose.tables import Proposal
from webproctor.collect.tools.propose.websites import add
from webproctor.collect.visit import Visit
from webproctor.core.errors import UserError


@contextlib.asynccontextmanager
async def serving(data: Path, ended: asyncio.Event) -> AsyncIterator[Collection]:
    """Serve a tool with a socket that answers with what it gets, and one of a person's own row."""

    def echo(visit: Visit) -> ConnectionHandler:
        async def talk(connection: Connection) -> None:
            try:
                await connection.send({"name": visit.person.name})
                while (message := await connection.receive()) != "stop":
                    if message == "fail":
                        raise RuntimeError("a secret of the server")
                    if message == "refuse":
                        raise UserError("This cannot be done.")
                    await connection.send(message)
            finally:
                ended.set()

        return talk

    def own(visit: Visit) -> ConnectionHandler:
        visit.row(Proposal, visit.number("task"), own=True)
        return echo(visit)

    sockets = (
        Socket("/echo", echo, ("annotator",)),
        Socket("/mine/{task:int}", own, ("annotator",)),
    )
    with store_in(data) as store:
        with store.writing() as session:
            add(session, [site("Books")])
        async with served(store, "propose", replace(propose(store), sockets=sockets)) as collection:
            yield collection


@pytest.fixture
def ended() -> asyncio.Event:
    """Set when the handler has ended."""
    return asyncio.Event()


@pytest_asyncio.fixture(loop_scope="session")
async def echoing(tmp_path: Path, ended: asyncio.Event) -> AsyncIterator[Collection]:
    async with serving(tmp_path, ended) as collection:
        yield collection


def opening(
    visitor: Visitor, path: str = "/propose/echo", host: str = "", **headers: str
) -> connect:
    """Return a connection with the visitor's cookies and the headers of a browser's page."""
    server = visitor.http.base_url
    named = host or f"{server.host}:{server.port}"
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
    sent = {"cookie": cookies, "origin": f"http://{named}"} | headers
    return connect(
        f"ws://{named}{path}",
        additional_headers={name: value for name, value in sent.items() if value},
        proxy=None,
        host=server.host,
        port=server.port,
    )


async def closed(socket: ClientConnection) -> None:
    """Wait until the server closes a connection."""
    with contextlib.suppress(ConnectionClosedError):
        async for _ in socket:
            pass


async def refused(opening: connect, status: int, why: str) -> None:
    with pytest.raises(InvalidStatus) as error:
        await opening
    assert error.value.response.status_code == status
    assert why in bytes(error.value.response.body or b"").decode()
    assert "frame-ancestors 'none'" in error.value.response.headers["content-security-policy"]


async def test_text_and_bytes_are_exchanged(echoing: Collection) -> None:
    async with opening(await echoing.person("ann")) as socket:
        assert await socket.recv() == '{"name": "ann"}'
        for message in ('"é"', b"\0\1"):
            await socket.send(message)
            assert await socket.recv() == message


async def test_a_person_without_a_link_or_with_another_role_is_refused(echoing: Collection) -> None:
    await refused(opening(await echoing.stranger()), 401, "Open your link")
    await refused(opening(await echoing.person("vera", "verifier")), 403, "Not for your role")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": ""},
        {"origin": "null"},
        {"origin": "https://evil.example"},
        {"host": "evil.example"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "websocket"},
    ],
)
async def test_other_sites_are_refused(echoing: Collection, headers: dict[str, str]) -> None:
    await refused(opening(await echoing.person("ann"), **headers), 403, "Request refused")


async def test_unknown_addresses_and_rows_of_other_people_are_not_found(
    echoing: Collection,
) -> None:
    ann, bob = await echoing.person("ann"), await echoing.person("bob")
    await ann.propose("Reserve two window seats for the first night train of May")
    async with opening(ann, "/propose/mine/1") as socket:
        assert await socket.recv() == '{"name": "ann"}'
    for path in ("/propose/mine/1", "/propose/mine/9", "/nothing", "/propose/", "/static/x"):
        await refused(opening(bob, path), 404, "Page not found")


async def test_a_tool_without_sockets_refuses_connections(simple: Collection) -> None:
    with pytest.raises(InvalidStatus) as error:
        await opening(await simple.person("ann"))
    assert error.value.response.status_code == 404


@pytest.mark.parametrize(
    ("message", "code", "reason"),
    [
        ("no JSON", 1007, "The message is not JSON."),
        ("[" * 100_000, 1007, "The message is not JSON."),
        ('"refuse"', 1007, "This cannot be done."),
        ('"fail"', 1011, "The server had an error."),
        ('"stop"', 1000, ""),
        (f'"{"x" * sockets.MESSAGE_BYTES}"', 1009, ""),
    ],
)
async def test_messages_that_close_a_connection(
    echoing: Collection, ended: asyncio.Event, message: str, code: int, reason: str
) -> None:
    async with opening(await echoing.person("ann")) as socket:
        await socket.send(message)
        await closed(socket)
        assert socket.close_code == code
        if reason:
            assert socket.close_reason == reason
    await ended.wait()


async def test_the_handler_ends_when_the_page_is_closed(
    echoing: Collection, ended: asyncio.Event
) -> None:
    async with opening(await echoing.person("ann")) as socket:
        await socket.recv()
    await ended.wait()


async def test_withdrawing_a_link_closes_its_connections(
    echoing: Collection, ended: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "_CHECK_INTERVAL", 0.01)
    administrator = await echoing.enter(echoing.administrator)
    async with opening(await echoing.person("ann")) as socket:
        await socket.recv()
        assert (await administrator.post("/links/2/withdraw")).status_code == 303
        with pytest.raises(ConnectionClosedError, match="This link was withdrawn"):
            await socket.recv()
        assert socket.close_code == 1008
    await ended.wait()


async def test_a_stopping_server_closes_connections(tmp_path: Path) -> None:
    ended = asyncio.Event()
    async with serving(tmp_path, ended) as collection:
        socket = await opening(await collection.person("ann"))
        await socket.recv()
        assert not ended.is_set()
    assert ended.is_set()
    await closed(socket)


async def test_chromium_connects_only_to_the_server_of_the_page(
    echoing: Collection, chromium: Browser
) -> None:
    page = await enter(chromium, echoing.link("ann"), [])
    talk = """(address) => new Promise((done) => {
        const socket = new WebSocket(address);
        socket.onmessage = ({data}) => done(data);
        socket.onerror = () => done('refused');
    })"""
    assert await page.evaluate(talk, "/propose/echo") == '{"name": "ann"}'
    other = echoing.address.replace("127.0.0.1", "localhost").replace("http", "ws")
    assert await page.evaluate(talk, f"{other}/propose/echo") == "refused"
    await page.context.close()
