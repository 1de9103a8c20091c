"""The client needs few packages, and raises an error for unreadable answers."""

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest
from conftest import Eventually
from in_memory import Memory
from rollouts.conftest import TOKEN, Service, serving
from websockets.asyncio.server import ServerConnection, serve

from webproctor.core.errors import UserError
from webproctor.rollouts.client import Client, ServiceLost, connected, tasks_of

NEEDED = {"lxml", "pydantic", "websockets"}
# What pydantic needs.
THEIRS = {"annotated_types", "pydantic_core", "typing_extensions", "typing_inspection"}
LOADED = """
import json, sys, webproctor.rollouts.adapters.trl
files = {name.partition(".")[0]: getattr(module, "__file__", None) or ""
    for name, module in sys.modules.items() if "." not in name}
print(json.dumps([name for name, file in files.items() if "site-packages" in file]))
"""


def test_the_client_loads_few_packages() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    loaded = {name for name in json.loads(done.stdout) if not name.startswith("_")}
    assert loaded - {"webproctor"} == NEEDED | THEIRS


@pytest.mark.parametrize(
    "answer",
    [
        "{",
        "[]",
        '{"id": 0}',
        '{"id": 0, "error": "x"}',
        '{"id": 0, "answer": {"session": 5}}',
        '{"id": 0, "answer": {"session": "s", "task": "t", "ended": {"outcome": "scored"}}}',
        '{"id": 0, "answer": {"session": "s", "task": "t", "ended":'
        ' {"outcome": "scored", "value": null}}}',
        '{"id": 0, "answer": {"session": "s", "task": "t", "ended":'
        ' {"outcome": "scored", "value": NaN}}}',
        '{"id": 0, "answer": {"session": "s", "task": "t", "ended":'
        ' {"outcome": "void", "value": 0}}}',
    ],
)
async def test_an_unreadable_answer_is_an_error(answer: str) -> None:
    async def talk(socket: ServerConnection) -> None:
        async for _ in socket:
            await socket.send(answer)

    async with serve(talk, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with connected(f"http://127.0.0.1:{port}", "token") as client:
            with pytest.raises(ServiceLost):
                await client.ask("step", "s")


@pytest.mark.parametrize(
    "arguments", ["{", "[" * 100_000, "5", "\ud800", ["keys"], None], ids=lambda one: str(one)[:9]
)
async def test_invalid_arguments_are_a_step_without_effect(
    service: Service, arguments: Any
) -> None:
    async with connected(str(service.http.base_url), TOKEN) as client:
        begun = await client.ask("create", task="date@0")
        first = await client.act(begun.session, "press", arguments)
        assert first.steps == 1
        assert first.result
        assert first.observation
        assert begun.observation
        assert first.observation.digest == begun.observation.digest
        second = await client.act(begun.session, "press", '{"keys": "7"}')
        assert (second.steps, second.result) == (2, "pressed 7")


async def test_the_session_of_a_cancelled_request_is_closed(eventually: Eventually) -> None:
    async with (
        serving(Memory, limit=1) as service,
        connected(str(service.http.base_url), TOKEN) as client,
    ):
        first = await client.ask("create")
        cancelled = asyncio.create_task(client.ask("create", wait=60))
        await eventually(lambda: service.pool.capacity._waiting)
        cancelled.cancel()
        await client.ask("close", first.session)
        assert (await client.ask("create", wait=10)).ended is None


@pytest.mark.parametrize(
    "url", ["localhost:8080", "127.0.0.1:8080", "", "http://", "http://[::1", "http://x:99999"]
)
async def test_an_address_of_another_form_is_a_user_error(url: str) -> None:
    with pytest.raises(UserError, match="is not an address such as"):
        tasks_of(url, TOKEN)
    with pytest.raises(UserError, match="is not an address such as"):
        await Client(url, TOKEN).connect()
