"""Recordings of pages: traces, videos, network traffic. By default nothing is recorded."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import processes
import pytest
from conftest import Site
from PIL import Image

from webproctor.core.actions.web import Click
from webproctor.core.errors import UserError
from webproctor.environments.browser import Browser
from webproctor.environments.browser import recording as recordings
from webproctor.environments.browser.recording import Kind, Recording, record
from webproctor.environments.browser.session import WebSession

PAGE = "<button onclick=\"document.body.style.background = 'red'\">Paint</button>"


# Records a page, while temporary files are on a file system from which no program can be started.
RECORD = """
import asyncio, sys
from pathlib import Path
from webproctor.environments.browser import Browser
from webproctor.environments.browser.recording import Recording, record

async def main():
    record(recording := Recording(Path(sys.argv[1]), frozenset({"trace"})))
    async with Browser({}, executable=Path(sys.argv[2])) as browser, browser.page() as page:
        await page.open("data:text/html,here")
    print(recording.files()["trace"].name)

asyncio.run(main())
"""
NOT_EXECUTABLE = 'mount -t tmpfs -o noexec tmpfs "$TMPDIR" && exec "$@"'
OWN_MOUNTS = ["unshare", "--user", "--map-root-user", "--mount"]


async def recorded(
    browser: Browser, url: str, folder: Path, *kinds: Kind, click: bool = True
) -> dict[str, Path]:
    recording = Recording(folder, frozenset(kinds))
    record(recording)
    async with browser.page() as page:
        session = await WebSession.open(page, url)
        await session.observe(frozenset({"elements"}))
        if click:
            await session.act(Click(element=0))
        await session.observe(frozenset({"screenshot"}))
    return recording.files()


def frames_of(film: Path) -> list[Image.Image]:
    import av  # pyright: ignore[reportMissingImports]

    with av.open(str(film)) as opened:
        return [frame.to_image() for frame in opened.decode(video=0)]


def is_red(frame: Image.Image) -> bool:
    pixel = frame.getpixel((600, 600))
    assert isinstance(pixel, tuple)
    return pixel[0] > 200 and pixel[1] < 60


async def test_a_trace_has_each_action_with_the_page_before_and_after(
    site: Site, browser: Browser, tmp_path: Path
) -> None:
    files = await recorded(browser, site.add(PAGE), tmp_path, "trace")
    with zipfile.ZipFile(files["trace"]) as archive:
        events = [json.loads(line) for line in archive.read("trace.trace").splitlines()]
    begun = [event for event in events if event["type"] == "before"]
    [group] = [event for event in begun if event["method"] == "tracingGroup"]
    assert group["title"].startswith("click(")
    within = [event for event in begun if event.get("parentId") == group["callId"]]
    assert len(within) == 2
    kept = [event["snapshot"] for event in events if event["type"] == "frame-snapshot"]
    pages = [json.dumps(one["html"]) for one in kept]
    first = next(place for place, one in enumerate(pages) if "Paint" in one)
    assert "red;" not in pages[first]
    assert any("red" in one for one in pages[first + 1 :])


async def test_a_video_shows_changes_of_the_page(
    site: Site, browser: Browser, tmp_path: Path
) -> None:
    import av  # pyright: ignore[reportMissingImports]

    files = await recorded(browser, site.add(PAGE), tmp_path, "video")
    with av.open(str(files["video"])) as film:
        assert film.streams.video[0].codec_context.name == "vp8"
    frames = frames_of(files["video"])
    assert frames[0].size == (1280, 720)
    assert is_red(frames[-1])


async def test_a_video_ends_with_the_last_state_of_the_page(
    site: Site, browser: Browser, tmp_path: Path
) -> None:
    recording = Recording(tmp_path, frozenset({"video"}))
    record(recording)
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(PAGE))
        await session.observe(frozenset({"elements"}))
        await page.channel.send("Page.stopScreencast")  # As if frames came late.
        await session.act(Click(element=0))
    assert is_red(frames_of(recording.files()["video"])[-1])


async def test_a_har_file_has_the_responses(site: Site, browser: Browser, tmp_path: Path) -> None:
    url = site.add(PAGE)
    files = await recorded(browser, url, tmp_path, "har")
    entries = json.loads(files["har"].read_text(encoding="utf-8"))["log"]["entries"]
    [page] = [entry for entry in entries if entry["request"]["url"] == url]
    assert "Paint" in page["response"]["content"]["text"]


async def test_nothing_is_recorded_by_default(site: Site, browser: Browser, tmp_path: Path) -> None:
    assert await recorded(browser, site.add(PAGE), tmp_path / "run") == {}
    assert not (tmp_path / "run").is_dir()


def test_each_episode_has_its_own_folder(tmp_path: Path) -> None:
    whole = Recording(tmp_path, frozenset({"har"}))
    assert whole.subfolder("Shop review/3").folder == tmp_path / "Shop-review-3"
    assert whole.subfolder("..").folder == tmp_path / "--"


def test_video_without_its_library_is_a_user_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(UserError, match=r"pip install 'webproctor\[video\]'"):
        record(Recording(tmp_path, frozenset({"video"})))
    assert recordings.current_recording().kinds == frozenset()


async def test_a_driver_that_dies_is_replaced_with_its_browser(
    site: Site, executable: Path, tmp_path: Path
) -> None:
    before = processes.find("driver") | processes.find("browser")
    url = site.add(PAGE)
    async with Browser({site.host: site.port}, executable=executable, timeout=5) as own:
        record(Recording(tmp_path, frozenset({"trace"})))
        async with own.page() as page:
            await page.open(url)
            drivers = processes.find("driver") - before
            started = (drivers | processes.find("browser")) - before
            processes.send(signal.SIGKILL, drivers)
        files = await recorded(own, url, tmp_path / "next", "trace")
        assert files["trace"].stat().st_size
        assert not processes.running(started)
    assert processes.find("driver") | processes.find("browser") == before


@pytest.mark.skipif(
    shutil.which("unshare") is None
    or subprocess.run([*OWN_MOUNTS, "true"], check=False).returncode != 0,
    reason="needs user namespaces",
)
def test_a_page_is_recorded_if_temporary_files_cannot_be_executed(
    executable: Path, tmp_path: Path
) -> None:
    (temporary := tmp_path / "temporary").mkdir()
    program = [sys.executable, "-c", RECORD, str(tmp_path / "recorded"), str(executable)]
    completed = subprocess.run(
        [*OWN_MOUNTS, "sh", "-c", NOT_EXECUTABLE, "sh", *program],
        env={**os.environ, "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.stdout == "trace.zip\n", completed.stderr


async def test_pages_are_recorded_next_to_others_of_the_same_browser(
    site: Site, browser: Browser, tmp_path: Path
) -> None:
    url = site.add(PAGE)
    async with browser.page() as page:
        await page.open(url)
        async with asyncio.TaskGroup() as group:
            recording = group.create_task(recorded(browser, url, tmp_path, "har", click=False))
            assert (await page.call("webproctor.pageInfo"))["width"] == 1280
    [entry] = json.loads(recording.result()["har"].read_text())["log"]["entries"]
    assert entry["request"]["url"] == url


async def test_a_recorded_page_handles_dialogs_and_tabs_like_others(
    site: Site, browser: Browser, tmp_path: Path
) -> None:
    second = site.add("<title>Second</title>")
    inner = f"<button onclick=\"alert('Well?'); window.open('{second}')\">Go</button>"
    record(Recording(tmp_path, frozenset({"trace"})))
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(inner))
        await session.observe(frozenset({"elements"}))
        result = await session.act(Click(element=0))
        assert "with the text 'Well?' and was accepted" in result.message
        assert session.page.url == second
