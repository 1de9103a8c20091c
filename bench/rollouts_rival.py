"""The part of `rollouts.py` that runs in an environment with BrowserGym, and OpenEnv for a server.

Reads one JSON object from standard input (`Asked`) and writes the times, the processor time of the
rollouts, and versions, as another. The client of BrowserGym is this process; that of an OpenEnv
server is too; `rollouts_openenv.py` runs the server in a separate process.
"""

import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from observe_rival import start_always
from stopwatch import Stopwatch


class BrowserGym:
    """BrowserGym's environment of one task, as in its documentation."""

    def __init__(self, task: str, delay: float | None) -> None:
        import browsergym.miniwob  # noqa: F401  # pyright: ignore[reportMissingImports]
        import gymnasium
        from browsergym.core.action.highlevel import (  # pyright: ignore[reportMissingImports]
            HighLevelActionSet,
        )

        settings: dict[str, Any] = {"headless": True, "disable_env_checker": True}
        settings["action_mapping"] = HighLevelActionSet(subsets=["coord"]).to_python_code
        if delay is not None:
            settings["pre_observation_delay"] = delay
        self._env = gymnasium.make(f"browsergym/miniwob.{task}", **settings)

    def reset(self, seed: int) -> dict[str, Any]:
        return self._env.reset(seed=seed)[0]

    def step(self, x: int, y: int) -> tuple[dict[str, Any], bool]:
        observation, _, terminated, truncated, _ = self._env.step(f"mouse_click({x}, {y})")
        return observation, bool(terminated or truncated)

    def close(self) -> None:
        self._env.close()


class OpenEnv:
    """A session of an OpenEnv server whose environment is BrowserGym's."""

    def __init__(self, url: str, task: str) -> None:
        from openenv.core import GenericEnvClient  # pyright: ignore[reportMissingImports]

        self._task = task
        self._client = GenericEnvClient(base_url=url).sync()
        self._client.connect()

    def reset(self, seed: int) -> dict[str, Any]:
        return self._client.reset(seed=seed, task=self._task).observation

    def step(self, x: int, y: int) -> tuple[dict[str, Any], bool]:
        result = self._client.step({"x": x, "y": y})
        return result.observation, bool(result.done)

    def close(self) -> None:
        self._client.close()


@contextmanager
def opening(request: dict[str, Any]) -> Iterator[Callable[[str], Any]]:
    """Yield what opens an environment of a task."""
    if not request["server"]:
        start_always(request["browser"])
        yield lambda task: BrowserGym(task, request["delay"])
        return
    script = str(Path(__file__).with_name("rollouts_openenv.py"))
    settings = {"browser": request["browser"], "delay": request["delay"]}
    with subprocess.Popen(
        [sys.executable, script, json.dumps(settings)], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        try:
            yield lambda task: OpenEnv(url, task)
        finally:
            server.terminate()


def main() -> None:
    request = json.load(sys.stdin)
    os.environ["MINIWOB_URL"] = request["pages"]
    taken: dict[str, list[float]] = defaultdict(list)

    def timed(name: str, work: Callable[[], Any]) -> Any:
        began = time.perf_counter()
        value = work()
        taken[name].append(1000 * (time.perf_counter() - began))
        return value

    def rollout(env: Any, clicks: list[tuple[int, int]]) -> None:
        for x, y in clicks:
            _, ended = timed("step", lambda: env.step(x, y))  # noqa: B023 - called at once
            if ended:
                return

    with opening(request) as opened:
        warm = opened(request["tasks"][0])
        warm.reset(0)
        warm.step(1, 1)

        def make(plan: list[Any]) -> None:
            for task, seeds in plan:
                began = time.perf_counter()
                env = opened(task)
                for number, (seed, clicks) in enumerate(seeds):
                    if number == 0:
                        env.reset(seed)
                        taken["create"].append(1000 * (time.perf_counter() - began))
                    else:
                        timed("reset", lambda: env.reset(seed))  # noqa: B023
                    rollout(env, clicks)
                env.close()

        make(request["warm"])
        taken.clear()
        with Stopwatch() as took:
            make(request["rollouts"])
        warm.close()
    packages = ("browsergym-core", *(["openenv-core"] if request["server"] else []))
    result = {"taken": taken, "processor": took.processor, "seconds": took.seconds}
    print(json.dumps(result | {"versions": {name: version(name) for name in packages}}))


if __name__ == "__main__":
    main()
