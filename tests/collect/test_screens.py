"""Every screen in Chromium: it runs under the strict policy, and axe finds no serious barrier."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from collect.screens import barriers, enter
from collect.visitors import SEED, TASKS, Collection, collecting, site
from per_change import only
from playwright.async_api import Browser

from webproctor.collect import links
from webproctor.collect.tools.propose.websites import add


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def filled(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Collection]:
    """A collection with an accepted, a returned and waiting tasks, and a closed website."""
    async with collecting(tmp_path_factory.mktemp("screens"), None, quota=3) as collection:
        ann, vera = await collection.person("ann"), await collection.person("vera", "verifier")
        for task in TASKS[:3]:
            await ann.propose(task, website=2)
        await ann.propose(TASKS[3])
        await ann.propose(TASKS[4])
        await vera.post("/propose/review/4", decision="return", note="Which parcel?")
        await vera.post("/propose/review/1", decision="accept")
        yield collection


SCREENS = {
    "annotator": ("/propose/", "/propose/websites/1", "/propose/websites/2", "/propose/mine",
                  "/propose/mine/4", "/propose/mine/1"),
    "verifier": ("/propose/review",),
    "administrator": ("/people", "/propose/websites"),
}  # fmt: skip


@pytest.mark.parametrize("role", only(["verifier"], SCREENS))
async def test_every_screen_is_accessible_in_light_and_dark_mode(
    filled: Collection, chromium: Browser, role: str
) -> None:
    names = {"annotator": "ann", "verifier": "vera"}
    link = filled.link(names[role], role) if role in names else filled.administrator  # type: ignore[arg-type]
    faults: list[str] = []
    page = await enter(chromium, link, faults)
    for path in (link.removeprefix(filled.address), *SCREENS[role]):
        await page.goto(f"{filled.address}{path}")
        assert await barriers(page) == [], path
    assert faults == []
    await page.goto(f"{filled.address}/nothing")
    assert await barriers(page) == []
    await page.context.close()


async def test_long_names_do_not_make_a_page_wider(simple: Collection, chromium: Browser) -> None:
    word = "Donaudampfschifffahrtsgesellschaftskapitän" * 2
    with simple.store.writing() as session:
        add(session, [site(word)])
    simple.link(word)
    page = await enter(chromium, simple.link("ann"), [])
    assert await barriers(page) == []
    await page.context.close()
    page = await enter(chromium, simple.administrator, [])
    assert await barriers(page) == []
    names = await page.locator("td:first-child").evaluate_all(
        "cells => cells.map(cell => cell.scrollWidth - cell.clientWidth)"
    )
    assert set(names) == {0}
    await page.context.close()


async def test_a_missing_page_links_to_the_first_page(
    simple: Collection, chromium: Browser
) -> None:
    page = await enter(chromium, simple.link("ann"), [])
    await page.goto(f"{simple.address}/nothing")
    await page.get_by_role("link", name="First page").click()
    await page.get_by_role("heading", name="Choose a website").wait_for()
    await page.context.close()


async def test_a_near_copy_is_reported_while_it_is_typed(
    filled: Collection, chromium: Browser
) -> None:
    faults: list[str] = []
    page = await enter(chromium, filled.link("bob"), faults)
    await page.get_by_role("link", name="Write tasks").click()
    await page.get_by_label("Task 1 of 5").press_sequentially(SEED[:-2])
    await page.get_by_role("status").get_by_text("too similar").wait_for()
    assert faults == []
    await page.get_by_label("Task 1 of 5").fill("<b>Order</b> five maps of the northern islands")
    await page.get_by_role("button", name="Send the task").click()
    await page.get_by_text("<b>Order</b> five maps").wait_for()
    await page.context.close()


async def test_a_form_that_is_being_sent_is_not_sent_again(
    simple: Collection, chromium: Browser
) -> None:
    page = await enter(chromium, simple.link("ann"), [])
    await page.goto(f"{simple.address}/propose/websites/1")
    await page.get_by_label("Task 1 of 5").fill(TASKS[0])
    sent = await page.evaluate(
        """() => {
          let sent = 0;
          addEventListener("submit", (event) => {
            if (!event.defaultPrevented) sent += 1;
            event.preventDefault();
          });
          for (let press = 0; press < 2; press++) document.querySelector("form button").click();
          return sent;
        }"""
    )
    assert sent == 1
    await page.context.close()


async def test_a_page_shows_that_the_server_does_not_answer(
    simple: Collection, chromium: Browser
) -> None:
    page = await enter(chromium, simple.link("ann"), [])
    await page.goto(f"{simple.address}/propose/websites/1")
    await page.route("**/check?*", lambda route: route.abort())
    await page.get_by_label("Task 1 of 5").press_sequentially("Find")
    await page.get_by_role("alert").get_by_text("The server does not answer").wait_for()
    await page.context.close()


async def test_a_page_shows_why_a_request_was_refused(
    simple: Collection, chromium: Browser
) -> None:
    page = await enter(chromium, simple.link("ann"), [])
    await page.goto(f"{simple.address}/propose/websites/1")
    with simple.store.writing() as session:
        links.withdraw(session, "ann")
    await page.get_by_label("Task 1 of 5").press_sequentially("Find")
    await page.get_by_role("alert").get_by_text("Ask the administrator for a new link").wait_for()
    await page.context.close()


async def test_another_site_can_neither_frame_pages_nor_send_forms(
    filled: Collection, chromium: Browser
) -> None:
    page = await enter(chromium, filled.link("eve"), [])
    csrf = await page.request.get(f"{filled.address}/propose/websites/1")
    assert 'name="csrf"' in await csrf.text()
    hostile = await page.context.new_page()
    target = f"{filled.address}/propose/websites/1"
    html = (
        f'<iframe name="in" src="{target}"></iframe>'
        f'<form method="post" action="{target}"><input name="task" value="Hostile task here">'
        "<button>Go</button></form>"
    )
    await hostile.route("http://evil.test/", lambda route: route.fulfill(
        body=html, content_type="text/html"))  # fmt: skip
    await hostile.goto("http://evil.test/")
    framed = hostile.frame("in")
    assert framed is not None
    assert await framed.get_by_label("Task 1 of 5").count() == 0
    await hostile.get_by_role("button", name="Go").click()
    await hostile.get_by_text("Request refused").wait_for()
    await page.goto(f"{filled.address}/propose/mine")
    assert "Hostile" not in await page.content()
    await page.context.close()
