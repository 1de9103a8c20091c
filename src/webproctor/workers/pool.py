"""The driver's side of workers: hands out episodes, and replaces workers that are lost."""

import asyncio
import itertools
import warnings
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from webproctor.core.errors import UserError, WorkerLost
from webproctor.workers.connection import Connection, ConnectionLost
from webproctor.workers.greeting import Expected, greet
from webproctor.workers.messages import (
    Answer,
    Ask,
    Cancel,
    Done,
    Failed,
    OfEpisode,
    Run,
    Step,
    Withdraw,
    packed,
    unpacked,
)

# Seconds that workers have to start; they import the benchmark and read its data.
STARTING = 300.0
# Workers that are lost one after the other, without a finished episode, until none is replaced.
FRUITLESS = 3


class EpisodeLost(Exception):
    """The worker of an episode was lost before the episode had ended; it can be run again."""


class Executor(Protocol):
    """Starts workers, on this machine or on others.

    Attributes:
        where: Where the workers are, for messages.
    """

    where: str

    async def open(self) -> Sequence[Connection]:
        """Start the workers.

        Raises:
            UserError: If there is nothing to start them on.
        """
        ...

    async def replace(self, lost: Any) -> Connection:
        """Start a worker in place of one that was lost, of the same kind. It may have to wait for a
        machine before it answers."""
        ...

    def close(self) -> None:
        """End what was started besides the workers."""
        ...


@dataclass(frozen=True)
class Handlers:
    """What the driver does for an episode that runs in a worker.

    Attributes:
        answer: Asks the model of the run.
        step: Is called with each step that the agent has executed.
    """

    answer: Callable[[Ask], Awaitable[Answer]]
    step: Callable[[Step], Awaitable[None]]


Inbox = asyncio.Queue[OfEpisode | Exception]


@dataclass(eq=False)
class _Worker:
    connection: Connection
    name: str
    episodes: dict[int, Inbox] = field(default_factory=dict)
    listening: asyncio.Task[None] | None = None

    @property
    def free(self) -> int:
        return self.connection.slots - len(self.episodes)

    async def send(self, message: Run | Cancel | Answer) -> None:
        await self.connection.send(packed(message))


class Pool:
    """The workers of a run. An episode is given to the worker with the most free slots.

    Args:
        executor: Starts the workers.
        expected: What the workers need, and what they must be like.
    """

    def __init__(self, executor: Executor, expected: Expected) -> None:
        self._executor = executor
        self._expected = expected
        self._workers: list[_Worker] = []
        self._replacing: set[asyncio.Task[None]] = set()
        self._fruitless = 0
        self._changed = asyncio.Condition()
        self._numbers = itertools.count()

    @property
    def slots(self) -> int:
        """How many episodes all workers run at the same time."""
        return sum(worker.connection.slots for worker in self._workers)

    def about(self) -> list[dict[str, Any]]:
        """Return the workers as JSON data, for the run's provenance."""
        return [
            {"name": worker.name, "parallel": worker.connection.slots} for worker in self._workers
        ]

    async def start(self) -> None:
        """Start the workers, and wait until all are ready.

        Raises:
            UserError: If a worker does not start, or cannot run the episodes.
        """
        opened = await self._executor.open()
        try:
            async with asyncio.timeout(STARTING):
                self._workers = await asyncio.gather(*map(self._ready, opened))
        except BaseException as error:
            await asyncio.gather(*(one.close() for one in opened))
            if isinstance(error, TimeoutError):
                raise UserError(
                    f"the workers on {self._executor.where} were not ready in {STARTING:g} s. "
                    "Is other work using all its processors?"
                ) from error
            raise

    async def close(self) -> None:
        """End the workers; episodes that are running are stopped."""
        await asyncio.gather(*(worker.connection.close() for worker in self._workers))

    async def run(self, task: str, epoch: int, seconds: float, handlers: Handlers) -> Done:
        """Run an episode in a worker, as soon as one is free.

        Args:
            seconds: The time after which a worker that does not answer is given up.

        Raises:
            EpisodeLost: If the worker was lost.
            ConnectionLost: If no workers are left.
            UserError: If the episode cannot be run.
        """
        worker, number, inbox = await self._begin()
        limit = asyncio.timeout(seconds)
        try:
            await worker.send(Run(number, task, epoch))
            async with limit:
                done = await _ended(worker, inbox, handlers)
            self._fruitless = 0
            return done
        except ConnectionLost as lost:
            raise EpisodeLost(f"{worker.name}: {lost}") from lost
        except TimeoutError:
            if not limit.expired():
                raise
            why = f"it did not answer in {seconds:g} s"
            self._lose(worker, why)
            raise EpisodeLost(f"{worker.name}: {why}") from None
        except EpisodeLost:
            raise
        except BaseException:
            with suppress(ConnectionLost):
                await worker.send(Cancel(number))
            raise
        finally:
            del worker.episodes[number]
            async with self._changed:
                self._changed.notify_all()

    async def _begin(self) -> tuple[_Worker, int, Inbox]:
        """Wait for a free slot, and take it: return the worker, the number of the episode, and what
        the worker says about it."""
        async with self._changed:
            while True:
                if free := [worker for worker in self._workers if worker.free > 0]:
                    worker = max(free, key=lambda one: one.free)
                    break
                if not self._workers and not self._replacing:
                    raise ConnectionLost("no workers are left")
                await self._changed.wait()
        if worker.listening is None:
            worker.listening = asyncio.create_task(self._listen(worker))
        number, inbox = next(self._numbers), Inbox()
        worker.episodes[number] = inbox
        return worker, number, inbox

    async def _listen(self, worker: _Worker) -> None:
        """Sort what a worker says by episode, until it is lost."""
        try:
            while True:
                message: OfEpisode = unpacked(await worker.connection.receive())
                # The driver has cancelled episodes that are unknown.
                if inbox := worker.episodes.get(message.number):
                    inbox.put_nowait(message)
        except ConnectionLost as lost:
            self._lose(worker, str(lost))
        except Exception as error:  # noqa: BLE001 - a class of an agent that is unknown here
            self._lose(worker, f"its message cannot be read ({type(error).__name__}: {error})")

    def _lose(self, worker: _Worker, why: str) -> None:
        if worker not in self._workers:
            return
        self._workers.remove(worker)
        left = len(worker.episodes)
        for inbox in worker.episodes.values():
            inbox.put_nowait(EpisodeLost(f"{worker.name}: {why}"))
        warnings.warn(
            f"{worker.name} was lost: {why}. Its {left} unfinished episodes are run again.",
            WorkerLost,
            stacklevel=2,
        )
        self._fruitless += 1
        replacing = asyncio.create_task(self._replace(worker))
        self._replacing.add(replacing)

    async def _replace(self, lost: _Worker) -> None:
        """Close the connection to a lost worker, and start another."""
        try:
            if lost.listening is not None:
                # The event loop must not wait for a socket that is closed.
                lost.listening.cancel()
                await asyncio.wait({lost.listening})
            await lost.connection.close()
            if self._fruitless < FRUITLESS:
                self._workers.append(await self._replaced(lost))
        except (UserError, ConnectionLost) as error:
            warnings.warn(f"{lost.name} cannot be replaced: {error}", WorkerLost, stacklevel=2)
        finally:
            self._replacing.discard(asyncio.current_task())  # type: ignore[arg-type]
            async with self._changed:
                self._changed.notify_all()

    async def _replaced(self, lost: _Worker) -> _Worker:
        connection = await self._executor.replace(lost.connection)
        try:
            return await self._ready(connection)
        except BaseException:
            await connection.close()
            raise

    async def _ready(self, connection: Connection) -> _Worker:
        return _Worker(connection, await greet(connection, self._expected))


@contextmanager
def started(executor: Executor, expected: Expected) -> Iterator[Pool]:
    """Start the workers of a run; end them when the block ends.

    Raises:
        UserError: If a worker does not start, or cannot run the episodes.
    """
    pool = Pool(executor, expected)
    try:
        asyncio.run(pool.start())
        try:
            yield pool
        finally:
            asyncio.run(pool.close())
    finally:
        executor.close()


async def _ended(worker: _Worker, inbox: Inbox, handlers: Handlers) -> Done:
    """Handle what a worker says about an episode until it has ended."""
    asked: dict[int, asyncio.Task[None]] = {}

    async def answer(ask: Ask) -> None:
        try:
            await worker.send(await handlers.answer(ask))
        except ConnectionLost:
            pass  # The inbox says so too.
        except Exception as error:  # noqa: BLE001 - it ends the episode
            inbox.put_nowait(error)

    try:
        while True:
            match await inbox.get():
                case Ask() as ask:
                    asked[ask.question] = asyncio.create_task(answer(ask))
                case Withdraw(_, question):
                    asked[question].cancel()
                case Step() as step:
                    await handlers.step(step)
                case Done() as done:
                    return done
                case Failed(_, message, by_user):
                    raise UserError(message) if by_user else RuntimeError(message)
                case Exception() as error:
                    raise error
    finally:
        for one in asked.values():
            one.cancel()
