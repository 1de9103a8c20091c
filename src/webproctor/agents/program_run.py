"""Run an agent's program for one episode: until it exits, or until its time limit."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Sequence
from typing import Any

from webproctor.agents.program_output import ProgramOutput
from webproctor.core.outcomes import LimitReached
from webproctor.core.tasks import Task
from webproctor.environments.isolation.programs import program

# Seconds reserved for reading the page after the deadline, and for a program to exit after SIGTERM.
_MARGIN = 10.0
_EXIT_TIMEOUT = 3.0


class ExternalFailed(Exception):
    """The program exited with an error."""


def seconds_for(task: Task) -> float:
    """Return how long a program may run on a task, in seconds."""
    return max(1.0, task.limits.seconds - _MARGIN)


async def run_program(
    command: Sequence[str],
    output: ProgramOutput,
    *,
    seconds: float,
    until: Awaitable[None] | None = None,
    **sandbox: Any,
) -> int | None:
    """Run a program in its sandbox until it exits; then terminate all processes that it started.

    Args:
        command: The program and its arguments.
        output: Reads what it prints.
        seconds: Its time limit.
        until: Terminate the program when this has been awaited.
        sandbox: The other arguments of `isolation.programs.program`.

    Returns:
        The exit status; None if the program was terminated because of `until`.

    Raises:
        LimitReached: If it did not exit within its time limit.
    """
    async with program(command, **sandbox) as process:
        try:
            async with asyncio.timeout(seconds):
                exited = await _exits(process, output, until)
        except TimeoutError as error:
            message = f"the program did not finish within {seconds:g} s"
            raise LimitReached("time limit", message) from error
        finally:
            await _end(process)
            await output.rest()
        return process.returncode if exited else None


async def _exits(
    process: asyncio.subprocess.Process, output: ProgramOutput, until: Awaitable[None] | None
) -> bool:
    """Whether the program exits before `until` has been awaited."""
    exits = [asyncio.ensure_future(output.read(process)), asyncio.ensure_future(_exited(process))]
    running = [*exits, *([asyncio.ensure_future(until)] if until else [])]
    try:
        ended, _ = await asyncio.wait(running, return_when="FIRST_COMPLETED")
        for one in ended:
            one.result()  # Raises its exception, if it has one.
        return any(one in ended for one in exits)
    finally:
        for one in running:
            one.cancel()
        await asyncio.wait(running)


async def _exited(process: asyncio.subprocess.Process) -> None:
    """Wait until a program has exited, even if its output is still open.

    Without a sandbox, other processes that it started can have it open. `Process.wait` of asyncio
    would wait for them.
    """
    try:
        descriptor = os.pidfd_open(process.pid)
    except ProcessLookupError:
        return
    except (OSError, AttributeError):  # Not available, as on macOS.
        await process.wait()
        return
    loop, exited = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(descriptor, exited.set)
    try:
        await exited.wait()
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Terminate a program and all processes that it started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            if process.returncode is not None:
                return
        try:
            async with asyncio.timeout(_EXIT_TIMEOUT):
                await process.wait()
        except TimeoutError:
            continue
