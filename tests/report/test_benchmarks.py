"""Tests of reports, comparisons and the board, for four agents on all benchmarks, in a browser."""

import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from models.server import ModelServer
from per_change import exhaustive, first, only
from playwright.async_api import Browser, Page

from webproctor.analysis.comparing import compare
from webproctor.core import registry
from webproctor.core.llm import Call, Message, Reply
from webproctor.harness.models import ModelSettings
from webproctor.harness.reading import read_run
from webproctor.harness.runs import run
from webproctor.report.board import Board, gather, sections, write_board
from webproctor.report.comparing import write_comparison
from webproctor.report.page import write_report
from webproctor.run.results import Run

_AXE = Path(__file__).parents[1] / "axe/axe.min.js"
_BARRIERS = """axe.run(document, {resultTypes: ['violations']}).then(({violations}) =>
  violations.map(({id, nodes}) => [id, ...nodes.map(({html}) => html.slice(0, 120))]))"""
_ASTRAY = """[...document.querySelectorAll('nav a')]
  .map((one) => decodeURIComponent(one.hash.slice(1)))
  .filter((id) => document.querySelectorAll(`[id="${id}"]`).length !== 1)"""
_WIDER = """[...document.querySelectorAll('.sheet, .plot')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"""
# A few tasks of each benchmark, so that all pages show real runs.
FEW: dict[str, dict[str, Any]] = {
    "webgames": {"task": ("date", "right-click", "buttons"), "clock": "virtual"},
    "turkingbench": {"instances": 1, "task": ("Receipt table reading", "Map directions")},
    "mind2web": {"website": ("click-cubed", "i-accept")},
    "realwebassist": {"participant": (2,)},
    "grounding": {"targets": 4},
    "miniwob": {"environment": ("click-test-2", "enter-text")},
}
# The agent with a model, by benchmark; `web` for others.
DRIVEN = {"turkingbench": "form", "realwebassist": "grounder", "grounding": "grounder"}
TEXT_ONLY = {"web": {"vision": False, "max_steps": 2}}
AGENTS = ("oracle", "do-nothing", "model")
# Benchmarks that all agents run on at every change: one without a browser.
COMPARED = ["mind2web"]
RUNS = [(benchmark, agent) for benchmark in FEW for agent in AGENTS]
# At every change, one run has live pages.
SOME = [("webgames", "model"), *((one, agent) for one in COMPARED for agent in AGENTS)]
SHOWN = ["webgames", *COMPARED]

Start = Callable[[ModelServer], int]
Once = Callable[[str, Callable[[Path], object]], Path]
Runs = dict[tuple[str, str], Run]


def clicks(messages: Sequence[Message], acting: bool) -> Reply:
    """Answer with the centre, and click the first element if there are tools."""
    calls = (Call("1", "click", {"element": 0}),) if acting else ()
    return Reply("(500, 500)", calls, usage={"input_tokens": 900, "output_tokens": 20})


@pytest.fixture(scope="module")
def runs(request: pytest.FixtureRequest, once: Once, start: Start) -> Runs:
    """`runs[benchmark, agent]`: a run of an agent on a benchmark, with its report."""
    runs_by_agent: Runs = {}
    for benchmark, agent in RUNS if exhaustive(request.config) else SOME:
        name = f"{benchmark}-{agent}"

        def fill(folder: Path, benchmark: str = benchmark, agent: str = agent) -> None:
            write_report(_run(benchmark, agent, folder / folder.name, start))

        runs_by_agent[benchmark, agent] = read_run(once(name, fill) / name)
    return runs_by_agent


def _run(benchmark: str, agent: str, folder: Path, start: Start) -> Run:
    name = DRIVEN.get(benchmark, "web") if agent == "model" else agent
    own: dict[str, Any] = TEXT_ONLY.get(name, {})
    model = None
    if agent == "model":
        server = f"http://127.0.0.1:{start(ModelServer(clicks))}/v1"
        if name == "grounder":
            own = {"grounder": "uground", "server": server}
        else:
            model = ModelSettings(
                name="openai-api/loopback/scripted",
                base_url=server,
                arguments={"api_key": "none"},
                price=(1.0, 10.0),
            )
    return run(
        benchmark,
        name,
        settings=FEW[benchmark],
        agent_settings=own,
        model=model,
        folder=folder,
        parallel=2,
    )


@asynccontextmanager
async def reading(chromium: Browser, at: Path) -> AsyncIterator[Page]:
    """Open a page; check that it has no errors and requests only local files."""
    faults: list[str] = []
    page = await chromium.new_page()
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on(
        "console", lambda message: faults.append(message.text) if message.type == "error" else None
    )
    page.on("request", lambda one: None if one.url.startswith("file:") else faults.append(one.url))
    await page.goto(at.as_uri())
    yield page
    await page.close()
    assert faults == []


def test_every_benchmark_is_included() -> None:
    assert set(FEW) == set(registry.names("benchmarks"))


@pytest.mark.parametrize(("benchmark", "agent"), only(SOME, RUNS))
async def test_the_report_opens_from_a_file_and_draws_every_chart(
    benchmark: str, agent: str, runs: Runs, chromium: Browser
) -> None:
    agent_run = runs[benchmark, agent]
    assert agent_run.complete
    assert agent_run.summary is not None
    async with reading(chromium, agent_run.folder / "report.html") as page:
        drawn = page.locator(".plot svg")
        among = bool(
            agent_run.published and agent_run.published.rows and not agent_run.unlike_published
        )
        assert await drawn.count() == len(agent_run.summary.charts) + among
        for place in range(await drawn.count()):
            box = await drawn.nth(place).bounding_box()
            assert box is not None
            assert box["width"] > 200
        headline = agent_run.summary.figures[agent_run.summary.headline]
        shown = await page.locator(".figure.first b").inner_text()
        assert shown.replace("\N{THIN SPACE}", " ") == f"{100 * headline:.1f} %"
        if among:
            assert await page.get_by_role("cell", name="published", exact=True).count() == len(
                agent_run.published.rows if agent_run.published else []
            )
        assert await page.evaluate(_ASTRAY) == []
        await page.get_by_role("link", name="Episodes, step by step").click()
        await page.get_by_text(f"{agent_run.tasks} of {agent_run.tasks} episodes").wait_for()


@pytest.mark.parametrize("benchmark", only(SHOWN, FEW))
async def test_arrow_keys_step_through_the_steps_of_a_model(
    benchmark: str, runs: Runs, chromium: Browser
) -> None:
    agent_run = runs[benchmark, "model"]
    async with reading(chromium, agent_run.folder / "episodes.html") as page:
        steps = agent_run.results[0].steps
        await page.get_by_text(f"step 1 of {steps}", exact=True).wait_for()
        if steps > 1:
            await page.keyboard.press("ArrowRight")
            await page.get_by_text(f"step 2 of {steps}", exact=True).wait_for()
        await page.keyboard.press("ArrowDown")
        await page.locator("#list li:nth-child(2) a.here").wait_for()


@pytest.mark.parametrize("benchmark", only(COMPARED, FEW))
async def test_agents_are_compared_on_one_page(
    benchmark: str, runs: Runs, chromium: Browser, tmp_path: Path
) -> None:
    compared = compare([runs[benchmark, agent] for agent in AGENTS])
    assert compared.differing == {}
    async with reading(chromium, write_comparison(compared, tmp_path)) as page:
        assert await page.locator("table").first.locator("tr").count() == 1 + len(AGENTS)
        costly = any(one.dollars for one in compared.standings)
        assert await page.locator(".plot svg").count() == 1 + costly
        alone = [
            bool(tasks) for one in compared.pairs for tasks in (one.only_first, one.only_second)
        ]
        folded = sum(alone) + bool(compared.grid.unsolved)
        assert await page.locator("details").count() == folded


@pytest.mark.parametrize("benchmark", only(SHOWN, FEW))
async def test_nothing_is_truncated_in_print(benchmark: str, runs: Runs, chromium: Browser) -> None:
    async with reading(chromium, runs[benchmark, "model"].folder / "report.html") as page:
        await page.emulate_media(media="print")
        await page.set_viewport_size({"width": 700, "height": 1000})  # A4 with margins.
        assert await page.evaluate(_WIDER) == []
        assert not await page.get_by_role("navigation").is_visible()


@pytest.mark.parametrize("page", first("report", "episodes", "compare", "board", count=2))
async def test_pages_are_accessible_in_light_and_dark_mode(
    page: str, runs: Runs, chromium: Browser, tmp_path: Path
) -> None:
    agent_runs = [runs["mind2web", agent] for agent in AGENTS]
    at = runs["webgames", "model"].folder / f"{page}.html"
    if page == "compare":
        at = write_comparison(compare(agent_runs), tmp_path)
    elif page == "board":
        at = write_board(Board(sections=sections(agent_runs)), tmp_path / "board.html")
    async with reading(chromium, at) as opened:
        await opened.locator("table, h2").first.wait_for()
        await opened.evaluate(_AXE.read_text(encoding="utf-8") + ";0")
        await opened.emulate_media(color_scheme="light")
        assert await opened.evaluate(_BARRIERS) == []
        await opened.emulate_media(color_scheme="dark")
        assert await opened.evaluate(_BARRIERS) == []


@pytest.mark.parametrize("benchmarks", first(COMPARED, [*FEW]))
async def test_the_board_has_a_table_for_each_benchmark_and_filters(
    benchmarks: Sequence[str], runs: Runs, chromium: Browser, tmp_path: Path
) -> None:
    for benchmark in benchmarks:
        for agent in AGENTS:
            folder = runs[benchmark, agent].folder
            shutil.copytree(folder, tmp_path / "runs" / folder.name)
    gathered = gather(tmp_path / "runs")
    assert gathered.unreadable == {}
    assert {section.benchmark: len(section.runs) for section in gathered.sections} == dict.fromkeys(
        benchmarks, len(AGENTS)
    )
    write_board(gathered, tmp_path / "board.html")
    async with reading(chromium, tmp_path / "board.html") as page:
        assert await page.locator("section:visible").count() == len(benchmarks)
        await page.get_by_label("Benchmark").select_option("mind2web")
        assert await page.locator("section:visible").count() == 1
        await page.get_by_label("Find").fill("oracle")
        assert await page.locator("section:visible .board tr:visible").count() == 2
        await page.get_by_role("link", name="Compare these runs").locator("visible=true").click()
        await page.get_by_role("heading", name="mind2web runs compared").wait_for()


@pytest.fixture
def real(data: Path, tmp_path: Path) -> Run:
    """A run on real crowdsourcing pages."""
    finished_run = run(
        "turkingbench",
        "oracle",
        settings={"data": data / "turkingbench", "split": "test", "instances": 1},
        limit=3,
        folder=tmp_path / "run",
        record="all",
        parallel=2,
    )
    write_report(finished_run)
    return finished_run


@pytest.mark.exhaustive
async def test_real_pages_are_shown_step_by_step(real: Run, chromium: Browser) -> None:
    assert real.grouped == "task"
    async with reading(chromium, real.folder / "report.html") as page:
        # Only a part of the test tasks: the published results are in a table of their own.
        assert await page.get_by_role("cell", name="this run").count() == 0
        assert await page.get_by_text("Not comparable with this run").count() == 1
    async with reading(chromium, real.folder / "episodes.html") as page:
        picture = page.locator("figure img")
        await picture.wait_for()
        assert await picture.evaluate("async (one) => (await one.decode(), one.naturalWidth)") > 900
