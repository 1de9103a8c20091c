"""BrowserGym's part of `observe.py`; runs in an environment with `browsergym-core`.

Reads one JSON object from standard input (addresses, browser, rounds, waits) and writes the
milliseconds and processor time of steps and resets, and BrowserGym's version, as another.
"""

import json
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import browsergym.core  # noqa: F401  # pyright: ignore[reportMissingImports] - registers its own
import gymnasium
from playwright.sync_api import Browser, BrowserType
from stopwatch import Stopwatch


def timed(work: Callable[[], Any], rounds: int) -> dict[str, list[float]]:
    """Return milliseconds of each call, and the mean processor time."""
    taken = []
    with Stopwatch() as all_took:
        for _ in range(rounds):
            began = time.perf_counter()
            work()
            taken.append(1000 * (time.perf_counter() - began))
    return {"rounds": taken, "processor": [1000 * all_took.processor / rounds]}


def start_always(executable: str) -> None:
    """Make BrowserGym start this browser, also for its chat window."""
    launch = BrowserType.launch

    def launch_this(self: BrowserType, **more: Any) -> Browser:
        more["executable_path"] = executable
        return launch(self, **more)

    BrowserType.launch = launch_this


def main() -> None:
    request = json.load(sys.stdin)
    start_always(request["browser"])
    results = {}
    for name, url in request["pages"].items():
        more = {} if request["delay"] is None else {"pre_observation_delay": request["delay"]}
        env = gymnasium.make(
            "browsergym/openended",
            task_kwargs={"start_url": url},
            headless=True,
            wait_for_user_message=False,
            disable_env_checker=True,
            **more,
        )
        env.reset()
        env.step("noop(0)")
        step = timed(lambda env=env: env.step("noop(0)"), request["rounds"])
        resets = max(2, request["rounds"] // 4)
        results[name] = {"step": step, "reset": timed(lambda env=env: env.reset(), resets)}
        env.close()
    print(json.dumps({"pages": results, "version": version("browsergym-core")}))


if __name__ == "__main__":
    main()
