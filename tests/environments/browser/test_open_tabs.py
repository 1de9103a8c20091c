"""Tabs that pages open and close."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from typing import Any

import pytest
import pytest_asyncio
from conftest import Eventually, Site
from starlette.responses import Response

from webproctor.core.actions import web
from webproctor.core.observations import View
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.tabs import Tab

SEEN: frozenset[View] = frozenset({"elements", "content"})
OpenTwo = Callable[[str], Awaitable[WebSession]]


@pytest_asyncio.fixture(loop_scope="session")
async def open_two(browser: Browser, site: Site) -> AsyncIterator[OpenTwo]:
    """`await open_two(html)`: a page has opened two tabs with this content; one is in front."""

    async with browser.page() as page:

        async def opened(html: str) -> WebSession:
            link = f"<a href={site.add(html)} target=_blank>Go</a>"
            opener = f"<title>Opener</title>{link}"
            session = await WebSession.open(page, site.add(opener))
            for _ in range(2):
                await session.act(web.SwitchTab(tab=0))
                await session.observe(SEEN)
                await session.act(web.Click(element=0))
            await session.act(web.SwitchTab(tab=1))
            await session.observe(SEEN)
            return session

        yield opened


async def test_after_a_tab_that_closes_itself_its_opener_is_in_front(
    open_two: OpenTwo, eventually: Eventually
) -> None:
    session = await open_two("<button onclick='window.close()'>Close</button>")
    assert (await session.act(web.Click(element=0))).ok
    await eventually(lambda: len(session.tabs) == 2)
    assert (await session.observe(SEEN)).title == "Opener"


@pytest.mark.parametrize(
    ("accept", "message", "tabs"),
    [
        (False, "the tab was not closed; a dialog asked whether to leave the page", 3),
        (True, "closed the tab; a dialog asked whether to leave the page", 2),
    ],
)
async def test_a_page_can_ask_before_its_tab_is_closed(
    open_two: OpenTwo, accept: bool, message: str, tabs: int
) -> None:
    session = await open_two(
        "<input><script>onbeforeunload = (event) => event.preventDefault()</script>"
    )
    await session.act(web.Type(element=0, text="draft"))
    await session.act(web.HandleDialog(accept=accept))
    result = await session.act(web.CloseTab())
    assert (result.ok, len(session.tabs)) == (accept, tabs)
    assert result.message.startswith(message)


async def test_an_action_ends_when_its_tab_is_closed(
    open_two: OpenTwo, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await open_two("<input>")
    page, keys = session.page, session.page.keys

    async def close_first(events: Iterable[dict[str, Any]]) -> None:
        await page.tab.close()
        await keys(events)

    monkeypatch.setattr(page, "keys", close_first)
    result = await session.act(web.Type(element=0, text="abc"))
    assert (result.ok, result.page_changed) == (True, True)
    assert result.message == "the action ended when its tab was closed; the tab was closed"


async def test_a_tab_can_be_closed_while_it_is_observed(
    open_two: OpenTwo, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await open_two("<button>Close</button>")
    page, send = session.page, session.page.send_commands

    async def close_first(commands: Sequence[tuple[str, dict[str, Any]]], **more: Any) -> Any:
        await page.tab.close()
        return await send(commands, **more)

    monkeypatch.setattr(page, "send_commands", close_first)
    assert (await session.observe(SEEN)).title == "Opener"


async def test_after_a_tab_was_closed_nothing_is_done_in_the_next_one_before_it_is_observed(
    open_two: OpenTwo,
) -> None:
    session = await open_two("<button>Wait</button>")
    await session.page.tab.close()
    result = await session.act(web.Click(element=0))
    assert not result.ok
    assert "closed by its page; observe the page again" in result.message
    await session.observe(SEEN)
    assert (await session.act(web.Click(element=0))).message.startswith("clicked link 'Go'")


async def test_an_empty_tab_opens_in_place_of_the_last_one(browser: Browser, site: Site) -> None:
    url = site.add("<button onclick='window.close()'>Close</button>")
    async with browser.page() as page:
        session = await WebSession.open(page, url)
        # Without it, pages cannot close their tab.
        await page.send("Page.resetNavigationHistory")
        await session.observe(SEEN)
        result = await session.act(web.Click(element=0))
        assert (result.ok, result.page_changed) == (True, True)
        # Before this, the message says whether the tab was closed before or after the click ended.
        assert result.message.endswith("; a new tab opened: about:blank; the tab was closed")
        assert len(session.tabs) == 1
        assert (await session.act(web.Navigate(url=url))).ok
        assert (await session.observe(SEEN)).url == url


async def test_an_empty_tab_that_is_closed_while_it_opens_is_replaced(
    browser: Browser, site: Site, eventually: Eventually
) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add("<p>"))
        closing: list[asyncio.Task[None]] = []

        def close_first(tab: Tab) -> None:
            if not closing:
                closing.append(asyncio.ensure_future(tab.close()))

        page.listeners.add(page.tab.context, "tab", close_first)
        await page.tab.close()
        await eventually(lambda: session.tabs != [page])
        assert not session.tabs[0].tab.closed.is_set()
        assert (await session.evidence())["errors"] == []


async def test_the_evidence_of_a_session_whose_last_tab_was_closed_can_be_read(
    browser: Browser, site: Site
) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add("<p>"))
        await page.tab.close()
        assert (await session.evidence())["inputs"] == "verified"


@pytest.mark.parametrize(
    "opener", ["<a href={} target=_blank>Get</a>", "<button onclick=window.open('{}')>Get</button>"]
)
async def test_the_tab_of_a_download_is_closed(browser: Browser, site: Site, opener: str) -> None:
    headers = {"Content-Disposition": "attachment; filename=list.csv"}
    html = opener.format(site.add(Response("a,b", headers=headers)))
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(html))
        await session.observe(SEEN)
        result = await session.act(web.Click(element=0))
        assert session.tabs == [page]
    assert "tab" not in result.message
    assert "the file 'list.csv' was downloaded" in result.message
