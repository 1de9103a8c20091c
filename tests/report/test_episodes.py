"""Episodes turn by turn, in a real browser, from a file."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page as PlaywrightPage
from playwright.async_api import async_playwright

from webproctor.harness.results import Run
from webproctor.harness.runs import run
from webproctor.report.page import write_report


@pytest.fixture(scope="module")
def examined(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run whose pictures are all kept."""
    folder = tmp_path_factory.mktemp("episodes") / "run"
    made = run(
        "realwebassist",
        "noisy-oracle",
        settings={"participant": (2, 3)},
        agent_settings={"noise": 0.2},
        folder=folder,
        record="all",
    )
    write_report(made)
    return made


class Reader:
    """A person at the page."""

    def __init__(self, page: PlaywrightPage) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on(
            "console",
            lambda told: self.faults.append(told.text) if told.type == "error" else None,
        )

    async def at(self, place: str) -> None:
        await self.page.get_by_text(place, exact=True).wait_for(timeout=10_000)


async def read(examined: Run, executable: Path, place: str = "") -> list[str]:
    """Walk through the page as a person does; returns its faults."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable)
        reader = Reader(await browser.new_page())
        page = reader.page
        await page.goto((examined.folder / "episodes.html").as_uri() + place)
        steps = len(examined.results[0].score.details["steps"])
        await reader.at(f"turn 1 of {steps}")
        await page.keyboard.press("ArrowRight")
        await reader.at(f"turn 2 of {steps}")
        await page.keyboard.press("ArrowLeft")
        await reader.at(f"turn 1 of {steps}")
        image = page.locator("figure img")
        wide = "async (one) => { await one.decode(); return one.naturalWidth }"
        assert await image.evaluate(wide) == 1280
        assert "Choose" not in await page.locator("article").inner_text()
        await page.keyboard.press("ArrowDown")
        others = len(examined.results[1].score.details["steps"])
        await reader.at(f"turn 1 of {others}")
        await page.get_by_role("button", name="Play").click()
        await reader.at(f"turn 3 of {others}")
        await page.get_by_role("button", name="Pause").click()
        await page.get_by_label("Which").select_option("solved")
        await page.get_by_text(
            f"{sum(one.solved for one in examined.results)} of {len(examined.results)}"
        ).wait_for()
        await browser.close()
        return reader.faults


async def test_a_person_walks_through_episodes_by_keys_buttons_and_filters(
    examined: Run, executable: Path
) -> None:
    assert await read(examined, executable) == []


async def test_a_link_leads_to_a_single_turn(examined: Run, executable: Path) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable)
        page = await browser.new_page()
        await page.goto((examined.folder / "episodes.html").as_uri() + "#1/2")
        await page.get_by_text("turn 3 of").wait_for()
        assert examined.results[1].task in await page.locator("article").inner_text()
        await browser.close()


@asynccontextmanager
async def opened(run: Run, executable: Path) -> AsyncIterator[PlaywrightPage]:
    """A run's page of episodes in a person's browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable)
        page = await browser.new_page()
        await page.goto((run.folder / "episodes.html").as_uri())
        await page.get_by_text("turn 1 of").wait_for()
        yield page
        await browser.close()


async def test_turns_are_run_through_by_dragging_the_slider(
    examined: Run, executable: Path
) -> None:
    turns = examined.results[0].turns
    async with opened(examined, executable) as page:
        slider = await page.get_by_label("Turn", exact=True).bounding_box()
        assert slider is not None
        middle = slider["y"] + slider["height"] / 2
        await page.mouse.move(slider["x"] + 8, middle)
        await page.mouse.down()
        for part in (0.3, 0.6, 1.0):
            await page.mouse.move(slider["x"] + part * slider["width"] - 8 * part, middle)
        await page.mouse.up()
        await page.get_by_text(f"turn {turns} of {turns}").wait_for()


async def test_keys_of_the_browser_and_of_what_has_the_focus_stay_theirs(
    clicked: Run, executable: Path
) -> None:
    async with opened(clicked, executable) as page:
        await page.keyboard.press("Alt+ArrowRight")
        assert await page.get_by_text("turn 1 of").is_visible()
        await page.locator("summary", has_text="The page in words").focus()
        await page.keyboard.press("Space")
        await page.locator("iframe").wait_for()
        assert await page.get_by_role("button", name="Play").is_visible(), "nothing plays"
        following = page.get_by_role("button", name="→")
        await following.focus()
        await page.keyboard.press("Enter")
        await page.get_by_text("turn 2 of").wait_for()
        assert await following.evaluate("(one) => one === document.activeElement")


def test_every_picture_is_kept_once_by_its_content(examined: Run) -> None:
    names = [
        turn["screenshot"]
        for number in range(len(examined.results))
        for turn in json.loads(
            (examined.folder / f"episodes/{number}.js")
            .read_text()
            .removeprefix("episode(")
            .removesuffix(");\n")
        )["turns"]
    ]
    assert all(names)
    kept = {path.name for path in (examined.folder / "screens").iterdir()}
    assert kept == set(names)


def test_recordings_are_not_packed_again_unless_asked_for(tmp_path: Path) -> None:
    made = run("realwebassist", "centre", settings={"participant": (2,)}, folder=tmp_path / "run")
    assert not (made.folder / "screens").exists()


@pytest.fixture(scope="module")
def clicked(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run on live pages, of which everything is kept."""
    made = run(
        "webgames",
        "random",
        settings={"task": ("buttons-easy",)},
        agent_settings={"turns": 2, "seed": 1},
        folder=tmp_path_factory.mktemp("clicked") / "run",
        record="all",
    )
    write_report(made)
    return made


async def test_an_element_that_an_action_names_is_framed_and_the_page_can_be_read(
    clicked: Run, executable: Path
) -> None:
    async with opened(clicked, executable) as page:
        frame = await page.locator("figure b").first.bounding_box()
        picture = await page.locator("figure img").bounding_box()
        assert frame is not None
        assert picture is not None
        assert picture["x"] <= frame["x"] <= picture["x"] + picture["width"]
        await page.get_by_text("The page in words").click()
        words = page.frame_locator("iframe").locator("body")
        assert "Elements\n[0]" in await words.inner_text()
        await page.keyboard.press("ArrowRight")
        await page.get_by_text("turn 2 of 3").wait_for()
        assert await page.locator("iframe").count() == 1, "what was opened stays open"


def test_the_same_picture_is_one_file(tmp_path: Path) -> None:
    from webproctor.harness.sights import Sights

    assert Sights(tmp_path, "shown").keep(_png()) == Sights(tmp_path, "shown").keep(_png())
    assert len(list((tmp_path / "screens").iterdir())) == 1


def _png() -> bytes:
    import io

    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (20, 10), "red").save(out, "PNG")
    return out.getvalue()
