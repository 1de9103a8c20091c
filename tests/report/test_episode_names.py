"""How the page of episodes shows long names of tasks."""

from pathlib import Path

from playwright.async_api import Page as PlaywrightPage

from webproctor.core.scores import Score
from webproctor.report.episodes import write_episodes
from webproctor.run.episode_results import Result
from webproctor.run.results import Run


def write_one_episode(folder: Path, task: str) -> None:
    """Write the page of a run with one episode."""
    finished_run = Run(
        folder=folder,
        benchmark="memory",
        agent="a",
        condition={},
        complete=True,
        tasks=1,
        results=[Result(task=task, score=Score(value=1))],
        summary=None,
    )
    write_episodes(finished_run)


async def test_the_beginning_of_a_long_right_to_left_name_is_listed(
    tmp_path: Path, reader: PlaywrightPage
) -> None:
    write_one_episode(tmp_path, "\u05d0" * 300)
    await reader.goto((tmp_path / "episodes.html").as_uri())
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
    write_one_episode(tmp_path, "x" * 500)
    await reader.set_viewport_size({"width": 400, "height": 800})
    await reader.goto((tmp_path / "episodes.html").as_uri())
    await reader.get_by_role("heading", name="xxx").wait_for()
    assert await reader.evaluate("document.documentElement.scrollWidth") == 400
