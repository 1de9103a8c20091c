"""Agents that are programs with a client of the Model Context Protocol, such as command lines of
coding agents.

Each episode has its own server with the task's tools, its own process, and its own folder for the
program's home and configuration. The program can reach only this server and its model.
"""

import shutil
import subprocess
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from webproctor.agents.episode_tools import EpisodeTools, Views
from webproctor.agents.mcp_server import serve_episode
from webproctor.agents.program_run import ExternalFailed, run_program, seconds_for
from webproctor.agents.providers import ModelAccess
from webproctor.agents.transcripts import Event, Json, Transcript
from webproctor.core.episodes import ReportedUsage
from webproctor.core.errors import UserError
from webproctor.core.llm import ModelFailed
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.tasks import Task
from webproctor.environments.isolation import owned_folder

# Settings of these agents.
ProgramModel = Annotated[str, "The program's model."]
Vision = Annotated[bool, "Include screenshots in observations.", "text-only"]
PassEnv = Annotated[tuple[str, ...], "Environment variable passed to the program; repeatable."]
Reach = Annotated[
    tuple[str, ...], "Further host that the program may connect to, or 127.0.0.1:PORT; repeatable."
]
Read = Annotated[tuple[Path, ...], "Further folder that the program may read; repeatable."]

_PROMPT = """{instruction}

Do this task with the tools of the MCP server `webproctor`, and with no others. `observe` shows \
the page with numbered elements. The other tools act on the page; at most {actions} actions are \
allowed. When you have finished, call `done` with your answer, or without one if the task asks \
for none.
"""
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
        return _printed([*self.command, *arguments])


@dataclass(frozen=True)
class Start:
    """How a program is started for an episode.

    Attributes:
        command: The program and its arguments; it reads the prompt from standard input.
        environment: Its environment variables.
        read: Returns what an event of its transcript tells.
        used: Returns the usage of its model when it has ended.
    """

    command: Sequence[str]
    environment: Mapping[str, str]
    read: Callable[[Json], Event]
    used: Callable[[], Sequence[ReportedUsage]]


@dataclass(frozen=True)
class McpProgram:
    """The agent of this module.

    Attributes:
        installed: The program.
        access: Its model.
        views: What observations contain.
        start: Writes the program's configuration to a folder, and returns how it is started. Its
            arguments are the folder, the address of the MCP server, and the time limit in seconds.
        further: Further folders that the program may read.
    """

    installed: Installed
    access: ModelAccess
    views: Views
    start: Callable[[Path, str, float], Start]
    further: Collection[Path] = ()
    takes: frozenset[str] = field(default=frozenset({"web"}), init=False)

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        tools = EpisodeTools(task, session, self.views, after="Stop now.", refusals=True)
        seconds = seconds_for(task)
        instruction = (await session.observe()).instruction
        with owned_folder() as folder:
            async with serve_episode(tools, session.actions) as (port, address):
                start = self.start(folder, address, seconds)
                prompt = folder / "prompt.txt"
                prompt.write_text(
                    _PROMPT.format(instruction=instruction, actions=task.limits.turns),
                    encoding="utf-8",
                )
                secrets = {*self.access.variables.values()} - {self.access.address}
                printed = Transcript(start.read, secrets, session.folder)
                try:
                    status = await run_program(
                        start.command,
                        printed,
                        seconds=seconds,
                        until=tools.ended(),
                        ports=[port],
                        environment={"HOME": str(folder), **self.access.variables}
                        | {**start.environment},
                        readable=[*self.installed.readable, *self.further],
                        writable=[folder],
                        hosts=self.access.hosts,
                        folder=folder,
                        stdin=prompt,
                    )
                finally:
                    printed.close()
                    session.episode.output = f"{self.installed.version}\n{printed.text()}"
                    session.episode.reported.extend(start.used())
                return _answer(tools, status, printed)


def _answer(tools: EpisodeTools, status: int | None, printed: Transcript) -> str | None:
    """Return the answer of an episode whose program has ended.

    Raises:
        SessionLost: If the environment failed.
        ModelFailed: If the model gave no answer, or the program called no tool.
        ExternalFailed: If the program failed.
    """
    if tools.over.is_set() or not (status or printed.failure or not tools.calls):
        return tools.result()
    if printed.failure:
        raise ModelFailed("model", printed.failure)
    if status:
        why = f": {printed.complaint}" if printed.complaint else ""
        raise ExternalFailed(f"the program exited with status {status}{why}")
    raise ModelFailed("no action", "the program ended without calling a tool")


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
    command = [*_interpreter(path), str(path)]
    packages = [one for one in path.parents if one.name == "node_modules"]
    try:
        version = _printed([*command, "--version"])
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


def _interpreter(path: Path) -> list[str]:
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


def _printed(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(
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
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:] or ["no output"]
        shown = " ".join(command[-2:])
        raise UserError(f"{shown} failed with status {done.returncode}: {said[0]}.")
    return done.stdout.strip()
