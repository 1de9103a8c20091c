"""Run third-party programs, each in its own sandbox if possible."""

import asyncio
import contextlib
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from webproctor.environments.isolation.forwarding import forwarding
from webproctor.environments.isolation.network import entrance
from webproctor.environments.isolation.sandbox import MEBIBYTE, Sandbox, isolation
from webproctor.environments.isolation.starts import ended_if_cancelled

LIMITS: Mapping[str, int] = {
    "CORE": 0,
    "DATA": 16384 * MEBIBYTE,
    "FSIZE": 4096 * MEBIBYTE,
    "NOFILE": 4096,
    "NPROC": 1024,
}
"""Limits of a program in a sandbox: bytes of a core dump, of memory per process and of a file; open
files per process; total processes and threads (not enforced for root)."""
_INSTALLED = Path("/usr")
_KEPT = ("PATH", "HOME", "LANG")
_LOCAL = "127.0.0.1,localhost"
_LOCAL_PORT = re.compile(r"(?:127\.0\.0\.1|localhost):(\d{1,5})")


@contextlib.asynccontextmanager
async def program(
    command: Sequence[str],
    *,
    ports: Collection[int],
    environment: Mapping[str, str],
    readable: Collection[Path] = (),
    writable: Collection[Path] = (),
    hosts: Collection[str] = (),
    folder: Path | None = None,
    stdin: Path | None = None,
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start a program in its own process session, with its output in pipes.

    In a sandbox, the program can read its interpreter with the packages of its environment, the
    files that its arguments name, and the given folders. It can connect to the given ports, and
    through `HTTPS_PROXY` to the given hosts. All its processes end with the block.

    Args:
        command: The program and its arguments.
        ports: Ports on this machine's loopback interface that it can reach.
        environment: Environment variables, in addition to a minimal environment.
        readable: Folders that it can read.
        writable: Folders that it can change.
        hosts: Host names that it can reach; for this machine, single ports such as
            `127.0.0.1:8000`.
        folder: The working directory, one of the folders; by default that of this process, or the
            home folder if it is not in the sandbox.
        stdin: The file that it reads as standard input; by default nothing.
    """
    quiet, pipe = asyncio.subprocess.DEVNULL, asyncio.subprocess.PIPE
    pipes: dict[str, Any] = {"stdin": quiet, "stdout": pipe, "stderr": pipe}
    pipes |= {"start_new_session": True, "cwd": folder}
    async with contextlib.AsyncExitStack() as stack:
        if stdin is not None:
            pipes["stdin"] = stack.enter_context(stdin.open("rb"))
        if isolation() == "none":
            kept = {
                name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ
            }
            process = await asyncio.create_subprocess_exec(
                *command, env=kept | {**environment}, **pipes
            )
            yield process
            return
        own = {**environment}
        local = {host: int(match[1]) for host in hosts if (match := _LOCAL_PORT.fullmatch(host))}
        ports = [*ports, *local.values()]
        hosts = [host for host in hosts if host not in local]
        if hosts:
            port = await stack.enter_async_context(forwarding(hosts))
            ports = [*ports, port]
            own |= dict.fromkeys(("HTTPS_PROXY", "HTTP_PROXY"), f"http://127.0.0.1:{port}")
            own |= {"NO_PROXY": _LOCAL}
        line, files = _absolute(command)
        sandbox = Sandbox(
            readable=[*files, *readable],
            writable=[*writable],
            environment=own,
        )
        way = await stack.enter_async_context(entrance(sandbox, ports, LIMITS))
        start = asyncio.create_subprocess_exec(*way.command, *line, **pipes)
        process = await ended_if_cancelled(start, _end)
        try:
            yield process
        finally:
            await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    """End a sandbox, also one that is still starting: its first processes are in one group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()


def _absolute(command: Sequence[str]) -> tuple[list[str], list[Path]]:
    """Return a command with absolute paths, and the files that it must be able to read."""
    found = shutil.which(command[0]) or command[0]
    start = Path(found).absolute()
    line, files = [str(start)], _installation(start)
    for argument in command[1:]:
        if path := _existing(argument):
            argument = str(path)
            files.append(path)
        line.append(argument)
    return line, [one for one in dict.fromkeys(files) if not one.is_relative_to(_INSTALLED)]


def _existing(argument: str) -> Path | None:
    """Return the absolute path of an argument that names a file or folder, else None."""
    path = Path(argument).absolute()
    try:
        return path if argument and path.exists() else None
    except (OSError, ValueError):  # A text that is too long for a path, or has a null character.
        return None


def _installation(start: Path) -> list[Path]:
    """Return the folders of a program's installation: its virtual environment or prefix, and that
    of the interpreter that a virtual environment links to.
    """
    found = []
    for path in (start, start.resolve()):
        prefix = path.parent.parent
        environment = (prefix / "pyvenv.cfg").is_file()
        prefixed = path.parent.name == "bin" and (prefix / "lib").is_dir()
        found.append(prefix if environment or prefixed else path)
    if (start.parent.parent / "pyvenv.cfg").is_file():
        python = (start.parent / "python").resolve()
        found.append(python.parent.parent)
    return found
