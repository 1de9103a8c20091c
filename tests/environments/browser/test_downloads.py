"""Limits on downloads to the episode's folder."""

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.responses import Response

from webproctor.environments.browser import Browser, downloads


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
