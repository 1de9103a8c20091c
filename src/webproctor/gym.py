"""Gymnasium environments for all benchmarks.

    import gymnasium, webproctor.gym
    env = gymnasium.make("webproctor/turkingbench-v1", split="test")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(
        '{"name": "modify_radio", "arguments": {"input_name": "q1", "input_value": "yes"}}'
    )

Description: one episode is one task of a benchmark.
Action space: one action of the task's action set as a JSON object with `name` and `arguments`, or
    `{"name": "done", "arguments": {"answer": ...}}`, which ends the episode.
Observation space: a dictionary of the requested views (`reads`), the instruction, URL and title,
    and the result of the last action, including the data that it fetched (a file, a page's text;
    up to 4,000 tokens). Elements are a JSON list; images are RGB arrays.
Starting state: the task `options["task"]`; if it is not given, a task selected by the seed.
Reward: the benchmark's score, 0 to 1, at the end of the episode; 0 before the end. The reward 0 of
    a void episode is not a result.
End of episode: terminated by `done` or `report_infeasible`; truncated at the task's limit of steps,
    and scored in that state; Gymnasium's own limit (`max_episode_steps`) truncates without a score,
    with the reward 0. Truncated without a score if the environment fails (the browser crashes, the
    page hangs): the episode is void, and `info["void"]` holds the cause. `reset` raises
    `SessionLost` if no browser can be started.
Version history: v1, the first.
"""

import asyncio
import contextlib
import json
from collections.abc import Coroutine, Sequence
from io import BytesIO
from typing import Any, TypeVar

import gymnasium
import numpy as np
from gymnasium import spaces
from PIL import Image

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core import registry
from webproctor.core.actions import ActionSet, action_set
from webproctor.core.errors import UserError
from webproctor.core.observations import View
from webproctor.core.tasks import Task
from webproctor.core.threads import EventLoopThread
from webproctor.environments.browser import Viewport
from webproctor.rollouts.calls import decode_json
from webproctor.rollouts.client_observations import PICTURES, ClientObservation, check_views
from webproctor.rollouts.episode import OpenEpisode
from webproctor.rollouts.spaces import Unicode, truncated

T = TypeVar("T")


class ActionText(Unicode):
    """The space of a set's actions as JSON; samples refer to elements by number."""

    def __init__(self, actions: ActionSet, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(seed)
        self._actions = actions

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        names = list(self._actions.by_name)
        name = names[int(self.np_random.integers(len(names)))]
        number = int(self.np_random.integers(10))
        fields = self._actions.by_name[name].model_fields
        values = {"input_name": f"#{number}", "input_value": "1", "command": "document.title"}
        values |= {"element": number, "text": "1", "keys": "Tab", "option": "1", "file": "1"}
        arguments = {key: value for key, value in values.items() if key in fields}
        return json.dumps({"name": name, "arguments": arguments})


class WebEnv(gymnasium.Env[dict[str, Any], str]):
    """An environment whose episodes are the tasks of a benchmark; see the module's description.

    Args:
        benchmark: The benchmark; it is entered by the first `reset` and closed by `close`.
        reads: The views in each observation.
        viewport: The size of images. By default that of live pages, and for recorded data that of
            its first screenshot. Smaller ones are filled up with black.
        render_mode: With `rgb_array`, each observation includes the picture that `render` returns.

    Raises:
        UserError: If the benchmark has no task, or its data lacks a view; from `reset`, if it has
            not the given task; from `reset` and `step`, if a recorded screenshot is larger than
            the viewport.
        ResetNeeded: From `step`, if no episode has begun, or it has ended.
        ClosedEnvironmentError: From `reset` and `step`, if the environment has been closed.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's own form

    def __init__(
        self,
        benchmark: Benchmark,
        *,
        reads: Sequence[View] = ("elements", "text"),
        viewport: Viewport | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.benchmark = benchmark
        self.tasks = {task.id: task for task in benchmark.tasks()}
        self.reads = frozenset(reads)
        self.render_mode = render_mode
        rendered = frozenset[View](("screenshot",) if render_mode == "rgb_array" else ())
        self._observed = self.reads | rendered
        check_views(self._observed, benchmark.lacks)
        self._frame: np.ndarray | None = None
        # Gymnasium is synchronous, the browser is not: it runs in an event loop in another thread.
        self._thread = EventLoopThread()
        self._stack = contextlib.AsyncExitStack()
        self._entered = False
        self._lock = asyncio.Lock()  # Calls from other threads wait.
        self._episode: OpenEpisode | None = None
        self._task: Task = next(iter(self.tasks.values()))
        if viewport is None and self.reads & set(PICTURES) and not benchmark.live:
            viewport = self._run(self._first_screenshot_size())
        size = viewport or Viewport()
        self._picture_shape = (size.height, size.width, 3)
        picture = spaces.Box(0, 255, self._picture_shape, np.uint8)
        names = ("instruction", "url", "title", "result", *sorted(self.reads))
        self._view_names = names
        self.observation_space = spaces.Dict(
            {name: picture if name in PICTURES else Unicode() for name in names}
        )
        self.action_space = ActionText(action_set(self._task.actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        ids = list(self.tasks)
        task_id = (options or {}).get("task") or ids[int(self.np_random.integers(len(ids)))]
        if task_id not in self.tasks:
            raise UserError(f"there is no task {task_id!r}.")
        return self._run(self._begin(self.tasks[task_id])), {"task": task_id}

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        return self._run(self._step(action))

    def render(self) -> np.ndarray | None:
        """Return the page as it was after the last step; None without `rgb_array`."""
        if self._thread.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment has been closed")
        return self._frame

    def close(self) -> None:
        if not self._thread.closed:
            self._run(self._close())
            self._thread.close()

    def _run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        if self._thread.closed:
            coroutine.close()
            raise gymnasium.error.ClosedEnvironmentError("the environment has been closed")
        return self._thread.run(coroutine)

    async def _first_screenshot_size(self) -> Viewport:
        async with self.benchmark, self.benchmark.session(self._task) as session:
            observation = await session.observe(frozenset({"screenshot"}))
            return Viewport(observation.width, observation.height)

    async def _begin(self, task: Task) -> dict[str, Any]:
        async with self._lock:
            if not self._entered:
                await self._stack.enter_async_context(self.benchmark)
                self._entered = True
            await self._close_episode()
            self._frame = None
            self._task = task
            self._episode = OpenEpisode(self.benchmark, task, self._observed)
            try:
                return self._space_value(await self._episode.begin(), "")
            except BaseException:
                self._episode = None
                raise

    async def _step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        async with self._lock:
            if self._episode is None:
                raise gymnasium.error.ResetNeeded("call reset before step")
            result = await self._episode.step(decode_json(action))
            ended, info = result.ended, {"task": self._task.id}
            observation = self._space_value(result.observation, result.result)
            if ended is None:
                return observation, 0.0, False, False, info
            self._episode = None
            score = {"score": ended.score.model_dump()} if ended.score else None
            info |= score or {ended.outcome: ended.cause}
            return observation, ended.value or 0.0, not ended.truncated, ended.truncated, info

    async def _close_episode(self) -> None:
        episode, self._episode = self._episode, None
        if episode is not None:
            await episode.close()

    async def _close(self) -> None:
        async with self._lock:
            await self._close_episode()
            await self._stack.aclose()

    def _space_value(self, observation: ClientObservation | None, result: str) -> dict[str, Any]:
        """Return an observation as a value of the space; without one, texts are empty."""
        texts = {"instruction": self._task.instruction} | (observation.texts if observation else {})
        texts["result"] = self._episode.stable_text(result) if self._episode else result
        pictures = observation.pictures if observation else {}
        if self.render_mode == "rgb_array" and "screenshot" in pictures:
            self._frame = _rgb(pictures["screenshot"])
        return {
            name: self._padded(pictures.get(name))
            if name in PICTURES
            else truncated(texts.get(name, ""))
            for name in self._view_names
        }

    def _padded(self, png: bytes | None) -> np.ndarray:
        """Return a picture at the top left corner of an array of the space's shape."""
        canvas = np.zeros(self._picture_shape, np.uint8)
        if png is not None:
            picture = _rgb(png)
            height, width, _ = picture.shape
            if height > canvas.shape[0] or width > canvas.shape[1]:
                raise UserError(
                    f"task {self._task.id!r}: its screenshot is {width} x {height} pixels, more "
                    f"than the viewport: set viewport=Viewport({width}, {height}) or larger."
                )
            canvas[:height, :width] = picture
        return canvas


def _rgb(png: bytes) -> np.ndarray:
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


def make(
    benchmark: str,
    *,
    reads: Sequence[View] = ("elements", "text"),
    viewport: Viewport | None = None,
    render_mode: str | None = None,
    **settings: Any,
) -> WebEnv:
    """Create the environment of a registered benchmark.

    Args:
        benchmark: The benchmark's name.
        settings: Settings of the benchmark; `WebEnv` describes the other arguments.

    Raises:
        UserError: If the name or a setting is invalid.
    """
    loaded = load_benchmark(benchmark, **settings)
    return WebEnv(loaded, reads=reads, viewport=viewport, render_mode=render_mode)


# By Gymnasium's convention, importing the module registers the environments.
for _name in registry.names("benchmarks"):
    gymnasium.register(
        id=f"webproctor/{_name}-v1",
        entry_point="webproctor.gym:make",
        kwargs={"benchmark": _name},
    )
