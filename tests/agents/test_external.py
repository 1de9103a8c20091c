"""Third-party programs with a browser, a task and a deadline; inputs recorded by the browser."""

import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from conftest import Eventually
from per_change import first

from webproctor.agents import make_agent
from webproctor.agents.external import steps
from webproctor.benchmarks import load_benchmark
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.scores import Score
from webproctor.core.tasks import Limits
from webproctor.environments.browser import find_browser
from webproctor.environments.browser.finding import browser_version
from webproctor.environments.browser.witness import Input
from webproctor.environments.isolation import unavailable_reason
from webproctor.harness.logs import read_episodes
from webproctor.harness.runs import run
from webproctor.workers.processes import Processes

SOLVES = """
import asyncio, os, sys
from playwright.async_api import async_playwright

async def main():
    async with async_playwright() as driver:
        browser = await driver.chromium.connect_over_cdp(os.environ["WEBPROCTOR_DEVTOOLS"])
        pages = [page for context in browser.contexts for page in context.pages]
        [page] = [page for page in pages if page.url == os.environ["WEBPROCTOR_URL"]]
        assert "Right-click" in os.environ["WEBPROCTOR_TASK"]
        await page.get_by_text("Right-click here").click(button="right")
        await page.get_by_text("The password is").wait_for()
        print("It took one click.")
        print((await page.inner_text("body")).split("The password is")[1].split()[0])

asyncio.run(main())
"""

SELENIUM = """
import os, shutil
from urllib.parse import urlsplit
from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

options = ChromeOptions()
options.debugger_address = urlsplit(os.environ["WEBPROCTOR_DEVTOOLS"]).netloc
driver = Chrome(options=options, service=ChromeService(shutil.which("chromedriver")))
card = driver.find_element(By.XPATH, "//*[text()='Right-click here']")
ActionChains(driver).context_click(card).perform()
body = driver.find_element(By.TAG_NAME, "body")
WebDriverWait(driver, 30).until(lambda _: "The password is" in body.text)
print(body.text.split("The password is")[1].split()[0])
"""


@pytest.mark.parametrize("devtools", ["script", "input"])
def test_a_virtual_clock_is_refused_before_anything_starts(devtools: str) -> None:
    benchmark = load_benchmark("webgames", task=("date",), clock="virtual")
    with pytest.raises(UserError, match="remove --clock virtual"):
        make_agent("external", benchmark, command="true", devtools=devtools)


async def test_the_error_of_a_shim_says_that_the_path_of_the_program_is_needed(
    tmp_path: Path, executable: Path
) -> None:
    shim = tmp_path / "shims" / "python"
    shim.parent.mkdir()
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    benchmark = load_benchmark("webgames", task=("date",))
    agent = make_agent("external", benchmark, command=str(shim))
    [task] = benchmark.tasks()
    async with benchmark, benchmark.session(task, "browser") as session:
        episode = await run_episode(task, session, agent)
    assert episode.error is not None
    assert f"{shim} only starts another program" in episode.error.message


def major_version(program: Path) -> str:
    found = re.search(r"(\d+)\.", browser_version(program))
    return found[1] if found else ""


async def test_selenium_solves_a_game(tmp_path: Path) -> None:
    chromedriver = shutil.which("chromedriver")
    if chromedriver is None:
        pytest.skip("chromedriver is not installed: sudo apt-get install chromium-driver")
    if major_version(Path(chromedriver)) != major_version(find_browser()):
        pytest.skip("chromedriver is for another version of Chromium")
    if missing := unavailable_reason():
        pytest.skip(missing)  # Without a sandbox, the address needs a token, which Selenium drops.
    program = tmp_path / "agent.py"
    program.write_text(SELENIUM)
    _, score = await evaluate(program)
    assert score.value == 1


async def evaluate(program: Path, seconds: float = 60) -> tuple[Episode, Score]:
    benchmark = load_benchmark("webgames", task=("right-click",))
    agent = make_agent("external", benchmark, command=f"{sys.executable} {program}")
    [task] = benchmark.tasks()
    task = replace(task, limits=Limits(seconds=seconds))
    async with benchmark, benchmark.session(task, "browser") as session:
        episode = await run_episode(task, session, agent)
    return episode, benchmark.score(task, episode)


def written(folder: Path, source: str) -> Path:
    path = folder / "agent.py"
    path.write_text(source)
    return path


async def test_a_program_solves_a_task_and_its_last_output_line_is_the_answer(
    tmp_path: Path,
) -> None:
    episode, score = await evaluate(written(tmp_path, SOLVES))
    assert score.value == 1
    actions = [call for step in episode.steps for call in step.actions]
    assert [call["name"] for call in actions] == ["click"]


@pytest.mark.skipif(unavailable_reason() is not None, reason=str(unavailable_reason()))
@pytest.mark.parametrize("workers", first(None, Processes(1, 1)))
def test_a_program_cannot_read_the_folder_of_its_run(
    workers: Processes | None, tmp_path: Path
) -> None:
    script = written(tmp_path, "import os, sys; print(os.listdir(sys.argv[1]))")
    folder = tmp_path / "run"
    command = f"{sys.executable} {script} {folder}"
    done = run(
        "webgames",
        "external",
        settings={"task": ("right-click",)},
        agent_settings={"command": command, "read": [tmp_path]},
        isolated="required",
        folder=folder,
        workers=workers,
    )
    [episode] = read_episodes(done.folder).values()
    assert episode.output == "[]"


async def test_an_episode_of_a_failed_program_is_scored_and_its_output_is_kept(
    tmp_path: Path,
) -> None:
    usage = '{"webproctor_usage": {"model": "mine/own", "input_tokens": 9, "output_tokens": 2}}'
    source = f"import sys; print('Looking'); print('{usage}', flush=True); sys.exit('I give up')"
    episode, score = await evaluate(written(tmp_path, source))
    assert score.value == 0
    assert episode.error is not None
    assert "status 1: I give up" in episode.error.message
    assert "Looking" in episode.output
    assert "I give up" in episode.output
    assert [(one.model, one.input_tokens) for one in episode.reported] == [("mine/own", 9)]


async def test_a_program_is_ended_at_its_deadline_with_all_its_child_processes(
    tmp_path: Path, eventually: Eventually
) -> None:
    source = (
        "import subprocess, sys, time\n"
        "print('Waiting', flush=True)\n"
        f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)  # {tmp_path}'])\n"
        "time.sleep(99)"
    )
    episode, _ = await evaluate(written(tmp_path, source), seconds=12)
    assert episode.error is not None
    assert (episode.outcome, episode.error.cause) == ("errored", "time limit")
    assert "did not finish within 2 s" in episode.error.message
    assert episode.output == "Waiting"
    await eventually(lambda: not _left(str(tmp_path)))


def _left(text: str) -> list[psutil.Process]:
    """Return the other processes whose command line contains a text."""
    return [one for one in psutil.process_iter(["cmdline"]) if _mentions(one, text)]


def _mentions(process: psutil.Process, text: str) -> bool:
    return process.pid != psutil.Process().pid and text in " ".join(process.info["cmdline"] or ())


def seen(kind: str, at: float, detail: str = "") -> Input:
    return Input(kind=kind, at=at, stamp=at, x=1, y=2, detail=detail, target="")


def test_keys_typed_without_a_pause_are_one_action() -> None:
    inputs = [
        seen("down", 0, "left"),
        seen("up", 0.1, "left"),
        *(seen("key", 0.2 + n / 10, letter) for n, letter in enumerate("hey")),
        seen("key", 0.6, "Enter"),
        seen("wheel", 5),
        seen("wheel", 5.1),
    ]
    recorded = steps(inputs)
    assert [[call["name"] for call in step.actions] for step in recorded] == [
        ["click", "type", "press"],
        ["scroll"],
    ]
    assert recorded[0].actions[1]["arguments"]["text"] == "hey"


def test_a_missing_script_is_a_user_error() -> None:
    with pytest.raises(UserError, match=r"there is no file missing\.py"):
        make_agent("external", load_benchmark("webgames"), command="python3 missing.py")


def test_a_missing_program_is_a_user_error() -> None:
    with pytest.raises(UserError, match="there is no such program"):
        make_agent("external", load_benchmark("webgames"), command="no-such-agent --fast")
