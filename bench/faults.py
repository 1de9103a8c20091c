"""Inject faults into a service of rollouts, and count false zeros and what is left behind.

    python bench/faults.py [--faults N] [--sessions N] [--seed N] [--json]

See README.md in this folder for the method.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args

import httpx
import psutil
from printing import show
from results import Measured, Row

from webproctor.environments.isolation.owned import OWNER, PREFIX
from webproctor.rollouts.client import Client, ServiceLost, SessionGone, connected
from webproctor.rollouts.schema import Answer

Fault = Literal[
    "browser killed", "renderer killed", "service killed", "client gone", "page stopped"
]
FAULTS: tuple[Fault, ...] = get_args(Fault)
TOKEN = "faults"
TASK = "i-accept@0"
# Seconds in which processes of a killed service, and sessions of clients that left, must be gone.
_LATEST = 120.0
_PASSWORD = re.compile(r"\b[a-z]+-[a-z]+-[a-z]+-\d{4}\b")


@dataclass
class Service:
    """A service in another process, which can be killed and started again on the same port.

    Attributes:
        orphans: Number of processes that outlived it.
        pids: Its process ids so far.
    """

    port: int = 0
    process: subprocess.Popen[str] | None = None
    orphans: int = 0
    pids: set[int] = field(default_factory=set)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, sessions: int) -> None:
        command = [
            "-m",
            "webproctor",
            "rollouts",
            "serve",
            "webgames",
            "--task",
            TASK.split("@")[0],
        ]
        given = ["--clock", "virtual", "--timeout", "5", "--sessions", str(sessions), "--json"]
        self.process = subprocess.Popen(
            [sys.executable, *command, *given, "--port", str(self.port)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "WEBPROCTOR_ROLLOUTS_TOKEN": TOKEN},
        )
        self.pids.add(self.process.pid)
        assert self.process.stdout is not None
        self.port = int(json.loads(self.process.stdout.readline())["url"].rpartition(":")[2])

    def folders(self) -> int:
        """Return the number of temporary folders that its processes have left."""
        owners = Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{OWNER}")
        return sum(int(one.read_text().split()[0]) in self.pids for one in owners)

    def processes(self, kind: str = "") -> list[psutil.Process]:
        """Return the service's descendants whose command line contains a text."""
        assert self.process is not None
        found = []
        with contextlib.suppress(psutil.NoSuchProcess):
            for one in psutil.Process(self.process.pid).children(recursive=True):
                with contextlib.suppress(psutil.NoSuchProcess):
                    if kind in " ".join(one.cmdline()):
                        found.append(one)
        return found

    def end(self, sign: signal.Signals) -> None:
        """End the service with a signal, and count the processes that it leaves behind."""
        assert self.process is not None
        left = self.processes()
        self.process.send_signal(sign)
        self.process.wait()
        _, alive = psutil.wait_procs(left, timeout=_LATEST)
        self.orphans += len(alive)


@dataclass
class Tally:
    """What happened.

    Attributes:
        outcomes: Number of episodes by outcome.
        false_zeros: Number of episodes that were scored less than 1, or errored.
        leaked: Number of sessions that were still open after their clients had left.
    """

    outcomes: Counter[str] = field(default_factory=Counter)
    false_zeros: int = 0
    leaked: int = 0


async def episode(client: Client, tally: Tally) -> None:
    """Solve the game; every step of the client is right, so that each zero is a false one."""
    try:
        answer = await client.ask("create", task=TASK, wait=_LATEST)
        session = answer.session
        while answer.ended is None:
            answer = await client.ask("step", session, action=_next(answer))
        ended = answer.ended
        if ended.outcome != "void" and ended.value != 1:
            tally.false_zeros += 1
            print(f"a false zero: {ended}", file=sys.stderr)
        tally.outcomes[ended.outcome] += 1
        await client.ask("close", session)
    except (ServiceLost, SessionGone):
        tally.outcomes["connection lost"] += 1


def _next(answer: Answer) -> dict[str, Any]:
    """Return the next action: click what accepts, then give the password that is shown."""
    assert answer.observation is not None
    texts = answer.observation.texts
    if found := _PASSWORD.search(texts["text"]):
        return {"name": "done", "arguments": {"answer": found[0]}}
    last = json.loads(texts["elements"])[-1]["index"]  # The checkbox, then the button.
    return {"name": "click", "arguments": {"element": last}}


async def inject(fault: Fault, service: Service, client: Client, sessions: int) -> None:
    match fault:
        case "browser killed":
            _signal(service.processes("--remote-debugging-p"), signal.SIGKILL)
        case "renderer killed":
            _signal(service.processes("--type=renderer")[-1:], signal.SIGKILL)
        case "page stopped":
            _signal(service.processes("--type=renderer")[-1:], signal.SIGSTOP)
        case "client gone":
            client.abort()
        case "service killed":
            await asyncio.to_thread(service.end, signal.SIGKILL)
            await asyncio.to_thread(service.start, sessions)


def _signal(processes: Sequence[psutil.Process], sign: signal.Signals) -> None:
    for one in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            one.send_signal(sign)


async def emptied(service: Service) -> int:
    """Wait until the service has no open sessions; return the number that remain."""
    headers = {"authorization": f"Bearer {TOKEN}"}
    left = -1
    async with httpx.AsyncClient(headers=headers, trust_env=False, timeout=_LATEST) as http:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LATEST):
                # A busy service answers when it can, so this is no fast loop.
                while left := (await http.get(f"{service.url}/health")).json()["sessions"]:
                    pass
    return left


async def measure(faults: int, sessions: int, seed: int) -> list[Row]:
    random, service, tally = Random(seed), Service(), Tally()
    service.start(sessions)
    injected: Counter[str] = Counter()
    try:
        for number in range(faults):
            fault = FAULTS[number % len(FAULTS)]
            async with connected(service.url, TOKEN) as client:
                playing = [asyncio.ensure_future(episode(client, tally)) for _ in range(sessions)]
                # At any moment of the episodes, which take about a second.
                await asyncio.wait(playing, timeout=random.random() * 1.5)
                await inject(fault, service, client, sessions)
                injected[fault] += 1
                await asyncio.gather(*playing)
            tally.leaked += await emptied(service)
    finally:
        service.end(signal.SIGTERM)
    counted = {
        "faults injected": sum(injected.values()),
        "episodes": sum(tally.outcomes.values()),
        **{f"episodes: {name}": count for name, count in sorted(tally.outcomes.items())},
        "false zeros": tally.false_zeros,
        "orphaned processes": service.orphans,
        "leaked sessions": tally.leaked,
        "leaked folders": service.folders(),
    }
    return [
        Row(name=name, unit="number", ours=Measured.single(value))
        for name, value in counted.items()
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--faults", type=int, default=1000)
    parser.add_argument("--sessions", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    rows = asyncio.run(measure(given.faults, given.sessions, given.seed))
    show("Faults", rows, as_json=given.json)


if __name__ == "__main__":
    main()
