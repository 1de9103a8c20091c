"""Tests of the errors of servers' ports."""

import errno
import os
import re
import subprocess
import sys
from typing import TextIO

import pytest

from webproctor.cli.ports import listening_on
from webproctor.core.errors import UserError


def test_a_port_in_use_is_a_user_error() -> None:
    text = "cannot listen on port 80: Address already in use. Choose another, or omit --port."
    with pytest.raises(UserError) as error, listening_on(80):
        raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
    assert str(error.value) == text


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
        OSError(errno.EACCES, os.strerror(errno.EACCES), "/root/file"),
    ],
    ids=["disk", "file"],
)
def test_other_errors_of_a_server_pass(error: OSError) -> None:
    with pytest.raises(OSError, match=re.escape(str(error))) as raised, listening_on(80):
        raise error
    assert raised.value is error


def test_a_server_whose_standard_output_is_full_does_not_blame_its_port(
    full_output: TextIO,
) -> None:
    command = [sys.executable, "-m", "webproctor", "serve", "turkingbench", "--no-open"]
    done = subprocess.run(
        command, stdout=full_output, stderr=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == 1
    assert "standard output: no space left on the disk" in done.stderr
