"""Tests of runs whose episodes are recorded outside the harness, such as those of people."""

import shutil
from pathlib import Path

import inspect_ai
import pytest

from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.harness.evaluating import make_solver
from webproctor.harness.reading import read_run
from webproctor.harness.recorded import RecordedRun
from webproctor.harness.tasks import inspect_task

SETTINGS = {"targets": 1}


@pytest.fixture
def people(tmp_path: Path) -> RecordedRun:
    """A run of one person."""
    run = RecordedRun.begin(tmp_path / "run", "grounding", SETTINGS, "human", lambda _: {})
    [task] = run.benchmark.tasks()
    run.write(["ann"], {(task.id, 1): Episode(task=task.id)})
    return run


def test_another_person_can_join(people: RecordedRun) -> None:
    [task] = people.benchmark.tasks()
    episodes = {(task.id, epoch): Episode(task=task.id) for epoch in (1, 2)}
    assert people.write(["ann", "bob"], episodes) == 1
    run = read_run(people.folder)
    assert (run.participants, len(run.results)) == (["ann", "bob"], 2)


def test_a_log_that_inspect_wrote_outside_the_run_is_an_error(
    people: RecordedRun, tmp_path: Path
) -> None:
    [log] = inspect_ai.eval(
        inspect_task("grounding", SETTINGS),
        solver=make_solver("oracle", {}),
        model=None,
        display="none",
        log_dir=str(tmp_path / "logs"),
    )
    shutil.copy(log.location, people.folder)
    with pytest.raises(UserError, match=r"\.eval: the log belongs to another run"):
        read_run(people.folder)
