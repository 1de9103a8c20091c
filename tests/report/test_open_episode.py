"""Which episode the page of episodes shows when several are opened quickly."""

import asyncio
from pathlib import Path

from playwright.async_api import Page

from webproctor.harness.runs import run
from webproctor.report.page import write_report


async def test_an_episode_that_loads_late_does_not_replace_the_open_one(
    tmp_path: Path, reader: Page
) -> None:
    folder = tmp_path / "run"
    targets = {"targets": 2}
    write_report(
        await asyncio.to_thread(run, "grounding", "oracle", settings=targets, folder=folder)
    )
    await reader.goto((folder / "episodes.html").as_uri())
    title = reader.locator("#episode h1")
    first = await title.text_content()
    [late] = folder.glob("**/episodes/1.js")
    await reader.evaluate(late.read_text(encoding="utf-8"))
    assert (await title.text_content(), await reader.evaluate("location.hash")) == (first, "#0/0")
