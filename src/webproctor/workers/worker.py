"""The program of a worker: runs the episodes that the driver of a run asks for."""

import asyncio
import itertools
import os
import platform
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from webproctor.agents import make_agent
from webproctor.agents.episodes import or_errored, recorded_as, run_task, settings_in
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core.actions import ActionResult
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.episodes import Episode, Step
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Model, ModelFailed, Reply, Tool, ToolChoice
from webproctor.core.outcomes import error_of, lost_by
from webproctor.core.recorder import Perform, perform_directly
from webproctor.core.sessions import Session
from webproctor.environments.browser.recording import RECORDINGS, Recording, record
from webproctor.environments.isolation import hidden_folders, owned_folder, request
from webproctor.environments.parallel import AutoSlots
from webproctor.run.provenance import condition_of, provenance
from webproctor.run.snapshots import Snapshots
from webproctor.version import __version__
from webproctor.workers.connection import ConnectionLost, Socket
from webproctor.workers.messages import (
    Answer,
    Ask,
    Cancel,
    Choose,
    Done,
    EpisodeMessage,
    Failed,
    Hello,
    Limit,
    Ready,
    Refused,
    Run,
    Setup,
    StepDone,
    Withdraw,
    pack,
    unpack,
)


async def work(connection: Socket) -> None:
    """Run episodes until the driver closes the connection, or has died."""
    hello = Hello(__version__, platform.node(), os.getpid())
    try:
        await connection.send(hello.to_json())
        setup: Setup = unpack(await connection.receive())
        try:
            benchmark, ready = _prepared(setup)
        except UserError as error:
            await connection.send(pack(Refused(str(error))))
            return
        async with benchmark, _Episodes(connection, setup, benchmark) as episodes:
            await connection.send(pack(ready))
            while True:
                episodes.receive(unpack(await connection.receive()))
    except ConnectionLost:
        return  # The driver needs no more episodes.


def _prepared(setup: Setup) -> tuple[Benchmark, Ready]:
    """Create the benchmark, and check that episodes can be run.

    Raises:
        UserError: If the data or a dependency is missing, or a setting is invalid.
    """
    request(setup.isolated)
    hidden_folders.set((setup.folder,) if setup.folder else ())
    benchmark = load_benchmark(setup.benchmark, **setup.settings)
    _make_agent(setup, benchmark, _UnavailableModel() if setup.with_model else None)
    benchmark.ready()
    return benchmark, Ready(condition_of(benchmark), provenance()["browser"])


def _make_agent(
    setup: Setup, benchmark: Benchmark, model: Model | None, epoch: int = 1
) -> Agent | SelfDrivenAgent:
    settings = settings_in(epoch, setup.agent, setup.agent_settings)
    return make_agent(setup.agent, benchmark, model, **settings)


class _UnavailableModel:
    """The model of an agent that is only created to check its settings."""

    async def generate(self, *_: Any, **__: Any) -> Reply:
        raise ModelFailed("model", "no episode is running")


class _Episodes:
    """The episodes that are running in this worker."""

    def __init__(self, connection: Socket, setup: Setup, benchmark: Benchmark) -> None:
        self._connection = connection
        self._setup = setup
        self._benchmark = benchmark
        self._tasks = {task.id: task for task in benchmark.tasks()}
        self._running: dict[int, asyncio.Task[None]] = {}
        self._models: dict[int, _Model] = {}
        self._slots: AutoSlots | None = None
        self._reports: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "_Episodes":
        return self

    async def __aexit__(self, *_: object) -> None:
        running = [*self._running.values(), *self._reports]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def receive(self, message: Choose | Run | Cancel | Answer) -> None:
        """Do what the driver asks for, without waiting until it is done."""
        match message:
            case Choose():
                self._choose(message)
            case Run():
                running = asyncio.create_task(self._run(message))
                self._running[message.number] = running
                running.add_done_callback(lambda _: self._running.pop(message.number))
            case Cancel(number) if number in self._running:
                self._running[number].cancel()
            case Answer(number) if number in self._models:
                self._models[number].answer(message)
            case _:
                pass  # The episode has ended meanwhile.

    def _choose(self, message: Choose) -> None:
        if self._slots is None:
            maximum, report = message.parallel.maximum, self._report_limit
            self._slots = AutoSlots(maximum, on_choice=report, on_limit=report, part=message.part)
        else:
            self._slots.divide(message.part)
        self._report_limit()

    def _report_limit(self, sentence: str = "") -> None:
        """Tell the driver how many episodes may run."""
        assert self._slots is not None
        limit = Limit(self._slots.limit, self._slots.about(), sentence)

        async def send_limit() -> None:
            with suppress(ConnectionLost):  # `work` notices it too.
                await self._send(limit)

        report = asyncio.create_task(send_limit())
        self._reports.add(report)
        report.add_done_callback(self._reports.discard)

    async def _run(self, run: Run) -> None:
        # The driver limits the number of episodes; the slots only count them.
        if self._slots is not None:
            self._slots.begin()
        try:
            result = await self._run_episode(run)
        except UserError as error:
            result = Failed(run.number, str(error), by_user=True)
        except OSError as error:  # The files of the episode cannot be written or read.
            episode = Episode(task=run.task, error=error_of(lost_by(error)))
            result = Done(run.number, episode, {})
        except Exception as error:  # noqa: BLE001 - the driver raises it
            result = Failed(run.number, f"{type(error).__name__}: {error}", by_user=False)
        finally:
            if self._slots is not None:
                self._slots.end()
        with suppress(ConnectionLost):  # `work` notices it too.
            await self._send(result)

    async def _run_episode(self, run: Run) -> Done:
        task = self._tasks[run.task]
        with owned_folder() as folder:
            # Files of programs are kept with the recordings, also if pages are not recorded.
            recording = Recording(folder / RECORDINGS, self._setup.recordings)
            record(recording.subfolder(recorded_as(task.id, run.epoch)))
            snapshots = self._setup.record
            take_snapshot = None if snapshots == "none" else Snapshots(folder, snapshots).take
            model = _Model(run.number, self._send) if self._setup.with_model else None
            if model is not None:
                self._models[run.number] = model
            try:
                make = partial(_make_agent, self._setup, self._benchmark, model, run.epoch)
                agent = or_errored(task, make)
                if isinstance(agent, Episode):
                    return Done(run.number, agent, {})
                performing = self._perform_and_report(run.number)
                episode = await run_task(
                    self._benchmark, task, agent, perform=performing, take_snapshot=take_snapshot
                )
            finally:
                self._models.pop(run.number, None)
            return Done(run.number, episode, await asyncio.to_thread(_files, folder))

    def _perform_and_report(self, number: int) -> Callable[[Session], Perform]:
        """Return the function that executes steps in a session, and reports them to the driver."""

        def in_session(session: Session) -> Perform:
            async def perform(step: Step) -> Sequence[ActionResult]:
                results = await perform_directly(session.act, step)
                await self._send(StepDone(number, step, results))
                return results

            return perform

        return in_session

    async def _send(self, message: Limit | EpisodeMessage) -> None:
        await self._connection.send(pack(message))


class _Model:
    """The model of an episode: the driver sends the requests."""

    def __init__(self, number: int, send: Callable[[Ask | Withdraw], Awaitable[None]]) -> None:
        self._number = number
        self._send = send
        self._question_numbers = itertools.count()
        self._pending: dict[int, asyncio.Future[Answer]] = {}

    async def generate(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool] = (),
        *,
        tool_choice: ToolChoice = "auto",
    ) -> Reply:
        question = next(self._question_numbers)
        future = self._pending[question] = asyncio.get_running_loop().create_future()
        try:
            await self._send(
                Ask(self._number, question, tuple(messages), tuple(tools), tool_choice)
            )
            answer = await future
        except asyncio.CancelledError:
            await self._send(Withdraw(self._number, question))
            raise
        finally:
            del self._pending[question]
        if answer.reply is None:
            raise ModelFailed(answer.cause, answer.message)
        return answer.reply

    def answer(self, answer: Answer) -> None:
        future = self._pending.get(answer.question)
        if future is not None and not future.done():
            future.set_result(answer)


def _files(folder: Path) -> dict[str, bytes]:
    """Return the content of all files in a folder, by path in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
