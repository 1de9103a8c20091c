"""Visibility of elements, and waiting until a page has settled."""

import asyncio
import json
from collections.abc import AsyncIterator
from importlib.resources import files

import pytest
from starlette.responses import StreamingResponse

from webproctor.environments.browser import Page

FONT = (files("webproctor") / "benchmarks/webgames/kit/vendor/mono.woff2").read_bytes()
FONT_PAGE = """<style>@font-face { font-family: Sent; src: url(%s); }</style><p id=box>text</p>"""
USE_FONT = "box.style.fontFamily = 'Sent'; 0"

SEEN = {
    "plain": "<input id=i>",
    "below the fold": "<p style='height: 5000px'></p><input id=i>",
    "to be scrolled to": "<div style='height: 50px; overflow: auto'><p style='height: 500px'></p>"
    "<input id=i></div>",
    "almost transparent": "<input id=i style='opacity: .01'>",
    "covered": "<input id=i><p style='position: fixed; inset: 0; background: red'></p>",
    "visible in a hidden parent": "<p style='visibility: hidden'>"
    "<input id=i style='visibility: visible'></p>",
    "in an open drawer": "<details open><summary>More</summary><input id=i></details>",
    "disabled": "<input id=i disabled>",
    "off the left edge of a plain parent": "<p><input id=i style='margin-left: 900px'></p>",
    "out of a parent without clipping": "<p style='height: 0'><input id=i></p>",
    "in a form with controls that are named as the form's own members": "<form><input name=id>"
    "<input name=style><input name=parent><input name=children><input name=type id=i></form>",
}
UNSEEN = {
    "display none": "<input id=i style='display: none'>",
    "display none above": "<p style='display: none'><b><input id=i></b></p>",
    "the hidden attribute": "<div hidden><input id=i></div>",
    "visibility hidden": "<input id=i style='visibility: hidden'>",
    "visibility hidden above": "<p style='visibility: hidden'><input id=i></p>",
    "visibility collapse": "<input id=i style='visibility: collapse'>",
    "opacity 0": "<input id=i style='opacity: 0'>",
    "opacity 0 above": "<p style='opacity: 0'><input id=i></p>",
    "no width": "<input id=i style='width: 0; padding: 0; border: 0'>",
    "no height": "<input id=i style='height: 0; padding: 0; border: 0'>",
    "the hidden type": "<input id=i type=hidden>",
    "a collapsed parent": "<div style='height: 0; overflow: hidden'><input id=i></div>",
    "a parent without width": "<div style='width: 0; overflow: hidden'><input id=i></div>",
    "clipped away": "<div style='height: 20px; overflow: hidden'>"
    "<p style='height: 90px'></p><input id=i></div>",
    "clipped away to the side": "<div style='width: 90px; overflow: hidden; position: relative'>"
    "<p>.</p><input id=i style='position: absolute; left: 200px'></div>",
    "a closed drawer": "<details><summary>More</summary><input id=i></details>",
    "skipped contents": "<div style='content-visibility: hidden'><input id=i></div>",
}
# Scripts that change a page step by step; each ends by setting the title to `done`.
MOVING = {
    "frames": """const step = (left) => { box.style.left = left + 'px';
        if (left) requestAnimationFrame(() => step(left - 1)); else document.title = 'done' };
        step(15)""",
    "a timer of 13 milliseconds, as jQuery": """let left = 15; const timer = setInterval(() => {
        box.style.left = left + 'px';
        if (!left--) { clearInterval(timer); document.title = 'done' } }, 13);
        box.style.left = '16px'""",
    "promises": """box.textContent = 'x'; Promise.resolve().then(() => { box.textContent = 'y' })
        .then(() => { document.title = 'done' })""",
}
# Returns the number of frames that pass until the page settles after such changes.
FRAMES = """(async (changes) => {
    if (changes.includes('theirs')) document.body.append('theirs');
    if (changes.includes('ours')) webproctor.quietly(() => document.body.append('ours'));
    let frames = 0;
    requestAnimationFrame(() => { frames += 1 });
    await webproctor.settle();
    return frames;
})"""


async def shown(page: Page) -> bool:
    return await page.call("(() => webproctor.shown(document.querySelector('#i')))")


@pytest.mark.parametrize(("pages", "seen"), [(SEEN, True), (UNSEEN, False)], ids=["yes", "no"])
async def test_visibility_of_elements(open_page, pages: dict[str, str], seen: bool):
    page = await open_page("<!doctype html><body>")
    for name, html in pages.items():
        await page.run(f"document.body.innerHTML = {json.dumps(html)}; 0")
        assert await shown(page) is seen, name


async def test_a_settled_page_is_detected_before_the_next_frame(open_page):
    page = await open_page("<p>quiet")
    assert await page.call(FRAMES, "") == 0


@pytest.mark.parametrize("move", MOVING.values(), ids=MOVING)
async def test_a_moving_page_is_waited_for(open_page, move: str):
    page = await open_page("<p id=box style='position: relative'>here</p>")
    await page.run(f"{move}; 0")
    await page.settle()
    assert await page.run("document.title") == "done"


async def test_waiting_for_a_page_that_never_settles_is_limited(open_page):
    page = await open_page("""<p id=box></p><script>
        const step = () => { box.textContent = Math.random(); requestAnimationFrame(step) };
    </script>""")
    await page.run("step()")
    waited = """(async (longest) => {
        const began = performance.now();
        await webproctor.settle(longest);
        return (performance.now() - began) / longest;
    })"""
    assert 0.9 <= await page.call(waited, 300) < 5


async def test_a_font_that_a_change_needs_is_waited_for(open_page, site):
    async def send_late() -> AsyncIterator[bytes]:
        for _ in range(10):
            await page.run("new Promise(requestAnimationFrame)")
        yield FONT

    page = await open_page(FONT_PAGE % site.add(StreamingResponse(send_late())))
    await page.run(USE_FONT)
    await page.call("webproctor.settle", 30_000)
    assert await page.run("document.fonts.check('16px Sent')")


async def test_a_font_that_is_never_sent_is_waited_for_once(open_page, site):
    sent = asyncio.Event()

    async def send_nothing() -> AsyncIterator[bytes]:
        await sent.wait()
        yield b""

    page = await open_page(FONT_PAGE % site.add(StreamingResponse(send_nothing())))
    await page.run(USE_FONT)
    waited = """(async (longest) => {
        const began = performance.now();
        await webproctor.settle(longest);
        return (performance.now() - began) / longest;
    })"""
    assert await page.call(waited, 300) >= 0.9
    await page.run("box.textContent = 'changed'; 0")
    assert await page.call(waited, 30_000) < 0.9
    sent.set()


async def test_changes_by_the_library_are_not_waited_for(open_page):
    page = await open_page("<p>")
    assert await page.call(FRAMES, "ours") == 0


async def test_changes_by_the_page_are_waited_for_even_if_library_changes_follow(open_page):
    page = await open_page("<p>")
    assert await page.call(FRAMES, "theirs ours") == 1


async def test_waiting_continues_when_the_page_opens_a_window(open_page, site):
    url = site.add("<p>another")
    page = await open_page("<p id=box>here</p>")
    await page.run(f"open('{url}'); box.textContent = 'there'")
    await page.settle()
    assert await page.call("webproctor.text") == "there"


async def test_text_is_the_visible_text(open_page):
    page = await open_page("""<!doctype html><style>p { color: red }</style><script>1</script>
        <p>One   two<br>three</p><p hidden>secret</p><ul><li>item</li></ul>""")
    assert (await page.call("webproctor.text")).split("\n") == ["One two", "three", "", "item"]


async def test_a_page_without_a_body_has_no_text(open_page):
    page = await open_page("<p>")
    await page.run("document.body.remove()")
    assert await page.call("webproctor.text") == ""
