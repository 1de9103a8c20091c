"""What the result of an action says about tabs that are not in front."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from conftest import Site

from webproctor.core.actions import web
from webproctor.environments.browser import Browser, effects
from webproctor.environments.browser.session import WebSession


@pytest_asyncio.fixture(loop_scope="session")
async def session(browser: Browser, site: Site) -> AsyncIterator[WebSession]:
    """A session on a page that has opened another tab, which is not in front."""
    page_html = f"""<a href={site.add("<title>One</title>")} target=other>Open</a>
        <a href={site.add("", "/second")} target=other>Change</a>
        <button onclick="window.open('/second', 'other')">Change</button>"""
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(page_html))
        await session.observe(frozenset({"elements"}))
        await session.act(web.Click(element=0))
        await session.act(web.SwitchTab(tab=0))
        await session.observe(frozenset({"elements"}))
        yield session


@pytest.mark.parametrize("element", [1, 2], ids=["link", "script"])
async def test_a_new_address_of_another_tab_is_reported(
    session: WebSession, site: Site, element: int
) -> None:
    result = await session.act(web.Click(element=element))
    assert result.message.endswith(f"; tab 1 is now {site.url('/second')}")
    assert not result.page_changed


async def test_another_tab_that_was_closed_is_reported(session: WebSession) -> None:
    before = effects.before(session.tabs, session.page)
    await session.tabs[1].close()
    found = effects.notes(before, session.tabs, session.page, web.Wait(seconds=0))
    assert found == ["another tab was closed"]


@pytest.mark.parametrize(
    ("script", "note"),
    [
        ("location.reload()", "the page was loaded again"),
        ("window.open(location.href)", "a new tab opened: {}"),
    ],
)
async def test_another_document_with_the_same_address_changes_the_page(
    browser: Browser, site: Site, script: str, note: str
) -> None:
    url = site.add(f"<button onclick='{script}'>Go</button>")
    async with browser.page() as page:
        session = await WebSession.open(page, url)
        await session.observe(frozenset({"elements"}))
        result = await session.act(web.Click(element=0))
    assert result.message == f"clicked button 'Go'; {note.format(url)}"
    assert result.page_changed
