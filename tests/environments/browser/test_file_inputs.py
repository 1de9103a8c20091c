"""Choosing files for inputs that are hidden, or take one file."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from conftest import Site

from webproctor.core.actions import web
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession

PAGE = """<input type=file aria-label=One><input type=file multiple aria-label=Many>
<label>Photo <input type=file style="display: none"></label>
<button onclick="document.querySelector('input').click()">Choose</button>"""
ONE, MANY, PHOTO, CHOOSE = range(4)
FILES = ["a.txt", "b.txt"]
REFUSED = "the file input does not allow several files: choose one"


@pytest_asyncio.fixture(loop_scope="session")
async def session(site, browser: Browser) -> AsyncIterator[WebSession]:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(PAGE))
        for name in FILES:
            (page.folder / name).write_text(name)
        await session.observe(frozenset({"elements"}))
        yield session


async def chosen(session: WebSession, number: int) -> str:
    names = "Array.from(document.querySelectorAll('input')[{}].files, (one) => one.name).join()"
    return await session.page.run(names.format(number))


async def test_a_hidden_file_input_is_represented_by_its_label(session: WebSession) -> None:
    result = await session.act(web.Upload(element=PHOTO, files=["b.txt"]))
    assert (result.message, await chosen(session, PHOTO)) == ("chose b.txt", "b.txt")


async def test_several_files_are_chosen_if_allowed(session: WebSession) -> None:
    result = await session.act(web.Upload(element=MANY, files=FILES))
    assert (result.message, await chosen(session, MANY)) == ("chose a.txt, b.txt", "a.txt,b.txt")


@pytest.mark.parametrize("dialog", [False, True])
async def test_an_input_for_one_file_refuses_several(session: WebSession, dialog: bool) -> None:
    if dialog:
        await session.act(web.Click(element=CHOOSE))
    result = await session.act(web.Upload(element=None if dialog else ONE, files=FILES))
    assert (result.ok, result.message) == (False, REFUSED)
    assert await chosen(session, ONE) == ""


async def test_a_page_that_prefers_another_kind_of_file_dialog_uses_its_file_input(
    site: Site, executable: Path
) -> None:
    page_html = """<input type=file hidden><button onclick="globalThis.showOpenFilePicker
        ? showOpenFilePicker() : document.querySelector('input').click()">Open</button>"""
    # Only hosts that count as secure have the other kind.
    url = site.add(page_html).replace(site.host, "localhost")
    hosts = {"localhost": site.port}
    async with Browser(hosts, executable=executable) as own, own.page() as page:
        session = await WebSession.open(page, url)
        (page.folder / "a.txt").write_text("a")
        await session.observe(frozenset({"elements"}))
        await session.act(web.Click(element=1))
        assert (await session.act(web.Upload(files=["a.txt"]))).ok
        assert await chosen(session, 0) == "a.txt"
