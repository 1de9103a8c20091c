"""Shared fixtures: one event loop, one Chromium, one web server for small pages."""

import asyncio
import contextlib
import csv
import fcntl
import gc
import itertools
import json
import signal
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings
from models.server import ModelServer
from per_change import exhaustive
from playwright.async_api import Browser as PlaywrightBrowser
from playwright.async_api import Page as PlaywrightPage
from playwright.async_api import async_playwright, expect
from repository import DATA
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from webproctor.agents import make_agent, task_for
from webproctor.benchmarks import Benchmark
from webproctor.benchmarks.turkingbench.session import LIBRARY, PageSession
from webproctor.core.actions import ActionResult
from webproctor.core.actions.form import Value, form
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.scores import Score
from webproctor.core.tasks import Task
from webproctor.environments.browser import Browser, Page, find_browser, renewal
from webproctor.environments.serving import serve

# Timeout in seconds for pages of tests.
TIMEOUT = 20.0
# Seconds after which an expected event has not happened, under any load.
NEVER = 300.0

# Slowness of a busy machine is not a test failure.
settings.register_profile(
    "nightly", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=100
)
settings.register_profile("per change", settings.get_profile("nightly"), max_examples=40)

# Ignored in programs that a shell starts in the background, and in those that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

Eventually = Callable[[Callable[[], object]], Awaitable[None]]
Start = Callable[[ModelServer], int]
OpenPage = Callable[..., Awaitable[Page]]
WriteTask = Callable[[str, str, list[dict[str, str]]], Path]
Work = Callable[..., Awaitable[list["Worked"]]]
OpenForm = Callable[..., Awaitable["Form"]]
Once = Callable[[str, Callable[[Path], object]], Path]


def pytest_configure(config: pytest.Config) -> None:
    """Choose how many examples a property is tested with."""
    settings.load_profile("nightly" if exhaustive(config) else "per change")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run all asynchronous tests in one event loop, so that they can share one browser."""
    for item in items:
        if pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def pytest_collection() -> None:
    """Collect no garbage while modules are imported, a third of the time that it takes."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave the many objects of libraries and collected tests out of garbage collections."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder with real data."""
    if not DATA.is_dir():
        pytest.skip(f"no real data at {DATA}: set WEBPROCTOR_TEST_DATA to the folder")
    return DATA


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Once:
    """`once(name, fill)`: a folder that `fill(folder)` has filled, for all workers together.

    The first worker that needs it fills it; the others wait, and must not change it.
    """
    own = tmp_path_factory.getbasetemp()
    shared = own if worker_id == "master" else own.parent

    def folder(name: str, fill: Callable[[Path], object]) -> Path:
        there = shared / name
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (shared / f"{name}.filled").exists():
                there.mkdir()
                fill(there)
                (shared / f"{name}.filled").touch()
        return there

    return folder


@pytest.fixture(scope="session")
def executable() -> Path:
    """The path of the Chromium for tests."""
    try:
        return find_browser()
    except UserError as error:
        pytest.skip(str(error))


@contextlib.asynccontextmanager
async def closed_in_time() -> AsyncIterator[contextlib.AsyncExitStack]:
    """A stack whose resources must close in time; the error says which one does not."""
    stack = contextlib.AsyncExitStack()
    yield stack
    async with asyncio.timeout(NEVER):
        await stack.aclose()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium(executable: Path) -> AsyncIterator[PlaywrightBrowser]:
    """The browser of people who visit collections and read reports; it can read local files."""
    async with closed_in_time() as stack:
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(executable_path=executable)
        stack.push_async_callback(browser.close)
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def reader(chromium: PlaywrightBrowser) -> AsyncIterator[PlaywrightPage]:
    """A page of that browser in a context of its own."""
    async with closed_in_time() as stack:
        yield await (await stack.enter_async_context(await chromium.new_context())).new_page()


@pytest.fixture(scope="session", autouse=True)
def timeouts() -> Iterator[None]:
    """Let Playwright wait for pages as long as a busy machine takes; its defaults are 5, 30 s."""
    expect.set_options(timeout=1000 * NEVER)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("new_context", "new_page"):
            patch.setattr(PlaywrightBrowser, name, _with_timeout(getattr(PlaywrightBrowser, name)))
        yield


def _with_timeout(create: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def created(*arguments: Any, **settings: Any) -> Any:
        target = await create(*arguments, **settings)
        target.set_default_timeout(1000 * NEVER)
        return target

    return created


@dataclass
class Site:
    """A web server for small pages: a string is served as HTML, a response as it is.

    Attributes:
        requests: Method and path of every request, in order.
    """

    port: int = 0
    pages: dict[str, str | Response] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    host: str = "pages.test"
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.requests.append(f"{scope['method']} {scope['path']}")
        page = self.pages.get(scope["path"], Response(status_code=404))
        if isinstance(page, str):
            page = HTMLResponse(page)
        await page(scope, receive, send)

    def url(self, path: str) -> str:
        return f"http://{self.host}{path}"

    def add(self, page: str | Response, path: str = "") -> str:
        """Add a page to the site and return its address."""
        path = path or f"/page-{next(self._numbers)}"
        self.pages[path] = page
        return self.url(path)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def site() -> AsyncIterator[Site]:
    """The only host that pages of tests can reach."""
    pages = Site()
    async with closed_in_time() as stack:
        pages.port = await stack.enter_async_context(serve(pages))
        yield pages


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(site: Site, executable: Path) -> AsyncIterator[Browser]:
    """A Chromium that can reach only the site."""
    one = Browser({site.host: site.port}, executable=executable, timeout=TIMEOUT)
    async with closed_in_time() as stack:
        yield await stack.enter_async_context(one)


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(site: Site, browser: Browser) -> AsyncIterator[OpenPage]:
    """`await open_page(html, **settings of Browser.page)`: open a page for the test."""
    async with closed_in_time() as stack:

        async def opened(html: str, **settings: Any) -> Page:
            page = await stack.enter_async_context(browser.page(**settings))
            await page.open(site.add(html), LIBRARY)
            return page

        yield opened


@dataclass(frozen=True)
class Worked:
    """A task that an agent ran on."""

    task: Task
    episode: Episode
    score: Score


@dataclass
class Tabs:
    """Tabs that tests use in turn, because a new context takes most of the time of a test."""

    browser: Browser
    stack: contextlib.AsyncExitStack
    free: list[Page] = field(default_factory=list)

    async def take(self) -> Page:
        """Return a tab without the dialogs and errors of an earlier test."""
        if not self.free:
            return await self.stack.enter_async_context(self.browser.page())
        return await self.free.pop().renewed(self.browser._guard(), same_session=True)

    def give_back(self, pages: list[Page]) -> None:
        """Keep the tabs whose size and settings are as before."""
        for page in pages:
            if not page.single_use and page.channel.methods <= renewal._TRANSIENT:
                self.free.append(page)


@dataclass(frozen=True)
class Form:
    """A session on a test page, with shortcuts for actions."""

    session: PageSession
    page: Page

    async def act(self, name: str, **arguments: Any) -> ActionResult:
        return await self.session.act(form.parse(name, arguments))

    async def do(self, kind: str, name: str, value: Value) -> ActionResult:
        """Fill in a control: `modify_<kind>`."""
        return await self.act(f"modify_{kind}", input_name=name, input_value=value)

    async def ask(self, script: str) -> Any:
        """Run a script in the page and return its value."""
        return json.loads((await self.act("execute_js_command", command=script)).data or "null")

    async def fields(self) -> dict[str, dict[str, Any]]:
        """Return the fields by name as the scorer gets them."""
        return {field["name"]: field for field in (await self.session.evidence())["fields"]}

    async def read(self, name: str = "q") -> list[str | None]:
        """Return the values of a field as the scorer gets them."""
        return (await self.fields())[name]["values"]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def tabs(browser: Browser) -> AsyncIterator[Tabs]:
    """Tabs for forms, which leave no data for other forms."""
    async with closed_in_time() as stack:
        yield Tabs(browser, stack)


@pytest.fixture
def open_form(site: Site, tabs: Tabs) -> Iterator[OpenForm]:
    """`await open_form(html, *fields)`: open a session on a page with these fields."""
    used: list[Page] = []

    async def opened(html: str, *fields: str, names: bool = True) -> Form:
        used.append(page := await tabs.take())
        await page.open(site.add(html), LIBRARY)
        found = await page.call("fields.find", list(fields))
        return Form(PageSession(page, html, found, names), page)

    yield opened
    tabs.give_back(used)


@pytest.fixture
def write_task(tmp_path: Path) -> WriteTask:
    """`write_task(name, template, rows)`: write a task of a data set and return its folder."""

    def written(name: str, template: str, rows: list[dict[str, str]]) -> Path:
        folder = tmp_path / "set/tasks" / name
        folder.mkdir(parents=True)
        (folder / "template.html").write_text(template, encoding="utf-8")
        with (folder / "batch.csv").open("w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, list(rows[0]))
            table.writeheader()
            table.writerows(rows)
        return tmp_path / "set"

    return written


@pytest.fixture
def work(executable: Path) -> Work:
    """`await work(benchmark, agent)`: run and score all tasks of a benchmark."""

    async def worked(benchmark: Benchmark, agent: str, **settings: Any) -> list[Worked]:
        gate = asyncio.Semaphore(3)

        async def one(task: Task) -> Worked:
            acting = make_agent(agent, benchmark, **settings)
            async with gate, benchmark.session(task_for(acting, task, benchmark)) as session:
                episode = await run_episode(task, session, acting)
            return Worked(task, episode, benchmark.score(task, episode))

        async with benchmark:
            return await asyncio.gather(*map(one, benchmark.tasks()))

    return worked


@pytest.fixture
def eventually() -> Eventually:
    """`await eventually(condition)`: wait until a condition is true."""

    async def wait(condition: Callable[[], object]) -> None:
        end = time.monotonic() + NEVER
        while not condition():
            assert time.monotonic() < end, "the condition never became true"
            await asyncio.sleep(0.005)

    return wait


@pytest.fixture(scope="module")
def start() -> Iterator[Start]:
    """`start(server)`: start a model server in a thread and return its port."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    over: list[asyncio.Event] = []

    def start(server: ModelServer) -> int:
        started: asyncio.Future[int] = asyncio.Future(loop=loop)

        async def stay() -> None:
            over.append(asyncio.Event())
            async with serve(server.application()) as port:
                started.set_result(port)
                await over[-1].wait()

        asyncio.run_coroutine_threadsafe(stay(), loop)

        async def port() -> int:
            return await started

        return asyncio.run_coroutine_threadsafe(port(), loop).result()

    yield start
    for event in over:
        loop.call_soon_threadsafe(event.set)

    async def rest() -> None:
        while len(others := asyncio.all_tasks()) > 1:
            await asyncio.wait(others - {asyncio.current_task()}, timeout=0.1)  # type: ignore[arg-type]

    asyncio.run_coroutine_threadsafe(rest(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()
