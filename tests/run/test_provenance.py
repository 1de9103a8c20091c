"""Tests of provenance and `run.json`."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from webproctor.core.errors import UserError
from webproctor.core.tasks import Task
from webproctor.harness.reading import read_run
from webproctor.run.provenance import (
    commit_of,
    fingerprint,
    provenance,
    read_run_json,
    selection_of,
    settings_of,
)


@pytest.mark.parametrize("setting", ["benchmark", "game"])
@pytest.mark.parametrize("through_link", [False, True])
def test_code_that_may_have_come_with_a_run_is_not_executed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, through_link: bool
) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "game.py").write_text("raise SystemExit('executed')\n")
    (tmp_path / "link").symlink_to(folder)
    monkeypatch.chdir(tmp_path)
    place = str(tmp_path / "link") if through_link else "run"
    about = {"benchmark": "webgames", "agent": "a", "settings": {}, "condition": {}}
    if setting == "game":
        about["settings"] = {"game": [place]}
    else:
        about["benchmark"] = f"{place}/game.py:make"
    (folder / "run.json").write_text(json.dumps(about))
    with pytest.raises(UserError, match=r"reading the run would execute .*absolute"):
        read_run(folder)


def test_the_selection_is_a_digest_of_the_tasks_in_any_order() -> None:
    tasks = [Task(id=id, benchmark="exam", instruction="") for id in ("a", "b", "ab", "\ud83d")]
    assert selection_of(tasks) == selection_of(tasks[::-1])
    assert len({selection_of(tasks[:count]) for count in range(5)}) == 5
    assert selection_of(tasks[:2]) != selection_of(tasks[2:3])


ABOUT = {
    "benchmark": "exam",
    "agent": "/a/agent.py:Agent",
    "settings": {"data": "/data"},
    "condition": {"seed": 1, "version": "1"},
    "epochs": 2,
}


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"settings": {"data": "/other"}, "workers": 3, "parallel": 8}, True),
        ({"agent": "/b/agent.py:Agent"}, True),
        ({"condition": {"seed": 1, "version": "2"}}, True),
        ({"agent": "/a/agent.py:Other"}, False),
        ({"condition": {"seed": 2, "version": "1"}}, False),
        ({"epochs": 3}, False),
        ({"participants": []}, False),
    ],
)
def test_the_fingerprint_of_a_run_leaves_out_what_can_change(
    tmp_path: Path, change: dict[str, object], same: bool
) -> None:
    (tmp_path / "run.json").write_text(json.dumps(ABOUT))
    before = fingerprint(tmp_path)
    (tmp_path / "run.json").write_text(json.dumps(ABOUT | change))
    assert (fingerprint(tmp_path) == before) == same


def test_people_can_join_a_run_of_people_without_changing_its_fingerprint(tmp_path: Path) -> None:
    prints = set[str]()
    for names in (["ada"], ["ada", "bob"]):
        people = ABOUT | {"participants": names, "epochs": len(names)}
        (tmp_path / "run.json").write_text(json.dumps(people))
        prints.add(fingerprint(tmp_path))
    assert len(prints) == 1


def test_the_old_limit_of_mind2web_is_a_setting_only_with_a_value() -> None:
    assert settings_of({"settings": {"tasks": None, "split": "a"}}) == {"split": "a"}
    assert settings_of({"settings": {"tasks": 3}}) == {"tasks": 3}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A git checkout with one commit, of the file `kept.py`."""
    (tmp_path / "kept.py").write_text("kept = True\n")
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for command in (["init"], ["add", "kept.py"], [*who, "commit", "-m", "kept"]):
        subprocess.run(["git", "-C", tmp_path, *command], check=True, capture_output=True)
    return tmp_path


def _with(field: str) -> str:
    """Return a `run.json` with an additional field."""
    return f'{{"agent": "a", "benchmark": "b", "condition": {{}}, "settings": {{}}, {field}}}'


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("{", "run.json: is not JSON"),
        ("[]", "missing agent, benchmark, condition, settings"),
        ('{"agent": "a", "benchmark": "b", "condition": {}}', "missing settings"),
        ("[" * 100_000, "is nested too deep"),
        (_with('"epochs": 1000000000000'), "epochs: Input should be less than or equal to 10000"),
        (_with('"epochs": 0'), "epochs: Input should be greater"),
        (_with('"epochs": 1.5'), "epochs: Input should be a valid integer"),
        (_with('"model": 7'), "model: "),
        (_with('"model": {"name": null}'), "model.name: Input should be a valid string"),
        (_with('"settings": []'), "settings: Input should be a valid dictionary"),
        (_with('"benchmark": ["b"]'), "benchmark: Input should be a valid string"),
        (_with('"condition": {"limit": "2"}'), "condition: .*limit '2' must be a whole number"),
        (
            _with('"condition": {"limit": -1}'),
            "condition: .*limit -1 must be a whole number from 1",
        ),
    ],
)
def test_the_error_for_a_damaged_run_gives_the_cause(text: str, what: str, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(UserError, match=what):
        read_run_json(tmp_path)


def test_the_error_for_a_folder_of_runs_differs_from_that_for_no_run(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="not a run folder"):
        read_run_json(tmp_path)
    (tmp_path / "one").mkdir()
    (tmp_path / "one/run.json").write_text("{}")
    with pytest.raises(UserError, match=r"folder of runs, not a run.* `webproctor board"):
        read_run_json(tmp_path)


def test_the_version_of_a_browser_that_was_replaced_is_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = tmp_path / "chromium"
    monkeypatch.setenv("WEBPROCTOR_BROWSER", str(browser))
    for time, version in enumerate(("Chromium 1", "Chromium 2")):
        browser.write_text(f"#!/bin/sh\necho {version}\n")
        browser.chmod(0o755)
        os.utime(browser, (time, time))
        assert provenance()["browser"] == version


def test_the_commit_is_recorded(checkout: Path) -> None:
    commit = commit_of(checkout / "kept.py")
    assert commit
    assert len(commit) == 12
    assert int(commit, 16)


def test_uncommitted_changes_are_recorded(checkout: Path) -> None:
    before = commit_of(checkout / "kept.py")
    (checkout / "kept.py").write_text("kept = False\n")
    assert commit_of(checkout / "kept.py") == f"{before}-dirty"


def test_a_package_installed_within_a_checkout_has_no_commit(checkout: Path) -> None:
    installed = checkout / ".venv" / "installed.py"
    installed.parent.mkdir()
    installed.write_text("")
    assert commit_of(installed) is None


def test_a_machine_without_git_has_no_commit(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert commit_of(checkout / "kept.py") is None


def test_a_machine_without_a_browser_has_no_version_of_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", "nowhere")
    monkeypatch.delenv("WEBPROCTOR_BROWSER", raising=False)
    assert provenance()["browser"] is None
