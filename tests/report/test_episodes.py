"""Tests of the page of episodes, opened from a file in a real browser."""

import asyncio
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest
from in_memory import MEMORY
from playwright.async_api import Page as PlaywrightPage

from webproctor.core.episodes import Episode, StepRecord
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.sessions import SessionLost
from webproctor.core.tasks import Task
from webproctor.harness.logs import episodes_in
from webproctor.harness.runs import run
from webproctor.report import episodes
from webproctor.report.episodes import write_episodes
from webproctor.report.page import write_report
from webproctor.run.episode_results import Key
from webproctor.run.results import Run


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run with all snapshots."""
    folder = tmp_path_factory.mktemp("episodes") / "run"
    finished_run = run(
        "realwebassist",
        "noisy-oracle",
        settings={"participant": (2, 3)},
        agent_settings={"error_rate": 0.2},
        folder=folder,
        record="all",
    )
    write_report(finished_run)
    return finished_run


class Reader:
    """Opens the page and collects its errors."""

    def __init__(self, page: PlaywrightPage) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on(
            "console",
            lambda message: self.faults.append(message.text) if message.type == "error" else None,
        )

    async def at(self, place: str) -> None:
        await self.page.get_by_text(place, exact=True).wait_for()


async def read(evaluated: Run, page: PlaywrightPage, place: str = "") -> list[str]:
    """Use keys, buttons and filters of the page; return its errors."""
    watched = Reader(page)
    await page.goto((evaluated.folder / "episodes.html").as_uri() + place)
    steps = len(evaluated.results[0].score.details["steps"])
    await watched.at(f"step 1 of {steps}")
    await page.keyboard.press("ArrowRight")
    await watched.at(f"step 2 of {steps}")
    await page.keyboard.press("ArrowLeft")
    await watched.at(f"step 1 of {steps}")
    image = page.locator("figure img")
    wide = "async (one) => { await one.decode(); return one.naturalWidth }"
    assert await image.evaluate(wide) == 1280
    assert "Choose" not in await page.locator("article").inner_text()
    await page.keyboard.press("ArrowDown")
    others = len(evaluated.results[1].score.details["steps"])
    await watched.at(f"step 1 of {others}")
    await page.get_by_role("button", name="Play").click()
    await watched.at(f"step 3 of {others}")
    await page.get_by_role("button", name="Pause").click()
    await page.get_by_label("Outcome").select_option("solved")
    await page.get_by_text(
        f"{sum(one.solved for one in evaluated.results)} of {len(evaluated.results)}"
    ).wait_for()
    return watched.faults


async def test_episodes_are_browsed_by_keys_buttons_and_filters(
    evaluated: Run, reader: PlaywrightPage
) -> None:
    assert await read(evaluated, reader) == []


async def test_a_link_opens_a_single_step(evaluated: Run, reader: PlaywrightPage) -> None:
    await reader.goto((evaluated.folder / "episodes.html").as_uri() + "#1/2")
    await reader.get_by_text("step 3 of").wait_for()
    assert evaluated.results[1].task in await reader.locator("article").inner_text()


async def test_coordinates_have_at_most_two_decimals(
    evaluated: Run, reader: PlaywrightPage, tmp_path: Path
) -> None:
    copy = shutil.copytree(evaluated.folder, tmp_path / "copy")
    first = copy / "episodes/0.js"
    data = re.sub(r'"x": ?[\d.]+', '"x": 12.345678901234', first.read_text(encoding="utf-8"))
    first.write_text(data, encoding="utf-8")
    await open_episodes(evaluated.model_copy(update={"folder": copy}), reader)
    assert "click x 12.35, y" in await reader.locator("article").inner_text()


async def open_episodes(run: Run, page: PlaywrightPage) -> None:
    """Open a run's page of episodes in a browser."""
    await page.goto((run.folder / "episodes.html").as_uri())
    await page.get_by_text("step 1 of").wait_for()


async def is_open(number: int, page: PlaywrightPage) -> None:
    """Wait until an episode is open."""
    await page.locator(f"#list a[aria-current][href='#{number}']").wait_for()


async def test_dragging_the_slider_shows_the_steps(evaluated: Run, reader: PlaywrightPage) -> None:
    steps = evaluated.results[0].steps
    await open_episodes(evaluated, reader)
    slider = await reader.get_by_label("Step", exact=True).bounding_box()
    assert slider is not None
    middle = slider["y"] + slider["height"] / 2
    await reader.mouse.move(slider["x"] + 8, middle)
    await reader.mouse.down()
    for part in (0.3, 0.6, 1.0):
        await reader.mouse.move(slider["x"] + part * slider["width"] - 8 * part, middle)
    await reader.mouse.up()
    await reader.get_by_text(f"step {steps} of {steps}").wait_for()


async def test_keys_of_the_browser_and_of_focused_elements_keep_their_effect(
    clicked: Run, reader: PlaywrightPage
) -> None:
    await open_episodes(clicked, reader)
    await reader.keyboard.press("Alt+ArrowRight")
    assert await reader.get_by_text("step 1 of").is_visible()
    await reader.locator("summary", has_text="Page text").focus()
    await reader.keyboard.press("Space")
    await reader.locator("iframe").wait_for()
    assert await reader.get_by_role("button", name="Play").is_visible(), "nothing plays"
    following = reader.get_by_role("button", name="→")
    await following.focus()
    await reader.keyboard.press("Enter")
    await reader.get_by_text("step 2 of").wait_for()
    assert await following.evaluate("(one) => one === document.activeElement")


async def test_the_arrow_keys_open_only_episodes_of_the_filter(
    evaluated: Run, reader: PlaywrightPage
) -> None:
    await open_episodes(evaluated, reader)
    await reader.get_by_label("Outcome").select_option("failed")
    await reader.get_by_label("Outcome").blur()
    failed = [number for number, one in enumerate(evaluated.results) if not one.solved]
    assert failed[-1] - failed[0] >= len(failed), "an episode between them is solved"
    for number in failed:
        if number:
            await reader.keyboard.press("ArrowDown")
        await is_open(number, reader)


async def test_the_list_of_episodes_is_one_tab_stop_and_follows_the_open_episode(
    evaluated: Run, reader: PlaywrightPage
) -> None:
    await reader.set_viewport_size({"width": 1280, "height": 260})
    await open_episodes(evaluated, reader)
    await reader.get_by_label("Outcome").focus()
    await reader.keyboard.press("Tab")
    focused = reader.locator("#list a:focus")
    last = len(evaluated.results) - 1
    for number in range(1, last + 1):
        await reader.keyboard.press("ArrowDown")
        await is_open(number, reader)
    assert await focused.get_attribute("href") == f"#{last}"
    assert await focused.get_attribute("aria-current") == "true"
    inside = """(link) => link.getBoundingClientRect().bottom
      <= link.closest("ul").getBoundingClientRect().bottom + 1"""
    assert await focused.evaluate(inside)
    await reader.keyboard.press("Tab")
    assert await reader.locator("article button:focus").count() == 1


async def test_only_the_open_episode_is_printed_without_controls(
    evaluated: Run, reader: PlaywrightPage
) -> None:
    await open_episodes(evaluated, reader)
    await reader.emulate_media(media="print")
    assert await reader.locator("aside").inner_text() == f"{evaluated.benchmark} by {evaluated.who}"
    assert not await reader.get_by_role("button", name="Play").is_visible()
    assert await reader.get_by_text("step 1 of").is_visible()
    figure, image = await asyncio.gather(
        *(reader.locator(name).bounding_box() for name in ("figure", "figure img"))
    )
    assert figure is not None
    assert image is not None
    assert abs(figure["width"] - image["width"]) < 1, "frames of targets are relative to the figure"


def test_every_screenshot_is_stored_once_under_its_content_hash(evaluated: Run) -> None:
    names = [
        step["screenshot"]
        for number in range(len(evaluated.results))
        for step in json.loads(
            (evaluated.folder / f"episodes/{number}.js")
            .read_text()
            .removeprefix("episode(")
            .removesuffix(");\n")
        )["steps"]
    ]
    assert all(names)
    kept = {path.name for path in (evaluated.folder / "screens").iterdir()}
    assert kept == set(names)


def test_only_a_few_episodes_are_in_memory_at_once(
    evaluated: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alive: list[ref[Episode]] = []
    most = 0

    def counted(folder: Path) -> Iterator[tuple[Key, Episode]]:
        nonlocal most
        for key, episode in episodes_in(folder):
            alive.append(ref(episode))
            most = max(most, sum(one() is not None for one in alive))
            yield key, episode

    monkeypatch.setattr(episodes, "episodes_in", counted)
    copy = Path(shutil.copytree(evaluated.folder, tmp_path / "copy"))
    page = write_episodes(evaluated.model_copy(update={"folder": copy}))
    assert most <= 3 < len(evaluated.results)
    for number in range(len(evaluated.results)):
        written = f"episodes/{number}.js"
        assert (copy / written).read_text() == (evaluated.folder / written).read_text()
    assert page == copy / "episodes.html"


def test_offline_benchmarks_record_no_screenshots_by_default(tmp_path: Path) -> None:
    finished_run = run(
        "realwebassist", "centre", settings={"participant": (2,)}, folder=tmp_path / "run"
    )
    assert not (finished_run.folder / "screens").exists()


@pytest.fixture(scope="module")
def clicked(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run on live pages, with all snapshots."""
    finished_run = run(
        "webgames",
        "random",
        settings={"task": ("buttons-easy",)},
        agent_settings={"max_steps": 2, "seed": 1},
        folder=tmp_path_factory.mktemp("clicked") / "run",
        record="all",
    )
    write_report(finished_run)
    return finished_run


async def test_the_target_of_an_action_is_framed_and_the_page_text_is_readable(
    clicked: Run, reader: PlaywrightPage
) -> None:
    await open_episodes(clicked, reader)
    frame = await reader.locator("figure b").first.bounding_box()
    picture = await reader.locator("figure img").bounding_box()
    assert frame is not None
    assert picture is not None
    assert picture["x"] <= frame["x"] <= picture["x"] + picture["width"]
    await reader.get_by_text("Page text").click()
    words = reader.frame_locator("iframe").locator("body")
    assert "Elements\n[0]" in await words.inner_text()
    await reader.keyboard.press("ArrowRight")
    await reader.get_by_text("step 2 of 3").wait_for()
    assert await reader.locator("iframe").count() == 1, "what was opened stays open"


def test_equal_screenshots_are_one_file(tmp_path: Path) -> None:
    from webproctor.run.snapshots import Snapshots

    assert Snapshots(tmp_path, "shown").keep(_png()) == Snapshots(tmp_path, "shown").keep(_png())
    assert len(list((tmp_path / "screens").iterdir())) == 1


def _png() -> bytes:
    import io

    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (20, 10), "red").save(out, "PNG")
    return out.getvalue()


class Failing:
    """Raises an exception in one task, and loses the session in the other."""

    async def run(self, task: Task, session: EpisodeRecorder) -> None:
        if task.id == "one":
            raise ValueError("cannot think")
        raise SessionLost("page hangs", "the page did not answer")


@pytest.fixture
def failed(tmp_path: Path) -> Run:
    """A run of two tasks: in one the agent raises an exception, the other is void."""
    finished_run = run(MEMORY, Failing(), folder=tmp_path / "run")
    write_report(finished_run)
    return finished_run


async def test_errored_and_void_episodes_can_be_filtered_and_give_the_cause(
    failed: Run, reader: PlaywrightPage
) -> None:
    await reader.goto((failed.folder / "episodes.html").as_uri())
    await reader.get_by_label("Outcome").select_option("void")
    await reader.get_by_text("1 of 2 episodes").wait_for()
    await reader.get_by_label("Outcome").select_option("errored")
    await reader.get_by_role("link", name="one").click()
    await reader.get_by_text("errored (agent): ValueError: cannot think").wait_for()
    await reader.get_by_text("Traceback", exact=True).click()
    assert 'raise ValueError("cannot think")' in await reader.locator("article").inner_text()


class Pressing:
    """Records an input event without a result, as the agent `external` does."""

    async def run(self, task: Task, session: EpisodeRecorder) -> None:
        press = {"name": "press", "arguments": {"keys": "Enter"}}
        step = StepRecord(actions=[press], results=[], seconds=0.5, acting=0.5)
        session.episode.steps.append(step)


@pytest.fixture
def programmed(tmp_path: Path) -> Run:
    finished_run = run(MEMORY, Pressing(), folder=tmp_path / "run")
    write_report(finished_run)
    return finished_run


async def test_input_events_of_a_program_are_listed(
    programmed: Run, reader: PlaywrightPage
) -> None:
    await open_episodes(programmed, reader)
    assert 'press keys "Enter"' in await reader.locator("article").inner_text()
    assert "500 ms acting" in await reader.locator("article").inner_text()
