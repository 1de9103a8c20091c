"""The web server of the games."""

import asyncio

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from webproctor.benchmarks.webgames import host as webgames_host
from webproctor.benchmarks.webgames.game_session import GameSession
from webproctor.benchmarks.webgames.host import Host
from webproctor.benchmarks.webgames.suite import entries
from webproctor.environments.serving import serve


@pytest.mark.parametrize("path", ["messages", "states"])
async def test_deeply_nested_json_is_refused_as_a_fault_of_the_page(path: str) -> None:
    host, episode = Host(), GameSession(entries()["date"], seed=1)
    host.add(episode)
    host.view(episode)
    transport = httpx.ASGITransport(host.application())  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://games.test") as client:
        answer = await client.post(
            f"/{episode.token}/{path}",
            content="[" * 10_000,
            headers={"origin": "http://games.test"},
        )
    assert answer.status_code == 400
    assert episode.failure is None
    assert len(episode.faults) == 1


def _client(host: Host) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(host.application())  # type: ignore[arg-type]
    origin = {"origin": "http://games.test"}
    return httpx.AsyncClient(transport=transport, base_url="http://games.test", headers=origin)


@pytest.mark.parametrize("path", ["messages", "states", "upload/file"])
async def test_a_request_that_is_too_large_is_refused_and_not_read(
    monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(webgames_host, "_MAX_MESSAGE", 1000)
    monkeypatch.setattr(webgames_host, "_MAX_UPLOAD", 1000)
    host, episode = Host(), GameSession(entries()["file-upload"], seed=1)
    host.add(episode)
    viewer = host.view(episode)
    parts = 0

    async def sent():
        nonlocal parts
        while True:
            parts += 1
            yield bytes(600)

    async with _client(host) as client:
        answer = await client.post(f"/{episode.token}/{path}", content=sent())
        assert (answer.status_code, parts) == (400, 2)
        assert answer.json() == {"refused": "a request of more than 1,000 bytes"}
        if path == "messages":  # The requests of a page that is only a view have the same limit.
            assert (await client.post(f"{viewer}{path}", content=sent())).status_code == 400
            assert parts == 4
    assert episode.faults == ["a request of more than 1,000 bytes"]


async def test_a_page_that_is_closed_while_it_sends_a_file_does_not_end_the_episode() -> None:
    host, episode = Host(), GameSession(entries()["file-upload"], seed=1)
    host.add(episode)
    app, ended = host.application(), asyncio.Event()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        finally:
            ended.set()

    async with serve(answer) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"POST /{episode.token}/upload/x HTTP/1.1\r\nHost: games.test\r\n"
        head += "Origin: http://games.test\r\nContent-Length: 9\r\n\r\n"
        writer.write(head.encode() + b"part")
        await writer.drain()
        writer.close()
        await ended.wait()
    assert episode.failure is None


async def test_the_notes_about_refused_requests_have_a_maximum_number_and_length() -> None:
    host, episode = Host(), GameSession(entries()["date"], seed=1)
    host.add(episode)
    async with _client(host) as client:
        await client.get(f"/{episode.token}/")
        for _ in range(1010):
            await client.get(f"/{episode.token}/{'x' * 1000}")
    assert len(episode.faults) == 1000
    assert {len(fault) for fault in episode.faults} == {300}


@pytest.mark.parametrize("name", ["%00.js", f"{'x' * 300}.js", f"{'x/' * 3000}y.js"])
@pytest.mark.parametrize("folder", ["kit", "games/date"])
async def test_assets_with_impossible_names_are_missing(folder: str, name: str) -> None:
    host = Host()
    host.add(GameSession(entries()["date"], seed=1))
    async with _client(host) as client:
        assert (await client.get(f"/{folder}/{name}")).status_code == 404


async def test_a_view_cannot_send_messages_of_a_kind_with_a_long_name() -> None:
    host, episode = Host(), GameSession(entries()["date"], seed=1)
    host.add(episode)
    host.view(episode)
    assert episode.viewer is not None
    episode.open("")
    data = await episode.viewer.open("", at=0.0)
    assert data is not None
    async with _client(host) as client:
        message = {"key": data["key"], "kind": "x" * 101}
        answer = await client.post(f"/{episode.viewer.token}/messages", json=message)
    assert (answer.status_code, answer.json()) == (400, {"refused": "malformed message"})
