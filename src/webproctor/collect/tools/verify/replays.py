"""Replays: background jobs of the server that execute demonstrations in a fresh browser."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webproctor.collect.demonstration import dump
from webproctor.collect.demonstration.masking import Mask
from webproctor.collect.demonstration.replaying import compare, execute
from webproctor.collect.demonstration.steps import Step
from webproctor.collect.store import Person, Store
from webproctor.collect.tools.demonstrate.files import folder
from webproctor.collect.tools.demonstrate.tables import Demonstration
from webproctor.collect.tools.verify.tables import Replay
from webproctor.core.errors import UserError
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Browser
from webproctor.environments.browser.devtools import DevToolsError
from webproctor.environments.browser.session import WebSession

_LOG = logging.getLogger(__name__)


def newest(session: Session, demonstration: Demonstration) -> Replay | None:
    """Return the newest replay of a demonstration."""
    query = select(Replay).where(Replay.demonstration_id == demonstration.id)
    return session.scalar(query.order_by(Replay.id.desc()).limit(1))


def create(
    session: Session, demonstration: Demonstration, person: Person, uids: Sequence[str]
) -> Replay:
    """Store a replay that waits.

    Args:
        demonstration: The demonstration; its row must be locked.
        uids: The steps to execute.

    Raises:
        UserError: If there are no steps, or one is waiting or running.
    """
    previous = newest(session, demonstration)
    if previous is not None and not previous.ended:
        raise UserError("A replay of this demonstration is running.")
    if not uids:
        raise UserError("Keep at least one step.")
    replay = Replay(
        demonstration=demonstration, person_id=person.id, requested=list(uids), steps=[]
    )
    session.add(replay)
    session.flush()
    return replay


class Replays:
    """The replays of a server, on one browser.

    Args:
        hosts: Names of websites that this machine serves, with their ports. Without any, pages
            reach the internet.
        max_replays: Number of replays that can run at the same time.
        mask: What is masked in the differences.
    """

    def __init__(
        self, store: Store, hosts: Mapping[str, int], max_replays: int, mask: Mask
    ) -> None:
        self._store = store
        self._browser = Browser(hosts, internet=not hosts)
        self._slots = asyncio.Semaphore(max_replays)
        self._mask = mask
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run replays while the block runs; those that a server has left are run again."""
        async with self._browser:
            for id in await asyncio.to_thread(self._unfinished):
                self.begin(id)
            try:
                yield
            finally:
                for task in self._tasks:
                    task.cancel()
                await asyncio.gather(*self._tasks, return_exceptions=True)

    def begin(self, id: int) -> None:
        """Run a stored replay in the background."""
        task = asyncio.create_task(self._run(id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _unfinished(self) -> list[int]:
        with self._store.reading() as session:
            return list(
                session.scalars(select(Replay.id).where(Replay.state.in_(("waiting", "running"))))
            )

    async def _run(self, id: int) -> None:
        fault = ""
        try:
            async with self._slots:
                await self._replay(id)
        except UserError as error:
            fault = str(error)
        except (SessionLost, DevToolsError) as error:
            fault = f"The page was lost: {error}."
        except Exception as error:  # noqa: BLE001 - nothing else handles a task's errors
            _LOG.error("a replay failed", exc_info=error)
            fault = "The server had an error."
        state = "failed" if fault else "done"
        await asyncio.to_thread(self._change, id, state=state, fault=self._mask.text(fault)[:500])

    async def _replay(self, id: int) -> None:
        replay, steps = await asyncio.to_thread(self._load, id)
        path = folder(self._store, replay.demonstration)
        results: list[dict[str, Any]] = []
        differences: Sequence[str] = ()
        async with self._browser.page() as page:
            web = await WebSession.open(page, replay.demonstration.task.url)
            for number, step in steps:
                executed = await execute(web, step)
                # The page after a step is the page before the next one.
                new_differences = [
                    difference
                    for difference in executed.differences
                    if difference not in differences
                ]
                if executed.performed is not None:
                    stored = await asyncio.to_thread(dump.state, path, number, "after")
                    differences = compare(executed.performed.after.dom, stored.dom)
                    new_differences += [
                        f"After the step: {difference}"
                        for difference in differences
                        if difference not in new_differences
                    ]
                results.append(
                    {
                        "number": number + 1,
                        "repr": step.repr,
                        "executed": executed.performed is not None,
                        "differences": [
                            self._mask.text(difference)[:1000] for difference in new_differences
                        ],
                    }
                )
                await asyncio.to_thread(self._change, id, steps=list(results))
                if executed.performed is None:
                    return

    def _load(self, id: int) -> tuple[Replay, list[tuple[int, Step]]]:
        self._change(id, state="running", steps=[])
        with self._store.reading() as session:
            replay = session.get_one(Replay, id)
            # What the job needs is loaded before the session is closed.
            stored = dump.steps(folder(self._store, replay.demonstration))
            assert replay.demonstration.task.url
        return replay, [
            (number, step) for number, step in enumerate(stored) if step.uid in replay.requested
        ]

    def _change(self, id: int, **values: Any) -> None:
        with self._store.writing() as session:
            replay = session.get_one(Replay, id)
            for name, value in values.items():
                setattr(replay, name, value)


def verdict(replay: Replay) -> str:
    """Return the result of a replay as a sentence: the first step that differs."""
    first_difference = next((step for step in replay.steps if step["differences"]), None)
    if replay.state == "failed":
        return f"The replay failed. {replay.fault}"
    if not replay.ended:
        return f"{len(replay.steps)} of {len(replay.requested)} steps are executed."
    if first_difference is None:
        return f"All {len(replay.steps)} steps were executed, without differences."
    last = replay.steps[-1]
    if last["executed"]:
        return f"It differs at step {first_difference['number']}. All steps could be executed."
    if last is first_difference:
        return f"It differs at step {first_difference['number']}, which could not be executed."
    return (
        f"It differs at step {first_difference['number']}. Step {last['number']} could not be "
        "executed."
    )
