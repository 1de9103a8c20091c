"""Export an agent's actions on a benchmark as training data, in shards of tasks."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from pydantic import BaseModel

from webproctor.agents import surface_of, task_for
from webproctor.benchmarks import Benchmark
from webproctor.collect.recorder import Recorder
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.sessions import SessionLost
from webproctor.core.tasks import CANARY, Task, is_test_split
from webproctor.environments.parallel import Parallel, slots
from webproctor.files.folders import lock_folder

Format = Literal["mind2web"]
TASKS_PER_SHARD = 100


class SkippedTask(BaseModel):
    """A task that was not exported, and why."""

    task: str
    why: str


class Exported(BaseModel):
    """The result of an export.

    Attributes:
        files: The shards.
        tasks: Number of exported tasks.
        steps: Number of their steps.
        without_positives: Steps whose target is not a candidate by the format's rules.
        unsaid: Number of actions that the format cannot represent, by name.
        left_out: Tasks that were not exported.
    """

    files: list[Path] = []
    tasks: int = 0
    steps: int = 0
    without_positives: int = 0
    unsaid: dict[str, int] = {}
    left_out: list[SkippedTask] = []


async def export(
    benchmark: Benchmark,
    make: Callable[[], Agent | SelfDrivenAgent],
    folder: Path,
    *,
    parallel: Parallel = 1,
    solved_only: bool = True,
    progress: Callable[[], None] | None = None,
    on_parallel: Callable[[str], None] | None = None,
) -> Exported:
    """Run an agent on a benchmark's live pages and write its actions in Mind2Web's format.

    The shards appear in the folder when all are complete; if the export fails, none does.

    Args:
        make: Creates the agent, once for each task.
        folder: Folder of the shards `<split>_<number>.json`, with tasks in the benchmark's order.
        parallel: Number of parallel episodes, or how it is chosen.
        solved_only: Leave out tasks without the full score.
        progress: Called after each task.
        on_parallel: Called with a sentence whenever the number of parallel episodes is chosen.

    Raises:
        UserError: If the benchmark has no live pages, or the folder already has shards.
    """
    if not benchmark.live:
        raise UserError(
            f"{benchmark.name} has no live pages to export. Choose another benchmark, or export "
            "runs of it with `webproctor export run`."
        )
    benchmark.ready()
    episode_slots = slots(parallel, on_parallel)
    exported, unsaid = Exported(), Counter[str]()

    async def export_task(task: Task) -> dict[str, Any] | SkippedTask:
        async with episode_slots:
            outcome = await _run_task(benchmark, make(), task, solved_only, unsaid)
            if progress is not None:
                progress()
            return outcome

    tasks = benchmark.tasks()
    with _complete_folder(folder) as unfinished:
        async with benchmark:
            # One shard at a time, so that only its pages are in memory.
            for split, number, part in _shards(tasks):
                records = []
                for outcome in await asyncio.gather(*map(export_task, part)):
                    if isinstance(outcome, SkippedTask):
                        exported.left_out.append(outcome)
                    else:
                        canary = {"canary": CANARY} if is_test_split(split) else {}
                        records.append(outcome | canary)
                if records:
                    _write(unfinished / f"{split}_{number}.json", records)
                    exported.files.append(folder / f"{split}_{number}.json")
                steps = [step for record in records for step in record["actions"]]
                exported.tasks += len(records)
                exported.steps += len(steps)
                exported.without_positives += sum(not step["pos_candidates"] for step in steps)
    exported.unsaid = dict(unsaid.most_common())
    return exported


@contextmanager
def _complete_folder(folder: Path) -> Iterator[Path]:
    """Give a temporary folder, whose files are moved to `folder` if the block succeeds.

    Raises:
        UserError: If `folder` already has shards or cannot be created, or if another process
            writes to it.
    """
    with lock_folder(folder):
        if any(folder.glob("*.json")):
            raise UserError(f"{folder}: already has JSON files; choose a new folder.")
        # In `folder`, to be on the same disk.
        with TemporaryDirectory(dir=folder, prefix=".unfinished-") as unfinished:
            yield Path(unfinished)
            for file in sorted(Path(unfinished).iterdir()):
                file.rename(folder / file.name)


def _shards(tasks: Sequence[Task]) -> list[tuple[str, int, Sequence[Task]]]:
    by_split: dict[str, list[Task]] = {}
    for task in tasks:
        by_split.setdefault(split_name(task), []).append(task)
    return [
        (split, first // TASKS_PER_SHARD, split_tasks[first : first + TASKS_PER_SHARD])
        for split, split_tasks in by_split.items()
        for first in range(0, len(split_tasks), TASKS_PER_SHARD)
    ]


def split_name(task: Task) -> str:
    """Return a task's split for the names of shards; names of test splits begin with `test`."""
    split = task.split or task.benchmark
    return split if split.startswith(("train", "test")) else f"test_{split}"


async def _run_task(
    benchmark: Benchmark,
    agent: Agent | SelfDrivenAgent,
    task: Task,
    solved_only: bool,
    unsaid: Counter[str],
) -> dict[str, Any] | SkippedTask:
    task = task_for(agent, task, benchmark)
    try:
        async with benchmark.session(task, surface_of(agent)) as session:
            recorder = Recorder(task, session)
            episode = await run_episode(task, session, agent, perform=recorder.perform)
    except SessionLost as lost:
        return SkippedTask(task=task.id, why=str(lost))
    if episode.error:
        return SkippedTask(task=task.id, why=episode.error.message)
    score = benchmark.score(task, episode).value
    if solved_only and score < 1:
        return SkippedTask(task=task.id, why=f"score {100 * score:.1f} %")
    if not recorder.actions:
        return SkippedTask(task=task.id, why="no action that the format can represent")
    unsaid.update(recorder.unrepresented)
    tags = task.tags
    website = tags.get("website") or tags.get("family") or tags.get("task") or task.benchmark
    return recorder.record(
        website=str(website), domain=task.benchmark, subdomain=task.split or task.benchmark
    )


def _write(path: Path, records: Sequence[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for number, record in enumerate(records):
            file.write(",\n" if number else "\n")
            json.dump(record, file)
        file.write("\n]\n")
