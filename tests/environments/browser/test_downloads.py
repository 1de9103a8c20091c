"""Downloads to the episode's folder: limits and names."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import Response

from webproctor.core.evidence import EntryList
from webproctor.environments.browser import Browser, downloads
from webproctor.environments.browser.downloads import Download, Downloads


def of_bytes(size: int) -> Response:
    return Response(bytes(size), headers={"Content-Disposition": "attachment; filename=a.bin"})


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def taking(*urls: str) -> str:
    """Return a page whose `take()` downloads files one by one; simultaneous ones are dropped."""
    links = "".join(f"<a download href='{url}'>take</a>" for url in urls)
    return links + (
        "<script>const take = async () => { for (const a of document.querySelectorAll('a'))"
        " { a.click(); await new Promise((go) => setTimeout(go, 200)); } }</script>"
    )


async def test_files_beyond_the_number_limit_are_refused_and_recorded(
    browser: Browser, site, eventually: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "MAX_FILES", 2)
    async with browser.page() as page:
        await page.open(site.add(taking(*[site.add(of_bytes(1), f"/{n}") for n in range(3)])))
        await page.run("take()")
        await eventually(lambda: page.errors)
        assert "'a.bin' was refused: the limit of 2 files is reached" in page.errors[0]
        await page.wait_for_downloads()
        assert [path.name for path in page.downloads] == ["a.bin", "1-a.bin"]
        assert sum(path.name.endswith("a.bin") for path in page.folder.iterdir()) == 2


async def test_bytes_beyond_the_limit_are_refused_and_recorded(
    browser: Browser, site, eventually: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "MAX_BYTES", 1000)
    async with browser.page() as page:
        urls = [site.add(of_bytes(size), f"/{size}") for size in (600, 601, 400)]
        await page.open(site.add(taking(*urls)))
        await page.run("take()")
        await eventually(lambda: page.errors and len(page.downloads) == 2)
        await page.wait_for_downloads()
        assert [path.stat().st_size for path in page.downloads] == [600, 400]
        assert "with its 601 bytes, all files would exceed 1,000 bytes" in page.errors[0]
        assert sum(path.name.endswith("a.bin") for path in page.folder.iterdir()) == 2


async def test_a_download_does_not_follow_a_link_in_the_folder(
    browser: Browser, site, eventually: Callable, tmp_path: Path
) -> None:
    async with browser.page() as page:
        # As a program can do, which may write to the folder of its episode.
        for name in ("a.bin", "0-a.bin"):
            (page.folder / name).symlink_to(tmp_path)
        await page.open(site.add(taking(site.add(of_bytes(1), "/0"))))
        await page.run("take()")
        await eventually(lambda: page.downloads)
        await page.wait_for_downloads()
        assert [path.stat().st_size for path in page.downloads] == [1]
    assert _names(tmp_path) == set()


async def saved(folder: Path, *suggested: str) -> list[str]:
    """Return the names of files that are saved under suggested names, without a browser."""
    (folder / "episode").mkdir()
    saving = Downloads(folder / "episode", EntryList())
    devtools: Any = None
    for number, name in enumerate(suggested):
        (folder / f"download-{number}").touch()
        download = Download(devtools, "", "", "", name, folder / f"download-{number}")
        download.end(completed=True)
        saving.save(download)
    await saving.wait_until_saved(len(suggested), 300)
    assert {*(folder / "episode").iterdir()} == {*saving.files}
    return [path.name for path in saving.files]


@pytest.mark.parametrize(
    ("suggested", "name"),
    [
        ("report.pdf", "report.pdf"),
        ("../../outside.txt", "outside.txt"),
        ("..\\outside.txt", "..-outside.txt"),
        ("/etc/passwd", "passwd"),
        ("..", "0-.."),
        ("", "download"),
        ("one\ntwo\0.txt", "one-two-.txt"),
        ("é" * 100 + ".txt", "é" * 75 + ".txt"),
        ("x" * 300, "x" * 150),
        ("name." + "y" * 50, "name." + "y" * 20),
    ],
)
async def test_a_suggested_name_is_made_safe(tmp_path: Path, suggested: str, name: str) -> None:
    assert await saved(tmp_path, suggested) == [name]


@pytest.mark.parametrize(
    ("suggested", "names"),
    [
        (("a.txt", "a.txt", "b.txt"), ["a.txt", "1-a.txt", "b.txt"]),
        (("a.txt", "2-a.txt", "a.txt"), ["a.txt", "2-a.txt", "3-a.txt"]),
    ],
)
async def test_files_with_the_same_name_are_all_kept(
    tmp_path: Path, suggested: tuple[str, ...], names: list[str]
) -> None:
    assert await saved(tmp_path, *suggested) == names


async def test_a_cancelled_download_is_an_error_without_a_file(tmp_path: Path) -> None:
    errors = EntryList()
    devtools: Any = None
    saving = Downloads(tmp_path, errors)
    download = Download(devtools, "", "", "", "a.txt", tmp_path / "download")
    download.end(completed=False)
    saving.save(download)
    await saving.wait_until_saved(1, 300)
    assert errors == ["webproctor: the download of 'a.txt' was cancelled"]
