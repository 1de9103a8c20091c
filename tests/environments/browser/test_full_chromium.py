"""Full Chromium without a window, where it differs from the headless shell."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from conftest import Site
from starlette.responses import RedirectResponse

from webproctor.core.actions import web
from webproctor.core.errors import UserError
from webproctor.environments.browser import Browser, find_browser
from webproctor.environments.browser.session import WebSession


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def full(site: Site) -> AsyncIterator[Browser]:
    try:
        executable = find_browser(window=True)
    except UserError as error:
        pytest.skip(str(error))
    async with Browser({site.host: site.port}, executable=executable) as browser:
        yield browser


async def test_a_new_tab_is_opened_next_to_the_first(full: Browser, site: Site) -> None:
    first, other = site.add("<title>First</title>"), site.add("<title>Other</title>")
    async with full.page() as page:
        session = await WebSession.open(page, first)
        assert (await session.act(web.NewTab(url=other))).ok
        title = (await session.observe()).title
        size = await session.tabs[1].run("[innerWidth, innerHeight]")
    assert (title, size) == ("Other", [1280, 720])


async def test_a_frame_with_a_data_address_shows_its_content(full: Browser, site: Site) -> None:
    async with full.page() as page:
        session = await WebSession.open(page, site.add("<iframe src='data:text/html,Inside'>"))
        tree = (await page.channel.send("Page.getFrameTree"))["frameTree"]
        assert tree["childFrames"][0]["frame"]["url"] == "data:text/html,Inside"
        assert session.noted == {"refused": [], "error": []}


async def test_input_in_a_frame_of_another_origin_is_recorded(full: Browser, site: Site) -> None:
    inner = "<input aria-label=Inner>"
    async with full.page() as page:
        session = await WebSession.open(
            page, site.add(f"<iframe sandbox='allow-scripts' srcdoc='{inner}'></iframe>")
        )
        elements = (await session.observe(frozenset({"elements"}))).read("elements")
        assert [one.label for one in elements] == ["Inner"]
        assert (await session.act(web.Type(element=0, text="a"))).ok
        await session.wait_for_inputs()
        assert [one.detail for one in session.inputs if one.kind == "key"] == ["a"]


async def test_a_tab_with_an_unknown_scheme_is_recorded_once(
    full: Browser, site: Site, eventually
) -> None:
    async with full.page() as page:
        await page.open(site.add("<p>"))
        await page.run("void open('ftp://127.0.0.1/x')")
        await eventually(lambda: page.guard.refused)
        tab = page.tab.context.tabs[1]
        await page.for_tab(tab)
        assert page.guard.refused == ["ftp://127.0.0.1/x"]


@pytest.mark.exhaustive
async def test_a_redirect_to_an_unknown_scheme_is_recorded_once(
    full: Browser, site: Site, eventually
) -> None:
    moved = site.add(RedirectResponse("ftp://127.0.0.1/x"))
    async with full.page() as page:
        session = await WebSession.open(page, site.add("<p>"))
        await page.run(f"location.href = '{moved}'; null")
        await eventually(lambda: session.noted["refused"])
        await session.observe()
        assert session.noted["refused"] == ["ftp://127.0.0.1/x"]
