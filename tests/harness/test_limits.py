"""Runs of the first tasks only."""

from pathlib import Path

import pytest
from harness.conftest import data_of, run

from webproctor.core.errors import UserError
from webproctor.harness.folders import unfinished
from webproctor.harness.reading import read_run
from webproctor.run.results import Run

pytestmark = pytest.mark.usefixtures("executable")


def test_a_limit_selects_the_first_tasks_and_stands_in_the_condition(tiny: Path) -> None:
    done = run(tiny, limit=2)
    assert [result.task for result in done.results] == ["Say it/0", "Say it/1"]
    assert done.complete
    assert done.condition["limit"] == 2
    assert read_run(done.folder).complete


def test_a_limit_that_selects_all_tasks_is_none(tiny: Path) -> None:
    assert "limit" not in run(tiny, limit=4).condition


def test_a_run_is_resumed_with_its_own_limit(tiny: Path) -> None:
    folder = run(tiny, limit=1).folder
    with pytest.raises(UserError, match=r"condition is .*'limit': 1.* there and .* now"):
        run(tiny, folder=folder, resume=True)
    assert run(tiny, folder=folder, resume=True, limit=1).complete


def test_a_limit_is_at_least_one(tiny: Path) -> None:
    with pytest.raises(UserError, match="limit 0: must be at least 1"):
        run(tiny, limit=0)


def test_the_unfinished_run_with_the_same_limit_is_found(copied: Run) -> None:
    under, data = copied.folder.parent, data_of(copied)
    settings = {"data": data, "split": "all"}
    folder = run(data, folder=under / "limited", limit=1).folder
    (copied.folder / "run.json").touch()  # The newest run has another limit.
    assert unfinished("turkingbench", "oracle", settings, under, limit=1) == folder
    with pytest.raises(UserError, match="with these settings to resume"):
        unfinished("turkingbench", "oracle", settings, under, limit=2)
