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
    and scored in that state. Truncated without a score if the environment fails (the browser
    crashes, the page hangs): the episode is void, and `info["void"]` holds the cause. `reset`
    raises `SessionLost` if no browser can be started.
Version history: v1, the first.
"""

import asyncio
import concurrent.futures
import contextlib
import json
import logging
import multiprocessing
import threading
from collections.abc import Coroutine, Sequence
from io import BytesIO
from typing import Any, TypeVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import (
    create_shared_memory,
    read_from_shared_memory,
    write_to_shared_memory,
)
from PIL import Image

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core import registry
from webproctor.core.actions import ActionResult, ActionSet, BadAction, action_set
from webproctor.core.episodes import Episode, Turn
from webproctor.core.errors import UserError
from webproctor.core.observations import Observation, View
from webproctor.core.recorder import EpisodeRecorder, Perform, perform_directly
from webproctor.core.sanitize import clean_text
from webproctor.core.sessions import Session, SessionLost
from webproctor.core.tasks import Task
from webproctor.core.text_views import result_text
from webproctor.environments.browser import Viewport

_log = logging.getLogger(__name__)
T = TypeVar("T")
_PICTURES = ("screenshot", "marked_screenshot")
LONGEST = 200_000
"""The most characters of a text in an observation; what is longer is cut."""
# Shown in place of the random part of an episode's addresses.
_EPISODE = "episode"


class Unicode(spaces.Space[str]):
    """The space of strings of at most `LONGEST` characters.

    Vectorised environments can keep it in shared memory.
    """

    def __init__(self, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(shape=(), dtype=str, seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        return "".join(chr(code) for code in self.np_random.integers(32, 127, size=8))

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= LONGEST

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unicode)

    @property
    def is_np_flattenable(self) -> bool:
        return False


# One text in shared memory: its number of characters, then their code points.
_SLOT = 1 + LONGEST


@create_shared_memory.register
def _(space: Unicode, n: int = 1, ctx: Any = multiprocessing) -> Any:
    return ctx.Array("i", n * _SLOT)


@write_to_shared_memory.register
def _(space: Unicode, index: int, values: str, shared_memory: Any) -> None:
    slot = np.frombuffer(shared_memory.get_obj(), np.int32)[index * _SLOT :]
    slot[0] = len(values)
    slot[1 : len(values) + 1] = np.frombuffer(values.encode("utf-32-le"), np.int32)


class SharedTexts(Sequence[str]):
    """The current texts in shared memory, one of each environment; a deep copy is a tuple.

    Gymnasium reads the memory once and expects that the result changes with it.
    """

    def __init__(self, shared_memory: Any, n: int) -> None:
        self._slots = np.frombuffer(shared_memory.get_obj(), np.int32).reshape(n, _SLOT)

    def __len__(self) -> int:
        return len(self._slots)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self)[index]
        slot = self._slots[index]
        return slot[1 : slot[0] + 1].tobytes().decode("utf-32-le")

    def __deepcopy__(self, memo: Any) -> tuple[str, ...]:
        return tuple(self)


@read_from_shared_memory.register
def _(space: Unicode, shared_memory: Any, n: int = 1) -> Any:
    return SharedTexts(shared_memory, n)


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
        given = {"input_name": f"#{number}", "input_value": "1", "command": "document.title"}
        given |= {"element": number, "text": "1", "keys": "Tab", "option": "1", "file": "1"}
        arguments = {key: value for key, value in given.items() if key in fields}
        return json.dumps({"name": name, "arguments": arguments})


class WebEnv(gymnasium.Env[dict[str, Any], str]):
    """An environment whose episodes are the tasks of a benchmark; see the module's description.

    Args:
        benchmark: The benchmark; it is entered by the first `reset` and closed by `close`.
        reads: The views in each observation.
        viewport: The size of images. By default that of live pages, and for recorded data that of
            its first screenshot. Smaller ones are filled up with black.

    Raises:
        UserError: If the benchmark has no task; from `reset` and `step`, if a recorded screenshot
            is larger than the viewport.
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
        # Gymnasium is synchronous, the browser is not: it runs in an event loop in another thread.
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._open = contextlib.AsyncExitStack()
        self._entered = False
        self._session: contextlib.AsyncExitStack | None = None
        self._recorded: EpisodeRecorder | None = None
        self._random: Sequence[str] = ()
        self._task: Task = next(iter(self.tasks.values()))
        if viewport is None and self.reads & set(_PICTURES) and not benchmark.live:
            viewport = self._run(self._first_size())
        size = viewport or Viewport()
        self._picture = (size.height, size.width, 3)
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

    async def _first_size(self) -> Viewport:
        async with self.benchmark, self.benchmark.session(self._task) as session:
            seen = await session.observe(frozenset({"screenshot"}))
            return Viewport(seen.width, seen.height)

    async def _begin(self, task: Task) -> Observation:
        if not self._entered:
            await self._open.enter_async_context(self.benchmark)
            self._entered = True
        await self._leave()
        self._session = contextlib.AsyncExitStack()
        session = await self._session.enter_async_context(self.benchmark.session(task))
        self._recorded = EpisodeRecorder(session, task, Episode(task=task.id), _direct(session))
        self._random = session.random_parts
        try:
            return await self._recorded.observe(self.reads)
        except SessionLost:
            await self._leave()
            raise

    async def _step(
        self, text: str, recorded: EpisodeRecorder
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        info: dict[str, Any] = {"task": self._task.id}
        try:
            result, done = await self._act(text, recorded)
            observation = await recorded.observe(self.reads)
            truncated = not done and len(recorded.episode.turns) >= self._task.limits.turns
            if done or truncated:
                recorded.episode.evidence = await recorded.evidence()
        except SessionLost as lost:
            info["void"] = lost.cause
            await self._leave()
            return self._plain(Observation(), str(lost)), 0.0, False, True, info
        reward = 0.0
        if done or truncated:
            score = self.benchmark.score(self._task, recorded.episode)
            reward, info["score"] = score.value, score.model_dump()
            await self._leave()
        return self._plain(observation, result), reward, done, truncated, info

    async def _act(self, text: str, recorded: EpisodeRecorder) -> tuple[str, bool]:
        """Execute an action; return its result, and whether the agent has finished."""
        try:
            name, arguments = _parse(text)
            if name == "done":
                answer = arguments.get("answer")
                recorded.episode.answer = None if answer is None else clean_text(str(answer))
                return "", True
            address = arguments.get("url")
            if self._random and isinstance(address, str) and address.startswith("http"):
                arguments["url"] = address.replace(f"/{_EPISODE}/", f"/{self._random[0]}/", 1)
            result = await recorded.act(recorded.actions.parse(name, arguments))
            stated = recorded.statement
            recorded.episode.answer = None if stated is None else clean_text(stated)
            return result_text(result), stated is not None
        except BadAction as error:
            await recorded.turn(Turn(thought=f"{text}\n\nnot done: {error}"))
            return str(error), False

    async def _leave(self) -> None:
        session, self._session, self._recorded = self._session, None, None
        if session is not None:
            try:
                await session.aclose()
            except Exception as fault:  # noqa: BLE001 - the episode has ended
                _log.warning("%s: closing the session failed: %s", self._task.id, fault)

    async def _end(self) -> None:
        await self._leave()
        await self._open.aclose()

    def _plain(self, observation: Observation, result: str) -> dict[str, Any]:
        texts = {
            "instruction": observation.instruction or self._task.instruction,
            "url": observation.url,
            "title": observation.title,
            "result": result,
        }
        pictures = {}
        for view in sorted(self.reads):
            value = getattr(observation, view)
            if view in _PICTURES:
                pictures[view] = self._filled(value)
            else:
                texts[view] = _listed(value) if isinstance(value, tuple) else value or ""
        return {name: self._stable(text) for name, text in texts.items()} | pictures

    def _filled(self, png: bytes | None) -> np.ndarray:
        """Return a picture at the top left corner of an array of the space's shape."""
        canvas = np.zeros(self._picture, np.uint8)
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

    def _stable(self, text: str) -> str:
        """Return a text of an observation without random parts of addresses, cut if too long."""
        for part in self._random:
            text = text.replace(part, _EPISODE)
        return text[:LONGEST]


def _direct(session: Session) -> Perform:
    async def perform(turn: Turn) -> Sequence[ActionResult]:
        return await perform_directly(session.act, turn)

    return perform


def _parse(text: str) -> tuple[str, dict[str, Any]]:
    try:
        call = json.loads(text)
        if not isinstance(call["name"], str):
            raise TypeError("the name must be a string")
        return call["name"], dict(call.get("arguments") or {})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BadAction('an action must be JSON: {"name": ..., "arguments": {...}}') from error


def _listed(values: Sequence[Any]) -> str:
    """Return a view's entries as a JSON list; the last ones are left out if it is too long."""
    told = [one if isinstance(one, str) else one.model_dump() for one in values]
    while len(text := json.dumps(told)) > LONGEST:
        told = told[: len(told) // 2]
    return text


def _rgb(png: bytes) -> np.ndarray:
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


def make(
    benchmark: str,
    *,
    reads: Sequence[View] = ("elements", "text"),
    viewport: Viewport | None = None,
    **settings: Any,
) -> WebEnv:
    """Create the environment of a registered benchmark.

    Raises:
        UserError: If the name or a setting is invalid.
    """
    render_mode = settings.pop("render_mode", None)
    loaded = load_benchmark(benchmark, **settings)
    return WebEnv(loaded, reads=reads, viewport=viewport, render_mode=render_mode)


# By Gymnasium's convention, importing the module registers the environments.
for _name in registry.names("benchmarks"):
    gymnasium.register(
        id=f"webproctor/{_name}-v1",
        entry_point="webproctor.gym:make",
        kwargs={"benchmark": _name},
    )
