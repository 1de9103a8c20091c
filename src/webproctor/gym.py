"""Any benchmark as a Gymnasium environment.

    import gymnasium, webproctor.gym
    env = gymnasium.make("webproctor/turkingbench-v1", split="test")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(
        '{"name": "modify_radio", "arguments": {"input_name": "q1", "input_value": "yes"}}'
    )

Description: one episode is one task of a benchmark.
Action space: one action of the task's action set as a JSON object with `name` and `arguments`, or
    `{"name": "done", "arguments": {"answer": ...}}`, which ends the episode.
Observation space: a dictionary of the views asked for (`reads`), with instruction, URL, title and
    what came of the last action. Elements are a JSON list; pictures are PNG decoded to RGB.
Starting state: the task `options["task"]` where it is given, else one drawn by the seed.
Reward: the benchmark's mark, 0 to 1, at the end of the episode; 0 before.
End of episode: terminated by `done`, or when the session is lost; truncated at the task's limit of
    turns, and marked as it stands then.
Version history: v1, the first.
"""

import asyncio
import concurrent.futures
import contextlib
import json
import threading
from collections.abc import Coroutine, Sequence
from io import BytesIO
from typing import Any, TypeVar

import gymnasium
import numpy as np
from gymnasium import spaces
from PIL import Image

from webproctor import registry
from webproctor.actions import ActionResult, ActionSet, BadAction, action_set
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.browser import Viewport
from webproctor.episodes import (
    Episode,
    EpisodeError,
    Perform,
    RecordedSession,
    Turn,
    perform_directly,
)
from webproctor.observations import Observation, View
from webproctor.sessions import Session, SessionLost
from webproctor.tasks import Task

T = TypeVar("T")
_PICTURES = ("screenshot", "marked_screenshot")


class Unicode(spaces.Space[str]):
    """Any text."""

    def __init__(self, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(shape=(), dtype=str, seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        return "".join(chr(code) for code in self.np_random.integers(32, 127, size=8))

    def contains(self, x: Any) -> bool:
        return isinstance(x, str)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unicode)

    @property
    def is_np_flattenable(self) -> bool:
        return False


class ActionText(Unicode):
    """An action of a set as JSON; samples are actions that name elements by number."""

    def __init__(self, actions: ActionSet, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(seed)
        self._actions = actions

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        names = list(self._actions.by_name)
        name = names[int(self.np_random.integers(len(names)))]
        number = int(self.np_random.integers(10))
        fields = self._actions.by_name[name].model_fields
        given = {"input_name": f"#{number}", "input_value": "1", "command": "document.title"}
        given |= {"element": number, "text": "1", "keys": "Tab", "option": "1", "file": "1"}
        arguments = {key: value for key, value in given.items() if key in fields}
        return json.dumps({"name": name, "arguments": arguments})


class WebEnv(gymnasium.Env[dict[str, Any], str]):
    """A benchmark's tasks as episodes; see the module's description.

    Args:
        benchmark: The benchmark; it is entered with the first reset and closed by `close`.
        reads: The views in each observation.
        viewport: The size of pictures.

    Raises:
        UserError: If the benchmark has no task.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's own form

    def __init__(
        self,
        benchmark: Benchmark,
        *,
        reads: Sequence[View] = ("elements", "text"),
        viewport: Viewport = Viewport(),
        render_mode: str | None = None,
    ) -> None:
        self.benchmark = benchmark
        self.tasks = {task.id: task for task in benchmark.tasks()}
        self.reads = frozenset(reads)
        self.render_mode = render_mode
        # Gymnasium is synchronous, browsers are not: they live in a loop of their own.
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._open = contextlib.AsyncExitStack()
        self._entered = False
        self._session: contextlib.AsyncExitStack | None = None
        self._recorded: RecordedSession | None = None
        self._task: Task = next(iter(self.tasks.values()))
        self._picture = (viewport.height, viewport.width, 3)
        picture = spaces.Box(0, 255, self._picture, np.uint8)
        told = ("instruction", "url", "title", "result", *sorted(self.reads))
        self.observation_space = spaces.Dict(
            {name: picture if name in _PICTURES else Unicode() for name in told}
        )
        self.action_space = ActionText(action_set(self._task.actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        ids = list(self.tasks)
        chosen = (options or {}).get("task") or ids[int(self.np_random.integers(len(ids)))]
        self._task = self.tasks[chosen]
        observation = self._run(self._begin(self._task))
        return self._plain(observation, ""), {"task": self._task.id}

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self._recorded is None:
            raise gymnasium.error.ResetNeeded("call reset before step")
        return self._run(self._step(action, self._recorded))

    def render(self) -> np.ndarray | None:
        if self.render_mode != "rgb_array" or self._recorded is None:
            return None
        observation = self._run(self._recorded.observe(frozenset({"screenshot"})))
        return _rgb(observation.read("screenshot"))

    def close(self) -> None:
        if self._loop.is_running():
            self._run(self._end())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        future: concurrent.futures.Future[T] = asyncio.run_coroutine_threadsafe(work, self._loop)
        return future.result()

    async def _begin(self, task: Task) -> Observation:
        if not self._entered:
            await self._open.enter_async_context(self.benchmark)
            self._entered = True
        await self._leave()
        self._session = contextlib.AsyncExitStack()
        session = await self._session.enter_async_context(self.benchmark.session(task))
        self._recorded = RecordedSession(session, task, Episode(task=task.id), _direct(session))
        return await self._recorded.observe(self.reads)

    async def _step(
        self, text: str, recorded: RecordedSession
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        result, done = "", False
        try:
            name, arguments = _parse(text)
            if done := name == "done":
                recorded.episode.answer = arguments.get("answer")
            else:
                action = recorded.actions.parse(name, arguments)
                result = (await recorded.act(action)).message
        except BadAction as error:
            await recorded.turn(Turn(thought=f"{text}\n\nnot done: {error}"))
            result = str(error)
        except SessionLost as lost:
            error = EpisodeError(cause=lost.cause, message=str(lost), retry=True)
            recorded.episode.error, done, result = error, True, str(lost)
        truncated = not done and len(recorded.episode.turns) >= self._task.limits.turns
        info: dict[str, Any] = {"task": self._task.id}
        reward = 0.0
        if recorded.episode.error is None:
            observation = await recorded.observe(self.reads)
        else:
            observation = Observation()
        if done or truncated:
            if recorded.episode.error is None:
                recorded.episode.evidence = await recorded.evidence()
            score = self.benchmark.score(self._task, recorded.episode)
            reward, info["score"] = score.value, score.model_dump()
            await self._leave()
        return self._plain(observation, result), reward, done, truncated, info

    async def _leave(self) -> None:
        session, self._session, self._recorded = self._session, None, None
        if session is not None:
            await session.aclose()

    async def _end(self) -> None:
        await self._leave()
        await self._open.aclose()

    def _plain(self, observation: Observation, result: str) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "instruction": self._task.instruction,
            "url": observation.url,
            "title": observation.title,
            "result": result,
        }
        for view in sorted(self.reads):
            value = getattr(observation, view)
            if view in _PICTURES:
                plain[view] = np.zeros(self._picture, np.uint8) if value is None else _rgb(value)
            elif isinstance(value, tuple):
                plain[view] = json.dumps(
                    [one if isinstance(one, str) else one.model_dump() for one in value]
                )
            else:
                plain[view] = value or ""
        return plain


def _direct(session: Session) -> Perform:
    async def perform(turn: Turn) -> Sequence[ActionResult]:
        return await perform_directly(session.act, turn)

    return perform


def _parse(text: str) -> tuple[str, dict[str, Any]]:
    try:
        call = json.loads(text)
        return call["name"], dict(call.get("arguments") or {})
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadAction('an action is JSON: {"name": ..., "arguments": {...}}') from error


def _rgb(png: bytes) -> np.ndarray:
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


def make(
    benchmark: str, *, reads: Sequence[View] = ("elements", "text"), **settings: Any
) -> WebEnv:
    """An environment of a registered benchmark with its settings.

    Raises:
        UserError: If the name or a setting is wrong.
    """
    render_mode = settings.pop("render_mode", None)
    loaded = load_benchmark(benchmark, **settings)
    return WebEnv(loaded, reads=reads, render_mode=render_mode)


# Gymnasium's way: environments are known as soon as their module is imported.
for _name in registry.names("benchmarks"):
    gymnasium.register(
        id=f"webproctor/{_name}-v1",
        entry_point="webproctor.gym:make",
        kwargs={"benchmark": _name},
    )
