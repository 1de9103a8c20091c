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
from webproctor.core.factories import Factory
from webproctor.environments.parallel import Slots
from webproctor.harness.evaluating import evaluate, exclusive_run, in_copied_context
from webproctor.harness.folders import differences, recover_logs, start_info, write_run_json
from webproctor.harness.logs import read_results
from webproctor.harness.runs import HarnessError
from webproctor.harness.scoring import task_of
from webproctor.harness.tasks import inspect_task
from webproctor.run.episode_results import Key
from webproctor.run.logs import EPISODE, write_digests
from webproctor.run.preparation import RunObjects, prepare_benchmark, run_objects
from webproctor.run.provenance import (
    fingerprint,
    plain,
    provenance,
    read_run_json,
    selection_of,
)
from webproctor.run.results import PEOPLE

_FIXED = ("benchmark", "agent", "condition")


class RecordedRun:
    """A run folder for episodes from outside the harness, with one epoch per person.

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
        existing = folder if (folder / "run.json").exists() else None
        all_settings, prepared, name = prepare_benchmark(benchmark, dict(settings), existing)
        limit_entry = (
            {"limit": limit} if limit is not None and limit < len(prepared.tasks()) else {}
        )
        about: dict[str, Any] = {
            "benchmark": name,
            "agent": agent,
            "settings": plain(all_settings),
            "agent_settings": {},
            "model": None,
            "epochs": 1,
            "participants": [],
            "selection": selection_of(prepared.tasks()[:limit]),
            "condition": plain(prepared.condition)
            | {"version": prepared.version, PEOPLE: plain(people(prepared))}
            | limit_entry,
        }
        if existing is None:
            folder.mkdir(parents=True, exist_ok=True)
            write_run_json(folder, about | start_info(provenance()))
            return cls(folder, prepared)
        before, after = (
            {key: values[key] for key in _FIXED} for values in (read_run_json(folder), about)
        )
        if differing := list(differences(before, after)):
            raise UserError(
                f"{folder / 'run.json'}: {'; '.join(differing)}. "
                "Start with the original settings, or with another folder."
            )
        return cls(folder, prepared)

    @in_copied_context
    def write(self, people: list[str], episodes: Mapping[Key, Episode]) -> int:
        """Write the episodes that the folder does not have yet, scored by the benchmark.

        Args:
            people: The participants, in the order of their epochs.
            episodes: All episodes so far.

        Returns:
            How many were written.

        Raises:
            UserError: If a log of the folder is damaged.
            HarnessError: If Inspect fails.
        """
        with exclusive_run(self.folder):
            about = read_run_json(self.folder)
            changed = about | {"participants": people, "epochs": max(1, len(people))}
            if changed != about:
                write_run_json(self.folder, changed)
            recover_logs(self.folder)
            existing_results = read_results(self.folder)
            missing = [key for key in episodes if key not in existing_results]
            if not missing:
                return 0
            run_objects.set(RunObjects(benchmark_name=about["benchmark"], benchmark=self.benchmark))
            run = fingerprint(self.folder)
            task = inspect_task(about["benchmark"], about["settings"], missing, run=run)
            log = evaluate(task, _solver(about["agent"], episodes), None, self.folder, Slots(1))
            write_digests(self.folder)
            if log is None or log.status != "success":
                reason = log.error.message if log is not None and log.error else "interrupted"
                raise HarnessError(reason, self.folder)
        return len(missing)


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
