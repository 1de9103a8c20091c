"""The floor of a benchmark: the DevTools commands of its oracle's episodes, sent again.

`record` runs the oracle and keeps the commands that it sent to its page; `replayed` sends them
again to the same pages from the same kind of server, in a browser without a driver and a sandbox,
with the same waits in between, and checks that the tasks are solved again. Episodes with several
documents, and those whose commands contain numbers that the browser gave to nodes, cannot be sent
again.
"""

import contextlib
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from commands import Commands, Sent, of_page, recording
from replay import Connection, Opening, Page, ReplayFault, page, started

from webproctor.agents import make_agent, task_for
from webproctor.benchmarks import Benchmark
from webproctor.benchmarks.miniwob import package as miniwob
from webproctor.benchmarks.miniwob.benchmark import MiniWob
from webproctor.benchmarks.miniwob.pages import HEADER, Pages
from webproctor.benchmarks.miniwob.pages import HOST as MINIWOB
from webproctor.benchmarks.turkingbench import pages
from webproctor.benchmarks.turkingbench.benchmark import HOST as TURKINGBENCH
from webproctor.benchmarks.turkingbench.benchmark import TurkingBench
from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import HOST as WEBGAMES
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.game_session import SECRET_HEADER, GameSession
from webproctor.benchmarks.webgames.host import Host
from webproctor.core.loop import run_episode
from webproctor.core.tasks import Task
from webproctor.environments.browser import find_browser
from webproctor.environments.browser.clock import VirtualClock
from webproctor.environments.browser.witness import Input
from webproctor.environments.serving import serve

_ADVANCE = re.compile(r"globalThis\.webproctorClock\?\.advance\(([\d.e+-]+)\)")
# The server of WebGames has this evaluated to get the input events so far.
_CATCH_UP = ("Runtime.evaluate", {"expression": "0", "returnByValue": True, "awaitPromise": True})
# Their values differ between two browsers.
_OF_NODES = frozenset({"objectId", "backendNodeId", "nodeId"})


@dataclass(frozen=True)
class Recorded:
    """The commands of a solved episode.

    Attributes:
        size: Width and height of the viewport in CSS pixels.
        before: Commands before the page was opened.
        after: Commands after it had loaded.
        value: The last value that a script returned.
    """

    task: Task
    size: tuple[int, int]
    before: list[Commands]
    after: list[Commands]
    value: Any


async def record(benchmark: Benchmark, task: Task) -> Recorded | None:
    """Run the oracle on a task; None if its commands cannot be sent again.

    Raises:
        ReplayFault: If the oracle does not solve the task.
    """
    acting = make_agent("oracle", benchmark)
    fitting = task_for(acting, task, benchmark)
    with recording() as sent:
        async with benchmark.session(fitting) as session:
            shown: Any = session
            viewport = shown.page.viewport
            episode = await run_episode(fitting, session, acting)
    if benchmark.score(fitting, episode).value != 1:
        raise ReplayFault(f"{task.id}: the oracle does not solve it")
    try:
        before, after = of_page(sent)
    except ValueError:
        return None
    if any(_OF_NODES & set(given) for one in after for _, given in one.commands):
        return None
    size = viewport.width, viewport.height
    begun = [one.commands for one in before]
    return Recorded(task, size, begun, [one.commands for one in after], _last_value(after))


def _last_value(sent: Sequence[Sent]) -> Any:
    evaluated = [
        answer["result"]
        for one in sent
        for (method, _), answer in zip(one.commands, one.answers, strict=True)
        if method == "Runtime.evaluate"
    ]
    return evaluated[-1].get("value")


@dataclass(frozen=True)
class Served:
    """A task that a server is ready for.

    Attributes:
        opening: How its page is opened.
        solved: Whether the task is solved, given the last value that a script returned.
        send: Sends commands to its page.
    """

    opening: Opening
    solved: Callable[[Any], bool]
    send: Callable[[Page, Commands], Awaitable[list[dict[str, Any]]]] = Page.send


Serving = Callable[[Recorded], contextlib.AbstractContextManager[Served]]


async def replayed(benchmark: Benchmark, episodes: Sequence[Recorded]) -> list[Task]:
    """Send the commands of episodes again, one episode at a time; return the solved tasks.

    Raises:
        ReplayFault: If the benchmark has no live pages, or the browser does not start.
    """
    solved: list[Task] = []
    async with _server(benchmark) as (serving, hosts), started(find_browser(), hosts) as browser:
        for one in episodes:
            with serving(one) as served:
                value = await _replay(browser, served, one)
                if served.solved(value):
                    solved.append(one.task)
    return solved


async def _replay(browser: Connection, served: Served, recorded: Recorded) -> Any:
    """Return the last value that a script returned; None if the browser rejected a command."""
    value = None
    try:
        async with page(browser, served.opening) as shown:
            for commands in recorded.after:
                answers = await served.send(shown, commands)
                if answers and commands[-1][0] == "Runtime.evaluate":
                    value = answers[-1]["result"].get("value")
    except ReplayFault:
        return None
    return value


@contextlib.asynccontextmanager
async def _server(benchmark: Benchmark) -> AsyncIterator[tuple[Serving, dict[str, int]]]:
    """Serve the pages of a benchmark; yield what prepares a task, and the host with its port."""
    if isinstance(benchmark, TurkingBench):
        async with serve(pages.application(benchmark.dataset)) as port:
            yield _form, {TURKINGBENCH: port}
    elif isinstance(benchmark, WebGames) and benchmark.clock == "virtual":
        host = Host()
        async with serve(host.application()) as port:
            yield lambda recorded: _game(benchmark, host, recorded), {WEBGAMES: port}
    elif isinstance(benchmark, MiniWob):
        own = Pages(miniwob.folder())
        async with serve(own) as port:
            yield lambda recorded: _small_page(own, recorded), {MINIWOB: port}
    else:
        raise ReplayFault(f"{benchmark.name} has no live pages, or a real clock")


def _opening(recorded: Recorded, address: str, **more: Any) -> Opening:
    return Opening(address, size=recorded.size, before=recorded.before, **more)


@contextlib.contextmanager
def _form(recorded: Recorded) -> Iterator[Served]:
    """A page of TurkingBench: at the end, the fields have the same values."""
    name, row = str(recorded.task.tags["task"]), int(recorded.task.tags["row"])
    opening = _opening(recorded, f"http://{TURKINGBENCH}{pages.path(name, row)}")
    yield Served(opening, lambda value: value == recorded.value)


@contextlib.contextmanager
def _small_page(served: Pages, recorded: Recorded) -> Iterator[Served]:
    """A page of MiniWoB++: at the end, it gives the same reward, whatever time has passed."""
    document = miniwob.document(str(recorded.task.tags["environment"]))
    secret = served.register(document)
    opening = _opening(recorded, f"http://{MINIWOB}/{document}", headers={HEADER: secret})
    reward = recorded.value["raw_reward"]
    try:
        yield Served(opening, lambda value: bool(value) and value["raw_reward"] == reward)
    finally:
        served.unregister(secret)


@contextlib.contextmanager
def _game(benchmark: WebGames, host: Host, recorded: Recorded) -> Iterator[Served]:
    """A game with the same puzzle and a virtual clock: at the end, it has made a password."""
    clock, shown = VirtualClock(), list[Page]()
    session = GameSession(
        suite.entry(str(recorded.task.tags["game"])),
        int(recorded.task.tags["seed"]),
        clock,
        witnessed=True,
        salt=benchmark.salt,
        appearance=benchmark.appearance,
    )
    path = host.add(session)

    def heard(event: dict[str, Any]) -> None:
        session.inputs.append(Input.read(json.loads(event["payload"]), clock.now()))

    async def catch_up() -> None:
        if shown:
            await shown[0].send([_CATCH_UP])

    async def send(page: Page, commands: Commands) -> list[dict[str, Any]]:
        shown[:] = [page]
        if commands == [_CATCH_UP]:
            return []  # The server asks again.
        time = _ADVANCE.match(commands[0][1].get("expression", ""))
        if time is None:
            return await page.send(commands)
        answers: list[dict[str, Any]] = []

        async def advance(_: float) -> None:
            answers.extend(await page.send(commands))

        clock.advance = advance
        await clock.let_pass(float(time[1]) / 1000)
        return answers

    session.wait_for_inputs = catch_up
    opening = _opening(
        recorded,
        f"http://{WEBGAMES}{path}",
        headers={SECRET_HEADER: session.secret},
        heard=heard,
    )
    try:
        yield Served(opening, lambda _: session.password is not None, send)
    finally:
        host.remove(session)
