"""Measure rollouts on MiniWoB++ pages: webproctor's service, BrowserGym, and an OpenEnv server.

    python bench/rollouts.py [--baseline PYTHON] [--openenv PYTHON] [--rollouts N] [--json]

All execute the same clicks on the same tasks and report the processor time of a rollout, and the
times of create, reset and step. See README.md in this folder for the method.
"""

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from printing import show
from results import Measured, Row, leave_out
from rollouts_floor import recorded, replayed
from stopwatch import Stopwatch

from webproctor.benchmarks.miniwob import package
from webproctor.core.errors import UserError
from webproctor.core.observations import View
from webproctor.environments.browser import find_browser
from webproctor.rollouts.client import connected

# Tasks with a text of instructions at the top.
TASKS = (
    "click-checkboxes",
    "enter-text",
    "choose-list",
    "login-user",
    "email-inbox",
    "use-spinner",
)
# The size of the instructions in CSS pixels. Clicks on them do not end an episode, so that all
# rollouts have the same number of steps.
WIDTH, HEIGHT = 160, 50
STEPS = 5  # Clicks in a rollout.
# Rollouts that each program makes before the measurement: a training has thousands, so its
# processes have started, and their caches have the scripts of all tasks.
WARM = 4 * len(TASKS)
# What BrowserGym's observations have; and what a policy that reads texts needs.
ALL: tuple[View, ...] = ("axtree", "html", "elements", "screenshot")
TEXTS: tuple[View, ...] = ("elements", "text")
OURS, BROWSERGYM, OPENENV = "webproctor", "BrowserGym", "OpenEnv server"
BARE = "BrowserGym, no waits"
FLOOR = "Chromium alone"

Click = tuple[int, int]
# For each task, the seeds of its rollouts and their clicks.
Plan = list[tuple[str, list[tuple[int, list[Click]]]]]


@dataclass(frozen=True)
class Taken:
    """The measurements of one program.

    Attributes:
        times: Milliseconds of each `create`, `reset`, `step` and `cycle`.
        processor: Processor seconds of all rollouts.
        rollouts: Number of rollouts.
    """

    times: dict[str, list[float]]
    processor: float
    rollouts: int

    def at(self, name: str, percent: int) -> Measured:
        """Return a quantile of times."""
        values = self.times[name]
        if len(values) < 2:
            return Measured.single(values[0])
        return Measured.single(statistics.quantiles(values, n=100, method="inclusive")[percent - 1])


def plan(rollouts: int) -> Plan:
    """Return rollouts, each with a seed and random clicks."""
    random, made = Random(0), []
    for number, task in enumerate(TASKS):
        mine = range(number, rollouts, len(TASKS))
        clicks = [
            [(random.randrange(WIDTH), random.randrange(HEIGHT)) for _ in range(STEPS)]
            for _ in mine
        ]
        made.append((task, list(zip(mine, clicks, strict=True))))
    return [one for one in made if one[1]]


@contextlib.contextmanager
def service(rollouts: int) -> Iterator[dict[str, str]]:
    """Serve the tasks in another process by the command; yield the address and the token."""
    chosen = [part for task in TASKS for part in ("--environment", task)]
    command = ["rollouts", "serve", "miniwob", *chosen, "--seeds", str(rollouts), "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "webproctor", *command], stdout=subprocess.PIPE, text=True
    ) as serving:
        assert serving.stdout is not None
        try:
            yield json.loads(serving.stdout.readline())
        finally:
            serving.terminate()


def ours(made: Plan, reads: Sequence[str]) -> Taken:
    """Measure webproctor's service."""
    seeds = [seed for _, seeds in (*made, *plan(WARM)) for seed, _ in seeds]
    with service(max(seeds) + 1) as served:
        return asyncio.run(rolled(served, made, reads))


async def rolled(served: dict[str, str], made: Plan, reads: Sequence[str]) -> Taken:
    times: dict[str, list[float]] = defaultdict(list)

    async def timed(name: str, request: str, session: str = "", **body: Any) -> Any:
        began = time.perf_counter()
        answer = await client.ask(request, session, **body)
        times[name].append(1000 * (time.perf_counter() - began))
        if answer.ended is not None and answer.ended.outcome == "void":
            raise SystemExit(f"a rollout is void: {answer.ended.message}")
        return answer

    async with connected(served["url"], served["token"]) as client:
        tasks = [f"{task}@{seed}" for task, seeds in made for seed, _ in seeds]
        following = dict(pairwise(tasks))  # A trainer knows its next tasks.
        warm = await client.ask("create", task=f"{TASKS[0]}@0", reads=list(reads))

        async def make(some: Plan) -> None:
            for task, seeds in some:
                session = ""
                for seed, clicks in seeds:
                    chosen = f"{task}@{seed}"
                    asked = {"task": chosen, "next": following.get(chosen)}
                    if session:
                        await timed("reset", "reset", session, **asked)
                    else:
                        created = await timed("create", "create", **asked, reads=list(reads))
                        session = created.session
                    for x, y in clicks:
                        action = {"name": "click", "arguments": {"x": x, "y": y}}
                        if (await timed("step", "step", session, action=action)).ended:
                            break
                await client.ask("close", session)

        await make(plan(WARM))
        times.clear()
        with Stopwatch() as took:
            await make(made)
        for task in tasks:
            began = time.perf_counter()
            created = await client.ask(
                "create", task=task, next=following.get(task), reads=list(reads)
            )
            await client.ask("close", created.session)
            times["cycle"].append(1000 * (time.perf_counter() - began))
        await client.ask("close", warm.session)
    return Taken(times, took.processor, sum(len(seeds) for _, seeds in made))


def floor(made: Plan, browser: Path, reads: Sequence[View]) -> Taken:
    """Measure a browser that gets the same DevTools commands; it has no times of requests."""
    warm, rollouts = asyncio.run(recorded([plan(WARM), made], reads))
    return Taken({}, asyncio.run(replayed(browser, warm, rollouts)), len(rollouts))


def baseline(
    python: str, browser: Path, made: Plan, *, delay: float | None, server: bool
) -> tuple[Taken, dict[str, str]]:
    """Measure BrowserGym, or an OpenEnv server of it; return the versions too.

    Args:
        delay: Seconds before an observation; None for BrowserGym's default.
    """
    request = {
        "browser": str(browser),
        "delay": delay,
        "server": server,
        "tasks": TASKS,
        "warm": plan(WARM),
        "rollouts": made,
        "pages": f"{package.folder().as_uri()}/miniwob/",
    }
    script = str(Path(__file__).with_name("rollouts_rival.py"))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [python, script],
        input=json.dumps(request),
        text=True,
        capture_output=True,
        check=False,
        env=environment,
    )
    if done.returncode:
        raise SystemExit(f"{python} failed:\n{done.stderr[-3000:]}")
    data = json.loads(done.stdout)
    rollouts = sum(len(seeds) for _, seeds in made)
    return Taken(data["taken"], data["processor"], rollouts), data["versions"]


def rows(found: dict[str, Taken]) -> list[Row]:
    """Return the rows of the table."""
    same, texts = found[OURS], found[f"{OURS}, texts"]
    baselines = [name for name in (BROWSERGYM, BARE, OPENENV) if name in found]

    def processor(taken: Taken) -> Measured:
        return Measured.single(1000 * taken.processor / taken.rollouts)

    def per_hour(name: str, taken: Taken) -> Row:
        value = Measured.single(3600 * taken.rollouts / taken.processor)
        return Row(name=f"{name}: rollouts per core-hour", unit="rollouts", ours=value)

    def compared(name: str, unit: str, mine: Measured, others: dict[str, Measured]) -> list[Row]:
        return [
            Row(name=name, unit=unit, ours=mine, against=other, theirs=theirs)
            for other, theirs in others.items()
        ] or [Row(name=name, unit=unit, ours=mine)]

    made = [per_hour(name, taken) for name, taken in found.items()]
    unit = "ms of processor time"
    for name, mine in (("same content", same), ("texts and elements", texts)):
        others = {one: processor(found[one]) for one in baselines}
        others[FLOOR] = processor(found[FLOOR if mine is same else f"{FLOOR}, texts"])
        made += compared(f"rollout, {name}", unit, processor(mine), others)
    for what in ("create", "reset", "step"):
        for percent in (50, 95):
            others = {one: found[one].at(what, percent) for one in baselines}
            made += compared(f"{what}, p{percent}", "ms", same.at(what, percent), others)
    for name, mine in (("same content", same), ("texts and elements", texts)):
        for percent in (50, 95):
            cycle = f"create, one observation, close, {name}, p{percent}"
            made.append(Row(name=cycle, unit="ms", ours=mine.at("cycle", percent)))
    return made


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--baseline",
        default=".venv-browsergym/bin/python",
        help="A Python interpreter with browsergym-miniwob; default: %(default)s.",
    )
    parser.add_argument(
        "--openenv",
        default=".venv-openenv/bin/python",
        help="One with openenv-core too; default: %(default)s.",
    )
    parser.add_argument("--rollouts", type=int, default=18, help="Rollouts of each (18).")
    parser.add_argument("--json", action="store_true", help="Print one JSON object.")
    given = parser.parse_args(arguments)
    if given.rollouts < 2 * len(TASKS):
        parser.error(f"--rollouts: at least {2 * len(TASKS)}, two for each task.")
    try:
        browser = find_browser()
        package.folder()
    except UserError as missing:
        leave_out(str(missing))
    made, versions = plan(given.rollouts), dict[str, str]()
    found: dict[str, Taken] = {}

    def add(name: str, taken: Taken) -> None:
        found[name] = taken
        used = 1000 * taken.processor / taken.rollouts
        print(f"{name}: {used:.0f} ms per rollout", file=sys.stderr)

    add(OURS, ours(made, ALL))
    add(f"{OURS}, texts", ours(made, TEXTS))
    add(FLOOR, floor(made, browser, ALL))
    add(f"{FLOOR}, texts", floor(made, browser, TEXTS))
    for name, python, delay, server in (
        (BROWSERGYM, given.baseline, None, False),
        (BARE, given.baseline, 0.0, False),
        (OPENENV, given.openenv, 0.0, True),
    ):
        if not Path(python).exists():
            print(f"{name} is left out: there is no {python}.", file=sys.stderr)
            continue
        taken, of = baseline(python, browser, made, delay=delay, server=server)
        versions |= of
        add(name, taken)
    ended = [len(one.times["step"]) for one in found.values() if one.times]
    if any(steps != STEPS * given.rollouts for steps in ended):
        print("Some rollouts ended early: the processor times are of different work.")
        return 1
    title = f"Rollouts, {given.rollouts} of {STEPS} steps"
    show(title, rows(found), as_json=given.json, versions=versions)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
