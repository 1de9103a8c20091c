"""Find the programs of agents on this machine, and the settings that such agents have."""

import shutil
import subprocess
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from webproctor.core.errors import UserError

# Settings of these agents.
ProgramModel = Annotated[str, "The program's model."]
Vision = Annotated[bool, "Include screenshots in observations.", "text-only"]
PassEnv = Annotated[tuple[str, ...], "Environment variable passed to the program; repeatable."]
Reach = Annotated[
    tuple[str, ...], "Host that the program may connect to, or 127.0.0.1:PORT; repeatable."
]
Read = Annotated[tuple[Path, ...], "Folder that the program may read; repeatable."]

_VERSION_TIMEOUT = 60.0


@dataclass(frozen=True)
class Installed:
    """A program that is installed on this machine.

    Attributes:
        command: How it is started: its interpreter, if it is a script, and its file.
        readable: The files that it needs.
        version: What it prints for `--version`.
    """

    command: Sequence[str]
    readable: Sequence[Path]
    version: str

    def ask(self, *arguments: str) -> str:
        """Run the program outside a sandbox, and return what it prints.

        Raises:
            UserError: If it fails.
        """
        return output_of([*self.command, *arguments])


def find_program(name: str, agent: str, install: str) -> Installed:
    """Find a program on the search path.

    Args:
        name: The program's name.
        agent: The agent's name, for errors.
        install: The command that installs it, for errors.

    Raises:
        UserError: If it is not installed or does not start.
    """
    found = shutil.which(name)
    if found is None:
        raise UserError(f"agent {agent!r} needs the program {name!r}. Install it: {install}.")
    path = Path(found).resolve()
    command = [*interpreter(path), str(path)]
    packages = [one for one in path.parents if one.name == "node_modules"]
    try:
        version = output_of([*command, "--version"])
    except UserError as error:
        raise UserError(f"agent {agent!r}: {error} Install it again: {install}.") from error
    return Installed(command, packages[-1:] or [path], f"{name} {version}")


def check_folders(folders: Collection[Path]) -> list[Path]:
    """Return folders with absolute paths.

    Raises:
        UserError: If one does not exist.
    """
    for folder in folders:
        if not folder.exists():
            raise UserError(f"--read {folder}: there is no such folder.")
    return [folder.absolute() for folder in folders]


def interpreter(path: Path) -> list[str]:
    """Return the interpreter of a script and its arguments; nothing for other programs."""
    with path.open("rb") as file:
        first = file.readline(1000)
    if not first.startswith(b"#!"):
        return []
    parts = first[2:].decode(errors="replace").split()
    if parts and Path(parts[0]).name == "env":
        parts = [part for part in parts[1:] if part != "-S"]
    found = shutil.which(parts[0]) if parts else None
    if found is None:
        raise UserError(f"{path} needs {parts[0] if parts else 'an interpreter'}: install it.")
    return [found, *parts[1:]]


def output_of(command: Sequence[str]) -> str:
    try:
        result = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=_VERSION_TIMEOUT,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UserError(f"{command[-2]} does not start: {error}.") from error
    if result.returncode:
        last_lines = (result.stderr.strip() or result.stdout.strip()).splitlines()[-1:] or [
            "no output"
        ]
        command_text = " ".join(command[-2:])
        raise UserError(f"{command_text} failed with status {result.returncode}: {last_lines[0]}.")
    return result.stdout.strip()
