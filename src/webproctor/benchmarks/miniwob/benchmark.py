"""The MiniWoB++ benchmark: its settings, tasks, sessions and scores."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import PositiveFloat

from webproctor.benchmarks.expected_pages import ExpectedPages
from webproctor.benchmarks.miniwob import package, scoring
from webproctor.benchmarks.miniwob.oracle import ENVIRONMENTS as SOLVED
from webproctor.benchmarks.miniwob.oracle import Oracle
from webproctor.benchmarks.miniwob.pages import HEADER, HOST, Pages
from webproctor.benchmarks.miniwob.published import published_table
from webproctor.benchmarks.miniwob.session import MiniWobSession
from webproctor.benchmarks.shared_browser import OwnBrowser
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError, did_you_mean
from webproctor.core.scores import Score, Summary, Table
from webproctor.core.sessions import Surface
from webproctor.core.tasks import Limits, Task
from webproctor.environments.browser import Browser, Screen, Viewport, find_browser
from webproctor.environments.serving import serve

MAX_SEEDS = 10_000
"""The most instances of an environment in one run."""
_INSTRUCTION = (
    "Do what the page asks in the text at its top. The page judges only the first result."
)
_LIMITS = Limits(steps=50, actions_per_step=30, seconds=600.0)
# The area of an environment is 160 x 210 pixels, that of an airline's page 540 x 667; lists and
# calendars that open extend below it.
_VIEWPORT, _FLIGHT_VIEWPORT = Viewport(320, 400), Viewport(560, 680)


class MiniWob(OwnBrowser):
    """A selection of environments, each with one or more seeds.

    Args:
        environments: Names of environments.
        seeds: The seeds; each gives one instance of every environment.
        time_limit: Whether the pages' own time limits apply.
        timeout: Timeout in seconds for a page to respond before it counts as hung.
    """

    name = "miniwob"
    version = "4"
    cluster = "environment"
    published_columns = scoring.PUBLISHED_COLUMNS
    # Not `browser`: scripts of an agent could set the reward.
    surfaces: ClassVar[tuple[Surface, ...]] = ("page", "desktop", "browser-input")
    live = True
    trusted = True

    def __init__(
        self,
        environments: Sequence[str],
        seeds: Sequence[int] = (0,),
        *,
        time_limit: bool = False,
        timeout: float = 30.0,
    ) -> None:
        self.environments = tuple(environments)
        self.seeds = tuple(seeds)
        self._time_limit = time_limit
        self._timeout = timeout
        self._pages = Pages(package.folder())

    @property
    def condition(self) -> dict[str, Any]:
        return {
            "miniwob": package.installed_version(),
            "environments": len(self.environments),
            "seeds": list(self.seeds),
            "time_limit": self._time_limit,
        }

    def tasks(self) -> list[Task]:
        return [self._task(name, seed) for seed in self.seeds for name in self.environments]

    def _task(self, environment: str, seed: int) -> Task:
        return Task(
            id=f"{environment}@{seed}",
            benchmark=self.name,
            instruction=_INSTRUCTION,
            split="test",
            tags={"environment": environment, "seed": seed},
            limits=_LIMITS,
        )

    def ready(self) -> None:
        find_browser()

    @contextlib.asynccontextmanager
    async def session(
        self, task: Task, surface: Surface = "page"
    ) -> AsyncIterator[Any]:  # A `MiniWobSession`, or a `DesktopSession` that holds one.
        environment, seed = str(task.tags["environment"]), int(task.tags["seed"])
        async with contextlib.AsyncExitStack() as stack:
            browser, display, home = await self._surface(stack, surface)
            if surface == "page":
                loading = self._expected.page(environment)
            else:
                loading = self._open_page(environment, browser, home)
            session = await stack.enter_async_context(loading)
            await session.start(seed, timed=self._time_limit)
            yield await self._presented(stack, session, surface, display)

    def expect(self, task: Task) -> None:
        if self.browser is not None:
            self._expected.expect(str(task.tags["environment"]))

    @contextlib.asynccontextmanager
    async def _open_page(
        self, environment: str, browser: Browser, home: Path | None = None
    ) -> AsyncIterator[MiniWobSession]:
        """Open the page of an environment; its episode has not begun, so no time counts."""
        document = package.document(environment)
        secret = self._pages.register(document)
        viewport = _FLIGHT_VIEWPORT if package.is_flight(environment) else _VIEWPORT
        try:
            opening = browser.page(viewport=viewport, folder=home, headers={HEADER: secret})
            async with opening as page:
                yield await MiniWobSession.open(page, f"http://{HOST}/{document}")
        finally:
            self._pages.unregister(secret)

    @property
    def first_page(self) -> Viewport:
        return _VIEWPORT

    async def _start(self, stack: contextlib.AsyncExitStack) -> Browser:
        self._port = await stack.enter_async_context(serve(self._pages))
        browser = await stack.enter_async_context(self._browser_for())
        self._expected = ExpectedPages(lambda environment: self._open_page(environment, browser))
        stack.push_async_callback(self._expected.close)
        return browser

    def _browser_for(self, screen: Screen | None = None, home: Path | None = None) -> Browser:
        return Browser({HOST: self._port}, screen=screen, home=home, timeout=self._timeout)

    def oracle(self) -> Oracle:
        """Return the oracle.

        Raises:
            UserError: If it cannot solve one of the environments.
        """
        if unsolved := sorted(set(self.environments) - SOLVED):
            raise UserError(
                f"the oracle does not solve {len(unsolved)} of these environments, such as "
                f"{unsolved[0]}: add --with-oracle to run only those that it solves."
            )
        return Oracle()

    def score(self, task: Task, episode: Episode) -> Score:
        return scoring.score(episode)

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        return scoring.summarise(results)

    def published(self) -> Table:
        return published_table()


def miniwob(
    *,
    environment: Annotated[
        tuple[str, ...], "Only this environment; repeatable.", package.environments
    ] = (),
    with_oracle: Annotated[
        bool, "Only environments that the oracle solves.", "any-environment"
    ] = False,
    seeds: Annotated[int, "How many instances of each environment."] = 1,
    seed: Annotated[int, "The first instance's seed."] = 0,
    time_limit: Annotated[bool, "Apply the pages' own time limits, in real time."] = False,
    timeout: Annotated[
        PositiveFloat, "Seconds after which a page that does not answer counts as hung."
    ] = 30.0,
) -> MiniWob:
    """MiniWoB++: small pages with a task each; the page gives the reward.

    Raises:
        UserError: If the package `miniwob` is not installed, or a setting is invalid.
    """
    known = package.environments()
    for name in environment:
        _check_known(name, known)
    if not 1 <= seeds <= MAX_SEEDS:
        raise UserError(f"seeds {seeds}: must be from 1 to {MAX_SEEDS:,}.")
    selected = [
        name for name in dict.fromkeys(environment or known) if not with_oracle or name in SOLVED
    ]
    if not selected:
        raise UserError("the oracle solves none of these environments: remove --with-oracle.")
    return MiniWob(selected, range(seed, seed + seeds), time_limit=time_limit, timeout=timeout)


def _check_known(name: str, known: Sequence[str]) -> None:
    if name in known:
        return
    raise UserError(f"the package miniwob has no environment {name!r}.{did_you_mean(name, known)}")
