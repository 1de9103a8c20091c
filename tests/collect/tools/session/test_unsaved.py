"""What people have drawn, typed or recorded is not lost before the server has stored it."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from collect.screens import enter
from collect.tools.session.material import begin, material, sessions, transcribe
from collect.visitors import Collection
from playwright.async_api import Browser, Dialog, Page, Route, expect


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def collection(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Collection]:
    """A collection with a recording that `rec` labels."""
    async with sessions(tmp_path_factory.mktemp("unsaved")) as collection:
        rec = await collection.person("rec")
        at = await begin(rec, material().archive())
        await transcribe(rec, at, material())
        await rec.post(f"{at}/release")
        await rec.post("/session/label/1")
        yield collection


@pytest_asyncio.fixture(loop_scope="session")
async def screenshot(collection: Collection, chromium: Browser) -> AsyncIterator[Page]:
    """The page of a screenshot without a label."""
    page = await enter(chromium, collection.link("rec"), [])
    await page.goto(f"{collection.address}/session/label/steps/1")
    await page.locator("form.ready").wait_for()
    yield page
    await page.context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def timeline(collection: Collection, chromium: Browser) -> AsyncIterator[Page]:
    """The page of a new recording that is edited."""
    rec = await collection.person("rec")
    at = await begin(rec, material().archive())
    await transcribe(rec, at, material())
    page = await enter(chromium, collection.link("rec"), [])
    await page.goto(f"{collection.address}{at}")
    await page.locator("#timeline.ready").wait_for()
    yield page
    await page.context.close()


async def stay(page: Page) -> None:
    """Load the page again, and choose to stay when the browser warns."""
    async with page.expect_event("dialog") as opened:
        await page.evaluate("setTimeout(() => location.reload()); 0")
        dialog: Dialog = await opened.value
        assert dialog.type == "beforeunload"
        await dialog.dismiss()


async def first_transcript(page: Page) -> str:
    """Return the stored text of the first instruction."""
    return (await (await page.request.get(f"{page.url}/timeline")).json())["instructions"][0][
        "text"
    ]


async def test_boxes_that_are_not_saved_are_not_left_without_a_warning(screenshot: Page) -> None:
    await screenshot.get_by_role("button", name="New box").click()
    await stay(screenshot)
    await expect(screenshot.get_by_label("Box 1, x")).to_be_visible()


async def test_a_drag_that_the_system_cancels_changes_no_box(screenshot: Page) -> None:
    await screenshot.get_by_role("button", name="New box").click()
    before = await screenshot.get_by_label("Box 1, x").input_value()
    box = await screenshot.locator(".box").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    await screenshot.mouse.move(x, y)
    await screenshot.mouse.down()
    await screenshot.mouse.move(x + 50, y)
    await expect(screenshot.get_by_label("Box 1, x")).not_to_have_value(before)
    await screenshot.locator("svg").dispatch_event("pointercancel")
    await screenshot.mouse.move(x + 90, y)
    await screenshot.mouse.up()
    await expect(screenshot.get_by_label("Box 1, x")).to_have_value(before)


async def test_a_text_that_is_being_typed_is_saved_before_the_page_is_left(timeline: Page) -> None:
    await timeline.get_by_label("Transcript").first.press_sequentially(" Please")
    await stay(timeline)
    await timeline.get_by_text("Saved.").wait_for()
    assert (await first_transcript(timeline)).endswith(" Please")


async def test_changes_are_sent_again_after_a_lost_connection(timeline: Page) -> None:
    async def lose(route: Route) -> None:
        await route.abort()

    await timeline.route("**/timeline", lose)
    await timeline.get_by_label("Transcript").first.fill("Other words")
    await timeline.get_by_label("Website").first.focus()
    await timeline.get_by_role("alert").get_by_text("cannot be reached").wait_for()
    await stay(timeline)
    await timeline.unroute("**/timeline", lose)
    await timeline.get_by_text("Saved.").wait_for()
    assert await first_transcript(timeline) == "Other words"


async def test_a_change_is_undone_while_it_is_being_saved(timeline: Page) -> None:
    before = await first_transcript(timeline)
    saving, undone = asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        saving.set()
        await undone.wait()
        await route.continue_()

    await timeline.route("**/timeline", hold)
    await timeline.get_by_label("Transcript").first.fill("Other words")
    await timeline.get_by_label("Website").first.focus()
    await saving.wait()
    await timeline.get_by_role("button", name="Undo").click()
    undone.set()
    await timeline.get_by_text("Saved.").wait_for()
    assert await first_transcript(timeline) == before


async def test_the_last_text_is_saved_before_the_annotators_get_the_recording(
    timeline: Page,
) -> None:
    path = timeline.url
    await timeline.get_by_label("Transcript").first.fill("Other words")
    await timeline.get_by_role("button", name="Release to the annotators").click()
    await timeline.get_by_role("heading", name="Your recordings").wait_for()
    await timeline.goto(path)
    assert await first_transcript(timeline) == "Other words"


async def test_sound_is_silenced_only_after_a_confirmation(timeline: Page) -> None:
    requested: list[str] = []
    timeline.on("request", lambda request: requested.append(request.url))
    silence = timeline.get_by_label("Silence the sound of instruction 1")
    timeline.once("dialog", lambda dialog: dialog.dismiss())
    await silence.click()
    assert requested == []
    timeline.once("dialog", lambda dialog: dialog.accept())
    await silence.click()
    await timeline.get_by_text("The sound was silenced").wait_for()
