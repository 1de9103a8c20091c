"""An agent for `start.py`: it acts once, and writes the time after that to the file of `REPORT`."""

import json
import os
import time
from pathlib import Path

from webproctor.core.actions import web
from webproctor.core.episodes import Step
from webproctor.core.observations import Observation, View

REPORT = "WEBPROCTOR_BENCH_REPORT"


class FirstAction:
    """Presses a key, and reports the time of the next step: seconds of the system's monotonic
    clock, and processor seconds of this process and its descendants."""

    reads: frozenset[View] = frozenset({"text"})

    def __init__(self) -> None:
        self._acted = False

    def act(self, observation: Observation) -> Step:
        if not self._acted:
            self._acted = True
            return Step(actions=[web.Press(keys="Tab")])
        at = time.monotonic()
        import psutil  # After the time was taken, because a run does not need this import.

        this = psutil.Process()
        times = [one.cpu_times() for one in (this, *this.children(recursive=True))]
        data = {"at": at, "processor": sum(sum(one[:4]) for one in times)}
        Path(os.environ[REPORT]).write_text(json.dumps(data), encoding="utf-8")
        return Step(done=True)
