"""Reading run folders."""

import json
from pathlib import Path

from webproctor.harness.reading import shared_benchmarks


def run_folder(path: Path, **settings: object) -> Path:
    """Write what is read of a run to create its benchmark."""
    path.mkdir()
    about = {"benchmark": "webgames", "agent": "oracle", "settings": settings, "condition": {}}
    (path / "run.json").write_text(json.dumps(about), encoding="utf-8")
    return path


def test_runs_with_the_same_settings_share_a_benchmark(tmp_path: Path):
    load = shared_benchmarks()
    first, second = (load(run_folder(tmp_path / name, family=["date"])) for name in ("a", "b"))
    assert first is second
    assert load(run_folder(tmp_path / "c", family=["buttons"])) is not first
