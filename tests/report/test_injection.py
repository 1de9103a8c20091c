"""Tests that untrusted text in reports runs no scripts and loads no files."""

import asyncio
import io
import json
import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
import pytest_asyncio
from PIL import Image
from playwright.async_api import Page

from webproctor.agents.episodes import recorded_as
from webproctor.analysis.judging import Failure
from webproctor.core.actions import ActionResult
from webproctor.core.episodes import Episode, Snapshot, StepRecord
from webproctor.core.outcomes import EpisodeError
from webproctor.core.scores import Chart, Score, Summary, Table
from webproctor.environments.serving import serve
from webproctor.methods.grounding.answers import Answer
from webproctor.methods.grounding.targets import Target
from webproctor.report import episodes as episode_pages
from webproctor.report.board import Board, sections, write_board
from webproctor.report.judging import application
from webproctor.report.page import write_overview, write_report
from webproctor.run.episode_results import Result
from webproctor.run.results import Run
from webproctor.run.snapshots import Snapshots

HOSTILE = (
    "<script>hit()</script>\"><img src=x onerror='hit()'>'><svg onload=hit()> --><b id=planted>"
    "</script></style></title></textarea><script>hit()</script>{{7*7}}${7*7}]]>\u2028hit()\u2029;"
    "<!--<script>\n*/hit()//\\');hit();(' <a href='javascript:hit()'>a</a> \x1b[31m \ud83d"
)
FOLDER = "javascript:hit()#?%41\"'><img src=x onerror=hit()>{{7*7}}\u2028&amp;"
ADDRESS = "javascript:hit()//<script>hit()</script>"
COUNTER = "window.hits = 0; window.hit = () => { window.hits += 1 };"
# Elements that exist only if text was interpreted as markup.
PLANTED = "#planted, [onerror], [onload], [src=x], a[href^='javascript:' i], iframe:not([sandbox])"


def _run(folder: Path, agent: str) -> tuple[Run, dict[tuple[str, int], Episode]]:
    """Return a run in which every text is hostile, with its episodes."""
    folder.mkdir(parents=True)
    about = {"benchmark": "exam", "agent": HOSTILE, "condition": {}, "started": ADDRESS}
    settings = {"settings": {HOSTILE: HOSTILE}, "model": {"name": HOSTILE}, HOSTILE: HOSTILE}
    (folder / "run.json").write_text(json.dumps(about | settings))
    picture = io.BytesIO()
    Image.new("RGB", (64, 48), "red").save(picture, "PNG")
    kept = Snapshots(folder, "all")
    snapshot: dict[str, Any] = {
        "screenshot": kept.keep(picture.getvalue()),
        "text": kept.keep_text(HOSTILE[:-1]),
    }
    tasks = [f"solved {HOSTILE}", f"errored {HOSTILE}", f"void {HOSTILE}"]
    result: dict[str, Any] = {"instruction": HOSTILE, "cluster": HOSTILE, "usage": {HOSTILE: 1.0}}
    results = [
        Result(task=tasks[0], score=Score(value=1.0, details={HOSTILE: HOSTILE}), **result),
        Result(task=tasks[1], score=Score(value=0.0), cause=HOSTILE, message=HOSTILE, **result),
        Result(task=tasks[2], score=Score(value=0.0), cause=HOSTILE, void=True, **result),
    ]
    step = StepRecord(
        **snapshot,
        instruction=HOSTILE,
        rects=[(1, 1, 9, 9)],
        actions=[{"name": HOSTILE, "arguments": {HOSTILE: HOSTILE, "url": ADDRESS}}],
        results=[ActionResult(ok=False, message=f"dialog: {HOSTILE}", data=HOSTILE)],
        thought=HOSTILE,
        plan=HOSTILE,
        notes={HOSTILE: HOSTILE},
        noted=[("refused", ADDRESS), (HOSTILE, HOSTILE)],
        url=ADDRESS,
        seconds=1.0,
    )
    error = EpisodeError(cause="agent", message=HOSTILE, traceback=HOSTILE)
    episodes = {
        (task, 1): Episode(
            task=task,
            steps=[step, step],
            ending=Snapshot(**snapshot),
            answer=HOSTILE,
            evidence={"refused": [ADDRESS, HOSTILE], "errors": [HOSTILE]},
            error=error if task == tasks[1] else None,
        )
        for task in tasks
    }
    recordings = folder / "recordings" / _file_name(recorded_as(tasks[0], 1))
    recordings.mkdir(parents=True)
    for name in ("trace.zip", "network.har"):
        (recordings / name).write_bytes(b"")
    kinds = ("bars", "lines", "radar", "heat")
    labels = [HOSTILE, "$\\frac{1}$", ADDRESS]
    summary = Summary(
        headline="mean",
        figures={"mean": 0.5, HOSTILE: 0.5},
        tables=[Table(title=HOSTILE, columns=[HOSTILE, "n"], rows=[[HOSTILE, 1], [ADDRESS, 2]])],
        charts=[
            Chart(title=HOSTILE, kind=kind, labels=labels, series={HOSTILE: [0.1, 0.5, 1]})
            for kind in kinds
        ],
    )
    published = Table(title=HOSTILE, columns=["model", "score"], rows=[[HOSTILE, 0.4]])
    run = Run(
        folder=folder,
        benchmark="exam",
        agent=agent,
        model=HOSTILE,
        condition={HOSTILE: HOSTILE, "short": "<script>hit()</script>"},
        complete=False,
        tasks=3,
        results=results,
        summary=summary,
        published=published,
        published_columns={"mean": "score"},
        grouped=HOSTILE,
    )
    return run, episodes


def _file_name(text: str) -> str:
    """Return a text without characters that file systems reject, truncated."""
    return re.sub(r"[\0\ud800-\udfff]", "", text)[:250]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the runs, which the reports may load files from."""
    return tmp_path_factory.mktemp("hostile")


@pytest.fixture(scope="module")
def hostile(folder: Path) -> list[Run]:
    """Two runs with hostile texts, with their reports; the name of the first folder is a
    `javascript:` address."""
    runs = [_run(folder / name, f"{name[:4]} <script>hit()</script>") for name in (FOLDER, "b")]
    by_folder = {run.folder: episodes for run, episodes in runs}
    first, other = (run for run, _ in runs)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(episode_pages, "episodes_in", lambda folder: by_folder[folder].items())
        write_report(first, [other])
        write_report(other)
    return [first, other]


class Watch:
    """Collects a page's requests, console errors and exceptions."""

    def __init__(self, page: Page) -> None:
        self.faults: list[str] = []
        self.requested: list[str] = []
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", lambda line: self._console(line.type, line.text))
        page.on("request", lambda request: self.requested.append(request.url))

    def _console(self, kind: str, text: str) -> None:
        if kind == "error":
            self.faults.append(text)


@pytest_asyncio.fixture(loop_scope="session")
async def watched(reader: Page) -> tuple[Page, Watch]:
    """A page that counts calls of `hit()`."""
    await reader.add_init_script(COUNTER)
    return reader, Watch(reader)


def _is_file_in(folder: Path, url: str) -> bool:
    path = Path(unquote(urlsplit(url).path))
    return url.startswith("file://") and path.is_relative_to(folder) and path.is_file()


async def assert_harmless(page: Page, watch: Watch, folder: Path) -> None:
    assert await page.evaluate("window.hits") == 0
    assert await page.locator(PLANTED).count() == 0
    assert watch.faults == []
    for url in watch.requested:
        # Heat maps in plots are data URLs.
        assert url.startswith("data:image/png;") or _is_file_in(folder, url)


async def test_text_of_a_run_runs_no_script_in_its_report(
    hostile: list[Run], folder: Path, watched: tuple[Page, Watch]
) -> None:
    page, watch = watched
    await page.goto((hostile[0].folder / "report.html").as_uri())
    text = await page.inner_text("body")
    assert "{{7*7}}${7*7}]]>" in text
    assert await page.locator("svg image").count() > 0, "heat maps are shown"
    await assert_harmless(page, watch, folder)


async def test_text_of_a_run_runs_no_script_in_the_page_of_its_episodes(
    hostile: list[Run], folder: Path, watched: tuple[Page, Watch]
) -> None:
    page, watch = watched
    await page.goto((hostile[0].folder / "episodes.html").as_uri())
    for number in range(3):
        await page.evaluate(f"location.hash = '#{number}'")
        await page.locator("#list a.here").nth(0).wait_for()
        await page.get_by_text("step 1 of 2").wait_for()
        for summary in await page.locator("article summary").all():
            await summary.click()
        words = page.frame_locator("iframe").locator("body")
        assert "{{7*7}}" in await words.inner_text()
        assert await page.locator("figure img").evaluate(
            "async (one) => { await one.decode(); return one.naturalWidth }"
        )
        assert "{{7*7}}${7*7}" in await page.inner_text("article")
        await page.keyboard.press("ArrowRight")
        await page.get_by_text("step 2 of 2").wait_for()
        await page.keyboard.press("ArrowRight")
        await page.get_by_text("final state").nth(0).wait_for()
        await assert_harmless(page, watch, folder)


async def test_text_of_runs_runs_no_script_on_the_board_and_its_links_open_their_reports(
    hostile: list[Run], folder: Path, watched: tuple[Page, Watch]
) -> None:
    board = Board(sections=sections(hostile), unreadable={HOSTILE: HOSTILE, ADDRESS: ADDRESS})
    out = write_board(board, folder / "board.html")
    page, watch = watched
    await page.goto(out.as_uri())
    await page.get_by_role("button", name="tasks").click()
    await page.get_by_label("Find").fill("script")
    await assert_harmless(page, watch, folder)
    await page.get_by_role("link", name="Compare these runs").click()
    await page.get_by_role("heading", name="runs compared").wait_for()
    await assert_harmless(page, watch, folder)
    await page.go_back()
    await page.get_by_title("javascript:hit()#").click()
    await page.get_by_role("link", name="Episodes, step by step").click()
    await page.get_by_text("step 1 of 2").wait_for()
    await assert_harmless(page, watch, folder)


async def test_text_of_runs_runs_no_script_in_an_overview(
    hostile: list[Run], folder: Path, watched: tuple[Page, Watch]
) -> None:
    overview = write_overview(hostile, folder, [f"past {HOSTILE}", ADDRESS])
    page, watch = watched
    await page.goto(overview.as_uri())
    assert "{{7*7}}" in await page.inner_text("body")
    await assert_harmless(page, watch, folder)
    await page.locator("td a").first.click()
    await page.get_by_role("link", name="Episodes, step by step").wait_for()
    await assert_harmless(page, watch, folder)


async def test_text_of_a_run_runs_no_script_on_the_judging_page(
    tmp_path: Path, watched: tuple[Page, Watch]
) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (64, 48), "red").save(picture, "PNG")
    text = HOSTILE[:-1]
    failure = Failure(key="2/1", answer=Answer(instruction=text, plan=text, said=text))
    targets = {"2/1": Target("2/1", picture.getvalue(), text, ())}
    app = application(tmp_path, [failure], targets, {"2/1": [text]}, {}, asyncio.Event())
    page, watch = watched
    async with serve(app) as port:
        await page.goto(f"http://127.0.0.1:{port}/")
        await page.get_by_text("1 of 1; 0 judged").wait_for()
        for shown in ("#plan", "#history", "#prediction"):
            assert "{{7*7}}" in await page.inner_text(shown)
        assert await page.evaluate("window.hits") == 0
        assert await page.locator(PLANTED).count() == 0
        assert watch.faults == []
        assert all(url.startswith(f"http://127.0.0.1:{port}/") for url in watch.requested)


@pytest.mark.parametrize("name", ["report.html", "episodes.html"])
async def test_injected_markup_could_run_no_script_and_load_nothing(
    hostile: list[Run], tmp_path: Path, watched: tuple[Page, Watch], name: str
) -> None:
    page_file = Path(shutil.copytree(hostile[1].folder, tmp_path / "run")) / name
    page_file.with_name("x.js").write_text("hit()")
    planted = (
        "<script>hit()</script><script src='x.js'></script><img src=x onerror=hit()>"
        "<svg onload=hit()></svg><img src='http://127.0.0.1:9/beacon'>"
        "<iframe srcdoc='<script>parent.hit()</script>'></iframe><base href='http://127.0.0.1:9/'>"
    )
    page_file.write_text(page_file.read_text("utf-8").replace("<main", f"{planted}<main"), "utf-8")
    page, watch = watched
    await page.goto(page_file.as_uri())
    await page.locator("main").wait_for()
    assert await page.evaluate("window.hits") == 0
    assert any("Content Security Policy" in fault for fault in watch.faults)
    assert "127.0.0.1" not in await page.evaluate("document.baseURI")
