"""The report page of a run, in a real browser."""

import json
from pathlib import Path

import pytest

from webproctor.browser import Browser
from webproctor.harness.results import Result, Run
from webproctor.report.page import write_overview, write_report
from webproctor.scores import Chart, Score, Summary, Table


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A run of two tasks, one of which broke off; its names want escaping."""
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps({"agent": "a", "started": "today"}))
    table = Table(title="Per task", columns=["task", "n", "score"], rows=[["<b>bold</b>", 2, 0.5]])
    return Run(
        folder=folder,
        benchmark="exam",
        agent="<i>agent</i>",
        condition={},
        complete=True,
        tasks=2,
        results=[
            Result(task="one", score=Score(value=1.0)),
            Result(task="two", score=Score(value=0.0), cause="page hangs", message="a & b"),
        ],
        summary=Summary(
            headline="mean",
            figures={"mean": 0.5},
            tables=[table],
            charts=[
                Chart(
                    title="Seen",
                    kind="bars",
                    labels=["<u>label</u>"],
                    series={"s": [0.5]},
                )
            ],
        ),
    )


async def text_of(browser: Browser, path: Path) -> str:
    async with browser.page() as page:
        await page.open(path.as_uri())
        assert page.errors == []
        return await page.call("webproctor.text")


async def test_it_shows_figures_tables_and_what_broke_off(run: Run, browser: Browser) -> None:
    shown = await text_of(browser, write_report(run))
    for said in (
        "50.0",
        "2 of 2 tasks",
        "Per task",
        "How sure the marks are",
        "Seen",
        "page hangs",
        "a & b",
        "today",
    ):
        assert said in shown


async def test_names_are_text_and_never_markup(run: Run, browser: Browser) -> None:
    shown = await text_of(browser, write_report(run))
    assert "<b>bold</b>" in shown
    assert "<i>agent</i>" in shown


async def test_it_says_when_a_run_has_not_finished(run: Run, browser: Browser) -> None:
    half = run.model_copy(update={"complete": False})
    assert "not finished" in await text_of(browser, write_report(half))


async def test_runs_stand_side_by_side_with_links_to_their_reports(
    run: Run, browser: Browser
) -> None:
    write_report(run)
    overview = write_overview([run, run], run.folder.parent)
    async with browser.page() as page:
        await page.open(overview.as_uri())
        links = await page.run("JSON.stringify([...document.links].map((link) => link.href))")
    assert json.loads(links) == [(run.folder / "report.html").as_uri()] * 2
