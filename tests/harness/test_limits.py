"""Runs of the first tasks only."""

from pathlib import Path

import pytest
from harness.conftest import TARGETS, run_targets

from webproctor.core.errors import UserError
from webproctor.harness.folders import find_unfinished
from webproctor.harness.reading import read_run


def test_a_limit_selects_the_first_tasks_and_is_part_of_the_condition(tmp_path: Path) -> None:
    done = run_targets(tmp_path / "run", limit=2)
    assert [result.task for result in done.results] == TARGETS[:2]
    assert done.complete
    assert done.condition["limit"] == 2
    assert read_run(done.folder).complete


def test_a_limit_that_selects_all_tasks_is_not_part_of_the_condition(tmp_path: Path) -> None:
    assert "limit" not in run_targets(tmp_path / "run", limit=4).condition


def test_a_run_is_resumed_with_its_own_limit(tmp_path: Path) -> None:
    folder = run_targets(tmp_path / "run", limit=1).folder
    with pytest.raises(UserError, match=r": limit is 1 there and not set now\."):
        run_targets(folder, resume=True)
    assert run_targets(folder, resume=True, limit=1).complete


def test_a_limit_is_at_least_one(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="limit 0: must be at least 1"):
        run_targets(tmp_path / "run", limit=0)


def test_the_unfinished_run_with_the_same_limit_is_found(tmp_path: Path) -> None:
    settings = {"targets": len(TARGETS)}
    folder = run_targets(tmp_path / "limited", limit=1).folder
    run_targets(tmp_path / "newest")
    assert find_unfinished("grounding", "oracle", settings, tmp_path, limit=1) == folder
    with pytest.raises(UserError, match="with these settings to resume"):
        find_unfinished("grounding", "oracle", settings, tmp_path, limit=2)
