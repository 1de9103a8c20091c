"""Tests of report pages in a real browser."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page

from webproctor.core.scores import Cell, Chart, Score, Summary, Table
from webproctor.report.episodes import write_episodes
from webproctor.report.page import write_overview, write_report
from webproctor.report.published import with_published
from webproctor.run.episode_results import Result
from webproctor.run.results import Run


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A run of two tasks, one of them void, with names that must be escaped."""
    folder = tmp_path / "run"
    folder.mkdir()
    about = {"benchmark": "exam", "agent": "a", "settings": {}, "condition": {}}
    (folder / "run.json").write_text(json.dumps(about | {"started": "today"}))
    table = Table(title="Per task", columns=["task", "n", "score"], rows=[["<b>bold</b>", 2, 0.5]])
    return Run(
        folder=folder,
        benchmark="exam",
        agent="<i>agent</i>",
        condition={},
        complete=False,
        tasks=2,
        results=[
            Result(task="one", score=Score(value=1.0)),
            Result(
                task="two",
                score=Score(value=0.0),
                cause="page hangs",
                message="a & b",
                void=True,
                tries=2,
            ),
        ],
        without_void={"mean": 0.75},
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


@pytest_asyncio.fixture(loop_scope="session")
async def page(reader: Page) -> AsyncIterator[Page]:
    """A page that must have no errors."""
    faults: list[str] = []
    reader.on("pageerror", lambda fault: faults.append(str(fault)))
    reader.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    yield reader
    assert faults == []


async def text_of(path: Path, page: Page) -> str:
    await page.goto(path.as_uri())
    return await page.inner_text("body")


async def test_the_page_shows_metrics_tables_and_void_episodes(run: Run, page: Page) -> None:
    shown = await text_of(write_report(run), page)
    for text in (
        "50.0",
        "2 of 2 tasks",
        "not complete: 1 void",
        "mean, without void episodes",
        "75.0",
        "Void: 1 page hangs",
        "Per task",
        "Confidence intervals",
        "Seen",
        "page hangs",
        "a & b",
        "today",
    ):
        assert text in shown


async def test_names_are_escaped(run: Run, page: Page) -> None:
    shown = await text_of(write_report(run), page)
    assert "<b>bold</b>" in shown
    assert "<i>agent</i>" in shown


async def test_an_unfinished_run_is_labelled(run: Run, page: Page) -> None:
    half = run.model_copy(update={"results": run.results[:1]})
    assert "not finished" in await text_of(write_report(half), page)


async def test_warnings_of_a_run_are_shown(run: Run, page: Page) -> None:
    doubtful = run.model_copy(update={"without_digest": 2, "restarts": 3})
    shown = await text_of(write_report(doubtful), page)
    assert len(doubtful.warnings) == 3  # One of the episodes had two tries.
    assert all(warning in shown for warning in doubtful.warnings)


async def test_the_settings_of_a_run_are_listed(run: Run, page: Page) -> None:
    write_report(run)
    await page.goto((run.folder / "report.html").as_uri())
    listed = page.locator("#reproduce ~ .sheet dt")
    assert await listed.all_inner_texts() == ["benchmark", "agent", "epochs", "started"]


async def test_an_overview_links_to_the_reports_of_runs(run: Run, page: Page) -> None:
    write_report(run)
    overview = write_overview([run, run], run.folder.parent)
    await page.goto(overview.as_uri())
    links = await page.evaluate("[...document.links].map((link) => link.href)")
    assert links == [(run.folder / "report.html").as_uri()] * 2


async def test_a_run_can_be_compared_with_others(run: Run, page: Page) -> None:
    other = run.model_copy(
        update={"agent": "other", "results": [Result(task="two", score=Score(value=1.0))]}
    )
    text = await text_of(write_report(run, [other]), page)
    assert "Comparison with other runs" in text
    assert "Differences by task" in text
    assert "1 by other, not by <i>agent</i>" in text
    assert "Comparison with other runs" not in await text_of(write_report(run), page)


def result(task: str, mark: float, **more: object) -> Result:
    return Result(task=task, cluster=task[0], score=Score(value=mark), **more)  # type: ignore[arg-type]


def test_clusters_without_a_solved_task_are_listed(run: Run) -> None:
    results = [result("a1", 1.0), result("a2", 0.0), result("b1", 0.5), result("b2", 0.0)]
    table = run.model_copy(update={"results": results, "grouped": "family"}).unsolved()
    assert table is not None
    assert table.title == "Never solved: 1 of 2, by family"
    assert table.rows == [["b", 2, 0.25]]


def test_spending_is_listed_per_episode_in_total_and_per_success(run: Run) -> None:
    results = [
        result("a", 1.0, steps=2, usage={"dollars": 0.5, "input_tokens": 20_000}),
        result("b", 0.0, steps=4, usage={"dollars": 1.0, "input_tokens": 123_456}),
    ]
    rows = {row[0]: row[1:] for row in run.model_copy(update={"results": results}).spending().rows}
    assert rows["steps"] == ["3.0", "4", "6", "6.0"]
    assert rows["dollars"] == ["0.75", "1.00", "1.50", "1.50"]
    assert rows["input tokens"] == ["71,728", "123,456", "143,456", "143,456"]
    assert "actions" not in rows, "what never happened is no row"


def test_small_amounts_of_a_resource_have_the_decimals_that_they_need(run: Run) -> None:
    results = [result(task, 1.0, usage={"dollars": 0.00012}) for task in ("a", "b")]
    results.append(result("c", 0.0, usage={"dollars": 1.5}))
    rows = {row[0]: row[1:] for row in run.model_copy(update={"results": results}).spending().rows}
    assert rows["dollars"] == ["0.00012", "1.50000", "1.50024", "0.75012"]


async def test_published_results_are_listed_below_the_result_of_the_run(
    run: Run, page: Page
) -> None:
    published = Table(
        title="Published",
        columns=["model", "condition", "score"],
        rows=[["theirs", "vision", 0.4], ["others", "", None]],
    )
    other = run.model_copy(update={"published": published, "published_columns": {"mean": "score"}})
    table, drawn = with_published(other)
    assert table.rows == [
        ["this run", "<i>agent</i>", "", 0.5],
        ["published", "theirs", "vision", 0.4],
        ["published", "others", "", None],
    ]
    assert "theirs, vision" in drawn
    assert "this run: &lt;i&gt;agent" in drawn
    assert "theirs" in await text_of(write_report(other), page)


async def test_published_results_of_another_condition_have_their_own_table(
    run: Run, page: Page
) -> None:
    published = Table(title="Published", columns=["model", "score"], rows=[["theirs", 0.4]])
    other = run.model_copy(
        update={
            "published": published,
            "published_columns": {"mean": "score"},
            "condition": {"rule": "complete", "clock": "real"},
            "published_condition": {"rule": "published", "clock": "real", "preset": "paper"},
        }
    )
    table, drawn = with_published(other)
    assert table.rows == [["theirs", 0.4]]
    assert drawn == ""
    differs = "rule complete (published: published); preset none (published: paper)"
    assert f"Not comparable with this run: {differs}" in await text_of(write_report(other), page)


async def test_a_column_is_aligned_as_a_whole(run: Run, page: Page) -> None:
    assert run.summary is not None
    rows: list[list[Cell]] = [["a", "1 (0 to 2)", 0.5], ["b", None, None]]
    table = Table(title="Aligned", columns=["metric", "text", "number"], rows=rows)
    summary = run.summary.model_copy(update={"tables": [table]})
    await page.goto(write_report(run.model_copy(update={"summary": summary})).as_uri())
    cells = page.locator("h2#aligned + .sheet").locator("th, td")
    aligned = "(cells) => cells.map((cell) => getComputedStyle(cell).textAlign)"
    assert await cells.evaluate_all(aligned) == ["left", "left", "right"] * 3


async def test_the_header_of_a_table_is_repeated_on_every_printed_page(
    run: Run, page: Page
) -> None:
    await page.goto(write_report(run).as_uri())
    groups = "(rows) => rows.map((row) => getComputedStyle(row.parentElement).display)"
    headers = page.locator("tr:has(th)")
    assert await headers.evaluate_all(groups) == ["table-header-group"] * await headers.count()


async def test_a_table_that_can_be_too_wide_can_be_focused_to_scroll_it(
    run: Run, page: Page
) -> None:
    assert run.summary is not None
    table = Table(title="Wide", columns=[f"column {n}" for n in range(40)], rows=[["1"] * 40])
    summary = run.summary.model_copy(update={"tables": [table]})
    await page.goto(write_report(run.model_copy(update={"summary": summary})).as_uri())
    wide = page.get_by_role("region", name="Wide")
    await wide.focus()
    assert await wide.evaluate("node => node === document.activeElement")
    assert await wide.evaluate("node => node.scrollWidth > node.clientWidth")


async def test_words_are_not_broken_in_the_narrow_columns_of_a_printed_table(
    run: Run, page: Page
) -> None:
    for result in run.results:
        result.message = "x" * 500
    await page.goto(write_report(run).as_uri())
    await page.emulate_media(media="print")
    await page.set_viewport_size({"width": 718, "height": 1000})  # A4 with margins.
    cells = page.locator("h2#void ~ .sheet").locator("th, td.bad")
    lines = """(cells) => cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    })"""
    assert await cells.all_inner_texts() == [
        "task",
        "cause",
        "what happened",
        "tries",
        "page hangs",
    ]
    assert (await cells.evaluate_all(lines))[:4] == [1] * 4
    assert (await cells.evaluate_all(lines))[4] <= 2


async def test_a_text_is_laid_out_in_the_direction_of_its_first_letter(
    run: Run, page: Page
) -> None:
    run.results[1].message = "ابحث عن كتاب."
    await page.goto(write_report(run).as_uri())
    ends = """(cell) => [0, cell.textContent.length - 1].map((index) => {
      const range = document.createRange();
      range.setStart(cell.firstChild, index);
      range.setEnd(cell.firstChild, index + 1);
      return range.getBoundingClientRect().left;
    })"""
    first, full_stop = await page.get_by_role("cell", name=run.results[1].message).evaluate(ends)
    assert full_stop < first


def test_the_page_of_episodes_says_that_a_run_has_none(run: Run) -> None:
    page = write_episodes(run.model_copy(update={"results": []}))
    assert "This run has no episodes yet." in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["report.html", "episodes.html", "episodes"])
def test_a_link_in_the_folder_of_a_run_is_replaced_by_the_report(
    run: Run, tmp_path: Path, name: str
) -> None:
    other = tmp_path / "other"
    other.mkdir() if name == "episodes" else other.write_text("kept")
    (run.folder / name).symlink_to(other)
    write_report(run)
    assert not (run.folder / name).is_symlink()
    assert not list(other.iterdir()) if other.is_dir() else other.read_text() == "kept"
