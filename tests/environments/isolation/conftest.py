"""Fixtures for sandboxes; machines without user namespaces skip these tests."""

import asyncio
import contextlib
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from webproctor.environments.isolation import Gate, Sandbox, entrance, unavailable_reason

Run = Callable[..., Awaitable["Ran"]]
# Only the system, its own network and an empty home folder.
BARE = Sandbox()


def until(condition: Callable[[], object]) -> None:
    """Wait until a condition is true, in a test without an event loop."""
    end = time.monotonic() + 300
    while not condition():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)


@pytest.fixture(scope="session", autouse=True)
def sandboxes() -> None:
    if missing := unavailable_reason():
        assert not _bubblewrap_works(), f"this machine can run sandboxes: {missing}"
        pytest.skip(missing)


def _bubblewrap_works() -> bool:
    """Whether the machine allows sandboxes, independently of the options of webproctor."""
    program = shutil.which("bwrap")
    options = ["--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"]
    return program is not None and not subprocess.run([program, *options, "true"]).returncode


@dataclass(frozen=True)
class Ran:
    """The exit status, standard output and standard error of a finished program."""

    status: int | None
    stdout: str
    stderr: str


@contextlib.asynccontextmanager
async def started(
    script: str, sandbox: Sandbox = BARE, **how: Any
) -> AsyncIterator[tuple[asyncio.subprocess.Process, Gate]]:
    """Start a Python script in a sandbox."""
    async with entrance(sandbox, **how) as way:
        python = str(Path(sys.base_prefix) / "bin/python3")
        process = await asyncio.create_subprocess_exec(
            *(*way.command, python, "-c", script),
            env=way.environment,
            stdin=asyncio.subprocess.PIPE,  # Scripts read it to wait for their end.
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            yield process, await way.gate
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


@pytest.fixture
def run() -> Run:
    """`await run(script, sandbox)`: run a Python script in a sandbox until it ends."""

    async def ran(script: str, sandbox: Sandbox = BARE, **how: Any) -> Ran:
        async with started(script, sandbox, **how) as (process, _):
            stdout, stderr = await process.communicate()
        return Ran(process.returncode, stdout.decode(), stderr.decode())

    return ran
