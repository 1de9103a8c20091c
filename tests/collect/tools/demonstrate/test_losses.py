"""What happens when a browser or the server is killed, nobody acts, or all browsers are in use."""

import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import processes
import pytest
from collect.screens import enter
from collect.tools.demonstrate.annotator import Annotator
from collect.tools.demonstrate.conftest import Shop, demonstrating
from collect.tools.demonstrate.shop import ERRANDS, HOST
from playwright.async_api import Browser
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from webproctor.collect import links, tool
from webproctor.collect.demonstration import dump
from webproctor.collect.store import Store, open_store
from webproctor.collect.tools.demonstrate.files import load
from webproctor.collect.tools.demonstrate.tables import Demonstration
from webproctor.environments.serving import serve


class Slow(Response):
    """A page that is not answered before `go` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.go, self.requested = asyncio.Event(), asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.requested.set()
        await self.go.wait()
        await HTMLResponse("<!doctype html>late")(scope, receive, send)


def stored(store: Store) -> list[str]:
    """Return the stored steps of the only demonstration."""
    with store.reading() as session:
        demonstration = session.query(Demonstration).one()
        return [step.repr for step in dump.steps(load(store, demonstration).folder)]


@pytest.mark.exhaustive
async def test_a_killed_browser_loses_only_the_current_step(
    chromium: Browser, tmp_path: Path
) -> None:
    others, errand = processes.find("browser"), ERRANDS[0]
    async with demonstrating(tmp_path, chromium) as it:
        ann = await it.annotator("ann")
        await ann.start(errand)
        await ann.record()
        await ann.do(errand.steps[0])
        it.shop.changed["/results"] = slow = Slow()
        await ann.select("Find")
        await ann.press("Confirm the step")
        await slow.requested.wait()
        processes.send(signal.SIGKILL, processes.find("browser") - others)
        await ann.says("The steps so far are stored")
        await ann.phase("closed")
        slow.go.set()
        del it.shop.changed["/results"]
        assert stored(it.collection.store) == errand.reprs[:1]
        await ann.press("Continue")
        await ann.phase("recording")
        assert await ann.steps() == errand.reprs[:1]


@contextlib.asynccontextmanager
async def process(data: Path, tasks: Path, shop: Shop, port: int = 0) -> AsyncIterator[str]:
    """Serve by the command, in a process that is killed at the end of the block."""
    options = {
        "--data": data,
        "--tasks-file": tasks,
        "--local": f"{HOST}={shop.port}",
        "--port": port,
    }
    arguments = [str(part) for option in options.items() for part in option]
    started = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "webproctor", "collect", "demonstrate", "--json", *arguments,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert started.stdout is not None
    try:
        yield json.loads(await started.stdout.readline())["link"]
    finally:
        started.send_signal(signal.SIGKILL)
        await started.wait()


@pytest.mark.exhaustive
async def test_a_killed_server_loses_no_stored_steps(chromium: Browser, tmp_path: Path) -> None:
    shop, errand = Shop(), ERRANDS[0]
    tasks = tmp_path / "tasks.json"
    tasks.write_text(json.dumps([errand.listed.model_dump()]), encoding="utf-8")
    with open_store(tmp_path / "data", None, tool.migrations()) as store:
        async with serve(shop) as shop.port:
            async with process(tmp_path / "data", tasks, shop) as link:
                address = link.partition("/enter")[0]
                with store.writing() as session:
                    own = links.url(session, store.key, links.make(session, "ann", "annotator"))
                ann = Annotator(await enter(chromium, own, []), address)
                await ann.start(errand)
                await ann.record()
                await ann.do(errand.steps[0])
            await ann.says("The connection was lost")
            port = int(address.rpartition(":")[2])
            async with process(tmp_path / "data", tasks, shop, port):
                await ann.says("The steps so far are stored")
                await ann.press("Continue")
                await ann.phase("recording")
                await ann.do(errand.steps[1])
            await ann.page.context.close()
        assert stored(store) == errand.reprs[:2]


@pytest.mark.exhaustive
async def test_without_a_free_browser_people_wait_and_unwatched_pages_are_closed(
    chromium: Browser, tmp_path: Path
) -> None:
    async with demonstrating(tmp_path, chromium, max_pages=1) as it:
        ann, ben = await it.annotator("ann"), await it.annotator("ben")
        await ann.start(ERRANDS[0])
        await ann.record()
        await ann.do(ERRANDS[0].steps[0])
        await ben.start(ERRANDS[1])
        await ben.says("This page continues when one is free.")
        await ann.page.goto(f"{ann.address}/demonstrate/")
        await ben.phase("exploring")
        await ann.page.go_back()
        await ann.says("others were waiting for a browser. The steps so far are stored")


@pytest.mark.exhaustive
async def test_an_unused_page_is_closed(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webproctor.collect.tools.demonstrate._MINUTE", 0.5)
    async with demonstrating(tmp_path, chromium, idle=1) as it:
        ann = await it.annotator("ann")
        await ann.start(ERRANDS[0])
        await ann.says("minutes without input")
        await ann.phase("closed")
