"""Pages that are loaded before their episodes begin."""

import contextlib
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from webproctor.benchmarks.expected_pages import ExpectedPages
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession


class Loads:
    """Loads pages of a site, and counts them."""

    def __init__(self, browser: Browser, site) -> None:
        self.browser = browser
        self.site = site
        self.opened = self.closed = 0
        self.pages = ExpectedPages(self.load)

    @contextlib.asynccontextmanager
    async def load(self, name: str) -> AsyncIterator[WebSession]:
        self.opened += 1
        try:
            if name == "missing" and self.opened == 1:
                raise SessionLost("browser", "no page")
            async with self.browser.page() as page:
                yield await WebSession.open(page, self.site.add(f"<p>{name}"))
        finally:
            self.closed += 1

    async def text(self, name: str) -> str:
        async with self.pages.page(name) as session:
            return (await session.observe(frozenset({"text"}))).read("text")


@pytest_asyncio.fixture(loop_scope="session")
async def loads(site, browser: Browser) -> AsyncIterator[Loads]:
    page_loads = Loads(browser, site)
    yield page_loads
    await page_loads.pages.close()
    assert page_loads.opened == page_loads.closed


async def test_an_expected_page_is_used_once(loads: Loads) -> None:
    loads.pages.expect("one")
    assert await loads.text("two") == "two"
    assert await loads.text("one") == "one"
    assert loads.opened == 2
    assert await loads.text("one") == "one"
    assert loads.opened == loads.closed == 3


async def test_unused_pages_are_closed(loads: Loads) -> None:
    for _ in range(3):
        loads.pages.expect("one")
    await loads.pages.close()
    assert loads.opened == loads.closed == 3


async def test_a_page_that_failed_to_load_is_loaded_again(loads: Loads) -> None:
    loads.pages.expect("missing")
    assert await loads.text("missing") == "missing"
    assert loads.opened == 2


async def test_an_expected_page_that_has_crashed_is_not_used(loads: Loads) -> None:
    loads.pages.expect("one")
    async with loads.pages.page("one") as session:
        loads.pages.expect("two")
        [(_, loading)] = loads.pages._loading
        other, _ = await loading
        with pytest.raises(SessionLost):
            await other.page.send("Page.crash")
        assert await loads.text("two") == "two"
        assert (await session.observe(frozenset({"text"}))).text == "one"
