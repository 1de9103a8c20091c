"""Colours of the output in a terminal."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest


def terminal_output(*arguments: str, **environment: str) -> str:
    """Return what a command writes to a terminal."""
    command = [str(Path(sys.executable).with_name("webproctor")), *arguments]
    reading, terminal = pty.openpty()
    with os.fdopen(reading, "rb", buffering=0) as output:
        subprocess.run(
            command, env=os.environ | environment, stdout=terminal, stderr=terminal, check=False
        )
        os.close(terminal)
        return output.read(10_000).decode()


@pytest.mark.parametrize("arguments", [("serve", "nothing"), ("doctor",)])
def test_colours_are_left_out_if_the_user_asks_for_it(arguments: tuple[str, ...]) -> None:
    assert "\x1b[3" in terminal_output(*arguments, NO_COLOR="")
    assert "\x1b[3" not in terminal_output(*arguments, NO_COLOR="1")
