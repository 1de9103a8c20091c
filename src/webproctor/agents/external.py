"""The external agent: a third-party program that drives a browser over DevTools.

The program reads the task from environment variables:

| variable | value |
|---|---|
| `WEBPROCTOR_DEVTOOLS` | the browser's DevTools address, `http://127.0.0.1:PORT/TOKEN` |
| `WEBPROCTOR_URL` | the address of the task's page, which is already open |
| `WEBPROCTOR_TASK` | the instruction |
| `WEBPROCTOR_TASK_ID` | the task's id |
| `WEBPROCTOR_FILES` | the folder of files to upload, and of downloads |
| `WEBPROCTOR_DEADLINE` | the deadline, in seconds since 1970 |
| `WEBPROCTOR_STEPS` | the step limit, which the program has to keep itself |

It also gets a minimal environment and the variables that `--pass-env` names. It runs in its own
sandbox if the machine supports one; see `isolation.programs`.

The last line that it writes to standard output is its answer; lines that report model usage do not
count (`program_output.py`). What it prints is kept with the episode. Its inputs are recorded on the
browser's side: every trusted input event of every page.

It connects to a proxy, which limits the commands that it may send (`browser/proxy_policy.py`). With
`devtools` set to `script` it may run scripts in its page, which is then only a view of the judged
page; with `input` it sends input events and reads the document, in the judged page itself.
"""

import shlex
import shutil
import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from webproctor.agents.installed import PassEnv, Reach, Read, check_folders
from webproctor.agents.program_output import ProgramOutput
from webproctor.agents.program_run import ExternalFailed, run_program, seconds_for
from webproctor.agents.providers import passed_variables
from webproctor.benchmarks import Benchmark
from webproctor.core.episodes import StepRecord
from webproctor.core.errors import UserError
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.sessions import Surface
from webproctor.core.tasks import Task
from webproctor.environments.browser.proxy_policy import Policy
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.witness import Input

# Inputs with a longer pause between them, in seconds, belong to different steps.
_PAUSE = 1.0
# Suffixes of files that an interpreter runs.
_SCRIPTS = frozenset({".js", ".mjs", ".py", ".sh", ".ts"})


class External:
    """The agent of this module; the factory `external` describes the settings."""

    takes = frozenset({"web", "computer"})
    reports_usage = True

    def __init__(
        self,
        command: Sequence[str],
        devtools: Policy = "script",
        secrets: Mapping[str, str] = MappingProxyType({}),
        hosts: Sequence[str] = (),
        readable: Sequence[Path] = (),
        variables: Mapping[str, str] = MappingProxyType({}),
        hint: str = "",
    ) -> None:
        self._command = command
        self.surface: Surface = "browser" if devtools == "script" else "browser-input"
        self.hint = hint
        self._secrets = secrets
        self._hosts = hosts
        self._readable = readable
        self._variables = variables

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        live = session.unwrapped
        assert isinstance(live, WebSession)
        assert live.proxy is not None
        page = live.view or live.page
        seconds = seconds_for(task)
        variables = {
            "WEBPROCTOR_DEVTOOLS": live.proxy.address,
            "WEBPROCTOR_URL": page.url,
            "WEBPROCTOR_FILES": str(page.folder),
            "WEBPROCTOR_TASK": (await session.observe()).instruction,
            "WEBPROCTOR_TASK_ID": task.id,
            "WEBPROCTOR_DEADLINE": f"{time.time() + seconds:.0f}",
            "WEBPROCTOR_STEPS": str(task.limits.steps),
        }
        output = ProgramOutput(self._secrets.values())
        try:
            status = await run_program(
                self._command,
                output,
                seconds=seconds,
                ports=[live.proxy.port],
                environment={**self._secrets, **self._variables, **variables},
                readable=self._readable,
                writable=[page.folder],
                hosts=self._hosts,
                peers=live.proxy.peers,
            )
        finally:
            session.episode.output = output.text()
            session.episode.reported.extend(output.reported)
            await live.wait_until_idle()
            await live.wait_for_inputs()
            session.episode.steps.extend(steps(live.inputs))
        if status:
            detail = f": {output.last_error}" if output.last_error else ""
            hint = _hint_for_shims(self._command[0])
            raise ExternalFailed(f"the program exited with status {status}{detail}{hint}")
        return output.answer


def _hint_for_shims(program: str) -> str:
    """Say what to do about a program of a version manager such as pyenv; "" for other programs."""
    path = Path(shutil.which(program) or program)
    if path.parent.name != "shims":
        return ""
    return (
        f". {path} only starts another program, which it may not find in a sandbox: give the path "
        "of that program in --command"
    )


def steps(inputs: Sequence[Input]) -> list[StepRecord]:
    """Group input events into steps: events without a pause between them are one step."""
    if not inputs:
        return []
    groups = [[inputs[0]]]
    for previous, current in pairwise(inputs):
        if current.at - previous.at > _PAUSE:
            groups.append([])
        groups[-1].append(current)
    return [
        StepRecord(actions=_actions(group), results=[], seconds=seconds, acting=seconds)
        for group in groups
        for seconds in [group[-1].at - group[0].at]
    ]


def _actions(inputs: Sequence[Input]) -> list[dict[str, Any]]:
    """Return input events as actions: button and key presses, and scrolling. Consecutive typing is
    one action, and so is consecutive scrolling.
    """
    actions: list[dict[str, Any]] = []
    for event in inputs:
        last = actions[-1] if actions else {"name": "", "arguments": {}}
        if event.kind == "key" and len(event.detail) == 1:
            if last["name"] == "type":
                last["arguments"]["text"] += event.detail
            else:
                actions.append({"name": "type", "arguments": {"text": event.detail}})
        elif event.kind == "key":
            actions.append({"name": "press", "arguments": {"keys": event.detail}})
        elif event.kind == "down":
            arguments = {"x": event.x, "y": event.y, "button": event.detail}
            actions.append({"name": "click", "arguments": arguments})
        elif event.kind == "wheel" and last["name"] != "scroll":
            actions.append({"name": "scroll", "arguments": {"x": event.x, "y": event.y}})
        elif event.kind in ("paste", "drop"):
            actions.append({"name": event.kind, "arguments": {}})
    return actions


def external(
    benchmark: Benchmark,
    *,
    command: Annotated[str, "The program and its arguments."],
    devtools: Annotated[
        Policy, "input: input events and reading; script: also scripts in the page."
    ] = "script",
    pass_env: PassEnv = (),
    reach: Reach = (),
    read: Read = (),
) -> External:
    """A third-party program that gets a browser's DevTools address, the task and a deadline.

    Raises:
        UserError: If the program, its script, a variable or a folder does not exist.
    """
    parts = shlex.split(command)
    if not parts or shutil.which(parts[0]) is None:
        raise UserError(f"--command {command!r}: there is no such program.")
    script = Path(parts[1]) if len(parts) > 1 else None
    if script is not None and script.suffix in _SCRIPTS and not script.is_file():
        raise UserError(f"--command {command!r}: there is no file {script}.")
    hint = "Add --devtools input: the agent may not run scripts."
    return External(
        parts, devtools, passed_variables(pass_env), reach, check_folders(read), hint=hint
    )
