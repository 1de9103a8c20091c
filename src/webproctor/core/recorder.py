"""Execute the steps of an agent and record them in the episode."""

import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from webproctor.core.actions import Action, ActionResult, ActionSet, BadAction, InvalidAction
from webproctor.core.episodes import Episode, Snapshot, Step, StepRecord
from webproctor.core.errors import UserError
from webproctor.core.exits import cancellations_contained
from webproctor.core.observations import Observation, View
from webproctor.core.outcomes import LimitReached, lost_by
from webproctor.core.sanitize import clean_json
from webproctor.core.sessions import Session, SessionLost
from webproctor.core.tasks import Task

Perform = Callable[[Step], Awaitable[Sequence[ActionResult]]]
Act = Callable[[Action], Awaitable[ActionResult]]
TakeSnapshot = Callable[[Session, Observation | None, Sequence[Action]], Awaitable[Snapshot]]
"""Takes a snapshot of a session before a step.

It is called with the session, the agent's last observation (or None), which can be reused, and the
actions that follow."""
_MAX_NOTED = 20


async def perform_directly(act: Act, step: Step) -> list[ActionResult]:
    """Execute a step's actions in order; skip the rest if the page changes.

    Args:
        act: Executes one action, such as a session's `act`.
        step: The step.
    """
    results: list[ActionResult] = []
    for action in step.actions:
        results.append(await perform_next(act, action, results[-1] if results else None))
    return results


async def perform_next(act: Act, action: Action, previous: ActionResult | None) -> ActionResult:
    """Execute one action of a step, or skip it if the page has changed.

    Args:
        act: Executes one action, such as a session's `act`.
        action: The action.
        previous: The result of the action before it in this step; None for the first.
    """
    if previous is not None and previous.page_changed:
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
        take_snapshot: TakeSnapshot | None = None,
        folder: Path | None = None,
    ) -> None:
        self.task = task
        self.episode = episode
        self.unwrapped = session
        self._perform = perform
        self._take_snapshot = take_snapshot
        self.folder = folder
        self._last_observation: Observation | None = None
        self._thinking_since = time.perf_counter()
        self._observing = 0.0
        self._noted: dict[str, int] = {}
        self.lost: SessionLost | None = None

    @contextlib.contextmanager
    def _environment(self) -> Iterator[None]:
        """Convert exceptions of the environment inside the block to `SessionLost`."""
        try:
            with cancellations_contained():
                yield
        except (UserError, BadAction, LimitReached):
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - any error makes the episode void
            self.lost = lost_by(error)
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
        started_at = time.perf_counter()
        with self._environment():
            observation = self._last_observation = await self.unwrapped.observe(reads)
        self._observing = time.perf_counter() - started_at
        steps = self.episode.steps
        last = tuple(steps[-1].results) if steps else ()
        # Sessions with several instructions provide the current one.
        instruction = observation.instruction or self.task.instruction
        updates = {"instruction": instruction, "step": len(steps), "results": last}
        self._thinking_since = time.perf_counter()
        return observation.model_copy(update=updates)

    async def act(self, action: Action) -> ActionResult:
        return (await self.step(Step(actions=[action])))[0]

    async def step(self, step: Step) -> Sequence[ActionResult]:
        """Execute a step; actions beyond the task's limit are refused."""
        limit = self.task.limits.actions_per_step
        texts = step.model_dump(include={"thought", "plan", "answer", "notes"})
        step = step.model_copy(update=clean_json(texts, finite=True))
        executed = step.model_copy(update={"actions": step.actions[:limit]})
        observation = self._last_observation
        if step.actions:  # Without actions, the observation is still valid at the end.
            self._last_observation = None
        thinking = time.perf_counter() - self._thinking_since
        snapshot = Snapshot()
        if self._take_snapshot is not None and step.actions:
            with self._environment():
                snapshot = await self._take_snapshot(self.unwrapped, observation, executed.actions)
        started_at = time.perf_counter()
        with self._environment():
            results = list(await self._perform(executed)) if executed.actions else []
        acting = time.perf_counter() - started_at
        note = f"refused: at most {limit} actions per step are allowed"
        results += [ActionResult(ok=False, message=note) for _ in step.actions[limit:]]
        record = StepRecord(
            actions=[action.call() for action in step.actions],
            results=results,
            seconds=thinking + acting,
            acting=acting,
            observing=self._observing,
            noted=self._new_events(),
            url=observation.url if observation else "",
            **snapshot.model_dump(),
            **step.model_dump(include={"thought", "plan", "usage", "notes"}),
        )
        self.episode.steps.append(record)
        self._thinking_since, self._observing = time.perf_counter(), 0.0
        return results

    def _new_events(self) -> list[tuple[str, str]]:
        """Return the events that the session has recorded since the last step."""
        events = self.unwrapped.noted
        new = [
            (kind, str(entry))
            for kind, entries in events.items()
            for entry in entries[self._noted.get(kind, 0) :][:_MAX_NOTED]
        ]
        self._noted = {kind: len(entries) for kind, entries in events.items()}
        return new

    def skip(self) -> None:
        """Leave the events so far out of the next step's record."""
        self._new_events()

    async def ending(self) -> Snapshot:
        """Take the final snapshot, when the agent has finished."""
        if self._take_snapshot is None or self.over:
            return Snapshot()
        with self._environment():
            return await self._take_snapshot(self.unwrapped, self._last_observation, ())

    async def evidence(self) -> dict[str, Any]:
        with self._environment():
            return clean_json(await self.unwrapped.evidence(), finite=True)
