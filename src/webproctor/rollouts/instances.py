"""The instances of a benchmark, each with servers and a browser process of its own."""

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
_WEIGH_AFTER = 20


class Full(Exception):
    """No session can be opened now; `seconds` is when to try again."""

    def __init__(self, why: str, seconds: float = 1.0) -> None:
        super().__init__(why)
        self.seconds = seconds


@dataclass
class Instance:
    """A benchmark with its own servers and browser process.

    Attributes:
        benchmark: The benchmark, which has been entered.
        stack: Closes it.
        opened: Number of episodes so far.
        using: Number of sessions that are open, or about to be.
        retired: Whether it gets no more episodes; it is closed when its last session has left.
    """

    benchmark: Benchmark
    stack: contextlib.AsyncExitStack
    opened: int = 0
    using: int = 0
    retired: bool = False


class Instances:
    """Distributes sessions over instances, and replaces instances.

    Attributes:
        running: The instances, with those that are retired.
        replaced: Number of instances that were retired, by reason.

    Args:
        load: Returns a new instance of the benchmark.
        most: Maximum number of instances that get sessions.
        renew_after: Number of episodes after which an instance is replaced by a new one.
        renew_memory: Memory in bytes after which it is replaced; see `Benchmark.memory`.
        ahead: Number of pages that each prepares for its next sessions.
    """

    def __init__(
        self,
        load: Callable[[], Benchmark],
        *,
        most: int,
        renew_after: int,
        renew_memory: int,
        ahead: int,
    ) -> None:
        if most < 1 or renew_after < 1 or renew_memory < 1:
            raise UserError("browsers, renew-after and renew-memory must be at least 1.")
        if ahead < 0:
            raise UserError("ahead must be at least 0.")
        self._load = load
        self._most = most
        self._renew_after = renew_after
        self._renew_memory = renew_memory
        self._ahead = ahead
        self.replaced: Counter[Reason] = Counter()
        self.running: list[Instance] = []
        self._starting = asyncio.Lock()

    async def take(self) -> Instance:
        """Return the instance with the fewest sessions; a new one as long as there are too few.

        Raises:
            Full: If it cannot be started.
        """
        async with self._starting:
            serving = [one for one in self.running if not one.retired]
            free = min(serving, key=lambda one: one.using, default=None)
            if free is None or (free.using and len(serving) < self._most):
                free = await self._started()
            free.using += 1
            try:
                await self._note(free)
            except BaseException:
                await self.leave(free)
                raise
            return free

    async def again(self, instance: Instance) -> Instance:
        """Return the instance for another episode of a session: its own, unless it is retired.

        The caller leaves its own after it has left it.
        """
        if instance.retired:
            return await self.take()
        await self._note(instance)
        return instance

    def retire(self, instance: Instance, reason: Reason) -> None:
        """Give an instance no more episodes; it is closed when its last session has left."""
        if not instance.retired:
            instance.retired = True
            self.replaced[reason] += 1

    async def _started(self) -> Instance:
        instance = Instance(self._load(), contextlib.AsyncExitStack())
        try:
            await instance.stack.enter_async_context(instance.benchmark)
        except OSError as fault:
            raise Full(f"the benchmark cannot be started: {fault}.") from fault
        self.running.append(instance)
        return instance

    def prepare(self, instance: Instance) -> None:
        """Prepare pages for the next sessions, after one has been opened."""
        if self._ahead and not instance.retired:
            instance.benchmark.prepare(self._ahead)

    def expect(self, instance: Instance, task: Task | None) -> None:
        """Load the page of the task that a client needs next, if it has told one."""
        if task is not None and self._ahead and not instance.retired:
            instance.benchmark.expect(task)

    async def leave(self, instance: Instance) -> None:
        """Note that a session has ended; a retired instance is closed with its last one."""
        instance.using -= 1
        if instance.retired and not instance.using and instance in self.running:
            self.running.remove(instance)
            await instance.stack.aclose()

    async def _note(self, instance: Instance) -> None:
        """Count an episode, and retire an instance that has had enough of them, or has grown."""
        instance.opened += 1
        if instance.opened >= self._renew_after:
            self.retire(instance, "episodes")
        elif instance.opened % _WEIGH_AFTER == 0 and await self._grown(instance):
            self.retire(instance, "memory")

    async def _grown(self, instance: Instance) -> bool:
        return await asyncio.to_thread(instance.benchmark.memory) > self._renew_memory

    async def close(self) -> None:
        """Close all instances."""
        for instance in self.running:
            await instance.stack.aclose()
        self.running.clear()
