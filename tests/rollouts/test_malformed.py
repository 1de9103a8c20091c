"""Malformed requests over HTTP and WebSockets: each gets an error, and no session is left open."""

import asyncio
import contextlib
import gzip
import json
import logging
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from conftest import Eventually
from jsonschema import Draft202012Validator
from per_change import first
from rollouts.conftest import HEADERS, TOKEN, Service, serving
from rollouts.malformed import Requests
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import webproctor.rollouts.messages
from webproctor.benchmarks import load_benchmark
from webproctor.environments.sockets import Socket
from webproctor.rollouts.schema import MESSAGE_BYTES, Fault

MOST = 60
STATUSES = (400, 401, 403, 404, 409, 413, 503)
FAULT = Draft202012Validator(Fault.model_json_schema())


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def offline() -> AsyncIterator[Service]:
    """A service whose episodes need no browser."""
    async with serving(lambda: load_benchmark("mind2web"), limit=MOST) as service:
        yield service


@pytest_asyncio.fixture(loop_scope="session")
async def requests(offline: Service) -> Requests:
    document = (await offline.http.get("/openapi.json")).json()
    tasks = [task["id"] for task in (await offline.http.get("/tasks")).json()]
    [tools] = (await offline.http.get("/actions")).json().values()
    actions = [
        {"name": tool["name"], "arguments": dict.fromkeys(tool["parameters"]["properties"], 1)}
        for tool in tools
    ]
    return Requests(document, Random(0), tasks, actions)


@pytest_asyncio.fixture(loop_scope="session")
async def quiet(caplog: pytest.LogCaptureFixture) -> AsyncIterator[None]:
    """Nothing is logged as an error, and no exception is unhandled."""
    unhandled: list[Any] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: unhandled.append(context))
    yield
    loop.set_exception_handler(None)
    assert not unhandled
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


def talking(service: Service, path: str = "/ws", headers: dict[str, str] = HEADERS) -> connect:
    """Open a WebSocket."""
    address = f"ws://{service.http.base_url.netloc.decode()}{path}"
    return connect(address, additional_headers=headers, proxy=None)


async def is_well(service: Service, eventually: Eventually) -> None:
    """No session is open, and a new one works."""
    await eventually(lambda: not service.pool.open)
    begun = await service.create(seed=0)
    assert begun["ended"] is None
    await service.post(f"/sessions/{begun['session']}/close")
    assert (await service.http.get("/health")).json() == {
        "state": "serving",
        "sessions": 0,
        "limit": MOST,
    }


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize(("seed", "count"), first((0, 160), (1, 2000), (2, 2000)))
async def test_every_request_gets_a_documented_answer(
    offline: Service, requests: Requests, eventually: Eventually, seed: int, count: int
) -> None:
    requests.random.seed(seed)
    statuses = set[int]()
    while count > 0:
        # Several at the same time, so that some are for one session.
        batch = [requests.http() for _ in range(4)]
        count -= len(batch)
        for status, answer in await asyncio.gather(*[answered(offline, *one) for one in batch]):
            statuses.add(status)
            requests.sessions += [answer["session"]] if "session" in answer else []
        if offline.pool.open > MOST // 2:
            await closed(offline, requests)
    assert statuses >= {200, 201, 400, 404}
    await closed(offline, requests)
    await is_well(offline, eventually)


async def answered(
    service: Service, method: str, path: str, headers: dict[str, str], content: bytes
) -> tuple[int, dict[str, Any]]:
    """Send a request; its answer must be one that the OpenAPI document describes."""
    answer = await service.http.request(method, path, headers=headers, content=content)
    status, description = (
        answer.status_code,
        f"{method} {path} {content[:300]!r}: {answer.text[:300]}",
    )
    assert status in (200, 201, 405, *STATUSES), description
    is_json = answer.headers["content-type"] == "application/json"
    given = answer.json() if is_json else {}
    if status >= 400:
        FAULT.validate(given)
    return status, given if isinstance(given, dict) else {}


async def closed(service: Service, requests: Requests) -> None:
    """Close all sessions that are known; others have been closed with their connections."""
    for session in set(requests.sessions):
        await service.http.post(f"/sessions/{session}/close", json={})


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize(("seed", "count"), first((0, 60), (1, 1000), (2, 1000)))
async def test_every_message_is_answered_and_sessions_end_with_the_connection(
    offline: Service, requests: Requests, eventually: Eventually, seed: int, count: int
) -> None:
    requests.random.seed(seed)
    statuses = set[int]()
    for _ in range(count // 20):
        async with talking(offline) as one, talking(offline) as two:
            for _ in range(2):
                for socket in (one, two):
                    for answer in await spoken(socket, [requests.message() for _ in range(5)]):
                        statuses.add(answer.get("status", 200))
                        if "answer" in answer:
                            requests.sessions.append(answer["answer"]["session"])
        await eventually(lambda: not offline.pool.open)
    assert {200, 400} <= statuses <= {200, 400, 404, 409, 503}
    await is_well(offline, eventually)


async def spoken(socket: ClientConnection, messages: list[str]) -> list[dict[str, Any]]:
    """Send all messages at once; return as many answers."""
    for message in messages:
        await socket.send(message.encode("utf-8", "replace"), text=True)
    return [json.loads(await socket.recv()) for _ in messages]


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize(("seed", "count"), first((0, 40), (1, 1000)))
async def test_every_message_of_an_openenv_client_is_answered(
    offline: Service, requests: Requests, eventually: Eventually, seed: int, count: int
) -> None:
    requests.random.seed(seed)
    for _ in range(count // 20):
        async with talking(offline, "/openenv/ws") as socket:
            for _ in range(20):
                [answer] = await spoken(socket, [requests.of_openenv()])
                if answer["type"] == "error":
                    assert answer["data"]["code"] != "EXECUTION_ERROR"
    await is_well(offline, eventually)


# Frames of a WebSocket as RFC 6455 describes them; the mask is 0.
BROKEN = {
    "a message that goes on": b"\x01\x85\0\0\0\0hello",
    "half a frame": b"\x81\xfe\x10\0\0\0\0\0half",
    "no mask": b"\x81\x05hello",
    "no UTF-8": b"\x81\x81\0\0\0\0\xff",
    "a reserved bit": b"\xf1\x81\0\0\0\0x",
    "an unknown kind of frame": b"\x83\x81\0\0\0\0x",
    "a long ping": b"\x89\xfe\x10\0\0\0\0\0" + b"x" * 0x1000,
    "a message of 2 EiB": b"\x81\xff\x1f" + b"\xff" * 7 + bytes(4) + b"x",
    "no frame": b"GET / HTTP/1.1\r\n\r\n",
    "binary": b"\x82\x82\0\0\0\0{}",
    "a close frame of one byte": b"\x88\x81\0\0\0\0x",
}


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("path", ["/ws", "/openenv/ws"])
@pytest.mark.parametrize("sent", BROKEN.values(), ids=BROKEN)
async def test_a_broken_connection_leaves_no_session(
    offline: Service, eventually: Eventually, path: str, sent: bytes
) -> None:
    opening = {"id": 1, "request": "create"} if path == "/ws" else {"type": "reset"}
    async with talking(offline, path) as socket:
        await socket.send(json.dumps(opening))
        await socket.recv()
        assert offline.pool.open == 1
        socket.transport.write(sent)
        socket.transport.close()
    await is_well(offline, eventually)


async def test_a_message_that_is_too_large_ends_only_its_connection(
    offline: Service, eventually: Eventually
) -> None:
    async with talking(offline) as one, talking(offline) as two:
        [begun] = await spoken(two, ['{"id": 1, "request": "create"}'])
        [answer] = await spoken(one, [" " * MESSAGE_BYTES])
        assert answer["status"] == 400
        await one.send(" " * (MESSAGE_BYTES + 1))
        with pytest.raises(ConnectionClosed) as ended:
            await one.recv()
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == 1009
        session = begun["answer"]["session"]
        [seen] = await spoken(
            two, [json.dumps({"id": 2, "request": "observe", "session": session})]
        )
        assert seen["answer"]["observation"]
    await is_well(offline, eventually)


async def test_a_connection_with_too_many_requests_gets_an_error(
    offline: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webproctor.rollouts.messages, "MAX_REQUESTS", 2)
    opened = [await offline.create() for _ in range(MOST)]
    async with talking(offline) as socket:
        waiting = {"request": "create", "body": {"wait": 600}}
        for number in range(2):
            await socket.send(json.dumps({"id": number, **waiting}))
        [answer] = await spoken(socket, [json.dumps({"id": 2, **waiting})])
        assert (answer["id"], answer["status"]) == (2, 503)
        assert "2 requests of the connection have no answer yet" in answer["error"]
        for one in opened:
            await offline.post(f"/sessions/{one['session']}/close")
        assert {json.loads(await socket.recv())["id"] for _ in range(2)} == {0, 1}


@pytest.mark.usefixtures("quiet")
async def test_a_client_that_does_not_read_answers_is_disconnected(
    offline: Service, monkeypatch: pytest.MonkeyPatch, eventually: Eventually
) -> None:
    served: list[Socket] = []
    real = Socket.connection_made

    def connection_made(self: Socket, transport: Any) -> None:
        served.append(self)
        real(self, transport)

    monkeypatch.setattr(Socket, "connection_made", connection_made)
    socket = await talking(offline)
    await spoken(socket, ['{"id": 1, "request": "create"}'])
    socket.transport.pause_reading()
    long = json.dumps({"id": "x" * (MESSAGE_BYTES // 2), "request": "none"})
    [its] = served
    while its.writable.is_set():
        await socket.send(long)
    its.keepalive_timeout()
    await is_well(offline, eventually)
    socket.transport.abort()


@pytest.mark.parametrize(
    "authorization",
    ["", "Bearer", f"Bearer  {TOKEN}", f"bearer {TOKEN}x", f"Token {TOKEN}",
     "Basic", "Basic !", "Basic /w==", "Basic OnNlY3Jl", "Bearer \xff", "Bearer " + "x" * 4_000],
)  # fmt: skip
async def test_a_wrong_token_opens_no_session(offline: Service, authorization: str) -> None:
    headers = {b"authorization": authorization.encode("latin-1")}
    answer = await offline.http.post("/sessions", json={}, headers=headers)
    assert answer.status_code == 401
    for path in ("/ws", "/openenv/ws"):
        with pytest.raises((InvalidStatus, ConnectionClosed)):
            async with talking(offline, path, {"authorization": authorization}):
                raise AssertionError("it must be refused")
    assert offline.pool.open == 0


async def test_the_name_of_the_scheme_can_be_in_lower_case(offline: Service) -> None:
    headers = {"authorization": f"bearer {TOKEN}"}
    assert (await offline.http.get("/health", headers=headers)).status_code == 200


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b'{"task": ', "the body is not valid JSON: Expecting value at character 9."),
        (b'{"task": "\xff"}', "the body must be JSON in UTF-8"),
        (b"[" * 100_000, "not compressed or deeply nested"),
    ],
)
async def test_the_error_for_a_body_says_why_it_cannot_be_read(
    offline: Service, body: bytes, why: str
) -> None:
    headers = {"content-type": "application/json"}
    answer = await offline.http.post("/sessions", headers=headers, content=body)
    assert why in answer.json()["error"]


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize(
    "sent",
    [
        b"\0" * 100,
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /sessions HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        b"POST /sessions HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"POST /sessions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
        b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03",
    ],
    ids=lambda sent: repr(sent[:30]),
)
async def test_bytes_that_are_not_a_request_do_not_affect_the_service(
    offline: Service, eventually: Eventually, sent: bytes
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", offline.http.base_url.port)
    writer.write(sent)
    writer.write_eof()
    answer = b""
    with contextlib.suppress(ConnectionResetError):  # The service did not read all of it.
        answer = await reader.read()
    writer.close()
    assert not answer or answer.split()[1] in (b"400", b"401", b"403", b"426", b"431")
    await is_well(offline, eventually)


async def test_the_schema_lists_exactly_the_possible_answers(requests: Requests) -> None:
    for path, methods in requests.document["paths"].items():
        for about in methods.values():
            assert set(about["responses"]) <= {"200", "201", *map(str, STATUSES), "500"}, path


async def test_requests_of_two_clients_for_one_session_are_executed_in_turn(
    offline: Service, requests: Requests
) -> None:
    session = (await offline.create(seed=0))["session"]
    action = requests.actions[0]
    steps = [offline.post(f"/sessions/{session}/step", action=action) for _ in range(4)]
    assert sorted(one["steps"] for one in await asyncio.gather(*steps)) == [1, 2, 3, 4]
    both = [offline.http.post(f"/sessions/{session}/close", json={}) for _ in range(2)]
    assert sorted(one.status_code for one in await asyncio.gather(*both)) == [200, 404]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/nothing", b"", 404),
        ("GET", "/sessions", b"", 405),
        ("POST", "/sessions", b"{", 400),
        ("POST", "/sessions", b"[" * 100_000, 400),
        ("POST", "/sessions", b'{"seed": ' + b"1" * 10_000 + b"}", 400),
        ("POST", "/sessions", b'{"lease": NaN}', 400),
        ("POST", "/sessions", b'{"\\ud800": 1}', 400),
        ("POST", "/sessions", b'{"task": "\\ud800"}', 400),
        ("POST", "/sessions", b"\xff", 400),
        ("POST", "/sessions/%FF%00..%2f/step", b'{"action": {"name": "done"}}', 404),
    ],
)
async def test_malformed_requests_get_an_error(
    offline: Service, method: str, path: str, body: bytes, status: int
) -> None:
    headers = {"content-type": "application/json"}
    answer = await offline.http.request(method, path, content=body, headers=headers)
    assert answer.status_code == status
    assert answer.json()["error"]


@pytest.mark.parametrize(
    ("headers", "content"),
    [
        ({"content-type": "application/x-www-form-urlencoded"}, b'{"task": "date@0"}'),
        ({"content-type": "text/plain"}, b'{"task": "date@0"}'),
        ({}, b""),
        (
            {"content-type": "application/json", "content-encoding": "gzip"},
            gzip.compress(b'{"task": "date@0"}', mtime=0),
        ),
    ],
)
async def test_a_body_that_is_not_plain_json_is_refused_with_what_to_send(
    offline: Service, headers: dict[str, str], content: bytes
) -> None:
    answer = await offline.http.post("/sessions", headers=headers, content=content)
    assert answer.status_code == 400
    assert "with the header `Content-Type: application/json`" in answer.json()["error"]


async def test_a_wrong_method_is_refused_with_the_right_ones(offline: Service) -> None:
    answer = await offline.http.put("/sessions", json={})
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
