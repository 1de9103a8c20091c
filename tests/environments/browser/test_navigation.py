"""Addresses and keys that start downloads, and tabs that load while they are opened."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, cast

import pytest
from conftest import Site
from per_change import first
from starlette.responses import RedirectResponse, Response, StreamingResponse

from webproctor.core.actions import web
from webproctor.environments.browser import Browser
from webproctor.environments.browser.devtools import Channel
from webproctor.environments.browser.navigation import Navigation
from webproctor.environments.browser.session import WebSession

_ATTACHED = {"Content-Disposition": "attachment; filename=list.csv"}


async def test_the_address_of_a_download_is_opened(browser: Browser, site: Site) -> None:
    url = site.add(Response("a,b", headers=_ATTACHED))
    here = site.add("<title>Here</title>")
    async with browser.page() as page:
        session = await WebSession.open(page, here)
        result = await session.act(web.Navigate(url=url))
        assert (await session.observe()).url == here
    assert (result.ok, result.message) == (
        True,
        f"opened {url}; the file 'list.csv' was downloaded",
    )


@pytest.mark.parametrize(
    "page",
    [
        RedirectResponse("/end"),
        "<script>location.replace('/end')</script>",
        "<meta http-equiv=refresh content='0; url=/end'>",
    ],
    ids=["response", "script", "meta"],
)
@pytest.mark.parametrize("action", first(web.Navigate, web.NewTab))
async def test_an_address_that_leads_to_another_one_is_reported_with_it(
    browser: Browser,
    site: Site,
    page: str | Response,
    action: type[web.Navigate | web.NewTab],
) -> None:
    end, url = site.add("<title>End</title>", "/end"), site.add(page)
    async with browser.page() as tab:
        session = await WebSession.open(tab, site.add("<p>"))
        result = await session.act(action(url=url))
        assert result.message.startswith(f"opened {url}")
        assert result.message.endswith(f"; the page is now {end}")


async def test_an_address_that_the_browser_only_normalizes_is_reported_as_it_was_given(
    browser: Browser, site: Site
) -> None:
    site.add("<p>", "/a b")
    async with browser.page() as page:
        session = await WebSession.open(page, site.add("<p>"))
        result = await session.act(web.Navigate(url=f"http://{site.host}/a b#c"))
        assert result.message == f"opened http://{site.host}/a b#c"


@pytest.mark.parametrize("link", first("<a href={}>Get</a>", "<a href={} download>Get</a>"))
async def test_a_download_started_by_a_key_is_complete_when_reported(
    browser: Browser, site: Site, link: str
) -> None:
    async def slowly() -> AsyncIterator[bytes]:
        yield b"a" * 1000
        await asyncio.sleep(0.5)
        yield b"b"

    url = site.add(StreamingResponse(slowly(), headers=_ATTACHED))
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(link.format(url)))
        await session.observe(frozenset({"elements"}))
        await session.act(web.Focus(element=0))
        result = await session.act(web.Press(keys="Enter"))
        assert "the file 'list.csv' was downloaded" in result.message
        assert (page.folder / "list.csv").stat().st_size == 1001


class NewTab:
    """The channel of a new tab.

    Args:
        loads: Whether its document arrives before the answer to the first command.
    """

    def __init__(self, *, loads: bool) -> None:
        self._loads = loads
        self.listeners: dict[str, Callable[[dict[str, Any]], None]] = {}

    def on(self, event: str, listener: Callable[[dict[str, Any]], None]) -> None:
        self.listeners[event] = listener

    async def send(self, method: str) -> dict[str, Any]:
        if self._loads:
            self.load()
        return {"frameTree": {"frame": {"id": "f", "loaderId": "1", "url": ""}}}

    def check(self) -> None:
        """The tab is open."""

    def load(self) -> None:
        document = {"id": "f", "loaderId": "2", "url": "http://pages.test/"}
        self.listeners["Page.frameStartedLoading"]({"frameId": "f"})
        self.listeners["Page.frameNavigated"]({"frame": document})
        self.listeners["Page.frameStoppedLoading"]({"frameId": "f"})


async def test_the_document_of_a_tab_is_not_replaced_by_an_earlier_one() -> None:
    navigation = Navigation(cast(Channel, NewTab(loads=True)))
    await navigation.begin()
    assert (navigation.url, navigation.documents) == ("http://pages.test/", 1)


async def test_the_expected_document_of_a_tab_is_waited_for() -> None:
    tab = NewTab(loads=False)
    navigation = Navigation(cast(Channel, tab))
    await navigation.begin()
    navigation.expect_document()
    loaded = asyncio.create_task(navigation.wait_until_loaded(9, 9))
    await asyncio.sleep(0)
    assert navigation.is_loading
    assert not loaded.done()
    tab.load()
    await loaded
    assert (navigation.is_loading, navigation.url) == (False, "http://pages.test/")


async def test_the_document_that_replaces_one_that_has_just_loaded_is_waited_for() -> None:
    tab = NewTab(loads=False)
    navigation = Navigation(cast(Channel, tab))
    await navigation.begin()
    tab.listeners["Page.frameStartedLoading"]({"frameId": "f"})
    loaded = asyncio.create_task(navigation.wait_until_loaded(9, 9))
    await asyncio.sleep(0)
    tab.load()
    tab.listeners["Page.frameStartedLoading"]({"frameId": "f"})
    done, _ = await asyncio.wait({loaded}, timeout=0.01)
    assert not done
    tab.load()
    assert await loaded
    assert not navigation.load_timed_out


async def test_the_end_of_an_earlier_load_does_not_end_the_wait_for_a_history_entry() -> None:
    tab = NewTab(loads=True)
    navigation = Navigation(cast(Channel, tab))
    await navigation.begin()
    tab.listeners["Page.frameStartedLoading"]({"frameId": "f"})
    changed = asyncio.create_task(navigation.wait_until_changed(navigation.state))
    await asyncio.sleep(0)
    tab.listeners["Page.frameStartedLoading"]({"frameId": "f"})
    tab.listeners["Page.frameStoppedLoading"]({"frameId": "f"})
    await asyncio.sleep(0)
    assert not changed.done()
    tab.listeners["Page.navigatedWithinDocument"]({"frameId": "f", "url": "http://pages.test/#a"})
    assert await changed


@pytest.mark.parametrize("link", ["<a href='{}'>Next</a>", "<a href='#part'>Next</a>"])
async def test_a_frame_goes_back(browser: Browser, site: Site, link: str) -> None:
    inner = site.add("<h1>First</h1>" + link.format(site.add("<h1>Second</h1>")))
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(f"<iframe src={inner}></iframe>"))
        await session.observe(frozenset({"elements"}))
        await session.act(web.Click(element=0))
        assert (await session.act(web.Back())).message == "went back"
        assert "# First" in (await session.observe(frozenset({"content"}))).read("content")


async def test_a_former_page_that_has_no_document_now_is_not_gone_back_to(
    browser: Browser, site: Site
) -> None:
    former, here = site.add("<title>Former</title>"), site.add("<title>Here</title>")
    async with browser.page() as page:
        session = await WebSession.open(page, former)
        await session.act(web.Navigate(url=here))
        site.add(Response(status_code=204), former.removeprefix(site.url("")))
        await page.send("Network.clearBrowserCache")
        result = await session.act(web.Back())
        assert (result.ok, (await session.observe()).url) == (False, here)


async def test_marks_stay_valid_after_an_address_that_did_not_replace_the_page(
    browser: Browser, site: Site
) -> None:
    url = site.add(Response("a,b", headers=_ATTACHED))
    async with browser.page() as page:
        session = await WebSession.open(page, site.add("<button>Here</button>"))
        await session.observe(frozenset({"elements"}))
        await session.act(web.Navigate(url=url))
        assert (await session.act(web.Click(element=0))).message == "clicked button 'Here'"
