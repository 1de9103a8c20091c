"""The service over WebSockets: the same requests as over HTTP, and sessions that end with it."""

import asyncio
import json
import logging
from typing import Any

import pytest
from conftest import Eventually
from rollouts.conftest import HEADERS, Service
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus


def address(service: Service) -> str:
    return f"ws://{service.http.base_url.netloc.decode()}/ws"


async def ask(socket: ClientConnection, request: str, session: str = "", **body: Any) -> Any:
    await socket.send(json.dumps({"id": 1, "request": request, "session": session, "body": body}))
    return json.loads(await socket.recv())


async def test_sessions_end_with_their_connection(service: Service) -> None:
    async with connect(address(service), additional_headers=HEADERS, proxy=None) as socket:
        begun = (await ask(socket, "create", task="date@0"))["answer"]
        action = {"name": "press", "arguments": {"keys": "7"}}
        stepped = (await ask(socket, "step", begun["session"], action=action))["answer"]
        assert stepped["steps"] == 1
        assert service.pool.open == 1
    while service.pool.open:
        await service.pool.wait_until_closed()


async def test_requests_of_a_connection_run_concurrently(service: Service) -> None:
    async with connect(address(service), additional_headers=HEADERS, proxy=None) as socket:
        for number in range(4):
            message = {"id": number, "request": "create", "body": {"task": "date@0"}}
            await socket.send(json.dumps(message))
        answers = [json.loads(await socket.recv()) for _ in range(4)]
        assert {one["id"] for one in answers} == {0, 1, 2, 3}
        assert len({one["answer"]["session"] for one in answers}) == 4
        assert (await ask(socket, "create"))["status"] == 503
    while service.pool.open:
        await service.pool.wait_until_closed()


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("{", "Invalid JSON"),
        ('{"id": 1, "request": "fly"}', "there is no request 'fly'"),
        ('{"id": 1, "request": "step", "session": "x", "body": {}}', "action: Field required"),
        ('{"id": 1, "request": "score", "session": "x"}', "there is no such session"),
        ('{"id": 1, "request": "create", "body": {"task": "x"}}', "there is no task 'x'"),
    ],
)
async def test_invalid_messages_get_an_error(service: Service, message: str, why: str) -> None:
    async with connect(address(service), additional_headers=HEADERS, proxy=None) as socket:
        await socket.send(message)
        assert why in json.loads(await socket.recv())["error"]


async def test_a_session_has_one_answer_that_is_not_sent(
    service: Service, monkeypatch: pytest.MonkeyPatch, eventually: Eventually
) -> None:
    async with connect(address(service), additional_headers=HEADERS, proxy=None) as socket:
        one, two = [
            (await ask(socket, "create", task="date@0"))["answer"]["session"] for _ in range(2)
        ]
        unsent: list[int] = []
        reads = asyncio.Event()
        send = WebSocket.send_text

        async def send_when_the_client_reads(self: WebSocket, text: str) -> None:
            unsent.append(json.loads(text)["id"])
            await reads.wait()
            await send(self, text)

        monkeypatch.setattr(WebSocket, "send_text", send_when_the_client_reads)
        for number, session in enumerate((one, one, two)):
            message = {"id": number, "request": "observe", "session": session}
            await socket.send(json.dumps(message))
        await eventually(lambda: {0, 2} <= set(unsent))
        await service.post(f"/sessions/{one}/observe")  # After what already waits for the session.
        assert set(unsent) == {0, 2}
        reads.set()
        assert {json.loads(await socket.recv())["id"] for _ in range(3)} == {0, 1, 2}
    while service.pool.open:
        await service.pool.wait_until_closed()


async def test_a_binary_message_closes_the_connection(service: Service) -> None:
    async with connect(address(service), additional_headers=HEADERS, proxy=None) as socket:
        await ask(socket, "create", task="date@0")
        await socket.send(b"{}")
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1003
    while service.pool.open:
        await service.pool.wait_until_closed()


@pytest.mark.parametrize(
    ("message", "id"),
    [
        ('{"request": "create", "body": null, "id": "a"}', "a"),
        ('{"id": 7, "request": "close", "session": null}', 7),
        ('{"id": "b", "request": "\\ud800"}', "b"),
        ('{"id": "c", "request": "step", "body":' + "[" * 5000, "c"),
        ('{"id": true, "request": null}', None),
        ('{"id": 007, "request": "create"}', None),
        ('{"id": \u0663, "request": "create"}', None),
        ('{"id": "a\t", "request": "create"', None),
    ],
)
async def test_the_error_of_an_invalid_message_has_its_id(
    service: Service, message: str, id: int | str | None
) -> None:
    async with connect(address(service), additional_headers=HEADERS, proxy=None) as socket:
        await socket.send(message)
        answer = json.loads(await socket.recv())
    assert (answer["id"], answer["status"], answer["ended"]) == (id, 400, None)


async def test_a_connection_without_the_token_is_refused(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with asyncio.timeout(60), connect(address(service), proxy=None):
            raise AssertionError("it must be refused")
    assert refused.value.response.status_code == 401
    assert refused.value.response.headers["www-authenticate"] == "Bearer"
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
