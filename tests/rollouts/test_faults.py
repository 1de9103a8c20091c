"""Faults: an episode whose environment fails is void and never scores zero; no session is left."""

import asyncio
import errno
import gc
import json
import signal
import socket
from collections.abc import Callable
from typing import Any

import processes
import pytest
import uvicorn
from conftest import Eventually
from per_change import first
from rollouts.conftest import HEADERS, TOKEN, Service, games, serving
from websockets.asyncio.client import connect

from webproctor.benchmarks.webgames.game_session import GameSession
from webproctor.core.errors import UserError
from webproctor.rollouts.client import ServiceLost, SessionGone, connected
from webproctor.rollouts.episode import OpenEpisode
from webproctor.rollouts.schema import MESSAGE_BYTES
from webproctor.rollouts.sessions import ABANDONED

ACTION = {"name": "press", "arguments": {"keys": "7"}}


async def closed(service: Service) -> None:
    """Wait until no session is open."""
    while service.pool.open:
        await service.pool.wait_until_closed()


def failing(monkeypatch: pytest.MonkeyPatch, fault: Exception) -> Callable[[], None]:
    """Let the next step fail with an error that no code expects."""
    real = OpenEpisode.step

    async def step(self: OpenEpisode, call: Any) -> Any:
        monkeypatch.setattr(OpenEpisode, "step", real)
        raise fault

    return lambda: monkeypatch.setattr(OpenEpisode, "step", step)


@pytest.mark.parametrize(
    ("fault", "cause"),
    first(
        (OSError(errno.ENOSPC, "No space left on device"), "disk full"),
        (RuntimeError("unexpected"), "environment"),
    ),
)
async def test_an_unexpected_error_makes_only_its_own_episode_void(
    service: Service, monkeypatch: pytest.MonkeyPatch, fault: Exception, cause: str
) -> None:
    fail = failing(monkeypatch, fault)
    async with connected(str(service.http.base_url), TOKEN) as client:
        first, second = [await client.ask("create", task="date@0") for _ in range(2)]
        fail()
        ended = (await client.ask("step", first.session, action=ACTION)).ended
        assert ended is not None
        assert (ended.outcome, ended.value, ended.cause) == ("void", None, cause)
        assert (await client.ask("step", second.session, action=ACTION)).steps == 1
        assert (await client.ask("reset", first.session)).ended is None
    await closed(service)


async def test_the_message_of_a_void_episode_can_be_sent_whatever_the_error_quotes(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = (await service.create(task="date@0"))["session"]
    failing(monkeypatch, ValueError("half an emoji: \ud83d"))()
    try:
        ended = (await service.step(session, "press", keys="7"))["ended"]
    finally:
        await service.post(f"/sessions/{session}/close")
    assert (ended["outcome"], ended["message"]) == ("void", "ValueError: half an emoji: \ufffd")


@pytest.mark.parametrize("kind", first("renderer", "browser"))
async def test_an_expired_lease_of_a_lost_browser_is_void_and_not_errored(
    executable: object, kind: processes.Kind
) -> None:
    before = processes.find(kind)
    async with serving(games("date"), limit=1, prepared_pages=0) as service:
        session = (await service.create(lease=1))["session"]
        processes.send(signal.SIGKILL, processes.find(kind) - before)
        await closed(service)
        gone = await service.http.post(f"/sessions/{session}/score", json={})
        assert gone.status_code == 404
        ended = gone.json()["ended"]
        assert (ended["outcome"], ended["value"]) == ("void", None)
        assert service.pool.counts["errored"] == 0
        assert service.pool.counts["void"] == 1


async def test_a_client_that_disconnects_during_a_request_leaves_no_session(
    service: Service, eventually: Eventually
) -> None:
    created = service.pool.counts["created"]
    url = service.http.base_url
    body = json.dumps({"task": "date@0", "lease": 3600}).encode()
    with socket.create_connection((url.host, url.port or 0)) as client:
        head = f"POST /sessions HTTP/1.1\r\nHost: {url.host}:{url.port}\r\n"
        head += f"Authorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n"
        client.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        await eventually(lambda: service.pool.open)
    while service.pool.counts["created"] == created:
        await service.pool.wait_until_closed()
    await closed(service)


async def test_a_connection_cut_during_a_step_leaves_no_session(
    service: Service,
) -> None:
    address = f"ws://{service.http.base_url.netloc.decode()}/ws"
    async with connect(address, additional_headers=HEADERS, proxy=None) as client:
        await client.send(json.dumps({"id": 1, "request": "create", "body": {"task": "date@0"}}))
        session = json.loads(await client.recv())["answer"]["session"]
        for request in ("step", "create"):
            body = {"action": ACTION} if request == "step" else {"task": "date@0"}
            message = {"id": 2, "request": request, "body": body}
            message["session"] = session if request == "step" else ""
            await client.send(json.dumps(message))
        client.transport.abort()
    await closed(service)
    gone = await service.http.post(f"/sessions/{session}/score", json={})
    assert gone.json()["ended"]["cause"] == ABANDONED


async def test_sessions_of_a_stopped_service_are_void(executable: object) -> None:
    before = processes.find("browser")
    async with serving(games("date"), limit=2, prepared_pages=0) as service:
        url = service.http.base_url
        session = (await service.create())["session"]
        async with connected(str(url), TOKEN) as client:
            own = (await client.ask("create")).session
            assert not await service.pool.drained(0)
            pool = service.pool
    assert (pool.counts["void"], pool.counts["errored"]) == (2, 0)
    assert processes.find("browser") == before
    async with serving(games("date"), port=url.port or 0, limit=2, prepared_pages=0) as service:
        gone = await service.http.post(f"/sessions/{session}/step", json={"action": ACTION})
        assert gone.status_code == 404
        ended = gone.json()["ended"]
        assert (ended["outcome"], ended["value"], ended["cause"]) == ("void", None, "service")
        unknown = await service.http.post("/sessions/x/step", json={"action": ACTION})
        assert (unknown.status_code, unknown.json()["ended"]) == (404, None)
        async with connected(str(url), TOKEN) as client:
            with pytest.raises(SessionGone) as lost:
                await client.ask("step", own, action=ACTION)
            assert lost.value.ended is not None
            assert lost.value.ended.outcome == "void"


async def test_a_request_ends_before_a_stopping_service_closes_its_session(
    executable: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, order = asyncio.Event(), list[str]()
    real_step, real_close = OpenEpisode.step, OpenEpisode.close

    async def step(self: OpenEpisode, call: Any) -> Any:
        began.set()
        while not service.pool.draining:  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0)
        try:
            return await real_step(self, call)
        finally:
            order.append("step")

    async def close(self: OpenEpisode) -> None:
        order.append("close")
        await real_close(self)

    monkeypatch.setattr(OpenEpisode, "step", step)
    monkeypatch.setattr(OpenEpisode, "close", close)
    async with serving(games("date"), limit=1) as service:
        session = (await service.create())["session"]
        stepping = asyncio.create_task(service.step(session, "press", keys="7"))
        await began.wait()
    assert order[:2] == ["step", "close"]
    await asyncio.gather(stepping, return_exceptions=True)


async def test_a_session_opened_while_the_service_stops_is_closed(
    executable: object, eventually: Eventually
) -> None:
    before = processes.find("browser")
    async with serving(games("date"), limit=1, prepared_pages=0) as service:
        address = f"ws://{service.http.base_url.netloc.decode()}/ws"
        async with connect(address, additional_headers=HEADERS, proxy=None) as client:
            await client.send(json.dumps({"id": 1, "request": "create"}))
            await eventually(lambda: service.pool.open)
    assert service.pool.open == 0
    assert service.pool.counts["created"] == 1
    assert processes.find("browser") == before


async def test_a_request_on_a_closing_connection_only_raises(service: Service) -> None:
    loop, reported = asyncio.get_running_loop(), []
    loop.set_exception_handler(lambda _, context: reported.append(context))
    try:
        async with connected(str(service.http.base_url), TOKEN) as client:
            session = (await client.ask("create", task="date@0")).session
            closing = asyncio.create_task(client.close())
            await asyncio.sleep(0)
            with pytest.raises(ServiceLost):
                await client.ask("step", session, action=ACTION)
            await closing
        gc.collect()
    finally:
        loop.set_exception_handler(None)
    assert not reported
    await closed(service)


async def test_create_does_not_use_a_closing_connection(service: Service) -> None:
    # A client that tried again at once would never let the connection end.
    async with connected(str(service.http.base_url), TOKEN) as client:
        closing = asyncio.create_task(client.close())
        await asyncio.sleep(0)
        assert (await client.ask("create", task="date@0", wait=60)).ended is None
        await closing
    await closed(service)


async def test_a_request_that_is_too_large_keeps_the_connection_open(service: Service) -> None:
    async with connected(str(service.http.base_url), TOKEN) as client:
        session = (await client.ask("create", task="date@0")).session
        with pytest.raises(UserError, match="at most 1,048,576 bytes"):
            await client.ask("step", session, action={"name": "x" * MESSAGE_BYTES})
        assert (await client.ask("step", session, action=ACTION)).steps == 1
    await closed(service)


async def test_after_reconnecting_the_old_sessions_of_a_client_are_lost(service: Service) -> None:
    async with connected(str(service.http.base_url), TOKEN) as client:
        session = (await client.ask("create", task="date@0")).session
        client.abort()
        with pytest.raises(ServiceLost):
            await client.ask("step", session, action=ACTION)
        other = (await client.ask("create", task="date@0", wait=60)).session
        # The service has closed it as one whose client has left; for the client it is void.
        with pytest.raises(ServiceLost):
            await client.ask("step", session, action=ACTION)
        assert (await client.ask("step", other, action=ACTION)).steps == 1
    await closed(service)


@pytest.mark.exhaustive
async def test_a_hanging_page_is_void(executable: object) -> None:
    before = processes.find("renderer")
    async with serving(games("date", timeout=2.0), limit=1, prepared_pages=0) as service:
        session = (await service.create())["session"]
        renderers = processes.find("renderer") - before
        processes.send(signal.SIGSTOP, renderers)
        ended = (await service.step(session, "press", keys="7"))["ended"]
        assert (ended["outcome"], ended["cause"]) == ("void", "page hangs")
        processes.send(signal.SIGCONT, renderers)
        assert (await service.post(f"/sessions/{session}/reset"))["ended"] is None
        await service.post(f"/sessions/{session}/close")


async def answer_wrongly(service: Service) -> dict[str, Any]:
    """Answer a game, so that its page sends the server a request; return how the episode ended."""
    begun = await service.create(task="date@0")
    session, ended = begun["session"], begun["ended"]
    actions = iter([("type", {"text": "2020-02-20"}), ("press", {"keys": "Enter"}), ("done", {})])
    while ended is None:
        name, arguments = next(actions)
        ended = (await service.step(session, name, **arguments))["ended"]
    await service.post(f"/sessions/{session}/close")
    return ended


async def test_a_page_server_that_does_not_respond_is_void_and_replaced(
    executable: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers: list[uvicorn.Server] = []
    serve, stopped = uvicorn.Server.serve, asyncio.Event()

    async def noted(self: uvicorn.Server, sockets: list[socket.socket]) -> None:
        servers.append(self)
        await serve(self, sockets)
        sockets[0].close()
        stopped.set()

    monkeypatch.setattr(uvicorn.Server, "serve", noted)
    async with serving(games("date"), limit=1, prepared_pages=0) as service:
        begun = await service.create(task="date@0")
        [_, pages] = servers
        pages.should_exit = pages.force_exit = True
        await stopped.wait()
        await service.step(begun["session"], "type", text="2020-02-20")
        ended = (await service.step(begun["session"], "press", keys="Enter"))["ended"]
        assert (ended["outcome"], ended["value"], ended["cause"]) == ("void", None, "page server")
        await service.post(f"/sessions/{begun['session']}/close")
        assert service.pool.instances.replaced["server"] == 1
        assert (await answer_wrongly(service))["outcome"] == "scored"


async def test_an_error_of_a_page_server_is_void(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(GameSession, "handle_message", full)
    ended = await answer_wrongly(service)
    assert (ended["outcome"], ended["value"], ended["cause"]) == ("void", None, "disk full")
