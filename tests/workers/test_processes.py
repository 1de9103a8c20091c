"""A worker in a process of its own."""

import asyncio
import json

import pytest

from webproctor.workers.connection import ConnectionLost
from webproctor.workers.processes import Process


async def test_a_worker_identifies_itself_and_ends_with_its_connection() -> None:
    process = Process(1)
    hello = json.loads(await process.receive())
    await process.close()
    assert process.name == f"process {hello['process']}"
    assert process.status == 0


async def test_a_worker_that_died_is_detected() -> None:
    process = Process(1)
    waiting = asyncio.create_task(process.receive())
    await asyncio.sleep(0)
    process.kill()
    with pytest.raises(ConnectionLost, match="its process ended by SIGKILL"):
        await waiting
    await process.close()
