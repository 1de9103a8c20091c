"""The server as a process: answered requests are stored, even if the server is killed."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
from collect.visitors import SITES, Collection
from per_change import first

from webproctor.collect import tool
from webproctor.collect.store import open_store
from webproctor.collect.tools.propose.tables import Proposal


@contextlib.asynccontextmanager
async def process(data: Path, database: str | None, websites: Path) -> AsyncIterator[Collection]:
    """Serve by the command in a process that is killed at the end of the block."""
    more = ["--database", database] if database else []
    command = ["-m", "webproctor", "collect", "propose", "--data", str(data), *more, "--json"]
    started = await asyncio.create_subprocess_exec(
        sys.executable, *command, "--websites", str(websites), "--quota", "1000",
        "--per-person", "1000", "--similarity", "100", stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert started.stdout is not None
    async with contextlib.AsyncExitStack() as stack:
        try:
            link = json.loads(await started.stdout.readline())["link"]
            with open_store(data, database, tool.migrations()) as store:
                yield Collection(store, link.partition("/enter")[0], link, stack)
        finally:
            # Before the clients are closed, so that the server ends their requests.
            with contextlib.suppress(ProcessLookupError):
                os.kill(started.pid, signal.SIGKILL)
            await started.wait()


@pytest.mark.parametrize("database", first("sqlite", "postgresql"), indirect=True)
async def test_a_killed_server_loses_only_unanswered_requests(
    tmp_path: Path, database: str | None
) -> None:
    websites = tmp_path / "websites.csv"
    rows = [f"{name},https://{name.lower()}.example,About it" for name in SITES]
    websites.write_text("\n".join(["name,url,description", *rows]), encoding="utf-8")
    sent: set[str] = set()
    answered: set[str] = set()
    async with process(tmp_path / "data", database, websites) as collection:
        people = [await collection.person(f"p{number}") for number in range(4)]
        csrfs = [await one.csrf() for one in people]
        enough = asyncio.Event()

        async def write(person: int) -> None:
            for number in range(10_000):
                task = sha256(f"{person} {number}".encode()).hexdigest()
                sent.add(task)
                form = {"csrf": csrfs[person], "task": task}
                answer = await people[person].http.post("/propose/websites/1", data=form)
                assert answer.status_code == 303, answer.text
                answered.add(task)
                if len(answered) >= 20:
                    enough.set()

        writing = [asyncio.create_task(write(person)) for person in range(4)]
        await enough.wait()
    done = await asyncio.gather(*writing, return_exceptions=True)
    assert all(isinstance(one, httpx.TransportError) for one in done), done
    with open_store(tmp_path / "data", database, tool.migrations()) as store, store.reading() as db:
        stored = [proposal.task for proposal in db.query(Proposal)]
    assert answered <= set(stored) <= sent
    assert len(stored) == len(set(stored))
    # The database works for the next server, and links stay valid.
    async with process(tmp_path / "data", database, websites) as collection:
        person = await collection.person("p0")
        assert (await person.propose("Order a map of the islands in the north")).status_code == 303
