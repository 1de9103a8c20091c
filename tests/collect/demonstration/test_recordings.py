"""Tests of the recordings of a session."""

import json
import zipfile
from pathlib import Path

from collect.demonstration.conftest import named

from webproctor.collect.demonstration.live import perform
from webproctor.collect.demonstration.masking import Mask
from webproctor.collect.demonstration.recordings import finish, recording, store_storage
from webproctor.environments.browser import Browser
from webproctor.environments.browser.recording import record
from webproctor.environments.browser.session import WebSession

SECRET = "correct horse"


async def session(browser: Browser, shop: str, folder: Path, key: str) -> Mask:
    """Send the form of the shop with a password, and finish the recordings."""
    mask = Mask()
    record(recording(folder))
    async with browser.page() as page:
        live = await WebSession.open(page, shop)
        await page.run("localStorage.setItem('seen', 'yes')")
        if key:
            made = await perform(live, await named(live, "Clave"), "TYPE", key)
            mask.state(made.after)
        await perform(live, await named(live, "Buscar"), "CLICK")
        await store_storage(page, folder, mask)
    mask_removed = finish(folder, mask)
    assert bool(mask_removed) is bool(key)
    return mask


def traffic(folder: Path) -> str:
    with zipfile.ZipFile(folder / "session.har.zip") as archive:
        return archive.read("network.har").decode()


async def test_traffic_trace_and_storage_are_kept(browser: Browser, shop: str, tmp_path: Path):
    await session(browser, shop, tmp_path, "")
    assert "/shop/list" in traffic(tmp_path)
    assert (tmp_path / "trace.zip").is_file()
    stored = json.loads((tmp_path / "storage.json").read_text(encoding="utf-8"))
    assert stored["origins"][0]["localStorage"] == [{"name": "seen", "value": "yes"}]


async def test_a_password_is_masked_in_the_traffic_and_the_trace_is_removed(
    browser: Browser, shop: str, tmp_path: Path
):
    await session(browser, shop, tmp_path, SECRET)
    assert "/shop/list" in traffic(tmp_path)
    assert "correct" not in traffic(tmp_path)
    assert not (tmp_path / "trace.zip").exists()
    assert not (tmp_path / "network.har").exists()
