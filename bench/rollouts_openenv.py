"""An OpenEnv server of BrowserGym's MiniWoB++ environments, for `rollouts_rival.py`.

OpenEnv's own BrowserGym server is not on PyPI, so this one is built with `openenv-core`. Its
observations are the trees and the screenshot of BrowserGym's, as JSON. The first argument is a JSON
object: browser and delay.
"""

import base64
import json
import socket
import sys
from typing import Any

import uvicorn
from observe_rival import start_always
from openenv.core.env_server import (  # pyright: ignore[reportMissingImports]
    create_fastapi_app,
)
from openenv.core.env_server.interfaces import (  # pyright: ignore[reportMissingImports]
    Environment,
)
from openenv.core.env_server.types import (  # pyright: ignore[reportMissingImports]
    Action,
    Observation,
    State,
)
from rollouts_rival import BrowserGym

SETTINGS = json.loads(sys.argv[1])


class Click(Action):
    x: int
    y: int


class Seen(Observation):
    goal: str
    url: str
    axtree: dict[str, Any]
    dom: dict[str, Any]
    screenshot: str


class MiniWob(Environment):
    """BrowserGym's environment; `reset` selects the task."""

    SUPPORTS_CONCURRENT_SESSIONS = True
    REQUIRES_SINGLE_THREAD_EXECUTOR = True

    def __init__(self) -> None:
        super().__init__()
        self._env: BrowserGym | None = None
        self._task = ""
        self._state = State(step_count=0)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **more: Any) -> Seen:
        if self._env is None or more["task"] != self._task:
            self.close()
            self._task = more["task"]
            self._env = BrowserGym(self._task, SETTINGS["delay"])
        self._state = State(episode_id=episode_id, step_count=0)
        return seen(self._env.reset(seed or 0), done=False)

    def step(self, action: Click, timeout_s: float | None = None, **more: Any) -> Seen:
        assert self._env is not None
        self._state.step_count += 1
        observation, ended = self._env.step(action.x, action.y)
        return seen(observation, done=ended)

    @property
    def state(self) -> State:
        return self._state

    def close(self) -> None:
        if self._env is not None:
            self._env.close()
            self._env = None


def seen(observation: dict[str, Any], *, done: bool) -> Seen:
    return Seen(
        done=done,
        reward=None,
        goal=observation["goal"],
        url=observation["url"],
        axtree=observation["axtree_object"],
        dom=observation["dom_object"],
        screenshot=base64.b64encode(observation["screenshot"].tobytes()).decode(),
    )


def main() -> None:
    start_always(SETTINGS["browser"])
    app = create_fastapi_app(MiniWob, Click, Seen, max_concurrent_envs=4)
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws_max_size=2**27))
    server.run(sockets=[listener])


if __name__ == "__main__":
    main()
