"""A study: people take the tasks of a benchmark, each in a different order.

Attempts run in this process. What a person sends is committed to the database before it is
acknowledged; the run folder is written from the database.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from webproctor.benchmarks.people import Attempt as BenchmarkAttempt
from webproctor.benchmarks.people import ForPeople, PictureAttempt, Submit
from webproctor.collect import links
from webproctor.collect.play import attempts
from webproctor.collect.play.tables import Attempt, Participant
from webproctor.collect.store import Person, Store, now
from webproctor.core.episodes import Episode
from webproctor.core.outcomes import EpisodeError
from webproctor.core.sanitize import clean_json
from webproctor.core.tasks import Task
from webproctor.harness.recorded import RecordedRun

Value = TypeVar("Value")
GAVE_UP = EpisodeError(cause="gave up", message="the participant gave up")
# Seconds after which an end that could not be stored is stored again.
_RETRY_SECONDS = 5.0
_LOG = logging.getLogger(__name__)


@dataclass
class Live:
    """An attempt that runs.

    Attributes:
        id: The id of its row.
        tries: How often it was started.
        attempt: The attempt at the benchmark's task.
        label: The first part of the name of the host that serves its pages.
        key: The secret with which its pages are opened.
        answers: What the person has sent.
        finished: Whether it has ended.
        lock: Held while its answers change.
    """

    id: int
    person: int
    position: int
    tries: int
    started: datetime
    attempt: BenchmarkAttempt
    label: str
    key: str
    answers: list[Any] = field(default_factory=list)
    finished: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    timer: asyncio.Task[None] | None = None

    @property
    def deadline(self) -> datetime:
        return self.started + timedelta(seconds=self.attempt.task.limits.seconds)


@dataclass(frozen=True)
class Progress:
    """How far a person is.

    Attributes:
        live: The running attempt, if there is one.
        interrupted: The position of an attempt that was lost with a stopped server, or None.
        practised: Whether the practice task has ended.
        done: Number of tasks that have ended.
        tasks: Number of tasks.
    """

    live: Live | None
    interrupted: int | None
    practised: bool
    done: int
    tasks: int


class Study:
    """The attempts of all participants.

    Args:
        store: The collection.
        run: The run to write.
        people: How people take the benchmark.
        limit: Only the first `limit` tasks.
        seed: Seed of the orders of the tasks.
    """

    def __init__(
        self,
        store: Store,
        run: RecordedRun,
        people: ForPeople,
        limit: int | None = None,
        seed: int = 0,
    ) -> None:
        self.run = run
        self.people = people
        self.tasks: Sequence[Task] = run.benchmark.tasks()[:limit]
        self._store = store
        self._seed = seed
        self._live: dict[int, Live] = {}
        self._write_lock = asyncio.Lock()
        self._background_tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run attempts while the block runs; those that ran before are continued or lost."""
        await self._restore()
        try:
            yield
        finally:
            for live in list(self._live.values()):
                if live.timer is not None:
                    live.timer.cancel()
            await asyncio.gather(*self._background_tasks)

    async def _restore(self) -> None:
        rows = await self._write(attempts.unfinished)
        for row in rows:
            live = self._begin(row)
            if not live.attempt.lasts or live.deadline <= now():
                await self._write(lambda db, id=live.id: attempts.interrupt(db, id))
                continue
            self._add(live)
            await self._end_after_last_step(live)

    def by_label(self, label: str) -> Live | None:
        """Return the running attempt whose pages a host serves."""
        return next((live for live in self._live.values() if live.label == label), None)

    def find_own(self, person: Person, id: int) -> Live | None:
        """Return a running attempt, if it is the person's own."""
        live = self._live.get(id)
        return live if live is not None and live.person == person.id else None

    async def progress(self, person: Person) -> Progress:
        """Return how far a person is."""

        def read() -> list[Attempt]:
            with self._store.reading() as db:
                return list(db.scalars(select(Attempt).where(Attempt.person_id == person.id)))

        rows = await run_in_threadpool(read)
        interrupted = next((row.position for row in rows if row.interrupted), None)
        return Progress(
            live=next((live for live in self._live.values() if live.person == person.id), None),
            interrupted=interrupted,
            practised=any(row.position == 0 and row.ended for row in rows),
            done=sum(row.position > 0 and row.ended is not None for row in rows),
            tasks=len(self.tasks),
        )

    async def start(self, person: Person, *, practice: bool) -> None:
        """Start the practice task or the next task; nothing if an attempt runs, or none is left.

        An attempt that was lost with a stopped server is started again.
        """
        order = self.order(person.name)
        row = await self._write(
            lambda db: attempts.next_attempt(db, person, order, practice=practice)
        )
        if row is not None:
            self._add(self._begin(row))

    async def answer(self, live: Live, value: Any) -> bool:
        """Store the answer to a task of pages, which ends; return whether it was in time."""
        return await self._finish(live, [value], None)

    async def give_up(self, live: Live) -> None:
        """End an attempt without an answer."""
        await self._finish(live, None, GAVE_UP)

    async def click(self, live: Live, step: int, point: tuple[float, float] | None) -> None:
        """Store the answer to a screenshot; nothing if the step has been answered.

        Args:
            step: Number of the step, from 0.
            point: The point in pixels of the screenshot; None if nothing fits.
        """
        async with live.lock:
            if live.finished or step != len(live.answers) or now() > live.deadline:
                return
            elapsed = (now() - live.started).total_seconds()
            seconds = elapsed - sum(one["seconds"] for one in live.answers)
            answers = [*live.answers, {"point": point, "seconds": seconds}]
            await self._write(lambda db: attempts.store_answers(db, live.id, answers))
            live.answers = answers
        await self._end_after_last_step(live)

    def order(self, name: str) -> list[Task]:
        """Return the tasks in the order of a person, which the seed and the pseudonym decide."""
        order = list(self.tasks)
        Random(f"{self._seed} {name}").shuffle(order)
        return order

    def _begin(self, row: Attempt) -> Live:
        submit = self._submit_callback(row.id)
        if row.position:
            [task] = [one for one in self.tasks if one.id == row.task]
            attempt = self.people.attempt(task, submit)
        else:
            attempt = self.people.practice(submit)
        name = f"{row.id} {row.tries}"
        return Live(
            id=row.id,
            person=row.person_id,
            position=row.position,
            tries=row.tries,
            started=row.started,
            attempt=attempt,
            # Pages of an attempt that outlasts the server keep their address.
            label="a" + links.sign(self._store.key, f"host {name}")[:32],
            key=links.sign(self._store.key, f"attempt {name}"),
            answers=list(row.answers),
        )

    def _submit_callback(self, id: int) -> Submit:
        async def submit(value: Any) -> bool:
            live = self._live.get(id)
            return live is not None and await self.answer(live, value)

        return submit

    def _add(self, live: Live) -> None:
        self._live[live.id] = live
        live.timer = asyncio.create_task(self._expire(live))

    async def _expire(self, live: Live) -> None:
        await asyncio.sleep(max(0.0, (live.deadline - now()).total_seconds()))
        while not live.finished:
            try:
                await self._finish(live, None, _time_limit(live))
            except SQLAlchemyError:
                _LOG.exception("the end of an attempt could not be stored")
                await asyncio.sleep(_RETRY_SECONDS)

    async def _end_after_last_step(self, live: Live) -> None:
        attempt = live.attempt
        if isinstance(attempt, PictureAttempt) and await attempt.step(live.answers) is None:
            await self._finish(live, live.answers, None)

    async def _finish(
        self, live: Live, answers: list[Any] | None, error: EpisodeError | None
    ) -> bool:
        """Store the end of an attempt; return false if it had ended, or its time was over.

        Args:
            answers: All answers; None for those so far.
            error: Why it ended without an answer.
        """
        async with live.lock:
            if live.finished:
                return False
            ended = now()
            late = error is None and ended > live.deadline
            if late:
                answers, error = None, _time_limit(live)
            all_answers = live.answers if answers is None else answers
            recorded = await live.attempt.recorded(all_answers, finished=error is None)
            task = live.attempt.task
            seconds = (ended - live.started).total_seconds()
            episode = Episode(
                task=task.id,
                steps=recorded.steps,
                answer=clean_json(recorded.answer),
                evidence=clean_json(recorded.evidence | {"tries": live.tries}, finite=True),
                error=error,
                seconds=min(seconds, task.limits.seconds) if error else seconds,
            )
            score = self.run.benchmark.score_episode(task, episode).value if live.position else None
            await self._write(
                lambda db: attempts.store_end(db, live.id, all_answers, episode, score, ended)
            )
            live.finished = True
            del self._live[live.id]
            if live.timer is not None and live.timer is not asyncio.current_task():
                live.timer.cancel()
        if live.position == len(self.tasks):
            self._write_in_background()
        return not late

    async def _write(self, change: Callable[[Session], Value]) -> Value:
        def write() -> Value:
            with self._store.writing() as db:
                return change(db)

        return await run_in_threadpool(write)

    def _write_in_background(self) -> None:
        async def write() -> None:
            async with self._write_lock:
                try:
                    await asyncio.to_thread(self.write)
                except Exception:  # noqa: BLE001 - it is logged, and people continue
                    # The episodes are in the database; the next start writes them.
                    _LOG.exception("the run folder could not be written")

        task = asyncio.create_task(write())
        self._background_tasks.add(task)
        task.add_done_callback(self._background_tasks.discard)

    def write(self) -> int:
        """Write the episodes that the run folder does not have yet; return their number.

        Raises:
            UserError: If a log of the folder is damaged.
        """
        with self._store.reading() as db:
            people = {
                participant.person_id: (participant.number, participant.person.name)
                for participant in db.scalars(select(Participant).order_by(Participant.number))
            }
            ended = select(Attempt).where(Attempt.position > 0, Attempt.ended.is_not(None))
            episodes = {
                (row.task, people[row.person_id][0]): Episode.model_validate(row.episode)
                for row in db.scalars(ended.order_by(Attempt.id))
            }
        return self.run.write([name for _, name in people.values()], episodes)


def _time_limit(live: Live) -> EpisodeError:
    seconds = live.attempt.task.limits.seconds
    return EpisodeError(cause="time limit", message=f"the episode took longer than {seconds:g} s")
