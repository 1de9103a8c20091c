"""Play: people do a benchmark's tasks in their own browsers, under the conditions of agents."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webproctor.benchmarks import Benchmark
from webproctor.benchmarks.people import ForPeople
from webproctor.collect.play.pages import pages
from webproctor.collect.play.study import Study
from webproctor.collect.play.tables import Attempt
from webproctor.collect.play.windows import LOCAL, Windows
from webproctor.collect.store import Person, Store
from webproctor.collect.tool import MenuItem, Tool
from webproctor.core import registry
from webproctor.core.scores import Cell, Table
from webproctor.harness.recorded import RecordedRun

AGENT = "human"
"""The name of people among the agents of reports."""


def open_study(
    store: Store,
    folder: Path,
    benchmark: str,
    settings: Mapping[str, Any],
    *,
    sound: bool = False,
    limit: int | None = None,
    seed: int = 0,
) -> Study:
    """Begin a study, or open it again.

    Args:
        store: The collection.
        folder: The run folder.
        benchmark: The benchmark's name.
        settings: Its settings.
        sound: Whether to play recorded instructions in place of their texts.
        limit: Only the first `limit` tasks.
        seed: Seed of the orders of the tasks.

    Raises:
        UserError: If people cannot take the benchmark with these settings, or the study there has
            other settings.
    """
    module = registry.companion(benchmark, "people")
    adapters: list[ForPeople] = []

    def conditions(loaded: Benchmark) -> Mapping[str, Any]:
        adapters.append(module.for_people(loaded, sound=sound))
        condition = {"browser": "the participants' own", **adapters[0].condition}
        return condition | {"order": f"random for each participant, seed {seed}"}

    run = RecordedRun.begin(folder, benchmark, settings, AGENT, conditions, limit)
    return Study(store, run, adapters[0], limit, seed)


def play(study: Study, pattern: str = LOCAL) -> Tool:
    """Make the tool of a study.

    Args:
        pattern: The origin of the tasks' pages; see `windows.Windows`.
    """
    windows = Windows(study, pattern)
    return Tool(
        title=f"Tasks of {study.run.benchmark.name}",
        folder=Path(__file__).parent,
        pages=pages(study, windows),
        menu=[MenuItem("/", "Tasks", ["annotator"])],
        running=study.running,
        progress=lambda db: [_progress(db, len(study.tasks))],
        wrap=windows.wrap,
    )


def _progress(db: Session, task_count: int) -> Table:
    query = (
        select(Person.name, func.count(), func.avg(Attempt.score))
        .join_from(Attempt, Person)
        .where(Attempt.position > 0, Attempt.ended.is_not(None))
        .group_by(Person.name)
        .order_by(Person.name)
    )
    rows: list[list[Cell]] = [
        [name, f"{count} of {task_count}", f"{100 * score:.1f} %"]
        for name, count, score in db.execute(query)
    ]
    return Table(title="Participants", columns=["Name", "Tasks", "Mean score"], rows=rows)
