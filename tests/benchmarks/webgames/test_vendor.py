"""What the games take from others: pinned, licensed, and whole."""

import hashlib
import json

import pytest
from repository import ROOT, script

from webproctor.benchmarks.webgames import suite

VENDOR = suite.GAMES.with_name("kit") / "vendor"
MANIFEST = json.loads((VENDOR / "manifest.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("entry", MANIFEST["files"], ids=lambda entry: entry["file"])
def test_a_file_is_the_one_of_its_release(entry: dict[str, str]) -> None:
    path = ROOT / entry["file"]
    body = path.read_bytes()
    if not entry.get("subset"):
        assert hashlib.sha256(body).hexdigest() == entry["sha256"]
    assert path.with_name(f"{path.name.split('.')[0]}.licence.txt").stat().st_size > 500


def test_every_emoji_that_a_game_shows_is_in_the_font() -> None:
    assert set(script("vendor_webgames").used_emoji()) <= set(MANIFEST["emoji"])
