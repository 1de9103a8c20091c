"""The sessions of a service: a limited number of open episodes, each leased to a client."""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from types import TracebackType
from typing import Self, TypeVar

from webproctor.benchmarks import Benchmark
from webproctor.core.awake import TICK, AwakeClock
from webproctor.core.errors import UserError, did_you_mean
from webproctor.core.observations import View
from webproctor.core.tasks import Task
from webproctor.environments.browser.guard import PAGE_SERVER
from webproctor.rollouts.capacity import Capacity
from webproctor.rollouts.client_observations import ClientObservation
from webproctor.rollouts.episode import Ended, OpenEpisode
from webproctor.rollouts.forking import ExpectedForks, fork, prepare_fork, unopened_copy
from webproctor.rollouts.instances import Full, Instances
from webproctor.rollouts.leases import Gone, LeasedSession
from webproctor.rollouts.session_ids import SessionIds, stopped

T = TypeVar("T")

ABANDONED = "client"
"""The cause of an episode whose client has left, or did not come back in time."""


class Sessions:
    """A pool of sessions over one or more instances of a benchmark.

    Args:
        load: Returns a new instance of the benchmark, which has its own browser process.
        limit: Maximum number of sessions at once.
        browsers: Number of instances that get new sessions.
        renew_after: Number of episodes after which an instance is replaced by a new one; it is
            closed when its last session has ended or begun another episode.
        renew_memory: Memory of an instance's browser in bytes after which it is replaced too.
        prepared_pages: Number of pages that each instance prepares for its next episodes.
        standby: Whether the next fork of each episode is kept ready while its client is idle.
        reads: The views in observations, where a client asks for no others. By default elements and
            text; the screenshot where the benchmark's data has neither.
    """

    def __init__(
        self,
        load: Callable[[], Benchmark],
        *,
        limit: int = 16,
        browsers: int = 1,
        renew_after: int = 1000,
        renew_memory: int = 600 * 2**20,
        prepared_pages: int = 2,
        standby: bool = False,
        reads: Sequence[View] | None = None,
    ) -> None:
        if limit < 1:
            raise UserError("max-sessions must be at least 1.")
        self.limit = limit
        self.capacity = Capacity(limit)
        self.standby = standby
        self.instances = Instances(
            load,
            limit=min(browsers, limit),
            renew_after=renew_after,
            renew_memory=renew_memory,
            prepared_pages=prepared_pages,
        )
        benchmark = load()
        texts = frozenset[View](("elements", "text")) - benchmark.lacks
        self.reads = frozenset[View](reads or texts or ("screenshot",))
        self.tasks: dict[str, Task] = {task.id: task for task in benchmark.tasks()}
        if not self.tasks:
            raise UserError("the benchmark has no tasks.")
        self.counts: Counter[str] = Counter()
        self.causes: Counter[str] = Counter()  # of void episodes
        self._ids = SessionIds()
        self._open: dict[str, LeasedSession] = {}
        self._opening = 0
        self._closing: set[asyncio.Task[None]] = set()
        self._clock = AwakeClock()
        self._session_closed = asyncio.Event()
        self.draining = False
        self._expected_forks = ExpectedForks()

    async def __aenter__(self) -> Self:
        self._reaper = asyncio.create_task(self._reap())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._drain()
        self._reaper.cancel()
        await asyncio.gather(self._reaper, *self._closing, return_exceptions=True)
        while self._opening:  # They end within the timeouts of browsers and pages.
            await self.wait_until_closed()
        remaining = list(self._open.values())
        for leased in remaining:
            if leased.episode.ended is None:
                leased.episode.ended = stopped()
        await asyncio.gather(*map(self._stop, remaining), return_exceptions=True)
        await self.instances.close()

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
                similar = [id for id in self.tasks if id.startswith(task)][:3]
                hint = did_you_mean(task, similar or self.tasks)
                raise UserError(f"there is no task {task!r}.{hint} GET /tasks lists all tasks.")
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
        next_task: Task | None = None,
    ) -> tuple[LeasedSession, ClientObservation | Ended]:
        """Open a session; return it with its first observation, or with the end of a void episode.

        Args:
            lease: Seconds without a request after which the session is closed.
            wait: Seconds to wait for a free session.
            next_task: The task that the client needs next, if it is known; its page is loaded
                in the background.

        Raises:
            Full: If all sessions are in use.
        """
        views = self.reads if reads is None else reads
        async with self._reserved(wait):
            instance = await self.instances.take()
            try:
                episode = OpenEpisode(instance.benchmark, task, views, self._clock.now)
                leased = LeasedSession(self._ids.new(), episode, instance, lease)
                result = await self._begin_episode(leased, next_task)
            except BaseException:
                await self.instances.release(instance)
                raise
            self._register(leased)
            self._count(leased)
            self.counts["created"] += 1
            return leased, result

    async def fork(
        self, source: LeasedSession, step: int, wait: float = 0.0
    ) -> tuple[LeasedSession, Ended | None]:
        """Open a session in the state of another one after some of its steps; see `forking`.

        Args:
            wait: Seconds to wait for a free session.

        Raises:
            Full: If all sessions are in use.
            UserError: If the episode has fewer steps.
        """
        async with self._reserved(wait):
            instance = source.instance
            instance.session_count += 1
            copy = unopened_copy(source.episode)
            leased = LeasedSession(self._ids.new(), copy, instance, source.lease_seconds)
            try:
                leased.episode = await fork(source.episode, step)
            except UserError:
                await self.instances.release(instance)
                raise
            except Exception as error:  # noqa: BLE001 - any fault of the environment is void
                leased.episode.ended = Ended.void(error)
            except BaseException:
                await self.instances.release(instance)
                raise
            self._register(leased)
            self._count(leased)
            self.counts["forked"] += 1
            self._expected_forks.episode_forked(source.episode)
            self.instances.prepare(instance)
            return leased, leased.episode.ended

    async def reset(
        self, leased: LeasedSession, task: Task, next_task: Task | None = None
    ) -> ClientObservation | Ended:
        """Begin another episode in a session, in a new browser context; see `create`.

        The session moves to another instance if its own is to be replaced.
        """
        previous, previous_instance = leased.episode, leased.instance
        instance = await self.instances.keep_or_replace(previous_instance)
        leased.episode = OpenEpisode(instance.benchmark, task, previous.reads, self._clock.now)
        leased.instance = instance
        self._expected_forks.episode_ended(previous)
        closing = asyncio.ensure_future(previous.close())
        try:
            return await self._begin_episode(leased, next_task)
        finally:
            await asyncio.shield(closing)
            if instance is not previous_instance:
                await self.instances.release(previous_instance)

    async def run(self, leased: LeasedSession, operation: Awaitable[T]) -> T | Ended:
        """Return the result of an operation of a session's episode; void if it fails.

        Raises:
            UserError: If the request is not valid.
        """
        try:
            return await operation
        except UserError:
            raise
        except Exception as error:  # noqa: BLE001 - any fault of the environment is void
            leased.episode.ended = ended = Ended.void(error)
            await leased.episode.close()
            return ended

    @contextlib.asynccontextmanager
    async def locked(self, id: str) -> AsyncIterator[LeasedSession]:
        """Lock a session for one request; other requests for it wait. Renew its lease at the end.

        Raises:
            Gone: If there is no such session; the message says how its episode ended.
        """
        leased = self._open.get(id)
        if leased is None:
            raise self._ids.gone(id)
        async with leased.lock:
            if id not in self._open:  # Closed while this request waited.
                raise self._ids.gone(id)
            leased.expires_at = float("inf")
            try:
                yield leased
            finally:
                self._count(leased)
                leased.renew(self._clock.now())
                self._prepare_fork(leased)

    async def close(self, leased: LeasedSession) -> None:
        """Close a session that is locked, if it is still open."""
        if self._open.pop(leased.id, None) is None:
            return
        self._count(leased)
        self._ids.remember(leased.id, leased.episode.ended)
        self._expected_forks.episode_ended(leased.episode)
        try:
            await leased.episode.close()
        finally:
            await self.instances.release(leased.instance)
            self.capacity.release()
            self._session_closed.set()

    async def discard(self, id: str) -> None:
        """Close a session whose client has left, if it is still open."""
        with contextlib.suppress(Gone):
            async with self.locked(id) as leased:
                await self._abandon(leased, "the client has left")
                await self.close(leased)

    async def drained(self, seconds: float) -> bool:
        """Accept no new sessions, and wait until all are closed; return whether they are.

        Requests that wait for a free session are refused at once.
        """
        self._drain()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.open:
                    await self.wait_until_closed()
        return not self.open

    def _drain(self) -> None:
        self.draining = True
        self.capacity.stop()

    async def wait_until_closed(self) -> None:
        """Wait until a session has ended."""
        self._session_closed.clear()
        await self._session_closed.wait()

    @contextlib.asynccontextmanager
    async def _reserved(self, wait: float = 0.0) -> AsyncIterator[None]:
        """Reserve one of the sessions while it is opened; `close` releases it."""
        taken = not self.draining and await self.capacity.take(wait)
        if taken and self.draining:
            self.capacity.release()
        if not taken or self.draining:
            self.counts["refused"] += 1
            in_use = f"all {self.limit} sessions are in use."
            raise Full("the service is stopping." if self.draining else in_use)
        self._opening += 1
        try:
            yield
        except BaseException:
            self.capacity.release()
            raise
        finally:
            self._opening -= 1
            self._session_closed.set()

    async def _begin_episode(
        self, leased: LeasedSession, next_task: Task | None
    ) -> ClientObservation | Ended:
        """Begin a session's episode, and prepare pages for its first fork and for another one."""
        # The next page is loaded while the first observation waits for the browser to draw.
        expect = partial(self.instances.expect, leased.instance, next_task)
        result = await self.run(leased, leased.episode.begin(expect))
        self._expected_forks.episode_begun(leased.episode)
        self.instances.prepare(leased.instance)
        return result

    def _register(self, leased: LeasedSession) -> None:
        self._open[leased.id] = leased
        leased.renew(self._clock.now())
        self._prepare_fork(leased)

    def _prepare_fork(self, leased: LeasedSession) -> None:
        if self.standby and leased.id in self._open:
            prepare_fork(leased.episode)

    def _count(self, leased: LeasedSession) -> None:
        """Count the episode of a session, once, if it has ended."""
        ended = leased.episode.ended
        if ended is not None and leased.counted_episode is not leased.episode:
            leased.counted_episode = leased.episode
            self.counts[ended.outcome] += 1
            if ended.outcome == "void":
                self.causes[ended.cause] += 1
                if ended.cause == PAGE_SERVER:  # The next episodes would fail too.
                    self.instances.retire(leased.instance, "server")

    async def _abandon(self, leased: LeasedSession, message: str) -> None:
        """End an episode that its client has left: errored, if its environment still works."""
        episode = leased.episode
        if episode.ended is None and self.draining:
            episode.ended = stopped()
        await self.run(leased, episode.abandon(ABANDONED, message))

    async def _stop(self, leased: LeasedSession) -> None:
        """Close a session when its request has ended, which may be opening or closing pages."""
        async with leased.lock:
            await self.close(leased)

    async def _reap(self) -> None:
        """Close sessions whose lease has expired."""
        while True:
            now = self._clock.now()
            for leased in [one for one in self._open.values() if one.expires_at <= now]:
                leased.expires_at = float("inf")
                closing = asyncio.create_task(self._expire(leased))
                self._closing.add(closing)
                closing.add_done_callback(self._closing.discard)
            await asyncio.sleep(TICK)

    async def _expire(self, leased: LeasedSession) -> None:
        async with leased.lock:
            if leased.expires_at < float("inf") or leased.id not in self._open:
                return  # A request came first.
            await self._abandon(leased, f"no request for {leased.lease_seconds:g} s")
            self.counts["expired"] += 1
            await self.close(leased)
