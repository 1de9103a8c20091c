"""Tests of the page that `webproctor judge` serves."""

import asyncio
import webbrowser
from functools import partial
from pathlib import Path

import httpx
import pytest

from webproctor.cli.judge import _page
from webproctor.report.judging import application


async def test_the_page_requires_the_token_of_the_printed_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], eventually
):
    printed: list[str] = []

    def is_printed() -> bool:
        printed.append(capsys.readouterr().err)
        return "token=" in "".join(printed)

    site = partial(application, tmp_path, [], {}, {}, {})
    serving = asyncio.create_task(_page(site, 0, opened=False, print_json=True))
    await eventually(is_printed)
    base, _, token = "".join(printed).strip().partition("?token=")
    async with httpx.AsyncClient(base_url=base, follow_redirects=True) as client:
        for path in ("", "failures", "picture/1"):
            assert (await client.get(path)).status_code == 403
        assert (await client.post("judge", json={})).status_code == 403
        foreign = {"Origin": "http://elsewhere.example"}
        assert (await client.get("", params={"token": token})).status_code == 200
        assert (await client.get("failures")).json() == []
        assert (await client.post("judge", json={}, headers=foreign)).status_code == 403
        assert (await client.post("judge", json={})).status_code == 400
    serving.cancel()


async def test_the_address_for_the_browser_is_accepted_once_and_is_not_the_printed_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, eventually
):
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    site = partial(application, tmp_path, [], {}, {}, {})
    serving = asyncio.create_task(_page(site, 0, opened=True, print_json=True))
    await eventually(lambda: opened)
    assert opened[0] not in capsys.readouterr().err
    for status in (200, 403):
        async with httpx.AsyncClient(follow_redirects=True) as client:
            assert (await client.get(opened[0])).status_code == status
    serving.cancel()
