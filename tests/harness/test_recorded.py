"""Tests of runs whose episodes are recorded outside the harness, such as those of people."""

from pathlib import Path

import pytest
from harness.conftest import AddLog

from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.harness.reading import read_run
from webproctor.harness.recorded import RecordedRun

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
    people: RecordedRun, add_log_of_inspect: AddLog
) -> None:
    add_log_of_inspect(people.folder, **SETTINGS)
    with pytest.raises(UserError, match=r"\.eval: the log belongs to another run"):
        read_run(people.folder)
