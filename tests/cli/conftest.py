"""The program as a user calls it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """`program("run", ...)`: what became of the command, called in an empty folder."""

    def call(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [str(Path(sys.executable).with_name("webproctor")), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

    return call
