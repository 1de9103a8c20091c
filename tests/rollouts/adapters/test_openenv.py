"""OpenEnv's protocol: the messages of its clients, and a loop of the published client."""

import json
import signal
from pathlib import Path
from typing import Any

import processes
import pytest
from conftest import NEVER, Eventually
from rollouts.adapters.examples import example, lines, needs_trainers, port, run
from rollouts.conftest import TOKEN, Service, games, serving
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from webproctor.benchmarks import load_benchmark
from webproctor.rollouts.adapters import openenv


def client(service: Service, token: str = TOKEN) -> connect:
    # The client sends the password of an address as `Basic` authorization.
    return connect(f"ws://:{token}@127.0.0.1:{port(service)}/openenv/ws", proxy=None)


async def ask(socket: ClientConnection, kind: str, **data: Any) -> dict[str, Any]:
    await socket.send(json.dumps({"type": kind, "data": data}))
    return json.loads(await socket.recv())


async def observed(socket: ClientConnection, kind: str, **data: Any) -> dict[str, Any]:
    answer = await ask(socket, kind, **data)
    assert answer["type"] == "observation", answer
    return answer["data"]


async def test_an_episode_has_a_reward_at_the_end(service: Service) -> None:
    async with client(service) as socket:
        first = await observed(socket, "reset", task="date@0", episode_id="ignored")
        assert (first["reward"], first["done"]) == (None, False)
        assert "UTC" in first["observation"]["texts"]["instruction"]
        stepped = await observed(socket, "step", name="press", arguments={"keys": "7"})
        assert (stepped["reward"], stepped["done"]) == (0.0, False)
        assert stepped["observation"]["result"] == "pressed 7"
        state = (await ask(socket, "state"))["data"]
        assert (state["step_count"], state["metadata"]["task"]) == (1, "date@0")
        last = await observed(socket, "step", name="done", metadata={})
        assert (last["reward"], last["done"]) == (0.0, True)
        assert last["observation"]["metadata"]["outcome"] == "scored"
        again = await observed(socket, "reset", task="date@0")
        digests = [one["observation"]["metadata"]["digest"] for one in (first, again)]
        assert digests[0] == digests[1]
        assert service.pool.open == 1
    while service.pool.open:
        await service.pool.wait_until_closed()


async def test_seeds_select_tasks(service: Service) -> None:
    async with client(service) as socket:
        tasks = {
            (await observed(socket, "reset", seed=5))["observation"]["metadata"]["task"]
            for _ in range(2)
        }
        assert len(tasks) == 1


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("{", "VALIDATION_ERROR"),
        ('{"type": "fly"}', "VALIDATION_ERROR"),
        ('{"type": "reset", "data": {"task": "x"}}', "SESSION_ERROR"),
        ('{"type": "step", "data": {"name": "done"}}', "SESSION_ERROR"),
        ('{"type": "reset", "data": {"seed": "x"}}', "VALIDATION_ERROR"),
    ],
)
async def test_invalid_messages_get_an_error(service: Service, message: str, code: str) -> None:
    async with client(service) as socket:
        await socket.send(message)
        answer = json.loads(await socket.recv())
        assert (answer["type"], answer["data"]["code"]) == ("error", code)


async def test_a_closed_session_is_replaced_by_a_reset(service: Service) -> None:
    async with client(service) as socket:
        await observed(socket, "reset", task="date@0")
        [session] = service.pool._open
        await service.pool.discard(session)
        assert (await ask(socket, "step", name="done"))["data"]["code"] == "SESSION_ERROR"
        assert not (await observed(socket, "reset", task="date@0"))["done"]


async def test_a_client_that_disconnects_during_its_first_reset_opens_no_session(
    eventually: Eventually, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openenv, "WAIT_SECONDS", NEVER)
    async with serving(lambda: load_benchmark("mind2web"), limit=1) as service:
        session = (await service.create())["session"]
        waiting = service.pool.capacity._waiting
        async with client(service) as socket:
            for kind in ("reset", "state", "reset"):
                await socket.send(json.dumps({"type": kind}))
            await eventually(lambda: waiting)
        await eventually(lambda: not waiting)
        await service.post(f"/sessions/{session}/close")
        await service.create()
        assert service.pool.counts["created"] == 2


async def test_messages_sent_together_are_answered_in_order(service: Service) -> None:
    wait = {"name": "wait", "arguments": {"seconds": 0.1}}
    sent = [("reset", {"task": "date@0"}), ("step", wait), ("state", {}), ("step", wait)]
    async with client(service) as socket:
        for kind, data in sent:
            await socket.send(json.dumps({"type": kind, "data": data}))
        answers = [json.loads(await socket.recv()) for _ in sent]
    assert [one["type"] for one in answers] == [
        "observation",
        "observation",
        "state",
        "observation",
    ]
    assert answers[2]["data"]["step_count"] == 1
    while service.pool.open:
        await service.pool.wait_until_closed()


async def test_a_wrong_token_is_refused(service: Service) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with client(service, "wrong"):
            raise AssertionError("it must be refused")
    assert refused.value.response.status_code == 401


async def test_schemas_describe_the_messages(service: Service) -> None:
    schemas = (await service.http.get("/openenv/schema")).json()
    assert schemas["action"]["required"] == ["name"]
    assert "metadata" in schemas["observation"]["properties"]
    assert (await service.http.get("/openenv/health")).json() == {"status": "healthy"}


@pytest.mark.exhaustive
async def test_a_killed_browser_has_no_reward(executable: object) -> None:
    before = processes.find("browser")
    async with serving(games("date"), limit=2) as service, client(service) as socket:
        await observed(socket, "reset")
        processes.send(signal.SIGKILL, processes.find("browser") - before)
        void = await observed(socket, "step", name="wait")
        assert (void["reward"], void["done"]) == (None, True)
        metadata = void["observation"]["metadata"]
        assert (metadata["outcome"], metadata["cause"]) == ("void", "browser")
        assert not (await observed(socket, "reset"))["done"]


@pytest.mark.exhaustive
async def test_the_published_client_runs_the_example(service: Service, tmp_path: Path) -> None:
    needs_trainers()
    code = example("OpenEnv", "python", {"8080": port(service)})
    assert "True 0.0 scored" in await run("python", "-c", code, folder=tmp_path)


def test_the_example_is_short() -> None:
    assert lines("OpenEnv", "python") <= 20
