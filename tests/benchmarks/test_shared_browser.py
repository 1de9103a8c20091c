"""Browsers of single episodes."""

from pathlib import Path

import pytest

from webproctor.benchmarks import load_benchmark
from webproctor.environments.isolation.owned import OWNER


def owners(folder: Path) -> dict[Path, bool]:
    """Return the folders in a folder, and whether they have an owner."""
    return {path: (path / OWNER).exists() for path in folder.iterdir()}


async def test_all_temporary_folders_of_an_episode_have_an_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others would stay if the harness were killed."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    benchmark = load_benchmark("webgames", task=("date",))
    [task] = benchmark.tasks()
    async with benchmark, benchmark.session(task, "browser"):
        owned = owners(tmp_path)
        assert owned
        assert all(owned.values())
    assert owners(tmp_path) == {}
