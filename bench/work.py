"""The work that every contestant does: which pages, which inputs, and what must stand in the end.

The oracle is run once and what it does is written down. The rivals then repeat that, so that all
fill in the same fields of the same pages with the same values.
"""

import contextlib
import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from webproctor.actions import form
from webproctor.benchmarks.turkingbench import pages, turkingbench
from webproctor.benchmarks.turkingbench.benchmark import HOST, TurkingBench
from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.episodes import run_episode
from webproctor.errors import UserError
from webproctor.sessions import Session
from webproctor.tasks import Task

# A JavaScript function: names of controls -> the state of every control of each name.
READ = """names => names.map(name => [...document.getElementsByName(name)].map(
    one => one.type === 'radio' || one.type === 'checkbox' ? one.checked : one.value))"""
Values = list[list[str | bool]]


class BenchFault(Exception):
    """The figures would not be worth their name: the work was not done as it should be."""


@dataclass(frozen=True)
class Choice:
    """Which tasks are worked on: one that nobody times, and those that are timed."""

    warm_up: str
    timed: tuple[str, ...]


# Together they have radio buttons, checkboxes, lists, text boxes, text areas, and fields that only
# show once another has been answered.
REAL = Choice(
    "Missing Adjective",
    (
        "Ethical rule-of-thumb quality",
        "Associate countries and languages with Ethnologue",
        "Story Relations",
        "Event effect",
        "Word Formality Annotation",
    ),
)
SAMPLE = Choice(
    "Shop review sentiment",
    (
        "Causes and effects of an event",
        "Japanese menu items",
        "Grammar ratings",
        "Invoice fields",
        "Spanish translation check",
    ),
)


@dataclass(frozen=True)
class Job:
    """One instance, and what the oracle did to it.

    Attributes:
        task: The instance.
        address: Its page on `HOST`.
        actions: The oracle's actions, each with `name` and `arguments`.
        fields: Names of the fields that were asked for.
        values: What `READ` gives for them once all is done.
        score: The mark of the oracle's episode.
    """

    task: Task
    address: str
    actions: list[dict[str, Any]]
    fields: list[str]
    values: Values
    score: float


@dataclass(frozen=True)
class Work:
    """The jobs of a comparison.

    Attributes:
        settings: Settings of the benchmark that holds exactly these instances, in this order.
        dataset: Where the pages come from.
        warm_ups: Done first, so that browser, server and caches are warm; not timed.
        timed: What is timed.
    """

    settings: dict[str, Any]
    dataset: Dataset
    warm_ups: list[Job]
    timed: list[Job]

    @property
    def jobs(self) -> list[Job]:
        return [*self.warm_ups, *self.timed]


@dataclass
class Outcome:
    """What a contestant reports of one pass over all jobs.

    The clock runs from the end of the warm-ups to the end of the last job.

    Attributes:
        values: What stood in each job's fields in the end; empty in a pass that is timed.
    """

    work: Work
    values: dict[str, Values] = field(default_factory=dict)
    _finished: int = 0
    _start: tuple[float, float] = (0.0, 0.0)
    _end: tuple[float, float] = (0.0, 0.0)

    def finish(self) -> None:
        """Note that one more job is done."""
        self._finished += 1
        if self._finished == len(self.work.warm_ups):
            self._start = time.perf_counter(), cpu_seconds()
        elif self._finished == len(self.work.jobs):
            self._end = time.perf_counter(), cpu_seconds()

    @property
    def seconds(self) -> float:
        """Wall-clock seconds per timed instance."""
        return (self._end[0] - self._start[0]) / len(self.work.timed)

    @property
    def cpu_seconds(self) -> float:
        """Seconds of processor time per timed instance, browser and drivers included."""
        return (self._end[1] - self._start[1]) / len(self.work.timed)


def cpu_seconds() -> float:
    """Processor time that this process, those that it started and theirs have used so far."""
    this = psutil.Process()
    used = 0.0
    for process in (this, *this.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            used += sum(times[:4])  # its own and of the children that have ended, user and system
    return used


def chosen(data: Path | None, names: Sequence[str] | None = None) -> Choice:
    """The tasks that are worked on, or those of them that are named.

    Args:
        data: The data set; the built-in sample when None.

    Raises:
        UserError: If a name is not that of a task which the bench knows.
    """
    choice = REAL if data is not None else SAMPLE
    for name in names or ():
        if name not in choice.timed:
            raise UserError(f"--task {name!r}: choose from {', '.join(choice.timed)}.")
    return Choice(choice.warm_up, tuple(names or choice.timed))


async def record(
    data: Path | None, folder: Path, choice: Choice, instances: int, warm_ups: int
) -> Work:
    """Run the oracle once and write down what it does.

    Args:
        data: The data set; the built-in sample when None.
        folder: Where the list of the instances is written.
        instances: Instances of each timed task, at most: the first.
        warm_ups: Instances that are done before the clock starts.

    Raises:
        BenchFault: If an episode broke off.
        UserError: If the data is not what it should be.
    """
    there = turkingbench(data=data, split="all").dataset
    wanted = dict.fromkeys(choice.timed, instances) | {choice.warm_up: warm_ups}
    rows = {
        name: list(range(min(wanted[name], len(there.task(name).instances))))
        for name in (choice.warm_up, *choice.timed)
    }
    listed = folder / "rows.json"
    listed.write_text(json.dumps(rows), encoding="utf-8")
    settings = {"data": data, "rows": listed}
    async with turkingbench(**settings) as benchmark:
        jobs = [await _job(benchmark, task) for task in benchmark.tasks()]
    first = len(rows[choice.warm_up])
    return Work(settings, benchmark.dataset, jobs[:first], jobs[first:])


async def _job(benchmark: TurkingBench, task: Task) -> Job:
    name, row = str(task.tags["task"]), int(task.tags["row"])
    async with benchmark.session(task) as session:
        episode = await run_episode(task, session, benchmark.oracle())
        if episode.error:
            raise BenchFault(f"{task.id}: the oracle broke off: {episode.error.message}")
        fields = [one["name"] for one in session.fields if one["type"] != "hidden"]
        values = await read_values(session, fields)
    return Job(
        task=task,
        address=f"http://{HOST}{pages.path(name, row)}",
        actions=[action for turn in episode.turns for action in turn.actions],
        fields=fields,
        values=values,
        score=benchmark.score(task, episode).value,
    )


async def read_values(session: Session, fields: list[str]) -> Values:
    """What stands in the fields of a session's page."""
    script = f"({READ})({json.dumps(fields)})"
    result = await session.act(form.ExecuteJsCommand(command=script))
    if not result.ok or result.data is None:
        raise BenchFault(f"the fields cannot be read: {result.message}")
    return json.loads(result.data)


def selector(name: str, value: str | None = None) -> str:
    """The CSS selector of the controls of a name, or of that one of them that has a value."""
    given = {"name": name} | ({} if value is None else {"value": value})
    return "".join(f'[{key}="{_escaped(text)}"]' for key, text in given.items())


def _escaped(text: str) -> str:
    return re.sub(r'["\\]', r"\\\g<0>", text).replace("\n", r"\a ")
