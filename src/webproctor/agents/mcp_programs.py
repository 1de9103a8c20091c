"""Agents that are programs with a client of the Model Context Protocol, such as command lines of
coding agents.

Each episode has its own server with the task's tools, its own process, and its own folder for the
program's home and configuration. The program can reach only this server and its model.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from webproctor.agents.episode_tools import EpisodeTools, Views
from webproctor.agents.installed import Installed
from webproctor.agents.mcp_server import serve_episode
from webproctor.agents.program_run import ExternalFailed, run_program, seconds_for
from webproctor.agents.providers import ModelAccess
from webproctor.agents.transcripts import Event, Json, Transcript
from webproctor.core.episodes import ReportedUsage
from webproctor.core.llm import ModelFailed
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.tasks import Task
from webproctor.environments.isolation import owned_folder, temporary_folder

_PROMPT = """{instruction}

Do this task with the tools of the MCP server `webproctor`, and with no others. `observe` shows \
the page with numbered elements. The other tools act on the page; at most {actions} actions are \
allowed. When you have finished, call `done` with your answer, or without one if the task asks \
for none.
"""


@dataclass(frozen=True)
class Start:
    """How a program is started for an episode.

    Attributes:
        command: The program and its arguments; it reads the prompt from standard input.
        environment: Its environment variables.
        read_event: Returns the readable content of an event of its transcript.
        usage: Returns the usage of its model when it has ended.
    """

    command: Sequence[str]
    environment: Mapping[str, str]
    read_event: Callable[[Json], Event]
    usage: Callable[[], Sequence[ReportedUsage]]


@dataclass(frozen=True)
class McpProgram:
    """The agent of this module.

    Attributes:
        installed: The program.
        access: Its model.
        views: What observations contain.
        start: Writes the program's configuration to a folder, and returns how it is started. Its
            arguments are the folder, the address of the MCP server, and the time limit in seconds.
        extra_readable: Further folders that the program may read.
    """

    installed: Installed
    access: ModelAccess
    views: Views
    start: Callable[[Path, str, float], Start]
    extra_readable: Collection[Path] = ()
    takes: frozenset[str] = field(default=frozenset({"web"}), init=False)
    reports_usage: bool = field(default=True, init=False)

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        tools = EpisodeTools(task, session, self.views, after="Stop now.", refusals=True)
        seconds = seconds_for(task)
        instruction = (await session.observe()).instruction
        with owned_folder() as own_folder:
            async with (
                temporary_folder(own_folder, "program-") as folder,
                serve_episode(tools, session.actions) as (port, address),
            ):
                start = self.start(folder, address, seconds)
                prompt = folder / "prompt.txt"
                prompt.write_text(
                    _PROMPT.format(instruction=instruction, actions=task.limits.steps),
                    encoding="utf-8",
                )
                secrets = self.access.secrets
                transcript = Transcript(start.read_event, secrets.values(), session.folder)
                try:
                    status = await run_program(
                        start.command,
                        transcript,
                        seconds=seconds,
                        until=tools.ended(),
                        ports=[port],
                        environment={
                            **secrets,
                            **self.access.variables,
                            "HOME": str(folder),
                            **start.environment,
                        },
                        readable=[*self.installed.readable, *self.extra_readable],
                        writable=[folder],
                        hosts=self.access.hosts,
                        folder=folder,
                        stdin=prompt,
                    )
                finally:
                    transcript.close()
                    session.episode.output = f"{self.installed.version}\n{transcript.text()}"
                    session.episode.reported.extend(start.usage())
                return _answer(tools, status, transcript)


def _answer(tools: EpisodeTools, status: int | None, transcript: Transcript) -> str | None:
    """Return the answer of an episode whose program has ended.

    Raises:
        SessionLost: If the environment failed.
        ModelFailed: If the model gave no answer, or the program called no tool.
        ExternalFailed: If the program failed.
    """
    if tools.over.is_set() or not (status or transcript.failure or not tools.calls):
        return tools.result()
    if transcript.failure:
        raise ModelFailed("model", transcript.failure)
    if status:
        detail = f": {transcript.last_error}" if transcript.last_error else ""
        raise ExternalFailed(f"the program exited with status {status}{detail}")
    raise ModelFailed("no action", "the program ended without calling a tool")
