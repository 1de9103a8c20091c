"""The reports of runs on all built-in samples, in a real browser."""

from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from webproctor import registry
from webproctor.harness.runs import run
from webproctor.report.page import write_report

# A few tasks of each, so that all pages are made of real runs.
FEW = {
    "webgames": {"task": ("date", "right-click", "buttons"), "clock": "virtual"},
    "turkingbench": {"instances": 1},
    "mind2web": {"tasks": 2},
    "realwebassist": {"participant": (2,)},
    "grounding": {"targets": 4},
}


def test_every_benchmark_is_here() -> None:
    assert set(FEW) == set(registry.names("benchmarks"))


@pytest.mark.parametrize("benchmark", FEW)
@pytest.mark.parametrize("agent", ["oracle", "do-nothing"])
async def test_its_report_opens_from_a_file_without_a_fault(
    benchmark: str, agent: str, tmp_path: Path, executable: Path
) -> None:
    import asyncio

    made = await asyncio.to_thread(
        run, benchmark, agent, settings=FEW[benchmark], folder=tmp_path / "run", parallel=2
    )
    report = write_report(made)
    assert made.summary is not None
    faults: list[str] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable)
        page = await browser.new_page()
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        await page.goto(report.as_uri())
        drawn = page.locator(".plot svg")
        assert await drawn.count() == len(made.summary.charts)
        for place in range(await drawn.count()):
            box = await drawn.nth(place).bounding_box()
            assert box is not None
            assert box["width"] > 200
        await page.get_by_role("link", name="Episodes, turn by turn").click()
        await page.get_by_text(f"{made.tasks} of {made.tasks} episodes").wait_for()
        await browser.close()
    assert faults == []
