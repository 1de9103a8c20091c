"""Addresses and keys that start downloads."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from conftest import Site
from starlette.responses import Response, StreamingResponse

from webproctor.core.actions import web
from webproctor.environments.browser import Browser
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


@pytest.mark.parametrize("link", ["<a href={}>Get</a>", "<a href={} download>Get</a>"])
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
