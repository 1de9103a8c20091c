"""Tests of the recordings of a session."""

import contextlib
import json
import zipfile
from base64 import b64encode
from pathlib import Path

from collect.demonstration.conftest import named
from conftest import Site

from webproctor.collect.demonstration.live import perform
from webproctor.collect.demonstration.masking import Mask
from webproctor.collect.demonstration.recordings import finish, recording, store_storage
from webproctor.core.errors import UserError
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
            performed = await perform(live, await named(live, "Clave"), "TYPE", key)
            mask.state(performed.after)
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


async def test_a_password_that_a_page_sends_in_other_forms_is_in_no_file(
    browser: Browser, site: Site, tmp_path: Path
):
    """At each key stroke, in a header, and in a message; the page then clears the field."""
    site.add("", "/meter")
    page = """<label>Clave <input type=password oninput='
      fetch("/meter?p=" + value, {headers: {authorization: "Basic " + btoa("ann:" + value)}});
      localStorage.key = btoa(value); if (value.length == 8) value = ""'></label>"""
    mask = Mask()
    record(recording(tmp_path))
    async with browser.page() as opened:
        live = await WebSession.open(opened, site.add(page))
        with contextlib.suppress(UserError):  # The field is empty.
            found = await named(live, "Clave")
            await perform(live, found, "TYPE", "hunter2!", on_start=mask.learn_typed)
        await store_storage(opened, tmp_path, mask)
    assert finish(tmp_path, mask)
    assert "p=hun" in traffic(tmp_path)
    left = traffic(tmp_path) + (tmp_path / "storage.json").read_text()
    for secret in ("hunt", b64encode(b"hunter2!").decode(), b64encode(b"ann:hunter2!").decode()):
        assert secret not in left
