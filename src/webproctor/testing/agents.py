"""Check an agent: run it on one page, and check its record."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from webproctor.agents import make_agent, surface_of, task_for
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core.actions import BadAction, InvalidAction, action_set
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.episodes import Episode, StepRecord
from webproctor.core.errors import UserError
from webproctor.core.factories import Factory
from webproctor.core.llm import Model
from webproctor.core.loop import run_episode
from webproctor.core.tasks import Task
from webproctor.testing.checks import Check, Checks, Failed, run_checks, run_coroutine, within
from webproctor.testing.page import OnePage, ScriptedModel


@dataclass
class Subject:
    """An agent that is checked, with its episode."""

    source: str | Agent | SelfDrivenAgent | Factory
    settings: Mapping[str, Any]
    model: Model
    benchmark: Benchmark
    episode: Episode = field(default_factory=lambda: Episode(task=""))
    _agent: Agent | SelfDrivenAgent | None = None

    @property
    def agent(self) -> Agent | SelfDrivenAgent:
        assert self._agent is not None
        return self._agent

    @property
    def task(self) -> Task:
        return self.benchmark.tasks()[0]

    def load(self) -> None:
        """Create the agent: it has `act` or `run`, and reads views that exist."""
        try:
            self._agent = make_agent(self.source, self.benchmark, self.model, **self.settings)
        except UserError as error:
            if isinstance(self.benchmark, OnePage):
                hint = "If the agent is for another benchmark, give that as `benchmark`."
                raise Failed(f"{error} {hint}") from error
            raise

    def steps(self) -> Iterator[tuple[str, StepRecord]]:
        for number, step in enumerate(self.episode.steps, 1):
            yield f"step {number}", step


def check_agent(
    agent: str | Agent | SelfDrivenAgent | Factory,
    *,
    settings: Mapping[str, Any] | None = None,
    model: Model | None = None,
    benchmark: str | Benchmark | Factory | None = None,
) -> list[Check]:
    """Check an agent. It can be called while an event loop runs.

    Args:
        agent: The name of a registered agent, `path/file.py:NAME`, an agent, or a class or function
            that returns one.
        settings: Settings of the agent.
        model: The agent's model; by default a scripted one, which first calls a tool that does not
            exist and then finishes.
        benchmark: The benchmark whose first task it is run on; by default a page with a form.

    Raises:
        UserError: If the benchmark cannot be loaded.
    """
    loaded = load_benchmark(benchmark or OnePage)
    subject = Subject(agent, settings or {}, model or ScriptedModel(), loaded)
    return run_coroutine(run_checks(CHECKS, subject))


async def episode(subject: Subject) -> None:
    """An episode ends without an error."""
    benchmark = subject.benchmark
    task = task_for(subject.agent, subject.task, benchmark)
    benchmark.ready()
    async with benchmark, benchmark.session(task, surface_of(subject.agent)) as session:
        subject.episode = await run_episode(task, session, subject.agent)
    if error := subject.episode.error:
        raise Failed(
            f"task {task.id!r}: the episode ended in step {len(subject.episode.steps) + 1} "
            f"({error.cause}): {error.message}\n{error.traceback}".strip()
        )


def record(subject: Subject) -> None:
    """The record of every step is JSON data."""
    for label, step in subject.steps():
        with within(f"{label}: its notes must be JSON data"):
            json.dumps(step.notes, allow_nan=False)
            StepRecord.model_validate_json(step.model_dump_json())


def actions(subject: Subject) -> None:
    """Every action is in the task's action set, or in one that the agent `takes`."""
    names = dict.fromkeys((subject.task.actions, *sorted(getattr(subject.agent, "takes", ()))))
    sets = [action_set(name) for name in names]
    for label, step in subject.steps():
        for call in step.actions:
            if call["name"] == InvalidAction.name:
                continue
            known = [one for one in sets if call["name"] in one.by_name]
            if not known:
                raise Failed(
                    f"{label}: the action {call['name']!r} is not in the action set "
                    f"{' or '.join(names)}. Add the set's name to the agent's `takes`."
                )
            try:
                known[0].parse(call["name"], call["arguments"])
            except BadAction as error:
                raise Failed(f"{label}: {error}.") from error


CHECKS: Checks[Subject] = {
    "loads": (Subject.load, ()),
    "episode": (episode, ("loads",)),
    "record": (record, ("episode",)),
    "actions": (actions, ("episode",)),
}
