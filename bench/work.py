"""The work of every contestant: pages, inputs, and expected field values.

The oracle is run once and its actions are recorded. The contestants repeat them, so that all fill
in the same fields of the same pages with the same values.
"""

import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from commands import Commands, on_page, recording
from stopwatch import cpu_seconds

from webproctor.benchmarks.turkingbench import pages, turkingbench
from webproctor.benchmarks.turkingbench.benchmark import HOST, TurkingBench
from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.core.actions import form
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.sessions import Session
from webproctor.core.tasks import Task

# A JavaScript function: names of controls -> the state of every control of each name.
READ = """names => names.map(name => [...document.getElementsByName(name)].map(
    one => one.type === 'radio' || one.type === 'checkbox' ? one.checked : one.value))"""
Values = list[list[str | bool]]


class BenchFault(Exception):
    """The work was not done correctly, so the measurement is invalid."""


@dataclass(frozen=True)
class Choice:
    """The tasks: one for warm-ups, and the timed ones."""

    warm_up: str
    timed: tuple[str, ...]


# Together they have radio buttons, checkboxes, lists, text boxes, text areas, and fields that
# appear after another one is answered.
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


# 600 similar instances, for benches that compare one part of a run with another.
SIMILAR, SIMILAR_SAMPLE = "Human evaluation - gentle vs canary", "Grammar ratings"


@dataclass(frozen=True)
class Job:
    """One instance, and the oracle's actions on it.

    Attributes:
        task: The instance.
        address: The address of its page on `HOST`.
        actions: The oracle's actions, each with `name` and `arguments`.
        fields: Names of the fields.
        values: The result of `READ` at the end.
        score: The score of the oracle's episode.
        commands: The DevTools commands of the episode after its page had loaded.
    """

    task: Task
    address: str
    actions: list[dict[str, Any]]
    fields: list[str]
    values: Values
    score: float
    commands: list[Commands]


@dataclass(frozen=True)
class Work:
    """The jobs of a comparison.

    Attributes:
        settings: Settings of the benchmark with exactly these instances, in this order.
        dataset: The data set of the pages.
        warm_ups: Untimed jobs that warm up browser, server and caches.
        timed: The timed jobs.
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
    """A contestant's result of one pass over all jobs.

    The clock runs from the end of the warm-ups to the end of the last job.

    Attributes:
        values: The final values of each job's fields; empty in a timed pass.
    """

    work: Work
    values: dict[str, Values] = field(default_factory=dict)
    _finished: int = 0
    _start: tuple[float, float] = (0.0, 0.0)
    _end: tuple[float, float] = (0.0, 0.0)

    def finish(self) -> None:
        """Record that one more job is done."""
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
        """CPU seconds per timed instance, including browser and drivers."""
        return (self._end[1] - self._start[1]) / len(self.work.timed)


def chosen(data: Path | None, names: Sequence[str] | None = None) -> Choice:
    """Return the tasks, or those that are named.

    Args:
        data: The data set; the built-in sample when None.

    Raises:
        UserError: If a name is not one of these tasks.
    """
    choice = REAL if data is not None else SAMPLE
    for name in names or ():
        if name not in choice.timed:
            raise UserError(f"--task {name!r}: choose from {', '.join(choice.timed)}.")
    return Choice(choice.warm_up, tuple(names or choice.timed))


def similar(data: Path | None) -> dict[str, Any]:
    """Return the settings of a benchmark with similar instances; of the sample without data."""
    return {"data": data, "split": "all", "task": (SIMILAR_SAMPLE if data is None else SIMILAR,)}


async def record(
    data: Path | None, folder: Path, choice: Choice, instances: int, warm_ups: int
) -> Work:
    """Run the oracle once and record its actions.

    Args:
        data: The data set; the built-in sample when None.
        folder: Folder for the list of instances.
        instances: Maximum number of instances of each timed task: the first ones.
        warm_ups: Number of warm-up instances.

    Raises:
        BenchFault: If an episode errored.
        UserError: If the data is invalid.
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
    with recording() as sent:
        async with benchmark.session(task) as session:
            episode = await run_episode(task, session, benchmark.oracle())
            if episode.error:
                raise BenchFault(f"{task.id}: the oracle errored: {episode.error.message}")
            commands = on_page(sent)
            fields = [one["name"] for one in session.fields if one["type"] != "hidden"]
            values = await read_values(session, fields)
    return Job(
        task=task,
        address=f"http://{HOST}{pages.path(name, row)}",
        actions=[action for step in episode.steps for action in step.actions],
        fields=fields,
        values=values,
        score=benchmark.score(task, episode).value,
        commands=commands,
    )


async def read_values(session: Session, fields: list[str]) -> Values:
    """Return the values of the fields of a session's page."""
    script = f"({READ})({json.dumps(fields)})"
    result = await session.act(form.ExecuteJsCommand(command=script))
    if not result.ok or result.data is None:
        raise BenchFault(f"the fields cannot be read: {result.message}")
    return json.loads(result.data)


def selector(name: str, value: str | None = None) -> str:
    """Return the CSS selector of the controls of a name, or of the one with a value."""
    given = {"name": name} | ({} if value is None else {"value": value})
    return "".join(f'[{key}="{_escaped(text)}"]' for key, text in given.items())


def _escaped(text: str) -> str:
    return re.sub(r'["\\]', r"\\\g<0>", text).replace("\n", r"\a ")
