"""Others' agents: any program that can speak DevTools is given a browser, a task and a deadline.

The program is told by its environment:

| variable | what it holds |
|---|---|
| `WEBPROCTOR_DEVTOOLS` | the browser's DevTools address, `http://127.0.0.1:PORT` |
| `WEBPROCTOR_URL` | the address of the task's page, which is open already |
| `WEBPROCTOR_TASK` | the instruction |
| `WEBPROCTOR_TASK_ID` | the task's id |
| `WEBPROCTOR_DEADLINE` | when it must have finished, in seconds since 1970 |

The last line that it writes to standard output is its answer. What it does is recorded from the
browser's side: every trusted input event of every page.
"""

import asyncio
import os
import shlex
import shutil
import signal
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any

from webproctor.benchmarks import Benchmark
from webproctor.browser.session import WebSession
from webproctor.browser.witness import Input
from webproctor.episodes import RecordedSession, TurnRecord
from webproctor.errors import UserError
from webproctor.sessions import Ground
from webproctor.tasks import Task

# Seconds kept for reading the page after the deadline, and for a program to end politely.
_MARGIN = 10.0
_POLITE = 3.0
# Inputs with a longer pause between them, in seconds, belong to different turns.
_PAUSE = 1.0


class ExternalFailed(Exception):
    """The program ended with an error, or had not finished at its deadline."""


class External:
    """See the module; the factory `external` explains the settings."""

    ground: Ground = "browser"
    takes = frozenset({"web", "computer"})

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command

    async def run(self, task: Task, session: RecordedSession) -> str | None:
        live = session.unwrapped
        assert isinstance(live, WebSession)
        seconds = max(1.0, task.limits.seconds - _MARGIN)
        told = {
            "WEBPROCTOR_DEVTOOLS": live.page.devtools_address,
            "WEBPROCTOR_URL": live.page.url,
            "WEBPROCTOR_TASK": task.instruction,
            "WEBPROCTOR_TASK_ID": task.id,
            "WEBPROCTOR_DEADLINE": f"{time.time() + seconds:.0f}",
        }
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=os.environ | told,
            start_new_session=True,  # Whatever it starts ends with it.
        )
        try:
            async with asyncio.timeout(seconds):
                said, complained = await process.communicate()
        except TimeoutError as error:
            raise ExternalFailed(f"the program had not finished after {seconds:g} s") from error
        finally:
            await _end(process)
            await live.rest()
            await live.heard()
            session.episode.turns.extend(turns(live.inputs))
        if process.returncode:
            last = complained.decode(errors="replace").strip().splitlines()[-1:]
            why = f": {last[0]}" if last else ""
            raise ExternalFailed(f"the program ended with status {process.returncode}{why}")
        lines = said.decode(errors="replace").strip().splitlines()
        return lines[-1].strip() if lines else None


async def _end(process: asyncio.subprocess.Process) -> None:
    """End a program and all that it started."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sign)
        except ProcessLookupError:
            return
        try:
            async with asyncio.timeout(_POLITE):
                await process.wait()
        except TimeoutError:
            continue


def turns(inputs: Sequence[Input]) -> list[TurnRecord]:
    """Input events as turns: what came without a pause between belongs together."""
    if not inputs:
        return []
    groups = [[inputs[0]]]
    for before, now in pairwise(inputs):
        if now.at - before.at > _PAUSE:
            groups.append([])
        groups[-1].append(now)
    return [
        TurnRecord(
            actions=_actions(group),
            results=[],
            seconds=group[-1].at - group[0].at,
        )
        for group in groups
    ]


def _actions(inputs: Sequence[Input]) -> list[dict[str, Any]]:
    """Input events as actions: presses of buttons and keys, turns of the wheel; what is typed and
    what is scrolled without anything between is one.
    """
    actions: list[dict[str, Any]] = []
    for one in inputs:
        last = actions[-1] if actions else {"name": "", "arguments": {}}
        if one.kind == "key" and len(one.detail) == 1:
            if last["name"] == "type":
                last["arguments"]["text"] += one.detail
            else:
                actions.append({"name": "type", "arguments": {"text": one.detail}})
        elif one.kind == "key":
            actions.append({"name": "press", "arguments": {"keys": one.detail}})
        elif one.kind == "down":
            how = {"x": one.x, "y": one.y, "button": one.detail}
            actions.append({"name": "click", "arguments": how})
        elif one.kind == "wheel" and last["name"] != "scroll":
            actions.append({"name": "scroll", "arguments": {"x": one.x, "y": one.y}})
        elif one.kind in ("paste", "drop"):
            actions.append({"name": one.kind, "arguments": {}})
    return actions


def external(
    benchmark: Benchmark, *, command: Annotated[str, "The program and its arguments."]
) -> External:
    """A program of others, given a browser's DevTools address, the task and a deadline.

    Raises:
        UserError: If there is no such program.
    """
    parts = shlex.split(command)
    if not parts or shutil.which(parts[0]) is None:
        raise UserError(f"--command {command!r}: there is no such program.")
    return External(parts)
