"""Tests of the installation check."""

import resource
from pathlib import Path

import pytest

from webproctor.doctor import check_installation


def test_a_complete_installation_has_no_failed_check(executable: Path) -> None:
    needed = [finding for finding in check_installation() if finding.needed]
    assert all(finding.ok for finding in needed), needed


def test_a_missing_browser_is_reported_with_its_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "no such browser")
    [finding] = [finding for finding in check_installation() if finding.name == "browser"]
    assert not finding.ok
    assert "no such browser" in finding.found
    assert "apt-get install" in finding.fix


def test_a_browser_that_does_not_start_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "true")
    [finding] = [
        finding for finding in check_installation() if finding.name == "browser opens a page"
    ]
    assert not finding.ok


@pytest.mark.parametrize("found", ["0.3.100", "0.4.0"])
def test_a_version_outside_the_supported_range_is_reported(
    found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "no such browser")  # No browser needs to start.
    monkeypatch.setattr("webproctor.doctor.version", lambda package: found)
    [finding] = [finding for finding in check_installation() if finding.name == "inspect-ai"]
    assert (finding.ok, finding.found) == (False, found)
    assert finding.fix.startswith("pip install 'inspect-ai")


def test_a_low_limit_of_open_files_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "no such browser")  # No browser needs to start.
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (64, 64))
    [finding] = [finding for finding in check_installation() if finding.name == "open files"]
    assert (finding.ok, finding.found) == (False, "at most 64")
    assert "ulimit -n" in finding.fix
