"""What a run was made with."""

import subprocess
from pathlib import Path

import pytest

from webproctor.harness.provenance import commit_of, provenance


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a file `kept.py` in its one commit."""
    (tmp_path / "kept.py").write_text("kept = True\n")
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for command in (["init"], ["add", "kept.py"], [*who, "commit", "-m", "kept"]):
        subprocess.run(["git", "-C", tmp_path, *command], check=True, capture_output=True)
    return tmp_path


def test_the_commit_is_told(checkout: Path) -> None:
    commit = commit_of(checkout / "kept.py")
    assert commit
    assert len(commit) == 12
    assert int(commit, 16)


def test_changes_since_the_commit_are_told(checkout: Path) -> None:
    before = commit_of(checkout / "kept.py")
    (checkout / "kept.py").write_text("kept = False\n")
    assert commit_of(checkout / "kept.py") == f"{before}-dirty"


def test_an_environment_within_somebodys_checkout_has_no_commit(checkout: Path) -> None:
    installed = checkout / ".venv" / "installed.py"
    installed.parent.mkdir()
    installed.write_text("")
    assert commit_of(installed) is None


def test_a_machine_without_git_or_browser_still_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", "nowhere")
    monkeypatch.delenv("WEBPROCTOR_BROWSER", raising=False)
    made = provenance()
    assert (made["commit"], made["browser"]) == (None, None)
    assert made["webproctor"]
