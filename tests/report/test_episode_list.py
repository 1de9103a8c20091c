"""The list of episodes of a run: names of tasks, and what it notes about an episode."""

from pathlib import Path

from playwright.async_api import Page as PlaywrightPage
from playwright.async_api import expect

from webproctor.core.scores import Score
from webproctor.report.episodes import write_episodes
from webproctor.run.episode_results import Result
from webproctor.run.results import Run


def write_page(folder: Path, *results: Result) -> str:
    """Write the page of a run's episodes, and return its address."""
    finished_run = Run(
        folder=folder,
        benchmark="exam",
        agent="a",
        condition={},
        complete=True,
        tasks=len(results),
        results=results,
        summary=None,
    )
    return write_episodes(finished_run).as_uri()


async def test_the_beginning_of_a_long_right_to_left_name_is_listed(
    tmp_path: Path, reader: PlaywrightPage
) -> None:
    address = write_page(tmp_path, Result(task="\u05d0" * 300, score=Score(value=1)))
    await reader.goto(address)
    name = reader.locator("#list a span").first
    assert await name.evaluate(
        "(name) => {"
        "const range = document.createRange();"
        "range.setStart(name.firstChild, 0); range.setEnd(name.firstChild, 1);"
        "return range.getBoundingClientRect().right <= name.getBoundingClientRect().right + 1; }"
    )


async def test_a_long_name_does_not_widen_a_narrow_page(
    tmp_path: Path, reader: PlaywrightPage
) -> None:
    address = write_page(tmp_path, Result(task="x" * 500, score=Score(value=1)))
    await reader.set_viewport_size({"width": 400, "height": 800})
    await reader.goto(address)
    await reader.get_by_role("heading", name="xxx").wait_for()
    assert await reader.evaluate("document.documentElement.scrollWidth") == 400


async def test_an_open_episode_far_down_is_visible_in_the_list(
    tmp_path: Path, reader: PlaywrightPage
) -> None:
    results = [Result(task=f"task {number}", score=Score(value=1)) for number in range(900)]
    await reader.goto(f"{write_page(tmp_path, *results)}#850")
    await expect(reader.locator("#list a[aria-current]")).to_contain_text("task 850")
    await expect(reader.locator("#list a[aria-current]")).to_be_in_viewport()


async def test_the_list_shows_all_episodes_when_it_is_scrolled(
    tmp_path: Path, reader: PlaywrightPage
) -> None:
    results = [Result(task=f"task {number}", score=Score(value=1)) for number in range(900)]
    await reader.goto(write_page(tmp_path, *results))
    for listed in (400, 800, 900):
        await expect(reader.locator("#list a")).to_have_count(listed)
        await reader.locator("#list").evaluate("list => { list.scrollTop = list.scrollHeight; }")
    await expect(reader.get_by_text("task 899")).to_be_in_viewport()


async def test_the_list_shows_how_many_scripts_an_agent_ran(
    tmp_path: Path, reader: PlaywrightPage
) -> None:
    ran = {"inputs": "scripts possible", "scripts": 1234}
    none = {"inputs": "verified", "scripts": 0}
    results = [
        Result(task=task, score=Score(value=1.0, details=details))
        for task, details in (("with", ran), ("without", none))
    ]
    await reader.goto(write_page(tmp_path, *results))
    await reader.get_by_text("without").wait_for()
    rows = await reader.locator("#list a").all_inner_texts()
    assert [row.split() for row in rows] == [
        ["with", "scripts:", "1,234", "100"],
        ["without", "100"],
    ]
