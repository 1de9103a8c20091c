"""Fixtures for tests of the command line."""

import contextlib
import contextvars
import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO
from unittest import mock

import pytest

from webproctor.cli import main

FULL_DISK = Path("/dev/full")
Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def full_output() -> Iterator[TextIO]:
    """An output file on a full disk."""
    if not FULL_DISK.exists():
        pytest.skip(f"this system has no {FULL_DISK}")
    with FULL_DISK.open("w") as output:
        yield output


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Return a function that runs `webproctor` in an empty folder: `program("run", ...)`.

    It runs in this process, so that libraries are imported only once.
    """
    monkeypatch.chdir(tmp_path)

    def call(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = ["webproctor", *map(str, arguments)]
        stdout, stderr = io.StringIO(), io.StringIO()
        handler = signal.getsignal(signal.SIGTERM)
        try:
            with (
                contextlib.redirect_stdout(stdout),
                contextlib.redirect_stderr(stderr),
                mock.patch.object(sys, "argv", command),
                mock.patch.dict(os.environ),
                pytest.raises(SystemExit) as ended,
            ):
                contextvars.copy_context().run(main)
        finally:
            signal.signal(signal.SIGTERM, handler)
        code = ended.value.code
        assert isinstance(code, int)
        return subprocess.CompletedProcess(command, code, stdout.getvalue(), stderr.getvalue())

    return call
