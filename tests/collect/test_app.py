"""The web application: access, refused requests, and response headers."""

import asyncio
import contextlib
import logging
import socket
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from collect.visitors import TASKS, Collection, store_in
from per_change import first
from sqlalchemy import select
from starlette.requests import Request

from webproctor.collect import links
from webproctor.collect.app import application
from webproctor.collect.store import Link, now, open_store
from webproctor.collect.tools.propose import propose


async def refused(answer: httpx.Response, status: int, why: str) -> None:
    assert answer.status_code == status
    assert why in answer.text


async def test_a_link_opens_a_page_that_sets_a_strict_cookie(
    simple: Collection,
) -> None:
    visitor = await simple.stranger()
    link = simple.link("ann")
    assert "Enter as ann" in (await visitor.get(link)).text
    token = link.partition("token=")[2]
    answer = await visitor.http.post("/enter", data={"token": token})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert (await visitor.get("/")).headers["location"] == "/propose/"


async def test_nothing_is_shown_without_a_link(simple: Collection) -> None:
    visitor = await simple.stranger()
    for path in ("/", "/propose/", "/people", "/propose/tasks.json"):
        await refused(await visitor.get(path), 401, "Open your link")


async def test_an_expired_link_is_refused_with_the_reason(simple: Collection) -> None:
    visitor = await simple.person("ann")
    with simple.store.writing() as session:
        link = session.scalars(select(Link).order_by(Link.id.desc())).first()
        assert link is not None
        link.expires = now() - timedelta(seconds=1)
    # The signature contains the expiry, so that it cannot be extended in a token either.
    await refused(await visitor.get("/propose/"), 403, "This link is not valid")
    with simple.store.reading() as session:
        link = session.get(Link, link.id)
        assert link is not None
        token = links.token(simple.store.key, link)
    stranger = await simple.stranger()
    await refused(await stranger.get(f"/enter?token={token}"), 403, "This link has expired")


async def test_a_withdrawn_link_is_refused_at_once(simple: Collection) -> None:
    visitor = await simple.person("ann")
    assert (await visitor.get("/propose/")).status_code == 200
    administrator = await simple.enter(simple.administrator)
    assert (await administrator.post("/links/2/withdraw")).status_code == 303
    await refused(await visitor.get("/propose/"), 403, "This link was withdrawn")


async def test_links_of_other_collections_and_changed_links_are_refused(
    simple: Collection, tmp_path: Path
) -> None:
    with open_store(tmp_path / "other", None) as store, store.writing() as session:
        links.administrator_link(session)
        foreign = links.token(store.key, links.make(session, "ann", "annotator"))
    own = simple.link("ann").partition("token=")[2]
    number, _, signed = own.partition("-")
    visitor = await simple.stranger()
    forged = (
        foreign,
        f"1-{signed}",
        f"{number}-{'0' * 64}",
        own[:-1],
        "1",
        "x",
        "9" * 30 + "-0",
        "²-0",
    )
    for token in forged:
        answer = await visitor.http.get("/enter", params={"token": token})
        await refused(answer, 403, "This link is not valid")
        answer = await visitor.http.post("/enter", data={"token": token})
        await refused(answer, 403, "This link is not valid")


@pytest.mark.parametrize(
    ("role", "path"),
    first(
        ("annotator", "/propose/review"),
        ("verifier", "/people"),
        ("administrator", "/propose/mine"),
        ("annotator", "/people"),
        ("annotator", "/propose/tasks.json"),
        ("verifier", "/propose/"),
        count=3,
    ),
)
async def test_pages_of_other_roles_are_refused(simple: Collection, role: str, path: str) -> None:
    visitor = await simple.person("one", role)  # type: ignore[arg-type]
    await refused(await visitor.get(path), 403, "Not for your role")
    await refused(await visitor.http.post("/people"), 403, "")


async def test_a_form_without_the_token_of_the_person_changes_nothing(simple: Collection) -> None:
    ann, bob = await simple.person("ann"), await simple.person("bob")
    for csrf in ("", "x", "é", await bob.csrf()):
        answer = await ann.http.post("/propose/websites/1", data={"csrf": csrf, "task": TASKS[0]})
        await refused(answer, 403, "This form is out of date")
    assert TASKS[0] not in (await ann.get("/propose/mine")).text


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"},
    ],
)
async def test_requests_of_other_sites_are_refused(
    simple: Collection, headers: dict[str, str]
) -> None:
    visitor = await simple.person("ann")
    await refused(await visitor.get("/propose/", **headers), 403, "Request refused")
    fields = {"csrf": await visitor.csrf(), "task": TASKS[0]}
    answer = await visitor.http.post("/propose/websites/1", data=fields, headers=headers)
    await refused(answer, 403, "Request refused")


async def test_the_public_address_is_accepted_and_its_cookie_requires_https(tmp_path: Path) -> None:
    public = "https://collect.example.org"
    with store_in(tmp_path) as store:
        with store.writing() as session:
            token = links.token(store.key, links.make(session, "ann", "annotator"))
        app = application(store, "propose", propose(store), 8000, public)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=public) as client:
            for origin, status in ((public, 303), ("http://collect.example.org", 403)):
                answer = await client.post(
                    "/enter", data={"token": token}, headers={"origin": origin}
                )
                assert answer.status_code == status
                assert ("secure" in answer.headers.get("set-cookie", "").lower()) == (status == 303)


async def test_every_response_forbids_framing_and_inline_scripts(simple: Collection) -> None:
    ann = await simple.person("ann")
    for path in ("/propose/", "/nothing", "/people", "/static/style.css"):
        headers = (await ann.get(path)).headers
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
        assert policy["script-src"] == policy["form-action"] == "'self'"
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"


async def test_unknown_pages_and_methods_have_error_pages(simple: Collection) -> None:
    ann = await simple.person("ann")
    numbers = ("9" * 20, "9" * 5000)  # Of more digits than a column, and than `int` reads.
    for path in (
        "/x",
        "/static/",
        "/static/../app.py",
        *map("/propose/websites/{}".format, numbers),
    ):
        await refused(await ann.get(path), 404, "Page not found")
    await refused(await ann.http.put("/propose/"), 405, "Method not allowed")


async def test_an_unknown_link_is_not_shown_as_new(simple: Collection) -> None:
    administrator = await simple.enter(simple.administrator)
    for number in ("0", "x", "²", "9" * 5000):
        answer = await administrator.http.get("/people", params={"made": number})
        assert answer.status_code == 200


async def test_an_unexpected_error_shows_no_details(
    simple: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await simple.person("ann")

    def fail(*_: object) -> None:
        raise RuntimeError("a secret of the server")

    monkeypatch.setattr("webproctor.collect.tools.propose.rules.proposals_of", fail)
    answer = await ann.get("/propose/mine")
    await refused(answer, 500, "The server had an error")
    assert "secret" not in answer.text


async def test_a_declared_upload_over_the_limit_is_refused_before_it_is_read(
    simple: Collection,
) -> None:
    administrator = await simple.enter(simple.administrator)
    address = httpx.URL(simple.address)
    cookie = "; ".join(f"{name}={value}" for name, value in administrator.http.cookies.items())
    reader, writer = await asyncio.open_connection(address.host, address.port)
    writer.write(
        (
            f"POST /propose/websites HTTP/1.1\r\nHost: {address.host}:{address.port}\r\n"
            f"Cookie: {cookie}\r\nContent-Type: multipart/form-data; boundary=x\r\n"
            f"Content-Length: {2 * 2**30}\r\n\r\n"
        ).encode()
    )
    # No byte of the body has been sent.
    assert b" 413 " in await reader.readline()
    text = await reader.readuntil(b"</html>")
    assert b"At most 5 MiB" in text
    writer.close()


async def test_an_upload_of_unknown_length_is_refused_at_the_limit(simple: Collection) -> None:
    administrator = await simple.enter(simple.administrator)
    sent = 0

    async def body() -> object:
        nonlocal sent
        yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
        while sent < 64 * 2**20:
            sent += 2**20
            yield bytes(2**20)

    headers = {"content-type": "multipart/form-data; boundary=x"}
    answer = None
    with contextlib.suppress(httpx.WriteError):
        answer = await administrator.http.post(
            "/propose/websites",
            content=body(),  # type: ignore[arg-type]
            headers=headers,
        )
    assert answer is None or answer.status_code == 413


async def test_a_person_who_leaves_during_an_upload_is_no_error_of_the_server(
    simple: Collection, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.WARNING)
    administrator = await simple.enter(simple.administrator)
    address = httpx.URL(simple.address)
    cookie = "; ".join(f"{name}={value}" for name, value in administrator.http.cookies.items())
    reading, ended = asyncio.Event(), asyncio.Event()
    body = Request.body

    async def read(self: Request) -> bytes:
        reading.set()
        try:
            return await body(self)
        finally:
            ended.set()

    monkeypatch.setattr(Request, "body", read)
    _, writer = await asyncio.open_connection(address.host, address.port)
    writer.write(
        (
            f"POST /propose/websites HTTP/1.1\r\nHost: {address.host}:{address.port}\r\n"
            f"Cookie: {cookie}\r\nContent-Length: 9\r\n\r\npart"
        ).encode()
    )
    await reading.wait()
    writer.transport.abort()
    await ended.wait()
    assert (await administrator.get("/propose")).status_code < 500  # Until it has been handled.
    assert not caplog.records


async def test_invalid_bodies_are_refused(simple: Collection) -> None:
    ann = await simple.person("ann")
    multipart = {"content-type": "multipart/form-data; boundary=x"}
    for content, headers in (
        (b"--x\r\nnonsense", multipart),
        (b"--y", multipart),
        (b"csrf=%ff", {"content-type": "application/x-www-form-urlencoded"}),
        (b"\xff", {"content-type": "application/json"}),
        (b"", {"content-type": "multipart/form-data"}),
    ):
        answer = await ann.http.post("/propose/websites/1", content=content, headers=headers)
        assert answer.status_code in (400, 403)
        assert "<h1>" in answer.text


async def test_the_server_listens_only_on_this_machine(simple: Collection) -> None:
    address = httpx.URL(simple.address)
    assert address.host == "127.0.0.1"
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.2", address.port), 1):
        pytest.fail("another address of this machine answers")
