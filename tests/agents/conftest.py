"""Fixtures for agents that are programs."""

import os
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "programs" / "scripted_claude.py"
KEY = "not-a-real-key-57d1f0"


@pytest.fixture
def scripted_claude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a scripted program in place of Claude Code: it is on the search path, and
    its model has a key.
    """
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "claude").write_text(f"#!{sys.executable}\n{SCRIPT.read_text()}")
    (folder / "claude").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.delenv("ANTHROPIC_BASE_URL", raising=False)
    return folder
