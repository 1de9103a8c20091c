"""Agents that record their process, end it, stop it, or call a model.

They are named as `path/file.py:NAME`, so that workers can import them.
"""

import asyncio
import os
import signal
import threading
from pathlib import Path
from typing import Annotated

from webproctor.benchmarks import Benchmark
from webproctor.core.actions import computer
from webproctor.core.episodes import Step
from webproctor.core.llm import Message, Model
from webproctor.core.observations import Observation, View
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.tasks import Task

QUESTION = "Where is the button? " * 200  # About 1,000 tokens.


class Noted:
    """Writes a line to a file when it starts: the task and the process."""

    def __init__(self, notes: Path) -> None:
        self.notes = notes

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        with self.notes.open("a") as file:
            file.write(f"{task.id} {os.getpid()}\n")
        await self.work(task, session)
        return "done"

    async def work(self, task: Task, session: EpisodeRecorder) -> None:
        await session.act(computer.MouseClick(x=1, y=1))


class Ending(Noted):
    """Writes another line when it ends: `end` and the worker's thread."""

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        with self.notes.open("a") as file:
            file.write(f"begin {threading.get_ident()}\n")
        await self.work(task, session)
        with self.notes.open("a") as file:
            file.write(f"end {threading.get_ident()}\n")
        return "done"


class Signalling(Noted):
    """Sends a signal to its process, or to its parent, as often as there are lines in `times`."""

    def __init__(self, notes: Path, sign: int, parent: bool) -> None:
        super().__init__(notes)
        self._sign = sign
        self._parent = parent

    async def work(self, task: Task, session: EpisodeRecorder) -> None:
        await super().work(task, session)
        times = sorted(self.notes.parent.glob("signal-*"))
        # The first episodes end as usual.
        if times and len(self.notes.read_text().splitlines()) > 2:
            times[0].unlink()
            os.kill(os.getppid() if self._parent else os.getpid(), self._sign)
            await asyncio.Event().wait()


class Killing(Noted):
    """Kills its process at one task."""

    def __init__(self, notes: Path, task: str) -> None:
        super().__init__(notes)
        self._task = task

    async def work(self, task: Task, session: EpisodeRecorder) -> None:
        if task.id == self._task:
            os.kill(os.getpid(), signal.SIGKILL)
        await super().work(task, session)


class Waiting(Noted):
    """In the process that started first, waits until all other episodes have started."""

    def __init__(self, notes: Path, episodes: int) -> None:
        super().__init__(notes)
        self._episodes = episodes

    async def work(self, task: Task, session: EpisodeRecorder) -> None:
        first = self.notes.read_text().split()[1]
        while first == str(os.getpid()) and self._begun() < self._episodes:  # noqa: ASYNC110
            # Another process writes the file.
            await asyncio.sleep(0.01)

    def _begun(self) -> int:
        return len(self.notes.read_text().splitlines())


class Hanging(Noted):
    """Hangs until the file `go` exists, except for the first two episodes."""

    async def work(self, task: Task, session: EpisodeRecorder) -> None:
        first_two, go = self.notes.read_text().splitlines()[:2], self.notes.with_name("go")
        if f"{task.id} {os.getpid()}" not in first_two:
            while not go.exists():  # noqa: ASYNC110 - another process creates the file
                await asyncio.sleep(0.01)


class Asker:
    """Asks its model a number of questions, one per step."""

    reads: frozenset[View] = frozenset()

    def __init__(self, model: Model, questions: int) -> None:
        self._model = model
        self._left = questions
        self._messages: list[Message] = []

    async def act(self, observation: Observation) -> Step:
        self._left -= 1
        self._messages.append(Message("user", QUESTION))
        reply = await self._model.generate(self._messages)
        self._messages.append(reply.message())
        return Step(
            actions=[computer.MouseClick(x=2, y=3)],
            thought=reply.text,
            done=self._left <= 0,
            usage=reply.usage,
        )


def noted(benchmark: Benchmark, *, notes: Annotated[Path, "The file."]) -> Noted:
    return Noted(notes)


def ending(benchmark: Benchmark, *, notes: Annotated[Path, "The file."]) -> Ending:
    return Ending(notes)


def signalling(
    benchmark: Benchmark,
    *,
    notes: Annotated[Path, "The file."],
    sign: Annotated[int, "The signal."] = signal.SIGKILL,
    parent: Annotated[bool, "Whether the parent gets it."] = False,
) -> Noted:
    return Signalling(notes, sign, parent)


def killing(
    benchmark: Benchmark,
    *,
    notes: Annotated[Path, "The file."],
    task: Annotated[str, "The task."],
) -> Noted:
    return Killing(notes, task)


def waiting(
    benchmark: Benchmark,
    *,
    notes: Annotated[Path, "The file."],
    episodes: Annotated[int, "The number of episodes."],
) -> Noted:
    return Waiting(notes, episodes)


def hanging(benchmark: Benchmark, *, notes: Annotated[Path, "The file."]) -> Noted:
    return Hanging(notes)


def asker(
    benchmark: Benchmark, model: Model, *, questions: Annotated[int, "Their number."] = 2
) -> Asker:
    return Asker(model, questions)
