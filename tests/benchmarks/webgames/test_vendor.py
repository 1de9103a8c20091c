"""Third-party files of the games: pinned, licensed, and complete."""

import hashlib
import json

import pytest
from repository import ROOT, script

from webproctor.benchmarks.webgames import suite

VENDOR = suite.GAMES.with_name("kit") / "vendor"
MANIFEST = json.loads((VENDOR / "manifest.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("entry", MANIFEST["files"], ids=lambda entry: entry["file"])
def test_vendored_files_are_unchanged(entry: dict[str, str]) -> None:
    path = ROOT / entry["file"]
    body = path.read_bytes()
    if not entry.get("subset"):
        assert hashlib.sha256(body).hexdigest() == entry["sha256"]
    assert path.with_name(f"{path.name.split('.')[0]}.licence.txt").stat().st_size > 500


def test_the_font_has_every_emoji_used_in_games() -> None:
    assert set(script("vendor_webgames").used_emoji()) <= set(MANIFEST["emoji"])
