"""A vectorized Gymnasium environment over the sessions of a service."""

import asyncio
import contextlib
import json
import threading
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from webproctor.core.observations import View
from webproctor.rollouts.client import Client, connected
from webproctor.rollouts.schema import Answer
from webproctor.rollouts.spaces import Unicode

T = TypeVar("T")


class RolloutVectorEnv(gymnasium.vector.VectorEnv[dict[str, Any], Sequence[str], Any]):
    """Sessions of one service as sub-environments that run at the same time.

    Observations are dictionaries with a tuple of texts for each view; actions are JSON texts with
    `name` and `arguments`. An episode that has ended is reset at the next step, whose action is
    ignored (`AutoresetMode.NEXT_STEP`). A void episode is truncated with its cause in
    `infos["void"]`, and its reward 0 is not a result.

    Args:
        url: The address that `webproctor rollouts serve` prints.
        token: The token that it prints.
        num_envs: Number of sessions.
        reads: The views in each observation; texts only.
        wait: Seconds that the first `reset` waits for free sessions.

    Raises:
        UserError: If there is no service at the address, or it refuses the token.
        ServiceFull: If it has not enough free sessions.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - Gymnasium's own form

    def __init__(
        self,
        url: str,
        token: str,
        num_envs: int,
        *,
        reads: Sequence[View] = ("elements", "text"),
        wait: float = 60.0,
    ) -> None:
        self.num_envs = num_envs
        self._asked = {"reads": list(reads), "wait": wait, "lease": 3600.0}
        self._names = ("instruction", "url", "title", "result", *sorted(reads))
        self.single_observation_space = spaces.Dict({name: Unicode() for name in self._names})
        self.single_action_space = Unicode()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._open = contextlib.AsyncExitStack()
        self._sessions: list[str] = []
        self._over = [False] * num_envs
        try:
            self._client: Client = self._run(self._connect(url, token))
        except BaseException:
            self.close()
            raise

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode in every session.

        Args:
            seed: Selects the tasks: one seed for each session, or the first one of a sequence.
            options: `{"task": [...]}` with an id for each session.
        """
        count = self.num_envs
        if seed is None or isinstance(seed, int):
            seeds = [None if seed is None else seed + number for number in range(count)]
        else:
            seeds = list(seed)
        tasks = (options or {}).get("task") or [None] * count
        answers = self._run(self._reset(seeds, tasks))
        self._over = [False] * count
        return self._observed(answers), self._infos(answers)

    def step(
        self, actions: Sequence[str]
    ) -> tuple[dict[str, Any], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Execute an action in every session, all at the same time."""
        answers = self._run(self._step(list(actions)))
        ends = [answer.ended for answer in answers]
        rewards = np.array([end.value or 0.0 if end else 0.0 for end in ends])
        truncated = np.array([bool(end and end.truncated) for end in ends])
        terminated = np.array([bool(end and not end.truncated) for end in ends])
        self._over = [answer.ended is not None for answer in answers]
        return self._observed(answers), rewards, terminated, truncated, self._infos(answers)

    def close_extras(self, **_: Any) -> None:
        """Close the connection, and with it the sessions."""
        if self._loop.is_running():
            self._run(self._open.aclose())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _connect(self, url: str, token: str) -> Client:
        return await self._open.enter_async_context(connected(url, token))

    async def _reset(self, seeds: list[int | None], tasks: Sequence[str | None]) -> list[Answer]:
        chosen = [{"task": task, "seed": seed} for task, seed in zip(tasks, seeds, strict=True)]
        if self._sessions:
            asked = (
                self._client.ask("reset", session, **one)
                for session, one in zip(self._sessions, chosen, strict=True)
            )
            return list(await asyncio.gather(*asked))
        answers = await asyncio.gather(
            *(self._client.ask("create", **self._asked, **one) for one in chosen)
        )
        self._sessions = [answer.session for answer in answers]
        return list(answers)

    async def _step(self, actions: list[str]) -> list[Answer]:
        return list(
            await asyncio.gather(
                *(
                    self._client.ask("reset", session)
                    if over
                    else self._client.ask("step", session, action=_call(action))
                    for session, action, over in zip(
                        self._sessions, actions, self._over, strict=True
                    )
                )
            )
        )

    def _observed(self, answers: Sequence[Answer]) -> dict[str, Any]:
        texts = [
            {**(answer.observation.texts if answer.observation else {}), "result": answer.result}
            for answer in answers
        ]
        return {name: tuple(one.get(name, "") for one in texts) for name in self._names}

    def _infos(self, answers: Sequence[Answer]) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for number, answer in enumerate(answers):
            one: dict[str, Any] = {"task": answer.task}
            if answer.ended is not None:
                outcome = answer.ended.outcome
                one["outcome"] = outcome
                if outcome != "scored":
                    one[outcome] = answer.ended.cause
            infos = self._add_info(infos, one, number)
        return infos


def _call(text: str) -> dict[str, Any]:
    """Return the call that a text encodes; one without a valid name, if it encodes none."""
    try:
        call = json.loads(text)
        return {"name": str(call["name"]), "arguments": dict(call.get("arguments") or {})}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {"name": text[:200]}
