"""The floor: the DevTools commands of the oracle's episodes, sent again without webproctor.

One browser, a new context for each page, and the commands that the recorded episode sent after its
page had loaded, with the same waits in between. No driver, no sandbox, no checks of the results.
"""

import asyncio
import contextlib
import json
import tempfile
from collections.abc import AsyncIterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from commands import Commands
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from work import READ, BenchFault, Job, Outcome, Work

from webproctor.benchmarks.turkingbench import mirror, pages
from webproctor.benchmarks.turkingbench.benchmark import HOST
from webproctor.environments.browser.guard import mirrored_urls, response, wall
from webproctor.environments.serving import serve

_SIZE = {"width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": False}
# Timeout in seconds for loading a page.
_LATEST = 30
_FLAGS = ("--headless", "--no-sandbox", "--remote-debugging-port=0", "--hide-scrollbars")


def run(work: Work, browser: Path, lanes: int, *, check: bool = False) -> Outcome:
    """Run all jobs in `lanes` parallel contexts.

    Args:
        browser: The browser's executable.
        check: Read the fields at the end.
    """
    return asyncio.run(_run(work, browser, lanes, check))


async def _run(work: Work, program: Path, lanes: int, check: bool) -> Outcome:
    outcome, left = Outcome(work), iter(work.jobs)
    async with serve(pages.application(work.dataset)) as port, _browser(program, port) as browser:

        async def lane() -> None:
            for job in left:
                await _do(browser, job, outcome, check)

        await asyncio.gather(*(lane() for _ in range(lanes)))
    return outcome


class Connection:
    """A connection to a browser, without timeouts and checks of its pages."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        # Set when the page of a session has loaded.
        self.loaded: dict[str, asyncio.Event] = {}
        self._copies: set[asyncio.Task[Any]] = set()

    async def send(self, session: str | None, commands: Commands) -> list[dict[str, Any]]:
        """Send commands without waiting in between, and return their results."""
        answers: list[asyncio.Future[dict[str, Any]]] = []
        for method, parameters in commands:
            self._number += 1
            answer = asyncio.get_running_loop().create_future()
            self._answers[self._number] = answer
            answers.append(answer)
            message = {"id": self._number, "method": method, "params": parameters}
            to = {} if session is None else {"sessionId": session}
            await self._socket.send(json.dumps(message | to), text=True)
        return [await answer for answer in answers]

    async def read(self) -> None:
        """Receive results and events until the browser ends."""
        with contextlib.suppress(ConnectionClosed):
            async for text in self._socket:
                self._take(json.loads(text))
        for answer in self._answers.values():
            answer.set_exception(BenchFault("the browser ended"))

    def _take(self, message: dict[str, Any]) -> None:
        if "id" in message:
            answer = self._answers.pop(message["id"])
            if "error" in message:
                answer.set_exception(BenchFault(message["error"]["message"]))
            else:
                answer.set_result(message["result"])
        elif message["method"] == "Page.loadEventFired":
            self.loaded[message["sessionId"]].set()
        elif message["method"] == "Fetch.requestPaused":
            sent = self.send(message["sessionId"], [_copy(message["params"])])
            task = asyncio.create_task(sent)
            self._copies.add(task)
            task.add_done_callback(self._copies.discard)


@contextlib.asynccontextmanager
async def _browser(program: Path, port: int) -> AsyncIterator[Connection]:
    with tempfile.TemporaryDirectory(prefix="webproctor-bench-", ignore_cleanup_errors=True) as own:
        flags = (*_FLAGS, f"--user-data-dir={own}", *wall({HOST: port}))
        process = await asyncio.create_subprocess_exec(
            program, *flags, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
        )
        assert process.stderr is not None
        address = ""
        while not address:
            if not (line := (await process.stderr.readline()).decode()):
                raise BenchFault(f"{program} ended before it listened")
            address = line.partition("DevTools listening on ")[2].strip()
        # Otherwise a browser that writes much would wait.
        writing = asyncio.create_task(process.stderr.read())
        async with connect(address, compression=None, max_size=None, proxy=None) as socket:
            browser = Connection(socket)
            reading = asyncio.create_task(browser.read())
            yield browser
            await browser.send(None, [("Browser.close", {})])
        await asyncio.gather(reading, writing, process.wait())


@cache
def _mirrored(url: str) -> dict[str, Any] | None:
    copy = mirror.find(url)
    return None if copy is None else response(copy)


def _copy(event: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the command that answers a request to a mirrored host."""
    request, copy = {"requestId": event["requestId"]}, _mirrored(event["request"]["url"])
    if copy is None:
        return "Fetch.failRequest", request | {"errorReason": "BlockedByClient"}
    return "Fetch.fulfillRequest", request | copy


async def _do(browser: Connection, job: Job, outcome: Outcome, check: bool) -> None:
    [context] = await browser.send(None, [("Target.createBrowserContext", {})])
    blank = {"url": "about:blank", **context}
    [target] = await browser.send(None, [("Target.createTarget", blank)])
    to = {"targetId": target["targetId"], "flatten": True}
    [attached] = await browser.send(None, [("Target.attachToTarget", to)])
    page = attached["sessionId"]
    loaded = browser.loaded[page] = asyncio.Event()
    begin: Commands = [
        ("Page.enable", {}),
        ("Network.enable", {"maxTotalBufferSize": 0}),
        ("Fetch.enable", {"patterns": mirrored_urls(mirror.hosts())}),
        ("Emulation.setDeviceMetricsOverride", _SIZE),
    ]
    # A navigation that begins before the size is set can crash the page.
    await browser.send(page, begin)
    [opened] = await browser.send(page, [("Page.navigate", {"url": job.address})])
    try:
        async with asyncio.timeout(_LATEST):
            await loaded.wait()
    except TimeoutError as error:
        raise BenchFault(f"{job.task.id}: the page did not load in {_LATEST} s") from error
    world = {"frameId": opened["frameId"], "worldName": "bench"}
    [made] = await browser.send(page, [("Page.createIsolatedWorld", world)])
    own = {"contextId": made["executionContextId"]}
    for commands in job.commands:
        await browser.send(page, [(m, p | own if "contextId" in p else p) for m, p in commands])
    if check:
        read = {"expression": f"({READ})({json.dumps(job.fields)})", "returnByValue": True}
        [values] = await browser.send(page, [("Runtime.evaluate", read)])
        outcome.values[job.task.id] = values["result"]["value"]
    await browser.send(None, [("Target.disposeBrowserContext", context)])
    outcome.finish()
