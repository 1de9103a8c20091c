"""A vectorized Gymnasium environment over the sessions of a service."""

import asyncio
import contextlib
from collections.abc import Coroutine, Iterable, Sequence
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from webproctor.core.errors import UserError
from webproctor.core.observations import View
from webproctor.rollouts.calls import accepted_call, decode_json, unknown_call
from webproctor.rollouts.client import ServiceLost, SessionGone, ThreadedClient
from webproctor.rollouts.client_observations import PICTURES
from webproctor.rollouts.schema import MAX_LEASE_SECONDS, STOPPED, Answer, End
from webproctor.rollouts.spaces import Unicode, truncated


class RolloutVectorEnv(gymnasium.vector.VectorEnv[dict[str, Any], Sequence[str], Any]):
    """Sessions of one service as sub-environments that run at the same time.

    Observations are dictionaries with a tuple of texts for each view; actions are JSON texts with
    `name` and `arguments`. An episode that has ended is reset at the next step, whose action is
    ignored (`AutoresetMode.NEXT_STEP`). A void episode is truncated with its cause in
    `infos["void"]`, and its reward 0 is not a result; so are the episodes of a service that has
    been stopped. The next step then connects again.

    Args:
        url: The address that `webproctor rollouts serve` prints.
        token: The token that it prints.
        num_envs: Number of sessions.
        reads: The views in each observation; texts only.
        wait: Seconds that the first `reset` waits for free sessions.

    Raises:
        UserError: If a view is not a text, there is no service at the address, or it refuses the
            token.
        ServiceFull: If it does not have enough free sessions.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        url: str,
        token: str,
        num_envs: int,
        *,
        reads: Sequence[View] = ("elements", "text"),
        wait: float = 60.0,
    ) -> None:
        if pictures := sorted({*reads} & {*PICTURES}):
            raise UserError(f"the view {pictures[0]!r} is not a text: use webproctor.gym for it.")
        self.num_envs = num_envs
        # The service closes the sessions with the connection; a pause between steps is no failure.
        lease = MAX_LEASE_SECONDS
        self._create_options = {"reads": list(reads), "wait": wait, "lease": lease}
        self._view_names = ("instruction", "url", "title", "result", *sorted(reads))
        self.single_observation_space = spaces.Dict({name: Unicode() for name in self._view_names})
        self.single_action_space = Unicode()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._sessions = [""] * num_envs
        self._tasks = [""] * num_envs
        self._steps = [0] * num_envs
        self._ended = [False] * num_envs
        self._generators: list[Random | None] = [None] * num_envs
        self._was_reset = False  # Whether the last reset succeeded.
        self._lock = asyncio.Lock()  # Calls wait for one that was interrupted.
        self._threaded_client = ThreadedClient(url, token)
        self._client = self._threaded_client.client

    def reset(
        self,
        *,
        seed: int | np.integer[Any] | Sequence[int | None] | None = None,
        options: Any = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode in every session.

        Args:
            seed: Selects the tasks: one seed for each session, or the first one of a sequence. A
                session's later episodes are selected by seeds drawn from its own, so equal
                seeds repeat all of them, until it is reset with another one.
            options: `{"task": [...]}` with an id for each session.

        Raises:
            UserError: If there are fewer or more seeds or tasks than sessions, or no such task.
            ServiceFull: If there are not enough free sessions.
        """
        count = self.num_envs
        if seed is None or isinstance(seed, int | np.integer):
            seeds = [None if seed is None else int(seed) + index for index in range(count)]
        else:
            seeds = [None if one is None else int(one) for one in seed]
        tasks = (options or {}).get("task")
        tasks = [None] * count if tasks is None else tasks
        self._check_count("seeds", seeds)
        self._check_count("tasks", tasks)
        for index, one in enumerate(seeds):
            if one is not None:
                self._generators[index] = Random(one)
        try:
            answers = self._threaded_client.thread.run(self._reset(seeds, tasks))
        except BaseException:
            self._was_reset = False
            raise
        self._was_reset = True
        self._remember(answers)
        return self._observed(answers), self._infos(answers)

    def step(
        self, actions: Sequence[str]
    ) -> tuple[dict[str, Any], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Execute an action in every session, all at the same time.

        If it was interrupted or failed, the same actions can be given again: steps that have been
        executed are not executed twice.

        Raises:
            ResetNeeded: If `reset` was not called before, failed, or was interrupted.
            UserError: If there are fewer or more actions than sessions, or other actions than in
                the step that was interrupted.
        """
        self._check_count("actions", actions)
        if not self._was_reset:
            raise gymnasium.error.ResetNeeded("call reset before step")
        answers = self._threaded_client.thread.run(self._step(list(actions)))
        ends = [answer.ended for answer in answers]
        rewards = np.array([end.value or 0.0 if end else 0.0 for end in ends])
        truncated = np.array([bool(end and end.truncated) for end in ends])
        terminated = np.array([bool(end and not end.truncated) for end in ends])
        self._remember(answers)
        return self._observed(answers), rewards, terminated, truncated, self._infos(answers)

    def close_extras(self, **_: Any) -> None:
        """Close the connection, and with it the sessions."""
        self._threaded_client.close()

    def _check_count(self, name: str, values: Sequence[Any]) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment has been closed")
        if isinstance(values, str) or len(values) != self.num_envs:
            count = 1 if isinstance(values, str) else len(values)
            raise UserError(f"{count} {name} for {self.num_envs} sessions: give one for each.")

    async def _reset(self, seeds: list[int | None], tasks: Sequence[str | None]) -> list[Answer]:
        choices = zip(range(self.num_envs), tasks, seeds, strict=True)
        async with self._lock:
            return await _all_answers(
                self._begin(index, task=task, seed=seed)
                if task is not None or seed is not None
                else self._next(index)
                for index, task, seed in choices
            )

    async def _next(self, index: int) -> Answer:
        """Begin an episode of the next task of a session."""
        generator = self._generators[index]
        return await self._begin(index, seed=generator and generator.getrandbits(31))

    async def _begin(self, index: int, **choice: Any) -> Answer:
        """Begin an episode in a session, or in a new one if it no longer exists."""
        if session := self._sessions[index]:
            with contextlib.suppress(SessionGone, ServiceLost):
                return await self._client.ask("reset", session, **choice)
        self._sessions[index] = ""
        answer = await self._client.ask("create", **self._create_options, **choice)
        self._sessions[index] = answer.session
        return answer

    async def _step(self, actions: list[str]) -> list[Answer]:
        async with self._lock:
            return await _all_answers(
                self._step_one(index, text) for index, text in enumerate(actions)
            )

    async def _step_one(self, index: int, action: str) -> Answer:
        if self._ended[index]:
            return await self._next(index)
        session, task = self._sessions[index], self._tasks[index]
        step = partial(self._client.ask, "step", session, index=self._steps[index])
        try:
            try:
                return await step(action=accepted_call(decode_json(str(action))))
            except SessionGone:
                raise
            except (UserError, RecursionError):  # Too large, or nested too deeply.
                return await step(action=unknown_call(action))
        except ServiceLost as lost:
            ended = End(outcome="void", value=None, cause=STOPPED, message=str(lost))
        except SessionGone as gone:
            ended = gone.ended or End(outcome="void", value=None, cause=STOPPED, message=str(gone))
        self._sessions[index] = ""
        ended = ended.model_copy(update={"truncated": True})
        return Answer(session=session, task=task, ended=ended)

    def _remember(self, answers: Sequence[Answer]) -> None:
        self._ended = [answer.ended is not None for answer in answers]
        self._tasks = [answer.task for answer in answers]
        self._steps = [answer.steps for answer in answers]

    def _observed(self, answers: Sequence[Answer]) -> dict[str, Any]:
        texts = [
            {**(answer.observation.texts if answer.observation else {}), "result": answer.result}
            for answer in answers
        ]
        return {
            name: tuple(truncated(one.get(name, "")) for one in texts) for name in self._view_names
        }

    def _infos(self, answers: Sequence[Answer]) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for index, answer in enumerate(answers):
            info: dict[str, Any] = {"task": answer.task}
            if answer.ended is not None:
                outcome = answer.ended.outcome
                info["outcome"] = outcome
                if outcome != "scored":
                    info[outcome] = answer.ended.cause
            infos = self._add_info(infos, info, index)
        return infos


async def _all_answers(requests: Iterable[Coroutine[Any, Any, Answer]]) -> list[Answer]:
    """Return all answers, or raise the first error when all have been waited for."""
    answers = await asyncio.gather(*requests, return_exceptions=True)
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer
    return [answer for answer in answers if isinstance(answer, Answer)]
