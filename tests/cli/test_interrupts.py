"""Tests of Ctrl-C while the program starts."""

import subprocess
import sys

import pytest

# Sends the signal of Ctrl-C when a module is imported, and then starts the program.
_START = """
import os, sys

module = sys.argv.pop(1)

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            os.kill(os.getpid(), 2)

sys.meta_path.insert(0, Interrupting())
from webproctor.__main__ import main
main()
"""


@pytest.mark.parametrize("module", ["signal", "webproctor.cli", "click", "webproctor.core.errors"])
def test_an_interrupt_during_imports_exits_quietly_with_status_130(module: str) -> None:
    command = [sys.executable, "-c", _START, module, "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_an_interrupt_while_a_command_is_imported_prints_one_line() -> None:
    command = [sys.executable, "-c", _START, "webproctor.cli.doctor", "doctor", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "webproctor: stopped.")
