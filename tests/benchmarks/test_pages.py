"""`PageBenchmark`: a benchmark of pages that defines only tasks and scores."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import processes
import pytest
from programs.client import NotDone, connected
from starlette.responses import HTMLResponse
from starlette.types import Receive, Scope, Send

from webproctor import Episode, PageBenchmark, Score, Task, UserError
from webproctor.benchmarks import Benchmark
from webproctor.core.actions import computer, web
from webproctor.environments.browser import Page, find_browser
from webproctor.environments.desktop import find_programs

pytestmark = pytest.mark.usefixtures("executable")


class Door(PageBenchmark):
    """One task: open a door."""

    pages: Any = {"/door": "<button onclick=\"document.title = 'open'\">Open</button>"}  # noqa: RUF012

    def tasks(self) -> Sequence[Task]:
        return [Task(id="door", benchmark=self.name, instruction="Open the door.")]

    async def evidence(self, task: Task, page: Page) -> Mapping[str, Any]:
        return {"title": await page.run("document.title")}

    def score(self, task: Task, episode: Episode) -> Score:
        return Score(value=float(episode.evidence.get("title") == "open"))


async def opened(benchmark: PageBenchmark) -> dict[str, Any]:
    """The evidence of an episode whose agent clicks the first element."""
    async with benchmark, benchmark.session(benchmark.tasks()[0]) as session:
        await session.observe(frozenset({"elements"}))
        assert (await session.act(web.Click(element=0))).ok
        return await session.evidence()


def test_a_page_benchmark_is_named_after_its_class() -> None:
    class LongName(Door):
        pass

    assert isinstance(Door(), Benchmark)
    assert (Door.name, LongName.name) == ("door", "long-name")


async def test_pages_can_be_html_by_path() -> None:
    seen = await opened(Door())
    assert (seen["title"], seen["url"]) == ("open", "http://pages.localhost/door")
    assert seen["refused"] == seen["errors"] == []


async def test_pages_can_be_files_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "door").mkdir()
    (tmp_path / "door/index.html").write_text(Door.pages["/door"])

    class Files(Door):
        pages = tmp_path

        def start(self, task: Task) -> str:
            return "/door/"

    assert (await opened(Files()))["title"] == "open"


async def test_pages_can_be_an_application() -> None:
    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        await HTMLResponse(Door.pages["/door"])(scope, receive, send)

    class Served(Door):
        pages = staticmethod(application)

    assert (await opened(Served()))["title"] == "open"


async def test_a_page_cannot_reach_other_hosts() -> None:
    class Leaving(Door):
        pages = {"/door": "<img src='http://127.0.0.1:9/x'><button>Open</button>"}  # noqa: RUF012

    assert (await opened(Leaving()))["refused"] == ["http://127.0.0.1:9/x"]


async def test_episodes_do_not_share_storage() -> None:
    class Storing(Door):
        pages = {  # noqa: RUF012
            "/door": "<script>document.title = localStorage.x; localStorage.x = 1</script><a href>x"
        }

    async with Storing() as benchmark:
        for _ in range(2):
            async with benchmark.session(benchmark.tasks()[0]) as session:
                assert (await session.evidence())["title"] == "undefined"


async def test_a_page_benchmark_has_no_oracle_by_default() -> None:
    with pytest.raises(UserError, match="door has no oracle"):
        Door().oracle()


@pytest.fixture
def desktop_programs() -> None:
    try:
        find_programs()
        find_browser(window=True)
    except UserError as error:
        pytest.skip(str(error))


@pytest.mark.exhaustive
@pytest.mark.usefixtures("desktop_programs")
async def test_an_agent_can_act_on_a_desktop() -> None:
    door = Door()
    async with door, door.session(door.tasks()[0], "desktop") as session:
        assert (await session.observe(frozenset({"screenshot"}))).width > 1000
        left, top = await session.page_session.page.run(
            "[screenX, screenY + outerHeight - innerHeight]"
        )
        await session.act(computer.MouseClick(x=left + 30, y=top + 20))
        assert (await session.evidence())["title"] == "open"


@pytest.mark.usefixtures("desktop_programs")
async def test_an_episode_whose_only_window_was_closed_has_the_evidence_of_an_empty_page() -> None:
    door = Door()
    async with door, door.session(door.tasks()[0], "desktop") as session:
        window = session.page_session.page
        await session.act(computer.KeyPress(keys="ctrl+w"))
        await window.tab.closed.wait()
        evidence = await session.evidence()
    assert (evidence["url"], evidence["title"]) == ("about:blank", "")


async def test_a_page_that_hangs_when_the_episode_ends_has_evidence() -> None:
    benchmark = Door()
    async with benchmark, benchmark.session(benchmark.tasks()[0]) as session:
        page = session.page  # type: ignore[attr-defined]
        page._timeout = 1.0
        await page.run("document.title = 'open'; setTimeout(() => { while (true); }); 1")
        assert (await session.evidence())["title"] == "open"


async def test_a_program_acts_through_devtools_but_cannot_run_scripts() -> None:
    door = Door()
    async with door, door.session(door.tasks()[0], "browser-input") as session:
        async with connected(session.proxy.address) as client:
            await client.click(30, 20)
            with pytest.raises(NotDone):
                await client.send("Runtime.evaluate", expression="document.title = 'won'")
        seen = await session.evidence()
    assert (seen["title"], seen["inputs"], seen["scripts"]) == ("open", "verified", 0)


async def test_the_browser_can_be_launched_before_the_first_session() -> None:
    before = processes.find("browser")
    async with Door() as benchmark:
        await benchmark.launch()
        assert processes.find("browser") - before
        assert benchmark.browser is not None
        assert benchmark.browser.prepared_pages.ready == 1
        async with benchmark.session(benchmark.tasks()[0]):
            assert benchmark.browser.prepared_pages.ready == 0
    assert processes.find("browser") <= before
