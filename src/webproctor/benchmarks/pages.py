"""A base class for benchmarks whose tasks are web pages."""

import contextlib
import secrets
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from webproctor.benchmarks.shared_browser import OwnBrowser
from webproctor.core.sessions import Surface
from webproctor.core.tasks import Task
from webproctor.environments.browser import Browser, Page, Screen, find_browser
from webproctor.environments.browser.session import WebSession
from webproctor.environments.serving import for_browser, give_token, serve

_HOST = "pages.localhost"


class PageBenchmark(OwnBrowser):
    """A benchmark of web pages that are served on loopback. A subclass defines `tasks` and `score`.

    Every episode has a new browser context. Pages reach no other host.

    Attributes:
        pages: What is served: HTML by path, a folder of files, or an ASGI application.
    """

    pages: Mapping[str, str] | Path | ASGIApp
    surfaces: ClassVar[tuple[Surface, ...]] = ("page", "desktop", "browser-input")
    live: ClassVar[bool] = True

    def start(self, task: Task) -> str:
        """Return the path of a task's first page, by default `/ID`."""
        return f"/{task.id}"

    async def evidence(self, task: Task, page: Page) -> Mapping[str, Any]:
        """Return facts of the final page as JSON data, for `Episode.evidence`.

        Use `page.run(script)` to read the document.
        """
        return {}

    def ready(self) -> None:
        find_browser()

    @contextlib.asynccontextmanager
    async def session(self, task: Task, surface: Surface = "page") -> AsyncIterator[Any]:
        async with contextlib.AsyncExitStack() as stack:
            browser, display, home = await self._surface(stack, surface)
            token = secrets.token_urlsafe(16)
            self._tokens[token] = "/"
            stack.callback(self._tokens.pop, token)
            page = await stack.enter_async_context(browser.page(folder=home))
            await give_token(page, _HOST, token)
            session = await _Session.open(page, f"http://{_HOST}{self.start(task)}")
            session.task, session.benchmark = task, self
            yield await self._presented(stack, session, surface, display)

    def _browser_for(self, screen: Screen | None = None, home: Path | None = None) -> Browser:
        return Browser({_HOST: self._port}, screen=screen, home=home)

    async def _start(self, stack: contextlib.AsyncExitStack) -> Browser:
        self._tokens: dict[str, str] = {}
        site = for_browser(_application(self.pages), _HOST, self._tokens)
        self._port = await stack.enter_async_context(serve(site))
        return await stack.enter_async_context(self._browser_for())


class _Session(WebSession):
    """A web session whose evidence includes the benchmark's own."""

    task: Task
    benchmark: PageBenchmark

    async def evidence(self) -> dict[str, Any]:
        extra = await self._answering(
            lambda: self.open_tabs.in_front(lambda front: self.benchmark.evidence(self.task, front))
        )
        return await super().evidence() | {"url": self.page.url} | dict(extra)


def _application(pages: Mapping[str, str] | Path | ASGIApp) -> ASGIApp:
    if isinstance(pages, Path):
        return Starlette(routes=[Mount("/", StaticFiles(directory=pages, html=True))])
    if not isinstance(pages, Mapping):
        return pages

    html = dict(pages)

    async def answer(request: Request) -> Response:
        body = html.get(request.url.path)
        return Response(status_code=404) if body is None else HTMLResponse(body)

    return Starlette(routes=[Route("/{path:path}", answer)])
