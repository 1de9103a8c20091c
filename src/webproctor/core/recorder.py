"""Execute the steps of an agent and record them in the episode."""

import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from webproctor.core.actions import Action, ActionResult, ActionSet, BadAction, InvalidAction
from webproctor.core.episodes import Episode, Snapshot, Turn, TurnRecord
from webproctor.core.errors import UserError
from webproctor.core.observations import Observation, View
from webproctor.core.outcomes import lost_by
from webproctor.core.sanitize import clean_json
from webproctor.core.sessions import Session, SessionLost
from webproctor.core.tasks import Task

Perform = Callable[[Turn], Awaitable[Sequence[ActionResult]]]
Act = Callable[[Action], Awaitable[ActionResult]]
Look = Callable[[Session, Observation | None, Sequence[Action]], Awaitable[Snapshot]]
"""Takes a snapshot of a session before a step.

It is called with the session, the agent's last observation (or None), which can be reused, and the
actions that follow."""
_MOST_NOTED = 20


async def perform_directly(act: Act, turn: Turn) -> list[ActionResult]:
    """Execute a step's actions in order; skip the rest if the page changes.

    Args:
        act: Executes one action, such as a session's `act`.
        turn: The step.
    """
    results: list[ActionResult] = []
    for action in turn.actions:
        results.append(await perform_next(act, action, results[-1] if results else None))
    return results


async def perform_next(act: Act, action: Action, before: ActionResult | None) -> ActionResult:
    """Execute one action of a step, or skip it if the page has changed.

    Args:
        act: Executes one action, such as a session's `act`.
        action: The action.
        before: The result of the action before it in this step; None for the first.
    """
    if before is not None and before.page_changed:
        note = "skipped: the page changed before this action"
        return ActionResult(ok=False, message=note, page_changed=True)
    if isinstance(action, InvalidAction):
        return action.result()
    return await act(action)


class EpisodeRecorder:
    """Wraps a session and records every step in the episode.

    `unwrapped` is the wrapped session, for agents of a specific benchmark. `lost` is set when the
    environment has failed; the episode is then void, even if the agent continues. `folder` is the
    folder for files of the episode, which may not exist yet; None if no files are kept.
    """

    def __init__(
        self,
        session: Session,
        task: Task,
        episode: Episode,
        perform: Perform,
        look: Look | None = None,
        folder: Path | None = None,
    ) -> None:
        self.task = task
        self.episode = episode
        self.unwrapped = session
        self._perform = perform
        self._look = look
        self.folder = folder
        self._shown: Observation | None = None
        self._started = time.perf_counter()
        self._observing = 0.0
        self._noted: dict[str, int] = {}
        self.lost: SessionLost | None = None

    @contextlib.contextmanager
    def _environment(self) -> Iterator[None]:
        """Convert exceptions of the environment inside the block to `SessionLost`."""
        try:
            yield
        except (UserError, BadAction):
            raise
        except (Exception, SystemExit) as fault:  # noqa: BLE001 - any error makes the episode void
            self.lost = lost_by(fault)
            raise self.lost from self.lost.__cause__

    @property
    def actions(self) -> ActionSet:
        return self.unwrapped.actions

    @property
    def over(self) -> bool:
        """Whether the task has no more steps: the last stored page has been answered."""
        return self.unwrapped.over

    @property
    def statement(self) -> str | None:
        """The agent's statement that the task cannot be done, which is then its answer."""
        return self.unwrapped.statement

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        started = time.perf_counter()
        with self._environment():
            observation = self._shown = await self.unwrapped.observe(reads)
        self._observing = time.perf_counter() - started
        turns = self.episode.turns
        last = tuple(turns[-1].results) if turns else ()
        # Sessions with several instructions provide the current one.
        told = observation.instruction or self.task.instruction
        seen = {"instruction": told, "turn": len(turns), "results": last}
        self._started = time.perf_counter()
        return observation.model_copy(update=seen)

    async def act(self, action: Action) -> ActionResult:
        return (await self.turn(Turn(actions=[action])))[0]

    async def turn(self, turn: Turn) -> Sequence[ActionResult]:
        """Execute a step; actions beyond the task's limit are refused."""
        allowed = self.task.limits.actions_per_turn
        said = turn.model_dump(include={"thought", "plan", "answer", "notes"})
        turn = turn.model_copy(update=clean_json(said, finite=True))
        within = turn.model_copy(update={"actions": turn.actions[:allowed]})
        shown = self._shown
        if turn.actions:  # Without actions, the observation is still valid at the end.
            self._shown = None
        thinking = time.perf_counter() - self._started
        snapshot = Snapshot()
        if self._look is not None and turn.actions:
            with self._environment():
                snapshot = await self._look(self.unwrapped, shown, within.actions)
        began = time.perf_counter()
        with self._environment():
            results = list(await self._perform(within)) if within.actions else []
        acting = time.perf_counter() - began
        note = f"refused: at most {allowed} actions per step are allowed"
        results += [ActionResult(ok=False, message=note) for _ in turn.actions[allowed:]]
        record = TurnRecord(
            actions=[action.call() for action in turn.actions],
            results=results,
            seconds=thinking + acting,
            acting=acting,
            observing=self._observing,
            noted=self._fresh(),
            url=shown.url if shown else "",
            **snapshot.model_dump(),
            **turn.model_dump(include={"thought", "plan", "usage", "notes"}),
        )
        self.episode.turns.append(record)
        self._started, self._observing = time.perf_counter(), 0.0
        return results

    def _fresh(self) -> list[tuple[str, str]]:
        """Return the events that the session has recorded since the last step."""
        noted = self.unwrapped.noted
        fresh = [
            (kind, str(one))
            for kind, all in noted.items()
            for one in all[self._noted.get(kind, 0) :][:_MOST_NOTED]
        ]
        self._noted = {kind: len(all) for kind, all in noted.items()}
        return fresh

    def skip(self) -> None:
        """Leave the events so far out of the next step's record."""
        self._fresh()

    async def ending(self) -> Snapshot:
        """Take the final snapshot, when the agent has finished."""
        if self._look is None or self.over:
            return Snapshot()
        with self._environment():
            return await self._look(self.unwrapped, self._shown, ())

    async def evidence(self) -> dict[str, Any]:
        with self._environment():
            return clean_json(await self.unwrapped.evidence(), finite=True)
