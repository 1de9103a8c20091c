"""Tests of `webproctor report` and `webproctor board` on runs to be checked."""

from pathlib import Path

import pytest
from cli.conftest import Program

from webproctor.run.logs import DIGESTS


@pytest.mark.parametrize("command", ["report", "board"])
def test_missing_checksums_are_printed(program: Program, tmp_path: Path, command: str) -> None:
    folder = tmp_path / "runs" / "one"
    program("run", "grounding", "--agent", "random", "--limit", 1, "--out", folder)
    (folder / DIGESTS).unlink()
    shown = program(command, folder if command == "report" else folder.parent)
    assert shown.returncode == 0
    assert "1 log is not in logs.sha256" in shown.stderr
