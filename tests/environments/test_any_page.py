"""Observing a page."""

from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient
from playwright.async_api import async_playwright

from webproctor.environments.any_page import _folder_app, observe, open_and_observe
from webproctor.environments.browser import find_browser


@pytest.mark.usefixtures("executable")
async def test_a_file_can_load_files_next_to_it(tmp_path: Path):
    (tmp_path / "title.js").write_text("document.title = 'from a neighbour'")
    (tmp_path / "page.html").write_text("<script src=title.js></script><button>Go</button>")
    seen = await open_and_observe(file=tmp_path / "page.html")
    assert seen.title == "from a neighbour"
    assert [mark.label for mark in seen.marks] == ["Go"]


@pytest.mark.usefixtures("executable")
async def test_a_link_to_a_file_in_another_folder_is_followed(tmp_path: Path):
    page, link = tmp_path / "site" / "page.html", tmp_path / "links" / "link.html"
    for folder in (page.parent, link.parent):
        folder.mkdir()
    page.write_text("<title>Linked</title>")
    link.symlink_to(page)
    assert (await open_and_observe(file=link)).title == "Linked"


async def test_files_next_to_the_page_require_the_token(tmp_path: Path):
    (tmp_path / "page.html").write_text("<p>")
    served = ASGITransport(_folder_app(tmp_path / "page.html", "secret"))
    async with AsyncClient(transport=served, base_url="http://page.localhost") as client:
        assert (await client.get("/page.html")).status_code == 403
        client.cookies.set("webproctor-token", "secret")
        assert (await client.get("/page.html")).status_code == 200


@pytest.mark.usefixtures("executable")
async def test_a_page_of_a_playwright_browser_is_observed_as_agents_see_it(site):
    url = site.add(
        "<title>Shop</title><div id=menu>Menu</div><p>Welcome</p>"
        "<script>menu.addEventListener('click', () => document.title = 'open')</script>"
    )
    hosts = f"--host-resolver-rules=MAP {site.host} 127.0.0.1:{site.port}, MAP * ~NOTFOUND"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_browser(), args=[hosts])
        page = await browser.new_page()
        await page.goto(url)
        seen = await observe(page)
        again = await observe(page, frozenset({"axtree", "elements", "pruned_html"}))
        box = seen.read("elements")[0].box
        assert box is not None
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
        assert await page.title() == "open"
        await browser.close()
    assert seen.title == "Shop"
    assert [one.label for one in seen.read("elements")] == ["Menu"]
    assert "Welcome" in seen.read("text")
    assert seen.read("marked_screenshot").startswith(b"\x89PNG")
    assert again.read("elements") == seen.read("elements")
    assert "Welcome" in again.read("axtree")
