"""Programs of agents: when they count as ended, and with which status."""

import contextlib
import os
import signal
import sys
from pathlib import Path

import pytest

from webproctor.agents.program_output import ProgramOutput
from webproctor.agents.program_run import run_program
from webproctor.environments.isolation import request

# Its child process keeps the output open.
LEAVES_A_CHILD = """
import os, subprocess, sys
child = subprocess.Popen(['sleep', '600'], start_new_session=True)
open(sys.argv[1], 'w').write(str(child.pid))
print('answer', flush=True)
sys.exit(3)
"""


@pytest.mark.parametrize("isolated", ["auto", "none"])
async def test_a_program_has_ended_when_it_exits_even_if_it_leaves_a_process(
    isolated: str, tmp_path: Path
) -> None:
    request(isolated)
    child, output = tmp_path / "child", ProgramOutput()
    try:
        status = await run_program(
            [sys.executable, "-c", LEAVES_A_CHILD, str(child)],
            output,
            seconds=60,
            ports=(),
            environment={},
            writable=[tmp_path],
        )
        assert (status, output.answer) == (3, "answer")
    finally:
        request("auto")
        if isolated == "none":
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(child.read_text()), signal.SIGKILL)


async def test_the_exit_of_a_program_is_noticed_on_systems_without_process_descriptors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(os, "pidfd_open")
    command = [sys.executable, "-c", "import sys; sys.exit(3)"]
    settings = {"seconds": 60, "ports": (), "environment": {}, "writable": []}
    assert await run_program(command, ProgramOutput(), **settings) == 3
