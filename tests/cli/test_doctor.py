"""Tests of `webproctor doctor`."""

import json
import subprocess
from collections.abc import Callable

import pytest

Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.usefixtures("executable")
def test_a_healthy_installation_is_reported(program: Program) -> None:
    done = program("doctor", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["healthy"] is True


def test_a_missing_requirement_is_printed_with_the_command_that_fixes_it(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "no such browser")
    done = program("doctor")
    assert done.returncode == 1
    assert "fix: sudo apt-get install" in done.stdout
