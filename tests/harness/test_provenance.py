"""What a run was made with."""

import subprocess
from pathlib import Path

import pytest

from webproctor.errors import UserError
from webproctor.harness.provenance import about_run, commit_of, provenance


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a file `kept.py` in its one commit."""
    (tmp_path / "kept.py").write_text("kept = True\n")
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for command in (["init"], ["add", "kept.py"], [*who, "commit", "-m", "kept"]):
        subprocess.run(["git", "-C", tmp_path, *command], check=True, capture_output=True)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("{", "run.json: is not JSON"),
        ("[]", "does not say agent, benchmark, condition, settings"),
        ('{"agent": "a", "benchmark": "b", "condition": {}}', "does not say settings"),
    ],
)
def test_what_is_wrong_with_a_damaged_run_is_told(text: str, what: str, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(UserError, match=what):
        about_run(tmp_path)


def test_a_folder_of_runs_is_told_from_a_run(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is no run folder"):
        about_run(tmp_path)
    (tmp_path / "one").mkdir()
    (tmp_path / "one/run.json").write_text("{}")
    with pytest.raises(UserError, match=r"folder of runs, not a run.* `webproctor board"):
        about_run(tmp_path)


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
