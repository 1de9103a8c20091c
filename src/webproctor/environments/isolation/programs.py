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
from webproctor.environments.isolation.network import Address, entrance
from webproctor.environments.isolation.sandbox import (
    MEBIBYTE,
    Sandbox,
    hidden_folders,
    isolation,
)
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
MAX_CONNECTIONS = 64
"""Connections that a program in a sandbox may have open at the same time."""
_INSTALLED = Path("/usr")
# The parts that a program needs of a prefix that also has other files.
_PARTS = ("bin", "lib", "lib64", "pyvenv.cfg")
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
    peers: set[Address] | None = None,
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
        peers: Contains the addresses of the connections from the sandbox, as a server at a port
            sees them.
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
            inherited = {name: os.environ[name] for name in _KEPT if name in os.environ}
            process = await asyncio.create_subprocess_exec(
                *command, env=inherited | {**environment}, **pipes
            )
            yield process
            return
        variables = {**environment}
        local_ports = {
            host: int(match[1]) for host in hosts if (match := _LOCAL_PORT.fullmatch(host))
        }
        ports = [*ports, *local_ports.values()]
        hosts = [host for host in hosts if host not in local_ports]
        if hosts:
            port = await stack.enter_async_context(forwarding(hosts))
            ports = [*ports, port]
            variables |= dict.fromkeys(("HTTPS_PROXY", "HTTP_PROXY"), f"http://127.0.0.1:{port}")
            variables |= {"NO_PROXY": _LOCAL}
        arguments, files = _absolute_command(command)
        sandbox = Sandbox(
            readable=[*files, *readable],
            hidden=hidden_folders.get(),
            writable=[*writable],
            environment=variables,
        )
        prepared_sandbox = await stack.enter_async_context(
            entrance(sandbox, ports, LIMITS, MAX_CONNECTIONS, peers)
        )
        start = asyncio.create_subprocess_exec(
            *(*prepared_sandbox.command, *arguments), env=prepared_sandbox.environment, **pipes
        )
        process = await ended_if_cancelled(start, _end)
        try:
            yield process
        finally:
            await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    """End a sandbox, also one that is still starting."""
    await asyncio.to_thread(_kill, process.pid)
    await process.wait()


def _kill(pid: int) -> None:
    """Kill the first processes of a sandbox, which are in one group, and their children.

    The children are in their own session, and do not always end with a process that is killed while
    it starts them. A stopped process starts no others.
    """
    children = Path(f"/proc/{pid}/task/{pid}/children")
    with contextlib.suppress(ProcessLookupError, ChildProcessError, FileNotFoundError):
        os.killpg(pid, signal.SIGSTOP)
        os.waitid(os.P_PID, pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        for child in children.read_text(encoding="ascii").split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def _absolute_command(command: Sequence[str]) -> tuple[list[str], list[Path]]:
    """Return a command with absolute paths, and the files that it must be able to read."""
    executable = shutil.which(command[0]) or command[0]
    start = Path(executable).absolute()
    arguments, files = [str(start)], _installation(start)
    for argument in command[1:]:
        if path := _existing_path(argument):
            argument = str(path)
            files.append(path)
        arguments.append(argument)
    return arguments, [one for one in dict.fromkeys(files) if not one.is_relative_to(_INSTALLED)]


def _existing_path(argument: str) -> Path | None:
    """Return the absolute path of an argument that names a file or folder, else None."""
    path = Path(argument).absolute()
    try:
        return path if argument and path.exists() else None
    except (OSError, ValueError):  # A text that is too long for a path, or has a null character.
        return None


def _installation(start: Path) -> list[Path]:
    """Return the files and folders of a program's installation: its virtual environment or prefix,
    and that of the interpreter that a virtual environment links to.
    """
    paths: list[Path] = []
    for path in (start, start.resolve()):
        prefix = path.parent.parent
        environment = (prefix / "pyvenv.cfg").is_file()
        has_prefix = path.parent.name == "bin" and (prefix / "lib").is_dir()
        paths += _installed(prefix) if environment or has_prefix else [path]
    if (start.parent.parent / "pyvenv.cfg").is_file():
        python = (start.parent / "python").resolve()
        paths += _installed(python.parent.parent)
    return paths


def _installed(prefix: Path) -> list[Path]:
    """Return the folders of what is installed under a prefix.

    A home folder, or a project in which a run was started, can be a prefix too. Its other files,
    such as run folders, must not be readable for a program.
    """
    if prefix == Path("/"):
        return []  # In every sandbox.
    # The user of a container may have no home folder.
    home = Path(os.path.expanduser("~"))  # noqa: PTH111
    if prefix == home / ".local" or any(one.is_relative_to(prefix) for one in (home, Path.cwd())):
        return [prefix / name for name in _PARTS if (prefix / name).exists()]
    return [prefix]
