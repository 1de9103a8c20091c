"""The health of an installation."""

from pathlib import Path

import pytest

from webproctor.doctor import examine


def test_what_is_there_is_well(executable: Path) -> None:
    needed = [finding for finding in examine() if finding.needed]
    assert all(finding.ok for finding in needed), needed


def test_a_missing_browser_is_told_with_what_mends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "no such browser")
    [finding] = [finding for finding in examine() if finding.name == "browser"]
    assert not finding.ok
    assert "no such browser" in finding.found
    assert "apt-get install" in finding.mend


def test_a_browser_that_does_not_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "true")
    [finding] = [finding for finding in examine() if finding.name == "a page in the browser"]
    assert not finding.ok
