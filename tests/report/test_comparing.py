"""Tests of the page that compares runs."""

from pathlib import Path

import pytest
from playwright.async_api import Page

from webproctor.analysis.comparing import compare
from webproctor.core.scores import Score, Summary
from webproctor.report.comparing import write_comparison
from webproctor.run.episode_results import Result
from webproctor.run.results import Run


def run(name: str, *scores: float) -> Run:
    return Run(
        folder=Path(name),
        benchmark="exam",
        agent=name,
        condition={},
        complete=True,
        tasks=len(scores),
        results=[
            Result(task=f"task {index}", score=Score(value=score))
            for index, score in enumerate(scores)
        ],
        summary=Summary(headline="mean", figures={"mean": sum(scores) / len(scores)}),
    )


async def test_closed_lists_of_tasks_are_printed(reader: Page, tmp_path: Path) -> None:
    page = write_comparison(compare([run("one", 1, 0), run("two", 0, 1)]), tmp_path)
    await reader.goto(page.as_uri())
    tasks = reader.locator("details p")
    visible = "(lists) => lists.map((list) => list.checkVisibility())"
    assert await tasks.evaluate_all(visible) == [False, False]
    await reader.emulate_media(media="print")
    assert await tasks.evaluate_all(visible) == [True, True]


@pytest.mark.parametrize("media", ["screen", "print"])
async def test_long_names_are_wrapped(reader: Page, tmp_path: Path, media: str) -> None:
    names = ["m" * 300, "provider/" + "long " * 60]
    page = write_comparison(compare([run(names[0], 1, 0), run(names[1], 0, 1)]), tmp_path)
    await reader.emulate_media(media="print" if media == "print" else "screen")
    await reader.set_viewport_size({"width": 718, "height": 1000})  # A4 with margins.
    await reader.goto(page.as_uri())
    assert await reader.evaluate("document.documentElement.scrollWidth") <= 718
