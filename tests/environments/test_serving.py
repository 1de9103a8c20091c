"""The web server: start, end, and which requests it answers."""

import asyncio
import logging
import signal
import socket
from pathlib import Path

import httpx
import pytest
import uvicorn
from conftest import NEVER
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.types import Receive, Scope, Send

from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession
from webproctor.environments.serving import for_browser, for_people, serve


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Respond with the path; `/fault` fails."""
    if scope["path"] == "/fault":
        raise ValueError("a fault of the application")
    await PlainTextResponse(scope["path"])(scope, receive, send)


async def get(port: int, path: str) -> str:
    """Return the status line and body of a response."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    return f"{head.splitlines()[0]} {body}"


async def test_the_server_responds_while_the_block_runs():
    async with serve(echo) as port:
        assert await get(port, "/hello") == "HTTP/1.1 200 OK /hello"


async def test_log_files_of_the_calling_program_stay_open(tmp_path: Path):
    log, file = logging.getLogger("caller"), tmp_path / "caller.log"
    handler = logging.FileHandler(file, mode="w")
    log.addHandler(handler)
    log.setLevel(logging.WARNING)
    try:
        async with serve(echo):
            log.warning("still written")
    finally:
        log.removeHandler(handler)
        handler.close()
    assert file.read_text() == "still written\n"


async def test_logging_of_other_servers_of_the_program_is_unchanged(
    caplog: pytest.LogCaptureFixture,
):
    access = logging.getLogger("uvicorn.access")
    caplog.set_level(logging.INFO)
    async with serve(echo) as port:
        await get(port, "/hello")
        access.info("a request to the program's own server")
    assert [one.message for one in caplog.records if one.name == access.name] == [
        "a request to the program's own server"
    ]


async def test_concurrent_requests_are_answered():
    async with serve(echo) as port:
        answers = await asyncio.gather(*(get(port, f"/{n}") for n in range(100)))
    assert answers == [f"HTTP/1.1 200 OK /{n}" for n in range(100)]


async def test_a_failed_request_does_not_stop_the_server():
    async with serve(echo) as port:
        assert (await get(port, "/fault")).startswith("HTTP/1.1 500")
        assert (await get(port, "/after")).startswith("HTTP/1.1 200")


async def test_the_server_stops_after_the_block():
    async with serve(echo) as port:
        pass
    with pytest.raises(ConnectionRefusedError):
        await get(port, "/")


async def test_the_server_stops_after_a_block_that_failed():
    ports: list[int] = []

    async def fail() -> None:
        async with serve(echo) as port:
            ports.append(port)
            raise KeyError

    with pytest.raises(KeyError):
        await fail()
    with pytest.raises(ConnectionRefusedError):
        await get(ports[0], "/")


async def test_stopping_does_not_wait_for_idle_connections():
    async with serve(echo) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.close()


async def test_stopping_does_not_wait_for_a_request_that_does_not_end():
    arrived, released = asyncio.Event(), asyncio.Event()

    async def hang(scope: Scope, receive: Receive, send: Send) -> None:
        arrived.set()
        await released.wait()

    async with asyncio.timeout(60):
        async with serve(hang) as port:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await arrived.wait()
    released.set()
    writer.close()


async def test_the_server_listens_only_on_loopback():
    async with serve(echo) as port:
        addresses = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), port)}
        for address in addresses - {"127.0.0.1"}:
            with socket.socket(socket.AF_INET6 if ":" in str(address) else socket.AF_INET) as other:
                assert other.connect_ex((address, port)) != 0


async def test_the_requested_port_is_used():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    async with serve(echo, port) as taken:
        assert taken == port


async def test_a_port_in_use_is_an_error():
    async with serve(echo) as port:
        with pytest.raises(OSError, match="in use"):
            async with serve(echo, port):
                pass


async def test_a_server_that_cannot_be_loaded_is_an_error(monkeypatch: pytest.MonkeyPatch):
    def load(_: uvicorn.Config) -> None:
        raise KeyError("a protocol that this version of uvicorn does not have")

    monkeypatch.setattr(uvicorn.Config, "load", load)
    with pytest.raises(KeyError, match="a protocol"):
        async with serve(echo):
            pass


async def test_signal_handlers_of_the_program_are_unchanged():
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    async with serve(echo) as port:
        await get(port, "/")
        assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


async def _status_line(port: int, *headers: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = "\r\n".join(("GET /page HTTP/1.1", *headers, "Connection: close", "", ""))
    writer.write(request.encode())
    answer = (await reader.read()).decode()
    writer.close()
    return answer.splitlines()[0]


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "a.localhost:{port}"])
async def test_pages_for_people_are_served_at_names_of_this_machine(host: str):
    async with serve(for_people(echo)) as port:
        own = host.format(port=port)
        assert await _status_line(port, f"Host: {own}") == "HTTP/1.1 200 OK"
        assert (
            await _status_line(port, f"Host: {own}", f"Origin: http://{own}") == "HTTP/1.1 200 OK"
        )


@pytest.mark.parametrize(
    "headers",
    [
        ("Host: attacker.example:80",),
        ("Host: 127.0.0.1.attacker.example:80",),
        ("Host:",),
        ("Host: 127.0.0.1:80", "Origin: http://attacker.example"),
        ("Host: 127.0.0.1:80", "Origin: http://127.0.0.1:81"),
        ("Host: 127.0.0.1:80", "Origin: null"),
        ("Host: 127.0.0.1:80", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"),
        ("Host: 127.0.0.1:80", "Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: no-cors"),
        (
            *("Host: 127.0.0.1:80", "Sec-Fetch-Site: cross-site"),
            *("Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"),
        ),
    ],
)
async def test_pages_for_people_refuse_requests_of_other_sites(headers: tuple[str, ...]):
    async with serve(for_people(echo)) as port:
        assert await _status_line(port, *headers) == "HTTP/1.1 403 Forbidden"


async def test_a_link_on_another_site_can_open_pages_for_people():
    link = ("Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document")
    async with serve(for_people(echo)) as port:
        assert await _status_line(port, f"Host: 127.0.0.1:{port}", *link) == "HTTP/1.1 200 OK"


async def test_private_pages_for_people_require_the_token():
    site = for_people(echo, ["/private"], "right")
    async with serve(site) as port, httpx.AsyncClient(trust_env=False) as person:
        base = f"http://127.0.0.1:{port}"
        assert (await person.get(f"{base}/public")).status_code == 200
        for end in ("", "?token=", "?token=wrong"):
            assert (await person.get(f"{base}/private/1{end}")).status_code == 403
        opened = await person.get(f"{base}/private/1?token=right")
        assert (opened.status_code, opened.headers["location"]) == (303, "/private/1")
        assert {"httponly", "samesite=strict"} <= {
            *opened.headers["set-cookie"].lower().split("; ")
        }
        assert (await person.get(f"{base}/private/1")).text == "/private/1"


async def test_a_ticket_opens_private_pages_once():
    site = for_people(echo, ["/"], "token", "ticket")
    async with (
        serve(site) as port,
        httpx.AsyncClient(trust_env=False) as person,
        httpx.AsyncClient(trust_env=False) as other,
    ):
        address = f"http://127.0.0.1:{port}/"
        assert (await person.get(address, params={"token": "ticket"})).status_code == 303
        assert (await person.get(address)).text == "/"
        for _ in range(2):
            assert (await other.get(address, params={"token": "ticket"})).status_code == 403
            assert (await other.get(address)).status_code == 403
        assert (await other.get(address, params={"token": "token"})).status_code == 303


async def test_a_server_without_a_ticket_accepts_no_empty_token():
    async with (
        serve(for_people(echo, ["/"], "token")) as port,
        httpx.AsyncClient(trust_env=False) as person,
    ):
        assert (await person.get(f"http://127.0.0.1:{port}/?token=")).status_code == 403


async def test_a_link_with_the_token_on_another_site_opens_private_pages(executable: object):
    site = for_people(echo, ["/"], "right")
    async with (
        serve(site) as port,
        serve(HTMLResponse('<a href="http://own.localhost/a;b?token=right">')) as other_port,
        Browser({"own.localhost": port, "other.localhost": other_port}) as own_browser,
        own_browser.page() as page,
    ):
        session = await WebSession.open(page, "http://other.localhost/")
        await page.run("document.querySelector('a').click()")
        await session.wait_until_idle()
        async with asyncio.timeout(NEVER):
            while "own.localhost/a" not in page.url or "?" in page.url:
                await session.wait_until_idle()
        assert await page.run("document.body.innerText") == "/a;b"


async def test_an_address_with_the_token_does_not_lead_to_another_server():
    async with (
        serve(for_people(echo, ["/"], "right")) as port,
        httpx.AsyncClient(trust_env=False) as person,
    ):
        opened = await person.get(f"http://127.0.0.1:{port}//other.test/?token=right")
    assert opened.headers["location"] == "/other.test/"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (("Host: pages.test", "Cookie: webproctor-token=right"), "200 OK"),
        (("Host: pages.test", "Cookie: webproctor-token=another"), "404 Not Found"),
        (("Host: pages.test", "Cookie: webproctor-token=wrong"), "403 Forbidden"),
        (("Host: pages.test",), "403 Forbidden"),
        (("Host: 127.0.0.1", "Cookie: webproctor-token=right"), "403 Forbidden"),
    ],
)
async def test_pages_for_a_browser_require_their_host_and_token(
    headers: tuple[str, ...], status: str
):
    site = for_browser(echo, "pages.test", {"right": "/page", "another": "/other"})
    async with serve(site) as port:
        assert await _status_line(port, *headers) == f"HTTP/1.1 {status}"
