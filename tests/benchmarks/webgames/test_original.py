"""The published suite's own deployment, as an equivalent site on loopback."""

import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from benchmarks.webgames.deployment import deployment
from conftest import Eventually
from hypothesis import given
from hypothesis import strategies as st
from programs.client import NotDone, connected

from webproctor.agents import make_agent, surface_of
from webproctor.benchmarks import load_benchmark
from webproctor.benchmarks.webgames.benchmark import webgames
from webproctor.benchmarks.webgames.original import OriginalSite, read_dataset
from webproctor.benchmarks.webgames.scoring import password_given
from webproctor.benchmarks.webgames.site import application
from webproctor.core.actions import computer, web
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.episodes import Episode, Step
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.observations import Observation, View
from webproctor.core.sessions import Surface
from webproctor.environments.browser import find_browser
from webproctor.environments.desktop import find_programs
from webproctor.environments.serving import serve

RECORDS: list[dict[str, str]] = [
    {"id": "date", "title": "Today", "password": "DATE_MASTER"},
    {"id": "maze/*", "title": "Maze", "password": "Ariadne", "variant": "base"},
    {"id": "dateeasy", "title": "Easy", "password": "EASY_DATE_MASTER", "variant": "easy"},
    {"id": "patience", "title": "Patience", "password": "patience_wins"},
]
for _record in RECORDS:
    _record["description"] = "Press it."


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    path = tmp_path / "tasks.jsonl"
    path.write_text("\n".join(map(json.dumps, RECORDS)))
    return path


@pytest_asyncio.fixture(loop_scope="session")
async def site(executable: Path) -> AsyncIterator[str]:
    async with serve(deployment(RECORDS)) as port:
        yield f"http://127.0.0.1:{port}"


class Player:
    """Opens the correct doors, waits and reloads, or presses the button; then answers."""

    reads: frozenset[View] = frozenset({"text", "elements"})

    async def act(self, observation: Observation) -> Step:
        text = observation.read("text")
        if "The password is:" in text:
            return Step(done=True, answer=text.split()[-1])
        buttons = {element.label: element.index for element in observation.read("elements")}
        if "Door 1" in buttons:
            door = "Door 2" if observation.url.endswith("/1") else "Door 1"
            return Step(actions=[web.Click(element=buttons[door])])
        if "Solve" in buttons:
            return Step(actions=[web.Click(element=buttons["Solve"])])
        return Step(actions=[web.Wait(seconds=0.3), web.Reload()])


async def score(
    benchmark: OriginalSite, id: str, agent: Agent | SelfDrivenAgent, surface: Surface = "page"
) -> tuple[float, Episode]:
    [task] = [task for task in benchmark.tasks() if task.id == id]
    async with benchmark.session(task, surface) as session:
        episode = await run_episode(task, session, agent)
    return benchmark.score(task, episode).value, episode


async def test_an_agent_solves_pages_with_addresses_storage_and_buttons(
    site: str, dataset: Path
) -> None:
    async with webgames(site=site, tasks_file=dataset) as benchmark:
        assert isinstance(benchmark, OriginalSite)
        scores = [(await score(benchmark, record["id"], Player()))[0] for record in RECORDS]
    assert scores == [1.0] * len(RECORDS)


async def test_episodes_do_not_share_storage(site: str, dataset: Path) -> None:
    async with webgames(site=site, tasks_file=dataset, task=("patience",)) as benchmark:
        for _ in range(2):
            async with benchmark.session(benchmark.tasks()[0]) as session:
                assert "password" not in (await session.observe(frozenset({"text"}))).read("text")


PROGRAM = """
import os
from playwright.sync_api import sync_playwright

with sync_playwright() as driver:
    browser = driver.chromium.connect_over_cdp(os.environ["WEBPROCTOR_DEVTOOLS"], is_local=True)
    [page] = browser.contexts[0].pages
    page.get_by_role("button", name="Solve").click()
    print(page.locator("#won").inner_text().split()[-1])
"""


@pytest.mark.exhaustive
async def test_a_program_solves_a_page_with_scripts(
    site: str, dataset: Path, tmp_path: Path
) -> None:
    (tmp_path / "agent.py").write_text(PROGRAM)
    benchmark = webgames(site=site, tasks_file=dataset)
    command = f"{sys.executable} {tmp_path / 'agent.py'}"
    agent = make_agent("external", benchmark, command=command)
    async with benchmark:
        assert isinstance(benchmark, OriginalSite)
        value, episode = await score(benchmark, "dateeasy", agent, surface_of(agent))
    assert value == 1.0, episode.error
    assert episode.evidence["inputs"] == "scripts possible"


async def test_a_program_without_scripts_cannot_leave_the_site(
    site: str, dataset: Path, eventually: Eventually
) -> None:
    benchmark = webgames(site=site, tasks_file=dataset, task=("date",))
    async with benchmark, benchmark.session(benchmark.tasks()[0], "browser-input") as session:
        async with connected(session.proxy.address) as client:
            await client.attach()
            with pytest.raises(NotDone):
                await client.run("1 + 1")
            with pytest.raises(NotDone):
                await client.send("Page.navigate", url="http://other.test/")
            await client.send("Page.navigate", url=f"{site}/dateeasy")
            await eventually(lambda: session.page.url == f"{site}/dateeasy")
        evidence = await session.evidence()
    assert (evidence["inputs"], evidence["scripts"]) == ("verified", 0)


@pytest.mark.exhaustive
async def test_an_agent_solves_a_page_on_a_desktop(site: str, dataset: Path) -> None:
    try:
        find_programs()
        find_browser(window=True)
    except UserError as error:
        pytest.skip(str(error))
    benchmark = webgames(site=site, tasks_file=dataset, task=("date",))
    async with benchmark, benchmark.session(benchmark.tasks()[0], "desktop") as session:
        page = session.page_session.page
        x, y = await page.run("""(([button], left, top) => {
          const box = button.getBoundingClientRect();
          return [left + box.x + 5, top + box.y + 5];
        })(document.querySelectorAll('button'), screenX, screenY + outerHeight - innerHeight)""")
        await session.act(computer.MouseClick(x=x, y=y))
        assert "DATE_MASTER" in await page.run("document.body.textContent")


# Answers


ANSWERS = ("The password is {}.", "**{}**", "_{}_", "`{}`", '"{}"', "({})!", "it is\n{}\n")


def test_every_published_password_counts_only_for_its_task(data: Path) -> None:
    known = [record.password for record in read_dataset(data / "webgames/tasks.jsonl")]
    for n, password in enumerate(known):
        answer = ANSWERS[n % len(ANSWERS)].format(password)
        similar = [other for other in known if other in password or password in other]
        assert [other for other in similar if password_given(answer, other, known)] == [password]


WORDS = st.lists(st.sampled_from(["A", "KEY", "easy", "2024"]), min_size=1, max_size=4)


@given(st.lists(WORDS.map("_".join), min_size=2, max_size=6, unique=True))
def test_only_the_password_in_the_answer_counts(known: list[str]) -> None:
    for password in known:
        answer = f"It is {password}."
        assert [other for other in known if password_given(answer, other, known)] == [password]


def test_a_longer_word_that_starts_with_the_password_does_not_count() -> None:
    assert not password_given("KEY_MASTER_2025", "KEY_MASTER", ["KEY_MASTER"])


def score_of_answer(benchmark: OriginalSite, id: str, answer: str) -> float:
    [task] = [task for task in benchmark.tasks() if task.id == id]
    return benchmark.score(task, Episode(task=id, answer=answer)).value


def test_the_password_of_another_task_or_several_passwords_do_not_count(dataset: Path) -> None:
    benchmark = OriginalSite("http://site.test", read_dataset(dataset))
    assert score_of_answer(benchmark, "date", "It is DATE_MASTER.") == 1.0
    assert score_of_answer(benchmark, "date", "EASY_DATE_MASTER") == 0.0
    assert score_of_answer(benchmark, "date", "DATE_MASTER or Ariadne") == 0.0


def test_the_score_does_not_depend_on_the_selected_tasks(dataset: Path) -> None:
    benchmark = webgames(site="http://site.test", tasks_file=dataset, task=("date",))
    assert isinstance(benchmark, OriginalSite)
    assert score_of_answer(benchmark, "date", "DATE_MASTER or Ariadne") == 0.0


# Settings


def test_tasks_are_selected_by_family_and_difficulty(dataset: Path) -> None:
    benchmark = webgames(site="http://site.test", tasks_file=dataset, family=("date",))
    assert [task.id for task in benchmark.tasks()] == ["date", "dateeasy"]
    benchmark = webgames(site="http://site.test", tasks_file=dataset, difficulty=("easy",))
    assert [task.id for task in benchmark.tasks()] == ["dateeasy"]


def test_allowed_hosts_can_be_reached_and_are_part_of_the_condition(dataset: Path) -> None:
    benchmark = webgames(site="http://site.test", tasks_file=dataset, allow_host=("captcha.test",))
    assert benchmark.condition["allowed_hosts"] == ["captcha.test"]


@pytest.mark.parametrize(
    "setting",
    [
        {"clock": "virtual"},
        {"seed": 3},
        {"seeds": 2},
        {"puzzles": "published"},
        {"salt": "x"},
        {"appearance": "varied"},
        {"game": (Path("g"),)},
    ],
)
def test_settings_of_own_games_are_user_errors(dataset: Path, setting: dict[str, Any]) -> None:
    with pytest.raises(UserError, match=f"'{next(iter(setting))}' has no effect with --site"):
        load_benchmark("webgames", site="http://site.test", tasks_file=dataset, **setting)


def test_a_run_of_a_deployment_has_no_salt(site: str, dataset: Path, tmp_path: Path) -> None:
    from webproctor.run.preparation import prepare_benchmark

    settings, _, _ = prepare_benchmark("webgames", {"site": site, "tasks_file": dataset}, None)
    assert "salt" not in settings


def test_a_task_that_is_not_in_the_dataset_is_a_user_error(dataset: Path) -> None:
    with pytest.raises(UserError, match=r"no task 'dateeas'\. Did you mean 'dateeasy'"):
        webgames(site="http://site.test", tasks_file=dataset, task=("dateeas",))
    with pytest.raises(UserError, match="no task of --tasks-file matches"):
        webgames(
            site="http://site.test", tasks_file=dataset, family=("maze",), difficulty=("easy",)
        )


def test_a_site_requires_its_dataset_and_an_address(dataset: Path) -> None:
    with pytest.raises(UserError, match="--tasks-file"):
        webgames(site="http://site.test")
    with pytest.raises(UserError, match="add --site"):
        load_benchmark("webgames", tasks_file=dataset)
    with pytest.raises(UserError, match="give a URL"):
        webgames(site="site", tasks_file=dataset)
    with pytest.raises(UserError, match="remove user and password"):
        webgames(site="http://me:secret@site.test", tasks_file=dataset)


def test_a_deployment_cannot_be_served(dataset: Path) -> None:
    with pytest.raises(UserError, match=r"open http://site\.test/ in your browser"):
        application(webgames(site="http://site.test", tasks_file=dataset))


# The data set


def test_the_published_dataset_is_read_completely(data: Path) -> None:
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
def test_the_error_for_an_invalid_dataset_gives_the_line(
    tmp_path: Path, line: str, message: str
) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_text(line)
    with pytest.raises(UserError, match=message):
        read_dataset(path)


@pytest.mark.parametrize("field", ["id", "password"])
def test_duplicate_ids_or_passwords_are_user_errors(tmp_path: Path, field: str) -> None:
    first = {name: f"{name} 1" for name in ("id", "title", "description", "password")}
    second = {name: f"{name} 2" for name in first} | {field: first[field]}
    (tmp_path / "tasks.jsonl").write_text(f"{json.dumps(first)}\n{json.dumps(second)}")
    with pytest.raises(UserError, match=f"line 2: field '{field}': .* also in an earlier line"):
        read_dataset(tmp_path / "tasks.jsonl")


def test_a_variant_must_be_a_string(tmp_path: Path) -> None:
    record = dict.fromkeys(("id", "title", "description", "password"), "x") | {"variant": ["hard"]}
    (tmp_path / "tasks.jsonl").write_text(json.dumps(record))
    with pytest.raises(UserError, match="line 1: field 'variant'"):
        read_dataset(tmp_path / "tasks.jsonl")


@pytest.mark.parametrize("host", ["https://captcha.test/", "captcha.test:443", "a b", ""])
def test_an_invalid_host_name_is_a_user_error(host: str) -> None:
    with pytest.raises(UserError, match=r"--allow-host .*: give the name of a host"):
        webgames(allow_host=(host,))


def test_hosts_can_be_names_with_a_wildcard_and_addresses() -> None:
    benchmark = webgames(allow_host=("*.captcha.test", "127.0.0.1"))
    assert benchmark.condition["allowed_hosts"] == ["*.captcha.test", "127.0.0.1"]
