"""The sessions of a service: a limited number of open episodes, each leased to a client."""

import asyncio
import contextlib
import random
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from webproctor.benchmarks import Benchmark
from webproctor.core.errors import UserError
from webproctor.core.observations import View
from webproctor.core.outcomes import lost_by
from webproctor.core.sessions import SessionLost
from webproctor.core.tasks import Task
from webproctor.rollouts.episode import Ended, OpenEpisode, Seen
from webproctor.rollouts.forking import fork

ABANDONED = "client"
"""The cause of an episode whose client has left, or did not come back in time."""
# Ended sessions that are remembered, so that a late client learns how its episode ended.
_REMEMBERED = 10_000


class Full(Exception):
    """No session can be opened now; `seconds` is when to try again."""

    def __init__(self, why: str, seconds: float = 1.0) -> None:
        super().__init__(why)
        self.seconds = seconds


class Gone(UserError):
    """There is no such session: it was closed, its lease has expired, or it never existed."""


@dataclass
class _Instance:
    """A benchmark with its own servers and browser process."""

    benchmark: Benchmark
    stack: contextlib.AsyncExitStack
    opened: int = 0
    using: int = 0
    retired: bool = False


@dataclass
class Leased:
    """A session of a client.

    Attributes:
        id: A secret name.
        episode: The episode; replaced by `reset`.
        seconds: Seconds without a request after which the session is closed.
        expires: When that is, on the monotonic clock.
    """

    id: str
    episode: OpenEpisode
    instance: _Instance
    seconds: float
    expires: float = 0.0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def renew(self) -> None:
        """Begin the lease again."""
        self.expires = time.monotonic() + self.seconds


class Sessions:
    """A pool of sessions over one or more instances of a benchmark.

    Args:
        load: Returns a new instance of the benchmark; each has a browser process of its own.
        most: Maximum number of sessions at once.
        browsers: Number of instances that get new sessions.
        renew_after: Number of sessions after which an instance is replaced by a new one; it is
            closed when its last session ends.
        reads: The views in observations, where a client asks for no others.
    """

    def __init__(
        self,
        load: Callable[[], Benchmark],
        *,
        most: int = 16,
        browsers: int = 1,
        renew_after: int = 1000,
        reads: Sequence[View] = ("elements", "text"),
    ) -> None:
        if most < 1 or browsers < 1 or renew_after < 1:
            raise UserError("sessions, browsers and renew-after must be at least 1.")
        self.most = most
        self.reads = frozenset(reads)
        self._load = load
        self._browsers = min(browsers, most)
        self._renew_after = renew_after
        self.tasks: dict[str, Task] = {task.id: task for task in load().tasks()}
        if not self.tasks:
            raise UserError("the benchmark has no tasks.")
        self.counts: Counter[str] = Counter()
        self._open: dict[str, Leased] = {}
        self._opening = 0
        self._ended: dict[str, Ended | None] = {}
        self._instances: list[_Instance] = []
        self._starting = asyncio.Lock()
        self._changed = asyncio.Event()
        self._freed = asyncio.Event()
        self.draining = False

    async def __aenter__(self) -> Self:
        self._reaper = asyncio.create_task(self._reap())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._reaper.cancel()
        await asyncio.gather(self._reaper, return_exceptions=True)
        self.draining = True
        for leased in list(self._open.values()):
            await self._remove(leased)
        for instance in self._instances:
            await instance.stack.aclose()
        self._instances.clear()

    @property
    def open(self) -> int:
        """Number of open sessions, including those that are being opened."""
        return len(self._open) + self._opening

    def choose(self, task: str | None, seed: int | None) -> Task:
        """Return a task by its id, or one that the seed selects.

        Raises:
            UserError: If there is no such task.
        """
        if task is not None:
            if task not in self.tasks:
                raise UserError(f"there is no task {task!r}.")
            return self.tasks[task]
        ids = list(self.tasks)
        return self.tasks[ids[random.Random(seed).randrange(len(ids))]]

    async def create(
        self,
        task: Task,
        *,
        reads: frozenset[View] | None = None,
        lease: float = 300.0,
        wait: float = 0.0,
    ) -> tuple[Leased, Seen | Ended]:
        """Open a session; its first observation, or the `Ended` of a void episode.

        Args:
            lease: Seconds without a request after which the session is closed.
            wait: Seconds to wait for a free session.

        Raises:
            Full: If all sessions are in use.
        """
        await self._take(wait)
        try:
            instance = await self._instance()
            views = self.reads if reads is None else reads
            episode = OpenEpisode(instance.benchmark, task, views)
            leased = Leased(secrets.token_urlsafe(16), episode, instance, lease)
            return leased, await self._begin(leased)
        finally:
            self._opening -= 1
            self._freed.set()

    async def fork(self, source: Leased, step: int) -> tuple[Leased, Ended | None]:
        """Open a session in the state of another one after some of its steps; see `forking`.

        Raises:
            Full: If all sessions are in use.
            UserError: If the episode has fewer steps.
        """
        await self._take(0.0)
        instance = source.instance
        try:
            instance.using += 1
            made = OpenEpisode(instance.benchmark, source.episode.task, source.episode.reads)
            leased = Leased(secrets.token_urlsafe(16), made, instance, source.seconds)
            try:
                leased.episode = await fork(source.episode, step)
            except SessionLost as lost:
                ended = Ended("void", None, lost.cause, str(lost), truncated=True)
                leased.episode.ended = ended
                self._count(ended)
                self._register(leased)
                return leased, ended
            except BaseException:
                await self._leave(instance)
                raise
            self._register(leased)
            return leased, None
        finally:
            self._opening -= 1
            self._freed.set()

    async def reset(self, leased: Leased, task: Task) -> Seen | Ended:
        """Begin another episode in a session."""
        await leased.episode.close()
        leased.episode = OpenEpisode(leased.instance.benchmark, task, leased.episode.reads)
        try:
            return await leased.episode.begin()
        except Exception as fault:  # noqa: BLE001 - any fault of the environment is void
            return self._void(leased, fault)

    @contextlib.asynccontextmanager
    async def held(self, id: str) -> AsyncIterator[Leased]:
        """Hold a session for one request; others for it wait. The lease begins again at the end.

        Raises:
            Gone: If there is no such session; the message says how its episode ended.
        """
        leased = self._open.get(id)
        if leased is None:
            raise Gone(self._gone(id))
        async with leased.lock:
            if id not in self._open:  # Closed while this request waited.
                raise Gone(self._gone(id))
            leased.expires = float("inf")
            try:
                before = leased.episode.ended
                yield leased
                if leased.episode.ended is not None and before is None:
                    self._count(leased.episode.ended)
            finally:
                leased.renew()
                self._changed.set()

    async def close(self, leased: Leased) -> None:
        """Close a session that is held."""
        await self._remove(leased)

    async def discard(self, id: str) -> None:
        """Close a session whose client has left, if it is still open."""
        with contextlib.suppress(Gone):
            async with self.held(id) as leased:
                await leased.episode.abandon(ABANDONED, "the client has left")
                await self._remove(leased)

    async def drained(self, seconds: float) -> bool:
        """Accept no new sessions, and wait until all are closed; return whether they are."""
        self.draining = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.open:
                    await self.freed()
        return not self.open

    async def freed(self) -> None:
        """Wait until a session has ended."""
        self._freed.clear()
        await self._freed.wait()

    async def _take(self, wait: float) -> None:
        """Reserve one of the sessions."""
        deadline = time.monotonic() + wait
        while self.draining or self.open >= self.most:
            left = deadline - time.monotonic()
            if self.draining or left <= 0:
                self.counts["refused"] += 1
                in_use = f"all {self.most} sessions are in use."
                raise Full("the service is stopping." if self.draining else in_use)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self.freed()
        self._opening += 1

    async def _instance(self) -> _Instance:
        """Return the instance with the fewest sessions; a new one as long as there are too few."""
        async with self._starting:
            serving = [one for one in self._instances if not one.retired]
            free = min(serving, key=lambda one: one.using, default=None)
            if free is None or (free.using and len(serving) < self._browsers):
                free = _Instance(self._load(), contextlib.AsyncExitStack())
                await free.stack.enter_async_context(free.benchmark)
                self._instances.append(free)
            free.using += 1
            free.opened += 1
            free.retired = free.opened >= self._renew_after
            return free

    async def _begin(self, leased: Leased) -> Seen | Ended:
        try:
            seen = await leased.episode.begin()
        except Exception as fault:  # noqa: BLE001 - any fault of the environment is void
            seen = self._void(leased, fault)
        except BaseException:
            await self._leave(leased.instance)
            raise
        self._register(leased)
        self.counts["created"] += 1
        return seen

    def _register(self, leased: Leased) -> None:
        self._open[leased.id] = leased
        leased.renew()
        self._changed.set()

    def _void(self, leased: Leased, fault: Exception) -> Ended:
        if isinstance(fault, UserError):
            raise fault
        lost = lost_by(fault)
        ended = Ended("void", None, lost.cause, str(lost), truncated=True)
        leased.episode.ended = ended
        self._count(ended)
        return ended

    def _count(self, ended: Ended) -> None:
        self.counts[ended.outcome] += 1

    async def _remove(self, leased: Leased) -> None:
        if self._open.pop(leased.id, None) is None:
            return
        self._ended[leased.id] = leased.episode.ended
        while len(self._ended) > _REMEMBERED:
            self._ended.pop(next(iter(self._ended)))
        try:
            await leased.episode.close()
        finally:
            await self._leave(leased.instance)
            self._freed.set()

    async def _leave(self, instance: _Instance) -> None:
        instance.using -= 1
        if instance.retired and not instance.using and instance in self._instances:
            self._instances.remove(instance)
            await instance.stack.aclose()

    def _gone(self, id: str) -> str:
        if id not in self._ended:
            return "there is no such session."
        ended = self._ended[id]
        how = f"{ended.outcome}, {ended.cause}" if ended and ended.cause else "closed"
        return f"the session has ended: {how}."

    async def _reap(self) -> None:
        """Close sessions whose lease has expired."""
        while True:
            now = time.monotonic()
            for leased in [one for one in self._open.values() if one.expires <= now]:
                await leased.episode.abandon(ABANDONED, f"no request for {leased.seconds:g} s")
                self.counts["expired"] += 1
                await self._remove(leased)
            next_one = min((one.expires for one in self._open.values()), default=float("inf"))
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(next_one - time.monotonic(), 3600)):
                    await self._changed.wait()
