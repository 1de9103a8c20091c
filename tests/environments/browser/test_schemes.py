"""Pages cannot open addresses with other schemes than http and https."""

import os
from pathlib import Path
from urllib.parse import unquote

import pytest
from environments.browser.asking import WAYS
from environments.browser.conftest import Outside
from per_change import every
from starlette.responses import RedirectResponse

SCHEMES = {
    "file": "file://$FILE",
    "source": "view-source:http://127.0.0.1:$PORT/x",
    "browser": "chrome://version/",
    "developer tools": "devtools://devtools/bundled/inspector.html",
    "file transfer": "ftp://127.0.0.1:$PORT/x",
    "file system": "filesystem:http://pages.test/temporary/x",
    "another program": "intent://127.0.0.1:$PORT/x",
    "extension": "chrome-extension://abc/x",
}
# Scripts with which a page navigates to an address or loads it.
ROADS = {
    "going there": "location.href = '$URL'",
    "window": "void open('$URL')",
    "link": "document.body.append(Object.assign(document.createElement('a'), {href: '$URL'})),"
    "document.querySelector('a').click()",
    "download": "document.body.append(Object.assign(document.createElement('a'), {href: '$URL',"
    "download: 'x'})), document.querySelector('a').click()",
    "form": "document.body.append(Object.assign(document.createElement('form'), {action: '$URL',"
    "method: 'post'})), document.querySelector('form').submit()",
    "frame": "document.body.append(Object.assign(document.createElement('iframe'), {src: '$URL'}))",
    "refresh": "document.head.append(Object.assign(document.createElement('meta'),"
    "{httpEquiv: 'refresh', content: '0;url=$URL'}))",
    "fetch": "void fetch('$URL').catch(() => 0)",
}


# What full Chromium shows instead of a page of an extension that is not installed.
ERROR_PAGE = "chrome-error://chromewebdata/"


@pytest.fixture
def unread(tmp_path: Path):
    """A named pipe, to check that no process opened it for reading while the test ran."""
    path = tmp_path / "secret"
    os.mkfifo(path)
    yield path
    with pytest.raises(OSError, match="No such device"):
        os.open(path, os.O_WRONLY | os.O_NONBLOCK)


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("road", every(7, ROADS))
async def test_pages_cannot_open_other_schemes(
    open_page, outside: Outside, unread: Path, eventually, road: str
):
    for name, scheme in SCHEMES.items():
        if (road, name) == ("download", "file system"):
            continue  # Refers to content of the page itself, which does not exist.
        url = scheme.replace("$FILE", str(unread)).replace("$PORT", str(outside.port))
        page = await open_page("<p>")
        await page.run(ROADS[road].replace("$URL", url) + "; null")
        await eventually(lambda page=page: page.guard.refused)
        # Full Chromium names another address for extensions that are not installed.
        names = [url, *(["chrome-extension://invalid/"] if name == "extension" else [])]
        assert page.guard.refused in [[one] for one in names]
        for tab in page.tab.context.tabs[1:]:  # Chromium may leave an empty tab.
            shown = await tab.channel.send("Page.getFrameTree")
            assert shown["frameTree"]["frame"]["url"] in ("", "about:blank", ERROR_PAGE)
        assert page.url.startswith(("http:", ERROR_PAGE))


@pytest.mark.parametrize("way", ["location.href = $URL", "void open($URL)"])
@pytest.mark.parametrize("url", ["data:text/html,x", "filesystem:http://pages.test/temporary/x"])
async def test_pages_cannot_open_data_addresses(open_page, eventually, way: str, url: str):
    page = await open_page("<p>")
    await page.run(way.replace("$URL", repr(url)) + "; null")
    await eventually(lambda: page.guard.refused == [url])
    assert page.url.startswith("http://pages.test/")


async def test_pages_cannot_open_internal_browser_pages(open_page, eventually):
    page = await open_page("<p>")
    await page.run("location.href = 'about:version'; null")
    await eventually(lambda: page.guard.refused == ["about:version"])
    await eventually(lambda: page.url == "about:blank#blocked")


@pytest.mark.usefixtures("nothing_left")
async def test_workers_cannot_read_other_schemes(open_page, outside: Outside, unread: Path):
    page = await open_page("<p>")
    for scheme in SCHEMES.values():
        url = scheme.replace("$FILE", str(unread)).replace("$PORT", str(outside.port))
        assert await page.run(WAYS["worker"].replace("$URL", url)) == "failed", url


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("scheme", every(4, [*SCHEMES, "script"]))
async def test_redirects_cannot_lead_to_other_schemes(
    open_page, outside: Outside, unread: Path, site, eventually, scheme: str
):
    url = SCHEMES.get(scheme, "javascript:document.title='ran'")
    url = url.replace("$FILE", str(unread)).replace("$PORT", str(outside.port))
    moved = site.add(RedirectResponse(url))
    page = await open_page("<title>before</title>")
    await page.run(f"location.href = '{moved}'; null")
    await eventually(lambda: page.guard.refused)
    assert [unquote(one) for one in page.guard.refused] == [unquote(url)]
    assert await page.run("document.title") != "ran"


async def test_a_tab_is_guarded_like_the_first_page(open_page, site, eventually):
    page = await open_page("<p>")
    await page.run(f"void open('{site.add('<p>')}')")
    tab = await page.for_tab(page.tab.context.tabs[1])
    await tab.run("location.href = 'file:///etc/passwd'; null")
    await eventually(lambda: page.guard.refused == ["file:///etc/passwd"])


async def test_a_page_cannot_fake_a_refused_request(open_page):
    page = await open_page("<p>")
    await page.run("console.error('Not allowed to load local resource: file:///x')")
    assert page.guard.refused == []


async def test_content_made_by_the_page_itself_is_not_refused(open_page):
    page = await open_page("<p>")
    for url in ("URL.createObjectURL(new Blob(['x']))", "'data:text/plain,x'"):
        assert await page.run(f"fetch({url}).then((it) => it.text())") == "x"
    assert page.guard.refused == []
