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
    found = select(Replay).where(Replay.demonstration_id == demonstration.id)
    return session.scalar(found.order_by(Replay.id.desc()).limit(1))


def ask(
    session: Session, demonstration: Demonstration, person: Person, uids: Sequence[str]
) -> Replay:
    """Store a replay that waits.

    Args:
        demonstration: The demonstration; its row must be locked.
        uids: The steps to execute.

    Raises:
        UserError: If there are no steps, or one is waiting or running.
    """
    last = newest(session, demonstration)
    if last is not None and not last.ended:
        raise UserError("A replay of this demonstration is running.")
    if not uids:
        raise UserError("Keep at least one step.")
    made = Replay(demonstration=demonstration, person_id=person.id, asked=list(uids), steps=[])
    session.add(made)
    session.flush()
    return made


class Replays:
    """The replays of a server, on one browser.

    Args:
        hosts: Names of websites that this machine serves, with their ports. Without any, pages
            reach the internet.
        most: Number of replays that run at the same time.
        mask: What is masked in the differences.
    """

    def __init__(self, store: Store, hosts: Mapping[str, int], most: int, mask: Mask) -> None:
        self._store = store
        self._browser = Browser(hosts, internet=not hosts)
        self._free = asyncio.Semaphore(most)
        self._mask = mask
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run replays while the block runs; those that a server has left are run again."""
        async with self._browser:
            for id in await asyncio.to_thread(self._left):
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

    def _left(self) -> list[int]:
        with self._store.reading() as session:
            return list(
                session.scalars(select(Replay.id).where(Replay.state.in_(("waiting", "running"))))
            )

    async def _run(self, id: int) -> None:
        fault = ""
        try:
            async with self._free:
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
        made, steps = await asyncio.to_thread(self._begun, id)
        where = folder(self._store, made.demonstration)
        told: list[dict[str, Any]] = []
        seen: Sequence[str] = ()
        async with self._browser.page() as page:
            web = await WebSession.open(page, made.demonstration.task.url)
            for number, step in steps:
                done = await execute(web, step)
                # The page after a step is the page before the next one.
                different = [one for one in done.differences if one not in seen]
                if done.performed is not None:
                    stored = await asyncio.to_thread(dump.state, where, number, "after")
                    seen = compare(done.performed.after.dom, stored.dom)
                    different += [f"After the step: {one}" for one in seen if one not in different]
                told.append(
                    {
                        "number": number + 1,
                        "repr": step.repr,
                        "executed": done.performed is not None,
                        "differences": [self._mask.text(one)[:1000] for one in different],
                    }
                )
                await asyncio.to_thread(self._change, id, steps=list(told))
                if done.performed is None:
                    return

    def _begun(self, id: int) -> tuple[Replay, list[tuple[int, Step]]]:
        self._change(id, state="running", steps=[])
        with self._store.reading() as session:
            made = session.get_one(Replay, id)
            # What the job needs is loaded before the session is closed.
            stored = dump.steps(folder(self._store, made.demonstration))
            assert made.demonstration.task.url
        return made, [(n, step) for n, step in enumerate(stored) if step.uid in made.asked]

    def _change(self, id: int, **values: Any) -> None:
        with self._store.writing() as session:
            made = session.get_one(Replay, id)
            for name, value in values.items():
                setattr(made, name, value)


def verdict(replay: Replay) -> str:
    """Return the result of a replay as a sentence: the first step that differs."""
    differs = next((one for one in replay.steps if one["differences"]), None)
    if replay.state == "failed":
        return f"The replay failed. {replay.fault}"
    if not replay.ended:
        return f"{len(replay.steps)} of {len(replay.asked)} steps are executed."
    if differs is None:
        return f"All {len(replay.steps)} steps were executed, without differences."
    last = replay.steps[-1]
    if last["executed"]:
        return f"It differs at step {differs['number']}. All steps could be executed."
    if last is differs:
        return f"It differs at step {differs['number']}, which could not be executed."
    return f"It differs at step {differs['number']}. Step {last['number']} could not be executed."
