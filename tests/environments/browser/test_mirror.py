"""Local copies of public files are served at their public addresses."""

import base64
import hashlib
from dataclasses import dataclass

import pytest
from environments.browser.asking import FETCH

from webproctor.environments.browser import Mirror


@dataclass(frozen=True)
class File:
    body: bytes
    content_type: str = "text/javascript; charset=utf-8"


SCRIPT = b"document.title += '\xc3\xa9'; var loaded = (window.loaded || 0) + 1;"
SRI = "sha384-" + base64.b64encode(hashlib.sha384(SCRIPT).digest()).decode()
FILES = {
    "https://cdn.example/lib.js": File(SCRIPT),
    "http://cdn.example/lib.js": File(SCRIPT),
    "https://fonts.example/one.css": File(b"body { color: rgb(1, 2, 3) }", "text/css"),
    "https://fonts.example/data.json": File(b'{"a": 1}', "application/json"),
}
MIRROR = Mirror(frozenset({"cdn.example", "fonts.example"}), FILES.get)


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_a_copy_is_served_for_a_public_script(open_page, scheme: str):
    page = await open_page(f"<script src='{scheme}://cdn.example/lib.js'></script>", mirror=MIRROR)
    assert await page.run("[loaded, document.title]") == [1, "é"]
    assert (page.guard.mirrored, page.guard.refused) == (1, [])


async def test_a_copy_passes_the_integrity_check_of_the_page(open_page):
    page = await open_page(
        f"<script src='https://cdn.example/lib.js' integrity='{SRI}' crossorigin></script>",
        mirror=MIRROR,
    )
    assert await page.run("loaded") == 1


async def test_a_wrong_checksum_is_still_refused(open_page):
    wrong = SRI[:-4] + "AAA="
    page = await open_page(
        f"<script src='https://cdn.example/lib.js' integrity='{wrong}' crossorigin></script>",
        mirror=MIRROR,
    )
    assert await page.run("typeof loaded") == "undefined"


async def test_scripts_can_read_copies(open_page):
    page = await open_page("<p>", mirror=MIRROR)
    fetched = "fetch('https://fonts.example/data.json').then((it) => it.json())"
    assert await page.run(fetched) == {"a": 1}


async def test_copies_have_their_content_type(open_page):
    style = "<link rel=stylesheet href='https://fonts.example/one.css'>"
    page = await open_page(f"<!doctype html>{style}<body>", mirror=MIRROR)
    assert await page.run("getComputedStyle(document.body).color") == "rgb(1, 2, 3)"


async def test_every_file_that_the_mirror_serves_is_counted(open_page):
    script = "<script src='https://cdn.example/lib.js?{}'></script>"
    anything = Mirror(frozenset({"cdn.example"}), lambda url: File(SCRIPT))
    page = await open_page("".join(script.format(n) for n in range(5)), mirror=anything)
    assert await page.run("loaded") == 5
    assert page.guard.mirrored == 5


@pytest.mark.usefixtures("nothing_left")
async def test_a_file_missing_in_the_mirror_is_refused(open_page):
    page = await open_page("<p>", mirror=MIRROR)
    assert await page.run(FETCH.replace("$URL", "https://cdn.example/other.js")) == "failed"
    assert page.guard.refused == ["https://cdn.example/other.js"]
    assert page.guard.mirrored == 0


async def test_a_page_without_a_mirror_has_no_copies(open_page):
    page = await open_page("<script src='https://cdn.example/lib.js'></script>")
    assert await page.run("typeof loaded") == "undefined"
    assert page.guard.refused == ["https://cdn.example/lib.js"]


async def test_frames_of_the_page_get_copies(open_page, site):
    inner = site.add("<script src='https://cdn.example/lib.js'></script><p>")
    page = await open_page(f"<iframe src='{inner}'></iframe>", mirror=MIRROR)
    assert await page.run("frames[0].loaded") == 1
    assert page.guard.mirrored == 1
