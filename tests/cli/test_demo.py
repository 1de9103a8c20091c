"""Tests of `webproctor demo`."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from per_change import first

from webproctor.benchmarks import load_benchmark
from webproctor.cli import demo
from webproctor.core import registry

Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize("benchmarks", first(["mind2web"], ["mind2web", "realwebassist"]))
def test_demo_runs_the_baselines_and_writes_a_report(
    program: Program, tmp_path: Path, benchmarks: list[str]
) -> None:
    done = program("demo", *benchmarks, "--out", "here", "--json")
    assert done.returncode == 0, done.stdout
    summary = json.loads(done.stdout)
    for benchmark in benchmarks:
        scores = {
            run["agent"]: run["figures"][run["headline"]]
            for run in summary["runs"]
            if run["benchmark"] == benchmark
        }
        assert scores["oracle"] == 1.0
        assert scores["do-nothing"] < scores["oracle"]
        assert scores["random"] < scores["oracle"]
    report = tmp_path / summary["report"]
    assert report.is_file()
    assert len(list((report.parent / "comparisons").iterdir())) == len(benchmarks)


@pytest.mark.parametrize("benchmark", registry.names("benchmarks"))
def test_each_benchmark_has_a_sample_for_its_settings(benchmark: str) -> None:
    companion = registry.has_companion(benchmark, "demo")
    settings = registry.companion(benchmark, "demo").SETTINGS if companion else {}
    assert 5 <= len(load_benchmark(benchmark, **settings).tasks()) <= 100


@pytest.mark.parametrize(("installed", "left_out"), [(True, set()), (False, {"miniwob"})])
def test_a_benchmark_whose_package_is_missing_is_skipped(
    monkeypatch: pytest.MonkeyPatch, installed: bool, left_out: set[str]
) -> None:
    monkeypatch.setattr(demo, "find_spec", lambda name: object() if installed else None)
    assert set(registry.names("benchmarks")) - set(demo._selected(())) == left_out
    assert demo._selected(("miniwob",)) == ["miniwob"]


def test_nothing_is_run_if_a_benchmark_cannot_be(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "/missing")
    done = program("demo", "mind2web", "webgames", "--out", "here")
    assert done.returncode == 2
    assert "WEBPROCTOR_BROWSER is '/missing'" in done.stderr
    assert not (tmp_path / "here").exists()


def test_an_unknown_benchmark_is_a_user_error(program: Program) -> None:
    done = program("demo", "webgame")
    assert done.returncode == 2
    assert "no benchmark 'webgame'. Available: grounding, mind2web" in done.stderr
