"""The instances of a benchmark, each with its own servers and browser process."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from webproctor.benchmarks import Benchmark
from webproctor.core.errors import UserError
from webproctor.core.tasks import Task

Reason = Literal["episodes", "memory", "server"]
REASONS: tuple[Reason, ...] = get_args(Reason)
"""Why instances are replaced."""
# Episodes of an instance between two measurements of its memory, which take some milliseconds.
_MEMORY_CHECK_INTERVAL = 20


class Full(Exception):
    """No session can be opened now; `seconds` is when to try again."""

    def __init__(self, message: str, seconds: float = 1.0) -> None:
        super().__init__(message)
        self.seconds = seconds


@dataclass
class Instance:
    """A benchmark with its own servers and browser process.

    Attributes:
        benchmark: The benchmark, which has been entered.
        stack: Closes it.
        episode_count: Number of episodes so far.
        session_count: Number of sessions that are open, or about to be.
        retired: Whether it gets no more episodes; it is closed when its last session has left.
    """

    benchmark: Benchmark
    stack: contextlib.AsyncExitStack
    episode_count: int = 0
    session_count: int = 0
    retired: bool = False


class Instances:
    """Distributes sessions over instances, and replaces instances.

    Attributes:
        running: The instances, including retired ones.
        replaced: Number of instances that were retired, by reason.

    Args:
        load: Returns a new instance of the benchmark.
        limit: Maximum number of instances that get sessions.
        renew_after: Number of episodes after which an instance is replaced by a new one.
        renew_memory: Memory in bytes after which it is replaced; see `Benchmark.memory`.
        prepared_pages: Number of pages that each prepares for its next sessions.
    """

    def __init__(
        self,
        load: Callable[[], Benchmark],
        *,
        limit: int,
        renew_after: int,
        renew_memory: int,
        prepared_pages: int,
    ) -> None:
        if limit < 1 or renew_after < 1 or renew_memory < 1:
            raise UserError("browsers, renew-after and renew-memory must be at least 1.")
        if prepared_pages < 0:
            raise UserError("prepared-pages must be at least 0.")
        self._load = load
        self._limit = limit
        self._renew_after = renew_after
        self._renew_memory = renew_memory
        self._prepared_pages = prepared_pages
        self.replaced: Counter[Reason] = Counter()
        self.running: list[Instance] = []
        self._starting = asyncio.Lock()

    async def take(self) -> Instance:
        """Return the instance with the fewest sessions, or a new one.

        A new one is started while all have sessions and there are fewer instances than allowed.

        Raises:
            Full: If it cannot be started.
        """
        async with self._starting:
            available = [one for one in self.running if not one.retired]
            instance = min(available, key=lambda one: one.session_count, default=None)
            if instance is None or (instance.session_count and len(available) < self._limit):
                instance = await self._start()
            instance.session_count += 1
            try:
                await self._count_episode(instance)
            except BaseException:
                await self.release(instance)
                raise
            return instance

    async def keep_or_replace(self, instance: Instance) -> Instance:
        """Return the instance for another episode of a session: its own, unless it is retired.

        If it is another one, the caller releases its own when the previous episode is closed.

        Raises:
            Full: If another one cannot be started.
        """
        if instance.retired:
            return await self.take()
        await self._count_episode(instance)
        return instance

    def retire(self, instance: Instance, reason: Reason) -> None:
        """Give an instance no more episodes; it is closed when its last session has left."""
        if not instance.retired:
            instance.retired = True
            self.replaced[reason] += 1

    async def _start(self) -> Instance:
        instance = Instance(self._load(), contextlib.AsyncExitStack())
        try:
            await instance.stack.enter_async_context(instance.benchmark)
        except OSError as error:
            raise Full(f"the benchmark cannot be started: {error}.") from error
        self.running.append(instance)
        return instance

    def prepare(self, instance: Instance) -> None:
        """Prepare pages for the next sessions, after one has been opened."""
        if self._prepared_pages and not instance.retired:
            instance.benchmark.prepare(self._prepared_pages)

    def expect(self, instance: Instance, task: Task | None) -> None:
        """Load the page of the task that a client needs next, if it is known."""
        if task is not None and self._prepared_pages and not instance.retired:
            instance.benchmark.expect(task)

    async def release(self, instance: Instance) -> None:
        """Note that a session has ended; a retired instance is closed with its last one."""
        instance.session_count -= 1
        if instance.retired and not instance.session_count and instance in self.running:
            self.running.remove(instance)
            await instance.stack.aclose()

    async def _count_episode(self, instance: Instance) -> None:
        """Count an episode, and retire an instance that has had enough of them, or has grown."""
        instance.episode_count += 1
        if instance.episode_count >= self._renew_after:
            self.retire(instance, "episodes")
        elif instance.episode_count % _MEMORY_CHECK_INTERVAL == 0 and await self._exceeds_memory(
            instance
        ):
            self.retire(instance, "memory")

    async def _exceeds_memory(self, instance: Instance) -> bool:
        return await asyncio.to_thread(instance.benchmark.memory) > self._renew_memory

    async def close(self) -> None:
        """Close all instances, also if closing one of them fails."""
        async with contextlib.AsyncExitStack() as stack:
            for instance in self.running:
                stack.push_async_callback(instance.stack.aclose)
            self.running.clear()
