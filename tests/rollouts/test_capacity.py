"""Requests that wait for a session get one in order, unless their client disconnects."""

import asyncio
import json
from typing import Any

import pytest
from conftest import Eventually
from rollouts.conftest import HEADERS, games, serving
from rollouts.test_malformed import talking

from webproctor.benchmarks import load_benchmark
from webproctor.rollouts.capacity import Capacity


async def test_requests_get_sessions_in_order() -> None:
    capacity, order = Capacity(1), list[int]()

    async def request(number: int) -> None:
        assert await capacity.take(60)
        order.append(number)
        capacity.release()

    assert await capacity.take(0)
    async with asyncio.TaskGroup() as group:
        for number in range(3):
            group.create_task(request(number))
        await asyncio.sleep(0)
        capacity.release()
    assert order == [0, 1, 2]


async def test_a_request_that_timed_out_takes_no_session() -> None:
    capacity = Capacity(1)
    assert await capacity.take(0)
    assert not await capacity.take(0)
    assert not await capacity.take(0.01)
    forgotten = asyncio.create_task(capacity.take(60))
    await asyncio.sleep(0)
    capacity.forget(forgotten)
    await asyncio.wait({forgotten})
    assert forgotten.cancelled()
    capacity.release()
    assert await capacity.take(0)


async def test_no_request_waits_after_a_stop() -> None:
    capacity = Capacity(1)
    assert await capacity.take(0)
    waiting = asyncio.create_task(capacity.take(600))
    await asyncio.sleep(0)
    capacity.stop()
    assert not await waiting
    assert not await capacity.take(600)


async def test_a_request_that_has_a_session_ends_although_its_client_disconnects() -> None:
    capacity, ends = Capacity(1), asyncio.Event()

    async def answer() -> bool:
        assert await capacity.take(0)
        return await ends.wait()

    disconnected = asyncio.get_running_loop().create_future()
    disconnected.set_result(None)
    request = asyncio.create_task(answer())
    waiting = asyncio.create_task(capacity.wait_for(request, disconnected))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not waiting.done()
    ends.set()
    assert not await waiting
    assert request.result()


async def test_no_session_is_opened_for_clients_that_disconnected_while_waiting(
    eventually: Eventually,
) -> None:
    async with serving(lambda: load_benchmark("mind2web"), limit=1) as service:
        session = (await service.create())["session"]
        waiting = service.pool.capacity._waiting
        url = service.http.base_url
        _, writer = await asyncio.open_connection(url.host, url.port)
        headers = "".join(f"{name}: {value}\r\n" for name, value in HEADERS.items())
        writer.write(f"POST /sessions HTTP/1.1\r\nHost: {url.host}\r\n{headers}".encode())
        writer.write(b'Content-Length: 13\r\nContent-Type: application/json\r\n\r\n{"wait": 600}')
        async with talking(service) as socket:
            message = {"id": 1, "request": "create", "body": {"wait": 600}}
            await socket.send(json.dumps(message))
            await eventually(lambda: len(waiting) == 2)
        writer.close()
        await eventually(lambda: not waiting)
        await service.post(f"/sessions/{session}/close")
        assert service.pool.counts["created"] == 1
        assert (await service.create())["ended"] is None


async def test_waiting_requests_are_refused_when_the_service_stops(
    eventually: Eventually,
) -> None:
    async with serving(lambda: load_benchmark("mind2web"), limit=1) as service:
        session = (await service.create())["session"]
        waiting = service.pool.capacity._waiting
        over_http = asyncio.create_task(service.http.post("/sessions", json={"wait": 600}))
        async with talking(service) as socket:
            message = {"id": 1, "request": "create", "body": {"wait": 600}}
            await socket.send(json.dumps(message))
            await eventually(lambda: len(waiting) == 2)
            drained = asyncio.create_task(service.pool.drained(600))
            refusals = [(await over_http).json(), json.loads(await socket.recv())]
        for refusal in refusals:
            assert "the service is stopping" in refusal["error"]
        assert (await over_http).status_code == refusals[1]["status"] == 503
        assert not drained.done()
        await service.post(f"/sessions/{session}/close")
        assert await drained


async def test_a_fork_waits_for_a_free_session(executable: object, eventually: Eventually) -> None:
    async with serving(games("date"), limit=2) as service:
        first, second = [(await service.create())["session"] for _ in range(2)]
        fork = f"/sessions/{first}/fork"
        assert (await service.http.post(fork, json={"step": 0})).status_code == 503
        forking = asyncio.create_task(service.post(fork, step=0, wait=60))
        await eventually(lambda: service.pool.capacity._waiting)
        await service.post(f"/sessions/{second}/close")
        assert (await forking)["ended"] is None


async def test_no_session_is_opened_for_requests_that_arrive_as_their_connection_closes(
    eventually: Eventually, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(lambda: load_benchmark("mind2web"), limit=1) as service:
        session = (await service.create())["session"]
        forget, forgotten = service.pool.capacity.forget, list[asyncio.Task[Any]]()

        def noted(request: asyncio.Task[Any]) -> None:
            forgotten.append(request)
            forget(request)

        monkeypatch.setattr(service.pool.capacity, "forget", noted)
        async with talking(service) as socket:
            for number in range(5):
                message = {"id": number, "request": "create", "body": {"wait": 600}}
                await socket.send(json.dumps(message))
        await eventually(lambda: len(forgotten) == 5)
        await service.post(f"/sessions/{session}/close")
        assert (await service.create())["ended"] is None
        assert service.pool.counts["created"] == 2
