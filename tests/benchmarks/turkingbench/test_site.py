"""Tests of the web site for people, in a browser without a network."""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st
from playwright.async_api import Browser, FrameLocator, Page, async_playwright, expect
from starlette.types import ASGIApp, Receive, Scope, Send

from webproctor.benchmarks.turkingbench import mirror, turkingbench
from webproctor.benchmarks.turkingbench.mirror.recorded import Mirrors
from webproctor.benchmarks.turkingbench.site import application, localised
from webproctor.environments.browser.guard import host_resolver_flags
from webproctor.environments.serving import serve

HOST = "person.test"
COPIES = Mirrors()
EVENT = "Causes and effects of an event"
SAME = "Same question or not"
JQUERY = "https://code.jquery.com/jquery-3.2.1.slim.min.js"
# The published checksum of this version of the library.
CHECKSUM = "sha384-xBuQ/xzmlsLoJpyjoggmTEz8OWUFM0/RC5BsqQBDX2v5cMvDHcMakNTNrHIW2I5f"

Visit = Callable[..., Awaitable[Page]]


class Stage:
    """A server whose application is set by each test."""

    application: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.application(scope, receive, send)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def person(executable: Path) -> AsyncIterator[tuple[Stage, Browser]]:
    """A browser without a network, and the server that it can connect to."""
    stage = Stage()
    async with serve(stage) as port, async_playwright() as playwright:
        limits = ["--proxy-server=direct://", *host_resolver_flags({HOST: port})]
        yield stage, await playwright.chromium.launch(executable_path=executable, args=limits)


@pytest_asyncio.fixture(loop_scope="session")
async def visit(person: tuple[Stage, Browser], tmp_path: Path) -> AsyncIterator[Visit]:
    """`await visit(path)` opens a page of the sample's site.

    `await visit(path, template, batch)` opens one of a data set with the single task `Own`.
    """
    stage, browser = person
    async with AsyncExitStack() as stack:

        async def visited(path: str, template: str = "", batch: str = "") -> Page:
            data = _data(tmp_path, template, batch) if template else None
            stage.application = application(turkingbench(data=data, split="all"))
            context = await stack.enter_async_context(await browser.new_context())
            page = await context.new_page()
            await page.goto(f"http://{HOST}{path}")
            if path.startswith("/fill/"):
                await expect(page.locator("#score")).to_be_enabled()
            return page

        yield visited


def _data(folder: Path, template: str, batch: str) -> Path:
    task = folder / "tasks" / "Own"
    task.mkdir(parents=True)
    (task / "template.html").write_text(template)
    (task / "batch.csv").write_text(batch)
    return folder


@pytest_asyncio.fixture(loop_scope="session")
async def client() -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client for the sample's site."""
    transport = httpx.ASGITransport(app=application(turkingbench(split="all")))
    base = f"http://{HOST}"
    async with httpx.AsyncClient(transport=transport, base_url=base, follow_redirects=True) as one:
        yield one


def form(page: Page) -> FrameLocator:
    return page.frame_locator("iframe")


async def total(page: Page) -> str:
    return (await page.locator("#panel .total b").inner_text()).replace("\u202f", " ")


def field(name: str) -> str:
    return f"#panel li[data-name={name}]"


# All tasks


async def test_home_lists_every_task_with_its_pages_and_fields(client: httpx.AsyncClient):
    home = re.sub(r"<[^>]*>|\s+", " ", (await client.get("/")).text)
    assert re.search(rf"{EVENT} .* test +5 +pages +9 +fields", home)
    assert "18 tasks with 89 pages" in home


async def test_home_filters_tasks_by_search_words(visit: Visit):
    page = await visit("/")
    await page.locator("[name=words]").fill("street plan")
    assert (
        await page.locator(".tasks li:visible b").first.inner_text() == "Opinion on a street plan"
    )
    await page.get_by_text("train", exact=False).first.click()
    assert await page.locator(".none").is_visible()


async def test_the_slash_key_focuses_the_search_field(visit: Visit):
    page = await visit("/")
    await page.get_by_text("train", exact=False).first.click()
    await page.keyboard.press("/")
    await page.keyboard.type("a/b")
    assert await page.locator("[name=words]").input_value() == "a/b"


async def test_home_shows_the_scores_of_the_user(visit: Visit):
    page = await visit(f"/fill/{SAME}/0")
    await page.locator("#score").click()
    await page.locator("#panel").wait_for()
    await page.get_by_label("All tasks").click()
    await expect(page.locator(".mine", has_text="of 1")).to_have_count(1)


# A page to fill in


async def test_correct_answers_entered_by_hand_get_the_full_score(visit: Visit):
    page = await visit(f"/fill/{EVENT}/0")
    await form(page).locator("[name=has_cause][value=yes]").click()
    for name, text in {"cause_1": "parking on sharp stones", "cause_2": "an old tyre"}.items():
        await form(page).locator(f"[name={name}]").press_sequentially(text)
    await form(page).locator("[name=has_effect][value=yes]").click()
    await form(page).locator("[name=effect_1]").press_sequentially("call a friend")
    await form(page).locator("[name=effect_2]").press_sequentially("take the bus home")
    await form(page).locator("[name=urgency]").select_option("today")
    await page.locator("#score").click()
    await page.locator("#panel li").first.wait_for()
    assert await total(page) == "100 %"


async def test_the_submit_button_of_the_page_scores_it(visit: Visit):
    page = await visit(
        "/fill/Own/0", "<input name=q><input type=submit>", "text,Answer.q\nx,seven\n"
    )
    await form(page).locator("[name=q]").press_sequentially("seven")
    await form(page).locator("[type=submit]").click()
    await page.locator("#panel li").wait_for()
    assert await total(page) == "100 %"


async def test_a_script_that_submits_the_page_scores_it(visit: Visit):
    button = "<button type=button onclick='document.forms[0].submit()'>Done</button>"
    page = await visit("/fill/Own/0", f"<input name=q value=a>{button}", "text,Answer.q\nx,a\n")
    await form(page).get_by_text("Done").click()
    await page.locator("#panel li").wait_for()
    assert await total(page) == "100 %"


async def test_each_field_is_shown_with_its_answer_the_gold_answers_and_its_score(visit: Visit):
    page = await visit(
        "/fill/Own/0", "<input name=q><input name=r>", "text,Answer.q,Answer.r\nx,red\nx,blue\n"
    )
    await form(page).locator("[name=q]").press_sequentially("red")
    await page.keyboard.press("Control+Enter")
    text = await page.locator(field("q")).inner_text()
    assert text.split() == ["q", "text", "100", "%", "Answer", "red", "Workers", "red", "blue"]
    assert "Not counted: no worker answered it" in await page.locator(field("r")).inner_text()


async def test_gold_answers_can_be_toggled(visit: Visit):
    page = await visit("/fill/Own/0", "<input name=q>", "text,Answer.q\nx,red\nx,red\n")
    await page.locator("#answers").click()
    assert "red \u00d72" in await page.locator(field("q")).inner_text()
    await page.keyboard.press("w")
    assert await page.locator("#panel").is_hidden()


async def test_switching_the_metric_variant_rescores_the_page(visit: Visit):
    page = await visit("/fill/Own/0", "<input name=q type=radio value=-1>", "text,Answer.q\nx,1\n")
    await form(page).locator("[name=q]").click()
    await page.locator("#score").click()
    await page.locator("#panel li").wait_for()
    assert await total(page) == "100 %"
    await page.get_by_text("strict").click()
    await expect(page.locator("#panel .total b")).to_have_text("0\u202f%")
    assert page.url.endswith("?variant=strict")


async def test_hovering_over_a_field_in_the_panel_highlights_it_on_the_page(visit: Visit):
    page = await visit("/fill/Own/0", "<input name=q>", "text,Answer.q\nx,a\n")
    await page.locator("#score").click()
    await page.locator(field("q")).hover()
    assert "red" in str(await form(page).locator("[name=q]").get_attribute("style"))


async def test_variables_of_the_page_are_not_overwritten(visit: Visit):
    own = "<input name=q><script>var fields = 'mine', webproctor = 'mine';</script>"
    page = await visit("/fill/Own/0", own, "text,Answer.q\nx,a\n")
    frame = page.frames[1]
    assert await frame.evaluate("[fields, webproctor]") == ["mine", "mine"]
    await page.locator("#score").click()
    await page.locator("#panel li").wait_for()


# Next and previous page


async def test_arrow_keys_switch_pages(visit: Visit):
    page = await visit(f"/fill/{SAME}/1")
    await page.keyboard.press("ArrowRight")
    await page.wait_for_url("**/2?*")
    await page.keyboard.press("ArrowLeft")
    await page.wait_for_url("**/1?*")


async def test_arrow_keys_in_a_field_do_not_switch_pages(visit: Visit):
    page = await visit(f"/fill/{EVENT}/1")
    await form(page).locator("[name=has_cause][value=yes]").click()
    await form(page).locator("[name=cause_1]").press("ArrowRight")
    await page.locator("#score").click()
    assert page.url.endswith("/1")


async def test_the_first_and_last_page_have_no_links_beyond_them(client: httpx.AsyncClient):
    links = [
        re.findall(r'href="(/fill[^"?]*)', (await client.get(f"/fill/{SAME}/{n}")).text)
        for n in (0, 4)
    ]
    task = SAME.replace(" ", "%20")
    assert links == [[f"/fill/{task}/1"], [f"/fill/{task}/3"]]


async def test_the_address_of_a_task_opens_its_first_page(client: httpx.AsyncClient):
    assert (await client.get(f"/fill/{SAME}")).url.path == f"/fill/{SAME}/0"


# Without a network


async def test_public_files_are_served_only_from_the_mirror(visit: Visit):
    page = await visit(f"/fill/{EVENT}/0")
    assert await page.frames[1].evaluate("typeof jQuery") == "function"
    assert (
        await form(page).locator(".container").evaluate("e => getComputedStyle(e).maxWidth") != ""
    )
    assert await page.locator("#refused").is_hidden()
    script = "performance.getEntriesByType('resource').map((file) => new URL(file.name).host)"
    assert set(await page.frames[1].evaluate(script)) == {HOST}


async def test_a_checksum_in_the_page_is_still_valid(visit: Visit):
    script = (
        f'<script src="https://code.jquery.com/jquery-3.2.1.min.js" integrity="{CHECKSUM}"'
        ' crossorigin="anonymous"></script><input name=q>'
    )
    page = await visit("/fill/Own/0", script, "text,Answer.q\nx,a\n")
    assert await page.frames[1].evaluate("jQuery.fn.jquery") == "3.2.1"


async def test_files_missing_in_the_mirror_are_blocked_and_counted(visit: Visit):
    template = '<img src="https://elsewhere.example/a.png"><input name=q>'
    page = await visit("/fill/Own/0", template, "text,Answer.q\nx,a\n")
    await expect(page.locator("#refused")).to_have_text("1 external request blocked")


async def test_external_links_open_in_a_new_tab(visit: Visit):
    template = '<a href="https://elsewhere.example/">Read</a><input name=q>'
    page = await visit("/fill/Own/0", template, "text,Answer.q\nx,a\n")
    async with page.context.expect_page():
        await form(page).get_by_text("Read").click()
    assert await form(page).locator("[name=q]").is_visible()


async def test_framed_pages_can_only_reach_this_server(client: httpx.AsyncClient):
    policy = (await client.get(f"/page/{SAME}/0/")).headers["content-security-policy"]
    assert policy.startswith("default-src 'self' data: blob:")
    assert "http" not in policy


async def test_framed_pages_do_not_contain_answers(client: httpx.AsyncClient):
    benchmark = turkingbench(split="all")
    assert (await client.get(f"/page/{SAME}/0/")).text == localised(
        benchmark.dataset.task(SAME).page(0), COPIES
    )


@pytest.mark.parametrize(
    "around",
    ['<script src="{}">', "<link href='{}'>", "<img src={}>", "url({})", "url(&quot;{}&quot;)"],
)
@pytest.mark.parametrize("scheme", ["https:", "http:", ""])
def test_addresses_of_mirrored_files_become_local(around: str, scheme: str):
    public = JQUERY.removeprefix("https:")
    local = "/mirror/code.jquery.com/jquery-3.2.1.slim.min.js"
    assert localised(around.format(scheme + public), COPIES) == around.format(local)


def test_queries_are_unchanged():
    fonts = "https://fonts.googleapis.com/css?family=Open+Sans:400,700&amp;display=swap"
    assert localised(f'"{fonts}"', COPIES) == f'"/mirror/{fonts.removeprefix("https://")}"'


@pytest.mark.parametrize(
    "text",
    [
        "https://elsewhere.example/jquery.js",
        "https://code.jquery.com/no-such-file.js",
        f"https://web.example/keep/{JQUERY}",
        "a // b",
    ],
)
def test_other_addresses_are_unchanged(text: str):
    assert localised(text, COPIES) == text


@given(
    st.lists(st.sampled_from([JQUERY, "//", "https:", "x", " ", '"', "&amp;", "/"])).map("".join)
)
def test_local_addresses_are_unchanged(text: str):
    local = localised(text, COPIES)
    assert localised(local, COPIES) == local


async def test_font_style_sheets_refer_to_local_fonts(client: httpx.AsyncClient):
    sheet = (await client.get("/mirror/fonts.googleapis.com/css?family=Roboto")).text
    [font] = re.findall(r"url\((.*?)\)", sheet)
    assert font.startswith("/mirror/")
    assert (await client.get(font)).headers["content-type"] == "font/woff2"


async def test_public_files_are_served_unchanged(client: httpx.AsyncClient):
    copy = mirror.find(JQUERY)
    assert copy is not None
    assert (await client.get(localised(JQUERY, COPIES))).content == copy.body


# Missing pages


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/fill/No such task/0", "no task &#39;No such task&#39;"),
        ("/fill/No such task", "no task &#39;No such task&#39;"),
        (f"/fill/{SAME}/5", "has no page 5"),
        (f"/page/{SAME}/99/", "has no page 99"),
        (f"/fill/{SAME}/{'9' * 5000}", "page does not exist"),
        ("/nowhere", "page does not exist"),
        ("/own/secret.txt", "page does not exist"),
        ("/mirror/elsewhere.example/a.js", "no copy of https://elsewhere.example/a.js"),
    ],
)
async def test_a_missing_page_is_reported_with_a_link_back(
    client: httpx.AsyncClient, path: str, message: str
):
    answer = await client.get(path)
    assert answer.status_code == 404
    assert message in answer.text
    assert 'href="/"' in answer.text


@pytest.mark.parametrize(
    ("query", "readings", "message"),
    [
        ("", "nonsense", "Invalid JSON"),
        ("", [{"name": "same"}], "0.type"),
        ("?variant=mild", [], "parity, strict"),
        ("", [{"name": "same", "type": "date", "visible": True, "values": []}], "no metric"),
    ],
)
async def test_the_error_for_an_invalid_submission_gives_the_cause(
    client: httpx.AsyncClient, query: str, readings: object, message: str
):
    body = readings if isinstance(readings, str) else json.dumps(readings)
    answer = await client.post(f"/score/{SAME}/0{query}", content=body)
    assert answer.status_code == 400
    assert message in answer.text
