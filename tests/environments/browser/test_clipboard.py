"""The clipboard, which all contexts of a browser process share: each episode has its own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from per_change import first

from webproctor.core.actions import web
from webproctor.environments.browser import Browser, Viewport
from webproctor.environments.browser.session import WebSession

FIELDS = """<style>body > * { position: absolute; left: 0; height: 50px; margin: 0; }</style>
<body><textarea style='top: 0'></textarea><b style='top: 100px'>bold</b>
<button style='top: 200px'>Copy</button><script>
globalThis.types = [];
document.onpaste = (event) => types.push(...event.clipboardData.types);
document.querySelector('button').onclick = () => {
    getSelection().selectAllChildren(document.querySelector('b'));
    document.execCommand('copy');
};
</script>"""
COPIES = ("Control+c", "Control+x", "Control+Insert", "Shift+Delete")
PASTES = ("Control+v", "Control+Shift+V", "Shift+Insert")


class Episode:
    """A page with a text field, a bold text, and a button that copies it."""

    def __init__(self, session: WebSession) -> None:
        self.session = session

    async def copy(self, text: str, keys: str = "Control+c") -> None:
        await self.session.act(web.Type(x=20, y=20, text=text, clear=True))
        await self.session.act(web.Press(keys="Control+a"))
        await self.session.act(web.Press(keys=keys))

    async def press_copy(self) -> None:
        await self.session.act(web.Click(x=20, y=220))

    async def paste(self, keys: str = "Control+v") -> str:
        await self.session.act(web.Type(x=20, y=20, text="-", clear=True))
        await self.session.act(web.Press(keys=keys))
        return (await self.session.page.run("document.querySelector('textarea').value"))[1:]


@asynccontextmanager
async def episode(browser: Browser, site, host: str = "") -> AsyncIterator[Episode]:
    url = site.add(FIELDS).replace(site.host, host or site.host)
    async with browser.page(viewport=Viewport(320, 400)) as page:
        yield Episode(await WebSession.open(page, url))


async def test_an_episode_pastes_only_what_it_has_copied(browser: Browser, site) -> None:
    async with episode(browser, site) as first, episode(browser, site) as second:
        await first.copy("one")
        assert await second.paste() == ""
        await second.copy("two")
        assert [await one.paste() for one in (first, second, first)] == ["one", "two", "one"]
    async with episode(browser, site) as third:
        assert await third.paste() == ""


@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize("paste", PASTES)
@pytest.mark.exhaustive
async def test_every_copy_and_paste_shortcut_works(
    browser: Browser, site, copy: str, paste: str
) -> None:
    async with episode(browser, site) as first, episode(browser, site) as second:
        await first.copy("one", copy)
        assert await second.paste(paste) == ""
        assert await first.paste(paste) == "one"


async def test_text_copied_by_a_script_is_pasted_only_in_its_episode(
    browser: Browser, site
) -> None:
    async with episode(browser, site) as first, episode(browser, site) as second:
        await first.press_copy()
        assert await second.paste() == ""
        assert await first.paste() == "bold"
        assert await first.session.page.run("types") == ["text/plain", "text/html"]


WRITE = {
    "text": "writeText('b')",
    "items": "write([new ClipboardItem({ 'text/plain': 'b', 'text/html': '<i>b</i>' })])",
}


@pytest.mark.parametrize("write", first(*WRITE))
async def test_a_page_copies_with_the_clipboard_api_after_input(
    site, executable: Path, write: str
) -> None:
    copying = f"document.querySelector('button').onclick = () => navigator.clipboard.{WRITE[write]}"
    # Pages of other hosts than this machine have the API only with HTTPS.
    host = "localhost"
    async with (
        Browser({host: site.port}, executable=executable) as browser,
        episode(browser, site, host) as first,
        episode(browser, site, host) as second,
    ):
        await first.session.page.run(f"void ({copying})")
        await first.press_copy()
        assert await second.paste() == ""
        assert await first.paste() == "b"


async def test_the_middle_button_does_not_paste_selected_text(browser: Browser, site) -> None:
    async with episode(browser, site) as first, episode(browser, site) as second:
        await first.session.act(web.Click(x=20, y=110, count=3))
        assert await first.session.page.run("getSelection().toString()")
        await second.session.act(web.Click(x=20, y=20, button="middle"))
        assert await second.session.page.run("document.querySelector('textarea').value") == ""


async def test_the_mouse_can_hover(browser: Browser, site) -> None:
    # The setting of the driver, which the browser's own replace.
    async with browser.page() as page:
        await page.open(site.add("<p>"))
        assert await page.run("matchMedia('(hover) and (pointer: fine)').matches")


async def test_the_clipboard_page_is_reopened_after_a_crash(
    browser: Browser, site, eventually
) -> None:
    async with episode(browser, site) as one:
        await one.copy("one")
        clipboard = one.session.page.clipboard
        assert clipboard is not None
        crashed = clipboard._page
        assert crashed is not None
        crashing = asyncio.ensure_future(crashed.send("Page.crash"))
        await eventually(lambda: clipboard._page is None)
        await asyncio.gather(crashing, return_exceptions=True)
        assert await one.paste() == "one"
