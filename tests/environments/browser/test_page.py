"""A live page: isolated scripts, navigation, dialogs, errors, downloads and screenshots."""

import asyncio
import re
import struct
import time
from pathlib import Path

import pytest
from starlette.responses import RedirectResponse, Response

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Browser, ScriptError

# Timeout in seconds after which a page of these tests counts as hung.
TIMEOUT = 20.0

# Scripts with which a page breaks what other scripts rely on.
SPOILT = {
    "arrays": "Array.prototype.map = Array.prototype.filter = () => 'spoilt'",
    "JSON": "JSON.stringify = () => 'spoilt'; JSON.parse = () => 'spoilt'",
    "promises": "Promise.resolve = () => 'spoilt'; Promise.prototype.then = () => 'spoilt'",
    "objects": "Object.prototype.toJSON = () => 'spoilt'",
    "frames": "requestAnimationFrame = setTimeout = () => 0; performance.now = () => 0",
    "elements": "Element.prototype.getBoundingClientRect = () => ({})",
    "the document": "document.querySelectorAll = () => []",
}


# Scripts


async def test_the_library_is_available(open_page):
    page = await open_page("<title>Here</title><p>Hello,<br>world")
    assert await page.call("webproctor.pageInfo") == {
        "url": page.url,
        "title": "Here",
        "width": 1280,
        "height": 720,
    }
    assert await page.call("webproctor.text") == "Hello,\nworld"
    assert "<p>Hello,<br>world" in await page.call("webproctor.html")


async def test_arguments_and_values_are_json(open_page):
    page = await open_page("<p>")
    given = ["é\u2028\n\"'`${x}", 1.5, None, [True, {"a": []}]]
    assert await page.call("((...all) => all)", *given) == given
    assert await page.call("(() => undefined)") is None


async def test_library_functions_can_be_asynchronous(open_page):
    page = await open_page("<p>")
    later = "(() => new Promise((resolve) => setTimeout(() => resolve('late'), 5)))"
    assert await page.call(later) == "late"


async def test_a_page_does_not_see_the_library(open_page):
    page = await open_page("<p>")
    assert await page.run("[typeof webproctor, typeof fields]") == ["undefined"] * 2


async def test_the_library_does_not_see_variables_of_the_page(open_page):
    page = await open_page("<script>var answer = 42</script>")
    assert await page.call("(() => typeof answer)") == "undefined"
    assert await page.run("answer") == 42


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
async def test_a_page_that_overrides_builtins_does_not_affect_the_library(open_page, spoil: str):
    page = await open_page(f"<script>{spoil}</script><input name=q value=fine>")
    await page.run("document.querySelector('input').title = 'x'; 0")
    found = await page.call("fields.find", ["q"])
    assert found == [{"name": "q", "type": "text", "visible": True}]
    assert (await page.call("fields.read", found))[0]["values"] == ["fine"]


async def test_a_script_runs_in_the_world_of_the_page(open_page):
    page = await open_page("<p>")
    await page.run("var mine = 6 * 7")
    assert await page.run("mine") == 42
    assert await page.run("Promise.resolve([mine])") == [42]


async def test_the_error_of_a_failed_script_gives_the_cause(open_page):
    page = await open_page("<p>")
    for script, message in (
        ("throw new TypeError('no such thing')", "TypeError: no such thing"),
        ("throw 'a text'", "a text"),
        ("Promise.reject(new Error('later'))", "Error: later"),
        ("1 +", "SyntaxError"),
        ("window", "cannot be written as JSON"),
        ("Symbol()", "cannot be written as JSON"),
        ("(() => { const one = {}; one.one = one; return one })()", "cannot be written as JSON"),
        ("Array(500).fill().reduce((inner) => [inner], 1)", "cannot be written as JSON"),
        ("Array(5000).fill().reduce((inner) => [inner], 1)", "cannot be written as JSON"),
    ):
        with pytest.raises(ScriptError, match=message):
            await page.run(script)


async def test_the_error_of_a_failed_library_function_gives_the_cause(open_page):
    page = await open_page("<p>")
    with pytest.raises(ScriptError, match="no such thing"):
        await page.call("(() => { throw new Error('no such thing') })")


# Navigation


async def test_the_library_is_available_in_a_new_document(open_page, site):
    page = await open_page("<title>first</title>")
    await page.go("to", url=site.add("<title>second</title><input name=q>"))
    assert (await page.call("webproctor.pageInfo"))["title"] == "second"
    assert len(await page.call("fields.find", ["q"])) == 1


async def test_a_link_can_be_followed_while_a_function_runs(open_page, site):
    second = site.add("<title>second</title><p>")
    page = await open_page(f"<title>first</title><a href='{second}'>on</a>")
    await page.run("setTimeout(() => document.querySelector('a').click(), 10), 0")
    # Never settles in the first document.
    waits = "(() => document.title === 'second' || new Promise(() => {}))"
    assert await page.call(waits) is True


async def test_a_page_that_reloads_repeatedly_can_be_read(open_page):
    page = await open_page("""<title>again</title><script>
        sessionStorage.loads = +(sessionStorage.loads || 0) + 1;
        if (sessionStorage.loads < 15) setTimeout(() => location.reload(), 5);
    </script>""")
    for _ in range(60):
        assert (await page.call("webproctor.pageInfo"))["title"] == "again"


async def test_a_script_can_navigate(open_page, site):
    page = await open_page("<title>first</title>")
    url = site.add("<title>second</title>")
    assert await page.run(f"location.href = '{url}'; new Promise(() => {{}})") is None
    assert (await page.call("webproctor.pageInfo"))["title"] == "second"


async def test_redirects_are_followed(open_page, site):
    page = await open_page("<p>")
    target = site.add("<title>there</title>")
    await page.open(site.add(RedirectResponse(target), "/moved"))
    assert (await page.call("webproctor.pageInfo"))["title"] == "there"


async def test_loading_waits_for_scripts_of_the_page(open_page, site):
    script = site.add(Response("document.title = 'ready'", media_type="text/javascript"), "/s.js")
    page = await open_page(f"<script defer src='{script}'></script>")
    assert (await page.call("webproctor.pageInfo"))["title"] == "ready"


# Dialogs


async def test_dialogs_are_accepted_and_recorded(open_page, eventually):
    page = await open_page("<p>")
    assert await page.run("[alert('one'), confirm('two'), prompt('three', 'me')]") == [
        None,
        True,
        "me",
    ]
    await eventually(lambda: page.dialogs == ["one", "two", "three"])


async def test_a_dialog_while_loading_does_not_block(open_page, eventually):
    page = await open_page("<script>alert('hello'); document.title = 'on'</script>")
    assert (await page.call("webproctor.pageInfo"))["title"] == "on"
    await eventually(lambda: page.dialogs == ["hello"])


async def test_a_beforeunload_dialog_does_not_block(open_page, site):
    page = await open_page("<p>text</p><script>onbeforeunload = () => 'stay'</script>")
    await page.click(20, 20)
    await page.open(site.add("<title>left</title>"))
    assert (await page.call("webproctor.pageInfo"))["title"] == "left"


# Errors


async def test_console_errors_are_recorded_with_their_position(open_page, eventually):
    page = await open_page("<script>console.error('bad', 1); console.log('good')</script>")
    await eventually(lambda: page.errors)
    assert page.errors == [f"bad 1 ({page.url})"]


async def test_uncaught_exceptions_are_recorded(open_page, eventually):
    page = await open_page("<script>throw new Error('oops')</script>")
    await eventually(lambda: page.errors)
    assert re.fullmatch(r"uncaught: .*oops.*", page.errors[0], re.DOTALL)


async def test_errors_of_library_scripts_are_not_errors_of_the_page(open_page):
    page = await open_page("<p>")
    with pytest.raises(ScriptError):
        await page.run("throw new Error('mine')")
    await page.run("alert('a sign that all was told')")
    assert page.errors == []


# Downloads


async def test_downloads_are_saved_in_the_folder_of_the_episode(browser: Browser, site, eventually):
    file = Response("a,b", headers={"Content-Disposition": "attachment; filename=table.csv"})
    url = site.add(file, "/file")
    async with browser.page() as page, browser.page() as other:
        for one in (page, other):
            await one.open(site.add(f"<a href='{url}'>take</a>"))
            await one.run("document.querySelector('a').click()")
            await eventually(lambda one=one: one.downloads and one.downloads[0].exists())
        await page.run("document.querySelector('a').click()")
        await eventually(lambda: len(page.downloads) == 2 and page.downloads[1].exists())
        assert [path.name for path in page.downloads] == ["table.csv", "1-table.csv"]
        assert page.downloads[0].read_text() == "a,b"
        folders = {path.parent for path in [*page.downloads, *other.downloads]}
        assert len(folders) == 2
    assert not any(folder.exists() for folder in folders)


async def test_a_download_name_cannot_leave_the_folder(browser: Browser, site, eventually):
    async with browser.page() as page:
        await page.open(site.add("<a href='data:text/plain,x' download='../../up.txt'>take</a>"))
        await page.run("document.querySelector('a').click()")
        await eventually(lambda: page.downloads and page.downloads[0].exists())
        [path] = page.downloads
        assert path.parent == page.folder
        assert path.resolve() == path.parent.resolve() / path.name


# Screenshots


def size(png: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG in pixels."""
    assert png.startswith(b"\x89PNG")
    return struct.unpack(">II", png[16:24])


async def test_a_screenshot_shows_the_viewport_the_page_or_a_region(open_page):
    page = await open_page("<body style='margin: 0'><p style='height: 2000px; margin: 0'>tall")
    assert size(await page.screenshot()) == (1280, 720)
    assert size(await page.screenshot(full_page=True)) == (1280, 2000)
    part = {"x": 10, "y": 1500, "width": 30, "height": 40}
    assert size(await page.screenshot(clip=part)) == (30, 40)


async def test_resizing_changes_the_viewport(open_page):
    page = await open_page("<p>")
    await page.resize(900, 500)
    assert await page.run("[innerWidth, innerHeight]") == [900, 500]
    assert size(await page.screenshot()) == (900, 500)


async def test_the_folder_of_an_episode_is_removed_after_a_failure(browser: Browser):
    folders: list[Path] = []

    async def fail() -> None:
        async with browser.page() as page:
            folders.append(page.folder)
            assert folders[0].is_dir()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert not folders[0].exists()


async def test_a_crashed_page_raises_at_once(open_page):
    page = await open_page("<title>Here</title>")
    began = time.monotonic()
    waiting = asyncio.create_task(page.run("new Promise(() => 0)"))
    with pytest.raises(SessionLost, match="the page crashed") as lost:
        await page.send("Page.crash")
    assert lost.value.cause == "page crashed"
    for later in (waiting, page.call("webproctor.pageInfo")):
        with pytest.raises(SessionLost, match="the page crashed"):
            await later
    # Much earlier than a page that only hangs.
    assert (time.monotonic() - began) / TIMEOUT < 0.5
