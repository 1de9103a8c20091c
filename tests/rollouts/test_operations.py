"""Steps with an index, which can be requested again, over HTTP and WebSockets."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio
from in_memory import Memory, MemorySession
from rollouts.conftest import HEADERS, Service, serving
from websockets.asyncio.client import connect

from webproctor.core.actions import Action, ActionResult

executed: list[Action] = []
"""The actions of all sessions."""


class Recorded(MemorySession):
    """A session that records its actions, and whose page breaks when `b` is pressed."""

    async def act(self, action: Action) -> ActionResult:
        executed.append(action)
        if getattr(action, "keys", "") == "b":
            raise OSError("the page is broken")
        return await super().act(action)


class RecordedMemory(Memory):
    """A benchmark of such sessions."""

    made_session = Recorded


@pytest_asyncio.fixture(loop_scope="session")
async def service() -> AsyncIterator[Service]:
    executed.clear()
    async with serving(RecordedMemory) as service:
        yield service


def press(keys: str, index: int | None = None) -> dict[str, Any]:
    return {"action": {"name": "press", "arguments": {"keys": keys}}, "index": index}


def done(index: int) -> dict[str, Any]:
    return {"action": {"name": "done", "arguments": {"answer": "42"}}, "index": index}


async def test_a_repeated_step_is_executed_once_and_has_the_same_answer(service: Service) -> None:
    path = f"/sessions/{(await service.create())['session']}/step"
    first = await service.post(path, **press("a", 0))
    assert first["steps"] == 1
    assert await service.post(path, **press("a", 0)) == first
    assert len(executed) == 1
    assert (await service.post(path, **press("a", 1)))["steps"] == 2
    assert len(executed) == 2


async def test_a_step_whose_connection_was_lost_is_executed_once(service: Service) -> None:
    path = f"/sessions/{(await service.create())['session']}/step"
    port = service.http.base_url.port
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = json.dumps(press("a", 0))
    head = [f"POST {path} HTTP/1.1", f"host: 127.0.0.1:{port}", f"content-length: {len(body)}"]
    head += ["content-type: application/json", *(f"{name}: {HEADERS[name]}" for name in HEADERS)]
    writer.write("\r\n".join([*head, "", body]).encode())
    await reader.read(1)
    writer.transport.abort()
    assert (await service.post(path, **press("a", 0)))["steps"] == 1
    assert len(executed) == 1


async def test_a_repeated_message_is_answered_again(service: Service) -> None:
    address = f"ws://{service.http.base_url.netloc.decode()}/ws"
    async with connect(address, additional_headers=HEADERS, proxy=None) as socket:

        async def ask(request: str, session: str, body: dict[str, Any]) -> dict[str, Any]:
            message = {"id": 1, "request": request, "session": session, "body": body}
            await socket.send(json.dumps(message))
            return json.loads(await socket.recv())

        session = (await ask("create", "", {}))["answer"]["session"]
        first = await ask("step", session, press("a", 0))
        assert await ask("step", session, press("a", 0)) == first
        assert (await ask("step", session, press("a", 3)))["status"] == 409
    assert len(executed) == 1


@pytest.mark.parametrize("last", [done(1), press("b", 1)], ids=["scored", "void"])
async def test_a_repeated_last_step_has_the_end_of_its_episode(
    service: Service, last: dict[str, Any]
) -> None:
    path = f"/sessions/{(await service.create())['session']}/step"
    await service.post(path, **press("a", 0))
    ended = await service.post(path, **last)
    assert ended["ended"]["outcome"] in ("scored", "void")
    assert await service.post(path, **last) == ended


async def refusal(service: Service, path: str, step: dict[str, Any]) -> httpx.Response:
    """Return the answer to a step that must not be executed."""
    before = len(executed)
    answer = await service.http.post(path, json=step)
    assert len(executed) == before
    return answer


async def test_steps_with_another_index_or_another_action_are_refused(service: Service) -> None:
    path = f"/sessions/{(await service.create())['session']}/step"
    await service.post(path, **press("a", 0))
    for step in (press("a", 2), press("c", 0)):
        answer = await refusal(service, path, step)
        assert answer.status_code == 409
        assert "the next step has the index 1" in answer.json()["error"]
    assert (await refusal(service, path, press("a", -1))).status_code == 400


async def test_a_step_of_an_earlier_episode_is_not_answered_again(service: Service) -> None:
    session = (await service.create())["session"]
    path = f"/sessions/{session}/step"
    for index in (0, 1):
        await service.post(path, **press("a", index))
    await service.post(f"/sessions/{session}/reset")
    assert (await refusal(service, path, press("a", 1))).status_code == 409
    assert (await service.post(path, **press("a", 0)))["steps"] == 1
