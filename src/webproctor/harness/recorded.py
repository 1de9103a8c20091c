"""Write episodes that were recorded elsewhere, such as those of people, as a run."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from inspect_ai.model import ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver

from webproctor.benchmarks import Benchmark
from webproctor.core import registry
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.registry import Factory
from webproctor.environments.parallel import Slots
from webproctor.harness.evaluating import evaluate, exclusively
from webproctor.harness.folders import recover, started, write_about
from webproctor.harness.logs import read_results
from webproctor.harness.runs import HarnessFault
from webproctor.harness.scoring import task_of
from webproctor.harness.tasks import inspect_task
from webproctor.run.episode_results import Key
from webproctor.run.logs import EPISODE, write_digests
from webproctor.run.making import made_from
from webproctor.run.provenance import about_run, plain, provenance
from webproctor.run.results import PEOPLE

_FIXED = ("benchmark", "agent", "condition")


class RecordedRun:
    """A run folder that gets episodes from outside the harness, as many epochs as there are people.

    Attributes:
        folder: The folder.
        benchmark: The benchmark, with the settings of the run.
    """

    def __init__(self, folder: Path, benchmark: Benchmark) -> None:
        self.folder = folder
        self.benchmark = benchmark

    @classmethod
    def begin(
        cls,
        folder: Path,
        benchmark: str | Factory,
        settings: Mapping[str, Any],
        agent: str,
        people: Callable[[Benchmark], Mapping[str, Any]],
        limit: int | None = None,
    ) -> "RecordedRun":
        """Write `run.json`, or check that the run there has the same benchmark and settings.

        Args:
            folder: The folder; it can exist.
            benchmark: The name of a benchmark, or `path/file.py:NAME`.
            settings: The benchmark's settings.
            agent: The name under which reports show the run.
            people: Returns what differs from the agents' conditions.
            limit: Only the first `limit` tasks.

        Raises:
            UserError: If a setting is invalid, or the run there has others.
        """
        there = folder if (folder / "run.json").exists() else None
        given, made, name = made_from(benchmark, dict(settings), there)
        limited = {"limit": limit} if limit is not None and limit < len(made.tasks()) else {}
        about: dict[str, Any] = {
            "benchmark": name,
            "agent": agent,
            "settings": plain(given),
            "agent_settings": {},
            "model": None,
            "epochs": 1,
            "participants": [],
            "condition": plain(made.condition)
            | {"version": made.version, PEOPLE: plain(people(made))}
            | limited,
        }
        if there is None:
            folder.mkdir(parents=True, exist_ok=True)
            write_about(folder, about | started(provenance()))
            return cls(folder, made)
        begun = about_run(folder)
        for key in _FIXED:
            if begun[key] != about[key]:
                raise UserError(
                    f"{folder / 'run.json'}: {key} is {begun[key]!r} there and {about[key]!r} now. "
                    "Start with the original settings, or with another folder."
                )
        return cls(folder, made)

    def write(self, people: list[str], episodes: Mapping[Key, Episode]) -> int:
        """Write the episodes that the folder does not have yet, scored by the benchmark.

        Args:
            people: The participants, in the order of their epochs.
            episodes: All episodes so far.

        Returns:
            How many were written.

        Raises:
            UserError: If a log of the folder is damaged.
            HarnessFault: If Inspect fails.
        """
        with exclusively(self.folder):
            about = about_run(self.folder)
            changed = about | {"participants": people, "epochs": max(1, len(people))}
            if changed != about:
                write_about(self.folder, changed)
            recover(self.folder)
            there = read_results(self.folder)
            left = [key for key in episodes if key not in there]
            if not left:
                return 0
            task = inspect_task(about["benchmark"], about["settings"], left)
            log = evaluate(task, _solver(about["agent"], episodes), None, self.folder, Slots(1))
            write_digests(self.folder)
            if log is None or log.status != "success":
                why = log.error.message if log is not None and log.error else "interrupted"
                raise HarnessFault(why, self.folder)
        return len(left)


def _solver(agent: str, episodes: Mapping[Key, Episode]) -> Solver:
    """Return a solver that gives every sample its recorded episode."""

    @solver(name=registry.short(agent))
    def recorded() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            key = task_of(state.metadata).id, state.metadata.get("epoch", 1)
            episode = episodes[key]
            state.store.set(EPISODE, episode.model_dump(mode="json"))
            state.output = ModelOutput.from_content(f"webproctor/{agent}", episode.answer or "")
            state.completed = True
            return state

        return solve

    return recorded()
