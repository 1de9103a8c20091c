"""Documents that never arrive, and addresses that cannot be reached."""

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from conftest import Site
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from webproctor.core.actions import web
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.timeouts import LOADING

# Refused by the browser after 20 redirections.
_LOOP = "/loop"


class Never(Response):
    """A response that never begins."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def impatient(site: Site, executable: Path) -> AsyncIterator[Browser]:
    """A browser that waits 1 s for pages."""
    site.add(Never(), "/never")
    async with Browser({site.host: site.port}, executable=executable, timeout=1) as one:
        yield one


@pytest.mark.parametrize("by_link", [True, False], ids=["click", "navigate"])
async def test_a_document_that_never_arrives_leaves_the_page_as_it_is(
    impatient: Browser, site: Site, by_link: bool
) -> None:
    url, never = site.add("<title>Here</title><a href=/never>Go</a>"), site.url("/never")
    async with impatient.page() as page:
        session = await WebSession.open(page, url)
        await session.observe(frozenset({"elements"}))
        result = await session.act(web.Click(element=0) if by_link else web.Navigate(url=never))
        assert (await session.observe()).title == "Here"
    assert "; the page that was requested did not arrive in time" in result.message
    assert not result.page_changed


async def test_a_document_whose_pictures_never_load_is_reached(
    impatient: Browser, site: Site
) -> None:
    url = site.add("<title>Picture</title><img src=/never>")
    async with impatient.page() as page:
        await page.open(site.add("<p>"))
        assert await page.go("to", url=url)
        assert page.url == url
        assert await page.go("reload")
        assert page.navigation.load_timed_out


async def test_a_session_opens_a_page_whose_picture_never_loads(
    impatient: Browser, site: Site
) -> None:
    url = site.add("<title>Picture</title><img src=/never>")
    async with impatient.page() as page:
        session = await WebSession.open(page, url)
        assert (await session.observe()).title == "Picture"


@pytest.mark.exhaustive
async def test_pictures_that_never_load_are_waited_for_once(browser: Browser, site: Site) -> None:
    site.add(Never(), "/never")
    async with browser.page() as page:
        session = await WebSession.open(page, site.add("<title>Picture</title>"))
        started = time.monotonic()
        await session.act(web.Navigate(url=site.add("<img src=/never>")))
        assert time.monotonic() - started < 1.5 * LOADING


async def test_an_address_that_cannot_be_reached_is_reported_by_every_action(
    browser: Browser, site: Site
) -> None:
    loop = site.add(RedirectResponse(_LOOP), _LOOP)
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(f"<a href={_LOOP}>Go</a>"))
        await session.observe(frozenset({"elements"}))
        clicked = await session.act(web.Click(element=0))
        reloaded = await session.act(web.Reload())
        navigated = await session.act(web.Navigate(url=loop))
        await session.act(web.Navigate(url=site.add("<p>")))
        went_back = await session.act(web.Back())
    assert clicked.message == f"clicked link 'Go'; {loop} cannot be reached"
    for result in (reloaded, navigated, went_back):
        assert (result.ok, result.page_changed) == (False, True)
        assert result.message == f"{loop} cannot be reached"


async def test_an_error_page_is_observed_in_its_own_process(browser: Browser, site: Site) -> None:
    # Its process may use the numbers of the worlds of the former document for other worlds.
    loop = site.add(RedirectResponse(_LOOP), _LOOP)
    async with browser.page() as page:
        session = await WebSession.open(page, site.add("<button>Here</button>"))
        for _ in range(3):
            await session.act(web.Navigate(url=loop))
            assert not (await session.observe(frozenset({"elements"}))).read("elements")
            await session.act(web.Back())
            assert len((await session.observe(frozenset({"elements"}))).read("elements")) == 1
