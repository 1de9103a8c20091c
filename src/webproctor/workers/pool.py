"""The driver's side of workers: hands out episodes, and replaces workers that are lost."""

import asyncio
import itertools
import threading
import warnings
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from webproctor.core.errors import UserError, WorkerLost
from webproctor.environments.parallel import Auto, Part
from webproctor.workers.connection import Connection, ConnectionLost, Executor
from webproctor.workers.greeting import Expected, greet
from webproctor.workers.messages import (
    Answer,
    Ask,
    Cancel,
    Choose,
    Done,
    Failed,
    Limit,
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


@dataclass(frozen=True)
class Handlers:
    """What the driver does for an episode that runs in a worker.

    Attributes:
        answer: Asks the model of the run.
        step: Is called with each step that the agent has executed.
    """

    answer: Callable[[Ask], Awaitable[Answer]]
    step: Callable[[Step], Awaitable[None]]


Deliver = Callable[[OfEpisode | Exception], None]
"""Takes what a worker says about an episode, or why it will say nothing more."""
T = TypeVar("T")


@dataclass(eq=False)
class _Worker:
    """A worker that is set up.

    Attributes:
        limit: How many episodes it may run; what it has chosen, if it chooses.
        part: The part of its machine that it chooses for.
        lost: Why it was lost.
    """

    connection: Connection
    name: str
    machine: str
    limit: Limit
    part: Part | None = None
    lost: str | None = None
    episodes: dict[int, Deliver] = field(default_factory=dict)
    listening: asyncio.Task[None] | None = None

    @property
    def free(self) -> int:
        return self.limit.episodes - len(self.episodes)

    @property
    def most(self) -> int:
        """The maximum number of episodes."""
        parallel = self.connection.parallel
        return parallel.most if isinstance(parallel, Auto) else parallel

    def about(self) -> dict[str, Any]:
        """Return its name, how many episodes it runs, and why it was lost, as JSON data."""
        parallel: Any = self.connection.parallel
        if isinstance(parallel, Auto):
            parallel = self.limit.about or {"most": parallel.most}
        lost = {"lost": self.lost} if self.lost else {}
        return {"name": self.name, "parallel": parallel, **lost}


class Pool:
    """The workers of a run. An episode is given to the worker with the most free slots.

    The connections have an event loop of their own, in a thread: a run has one loop for each of its
    logs. Only `run` is called from the loop of the run.

    Args:
        executor: Starts the workers.
        expected: What the workers need, and what they must be like.

    Attributes:
        on_choice: Called with a sentence whenever a worker has chosen or reduced its number of
            episodes. It is called in the thread of the connections.
    """

    def __init__(self, executor: Executor, expected: Expected) -> None:
        self._executor = executor
        self._expected = expected
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="workers", daemon=True)
        self._opened: list[Connection] = []
        self.on_choice: Callable[[str], None] = lambda said: None
        self._workers: list[_Worker] = []
        self._lost: list[_Worker] = []
        self._replacing: set[asyncio.Task[None]] = set()
        self._fruitless = 0
        self._changed = asyncio.Condition()
        self._numbers = itertools.count()

    @property
    def most(self) -> int:
        """The maximum number of episodes that all workers run at the same time."""
        return sum(worker.most for worker in self._workers)

    def about(self) -> list[dict[str, Any]]:
        """Return the workers as JSON data, with those that were lost, for the run's provenance."""
        return [worker.about() for worker in (*self._lost, *self._workers)]

    def start(self) -> None:
        """Start the workers, and wait until all are ready.

        Raises:
            UserError: If a worker does not start, or cannot run the episodes.
        """
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()

    def close(self) -> None:
        """End the workers; episodes that are running are stopped."""
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        self._loop.close()
        self._executor.close()

    async def run(
        self,
        task: str,
        epoch: int,
        seconds: float,
        handlers: Handlers,
        may_begin: Callable[[], bool] = lambda: True,
    ) -> Done | None:
        """Run an episode in a worker, as soon as one is free.

        Args:
            seconds: The time after which a worker that does not answer is given up.
            may_begin: Called when a worker is free; if false, the episode is not run.

        Returns:
            None if the episode was not run.

        Raises:
            EpisodeLost: If the worker was lost.
            ConnectionLost: If no workers are left.
            UserError: If the episode cannot be run.
        """
        loop = asyncio.get_running_loop()
        inbox: asyncio.Queue[OfEpisode | Exception] = asyncio.Queue()

        def deliver(message: OfEpisode | Exception) -> None:
            with suppress(RuntimeError):  # The loop was closed, because the run was stopped.
                loop.call_soon_threadsafe(inbox.put_nowait, message)

        worker, number = await self._there(self._begin(deliver))

        async def send(message: Run | Cancel | Answer) -> None:
            # A message is sent as a whole, also if the episode is cancelled meanwhile.
            await asyncio.shield(self._there(worker.connection.send(packed(message))))

        limit = asyncio.timeout(seconds)
        try:
            if not may_begin():
                return None
            await send(Run(number, task, epoch))
            async with limit:
                done = await _ended(inbox, send, handlers)
            self._fruitless = 0
            return done
        except ConnectionLost as lost:
            raise EpisodeLost(f"{worker.name}: {lost}") from lost
        except EpisodeLost:
            raise
        except BaseException as error:
            if isinstance(error, TimeoutError) and limit.expired():
                why = f"it did not answer in {seconds:g} s"
                self._loop.call_soon_threadsafe(self._lose, worker, why)
                raise EpisodeLost(f"{worker.name}: {why}") from None
            with suppress(ConnectionLost):
                await send(Cancel(number))
            raise
        finally:
            asyncio.run_coroutine_threadsafe(self._end(worker, number), self._loop)

    async def _there(self, work: Coroutine[Any, Any, T]) -> T:
        """Await something in the loop of the connections."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    async def _start(self) -> None:
        self._opened += await self._executor.open()
        try:
            async with asyncio.timeout(STARTING):
                self._workers += await asyncio.gather(*map(self._ready, self._opened))
        except TimeoutError as error:
            raise UserError(
                f"the workers on {self._executor.where} were not ready in {STARTING:g} s. "
                "Is other work using all its processors?"
            ) from error
        await self._divide()

    async def _close(self) -> None:
        own = asyncio.current_task()
        others = asyncio.all_tasks() - {own}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.gather(*(connection.close() for connection in self._opened))

    async def _begin(self, deliver: Deliver) -> tuple[_Worker, int]:
        """Wait for a free slot, and take it: return the worker and the number of the episode."""
        async with self._changed:
            while True:
                if free := [worker for worker in self._workers if worker.free > 0]:
                    worker = max(free, key=lambda one: one.free)
                    break
                if not self._workers and not self._replacing:
                    raise ConnectionLost("no workers are left")
                await self._changed.wait()
        self._listen_to(worker)
        number = next(self._numbers)
        worker.episodes[number] = deliver
        return worker, number

    async def _end(self, worker: _Worker, number: int) -> None:
        del worker.episodes[number]
        await self._notify()

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def _divide(self) -> None:
        """Tell workers that choose their number of episodes what part of their machine they have,
        unless they know."""
        for worker in list(self._workers):
            # While others are told, the workers may change.
            on = Counter(one.machine for one in self._workers)
            parallel = worker.connection.parallel
            part = Part(on[worker.machine], worker.connection.cores)
            if isinstance(parallel, Auto) and worker.part != part:
                worker.part = part
                self._listen_to(worker)
                with suppress(ConnectionLost):  # `_listen` notices it too.
                    await worker.connection.send(packed(Choose(parallel, part)))

    def _listen_to(self, worker: _Worker) -> None:
        if worker.listening is None:
            worker.listening = asyncio.create_task(self._listen(worker))

    async def _listen(self, worker: _Worker) -> None:
        """Sort what a worker says by episode, until it is lost."""
        try:
            while True:
                message: Limit | OfEpisode = unpacked(await worker.connection.receive())
                if isinstance(message, Limit):
                    worker.limit = message
                    await self._notify()
                    if message.said:
                        self.on_choice(f"{worker.name}: {message.said}")
                # The driver has cancelled episodes that are unknown.
                elif deliver := worker.episodes.get(message.number):
                    deliver(message)
        except ConnectionLost as lost:
            self._lose(worker, str(lost))
        except Exception as error:  # noqa: BLE001 - a class of an agent that is unknown here
            self._lose(worker, f"its message cannot be read ({type(error).__name__}: {error})")

    def _lose(self, worker: _Worker, why: str) -> None:
        if worker not in self._workers:
            return
        self._workers.remove(worker)
        self._lost.append(worker)
        worker.lost = why
        left = len(worker.episodes)
        for deliver in worker.episodes.values():
            deliver(EpisodeLost(f"{worker.name}: {why}"))
        again = "1 unfinished episode is" if left == 1 else f"{left} unfinished episodes are"
        warnings.warn(
            f"{worker.name} was lost: {why}. Its {again} run again.",
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
            # If the run ends meanwhile, `_close` closes it again, to the end.
            self._opened.remove(lost.connection)
            if self._fruitless < FRUITLESS:
                self._workers.append(await self._replaced(lost))
        except (UserError, ConnectionLost) as error:
            warnings.warn(f"{lost.name} cannot be replaced: {error}", WorkerLost, stacklevel=2)
        finally:
            self._replacing.discard(asyncio.current_task())  # type: ignore[arg-type]
            await self._notify()
            await self._divide()

    async def _replaced(self, lost: _Worker) -> _Worker:
        connection = await self._executor.replace(lost.connection)
        self._opened.append(connection)
        return await self._ready(connection)

    async def _ready(self, connection: Connection) -> _Worker:
        parallel = connection.parallel
        # Workers that choose say how many when they know their part of the machine.
        limit = Limit(0 if isinstance(parallel, Auto) else parallel, {}, "")
        return _Worker(connection, *await greet(connection, self._expected), limit)


@contextmanager
def started(executor: Executor, expected: Expected) -> Iterator[Pool]:
    """Start the workers of a run; end them when the block ends.

    Raises:
        UserError: If a worker does not start, or cannot run the episodes.
    """
    pool = Pool(executor, expected)
    try:
        pool.start()
        yield pool
    finally:
        pool.close()


async def _ended(
    inbox: asyncio.Queue[OfEpisode | Exception],
    send: Callable[[Answer], Awaitable[None]],
    handlers: Handlers,
) -> Done:
    """Handle what a worker says about an episode until it has ended."""
    asked: dict[int, asyncio.Task[None]] = {}

    async def answer(ask: Ask) -> None:
        try:
            await send(await handlers.answer(ask))
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
