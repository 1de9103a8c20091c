"""The published suite's own deployment, as a small stand-in on loopback."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route

from webproctor.benchmarks.webgames.benchmark import webgames
from webproctor.benchmarks.webgames.original import OriginalSite, read_dataset
from webproctor.core.actions import web
from webproctor.core.episodes import Episode, Turn
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.observations import Observation, View
from webproctor.environments.serving import serve

RECORDS: list[dict[str, str]] = [
    {"id": "date", "title": "Today", "password": "DateMaster"},
    {"id": "maze/*", "title": "Maze", "password": "Ariadne", "variant": "base"},
    {"id": "dateeasy", "title": "Easy", "password": "DateMasterEasy", "variant": "easy"},
]
for _record in RECORDS:
    _record["description"] = "Press it."
PAGE = """<title>{0}</title><button style="position:fixed;left:0;top:0;width:300px;height:300px"
onclick="document.body.append('{1}')">Press</button>"""


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    path = tmp_path / "tasks.jsonl"
    path.write_text("\n".join(map(json.dumps, RECORDS)))
    return path


@pytest_asyncio.fixture(loop_scope="session")
async def stand_in() -> AsyncIterator[str]:
    """The site's address; every page shows its password when its button is pressed."""

    async def page(request: object) -> HTMLResponse:
        path = request.path_params["path"]  # type: ignore[attr-defined]
        [told] = [one for one in RECORDS if one["id"].removesuffix("*") == path]
        return HTMLResponse(PAGE.format(told["title"], told["password"]))

    async with serve(Starlette(routes=[Route("/{path:path}", page)])) as port:
        yield f"http://127.0.0.1:{port}"


class Presser:
    """Presses the button, reads the page, and answers with its last word."""

    reads: frozenset[View] = frozenset({"text"})

    async def act(self, observation: Observation) -> Turn:
        if observation.read("text").strip() == "Press":
            return Turn(actions=[web.Click(x=100, y=100)])
        return Turn(done=True, answer=observation.read("text").split()[-1].removeprefix("Press"))


async def test_a_deployment_is_run_by_its_own_ids_and_passwords(
    stand_in: str, dataset: Path, executable: Path
) -> None:
    benchmark = webgames(site=stand_in, dataset=dataset)
    marks = {}
    async with benchmark:
        for task in benchmark.tasks():
            async with benchmark.session(task) as session:
                episode = await run_episode(task, session, Presser())
            marks[task.id] = benchmark.score(task, episode).value
    assert marks == {"date": 1.0, "maze/*": 1.0, "dateeasy": 1.0}


def test_another_tasks_password_or_several_do_not_count(dataset: Path) -> None:
    benchmark = OriginalSite("http://site.test", read_dataset(dataset))
    task = benchmark.tasks()[0]

    def mark(answer: str) -> float:
        return benchmark.score(task, Episode(task=task.id, answer=answer)).value

    assert mark("It is DateMaster.") == 1.0
    assert mark("DateMasterEasy") == 0.0
    assert mark("DateMaster or Ariadne") == 0.0


def test_tasks_are_chosen_by_family_and_difficulty(dataset: Path) -> None:
    chosen = webgames(site="http://site.test", dataset=dataset, family=("date",))
    assert [task.id for task in chosen.tasks()] == ["date", "dateeasy"]
    chosen = webgames(site="http://site.test", dataset=dataset, difficulty=("easy",))
    assert [task.id for task in chosen.tasks()] == ["dateeasy"]


def test_the_published_dataset_is_read_whole(data: Path) -> None:
    records = read_dataset(data / "webgames/tasks.jsonl")
    assert len(records) == 150
    assert sum(record.id.endswith("/*") for record in records) == 3


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 1: is not JSON"),
        ("[]", "line 1: not an object"),
        ('{"id": "date"}', "line 1: field 'title' must be a string"),
        ("", "no record"),
    ],
)
def test_a_dataset_that_is_none_is_refused_by_line(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_text(line)
    with pytest.raises(UserError, match=message):
        read_dataset(path)


def test_a_site_needs_its_dataset_and_an_address(dataset: Path) -> None:
    with pytest.raises(UserError, match="--dataset"):
        webgames(site="http://site.test")
    with pytest.raises(UserError, match="give a URL"):
        webgames(site="site", dataset=dataset)
    with pytest.raises(UserError, match="remove user and password"):
        webgames(site="http://me:secret@site.test", dataset=dataset)


def test_a_variant_must_be_a_text(tmp_path: Path) -> None:
    record = dict.fromkeys(("id", "title", "description", "password"), "x") | {"variant": ["hard"]}
    (tmp_path / "tasks.jsonl").write_text(json.dumps(record))
    with pytest.raises(UserError, match="line 1: field 'variant'"):
        read_dataset(tmp_path / "tasks.jsonl")
