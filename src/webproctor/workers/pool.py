"""The driver's side of workers: hands out episodes, and replaces workers that are lost."""

import asyncio
import itertools
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from webproctor.core.awake import not_while_stopped
from webproctor.core.errors import UserError, WorkerLost
from webproctor.environments.parallel import Auto, Part
from webproctor.workers.connection import Connection, ConnectionLost, Executor
from webproctor.workers.episodes import EpisodeLost, Handlers, wait_until_done
from webproctor.workers.greeting import Expected, greet
from webproctor.workers.messages import (
    Answer,
    Cancel,
    Choose,
    Done,
    EpisodeMessage,
    Limit,
    Run,
    pack,
    unpack,
)

# Seconds that a worker has to start; it imports the benchmark and reads its data.
START_TIMEOUT = 300.0
# Number of workers lost in a row, without a finished episode, after which none is replaced.
MAX_CONSECUTIVE_LOSSES = 3


Deliver = Callable[[EpisodeMessage | Exception], None]
"""Receives the messages of a worker about an episode, or the error that ends them."""
T = TypeVar("T")


@dataclass(eq=False)
class _Worker:
    """A worker that is set up.

    Attributes:
        limit: How many episodes it may run. The worker may choose this number itself.
        part: The part of its machine for which it chooses the number.
        loss_reason: Why it was lost.
    """

    connection: Connection
    name: str
    machine: str
    limit: Limit
    part: Part | None = None
    loss_reason: str | None = None
    episodes: dict[int, Deliver] = field(default_factory=dict)
    listener: asyncio.Task[None] | None = None

    @property
    def free(self) -> int:
        return self.limit.episodes - len(self.episodes)

    @property
    def max_episodes(self) -> int:
        """The maximum number of episodes."""
        parallel = self.connection.parallel
        return parallel.maximum if isinstance(parallel, Auto) else parallel

    def about(self) -> dict[str, Any]:
        """Return its name, how many episodes it runs, and why it was lost, as JSON data."""
        parallel: Any = self.connection.parallel
        if isinstance(parallel, Auto):
            parallel = self.limit.about or {"most": parallel.maximum}
        lost = {"lost": self.loss_reason} if self.loss_reason else {}
        return {"name": self.name, "parallel": parallel, **lost}


class Pool:
    """The workers of a run. An episode is given to the worker with the most free slots.

    The connections have their own event loop, in a thread: a run has one loop for each of its logs.
    Only `run` is called from the loop of the run.

    Args:
        executor: Starts the workers.
        expected: The setup of the workers, and the properties that they must have.

    Attributes:
        on_choice: Called with a sentence whenever a worker has chosen or reduced its number of
            episodes. It is called in the thread of the connections.
    """

    def __init__(self, executor: Executor, expected: Expected) -> None:
        self._executor = executor
        self._expected = expected
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="workers", daemon=True)
        self._connections: list[Connection] = []
        self.on_choice: Callable[[str], None] = lambda sentence: None
        self._workers: list[_Worker] = []
        self._lost_workers: list[_Worker] = []
        self._replacements: set[asyncio.Task[None]] = set()
        self._consecutive_losses = 0
        self._changed = asyncio.Condition()
        self._episode_numbers = itertools.count()

    @property
    def max_episodes(self) -> int:
        """The maximum number of episodes that all workers run at the same time."""
        return sum(worker.max_episodes for worker in self._workers)

    def about(self) -> list[dict[str, Any]]:
        """Return the workers as JSON data, with those that were lost, for the run's provenance."""
        return [worker.about() for worker in (*self._lost_workers, *self._workers)]

    def start(self) -> None:
        """Start the workers, and wait until all are ready.

        Raises:
            UserError: If a worker does not start, or cannot run the episodes.
        """
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()

    def close(self) -> None:
        """End the workers; episodes that are running are stopped.

        Workers that do not react have some time to end. Ctrl-C kills them at once.
        """
        if self._thread.is_alive():
            closing = asyncio.run_coroutine_threadsafe(self._close(), self._loop)
            try:
                closing.result()
            except KeyboardInterrupt:
                for connection in list(self._connections):
                    connection.kill()
                closing.result()
                raise
            finally:
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
            seconds: Timeout after which a worker that does not answer counts as lost. The time in
                which this process is stopped does not count.
            may_begin: Called when a worker is free; if false, the episode is not run.

        Returns:
            None if the episode was not run.

        Raises:
            EpisodeLost: If the worker was lost.
            ConnectionLost: If no workers are left.
            UserError: If the episode cannot be run.
        """
        loop = asyncio.get_running_loop()
        inbox: asyncio.Queue[EpisodeMessage | Exception] = asyncio.Queue()

        def deliver(message: EpisodeMessage | Exception) -> None:
            with suppress(RuntimeError):  # The loop was closed, because the run was stopped.
                loop.call_soon_threadsafe(inbox.put_nowait, message)

        worker, number = await self._in_connections_loop(self._begin(deliver))

        async def send(message: Run | Cancel | Answer) -> None:
            # A message is sent as a whole, also if the episode is cancelled meanwhile.
            await asyncio.shield(self._in_connections_loop(worker.connection.send(pack(message))))

        limit = asyncio.timeout(seconds)
        try:
            if not may_begin():
                return None
            await send(Run(number, task, epoch))
            async with limit, not_while_stopped(limit):
                done = await wait_until_done(inbox, send, handlers)
            self._consecutive_losses = 0
            return done
        except ConnectionLost as lost:
            raise EpisodeLost(f"{worker.name}: {lost}") from lost
        except EpisodeLost:
            raise
        except BaseException as error:
            if isinstance(error, TimeoutError) and limit.expired():
                reason = f"it did not answer in {seconds:g} s"
                self._loop.call_soon_threadsafe(self._drop, worker, reason)
                raise EpisodeLost(f"{worker.name}: {reason}") from None
            with suppress(ConnectionLost):
                await send(Cancel(number))
            raise
        finally:
            asyncio.run_coroutine_threadsafe(self._end(worker, number), self._loop)

    async def _in_connections_loop(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Await something in the loop of the connections."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(coroutine, self._loop))

    async def _start(self) -> None:
        self._connections += await self._executor.open()
        self._workers += await asyncio.gather(*map(self._greet, self._connections))
        await self._divide_machines()

    async def _close(self) -> None:
        current = asyncio.current_task()
        others = asyncio.all_tasks() - {current}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.gather(*(connection.close() for connection in self._connections))

    async def _begin(self, deliver: Deliver) -> tuple[_Worker, int]:
        """Wait for a free slot, and take it: return the worker and the number of the episode."""
        async with self._changed:
            while True:
                if free := [worker for worker in self._workers if worker.free > 0]:
                    worker = max(free, key=lambda one: one.free)
                    break
                if not self._workers and not self._replacements:
                    raise ConnectionLost("no workers are left")
                await self._changed.wait()
        self._listen_to(worker)
        number = next(self._episode_numbers)
        worker.episodes[number] = deliver
        return worker, number

    async def _end(self, worker: _Worker, number: int) -> None:
        del worker.episodes[number]
        await self._notify()

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def _divide_machines(self) -> None:
        """Send workers that choose their number of episodes their part, if it has changed."""
        for worker in list(self._workers):
            # The workers may change while a message is sent.
            worker_counts = Counter(one.machine for one in self._workers)
            parallel = worker.connection.parallel
            part = Part(worker_counts[worker.machine], worker.connection.cores)
            if isinstance(parallel, Auto) and worker.part != part:
                worker.part = part
                self._listen_to(worker)
                with suppress(ConnectionLost):  # `_listen` notices it too.
                    await worker.connection.send(pack(Choose(parallel, part)))

    def _listen_to(self, worker: _Worker) -> None:
        if worker.listener is None:
            worker.listener = asyncio.create_task(self._listen(worker))

    async def _listen(self, worker: _Worker) -> None:
        """Pass the messages of a worker to their episodes, until it is lost."""
        try:
            while True:
                message: Limit | EpisodeMessage = unpack(await worker.connection.receive())
                if isinstance(message, Limit):
                    worker.limit = message
                    await self._notify()
                    if message.sentence:
                        self.on_choice(f"{worker.name}: {message.sentence}")
                # The driver has cancelled episodes that are unknown.
                elif deliver := worker.episodes.get(message.number):
                    deliver(message)
        except ConnectionLost as lost:
            self._drop(worker, str(lost))
        except Exception as error:  # noqa: BLE001 - a class of an agent that is unknown here
            self._drop(worker, f"its message cannot be read ({type(error).__name__}: {error})")

    def _drop(self, worker: _Worker, reason: str) -> None:
        if worker not in self._workers:
            return
        self._workers.remove(worker)
        self._lost_workers.append(worker)
        worker.loss_reason = reason
        for deliver in worker.episodes.values():
            deliver(EpisodeLost(f"{worker.name}: {reason}"))
        warnings.warn(
            f"{worker.name} was lost: {reason}. Unfinished episodes: {len(worker.episodes)}; each "
            "is run again once.",
            WorkerLost,
            stacklevel=2,
        )
        self._consecutive_losses += 1
        replacing = asyncio.create_task(self._replace(worker))
        self._replacements.add(replacing)

    async def _replace(self, lost: _Worker) -> None:
        """Close the connection to a lost worker, and start another."""
        try:
            if lost.listener is not None:
                # The event loop must not wait for a socket that is closed.
                lost.listener.cancel()
                await asyncio.wait({lost.listener})
            await lost.connection.close()
            # Only now: if the run ends before this, `_close` still closes the connection.
            self._connections.remove(lost.connection)
            if self._consecutive_losses < MAX_CONSECUTIVE_LOSSES:
                self._workers.append(await self._start_replacement(lost))
        except (UserError, ConnectionLost) as error:
            warnings.warn(f"{lost.name} cannot be replaced: {error}", WorkerLost, stacklevel=2)
        finally:
            self._replacements.discard(asyncio.current_task())  # type: ignore[arg-type]
            await self._notify()
            await self._divide_machines()

    async def _start_replacement(self, lost: _Worker) -> _Worker:
        connection = await self._executor.replace(lost.connection)
        self._connections.append(connection)
        await connection.wait_for_machine()
        return await self._greet(connection)

    async def _greet(self, connection: Connection) -> _Worker:
        timeout = asyncio.timeout(START_TIMEOUT)
        try:
            async with timeout, not_while_stopped(timeout):
                name, machine = await greet(connection, self._expected)
        except TimeoutError as error:
            raise UserError(
                f"worker {connection.name} on {self._executor.location} was not ready in "
                f"{START_TIMEOUT:g} s. Is other work using all processors?"
            ) from error
        parallel = connection.parallel
        # Workers that choose report the number when they know their part of the machine.
        limit = Limit(0 if isinstance(parallel, Auto) else parallel, {}, "")
        return _Worker(connection, name, machine, limit)


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
