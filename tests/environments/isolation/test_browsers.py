"""Browsers in a sandbox: files, DevTools, Chromium's own sandbox, and clean-up."""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from environments.isolation.conftest import until
from per_change import first

from webproctor.environments.browser import Browser
from webproctor.environments.isolation import request

SCRIPT = """
import asyncio, sys
from webproctor.environments.browser import Browser

async def main():
    async with Browser({}) as browser, browser.page() as page:
        print(page.folder, flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.fixture(params=first("chromium-headless-shell", "chromium"))
def program(request: pytest.FixtureRequest) -> Path:
    found = shutil.which(request.param)
    if found is None:
        pytest.skip(f"this machine has no {request.param}")
    return Path(found)


async def test_a_browser_cannot_read_files_of_the_machine(open_page, tmp_path: Path):
    (tmp_path / "secret").write_text("x")
    for path in (tmp_path / "secret", Path("/etc/passwd"), Path(__file__)):
        page = await open_page("<p>")
        # As a program would that connects to the browser directly.
        answer = await page.send("Page.navigate", {"url": path.as_uri()})
        assert answer["errorText"] == "net::ERR_FILE_NOT_FOUND"


async def test_a_browser_reaches_its_site_and_the_files_of_its_episode(open_page):
    page = await open_page("<input type=file onchange='document.title = this.files[0].size'>")
    (page.folder / "cat.png").write_bytes(b"12345")
    node = await page.node("document.querySelector('input')")
    assert await page.choose([page.folder / "cat.png"], node)
    assert await page.run("fetch('/missing').then((it) => it.status)") == 404
    assert (await page.call("webproctor.pageInfo"))["title"] == "5"


async def test_the_processes_of_a_browser_do_not_have_the_environment_of_the_harness(
    program: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SECRET_KEY", "x")
    before = _chromiums()
    async with Browser({}, executable=program) as browser, browser.page() as page:
        assert await page.run("1 + 1") == 2
        # Sandboxes too, which have the browser's options in their command.
        environments = [_environment(one) for one in _chromiums() if one not in before]
    assert any("HOME" in one for one in environments)
    assert not [one for one in environments if "SECRET_KEY" in one]


async def test_devtools_have_no_open_port(program: Path):
    before = _listening()
    async with Browser({}, executable=program) as browser, browser.page() as page:
        assert await page.run("1 + 1") == 2
        assert _listening() <= before


def _listening() -> set[int]:
    """Return the ports on which child processes listen in the machine's network."""
    ids = {one.pid for one in psutil.Process().children(recursive=True)}
    return {
        getattr(one.laddr, "port", 0)
        for one in psutil.net_connections("tcp")
        if one.status == psutil.CONN_LISTEN and one.pid in ids
    }


async def test_the_browsers_own_sandbox_is_on(program: Path):
    before = _chromiums()
    async with Browser({}, executable=program) as browser, browser.page() as page:
        assert await page.run("1 + 1") == 2
        started = [options for process, options in _chromiums().items() if process not in before]
    assert started
    assert not [options for options in started if "--no-sandbox" in options]


def _chromiums() -> dict[psutil.Process, list[str]]:
    """Return the browsers of this process with their options."""
    found = {}
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            options = process.cmdline()
            if "--remote-debugging-pipe" in options:
                found[process] = options
    return found


def _environment(process: psutil.Process) -> dict[str, str]:
    """Return the environment of a process; empty if it cannot be read."""
    try:
        return process.environ()
    except psutil.Error:
        return {}


async def test_pages_open_without_a_sandbox_too(site, executable: Path):
    request("none")
    try:
        hosts = {site.host: site.port}
        async with Browser(hosts, executable=executable) as browser, browser.page() as page:
            await page.open(site.add("<title>here</title>"))
            assert (await page.call("webproctor.pageInfo"))["title"] == "here"
    finally:
        request("auto")


def test_all_processes_end_when_the_harness_is_killed(tmp_path: Path):
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    harness = subprocess.Popen(
        [sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, env=environment, text=True
    )
    assert harness.stdout is not None
    folder = Path(harness.stdout.readline().strip())
    started = psutil.Process(harness.pid).children(recursive=True)
    assert len(started) > 3
    harness.kill()
    harness.wait()
    harness.stdout.close()
    until(lambda: not any(map(_lives, started)))
    assert folder.is_dir()
    script = "from webproctor.environments.isolation import sweep; sweep()"
    subprocess.run([sys.executable, "-c", script], check=True, env=environment)
    assert [one for one in tmp_path.iterdir() if one.name.startswith("webproctor-")] == []


def _lives(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
